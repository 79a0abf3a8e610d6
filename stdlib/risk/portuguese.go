package risk

var portuguese = language{
	code: "pt",
	meanings: []meaning{
		{remove, []string{words("exclu(?:ir|a|i|são)", "apag(?:ar|a|ue)", "remov(?:er|a|e)", "remoção", "elimin(?:ar|e|a)", "delet(?:ar|e|a)", "destru(?:ir|a)",
			"desinstal(?:ar|e)", "esvazi(?:ar|e) (?:a )?(?:lixeira|reciclagem)", "mover para (?:a lixeira|o lixo)")}},
		{pay, []string{words("pag(?:ar|a|ue)", "pagamentos?", "compr(?:ar|e)", "transfer(?:ir|ência|ências)", "transfira", "reembols(?:ar|e|o)", "estorn(?:ar|e|o)",
			"sac(?:ar|que)", "saque", "levantar dinheiro", "do(?:ar|ação)", "(?:fazer|finalizar|concluir|confirmar)(?: o| a| um| uma| meu| minha)? (?:pedido|compra|encomenda|reserva)",
			"encomend(?:ar|e)", "reserv(?:ar|e)", "assinar", "assine", "vend(?:er|a)")}},
		{send, []string{
			words("envi(?:ar|e|a)", "reenvi(?:ar|e)", "public(?:ar|a)", "publique", "compartilh(?:ar|e|a)", "partilh(?:ar|e|a)", "convid(?:ar|e|a)", "post(?:ar|e)", "upload", "divulg(?:ar|ue)"),
			before(2, []string{"carreg(?:ar|ue|a)", "sub(?:ir|a)"},
				[]string{"arquivos?", "ficheiros?", "fotos?", "imagem", "imagens", "documentos?", "vídeos?"}),
		}},
		{approve, []string{words("confirm(?:ar|e|a)", "aprov(?:ar|e|a|ação)", "autori(?:zar|ze|za)", "conced(?:er|a|e)", "revog(?:ar|ue|a)")}},
		{end, []string{
			words("descadastr(?:ar|e)", "cancelar inscrição"),
			before(3,
				[]string{"encerr(?:ar|e|a)", "encerramento", "fech(?:ar|e|a)", "cancel(?:ar|e|a|amento)", "desativ(?:ar|e|a)", "anul(?:ar|e|a)", "rescind(?:ir|a)", "suspend(?:er|a)", "sair"},
				[]string{"contas?", "assinaturas?", "subscriç(?:ão|ões)", "planos?", "inscriç(?:ão|ões)", "espaço de trabalho", "organização", "contratos?", "pedidos?", "encomendas?", "reservas?"}),
		}},
		{rotate, []string{
			before(3,
				[]string{"redefin(?:ir|a)", "rotacion(?:ar|e)", "renov(?:ar|e)", "regener(?:ar|e)", "repor", "reponha", "girar"},
				[]string{"chaves?", "senhas?", "palavras? passe", "tokens?", "credencia(?:l|is)", "segredos?"}),
		}},
	},
	harmless: []string{
		"forma de pagamento", "formas de pagamento", "método de pagamento", "métodos de pagamento", "histórico de pagamentos",
		"confirmar senha", "confirmar a senha", "confirme a senha", "confirme sua senha", "confirmar palavra passe", "confirmar a palavra passe",
		"confirmar nova senha", "confirmar a nova senha", "mais vendidos",
	},
}
