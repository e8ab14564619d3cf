package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// put writes a file in the plain way.
func put(t *testing.T, name, text string, mode fs.FileMode) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, mode); err != nil { // whatever the umask is
		t.Fatal(err)
	}
	return name
}

// holds checks what a file holds, and that its folder holds nothing but what is named.
func holds(t *testing.T, name, want string, beside ...string) {
	t.Helper()
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%s holds %.40q, %v; want %.40q", filepath.Base(name), got, err, want)
	}
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != filepath.Base(name) && !slices.Contains(beside, e.Name()) {
			t.Errorf("%s lies beside %s", e.Name(), filepath.Base(name))
		}
	}
}

func TestWrite(t *testing.T) {
	for _, name := range []string{"a.rules", strings.Repeat("n", 255), "ü 日本\n.rules"} {
		name = filepath.Join(t.TempDir(), name)
		for _, text := range []string{"new", "", strings.Repeat("longer\n", 1<<16), "short"} {
			if err := Write(name, []byte(text)); err != nil {
				t.Fatal(err)
			}
			holds(t, name, text)
		}
	}
}

func TestModeStays(t *testing.T) {
	for _, mode := range []fs.FileMode{0o600, 0o644, 0o666, 0o755} {
		name := put(t, filepath.Join(t.TempDir(), "a"), "old", mode)
		if err := Write(name, []byte("new")); err != nil {
			t.Fatal(err)
		}
		holds(t, name, "new")
		if info, err := os.Stat(name); err != nil || info.Mode() != mode {
			t.Errorf("mode %v, %v; want %v", info.Mode(), err, mode)
		}
	}
}

func TestLinkStays(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	target := put(t, filepath.Join(elsewhere, "target"), "old", 0o640)
	link := filepath.Join(dir, "link")
	if err := os.Symlink(target, link); err != nil {
		t.Skipf("no links here: %v", err)
	}
	if err := Write(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	holds(t, target, "new")
	if to, err := os.Readlink(link); err != nil || to != target {
		t.Errorf("the link leads to %s, %v", to, err)
	}
	holds(t, link, "new")

	folder, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	if err := WriteIn(folder, "link", []byte("newer")); err != nil {
		t.Fatal(err)
	}
	holds(t, target, "new")
	holds(t, link, "newer")
}

func TestLeftAlone(t *testing.T) {
	dir := t.TempDir()
	locked := put(t, filepath.Join(dir, "locked"), "old", 0o444)
	nowhere := filepath.Join(dir, "nowhere")
	if err := os.Symlink("gone", nowhere); err != nil {
		t.Skipf("no links here: %v", err)
	}
	for _, name := range []string{locked, nowhere, dir, os.DevNull, filepath.Join(dir, "no", "folder")} {
		err := Write(name, []byte("new"))
		var path *fs.PathError
		if !errors.As(err, &path) || path.Path != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	holds(t, locked, "old", "nowhere")
	if to, err := os.Readlink(nowhere); err != nil || to != "gone" {
		t.Errorf("the link leads to %s, %v", to, err)
	}
}

func TestWriteIn(t *testing.T) {
	dir := t.TempDir()
	folder, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	if err := folder.Mkdir("below", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := WriteIn(folder, filepath.Join("below", "a"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	holds(t, filepath.Join(dir, "below", "a"), "new")
	if err := WriteIn(folder, filepath.Join("..", "a"), []byte("new")); err == nil {
		t.Error("a file above the folder was written")
	}
}

// A folder is there with all that belongs into it, or not at all.
func TestMakeFolder(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "new")
	fill := func(draft string) error { return Write(filepath.Join(draft, "a"), []byte("text")) }
	broken := errors.New("broken")
	err := MakeFolder(name, func(draft string) error { return errors.Join(fill(draft), broken) })
	if !errors.Is(err, broken) {
		t.Error(err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Error("something was left behind: ", entries)
	}
	if err := MakeFolder(name, fill); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(name, "a")); err != nil || string(text) != "text" {
		t.Error(string(text), err)
	}
	if err := MakeFolder(name, fill); err == nil {
		t.Error("a folder with something in it was replaced")
	}
	if err := MakeFolder(filepath.Join(dir, "no", "where"), fill); err == nil {
		t.Error("a folder in no folder was made")
	}
}
