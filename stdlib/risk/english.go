package risk

var english = language{
	code: "en",
	meanings: []meaning{
		{remove, []string{
			words("delet(?:e|es|ing|ion)", "remov(?:e|es|ing|al)", "eras(?:e|es|ing|ure)", "wip(?:e|es|ing)",
				"destroy(?:s|ing)?", "purg(?:e|es|ing)", "uninstall(?:s|ing)?", "drop(?:s|ping)?", "factory reset",
				"empty(?: the| your)? (?:trash|bin|recycle bin)", "unenrol(?:l|ls|ling)?"),
			`\b(?:move|moves|moving|send|put|throw)(?: \S+){0,5} (?:to|in|into)(?: the| your)? (?:trash|bin)\b`,
		}},
		{pay, []string{
			words("pay(?:s|ing)?", "payments?", "payouts?", "repay(?:ing|ment)?", "purchas(?:e|es|ing)", "buy(?:s|ing)?",
				"checkout", "check out now", "transfer(?:s|ring)?", "withdraw(?:s|al|als|ing)?", "refund(?:s|ing)?",
				"donat(?:e|es|ing|ion|ions)", "sell(?:s|ing)?", "subscribe", "top up",
				"order now", "book now", "book and pay", "pre order"),
			`\b(?:place|submit|complete|finish|confirm|send)(?: \S+){0,2} (?:orders?|bids?|bets?|bookings?|reservations?)\b`,
			`\bbook(?: a| an| the| this| my)? (?:flight|room|hotel|trip|ticket|tickets|table|seat|stay|appointment)\b`,
		}},
		{send, []string{
			words("send(?:s|ing)?", "resend(?:s|ing)?", "publish(?:es|ing)?", "republish", "unpublish", "shar(?:e|es|ing)",
				"reshare", "invit(?:e|es|ing)", "upload(?:s|ing)?", "tweet", "retweet", "broadcast", "crosspost"),
			`\bpost(?:ing)? (?:a|an|the|my|your|our|this|it|on|to|now|comment|reply|message|update|photo|video|review|question|answer|job|publicly|anonymously)\b`,
		}},
		{approve, []string{
			words("confirm(?:s|ing)?", "approv(?:e|es|ing)", "authori[sz](?:e|es|ing)", "grant(?:s|ing)?", "revok(?:e|es|ing)"),
		}},
		{end, []string{
			before(3,
				[]string{"clos(?:e|es|ing|ure)", "terminat(?:e|es|ing|ion)", "downgrad(?:e|es|ing)", "cancel(?:s|ing|ling|lation)?",
					"disabl(?:e|es|ing)", "suspend(?:s|ing)?", "leav(?:e|es|ing)", "end"},
				[]string{"accounts?", "subscriptions?", "plans?", "memberships?", "workspaces?", "organi[sz]ations?", "contracts?",
					"insurance", "orders?", "bookings?", "reservations?", "appointments?", "trial"}),
			words("(?:account|subscription|membership) (?:closure|cancellation|termination)"),
			words("unsubscrib(?:e|es|ing)", "deactivat(?:e|es|ing|ion)"),
		}},
		{rotate, []string{
			words("(?:key|token|secret|credential) rotation"),
			before(3,
				[]string{"rotat(?:e|es|ing)", "reset(?:s|ting)?", "regenerat(?:e|es|ing)", "roll(?:s|ing)?", "invalidat(?:e|es|ing)", "expir(?:e|es|ing)"},
				[]string{"keys?", "tokens?", "credentials?", "secrets?", "passwords?", "passphrases?"}),
		}},
	},
	harmless: []string{
		"drop down", "drop downs", "drop shadow", "drop cap", "drag and drop", "dropping point",
		"payment method", "payment methods", "payment history", "payment amount", "payment form", "payment details",
		"payment information", "payment settings", "payment page", "payments page", "payments tab", "payment frame",
		"payment date", "payment terms", "payment reference", "payment section", "payment status",
		"purchase history", "purchase date", "best selling", "top selling", "transfer speed",
		"share price", "share prices", "share capital", "market share", "sharing settings", "sell by date",
		"publish date", "upload date", "upload speed", "post office", "post code", "blog post", "blog posts",
		"confirm password", "confirm the password", "confirm your password", "confirm new password",
		"confirm the new password", "confirm your new password",
		"account menu", "account settings", "account page", "account dialog", "plan comparison",
		"password reset link sent", "non disclosure",
	},
}
