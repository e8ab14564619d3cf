package dsl

import (
	"os"
	"ruleck/dsl/diag"
	"testing"
)

func TestTmp(t *testing.T) {
	for _, f := range []string{"testdata/good/hardest.rules", "testdata/adjacency/hardest.rules"} {
		b, _ := os.ReadFile(f)
		_, d := Parse(diag.NewSource(f, string(b)))
		diag.WriteText(os.Stdout, d, nil)
	}
}
