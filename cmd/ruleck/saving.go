package main

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"ruleck/conformance/atomicfile"
	"ruleck/interpreter"
)

// A game is saved as a file that holds what the interpreter gives, which is also what
// serve takes, and a line end. Whoever reads it knows every secret: so it is not for
// somebody who plays one player.

func (q *asking) save(name string) error {
	if q.only != "" {
		q.tell("", "you play "+q.only+": a saved game would tell you the secrets of the others")
		return nil
	}
	if err := q.mayWrite(name); err != nil {
		q.tell("", err.Error())
		return nil
	}
	if err := atomicfile.Write(name, []byte(q.host.game.Save()+"\n")); err != nil {
		q.tell("", "cannot write "+shown(name)+": "+cause(err).Error())
		return nil
	}
	q.tell("", "saved as "+shown(name))
	return nil
}

// mayWrite refuses to write over anything but a saved game.
func (q *asking) mayWrite(name string) error {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	text, err := readPlain(name)
	switch {
	case err != nil:
		return err
	case !interpreter.IsSave(strings.TrimSpace(string(text))):
		return errors.New(shown(name) + " is there already and is no saved game: choose another name")
	}
	return nil
}

func (q *asking) load(name string) error {
	if q.only != "" {
		q.tell("", "you play "+q.only+": quit, and begin with --load "+name+" --as "+q.only)
		return nil
	}
	if err := q.host.loadFile(name); err != nil {
		var f *failure
		errors.As(err, &f)
		q.tell("", f.Error()+hinted(f.list[0].Hint)+"; the game goes on as it was")
		return nil
	}
	q.chances, q.before, q.whole = nil, nil, true
	q.tell("", "loaded "+shown(name))
	return errStand
}

// loadFile replaces the game by one that was saved as a file.
func (s *session) loadFile(name string) error {
	text, err := readPlain(name)
	if err != nil {
		return err
	}
	if err := s.load(strings.TrimSpace(string(text))); err != nil {
		return ended(err, exitFindings, shown(name))
	}
	return nil
}
