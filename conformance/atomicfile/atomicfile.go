// Package atomicfile writes files whole. Whatever happens in the middle (a full
// disk, a kill, a crash), the file holds all of the old text or all of the new.
//
// The new text goes to a file beside the old one, is brought to the disk, and then
// takes the old one's name. A kill may leave that file behind; it is called
// .ruleck-*.tmp, which nothing reads.
package atomicfile

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// newMode is what a file that was not there before may be used for.
const newMode = 0o644

var (
	errNoFile   = errors.New("not a file")
	errReadOnly = errors.New("the file is read-only")
)

// Write writes a file. One that exists keeps its mode. Where the name is a link, the
// file it leads to is written and the link stays. A read-only file, a folder, a
// device, or a link that leads nowhere is an error and left alone. Every error is a
// *fs.PathError with the name as given.
func Write(name string, text []byte) error {
	real, err := filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		if _, there := os.Lstat(name); there != nil { // not even a link
			real, err = name, nil
		}
	}
	if err != nil {
		return because(name, err)
	}
	folder, err := os.OpenRoot(filepath.Dir(real))
	if err != nil {
		return because(name, err)
	}
	defer folder.Close()
	return because(name, write(folder, filepath.Base(real), text))
}

// WriteIn writes a file below a folder, as Write does, but no link leads it out of
// there: one in the place of the file is replaced.
func WriteIn(folder *os.Root, name string, text []byte) error {
	return because(name, write(folder, name, text))
}

func write(folder *os.Root, name string, text []byte) (err error) {
	mode, err := modeOf(folder, name)
	if err != nil {
		return err
	}
	temp := filepath.Join(filepath.Dir(name), ".ruleck-"+strconv.FormatUint(rand.Uint64(), 36)+".tmp")
	file, err := folder.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, newMode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			folder.Remove(temp)
		}
	}()
	if err := fill(file, text, mode); err != nil {
		return err
	}
	return folder.Rename(temp, name)
}

// modeOf is the mode of the file that is to be replaced, or 0 if there is none.
func modeOf(folder *os.Root, name string) (fs.FileMode, error) {
	info, err := folder.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil
	case err != nil:
		return 0, err
	case info.Mode().Type() == fs.ModeSymlink:
		return 0, nil
	case !info.Mode().IsRegular():
		return 0, errNoFile
	case info.Mode().Perm()&0o222 == 0: // a rename would not ask
		return 0, errReadOnly
	}
	file, err := folder.OpenFile(name, os.O_WRONLY, 0) // may whoever runs this write to it?
	if err != nil {
		return 0, err
	}
	return info.Mode().Perm(), file.Close()
}

// fill writes a new file, up to the disk itself, and closes it.
func fill(file *os.File, text []byte, mode fs.FileMode) error {
	_, err := file.Write(text)
	if err == nil && mode != 0 {
		err = file.Chmod(mode)
	}
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// because is the cause of an error, about the file that was to be written and not
// about the one beside it.
func because(name string, err error) error {
	if err == nil {
		return nil
	}
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return &fs.PathError{Op: "write", Path: name, Err: err}
}
