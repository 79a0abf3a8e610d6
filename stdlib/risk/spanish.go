package risk

var spanish = language{
	code: "es",
	meanings: []meaning{
		{remove, []string{words("elimin(?:ar|e|a|ación)", "borr(?:ar|e|a)", "suprim(?:ir|a|e)", "quit(?:ar|e|a)", "destru(?:ir|ya|ye)",
			"desinstal(?:ar|e|a)", "vaci(?:ar|e|a) (?:la )?papelera", "mover a la papelera")}},
		{pay, []string{words("pag(?:ar|a|os)", "pague", "pago", "compr(?:ar|e|a)", "transfer(?:ir|encia|encias)", "transfier[ae]", "reembols(?:ar|e|a|o)",
			"retir(?:ar|e|a|o)", "don(?:ar|a|ación)", "(?:realizar|hacer|tramitar|confirmar|finalizar)(?: el| un| mi| su)? (?:pedido|compra|reserva)",
			"reserv(?:ar|e)", "suscrib(?:ir|irse|irme|ete|irte)", "vend(?:er|a)")}},
		{send, []string{
			words("envi(?:ar|e|a)", "enví[ea]", "reenvi(?:ar|e)", "public(?:ar|a)", "publique", "compart(?:ir|a|e)", "invit(?:ar|e|a)", "difund(?:ir|a)"),
			before(2, []string{"sub(?:ir|a|e)", "cargar", "cargue", "carga"},
				[]string{"archivos?", "ficheros?", "fotos?", "imagen", "imágenes", "documentos?", "vídeos?", "videos?"}),
		}},
		{approve, []string{words("confirm(?:ar|e|a)", "aprob(?:ar|ación)", "aprueb[ae]", "autori(?:zar|ce|za)", "conced(?:er|a|e)", "otorg(?:ar|ue|a)", "revoc(?:ar|a)", "revoque")}},
		{end, []string{
			words("dar(?:se|me)? de baja", "date de baja"),
			before(3,
				[]string{"cerrar", "cierre", "cierra", "cancel(?:ar|e|a|ación)", "desactiv(?:ar|e|a|ación)", "anul(?:ar|e|a|ación)", "rescind(?:ir|a)", "suspend(?:er|a)", "abandon(?:ar|e)"},
				[]string{"cuentas?", "suscripci(?:ón|ones)", "plan", "planes", "membresía", "espacio de trabajo", "organización", "contratos?", "pedidos?", "reservas?", "citas?"}),
		}},
		{rotate, []string{
			before(3,
				[]string{"restablec(?:er|e)", "restablezca", "rot(?:ar|e)", "renov(?:ar|ación)", "renueve", "regener(?:ar|e)", "reinici(?:ar|e)"},
				[]string{"claves?", "contraseñas?", "tokens?", "credencial(?:es)?", "secretos?", "llaves?"}),
		}},
	},
	harmless: []string{
		"método de pago", "métodos de pago", "forma de pago", "formas de pago", "historial de pagos",
		"confirmar contraseña", "confirmar la contraseña", "confirme su contraseña", "confirma tu contraseña", "confirmar tu contraseña",
		"confirmar su contraseña", "confirmar nueva contraseña", "confirmar la nueva contraseña", "más vendidos", "se vende",
	},
}
