package cond

// The closures of an expression panic with a *Fault when they reach an error.
// These are for callers that want it as an error.

// Try runs f and gives the fault it ended with, if any. Other panics pass.
func Try(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Fault:
			err = r
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// Int evaluates a scalar expression to its word.
func (e *Expr) Int(c *Ctx) (w int64, err error) {
	err = Try(func() { w = e.Scalar(c) })
	return w, err
}

// Bool evaluates a condition.
func (e *Expr) Bool(c *Ctx) (bool, error) {
	w, err := e.Int(c)
	return w != 0, err
}

// List evaluates a list to its element words, or a record to its fields. The
// caller owns the result.
func (e *Expr) List(c *Ctx) (words []int64, err error) {
	err = Try(func() { words = append([]int64(nil), e.Words(c)...) })
	return words, err
}
