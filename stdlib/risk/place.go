package risk

import "strings"

// bins are what places are called that delete what is dropped on them, by language.
var bins = map[string][]string{
	"en": {"trash", "rubbish", "recycle bin", "bin", "wastebasket", "garbage", "deleted items", "deleted", "dustbin"},
	"de": {"papierkorb", "mülleimer", "müll", "gelöschte elemente"},
	"fr": {"corbeille", "poubelle", "éléments supprimés"},
	"es": {"papelera", "basura", "elementos eliminados"},
	"pt": {"lixeira", "lixo", "itens excluídos"},
	"it": {"cestino", "posta eliminata"},
	"nl": {"prullenbak", "prullenmand", "verwijderde items"},
	"pl": {"kosz", "elementy usunięte"},
	"ru": {"корзина", "удаленные", "удалённые"},
	"uk": {"кошик", "видалені"},
	"tr": {"çöp kutusu", "çöp", "geri dönüşüm kutusu"},
	"vi": {"thùng rác", "thùng tái chế"},
	"id": {"sampah", "tempat sampah"},
	"ar": {"سلة المهملات", "المهملات"},
	"hi": {"कूड़ेदान", "ट्रैश", "रीसायकल बिन"},
	"th": {"ถังขยะ"},
	"ja": {"ゴミ箱", "ごみ箱"},
	"zh": {"回收站", "垃圾桶", "废纸篓", "資源回收筒", "垃圾箱"},
	"ko": {"휴지통"},
}

// binLanguages are the languages of what each of the bins is called, folded and split into words.
var binLanguages = func() map[string]string {
	all := map[string]string{}
	for language, names := range bins {
		for _, name := range names {
			all[splitWords(name)] = language
		}
	}
	return all
}()

// destroys says whether a place deletes what is dropped on it, as far as its name tells, and in which language. A
// longer name counts where it ends with such a word, or begins with it: "my trash", "trash can".
func destroys(to string) (language string, ok bool) {
	for _, r := range append([]rewrite{{text: to}}, rewrites(to)...) {
		words := strings.Fields(splitWords(r.text))
		for from := range words {
			if language, ok := binLanguages[strings.Join(words[from:], " ")]; ok {
				return language, true
			}
			if language, ok := binLanguages[strings.Join(words[:len(words)-from], " ")]; ok && len(words) <= 3 {
				return language, true
			}
		}
	}
	return "", false
}
