package swiftpager

import (
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"

	"swiftpager/internal/c"
)

// answer is what the library says to a goroutine that asks: an update or the end, or Timeout.
type answer struct {
	update  c.Update
	status  int32
	failure string
}

// seats are for threads that wait inside the library, where they move their client's requests themselves. That takes
// less than a wait for a descriptor. But each of them is a thread of the runtime: who finds no seat has none.
var seats = make(chan struct{}, runtime.GOMAXPROCS(0))

// waiter waits for the answers of an operation or a subscription.
type waiter struct {
	// fd is a descriptor that is readable while there is an answer.
	fd func() (int, int32, string)

	mutex sync.Mutex
	file  *os.File
}

// waitInside asks until the answer is not Timeout, with a seat if there is one. The time is in milliseconds; -1 is
// without a limit.
func (waiter *waiter) waitInside(ask func(milliseconds int32) answer) answer {
	select {
	case seats <- struct{}{}:
		defer func() { <-seats }()
		return inside(ask)
	default:
	}
	got, err := waiter.wait(func() answer { return ask(0) })
	if err != nil {
		// The process has no further descriptor, but it may have a thread.
		return inside(ask)
	}
	return got
}

func inside(ask func(milliseconds int32) answer) answer {
	for {
		if got := ask(-1); Status(got.status) != Interrupted {
			return got
		}
	}
}

// wait asks until the answer is not Timeout. In between the runtime polls the descriptor, and no thread waits.
func (waiter *waiter) wait(ask func() answer) (got answer, err error) {
	conn, err := waiter.open()
	if err != nil {
		return got, err
	}
	hasAnswer := func(uintptr) bool {
		got = ask()
		return Status(got.status) != Timeout
	}
	if conn.Read(hasAnswer) != nil {
		// It was woken.
		hasAnswer(0)
	}
	return got, nil
}

// open makes a copy of the descriptor, because the library closes its own with the handle.
func (waiter *waiter) open() (syscall.RawConn, error) {
	waiter.mutex.Lock()
	defer waiter.mutex.Unlock()
	if waiter.file == nil {
		fd, status, failure := waiter.fd()
		if err := check(status, failure); err != nil {
			return nil, err
		}
		copied, _, number := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_DUPFD_CLOEXEC, 0)
		if number != 0 {
			return nil, number
		}
		// The runtime polls what does not block.
		syscall.SetNonblock(int(copied), true)
		waiter.file = os.NewFile(copied, "swiftpager")
	}
	return waiter.file.SyscallConn()
}

// wake ends all waits for the descriptor. The handle has been released before: a later wait cannot open it any more.
func (waiter *waiter) wake() {
	waiter.mutex.Lock()
	defer waiter.mutex.Unlock()
	if waiter.file != nil {
		waiter.file.SetReadDeadline(time.Unix(1, 0))
	}
}

func (waiter *waiter) close() {
	waiter.mutex.Lock()
	defer waiter.mutex.Unlock()
	if waiter.file != nil {
		waiter.file.Close()
	}
}
