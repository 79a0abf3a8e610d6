# What the steps of flow.hcl choose, so that recording them depends on no decider.

choose "Type the user" {
  role = "textbox"
  name = "User"
}
choose "Type the password" {
  role = "textbox"
  name = "Password"
}
choose "Log in" {
  role = "button"
  name = "Log in"
}
choose "Go to the tab*" {
  role = "tab"
  name = "Order"
}
choose "Type the item" {
  role = "textbox"
  name = "Item"
}
choose "Add it" {
  role = "button"
  name = "Add item"
}
choose "Choose the size" {
  role = "combobox"
  name = "Size"
}
choose "Wrap it" {
  role = "checkbox"
  name = "Gift wrap"
}
choose "Have it brought" {
  role = "radio"
  name = "Courier"
}
choose "Open the dialog" {
  role = "button"
  name = "Add a note"
}
choose "Type the note" {
  role = "textbox"
  name = "Note"
}
choose "Keep the note" {
  role = "button"
  name = "Save note"
}
choose "Finish" {
  role = "button"
  name = "Finish"
}
