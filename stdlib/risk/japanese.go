package risk

// Japanese puts no spaces between words, so its patterns have no word boundaries. 破棄 mostly throws unsaved
// changes away and 確認 mostly means to look at something; both count only next to what makes them risky.
var japanese = language{
	code: "ja",
	meanings: []meaning{
		{remove, []string{`削除|消去|抹消|除去|取り除|アンインストール|初期化する|(?:ゴミ箱|ごみ箱)(?:を空|に移動|に入れ)|データを?破棄`}},
		{pay, []string{`支払|支払い|購入|買う|決済|送金|振込|振り込|返金|払い戻|出金|引き出す|寄付|課金|注文する|注文を?確定|予約する|予約を?確定|今すぐ予約|売却`}},
		{send, []string{`送信|送る|送付|投稿|公開|共有|シェアする|招待|アップロード|配信する`}},
		{approve, []string{`承認|許可|認可|権限を?付与|付与する|剥奪|取り上げ|失効させ|(?:注文|購入|支払い?|送金|予約|取引)(?:内容)?(?:を|の)?(?:確認|確定)`}},
		{end, []string{`解約|退会|脱退|配信停止|(?:アカウント|口座|ワークスペース)(?:を|の)?(?:閉鎖|閉じ|停止|無効|解除|終了)`,
			`(?:購読|サブスクリプション|サブスク|定期購入|契約|予約|注文|プラン|会員登録|メンバーシップ)(?:を|の)?(?:キャンセル|解除|取り消|取消|終了|ダウングレード)`}},
		{rotate, []string{`(?:キー|鍵|トークン|パスワード|認証情報|資格情報|シークレット)(?:を|の)?(?:リセット|再設定|再生成|再発行|ローテーション|ローテート|無効)`}},
	},
	harmless: []string{"支払い方法", "支払方法", "支払い履歴", "購入履歴", "送信済み", "公開日", "非公開", "未公開", "共有設定"},
}
