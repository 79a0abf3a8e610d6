package builtin

// stopWords carry no meaning of their own.
var stopWords = stems(`a an the to of for in on at my me please it this that these those with and or by from is are i want need be do so as
	his her its their them our your you us if into onto which one some then there here also just via
	der die das den dem des ein eine einen einem einer und oder zu zum zur im am mit von auf fur
	le la les un une de du et ou au aux dans sur pour mon ma mes votre vos avec par d l
	el los las una unos del y o al en para mi mis su sus con por
	il lo gli i della dello di e nel nella per mio mia con sul
	os as um uma do da dos das no na meu minha para com
	het een van je jouw mijn naar op met
	を に の は が で と へ も や て し する お ご です ます ください 的 了 把 在 和`)

// Words that say what is done to an element and nothing about which one.
var softVerbs = stems(`click press tap hit open go visit navigate show see view look read type enter fill write input choose pick select set check
	tick make take get put use jump give let start find follow mark turn switch push move hover provide specify change about
	klicke klicken drucke drucken offne offnen gehe gehen zeige zeigen gib geben eingeben tippe tippen wahle wahlen auswahlen setze
	cliquer cliquez ouvrir ouvrez aller saisir saisissez entrer entrez taper choisir choisissez selectionner cocher
	clic pulsar pulse abrir abra ir escribir introducir elegir seleccionar marcar hacer
	clicca cliccare apri aprire vai inserisci inserire scegli scegliere seleziona
	clicar clique abra digitar digite inserir preencher escolher selecione
	klik open ga invoeren vul kies selecteer typ
	nhan bam mo nhap go dien chon
	クリック 押 開 入力 選択 点击 点選 打开 打開 输入 輸入 选择 選擇 填写 클릭 누르 열기 입력 선택`)

// Words for kinds of elements, and for parts of a page.
var softNouns = stems(`page button link field box tab icon menu option section item element form area screen site website value text list bar
	control input dropdown textbox entry panel header footer column row part window dialog popup operation endpoint
	seite schaltflache knopf feld reiter symbol menu bouton lien champ page onglet boton enlace campo pagina pulsante collegamento botao ligacao knop veld
	nut lien lienket trang o truong ボタン リンク 欄 ページ 按钮 按鈕 链接 連結 页面 버튼 링크 페이지`)

// navVerbs lead to a page: a link fits them better than a button that does something.
var navVerbs = stems(`open visit navigate view see show read go look goto follow browse offne offnen gehe zeige ouvrir aller abrir ir apri vai open ga mo`)

