package interpreter_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ruleck/dsl/diag"
	. "ruleck/interpreter"
)

func TestScratch(t *testing.T) {
	var src []*diag.Source
	files, _ := filepath.Glob("testdata/council/*.rules")
	more, _ := filepath.Glob("testdata/council/variants/*.rules")
	for _, f := range append(files, more...) {
		b, _ := os.ReadFile(f)
		src = append(src, diag.NewSource(filepath.Base(f), string(b)))
	}
	_, diags := Load(src)
	var sb strings.Builder
	diag.WriteText(&sb, diags, nil)
	fmt.Println(sb.String())
}
