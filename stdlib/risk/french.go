package risk

// "Valider" labels the button of any form and is left out: submitting a form is not risky.
var french = language{
	code: "fr",
	meanings: []meaning{
		{remove, []string{words("supprim(?:er|ez|e|ons)", "suppression", "effac(?:er|ez|e)", "enlev(?:er|ez)", "retir(?:er|ez)", "détrui(?:re|sez|s)",
			"désinstall(?:er|ez|e)", "purg(?:er|ez)", "vid(?:er|ez|e) (?:la )?corbeille")}},
		{pay, []string{words("pay(?:er|ez|e)", "paie", "paiements?", "achet(?:er|ez)", "achète", "vir(?:er|ez|ement|ements)", "transfér(?:er|ez|ert)", "transfert",
			"rembours(?:er|ez|e|ement)", "retrait", "faire un don", "donner de l argent", "command(?:er|ez)", "passer(?: la| une| votre| ma)? commande",
			"régler(?: la| une| votre| ma| l| les)? (?:facture|factures|commande|achat|achats)", "réserv(?:er|ez)", "s abonner", "abonnez vous", "souscri(?:re|vez)", "vendre")}},
		{send, []string{words("envoy(?:er|ez)", "envoie", "renvoy(?:er|ez)", "publi(?:er|ez|e)", "partag(?:er|ez|e)", "invit(?:er|ez|e)", "téléverser", "téléversez",
			"mettre en ligne", "mettez en ligne", "diffus(?:er|ez)", "poster", "postez")}},
		{approve, []string{words("confirm(?:er|ez|e)", "approuv(?:er|ez|e)", "autoris(?:er|ez|e)", "accord(?:er|ez)", "révoqu(?:er|ez|e)")}},
		{end, []string{
			words("résili(?:er|ez|e|ation)", "(?:se |me )?désabonn(?:er|ez|ement)", "désinscri(?:re|vez)"),
			before(3,
				[]string{"ferm(?:er|ez|e|eture)", "clôtur(?:er|ez|e)", "clore", "désactiv(?:er|ez|e|ation)", "annul(?:er|ez|e|ation)", "suspend(?:re|ez)", "quitt(?:er|ez)"},
				[]string{"comptes?", "abonnements?", "forfaits?", "adhésion", "espace de travail", "organisation", "contrats?", "commandes?", "réservations?", "rendez vous"}),
		}},
		{rotate, []string{
			before(3,
				[]string{"réinitialis(?:er|ez|e|ation)", "renouvel(?:er|ez)", "régénér(?:er|ez)", "rotation", "faire tourner"},
				[]string{"clés?", "clefs?", "jetons?", "mots? de passe", "identifiants", "secrets?"}),
		}},
	},
	harmless: []string{
		"moyen de paiement", "moyens de paiement", "mode de paiement", "modes de paiement", "historique des paiements",
		"confirmer le mot de passe", "confirmez le mot de passe", "confirmer votre mot de passe", "confirmez votre mot de passe",
		"confirmer le nouveau mot de passe", "confirmez le nouveau mot de passe",
	},
}
