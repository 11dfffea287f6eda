package swiftpager

// #include "library.h"
import "C"

import (
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"time"
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
	named  [64]C.swiftpager_ready // what a turn leaves unnamed comes with the next one
	// Those that have something to pull, and those that only end, by their keys.
	pulls, executions sources
}

type sources map[C.swiftpager_ready]*source

func newTurns() turns {
	return turns{leader: make(chan struct{}, 1), pulls: sources{}, executions: sources{}}
}

// source is an operation or a subscription, for one goroutine that waits for its updates.
type source struct {
	client *Client
	among  sources
	key    C.swiftpager_ready
	// The updates of a subscription that a turn has named. No walk waits for their reader.
	kept  []*C.swiftpager_update
	named chan struct{} // full: a turn has named it since the last wait
	// Ends the wait for the end of the context.
	stop func() bool
}

// add has turns name a source until it is closed. What they name while its goroutine does something else stays in
// `named` for the next wait, so it does not matter which of both comes first.
func (client *Client) add(ctx context.Context, among sources, key C.swiftpager_ready) *source {
	source := &source{client: client, among: among, key: key, named: make(chan struct{}, 1)}
	source.stop = context.AfterFunc(ctx, source.end)
	client.mutex.Lock()
	among[key] = source
	client.mutex.Unlock()
	if client.count.Add(1) == 2 {
		// The goroutine that was alone gets up: else it moves requests while another one polls for them.
		C.swiftpager_client_wake(client.key)
	}
	return source
}

// end ends the work of a source: what it has not handed on is dropped.
func (source *source) end() {
	C.swiftpager_operation_close(source.key.operation)
	C.swiftpager_subscription_close(source.key.subscription)
}

func (source *source) close() {
	source.stop()
	source.client.count.Add(-1)
	source.client.mutex.Lock()
	delete(source.among, source.key)
	source.client.mutex.Unlock()
	C.swiftpager_operation_release(source.key.operation)
	C.swiftpager_subscription_release(source.key.subscription)
	for _, update := range source.kept {
		C.swiftpager_update_release(update)
	}
}

// asking asks for the next update, and waits that long for it.
type asking = func(milliseconds C.int32_t, update **C.swiftpager_update) C.int32_t

// receiving takes an update or an error, and says whether it wants another one.
type receiving = func(update *C.swiftpager_update, err error) bool

// pull hands on all updates of a source, or those before the context ends or the receiver has enough; or only the error
// if the source did not begin. An update is given back before the next one, and after the end of all: the library knows
// with which of them the caller has finished.
func (client *Client) pull(ctx context.Context, key C.swiftpager_ready, err error, receive receiving) {
	if err != nil {
		receive(nil, err)
		return
	}
	source := client.add(ctx, client.pulls, key)
	var update *C.swiftpager_update
	defer func() {
		source.close()
		C.swiftpager_update_release(update)
	}()
	for err == nil {
		C.swiftpager_update_release(update)
		update, err = source.next(ctx, source.ask)
		if err == nil && update == nil || !receive(update, err) {
			return
		}
	}
}

// seat is for a goroutine that is alone with its client: it waits inside the library, where it moves its requests
// itself. That takes less than turns do. But it takes a thread of the runtime: the process has one seat.
var seat sync.Mutex

// next is the next update; nil at the end.
func (source *source) next(ctx context.Context, ask asking) (update *C.swiftpager_update, err error) {
	isAnswered := func() bool {
		milliseconds := C.int32_t(0)
		if source.key.operation != nil && source.client.count.Load() == 1 && seat.TryLock() {
			defer seat.Unlock()
			milliseconds = -1
		}
		update, err = got(func(out **C.swiftpager_update) C.int32_t { return ask(milliseconds, out) })
		return !errors.Is(err, Timeout) && !errors.Is(err, Interrupted)
	}
	if ctx.Err() != nil {
		// The context calls `end` on a goroutine that may not have run yet.
		source.end()
	}
	for !isAnswered() {
		source.await()
	}
	return update, ended(ctx, err)
}

// ask asks an operation or a subscription; the latter has first what turns have kept.
func (source *source) ask(milliseconds C.int32_t, update **C.swiftpager_update) C.int32_t {
	if source.key.operation != nil {
		return C.swiftpager_operation_next(source.key.operation, milliseconds, update, nil)
	}
	source.client.mutex.Lock()
	defer source.client.mutex.Unlock()
	if len(source.kept) == 0 {
		return C.swiftpager_subscription_next(source.key.subscription, 0, update)
	}
	*update, source.kept = source.kept[0], source.kept[1:]
	return C.int32_t(OK)
}

// keep takes what a subscription has: a walk would wait for a reader that does something else, like walk itself.
func (source *source) keep() {
	for source.key.subscription != nil {
		var update *C.swiftpager_update
		C.swiftpager_subscription_next(source.key.subscription, 0, &update)
		if update == nil {
			return
		}
		source.kept = append(source.kept, update)
	}
}

// tell has the source's goroutine ask, now or when it waits next.
func (source *source) tell() {
	if len(source.named) == 0 {
		source.named <- struct{}{}
	}
}

// await waits until a turn names the source.
func (source *source) await() {
	client := source.client
	// A turn for what this goroutine has just asked for, which a turn under way may have left. It names nothing: the
	// one that leads learns only from its own turns, or from its descriptor.
	client.mutex.Lock()
	C.swiftpager_client_ready(client.key, nil, 0, nil)
	client.mutex.Unlock()
	select {
	case <-source.named:
	case client.leader <- struct{}{}:
		if client.lead(source) == nil {
			<-source.named
		} else {
			// The process has no free descriptor, or the client is closed.
			client.takeTurn()
			time.Sleep(time.Millisecond)
		}
		<-client.leader
	}
}

// lead takes turns until one names the source.
func (client *Client) lead(source *source) error {
	client.mutex.Lock()
	if client.file == nil {
		client.file = os.NewFile(uintptr(C.copied_fd(client.key)), "swiftpager")
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
	C.swiftpager_client_ready(client.key, &client.named[0], C.size_t(len(client.named)), &count)
	for _, key := range client.named[:count] {
		// Another goroutine may have just closed it.
		if source := client.pulls[key]; source != nil {
			source.keep()
			source.tell()
		}
	}
	// What only ends is not named: its end is an event, which the descriptor shows until a dispatch.
	C.swiftpager_client_dispatch(client.key, 0, 0, nil)
	for key, source := range client.executions {
		var hasEnded C.bool
		if C.swiftpager_operation_ended(key.operation, &hasEnded, nil); hasEnded {
			source.tell()
		}
	}
}
