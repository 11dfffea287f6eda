package swiftpager

// #include "library.h"
import "C"

import (
	"context"
	"errors"
	"iter"
	"sync"
)

// Update is a new state of a list.
type Update struct {
	Err      error // the failure of a load, or nil
	Page     *Page // what was loaded or changed; nil for a failure
	IsChange bool  // the page was there before, and shows what changed in the cache

	key C.handle
}

// Pages are all pages that the list has at that time. They are there until the loop asks for the next update.
func (update *Update) Pages() []*Page { return held(update.key) }

// Updates gives every new state of the list until pager or client are closed, and first the one that it has. No walk
// waits for the loop: what it has not taken is kept, in memory, and a resume token counts it as finished.
func (pager *Pager) Updates(ctx context.Context) iter.Seq2[*Update, error] {
	return func(yield func(*Update, error) bool) {
		for key, err := range pull(ctx, pager.subscribe) {
			if errors.Is(err, Closed) || !yield(newUpdate(key), err) {
				return
			}
		}
	}
}

// newUpdate is an update of the library; nil for the key 0.
func newUpdate(key C.handle) *Update {
	if key == 0 {
		return nil
	}
	var isChange C.bool
	C.swiftpager_update_source(key, &isChange)
	return &Update{failureOf(key), reported(key), bool(isChange), key}
}

func (pager *Pager) subscribe() (*source, error) {
	key, err := got(func(out *C.handle) C.int32_t {
		return C.swiftpager_pager_subscribe(pager.handle(), nil, nil, nil, out)
	})
	if err != nil {
		return nil, err
	}
	inbox := &inbox{key: key}
	pager.inboxes.Store(inbox, true)
	return pager.client.add(pager.client.pulls, key, &source{
		ask: inbox.ask,
		end: func() { C.swiftpager_subscription_close(key) },
		release: func() {
			pager.inboxes.Delete(inbox)
			inbox.release()
		},
	}), nil
}

// inbox has the updates of a subscription.
type inbox struct {
	key       C.handle
	mutex     sync.Mutex
	kept      []C.handle
	isAwaited bool
}

// ask takes the next update, if there is one within the time.
func (inbox *inbox) ask(milliseconds C.int32_t, update *C.handle) C.int32_t {
	inbox.mutex.Lock()
	defer inbox.mutex.Unlock()
	if len(inbox.kept) > 0 {
		*update, inbox.kept = inbox.kept[0], inbox.kept[1:]
		return C.int32_t(OK)
	}
	inbox.isAwaited = true
	inbox.mutex.Unlock()
	status := C.swiftpager_subscription_next(inbox.key, milliseconds, update)
	inbox.mutex.Lock()
	inbox.isAwaited = Status(status) == Timeout
	return status
}

// keepWaiting keeps what the reader has not taken, because a walk would wait for that. One that waits takes it itself.
func (inbox *inbox) keepWaiting() {
	inbox.mutex.Lock()
	defer inbox.mutex.Unlock()
	for !inbox.isAwaited {
		var update C.handle
		C.swiftpager_subscription_next(inbox.key, 0, &update)
		if update == 0 {
			return
		}
		inbox.kept = append(inbox.kept, update)
	}
}

func (inbox *inbox) release() {
	C.swiftpager_subscription_release(inbox.key)
	inbox.mutex.Lock()
	defer inbox.mutex.Unlock()
	for _, update := range inbox.kept {
		C.swiftpager_update_release(update)
	}
	inbox.kept = nil
}

// seat is for a goroutine that is alone with its client: it waits inside the library, where it moves its requests
// itself. That takes less than turns do. But it takes a thread of the runtime: the process has one seat.
var seat sync.Mutex

// source is an operation or a subscription, for one goroutine that waits for its updates.
type source struct {
	mayDrive     bool
	ask          asking
	end, release func()

	client *Client
	among  sources
	key    C.handle
	named  chan struct{} // full: a turn has named it since the last wait
}

// asking asks for the next update, and waits that long for it.
type asking func(milliseconds C.int32_t, update *C.handle) C.int32_t

// next is the next update; 0 at the end.
func (source *source) next() (update C.handle, err error) {
	isAnswered := func() bool {
		milliseconds := C.int32_t(0)
		if source.mayDrive && source.client.count.Load() == 1 && seat.TryLock() {
			defer seat.Unlock()
			milliseconds = -1
		}
		update, err = got(func(out *C.handle) C.int32_t { return source.ask(milliseconds, out) })
		return !errors.Is(err, Timeout) && !errors.Is(err, Interrupted)
	}
	for !isAnswered() {
		source.await()
	}
	return update, err
}

// pull hands on all updates, or those before the context ends or the loop is left. An update is given back before the
// next one, and after the end of all: the library knows with which of them the caller has finished.
func pull(ctx context.Context, begin func() (*source, error)) iter.Seq2[C.handle, error] {
	return func(yield func(C.handle, error) bool) {
		source, err := begin()
		if err != nil {
			yield(0, err)
			return
		}
		var update C.handle
		defer func() {
			source.close()
			C.swiftpager_update_release(update)
		}()
		defer context.AfterFunc(ctx, source.end)()
		for err == nil {
			C.swiftpager_update_release(update)
			update, err = source.next()
			if err == nil && update == 0 || !yield(update, ended(ctx, err)) {
				return
			}
		}
	}
}
