//go:build e2e && linux

package flows

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"strconv"
	"sync"
)

// pet is an animal of the store that petstore.json describes.
type pet struct {
	ID     int    `json:"id"`
	Name   string `json:"name"`
	Status string `json:"status"`
}

// petStore serves Swagger UI from dist, our description of the store over it, and the store's answers.
func petStore(dist, ours string) http.Handler {
	var mu sync.Mutex
	pets := []pet{{3, "Turnip", "sold"}, {5, "Noodle", "available"}, {7, "Marzipan", "reserved"}}

	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServer(http.Dir(dist)))
	for _, name := range []string{"petstore.json", "swagger-initializer.js"} {
		mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, req *http.Request) {
			http.ServeFile(w, req, filepath.Join(ours, name))
		})
	}
	mux.HandleFunc("GET /api/pets", func(w http.ResponseWriter, req *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		limit, err := strconv.Atoi(req.URL.Query().Get("limit"))
		if err != nil {
			limit = len(pets)
		}
		found := []pet{}
		for _, p := range pets {
			if len(found) == limit {
				break
			}
			if s := req.URL.Query().Get("status"); s == "" || s == p.Status {
				found = append(found, p)
			}
		}
		answer(w, http.StatusOK, found)
	})
	mux.HandleFunc("GET /api/pets/{id}", func(w http.ResponseWriter, req *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		for _, p := range pets {
			if strconv.Itoa(p.ID) == req.PathValue("id") {
				answer(w, http.StatusOK, p)
				return
			}
		}
		answer(w, http.StatusNotFound, map[string]string{"message": "no pet has this number"})
	})
	mux.HandleFunc("POST /api/pets", func(w http.ResponseWriter, req *http.Request) {
		var p pet
		if err := json.NewDecoder(req.Body).Decode(&p); err != nil || p.Name == "" {
			answer(w, http.StatusBadRequest, map[string]string{"message": "the pet has no name"})
			return
		}
		mu.Lock()
		defer mu.Unlock()
		p.ID = pets[len(pets)-1].ID + 1
		pets = append(pets, p)
		answer(w, http.StatusCreated, p)
	})
	return mux
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the browser may have gone away
}
