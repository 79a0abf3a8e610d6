package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
)

// comments are the texts behind the types of Go files and their fields, as Type and Type.Field. Tests are left out.
func comments(pattern string) (map[string]string, error) {
	files, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, &fs.PathError{Op: "read the comments of", Path: pattern, Err: fs.ErrNotExist}
	}
	docs := map[string]string{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, decl := range parsed.Decls {
			if gen, ok := decl.(*ast.GenDecl); ok {
				described(gen, docs)
			}
		}
	}
	return docs, nil
}

func described(gen *ast.GenDecl, docs map[string]string) {
	for _, spec := range gen.Specs {
		typ, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		docs[typ.Name.Name] = clean(gen.Doc)
		if st, ok := typ.Type.(*ast.StructType); ok {
			fields(typ.Name.Name, st, docs)
		}
	}
}

func fields(of string, st *ast.StructType, docs map[string]string) {
	for _, f := range st.Fields.List {
		text := clean(f.Doc)
		if text == "" {
			text = clean(f.Comment)
		}
		for _, n := range f.Names {
			docs[of+"."+n.Name] = text
			if inner, ok := f.Type.(*ast.StructType); ok {
				fields(of+"."+n.Name, inner, docs)
			}
		}
	}
}

func clean(c *ast.CommentGroup) string { return strings.Join(strings.Fields(c.Text()), " ") }
