flow "f" {
	start = "http://h/"
	step "click" "one" {
		intent	= "x"
		within	= var.nothing
	}
}
