package interpreter

import (
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// A number from 0 to what a player holds in secret, a name from a secret set: who hears
// which was chosen learns something of what it was chosen from. So such an answer is
// told to the player alone, and the others learn that one was given. Pieces go by their
// own rule instead: whoever may see where a piece lies may know it.

// secretChoices finds the choices whose domain reads a secret, itself or through values.
func (l *loader) secretChoices() {
	for _, c := range l.prog.codes[1:] {
		for _, p := range c.params {
			l.secretChoice(p.choice)
		}
		for _, o := range c.ops {
			if o, ok := o.(*opChooses); ok {
				l.secretChoice(o.field.choice)
			}
		}
	}
}

func (l *loader) secretChoice(c *choice) {
	if c == nil {
		return
	}
	pieces := c.elem != nil && c.elem.Named != nil && c.elem.Named.Pieces
	for _, e := range []*cond.Expr{c.from, c.to, c.min, c.max} {
		if e == nil {
			continue
		}
		for _, f := range l.looks(e) {
			if f.Secret && !(pieces && f.Type.Kind == types.Pile) {
				c.secret = true
			}
		}
	}
}

// secret reports whether the value of a parameter is told to the chooser alone.
func (p *param) secret() bool { return p.choice != nil && p.choice.secret }
