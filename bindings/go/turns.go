package swiftpager

// #include "library.h"
import "C"

import (
	"os"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// turns are how goroutines wait for a client: by one descriptor, and without a thread. One of them leads: while the
// descriptor is readable it takes turns, which move the requests of all, and wakes those that the turns name. Once it
// has what it waits for itself, another one leads. So a wait cannot outlive the client, and a client that no goroutine
// waits for has nothing but its descriptor, which goes with it.
type turns struct {
	leader chan struct{} // full while a goroutine leads
	count  atomic.Int32  // of sources
	mutex  sync.Mutex    // guards what is below, and turns: what comes during one is left to the next
	file   *os.File
	named  [64][2]C.handle // what a turn leaves unnamed comes with the next one
	// Those that have something to pull, and those that only end, by their keys.
	pulls, executions sources
}

type sources map[C.handle]*source

func newTurns() turns {
	return turns{leader: make(chan struct{}, 1), pulls: sources{}, executions: sources{}}
}

// add has turns name a source until it is closed. What they name while its goroutine does something else stays in
// `named` for the next wait, so it does not matter which of both comes first.
func (client *Client) add(among sources, key C.handle, source *source) *source {
	source.client, source.among, source.key, source.named = client, among, key, make(chan struct{}, 1)
	client.mutex.Lock()
	among[key] = source
	client.mutex.Unlock()
	if client.count.Add(1) == 2 {
		// The goroutine that was alone gets up: else it moves requests while another one polls for them.
		C.swiftpager_client_wake(client.handle())
	}
	return source
}

func (source *source) close() {
	source.client.count.Add(-1)
	source.client.mutex.Lock()
	delete(source.among, source.key)
	source.client.mutex.Unlock()
	source.release()
}

// await waits until a turn names the source.
func (source *source) await() {
	client := source.client
	// A turn for what this goroutine has just asked for, which a turn under way may have left. It names nothing: the
	// one that leads learns only from its own turns, or from its descriptor.
	client.mutex.Lock()
	C.swiftpager_client_ready(client.handle(), nil, 0, nil)
	client.mutex.Unlock()
	select {
	case <-source.named:
	case client.leader <- struct{}{}:
		if client.lead(source) == nil {
			<-source.named
		} else {
			// The process has no free descriptor, or the client is closed.
			time.Sleep(time.Millisecond)
		}
		<-client.leader
	}
}

// lead takes turns until one names the source.
func (client *Client) lead(source *source) error {
	client.mutex.Lock()
	if client.file == nil {
		fd, err := got(func(out *C.int) C.int32_t { return C.swiftpager_client_fd(client.handle(), out) })
		if err == nil {
			client.file = os.NewFile(uintptr(C.copied_fd(fd)), "swiftpager")
		}
	}
	conn, err := client.file.SyscallConn()
	client.mutex.Unlock()
	if err != nil {
		return err
	}
	return conn.Read(func(fd uintptr) bool {
		// The runtime hears of what comes, and not of what a turn has left.
		for len(source.named) == 0 && bool(C.is_readable(C.int(fd))) {
			client.takeTurn()
		}
		return len(source.named) > 0
	})
}

// takeTurn moves the requests, and tells the sources for which there is something.
func (client *Client) takeTurn() {
	client.mutex.Lock()
	defer client.mutex.Unlock()
	var count C.size_t
	C.swiftpager_client_ready(client.handle(), unsafe.Pointer(&client.named), C.size_t(len(client.named)), &count)
	for _, named := range client.named[:count] {
		client.pulls[named[0]+named[1]].tell()
	}
	// What only ends is not named: its end is an event, which the descriptor shows until a dispatch.
	C.swiftpager_client_dispatch(client.handle(), 0, 0, nil)
	for key, source := range client.executions {
		var hasEnded C.bool
		if C.swiftpager_operation_ended(key, &hasEnded, nil); hasEnded {
			source.tell()
		}
	}
}

// tell has the source's goroutine ask, now or when it waits next; nil: another one has just closed the source.
func (source *source) tell() {
	if source != nil && len(source.named) == 0 {
		source.named <- struct{}{}
	}
}
