package risk

// "Absenden" and "Abschicken" label the button of any form and are left out: submitting a form is not risky.
// "Verwerfen" throws unsaved changes away and is left out too.
var german = language{
	code: "de",
	meanings: []meaning{
		{remove, []string{
			words("(?:konto|account|daten|profil|datei)?lösch(?:en|e|t|ung|ungen)", "entfern(?:en|e|t|ung)", "vernicht(?:en|e|et)", "zerstör(?:en|e|t)",
				"deinstallier(?:en|e|t)", "deinstallation", "tilg(?:en|e)"),
			near(2, []string{"papierkorb"}, []string{"leer(?:en|e|t)"}),
			`\bin den papierkorb\b`,
		}},
		{pay, []string{words("bezahl(?:en|e|t|ung)", "zahl(?:en|e|ung|ungen)", "kauf(?:en|e)", "überweis(?:en|e|ung|ungen)", "erstatt(?:en|e|et|ung)",
			"rückerstatt(?:en|ung)", "zurückzahl(?:en|ung)", "abheben", "auszahl(?:en|ung)", "einzahl(?:en|ung)", "spend(?:en|e)",
			"bestell(?:en|e)", "zahlungspflichtig", "buchen", "abonnier(?:en|e)", "verkauf(?:en|e)")}},
		{send, []string{words("send(?:en|e|et)", "zusend(?:en)?", "versend(?:en|e)", "verschick(?:en|e)", "schick(?:en|e)", "veröffentlich(?:en|e|t|ung)",
			"publizier(?:en|e)", "teilen", "teile (?:die|den|das|diese|diesen|dieses|es)", "einlad(?:en|ung)", `lade(?: \S+){1,5} ein`,
			"hochlad(?:en)?", `lade(?: \S+){1,5} hoch`, "posten", "poste")}},
		{approve, []string{words("bestätig(?:en|e|t|ung)", "genehmig(?:en|e|t|ung)", "autorisier(?:en|e|t|ung)", "freigeb(?:en|e)", `gib(?: \S+){1,5} frei`,
			"gewähr(?:en|e)", "erteil(?:en|e)", "widerruf(?:en|e)?", "entzieh(?:en|e)")}},
		{end, []string{
			words("(?:vertrags|abo|konto)?kündig(?:en|e|t|ung)", "stornier(?:en|e|t|ung)", "abbestell(?:en|e|ung)"),
			near(3,
				[]string{"schliess(?:en|e|ung)", "deaktivier(?:en|e|t|ung)", "beend(?:en|e|et|ung)", "auflös(?:en|e|ung)", "sperr(?:en|e|ung)", "herabstuf(?:en|e|ung)", "verlass(?:en|e)"},
				[]string{"konto", "kontos", "account", "accounts", "benutzerkonto", "kundenkonto", "abo", "abos", "abonnement", "abonnements", "mitgliedschaft",
					"vertrag", "profil", "arbeitsbereich", "workspace", "organisation", "tarif", "buchung", "reservierung", "bestellung"}),
		}},
		{rotate, []string{
			near(3,
				[]string{"zurücksetz(?:en|e|t|ung)", "rotier(?:en|e|t)", "rotation", "erneuer(?:n|e|t|ung)", "neu generier(?:en|e)", "neu erzeug(?:en|e)", "setze"},
				[]string{"schlüssels?", `\S*schlüssel`, "tokens?", "passworts?", "passwörter", "kennworts?", "geheimnis", "zugangsdaten", "anmeldedaten"}),
		}},
	},
	harmless: []string{
		"passwort bestätigen", "kennwort bestätigen", "passwort erneut bestätigen", "das passwort bestätigen", "das kennwort bestätigen",
		"neues passwort bestätigen", "meist verkauft",
	},
}
