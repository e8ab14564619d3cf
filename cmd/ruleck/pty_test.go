package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
)

// What only a real terminal shows: its width, that it is resized, colour, and the keys
// that end things. testscript.Main has put ruleck into the path.

// console is a ruleck that runs on a terminal.
type console struct {
	t    *testing.T
	cmd  *exec.Cmd
	keys *os.File

	mu   sync.Mutex
	text string // all it has printed
	read int    // how much of it the test has seen
	gone chan struct{}
}

func consoleOf(t *testing.T, columns, lines uint16, env []string, args ...string) *console {
	t.Helper()
	c := &console{t: t, cmd: exec.Command("ruleck", args...), gone: make(chan struct{})}
	c.cmd.Env = append(append(os.Environ(), "TERM=xterm", "NO_COLOR="), env...)
	var err error
	if c.keys, err = pty.StartWithSize(c.cmd, &pty.Winsize{Cols: columns, Rows: lines}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.cmd.Process.Kill(); c.keys.Close() })
	go func() {
		defer close(c.gone)
		buf := make([]byte, 4096)
		for {
			n, err := c.keys.Read(buf)
			c.mu.Lock()
			c.text += string(buf[:n])
			c.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return c
}

// until waits for a text and gives what was printed up to it since the last one.
func (c *console) until(text string) string {
	c.t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		c.mu.Lock()
		rest := c.text[c.read:]
		if i := strings.Index(rest, text); i >= 0 {
			c.read += i + len(text)
			c.mu.Unlock()
			return rest[:i+len(text)]
		}
		c.mu.Unlock()
		if time.Now().After(end) {
			c.t.Fatalf("no %q in %q", text, rest)
		}
	}
}

func (c *console) press(keys string) {
	c.t.Helper()
	if _, err := io.WriteString(c.keys, keys); err != nil {
		c.t.Fatal(err)
	}
}

// code waits for the end and gives the exit code.
func (c *console) code() int {
	c.t.Helper()
	select {
	case <-c.gone:
	case <-time.After(30 * time.Second):
		c.t.Fatalf("still there after %q", c.text)
	}
	_ = c.cmd.Wait()
	return c.cmd.ProcessState.ExitCode()
}

// widestLine is how wide the widest line of an output is.
func widestLine(output string) int {
	width := 0
	for _, line := range strings.Split(output, "\n") {
		width = max(width, ansi.StringWidth(strings.TrimRight(line, "\r")))
	}
	return width
}

func TestTerminalWidth(t *testing.T) {
	c := consoleOf(t, 80, 24, nil, "run", "ti4", "politics.primary", "--arg", "active=P1")
	if width := widestLine(c.until("heir>")); width <= 60 || width > 80 {
		t.Errorf("the widest line is %d wide, on 80 columns", width)
	}
	for _, columns := range []uint16{40, 120, 20, 80} {
		if err := pty.Setsize(c.keys, &pty.Winsize{Cols: columns, Rows: 24}); err != nil {
			t.Fatal(err)
		}
		c.press("view\r")
		c.until("view\r\n")
		if width := widestLine(c.until("heir>")); width > int(columns) && columns > leastWidth+8 || width <= int(columns)/2 {
			t.Errorf("the widest line is %d wide, on %d columns", width, columns)
		}
	}
	c.press("explain speaker.pass\r")
	c.until("explain speaker.pass\r\n")
	if text := c.until("heir>"); widestLine(text) > 80 || !strings.Contains(text, "does not hold the") {
		t.Errorf("explain on 80 columns:\n%s", text)
	}
	c.press("quit\r")
	if c.until("waiting for P1 at politics.primary.speaker"); c.code() != exitGood {
		t.Errorf("exit code %d", c.code())
	}
}

// A list longer than the screen comes in columns, and a screen at a time.
func TestTerminalLongList(t *testing.T) {
	rules := "rules many.core\nseats Player 1 {}\ntable Word { n: int 1..9 }\nrows Word (id, n) {\n"
	for _, a := range strings.Fields("ba ce di fo gu ha je ki lo mu") {
		for _, b := range strings.Fields("ba ce di fo gu ha je ki lo mu") {
			rules += a + b + "_which_is_long 1\n"
		}
	}
	rules += "}\nplay many.ask(seats()[0])\nprocedure many.ask(p: Player) [house] { step ask { p chooses one word [house] from Word.all } }\n"
	file := filepath.Join(t.TempDir(), "many.rules")
	if err := os.WriteFile(file, []byte(rules), 0o644); err != nil {
		t.Fatal(err)
	}
	c := consoleOf(t, 60, 20, nil, "run", file)
	first := c.until("word>")
	if lines := strings.Count(first, "\n"); lines > 20 || !strings.Contains(first, "more: the beginning of a name lists") {
		t.Errorf("%d lines on a screen of 20:\n%s", lines, first)
	}
	if strings.Contains(first, "mumu_which") {
		t.Errorf("all is shown at once:\n%s", first)
	}
	for range 4 {
		c.press("more\r")
		if strings.Contains(c.until("word>"), "mumu_which_is_long") {
			c.press("mumu\r")
			c.until("P1 answers: word mumu_which_is_long")
			c.until("done")
			return
		}
	}
	t.Error("more does not reach the end")
}

func TestTerminalColour(t *testing.T) {
	c := consoleOf(t, 80, 24, nil, "run", "tictactoe")
	if text := c.until("square"); !strings.Contains(text, "\x1b[") {
		t.Errorf("no colour on a terminal: %q", text)
	}
	for _, env := range []string{"NO_COLOR=1", "TERM=dumb"} {
		c := consoleOf(t, 80, 24, []string{env}, "run", "tictactoe")
		c.until("square>")
		c.press("9x\rwhy centre\r?\rquit\r")
		if text := c.until("waiting for P1 at"); strings.Contains(c.text, "\x1b") {
			t.Errorf("%s: %q", env, text)
		}
	}
}

func TestTerminalKeys(t *testing.T) {
	c := consoleOf(t, 80, 24, nil, "run", "kuhn", "--as", "P1")
	c.until("which>")
	c.press("\x1b[A\x1b[D\r") // arrows
	c.until("which>")
	c.press("bxt\x7f\x7fet\r") // mistyped and mended
	c.until("P1 takes bet")

	c = consoleOf(t, 80, 24, nil, "run", "kuhn")
	c.until("which>")
	c.press("\x03")
	if c.until("interrupted"); c.code() != exitInterrupted {
		t.Errorf("Ctrl-C: exit code %d", c.code())
	}

	c = consoleOf(t, 80, 24, nil, "run", "kuhn")
	c.until("which>")
	c.press("\x04")
	if c.until("waiting for P1 at hand.play.open"); c.code() != exitGood {
		t.Errorf("Ctrl-D: exit code %d", c.code())
	}
}
