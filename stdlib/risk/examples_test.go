package risk

import (
	"strings"
	"testing"
)

// example is what a gate sees: the intent, the name of the element, and its role (a button where nothing is said).
type example struct{ intent, name string }

var examples = map[string]struct{ risky, harmless []example }{
	"en": {
		risky: []example{
			{"delete the account", "Delete account"}, {"place the order", "Place order"}, {"confirm the payment", "Confirm payment"},
			{"publish the post", "Publish"}, {"send the invoice to the customer", "Send invoice"}, {"rotate the api key", "Rotate key"},
			{"cancel the subscription", "Cancel subscription"}, {"deactivate the workspace", "Deactivate workspace"},
			{"remove a teammate from the project", "Remove"}, {"refund the customer", "Refund"},
			{"cancel my subscription", "Continue"}, {"stop the plan", "Cancel my premium yearly plan"}, {"open the menu", "Delete"},
			{"clean up", "Erase all data"}, {"clean up", "Wipe device"}, {"clean up", "Uninstall"}, {"clean up", "Empty trash"},
			{"get rid of it", "Move to trash"}, {"finish", "Buy now"}, {"finish", "Pay $20.00"}, {"finish", "Proceed to checkout"},
			{"move money", "Transfer"}, {"move money", "Withdraw funds"}, {"give", "Donate"}, {"travel", "Book now"}, {"finish", "Submit order"},
			{"finish", "Place your order"}, {"follow", "Subscribe"}, {"stop", "Unsubscribe"}, {"Deleting the row", "OK"}, {"make two payments", "OK"},
			{"request a payout", "Go"}, {"do it", "delete_account"}, {"do it", "pay_now"}, {"do it", "payNow"}, {"do it", "DeleteAccount"},
			{"do it", "delete-account"}, {"share the board", "Share"}, {"add people", "Invite"}, {"add a picture", "Upload"},
			{"write", "Post comment"}, {"let them in", "Approve"}, {"let them in", "Grant access"}, {"lock them out", "Revoke"},
			{"leave", "Close my account"}, {"pay less", "Downgrade plan"}, {"new key", "Reset API key"}, {"new key", "Regenerate secret"},
			{"new password", "Reset password"}, {"DELETE", "X"}, {"go on", "\U0001f5d1"}, {"go on", "\U0001f5d1\ufe0f"}, {"go on", "\U0001f4b3"}, {"do it", "Ｄｅｌｅｔｅ"}, {"do it", "De\u00adle\u200bte"}, {"do it", "Dele\u0301te delete"},
		},
		harmless: []example{
			{"close the sidebar", "Close"}, {"save the profile form", "Save"}, {"edit the second row", "Edit"}, {"archive the project", "Archive"},
			{"open the more actions menu", "More actions"}, {"discard the changes", "Cancel"}, {"Cancel the changes to my account", "Cancel"},
			{"submit the form", "Submit"}, {"Sign in to the existing account", "Sign in"}, {"open the drop-down", "Country"}, {"open it", "Dropdown menu"},
			{"look up the share price", "AAPL"}, {"Ask: post about Go", "Ask: post"}, {"read the blog post", "Read more"}, {"Type the payment amount", "Payment amount"},
			{"Choose the payment method", "Payment method"}, {"repeat it", "Confirm password"}, {"see deleted items", "Deleted items"}, {"read", "Sent"},
			{"open the account menu", "Account"}, {"Search the documentation", "Quick search"}, {"Execute the request", "Execute"}, {"open", "Undeletable"},
			{"finish", "Done"}, {"tick off", "Mark as done"}, {"remove the filter", "\U0001f5d1"}, {"open the bin", "\U0001f5d1 Bin settings"}, {"close it", "\u274c"},
			{"Open the Library Reference", "Library Reference"}, {"read about payloads", "Payload"}, {"show shareholders", "Shareholders"}, {"Log out", "Sign out"},
			{"go on", "Continue"}, {"filter", "Apply filters"}, {"tick it", "Remember me"}, {"Open the order history", "Orders"},
		},
	},
	"vi": {
		risky: []example{
			{"xóa tài khoản", "Xóa tài khoản"}, {"thanh toán hóa đơn", "Thanh toán"}, {"hủy gói đăng ký", "Hủy gói"}, {"dọn", "Xoá"},
			{"xóa tài khoản", "OK"}, {"chuyển", "Chuyển tiền"}, {"mua", "Mua ngay"}, {"viết", "Gửi"}, {"viết", "Đăng bài"}, {"thêm", "Mời thành viên"},
			{"trả lại", "Hoàn tiền"}, {"thôi", "Hủy đăng ký"}, {"rời", "Đóng tài khoản"}, {"khóa mới", "Đặt lại mật khẩu"}, {"đồng ý", "Phê duyệt"}, {"tệp", "Tải lên"},
		},
		harmless: []example{
			{"mở cài đặt", "Cài đặt"}, {"lưu hồ sơ", "Lưu"}, {"bỏ thay đổi", "Hủy"}, {"đăng nhập", "Đăng nhập"}, {"tìm kiếm", "Tìm kiếm"}, {"đóng thanh bên", "Đóng"},
			{"mở trình duyệt", "Trình duyệt"}, {"mua sắm tiếp", "Tiếp tục mua sắm"}, {"nhập lại", "Xác nhận mật khẩu"}, {"tải xuống", "Tải xuống"},
		},
	},
	"de": {
		risky: []example{
			{"das konto löschen", "Konto löschen"}, {"die rechnung bezahlen", "Bezahlen"}, {"das abo kündigen", "Abo kündigen"}, {"Konto schließen", "Konto schließen"},
			{"weg", "KONTO SCHLIESSEN"}, {"weg", "Entfernen"}, {"kaufen", "Jetzt kaufen"}, {"kaufen", "Zahlungspflichtig bestellen"}, {"geld", "Überweisen"},
			{"geld", "Geld senden"}, {"bild", "Hochladen"}, {"leute", "Einladen"}, {"text", "Veröffentlichen"}, {"text", "Teilen"}, {"ja", "Genehmigen"}, {"ja", "Zugriff widerrufen"},
			{"reise", "Stornieren"}, {"neu", "Passwort zurücksetzen"}, {"neu", "API-Schlüssel erneuern"}, {"leer", "Papierkorb leeren"},
		},
		harmless: []example{
			{"einstellungen öffnen", "Einstellungen"}, {"das Formular absenden", "Absenden"}, {"abbrechen", "Abbrechen"}, {"anmelden", "Anmelden"}, {"menü schließen", "Schließen"},
			{"speichern", "Speichern"}, {"wiederholen", "Passwort bestätigen"}, {"Änderungen verwerfen", "Verwerfen"}, {"lesen", "Gelöschte Elemente"}, {"lesen", "Angekündigt"},
			{"Zahlungsart wählen", "Zahlungsart"}, {"ansehen", "Bestellungen"}, {"ins Konto", "Mein Konto"},
		},
	},
	"fr": {
		risky: []example{
			{"supprimer le compte", "Supprimer le compte"}, {"payer la facture", "Payer"}, {"arrêter", "Annuler l’abonnement"}, {"arrêter", "Résilier"}, {"écrire", "Envoyer"},
			{"acheter", "Acheter maintenant"}, {"argent", "Virement"}, {"argent", "Rembourser"}, {"texte", "Publier"}, {"texte", "Partager"}, {"gens", "Inviter"}, {"photo", "Téléverser"},
			{"oui", "Approuver"}, {"oui", "Autoriser l'accès"}, {"partir", "Fermer mon compte"}, {"clé", "Réinitialiser la clé"}, {"lire", "S'abonner"}, {"vider", "Vider la corbeille"},
			{"commande", "Passer la commande"}, {"effacer", "Effacer"},
		},
		harmless: []example{
			{"ouvrir les réglages", "Réglages"}, {"enregistrer", "Enregistrer"}, {"annuler les modifications", "Annuler"}, {"valider le formulaire", "Valider"}, {"se connecter", "Connexion"},
			{"régler le volume", "Volume"}, {"mot de passe", "Confirmer le mot de passe"}, {"choisir", "Moyens de paiement"}, {"fermer le menu", "Fermer"}, {"créer un compte", "Créer un compte"},
		},
	},
	"es": {
		risky: []example{
			{"eliminar la cuenta", "Eliminar cuenta"}, {"pagar la factura", "Pagar"}, {"parar", "Cancelar suscripción"}, {"escribir", "Enviar"}, {"comprar", "Comprar ahora"},
			{"dinero", "Transferir"}, {"dinero", "Reembolsar"}, {"texto", "Publicar"}, {"texto", "Compartir"}, {"gente", "Invitar"}, {"foto", "Subir archivo"}, {"sí", "Aprobar"}, {"sí", "Autorizar"},
			{"salir", "Cerrar mi cuenta"}, {"salir", "Darse de baja"}, {"clave", "Restablecer contraseña"}, {"vaciar", "Vaciar la papelera"}, {"borrar", "Borrar"}, {"pedido", "Realizar pedido"},
		},
		harmless: []example{
			{"abrir ajustes", "Ajustes"}, {"guardar", "Guardar"}, {"cancelar los cambios", "Cancelar"}, {"iniciar sesión", "Iniciar sesión"}, {"cerrar el menú", "Cerrar"},
			{"subir", "Ir arriba"}, {"elegir", "Método de pago"}, {"repetir", "Confirmar contraseña"}, {"mi cuenta", "Cuenta"}, {"buscar", "Buscar"},
		},
	},
	"pt": {
		risky: []example{
			{"excluir a conta", "Excluir a conta"}, {"pagar a fatura", "Pagar"}, {"parar", "Cancelar assinatura"}, {"escrever", "Enviar"}, {"comprar", "Comprar agora"}, {"dinheiro", "Transferir"},
			{"dinheiro", "Reembolsar"}, {"texto", "Publicar"}, {"texto", "Compartilhar"}, {"gente", "Convidar"}, {"foto", "Carregar ficheiro"}, {"sim", "Aprovar"}, {"sair", "Encerrar conta"},
			{"chave", "Redefinir senha"}, {"lixo", "Esvaziar lixeira"}, {"apagar", "Apagar"}, {"remover", "Remover"}, {"pedido", "Finalizar pedido"},
		},
		harmless: []example{
			{"abrir configurações", "Configurações"}, {"salvar", "Salvar"}, {"cancelar as alterações", "Cancelar"}, {"entrar", "Entrar"}, {"fechar o menu", "Fechar"},
			{"escolher", "Formas de pagamento"}, {"repetir", "Confirmar senha"}, {"minha conta", "Minha conta"}, {"subir", "Voltar ao topo"}, {"pesquisar", "Pesquisar"},
		},
	},
	"ja": {
		risky: []example{
			{"アカウントを削除", "削除"}, {"支払う", "支払"}, {"やめる", "解約する"}, {"書く", "送信"}, {"書く", "投稿する"}, {"買う", "今すぐ購入"}, {"お金", "送金"}, {"お金", "返金"}, {"写真", "アップロード"},
			{"人", "招待"}, {"文章", "公開する"}, {"文章", "共有"}, {"はい", "承認"}, {"やめる", "サブスクリプションをキャンセル"}, {"やめる", "退会"}, {"鍵", "APIキーを再発行"}, {"鍵", "パスワードのリセット"},
			{"消す", "ｱﾝｲﾝｽﾄｰﾙ"}, {"終わる", "注文を確定"},
		},
		harmless: []example{
			{"設定を開く", "設定"}, {"保存", "保存する"}, {"変更を破棄", "キャンセル"}, {"ログイン", "ログイン"}, {"検索", "検索"}, {"入力", "支払い方法"}, {"見る", "購入履歴"}, {"見る", "非公開"}, {"閉じる", "閉じる"},
		},
	},
	"zh": {
		risky: []example{
			{"删除账户", "删除账户"}, {"付款", "付款"}, {"停止", "取消订阅"}, {"写", "发送"}, {"离开", "注销账号"}, {"刪除", "刪除帳號"}, {"买", "立即购买"}, {"钱", "转账"}, {"錢", "匯款"}, {"钱", "退款"},
			{"图", "上传"}, {"人", "邀请"}, {"文", "发布"}, {"文", "分享"}, {"是", "批准"}, {"是", "授权"}, {"钥", "重置密钥"}, {"鑰", "重設密碼"}, {"清", "清空回收站"}, {"买", "提交订单 下单"},
		},
		harmless: []example{
			{"打开设置", "设置"}, {"保存", "保存"}, {"放弃更改", "取消"}, {"登录", "登录"}, {"搜索", "搜索"}, {"选择", "支付方式"}, {"撤销上一步", "撤销"}, {"关闭菜单", "关闭"}, {"输入密码", "密码"}, {"退出", "退出登录"},
		},
	},
	"ko": {
		risky: []example{
			{"계정 삭제", "삭제"}, {"결제", "결제"}, {"그만", "구독 취소"}, {"쓰기", "보내기"}, {"떠나기", "회원 탈퇴"}, {"사기", "구매하기"}, {"돈", "송금"}, {"돈", "환불"}, {"사진", "업로드"}, {"사람", "초대"},
			{"글", "게시하기"}, {"글", "공유"}, {"네", "승인"}, {"그만", "요금제 해지"}, {"키", "토큰 재발급"}, {"키", "비밀번호 재설정"}, {"비우기", "휴지통 비우기"}, {"삭제", "확인"},
		},
		harmless: []example{
			{"설정 열기", "설정"}, {"저장", "저장"}, {"변경 취소", "취소"}, {"로그인", "로그인"}, {"검색", "검색"}, {"선택", "결제 수단"}, {"보기", "게시판"}, {"보기", "게시물"}, {"닫기", "닫기"}, {"보기", "구매 내역"},
		},
	},
}

