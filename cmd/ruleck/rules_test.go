package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// tree makes files in a new folder and goes there. A text that begins with -> is
// a symbolic link.
func tree(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if to, link := strings.CutPrefix(text, "->"); link {
			err = os.Symlink(to, name)
		} else {
			err = os.WriteFile(name, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

var shelf = map[string]string{
	"box/a.rules":         "rules box.a\nuses box.b\nuses box.c\n",
	"box/b.rules":         "rules box.b\nuses box.c\nuses box.a\n",
	"box/c.rules":         "rules box.c\nuses box.missing\n",
	"box/d.rules":         "rules box.d\n",
	"box/e.f.rules":       "rules box.e.f\n",
	"box/u.rules":         "rules box.u\nuses box.e.f\n",
	"box/notes.txt":       "not a rule",
	"box/below/x.rules":   "rules box.x\n",
	"box/w.scenario":      "scenarios box.w\n",
	"house/one.rules":     "variant house.one of box\n",
	"house/a.rules":       "variant house.a of box\n",
	"only/x.scenario":     "scenarios box.x\n",
	"empty/notes.txt":     "",
	"secret/key":          "secret",
	"bad/leak.rules":      "->../secret/key",
	"far/leak.rules":      "->/etc/hostname",
	"in/link.rules":       "->real.rules",
	"in/real.rules":       "rules in.real\n",
	"up/x.rules":          "rules up.x\nuses up.secret\n",
	"up/secret.rules":     "->../secret/key",
	"folder/x.rules/y":    "",
	"named.rules":         "->box/d.rules",
	"tictactoe/x.rules":   "rules tictactoe.x\n",
	"loop/a.rules":        "->b.rules",
	"loop/b.rules":        "->a.rules",
	"gone/a.rules":        "->nowhere",
	"with+plus/a.rules":   "",
	"wide/\u65e5.rules":   "rules wide.x\n",
	"caps/A.rules":        "rules caps.a\n",
	"caps/not.RULES":      "rules caps.b\n",
	"latin1/\u00ef.rules": "",
}

func TestReadStack(t *testing.T) {
	tree(t, shelf)
	for _, c := range []struct{ arg, want string }{
		{"box", "a.rules b.rules c.rules d.rules e.f.rules u.rules"},
		{"box/", "a.rules b.rules c.rules d.rules e.f.rules u.rules"},
		{"./box/d.rules", "d.rules"},
		{"box/a.rules", "c.rules b.rules a.rules"},
		{"box/u.rules", "e.f.rules u.rules"},
		{"box/d.rules+house/one.rules", "d.rules one.rules"},
		{"house/one.rules+box/d.rules", "one.rules d.rules"},
		{"box/a.rules+house/a.rules", "c.rules b.rules a.rules a.rules"},
		{"box/d.rules+box+box", "d.rules a.rules b.rules c.rules e.f.rules u.rules"},
		{"box/d.rules+only/x.scenario", "d.rules"},
		{"box/d.rules+only", "d.rules"},
		{"in", "link.rules real.rules"},
		{"named.rules", "named.rules"},
		{"kuhn", "kuhn.rules"},
		{"tictactoe", "x.rules"},
		{"./kuhn", "exit 2"},
		{"caps", "A.rules"},
		{"wide", "\u65e5.rules"},
		{"only", "exit 3"},
		{"empty", "exit 3"},
		{"only/x.scenario", "exit 3"},
		{"box/none.rules", "exit 2"},
		{"box/notes.txt", "exit 2"},
		{"bad", "exit 2"},
		{"far", "exit 2"},
		{"up/x.rules", "exit 2"},
		{"loop", "exit 2"},
		{"gone", "exit 2"},
		{"", "exit 2"},
		{"box+", "exit 2"},
		{"+box", "exit 2"},
		{"box\x00", "exit 2"},
		{"../../../../../../../../../etc/passwd", "exit 2"},
		{"/dev/zero", "exit 2"},
		{"/dev/stdin", "exit 2"},
	} {
		s, err := readStack(c.arg)
		got := ""
		var f *failure
		switch {
		case errors.As(err, &f):
			got = "exit " + string(rune('0'+f.exit))
		case err != nil:
			got = err.Error()
		default:
			var names []string
			for _, src := range s.rules {
				names = append(names, src.Name)
			}
			got = strings.Join(names, " ")
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.arg, got, c.want)
		}
		if f != nil && (strings.Contains(f.Error(), "/etc") && filepath.IsAbs(c.arg) || strings.Contains(f.Error(), os.TempDir())) {
			t.Errorf("%q: the message has an absolute path: %s", c.arg, f)
		}
	}
}

// Nothing but regular files is opened: a pipe would wait for ever.
func TestReadStackPipe(t *testing.T) {
	tree(t, map[string]string{"box/a.rules": "rules box.a\n"})
	if err := syscall.Mkfifo("box/pipe.rules", 0o644); err != nil {
		t.Fatal(err)
	}
	for _, arg := range []string{"box", "box/pipe.rules"} {
		var f *failure
		if _, err := readStack(arg); !errors.As(err, &f) || f.exit != exitUsage {
			t.Errorf("%s: %v", arg, err)
		}
	}
}

func TestReadStackTooMuch(t *testing.T) {
	big := strings.Repeat("// much\n", maxFileBytes/8+1)
	tree(t, map[string]string{"one/a.rules": big})
	var f *failure
	if _, err := readStack("one"); !errors.As(err, &f) || f.list[0].Code != codeTooMuch || f.exit != exitFindings {
		t.Errorf("a large file: %v", err)
	}
	part := big[:maxFileBytes-8]
	tree(t, map[string]string{"x/a.rules": part, "x/b.rules": part, "x/c.rules": part, "x/d.rules": part, "x/e.rules": part})
	if _, err := readStack("x"); !errors.As(err, &f) || f.list[0].Code != codeTooMuch {
		t.Errorf("large files: %v", err)
	}
}
