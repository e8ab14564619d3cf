package interpreter

import (
	"io/fs"
	"path"

	"ruleck/dsl/diag"
)

// Sources reads the rule files of a folder, in the order of their names: all files
// that end in .rules, not those of folders below. The files of a variant may be
// appended to those of its base.
func Sources(folder fs.FS) ([]*diag.Source, error) {
	names, err := fs.Glob(folder, "*.rules")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, bad("there are no .rules files in this folder", "")
	}
	var files []*diag.Source
	for _, name := range names {
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		files = append(files, diag.NewSource(path.Base(name), string(text)))
	}
	return files, nil
}