// concepts are groups of words and phrases that stand for the same thing on a page, in several languages.
// A line that begins with * is something that is done, with ! something that takes away. The table is small
// and general on purpose; everyday words of web pages belong here, the words of one site do not.
const conceptTable = `
* sign in, log in, login, log on, logon, signin, anmelden, einloggen, se connecter, connexion, connectez, iniciar sesion, inicia sesion, acceder, accedi, entrar, iniciar sessao, inloggen, aanmelden, dang nhap, ログイン, サインイン, 登录, 登入, 로그인
! sign out, log out, logout, log off, logoff, signout, abmelden, ausloggen, se deconnecter, deconnexion, cerrar sesion, salir, esci, disconnetti, sair, terminar sessao, uitloggen, afmelden, dang xuat, ログアウト, サインアウト, 退出登录, 登出, 로그아웃
* sign up, register, create account, create an account, open an account, join, get started, become a member, registration, enroll, registrieren, konto erstellen, konto anlegen, inscription, s inscrire, creer un compte, registrarse, crear cuenta, crear una cuenta, registrati, crea account, criar conta, cadastre se, inscrever, registreren, account aanmaken, dang ky, tao tai khoan, 新規登録, 会員登録, 注册, 註冊, 회원가입, 가입
! delete, remove, erase, trash, bin, throw away, take out, get rid of, discard, wipe, destroy, loschen, entfernen, supprimer, effacer, enlever, retirer, eliminar, borrar, quitar, elimina, rimuovi, cancella, excluir, apagar, remover, verwijderen, wissen, xoa, go bo, 削除, 消去, 删除, 刪除, 移除, 삭제, 제거
* add, insert, hinzufugen, ajouter, anadir, agregar, aggiungi, adicionar, acrescentar, toevoegen, 追加, 添加, 新增, 추가
* create, new, add new, add a new, make, start a, compose, neu, neue, neuer, erstellen, anlegen, nouveau, nouvelle, creer, nuevo, nueva, crear, nuovo, nuova, crea, novo, nova, criar, nieuw, nieuwe, maken, tao, 新規, 作成, 新建, 创建, 만들기, 새
* edit, modify, change, update, alter, customize, customise, bearbeiten, andern, anpassen, modifier, changer, personnaliser, editar, modificar, cambiar, modifica, cambia, alterar, mudar, bewerken, wijzigen, sua, chinh sua, thay doi, 編集, 変更, 编辑, 修改, 更改, 편집, 수정, 변경
* save, store, keep, apply changes, update, speichern, sichern, enregistrer, sauvegarder, guardar, salva, salvar, gravar, opslaan, bewaren, luu, 保存, 儲存, 저장
* cancel, abort, dismiss, never mind, abbrechen, annuler, cancelar, annulla, annuleren, huy, キャンセル, 取消, 취소
* close, dismiss, hide, exit, leave, quit, schliessen, beenden, fermer, quitter, cerrar, chiudi, esci, fechar, sair, sluiten, dong, 閉じる, 关闭, 關閉, 닫기
* submit, send, hand in, deliver, turn in, senden, absenden, abschicken, einreichen, envoyer, soumettre, enviar, invia, inviare, submeter, verzenden, versturen, indienen, gui, 送信, 提交, 发送, 發送, 보내기, 제출, 전송
* search, find, look for, look up, query, lookup, suchen, suche, suchbegriff, finden, rechercher, recherche, chercher, buscar, busqueda, cerca, ricerca, trova, pesquisar, pesquisa, procurar, busca, zoeken, zoek, tim, tim kiem, 検索, 搜索, 搜尋, 查找, 검색, 찾기
* next, continue, proceed, forward, go on, further, weiter, nachste, fortfahren, suivant, continuer, siguiente, continuar, avanti, continua, prosegui, proximo, proxima, seguinte, avancar, volgende, doorgaan, verder, tiep, tiep theo, tiep tuc, 次, 次へ, 続行, 下一步, 下一页, 继续, 다음, 계속
* back, previous, go back, earlier, return, zuruck, vorherige, retour, precedent, atras, anterior, volver, indietro, precedente, voltar, vorige, terug, quay lai, truoc, 戻る, 前へ, 返回, 上一步, 上一页, 이전, 뒤로
* accept, agree, allow, consent, okay, akzeptieren, zustimmen, erlauben, annehmen, accepter, autoriser, aceptar, permitir, accetta, consenti, aceitar, accepteren, toestaan, akkoord, chap nhan, dong y, 同意, 許可, 承諾, 接受, 允许, 동의, 허용, 수락
* reject, decline, refuse, deny, disallow, opt out, turn down, ablehnen, verweigern, refuser, rejeter, rechazar, denegar, rifiuta, rifiutare, recusar, rejeitar, weigeren, afwijzen, tu choi, 拒否, 拒绝, 拒絕, 거부, 거절
* confirm, verify, approve, validate, bestatigen, genehmigen, confirmer, valider, approuver, confirmar, aprobar, conferma, approva, aprovar, bevestigen, goedkeuren, xac nhan, phe duyet, 確認, 承認, 确认, 批准, 확인, 승인
* buy, purchase, order, get it now, kaufen, bestellen, acheter, commander, comprar, pedir, compra, acquista, ordina, encomendar, kopen, mua, dat hang, 購入, 買う, 注文, 购买, 購買, 下单, 구매, 주문
* pay, checkout, check out, payment, bezahlen, zahlen, zahlung, kasse, payer, paiement, pagar, pago, paga, pagamento, cassa, betalen, betaling, afrekenen, thanh toan, 支払, 決済, 付款, 支付, 结账, 결제, 지불
* download, save as, get a copy, export, herunterladen, exportieren, telecharger, exporter, descargar, exportar, scarica, esporta, baixar, transferir, downloaden, exporteren, tai xuong, tai ve, ダウンロード, 下载, 下載, 다운로드, 내보내기
* upload, attach, import, hochladen, anhangen, importieren, televerser, joindre, importer, subir, adjuntar, importar, cargar, carica, allega, importa, carregar, anexar, enviar arquivo, uploaden, bijvoegen, tai len, dinh kem, アップロード, 添付, 上传, 上傳, 附加, 업로드, 첨부
* share, invite, teilen, einladen, partager, inviter, compartir, invitar, condividi, invita, compartilhar, partilhar, convidar, delen, uitnodigen, chia se, 共有, 招待, 分享, 邀请, 邀請, 공유, 초대
* copy, duplicate, clone, kopieren, duplizieren, copier, dupliquer, copiar, duplicar, copia, duplica, dupliceren, sao chep, コピー, 複製, 复制, 복사
* rename, umbenennen, renommer, cambiar nombre, renombrar, rinomina, renomear, hernoemen, doi ten, 名前を変更, 重命名, 이름 변경
* print, printable, drucken, imprimer, imprimir, stampa, afdrukken, 印刷, 打印, 列印, 인쇄
* refresh, reload, update, aktualisieren, neu laden, actualiser, recharger, actualizar, recargar, aggiorna, ricarica, atualizar, recarregar, vernieuwen, lam moi, tai lai, 更新, 再読み込み, 刷新, 重新整理, 새로고침
* undo, revert, restore, bring back, recover, ruckgangig, wiederherstellen, annuler, retablir, deshacer, restaurar, annulla, ripristina, desfazer, ongedaan maken, herstellen, hoan tac, khoi phuc, 元に戻す, 復元, 撤销, 恢复, 실행 취소, 복원
* clear, reset, empty, clean, zurucksetzen, leeren, reinitialiser, vider, restablecer, vaciar, limpiar, reimposta, svuota, redefinir, limpar, esvaziar, wissen, leegmaken, dat lai, クリア, リセット, 清除, 清空, 重置, 초기화, 비우기
* archive, archivieren, archiver, archivar, archivia, arquivar, archiveren, luu tru, アーカイブ, 归档, 封存, 보관
* publish, post, put online, release, veroffentlichen, publier, publicar, pubblica, publiceren, xuat ban, dang bai, 公開, 投稿, 发布, 發佈, 게시, 발행
* reply, answer, respond, antworten, repondre, responder, rispondi, antwoorden, beantwoorden, tra loi, 返信, 回复, 回覆, 답장
* forward, weiterleiten, transferer, reenviar, inoltra, encaminhar, doorsturen, chuyen tiep, 転送, 转发, 轉寄, 전달
* subscribe, follow, abonnieren, folgen, s abonner, suivre, suscribirse, seguir, iscriviti, segui, inscrever se, assinar, abonneren, volgen, dang ky theo doi, 購読, フォロー, 订阅, 訂閱, 关注, 구독, 팔로우
! unsubscribe, unfollow, opt out, abbestellen, se desabonner, darse de baja, cancelar suscripcion, disiscriviti, cancelar inscricao, afmelden, huy dang ky, 購読解除, 取消订阅, 退订, 구독 취소
* like, thumbs up, upvote, gefallt mir, j aime, me gusta, mi piace, curtir, gostar, leuk, thich, いいね, 点赞, 按讚, 좋아요
* bookmark, save for later, add to favorites, favorite, favourite, favourites, favorites, star, wish list, wishlist, watch later, read later, shortlist, starred, merken, merkliste, favoriten, lesezeichen, favori, favoris, favorito, favoritos, marcador, preferiti, preferito, salva per dopo, bewaren, favoriet, favorieten, yeu thich, お気に入り, ブックマーク, 收藏, 喜欢, 즐겨찾기, 찜
* report, flag, report abuse, complain, melden, signaler, denunciar, reportar, segnala, rapporteren, bao cao, 報告, 通報, 举报, 檢舉, 신고
* play, run, start, execute, launch, resume, abspielen, starten, ausfuhren, lire, lancer, executer, reproducir, iniciar, ejecutar, riproduci, avvia, esegui, reproduzir, executar, afspelen, uitvoeren, phat, chay, bat dau, 再生, 実行, 開始, 播放, 运行, 执行, 开始, 재생, 실행, 시작
* stop, pause, halt, end, anhalten, stoppen, arreter, detener, parar, ferma, interrompi, dung, tam dung, 停止, 一時停止, 暂停, 暫停, 정지, 중지
* mute, turn off the sound, silence, sound off, stummschalten, ton aus, couper le son, silenciar, disattiva audio, sem som, dempen, tat tieng, ミュート, 静音, 靜音, 음소거
* full screen, fullscreen, maximize, vollbild, plein ecran, pantalla completa, schermo intero, tela cheia, volledig scherm, toan man hinh, 全画面, 全屏, 전체 화면
* show, expand, reveal, unfold, display, more details, anzeigen, einblenden, aufklappen, afficher, deplier, mostrar, expandir, mostra, espandi, exibir, tonen, uitklappen, weergeven, hien, mo rong, 表示, 展開, 显示, 展开, 보기, 표시, 펼치기
* hide, collapse, fold, minimize, ausblenden, einklappen, masquer, replier, ocultar, contraer, nascondi, comprimi, esconder, recolher, verbergen, inklappen, thu gon, 非表示, 隠す, 隐藏, 折叠, 숨기기, 접기
* enable, turn on, activate, switch on, allow, einschalten, aktivieren, activer, activar, habilitar, attiva, abilita, ativar, inschakelen, activeren, bat, kich hoat, 有効, 启用, 開啟, 활성화, 켜기
* disable, turn off, deactivate, switch off, ausschalten, deaktivieren, desactiver, desactivar, deshabilitar, disattiva, desativar, uitschakelen, deactiveren, tat, vo hieu hoa, 無効, 禁用, 停用, 비활성화, 끄기
* filter, refine, narrow, filtern, filtrer, filtrar, filtra, filteren, loc, 絞り込み, フィルター, 筛选, 篩選, 필터
* sort, order by, sort by, arrange, sortieren, trier, ordenar, ordina, sorteren, sap xep, 並べ替え, 排序, 정렬
* compare, vergleichen, comparer, comparar, confronta, vergelijken, so sanh, 比較, 比较, 비교
* book, reserve, schedule, arrange, buchen, reservieren, termin, reserver, reservar, agendar, prenota, boeken, reserveren, dat cho, dat lich, 予約, 预订, 預訂, 预约, 예약
* apply, apply for, bewerben, anwenden, postuler, appliquer, solicitar, aplicar, candidati, applica, candidatar, solliciteren, toepassen, ung tuyen, ap dung, 応募, 適用, 申请, 应用, 지원, 적용
* skip, do it later, later, not now, maybe later, uberspringen, spater, passer, plus tard, omitir, mas tarde, salta, pular, overslaan, bo qua, スキップ, 後で, 跳过, 稍后, 건너뛰기, 나중에
* call, phone, ring, anrufen, appeler, llamar, chiama, ligar, bellen, goi, 電話, 致电, 전화
* contact, get in touch, chat, talk to, support, write to us, kontakt, kontaktieren, contacter, contacto, contactar, contatto, contattaci, contato, lien he, お問い合わせ, 联系, 聯絡, 문의, 연락
* preview, see how it looks, vorschau, apercu, vista previa, anteprima, pre visualizar, visualizar, voorbeeld, xem truoc, プレビュー, 预览, 預覽, 미리보기
* transfer, send money, move money, uberweisen, uberweisung, virement, transferer, transferir, transferencia, bonifico, trasferisci, overschrijven, overboeking, chuyen tien, chuyen khoan, 送金, 振込, 转账, 轉帳, 송금, 이체
* move, relocate, verschieben, deplacer, mover, sposta, verplaatsen, di chuyen, 移動, 移动, 이동
* select all, choose all, alle auswahlen, tout selectionner, seleccionar todo, seleziona tutto, selecionar tudo, alles selecteren, chon tat ca, すべて選択, 全选, 全選, 모두 선택
* unenroll, unenrol, leave, withdraw, drop out, abmelden, verlassen, se desinscrire, quitter, abandonar, abbandona, sair, verlaten, roi, 退会, 退出, 탈퇴
* install, set up, installieren, einrichten, installer, instalar, installa, configurar, installeren, cai dat, インストール, 安装, 安裝, 설치
* rate, review, write a review, leave a review, bewerten, bewertung, rezension, evaluer, avis, valorar, resena, opinion, recensione, recensisci, avaliar, avaliacao, beoordelen, beoordeling, danh gia, レビュー, 評価, 评价, 評論, 리뷰, 평가
* increase, raise, more, zoom in, plus, up, louder, erhohen, vergrossern, augmenter, aumentar, aumenta, verhogen, vergroten, tang, 増やす, 增加, 放大, 늘리기, 확대
* decrease, reduce, less, fewer, zoom out, minus, lower, down, quieter, verringern, verkleinern, diminuer, reducir, disminuir, diminuisci, riduci, diminuir, reduzir, verlagen, verkleinen, giam, 減らす, 减少, 缩小, 줄이기, 축소
* enlarge, zoom, bigger, vergrossern, agrandir, ampliar, ingrandisci, vergroten, phong to, 拡大, 확대
* rent, hire, lease, mieten, louer, alquilar, affitta, noleggia, alugar, huren, thue, 借りる, レンタル, 租, 대여
cart, basket, bag, trolley, shopping cart, shopping basket, warenkorb, einkaufswagen, panier, carrito, cesta, carrello, carrinho, winkelwagen, winkelmandje, gio hang, カート, 购物车, 購物車, 장바구니
settings, preferences, options, configuration, setup, einstellungen, parametres, reglages, ajustes, configuracion, preferencias, impostazioni, preferenze, configuracoes, definicoes, instellingen, voorkeuren, cai dat, 設定, 设置, 設置, 설정
account, profile, my account, user, konto, benutzerkonto, profil, compte, cuenta, perfil, profilo, conta, rekening, profiel, tai khoan, ho so, アカウント, プロフィール, 账户, 账号, 帳戶, 帐户, 계정, 프로필
password, passcode, passphrase, passwort, kennwort, mot de passe, contrasena, clave, senha, palavra passe, wachtwoord, mat khau, パスワード, 密码, 密碼, 비밀번호, 암호
username, user name, login name, user id, benutzername, nom d utilisateur, identifiant, usuario, nombre de usuario, nome utente, utente, nome de usuario, utilizador, gebruikersnaam, ten dang nhap, ten nguoi dung, ユーザー名, 用户名, 使用者名稱, 사용자 이름, 아이디
email, mail, e mail, email address, mail address, electronic mail, e mail adresse, courriel, adresse electronique, correo, correo electronico, posta elettronica, indirizzo email, e mailadres, thu dien tu, メール, メールアドレス, 邮箱, 电子邮件, 電子郵件, 이메일
phone, telephone, mobile, phone number, cell, telefon, telefonnummer, handy, portable, telefono, movil, cellulare, telefone, celular, telemovel, telefoon, dien thoai, so dien thoai, 電話番号, 电话, 手机, 電話, 전화번호
first name, given name, forename, vorname, prenom, nombre, nome, primeiro nome, voornaam, 名, 이름
last name, surname, family name, nachname, familienname, nom de famille, apellido, apellidos, cognome, sobrenome, apelido, achternaam, 姓, 성
name, full name, your name, recipient name, nom, nombre completo, nome e cognome, nome completo, naam, ho va ten, 氏名, 名前, 姓名, 성명
date of birth, birthday, birth date, birthdate, born, geburtsdatum, geburtstag, date de naissance, fecha de nacimiento, data di nascita, data de nascimento, geboortedatum, ngay sinh, 生年月日, 出生日期, 生日, 생년월일
address, street, street address, anschrift, adresse, strasse, rue, direccion, calle, indirizzo, endereco, morada, rua, adres, straat, dia chi, 住所, 地址, 주소
city, town, location, place, stadt, ort, ville, ciudad, localidad, citta, comune, cidade, stad, plaats, thanh pho, 市区町村, 城市, 도시
postcode, postal code, zip, zip code, postleitzahl, plz, code postal, codigo postal, cap, codice postale, cep, ma buu dien, 郵便番号, 邮编, 郵遞區號, 우편번호
country, region, nation, land, pays, pais, paese, nazione, quoc gia, 国, 国家, 國家, 국가
language, languages, sprache, langue, idioma, lingua, taal, ngon ngu, 言語, 语言, 語言, 언어
currency, wahrung, devise, moneda, divisa, valuta, moeda, tien te, 通貨, 货币, 통화
title, heading, headline, subject, titel, betreff, uberschrift, titre, objet, titulo, asunto, titolo, oggetto, assunto, onderwerp, tieu de, 件名, タイトル, 标题, 標題, 主题, 제목
description, details, about, beschreibung, descripcion, descrizione, descricao, beschrijving, omschrijving, mo ta, 説明, 描述, 설명
summary, excerpt, abstract, overview, zusammenfassung, resume, resumen, riepilogo, resumo, samenvatting, tom tat, 概要, 摘要, 요약
message, note, comment, notes, remark, feedback, nachricht, kommentar, notiz, hinweis, bemerkung, commentaire, remarque, mensaje, nota, comentario, messaggio, commento, mensagem, bericht, opmerking, reactie, tin nhan, binh luan, ghi chu, メッセージ, コメント, 备注, 评论, 消息, 留言, 메시지, 댓글
amount, sum, how much, total, betrag, summe, montant, somme, importe, cantidad, monto, importo, somma, valor, quantia, bedrag, so tien, 金額, 金额, 금액
quantity, number of, how many, count, qty, menge, anzahl, stuckzahl, quantite, nombre de, cantidad, quantita, numero di, quantidade, aantal, hoeveelheid, so luong, 数量, 數量, 수량
size, grosse, taille, tamano, talla, taglia, dimensione, tamanho, maat, grootte, kich thuoc, kich co, サイズ, 尺寸, 尺码, 사이즈, 크기
color, colour, farbe, couleur, colore, cor, kleur, mau, 色, 颜色, 顏色, 색상
price, cost, preis, prix, precio, prezzo, preco, prijs, gia, 価格, 价格, 價格, 가격
date, day, when, datum, jour, fecha, dia, giorno, data, dag, ngay, 日付, 日期, 날짜
due date, deadline, due, due by, falligkeitsdatum, frist, echeance, date limite, fecha limite, vencimiento, scadenza, prazo, data de vencimento, vervaldatum, uiterste datum, han chot, 期限, 締切, 截止日期, 마감일
departure, depart, outbound, leave, hinflug, abreise, abflug, aller, salida, ida, partenza, andata, partida, vertrek, heenreis, khoi hanh, 出発, 出发, 出發, 출발
return, inbound, come back, fly back, ruckflug, ruckreise, vuelta, regreso, ritorno, volta, regresso, terugreis, khu hoi, 帰り, 返程, 回程, 귀국
destination, to, where to, arrival, ziel, nach, destino, llegada, destinazione, arrivo, chegada, bestemming, diem den, 目的地, 到着, 도착지
origin, from, start from, where from, leaving from, abfahrt, von, origine, origen, partenza, origem, vertrekpunt, diem di, 出発地, 出发地, 출발지
priority, urgency, importance, prioritat, priorite, prioridad, priorita, prioridade, prioriteit, uu tien, 優先度, 优先级, 優先, 우선순위
category, topic, tag, kategorie, thema, categorie, categoria, tema, onderwerp, danh muc, カテゴリ, 分类, 類別, 카테고리
assignee, assign, assigned to, responsible, owner, zustandig, assigner, responsable, assegnatario, responsavel, toegewezen, nguoi phu trach, 担当者, 负责人, 담당자
file, document, attachment, datei, dokument, anhang, fichier, piece jointe, archivo, fichero, documento, adjunto, allegato, arquivo, ficheiro, anexo, bestand, bijlage, tep, tai lieu, ファイル, 文書, 文件, 附件, 文档, 파일, 문서
folder, directory, ordner, verzeichnis, dossier, repertoire, carpeta, cartella, pasta, thu muc, フォルダ, 文件夹, 資料夾, 폴더
picture, image, photo, avatar, cover, bild, foto, titelbild, imagen, immagine, foto di copertina, imagem, afbeelding, hinh, anh, 画像, 写真, 图片, 圖片, 照片, 사진, 이미지
video, movie, film, clip, recording, lecture, aufnahme, enregistrement, grabacion, registrazione, gravacao, opname, ghi hinh, 動画, 视频, 影片, 동영상
task, to do, todo, issue, ticket, card, aufgabe, tache, tarea, attivita, tarefa, taak, cong viec, nhiem vu, タスク, 任务, 任務, 작업, 할 일
project, board, projekt, projet, proyecto, progetto, projeto, du an, プロジェクト, 项目, 專案, 프로젝트
thread, topic, discussion, conversation, diskussion, thema, sujet, discusion, hilo, discussione, topico, discussao, discussie, chu de, スレッド, 话题, 주제
team, people, members, group, colleagues, mitglieder, gruppe, equipe, membres, equipo, miembros, squadra, membri, grupo, membros, leden, nhom, thanh vien, チーム, メンバー, 团队, 成员, 팀, 회원
user, person, teammate, colleague, coworker, member, benutzer, mitglied, utilisateur, membre, usuario, miembro, utente, membro, utilizador, gebruiker, nguoi dung, ユーザー, 用户, 사용자
notifications, alerts, alert, notify, reminder, benachrichtigungen, alertes, notificaciones, avisos, notifiche, avvisi, notificacoes, alertas, meldingen, thong bao, 通知, 알림
inbox, mailbox, messages, posteingang, postfach, boite de reception, messagerie, bandeja de entrada, posta in arrivo, caixa de entrada, postvak in, hop thu, 受信トレイ, 收件箱, 收件匣, 받은편지함
draft, drafts, unfinished, entwurf, entwurfe, brouillon, brouillons, borrador, borradores, bozza, bozze, rascunho, concept, ban nhap, 下書き, 草稿, 임시보관
junk, spam, unwanted, werbung, courrier indesirable, correo no deseado, posta indesiderata, lixo eletronico, ongewenst, thu rac, 迷惑メール, 垃圾邮件, 스팸
trash, bin, wastebasket, recycle bin, deleted, papierkorb, corbeille, papelera, cestino, lixeira, prullenbak, thung rac, ゴミ箱, 回收站, 資源回收筒, 휴지통
history, revisions, past, activity, log, versions, verlauf, versionen, historique, historial, cronologia, historico, geschiedenis, lich su, 履歴, 历史, 歷史, 기록
help, support, faq, guide, assistance, how to, hilfe, aide, ayuda, aiuto, assistenza, ajuda, hulp, tro giup, ho tro, ヘルプ, 帮助, 幫助, 説明, 도움말
documentation, docs, manual, reference, handbook, guide, dokumentation, handbuch, manuel, documentacion, manuale, documentazione, documentacao, documentatie, handleiding, tai lieu, ドキュメント, 文档, 說明文件, 문서
privacy, privacy policy, data protection, datenschutz, confidentialite, vie privee, privacidad, proteccion de datos, riservatezza, privacidade, rieng tu, プライバシー, 隐私, 隱私, 개인정보
terms, terms of service, terms and conditions, t c s, conditions, agb, nutzungsbedingungen, conditions generales, condiciones, terminos, termini, condizioni, termos, condicoes, voorwaarden, dieu khoan, 利用規約, 条款, 條款, 약관
rules, guidelines, policy, regeln, richtlinien, regles, reglas, normas, regole, regras, regels, quy dinh, 規則, 规则, 규칙
cookies, cookie, privacy popup, optional cookies, non essential
home, start page, main page, homepage, startseite, accueil, inicio, pagina iniziale, startpagina, trang chu, ホーム, 首页, 首頁, 홈
news, announcements, latest, updates, nachrichten, neuigkeiten, ankundigungen, actualites, annonces, noticias, anuncios, notizie, annunci, novidades, nieuws, aankondigingen, tin tuc, ニュース, お知らせ, 新闻, 公告, 뉴스, 공지
pricing, plans, prices, preise, tarife, tarifs, precios, planes, prezzi, piani, precos, planos, prijzen, bang gia, 料金, 定价, 價格, 요금
subscription, plan, membership, billing, abo, abonnement, suscripcion, abbonamento, assinatura, goi dang ky, サブスクリプション, 订阅, 套餐, 구독
invoice, bill, receipt, statement, statements, rechnung, facture, factura, recibo, fattura, ricevuta, fatura, factuur, hoa don, 請求書, 发票, 發票, 청구서
order, orders, purchases, bestellung, bestellungen, commande, commandes, pedido, pedidos, ordine, ordini, encomenda, bestelling, bestellingen, don hang, 注文, 订单, 訂單, 주문
coupon, promo, promo code, discount, discount code, voucher, gutschein, rabatt, rabattcode, code promo, bon de reduction, remise, cupon, codigo de descuento, descuento, buono, codice sconto, sconto, cupom, desconto, kortingscode, korting, ma giam gia, クーポン, 优惠券, 優惠, 쿠폰
gift, present, geschenk, cadeau, regalo, presente, qua, ギフト, 礼物, 선물
delivery, shipping, dispatch, lieferung, versand, livraison, expedition, envio, entrega, spedizione, consegna, levering, verzending, giao hang, 配送, 送料, 배송
reviews, ratings, what customers say, opinions, customer reviews, bewertungen, avis, opiniones, resenas, recensioni, avaliacoes, beoordelingen, danh gia, レビュー, 评价, 評論, 리뷰
specifications, technical data, specs, technische daten, caracteristiques, fiche technique, especificaciones, ficha tecnica, specifiche, dati tecnici, especificacoes, specificaties, thong so, 仕様, 规格, 規格, 사양
dark mode, theme, appearance, dunkelmodus, darstellung, mode sombre, apparence, modo oscuro, apariencia, modo scuro, aspetto, modo escuro, aparencia, donkere modus, weergave, che do toi, giao dien, ダークモード, 外观, 外觀, 테마
security, authentication, two factor, two step, 2fa, sicherheit, securite, seguridad, sicurezza, seguranca, beveiliging, bao mat, セキュリティ, 安全, 보안
calendar, schedule, appointments, agenda, kalender, calendrier, calendario, lich, カレンダー, 日历, 行事曆, 캘린더
meeting, appointment, event, termin, besprechung, rendez vous, reunion, cita, riunione, appuntamento, reuniao, afspraak, vergadering, cuoc hop, 会議, 予定, 会议, 회의
more options, more, menu, actions, options, more actions, context menu, mehr, weitere, plus d options, mas, mas opciones, altro, altre azioni, mais, meer, その他, 更多, 더보기
remember me, keep me signed in, stay signed in, stay logged in, keep me logged in, angemeldet bleiben, eingeloggt bleiben, rester connecte, se souvenir de moi, recordarme, mantener sesion, ricordami, resta connesso, lembrar me, manter conectado, onthoud mij, ingelogd blijven, ghi nho, ログイン状態を保持, 记住我, 記住我, 로그인 유지
forgot password, forgot your password, forgotten password, can t remember, recover password, reset password, lost password, passwort vergessen, mot de passe oublie, olvidaste tu contrasena, he olvidado, password dimenticata, esqueceu a senha, esqueci minha senha, wachtwoord vergeten, quen mat khau, パスワードを忘れ, 忘记密码, 忘記密碼, 비밀번호 찾기
newsletter, mailing list, offers by email, lettre d information, infolettre, boletin, nieuwsbrief, ban tin, メルマガ, 邮件订阅, 뉴스레터
source, sources, references, citations, bibliography, quellen, fuentes, referencias, fonti, bronnen, nguon, 出典, 来源, 參考, 출처
author, writer, autor, auteur, autore, tac gia, 著者, 作者, 저자
chart, graph, plot, diagramm, graphique, grafico, grafiek, bieu do, グラフ, 图表, 圖表, 차트
report, statistics, analytics, stats, bericht, statistik, rapport, statistiques, informe, estadisticas, rapporto, statistiche, relatorio, estatisticas, statistieken, thong ke, レポート, 统计, 報表, 통계
spreadsheet, csv, excel, xlsx, table file, tabelle, tableur, hoja de calculo, foglio di calcolo, planilha, bang tinh
karte, carte, mapa, mappa, kaart, ban do, 地図, 地图, 地圖, 지도
captions, subtitles, untertitel, sous titres, subtitulos, sottotitoli, legendas, ondertiteling, phu de, 字幕, 자막
luggage, baggage, bags, suitcase, gepack, bagages, equipaje, bagaglio, bagagem, bagage, hanh ly, 荷物, 手荷物, 行李, 수하물
passenger, passengers, travelers, travellers, guests, adults, adult, passagiere, reisende, gaste, passagers, voyageurs, pasajeros, viajeros, huespedes, passeggeri, ospiti, passageiros, hospedes, passagiers, reizigers, gasten, hanh khach, khach, 乗客, 乘客, 人数, 승객
car, vehicle, auto, voiture, coche, macchina, carro, xe, 車, 汽车, 자동차
recipient, beneficiary, payee, receiver, empfanger, beguenstigter, destinataire, beneficiaire, destinatario, beneficiario, ontvanger, begunstigde, nguoi nhan, 受取人, 收款人, 收件人, 받는 사람
iban, account number, kontonummer, numero de compte, numero de cuenta, numero di conto, numero da conta, rekeningnummer, so tai khoan, 口座番号, 账号, 계좌번호
balance, credit, guthaben, kontostand, solde, saldo, so du, 残高, 余额, 餘額, 잔액
cv, resume, curriculum, lebenslauf, curriculum vitae, ho so xin viec, 履歴書, 简历, 이력서
job, jobs, position, vacancy, vacancies, career, stelle, stellen, stellenangebote, emploi, offre d emploi, poste, empleo, trabajo, lavoro, offerta di lavoro, vaga, emprego, vacature, baan, viec lam, 求人, 职位, 職缺, 채용
remote, home office, work from home, homeoffice, teletravail, teletrabajo, lavoro da remoto, trabalho remoto, thuiswerken, lam viec tu xa, リモート, 远程, 원격
grades, marks, results, scores, noten, notes, calificaciones, notas, voti, cijfers, diem, 成績, 成绩, 성적
homework, assignment, submission, exercise, hausaufgabe, devoir, devoirs, tarea, deberes, compiti, dever de casa, huiswerk, bai tap, 宿題, 作业, 과제
quiz, test, exam, prufung, examen, epreuve, esame, prova, toets, bai kiem tra, テスト, 测验, 考试, 시험
photo album, gallery, galerie, galeria, galleria, album, galerij, thu vien anh, ギャラリー, 相册, 갤러리
visibility, who can see, private, public, sichtbarkeit, visibilite, visibilidad, visibilita, visibilidade, zichtbaarheid, hien thi, 公開範囲, 可见性, 공개 범위
label, tag, badge, etikett, etiquette, etiqueta, etichetta, nhan, ラベル, 标签, 標籤, 라벨
license, licence, lizenz, licencia, licenza, licenca, licentie, giay phep, ライセンス, 许可证, 라이선스
all, everything, every, alle, alles, tout, tous, toutes, todo, todos, todas, tutti, tutto, tudo, tat ca, すべて, 全部, 모두
only, just, nur, uniquement, seulement, solo, solamente, apenas, somente, alleen, のみ, 仅, 만
again, repeat, once more, retype, erneut, wiederholen, nochmal, repeter, de nouveau, repetir, otra vez, ripeti, di nuovo, de novo, opnieuw, herhaal, 再, 再入力, 再次, 다시
direct, non stop, nonstop, no stopovers, without stops, direktflug, sans escale, sin escalas, diretto, sem escalas, rechtstreeks, bay thang, 直行, 直飞, 직항
maximum, max, upper limit, at most, highest, hochstens, hochst, maximal, maximo, massimo, hoogste, toi da, 最大, 最高, 최대
minimum, min, lower limit, at least, lowest, mindestens, minimal, minimo, laagste, toi thieu, 最小, 最低, 최소
newest, latest, most recent, neueste, plus recent, mas reciente, piu recente, mais recente, nieuwste, moi nhat, 最新, 최신
oldest, alteste, plus ancien, mas antiguo, piu vecchio, mais antigo, oudste, cu nhat, 最も古い, 最旧, 오래된
member, members, community, mitglied, communaute, comunidad, comunita, comunidade, gemeenschap, cong dong, コミュニティ, 社区, 커뮤니티
people, participants, attendees, who else, teilnehmer, participantes, partecipanti, deelnemers, nguoi tham gia, 参加者, 参与者, 참가자
marketplace, for sale, classifieds, marktplatz, petites annonces, mercado, mercatino, marktplaats, マーケット, 市场, 장터
website, url, web address, homepage address, webseite, site web, sitio web, sito web, site, trang web, ウェブサイト, 网址, 網址, 웹사이트
export, extract, take out, sichern, exporter, exportar, esporta, exporteren, xuat, エクスポート, 导出, 匯出, 내보내기
live, real time, realtime, instant, right now, immediately, at once, echtzeit, sofort, temps reel, instantane, tiempo real, inmediato, tempo reale, istantaneo, tempo real, direct, tuc thi, truc tiep, リアルタイム, 即時, 实时, 실시간
recurring, standing orders, regular, repeating, dauerauftrag, wiederkehrend, recurrent, virement permanent, recurrente, ricorrente, recorrente, terugkerend, dinh ky, 定期, 定期的, 定期付款, 정기
column, list, spalte, liste, colonne, columna, lista, colonna, coluna, kolom, cot, 列, 列表, 목록
section, chapter, abschnitt, kapitel, chapitre, seccion, capitulo, sezione, capitolo, secao, sectie, hoofdstuk, phan, chuong, セクション, 章节, 섹션
talk, discuss, discussion, diskutieren, discuter, debatir, discuti, discutir, bespreken, thao luan, 議論, 讨论, 토론
surprise, random, any, zufallig, au hasard, aleatorio, casuale, willekeurig, ngau nhien, おまかせ, 随机, 무작위
tiles, grid, cards, kacheln, raster, grille, mosaique, cuadricula, griglia, grade, tegels, luoi, グリッド, 网格, 그리드
time period, date range, time range, zeitraum, periode, plage de dates, intervalo de fechas, periodo, intervallo, tijdsperiode, khoang thoi gian, 期間, 时间范围, 기간
activity, activities, aktivitat, activite, actividad, attivita, atividade, activiteit, hoat dong, アクティビティ, 活动, 활동
finish, done, complete, ready, fertig, abschliessen, terminer, finir, terminar, finalizar, listo, fine, completa, concluir, pronto, klaar, voltooien, hoan thanh, xong, 完了, 完成, 완료
`

