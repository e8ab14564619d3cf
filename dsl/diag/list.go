package diag

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func itoa(n int) string { return strconv.Itoa(n) }

// PerFile is how many diagnostics of one file are worth reading at once.
const PerFile = 100

// More is the code of the line that stands for the diagnostics left out.
const More Code = "D000"

// String is the word for a severity, as in the contract.
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Error makes a Diagnostic usable as a Go error: file:line:column: message.
func (d Diagnostic) Error() string {
	if d.Span.Source == nil {
		return d.Message
	}
	return d.Span.String() + ": " + d.Message
}

// Errorf appends an error and returns it, for a hint or related places. The
// pointer is good until the next append.
func (l *List) Errorf(code Code, at Span, format string, args ...any) *Diagnostic {
	return l.Add(Diagnostic{Code: code, Span: at, Message: fmt.Sprintf(format, args...)})
}

// Warnf appends a warning and returns it.
func (l *List) Warnf(code Code, at Span, format string, args ...any) *Diagnostic {
	return l.Add(Diagnostic{Code: code, Severity: Warning, Span: at, Message: fmt.Sprintf(format, args...)})
}

// Add appends a diagnostic and returns it where it lies.
func (l *List) Add(d Diagnostic) *Diagnostic {
	*l = append(*l, d)
	return &(*l)[len(*l)-1]
}

// Note adds a related place and returns d.
func (d *Diagnostic) Note(at Span, format string, args ...any) *Diagnostic {
	d.Related = append(d.Related, Note{Span: at, Message: fmt.Sprintf(format, args...)})
	return d
}

// Hintf sets the hint and returns d.
func (d *Diagnostic) Hintf(format string, args ...any) *Diagnostic {
	d.Hint = fmt.Sprintf(format, args...)
	return d
}

// HasErrors tells whether any of l stops the rulebook from loading.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Err is l as one Go error, whose text is what WriteText writes; nil if nothing in l is
// an error.
func (l List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	var text strings.Builder
	_ = WriteText(&text, l, nil) // a Builder takes everything
	return errors.New(strings.TrimRight(text.String(), "\n"))
}

// Sorted is l in reading order: by file name, place, code and message, without
// repetitions, and with at most PerFile of each file.
func (l List) Sorted() List {
	out := slices.Clone(l)
	slices.SortStableFunc(out, compare)
	out = slices.CompactFunc(out, func(a, b Diagnostic) bool { return compare(a, b) == 0 })
	return out.limit(PerFile)
}

func compare(a, b Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.file(), b.file()),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.Span.End, b.Span.End),
	)
}

func (d Diagnostic) file() string {
	if d.Span.Source == nil {
		return ""
	}
	return d.Span.Source.Name
}

// limit keeps n diagnostics of each file and says how many were left out.
func (l List) limit(n int) List {
	var out List
	for start := 0; start < len(l); {
		end := start
		for end < len(l) && l[end].file() == l[start].file() {
			end++
		}
		out = append(out, l[start:min(end, start+n)]...)
		if rest := end - start - n; rest > 0 {
			out.Errorf(More, l[start+n].Span, "%d more in this file", rest)
			if !l[start+n : end].HasErrors() {
				out[len(out)-1].Severity = Warning
			}
		}
		start = end
	}
	return out
}