func subject(e example) Subject { return Subject{Intent: e.intent, Name: e.name, Role: "button"} }

func TestEveryLanguage(t *testing.T) {
	list := Builtin()
	for _, lang := range languages {
		ex, ok := examples[lang.code]
		if !ok {
			continue // the table of the gate holds the others
		}
		for _, e := range ex.risky {
			if _, ok := list.Check(subject(e)); !ok {
				t.Errorf("%s: %q, %q is risky and was let through", lang.code, e.intent, e.name)
			}
		}
		for _, e := range ex.harmless {
			if f, ok := list.Check(subject(e)); ok {
				t.Errorf("%s: %q, %q is harmless and matched %s", lang.code, e.intent, e.name, f.Pattern)
			}
		}
	}
}

func TestTheWordsSurviveDecomposition(t *testing.T) {
	list := Builtin()
	for code, ex := range examples {
		for _, e := range ex.risky {
			for form, s := range map[string]Subject{
				"decomposed": {Intent: nfd(e.intent), Name: nfd(e.name), Role: "button"},
				"upper case": {Intent: strings.ToUpper(e.intent), Name: strings.ToUpper(e.name), Role: "button"},
			} {
				if form == "upper case" && (strings.Contains(e.name, "Now") || strings.Contains(e.name, "Account")) {
					continue // PAYNOW is no longer two words
				}
				if _, ok := list.Check(s); !ok {
					t.Errorf("%s: %q in %s was let through", code, s.Name, form)
				}
			}
		}
	}
}
