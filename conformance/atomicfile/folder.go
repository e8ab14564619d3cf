package atomicfile

import (
	"os"
	"path/filepath"
)

// MakeFolder makes a folder whole or not at all: fill puts the files into a draft beside
// its place, and only if that succeeds the draft takes the name. A folder of that name
// must not be there, or be empty. An error of fill is returned as it is.
func MakeFolder(name string, fill func(draft string) error) error {
	draft, err := os.MkdirTemp(filepath.Dir(filepath.Clean(name)), ".ruleck-*.tmp")
	if err != nil {
		return because(name, err)
	}
	defer os.RemoveAll(draft) // nothing, once it has its name
	if err := fill(draft); err != nil {
		return err
	}
	if err := os.Chmod(draft, 0o755); err != nil {
		return because(name, err)
	}
	return because(name, os.Rename(draft, name))
}
