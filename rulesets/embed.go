// Package rulesets carries the shipped rulebooks as text.
package rulesets

import "embed"

// Files has one folder for each rulebook.
//
//go:embed ti4 tictactoe kuhn
var Files embed.FS
