package trace

// textCache keeps recent short texts: a trace repeats its page's names in every step. Its size is fixed.
type textCache [4096]string

// maxCached is the longest text in bytes that the cache keeps.
const maxCached = 128

// get is b as a string, the cached one where it is there.
func (t *textCache) get(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if t == nil || len(b) > maxCached {
		return string(b)
	}
	h := uint32(2166136261) // FNV-1a
	for _, c := range b {
		h = (h ^ uint32(c)) * 16777619
	}
	slot := &t[(h^h>>16)%uint32(len(t))]
	if *slot != string(b) {
		*slot = string(b)
	}
	return *slot
}
