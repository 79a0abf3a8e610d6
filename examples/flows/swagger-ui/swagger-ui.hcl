# Swagger UI as npm packages it, over the description of a small pet store (petstore.json), which the server
# behind the page answers. `make e2e` serves it and runs this.

variable "base_url" {
  type        = string
  default     = "http://127.0.0.1:8000"
  description = "Where Swagger UI and the pet store are served."
}

flow "swagger-ui" {
  start   = "${var.base_url}/index.html"
  timeout = "20s"

  # Where the model is the embedded decider and a wrong click costs nothing.
  gates {
    min_confidence = 0.6
  }

  step "wait_for" "loaded" {
    text = "Find a pet by its number"
  }
  step "click" "open_find" {
    intent = "Find a pet by its number"
    expect = "#operations-pets-findPet .opblock-summary-control"
  }
  step "click" "try_find" {
    intent = "Try it out"
    expect = "#operations-pets-findPet .try-out__btn"
  }
  step "fill" "pet" {
    intent = "Type the petId"
    value  = "7"
    expect = "#operations-pets-findPet input"
  }
  step "click" "execute_find" {
    intent = "Execute"
    expect = "#operations-pets-findPet button.execute"
  }
  # Marzipan is in no example of the description: only the server knows of it.
  step "assert" "answered" {
    that = "page.text contains 'Marzipan'"
  }

  # The operation is closed again, so that the next one has the only Execute button.
  step "click" "close_find" {
    intent = "Find a pet by its number"
    expect = "#operations-pets-findPet .opblock-summary-control"
  }
  step "click" "open_list" {
    intent = "GET /pets List the pets"
    expect = "#operations-pets-listPets .opblock-summary-control"
  }
  step "click" "try_list" {
    intent = "Try it out"
    expect = "#operations-pets-listPets .try-out__btn"
  }
  step "fill" "limit" {
    intent = "Type the limit"
    value  = "1"
    expect = "#operations-pets-listPets input"
  }
  step "click" "execute_list" {
    intent = "Execute"
    expect = "#operations-pets-listPets button.execute"
  }
  step "assert" "listed" {
    that = "page.text contains 'Turnip' and not (page.text contains 'Marzipan')"
  }
}
