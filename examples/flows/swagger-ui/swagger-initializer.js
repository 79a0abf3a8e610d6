// The one file that Swagger UI expects from whoever serves it: which description to show.
window.onload = function () {
  window.ui = SwaggerUIBundle({
    url: "/petstore.json",
    dom_id: "#swagger-ui",
    deepLinking: false,
    tryItOutEnabled: false,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    layout: "BaseLayout",
  });
};
