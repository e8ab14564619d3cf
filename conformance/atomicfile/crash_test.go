//go:build unix

package atomicfile

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// These tests run themselves as a child that may be killed.
const childJob, childFile = "ATOMICFILE_JOB", "ATOMICFILE_FILE"

var first, second = strings.Repeat("first\n", 1<<16), strings.Repeat("second\n", 1<<16)

func TestMain(m *testing.M) {
	name := os.Getenv(childFile)
	switch os.Getenv(childJob) {
	case "":
		os.Exit(m.Run())
	case "many":
		for {
			for _, text := range []string{first, second} {
				if err := Write(name, []byte(text)); err != nil {
					panic(err)
				}
				os.Stdout.WriteString(".") // it has begun
			}
		}
	case "full":
		limitSize()
		if err := Write(name, []byte(first)); errors.Is(err, syscall.EFBIG) {
			os.Exit(7)
		}
	}
	os.Exit(0)
}

// limitSize lets this process write no file of more than a few pages: to its
// writers that is a disk that is full.
func limitSize() {
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1 << 14, Max: 1 << 14}); err != nil {
		panic(err)
	}
}

func child(job, file string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childJob+"="+job, childFile+"="+file)
	return cmd
}

func TestFullDisk(t *testing.T) {
	name := put(t, filepath.Join(t.TempDir(), "a.rules"), "old", 0o644)
	err := child("full", name).Run()
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.ExitCode() != 7 {
		t.Errorf("the write did not fail: %v", err)
	}
	holds(t, name, "old")
}

// litter counts what kills left, and checks that none of it is taken for a rule file.
func litter(t *testing.T, name string) (n int) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == filepath.Base(name) {
			continue
		}
		if !strings.HasPrefix(e.Name(), ".ruleck-") || !strings.HasSuffix(e.Name(), ".tmp") {
			t.Errorf("%s lies beside", e.Name())
		}
		n++
	}
	return n
}

func TestKilled(t *testing.T) {
	name := put(t, filepath.Join(t.TempDir(), "a.rules"), first, 0o644)
	seen := map[string]int{}
	for i := range 40 {
		cmd := child("many", name)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i) * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait()
		got, err := os.ReadFile(name)
		if err != nil || string(got) != first && string(got) != second {
			t.Fatalf("the file is not whole: %d bytes, %v", len(got), err)
		}
		seen[string(got[:5])]++
		litter(t, name)
		if err := Write(name, got); err != nil {
			t.Fatal(err)
		}
	}
	left := litter(t, name)
	t.Logf("seen %v, %d files left behind", seen, left)
	if len(seen) != 2 || left == 0 {
		t.Error("no kill fell into the middle of a write")
	}
}
