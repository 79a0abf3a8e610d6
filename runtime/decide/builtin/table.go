package builtin

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/jevrun/jevrun/runtime/decide/builtin/internal/uitext"
)

// tableData is what internal/train makes; NOTICE names what it is made from.
//
//go:embed table.bin
var tableData []byte

// sharedTable is the table of text vectors. The file is part of the program: one that cannot be read is a
// mistake of the build, and the tests see it.
var sharedTable = sync.OnceValue(func() *uitext.Table {
	t, err := uitext.Open(tableData)
	if err != nil {
		panic(fmt.Sprintf("builtin: %v", err))
	}
	return t
})
