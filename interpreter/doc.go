// Package interpreter turns rule files into a Program and plays games by it.
//
// A program that wants to play needs four things of it:
//
//	files, err := interpreter.Sources(fsys)          // the rule files of a folder
//	program, problems := interpreter.Load(files)     // checked and compiled; nil if anything is wrong
//	game, err := program.NewGame(interpreter.Setup{Seed: 7})
//	err = game.Begin("", nil)                        // the main procedure, to its first decision
//
// and then, until Game.Done: Game.Status says who is asked what, Game.Answer gives an
// answer. Game.Act takes an action that is open meanwhile. Game.Options lists legal
// answers field by field where a decision does not list them itself. Game.View and
// Game.Events are what one player may know and has seen; value.Host sees everything.
//
// # Values
//
// All that goes in and out is plain data, as encoding/json has it: numbers are
// int64 (any whole number is taken), names of players, rows and pieces are strings,
// lists are []any, records and unions map[string]any, absent is nil. What comes
// out is wrapped in value.Shown, which only holds what its viewer may know;
// Shown.Any unwraps it.
//
// # What can go wrong
//
// Load gives a list of diagnostics, each with a code, a place and a hint: every
// mistake of every file at once. The program is nil if one of them is an error.
//
// An answer against the rules is no error but a Refused: every reason, with the
// clauses that it breaks. A request that makes no sense (an unknown name, a wrong type,
// no such decision) is an *Error with Bad set. A rule that fails while it runs is
// an *Error with the place in the rule file. Whichever it is, the game is as it was
// before (but see Error for sealed answers).
//
// # One program, many games
//
// A Program never changes: any number of goroutines may share it. A Game belongs to one
// goroutine at a time. Game.Fork is an independent copy, for a search or a what-if;
// Game.Quiet makes forks cheap by keeping no events. Game.Undo takes the last
// answer back. Game.Save is the whole game as text, secrets included, and Game.Load goes
// back to it under the same rule files. The same files, seed and answers give the
// same game, byte for byte.
package interpreter