// opposites are pairs of which one on an element speaks against it when the intent holds the other.
const oppositeTable = `
sign in, sign up
sign in, sign out
sign out, sign up
accept, reject
next, previous
increase, decrease
start, stop
play, stop
show, hide
enable, disable
import, export
upload, download
undo, redo
add, remove
create, delete
save, delete
edit, delete
save, cancel
submit, cancel
accept, cancel
confirm, cancel
expand, collapse
buy, rent
like, dislike
yes, no
on, off
open, close
maximum, minimum
credit, debit
publish, unpublish
follow, unfollow
subscribe, unsubscribe
first, last
newest, oldest
public, private
first name, last name
departure, return
from, to
incoming, outgoing
sent, received
mute, unmute
lock, unlock
zoom in, zoom out
satisfied, dissatisfied
archive, unarchive
up, down
left, right
email, phone
password, email
username, password
city, country
approve, reject
grant, revoke
minimize, maximize
connect, disconnect
`

// moreActions are things that are done and belong to no concept, as words on elements.
const moreActions = `manage log continue update sync verify move customize hide order return translate block unblock paste connect disconnect
	toggle submit rename revoke retry resize refund track deny discard request complete unpublish maximize regenerate swap claim ignore
	approve generate lock unlock rotate cut replace crop terminate unarchive detach merge fork pin unpin compose donate vote
	reboot destroy abort deploy upgrade downgrade switch export import`

// destructiveWords take something away, besides the concepts that do.
const destructiveWords = `terminate reset revoke uninstall unsubscribe deactivate block unenroll clear empty purge drop cancel ban kick suspend close`
