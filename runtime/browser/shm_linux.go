package browser

import "golang.org/x/sys/unix"

// smallSharedMemory is true where /dev/shm has less room than a few large tabs need (512 MB).
func smallSharedMemory() bool {
	var st unix.Statfs_t
	if unix.Statfs("/dev/shm", &st) != nil {
		return true
	}
	return st.Bavail*uint64(st.Bsize) < 512<<20
}
