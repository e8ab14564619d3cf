// Package rulesets carries the shipped rulebooks as text.
package rulesets

import (
	"embed"
	"io/fs"
)

// Files has one folder for each rulebook.
//
//go:embed ti4 tictactoe kuhn
var Files embed.FS

// Folder is the folder of one rulebook; it is empty if there is no such rulebook.
func Folder(name string) fs.FS {
	folder, err := fs.Sub(Files, name)
	if err != nil { // not a name but a path that leads elsewhere
		return embed.FS{}
	}
	return folder
}
