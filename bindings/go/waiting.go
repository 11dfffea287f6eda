package swiftpager

import (
	"os"
	"syscall"
	"time"

	"swiftpager/internal/c"
)

// waiter waits for a descriptor of the library without a thread: the runtime polls it. It has a copy, because the
// library closes its own with the handle.
type waiter struct {
	file *os.File
	conn syscall.RawConn
}

func newWaiter(fd int, status int32, failure string) (*waiter, error) {
	if err := check(status, failure); err != nil {
		return nil, err
	}
	copied, _, number := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_DUPFD_CLOEXEC, 0)
	if number != 0 {
		return nil, number
	}
	// The runtime polls what does not block.
	if err := syscall.SetNonblock(int(copied), true); err != nil {
		return nil, err
	}
	file := os.NewFile(copied, "swiftpager")
	conn, err := file.SyscallConn()
	return &waiter{file, conn}, err
}

// wait asks until the answer is not Timeout.
func (waiter *waiter) wait(ask func() (c.Update, int32, string)) (update c.Update, status int32, failure string) {
	hasAnswer := func(uintptr) bool {
		update, status, failure = ask()
		return Status(status) != Timeout
	}
	if waiter.conn.Read(hasAnswer) != nil {
		// It was woken.
		hasAnswer(0)
	}
	return update, status, failure
}

// wake ends all waits.
func (waiter *waiter) wake() { waiter.file.SetReadDeadline(time.Unix(1, 0)) }

func (waiter *waiter) close() { waiter.file.Close() }
