//go:build race

package interpreter

import "time"

// With the race detector the longest file of testdata/bounds takes more than ten
// seconds on a busy machine.
func init() { tooLong = time.Minute }
