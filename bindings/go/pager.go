package swiftpager

// #include "library.h"
import "C"

import (
	"context"
	"encoding/json"
	"iter"
	"maps"
	"sync"
)

// Pager is one paginated query and the pages held of it. Goroutines may share it.
type Pager struct {
	owner
	client *Client
	// Those of its subscriptions.
	inboxes sync.Map
}

// Close ends the pager and all its work: later calls fail with InvalidHandle. One that is collected ends nothing.
func (pager *Pager) Close() error {
	key := C.handle(pager.key.Swap(0))
	C.swiftpager_pager_close(key)
	return check(func() C.int32_t { return C.swiftpager_pager_release(key) })
}

// emitsOnce says what a walk with one update for all pages would lose: it hands on the page that an update reports.
const emitsOnce = `{"code": "INVALID_CONFIG", "path": "/emit",
	"message": "a walk has each page in turn: leave \"emit\" out, or load all pages at once with LoadAll"}`

// Pages walks the whole list; the next page travels while the loop's body works. An error comes last; the end of the
// context is Cancelled, as in all calls with a context. Options are those of a load in docs/configuration.md;
// "retain" is "none" unless they say otherwise. With the cache policy "return_cache_data_and_fetch" the walk also has
// pages of the cache: see Page.Source. "emit": "end", one update for all pages, is InvalidConfig.
func (pager *Pager) Pages(ctx context.Context, options Object) iter.Seq2[*Page, error] {
	return func(yield func(*Page, error) bool) {
		if options["emit"] == "end" {
			yield(nil, failed(InvalidConfig, emitsOnce))
			return
		}
		for update, err := range pager.walk(ctx, Object{"emit": "each", "retain": "none"}, options) {
			if !yield(reported(update), err) {
				return
			}
		}
	}
}

// Items walks the items of all pages; of an edge its node.
func (pager *Pager) Items(ctx context.Context, options Object) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		for page, err := range pager.Pages(ctx, options) {
			if err != nil {
				yield(nil, err)
				return
			}
			for _, item := range page.Items() {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}

// LoadAll loads all pages, and returns those that the pager holds then in the order of the list.
func (pager *Pager) LoadAll(ctx context.Context, options Object) ([]*Page, error) {
	return last(pager.walk(ctx, Object{"emit": "end"}, options), held)
}

// Fetch loads the first page, which then replaces all pages held. To ask the server again, say
// "cache_policy": "fetch_ignoring_cache_data".
func (pager *Pager) Fetch(ctx context.Context, options Object) (*Page, error) {
	return pager.loadOne(ctx, options, func(_, options *C.char, out *C.handle) C.int32_t {
		return C.swiftpager_pager_fetch(pager.handle(), options, nil, nil, nil, out, nil)
	})
}

// LoadNext loads the page after the last one.
func (pager *Pager) LoadNext(ctx context.Context, options Object) (*Page, error) {
	return pager.loadOne(ctx, options, func(_, options *C.char, out *C.handle) C.int32_t {
		return C.swiftpager_pager_load_next(pager.handle(), options, nil, nil, nil, out, nil)
	})
}

// LoadPrevious loads the page before the first one.
func (pager *Pager) LoadPrevious(ctx context.Context, options Object) (*Page, error) {
	return pager.loadOne(ctx, options, func(_, options *C.char, out *C.handle) C.int32_t {
		return C.swiftpager_pager_load_previous(pager.handle(), options, nil, nil, nil, out, nil)
	})
}

// beginning begins an operation with options.
type beginning func(_, options *C.char, out *C.handle) C.int32_t

// loadOne is the page that an operation loads: of the cache's and the server's the latter.
func (pager *Pager) loadOne(ctx context.Context, options Object, begin beginning) (*Page, error) {
	updates := pager.load(ctx, Object{"pull": true}, options, begin)
	return last(updates, func(update C.handle) *Page { return reported(update).Keep() })
}

// last is what the last update has, also with the error that comes after it.
func last[T any](updates iter.Seq2[C.handle, error], of func(update C.handle) T) (found T, err error) {
	for update, failure := range updates {
		if err = failure; err == nil {
			found = of(update)
		}
	}
	return found, err
}

func (pager *Pager) walk(ctx context.Context, all, options Object) iter.Seq2[C.handle, error] {
	return pager.load(ctx, all, options, func(_, options *C.char, out *C.handle) C.int32_t {
		return C.swiftpager_pager_walk(pager.handle(), options, out, nil)
	})
}

// load begins an operation, and hands its updates on.
func (pager *Pager) load(ctx context.Context, all, options Object, begin beginning) iter.Seq2[C.handle, error] {
	maps.Copy(all, options)
	return pull(ctx, func() (*source, error) {
		operation, err := gotWith("", all, begin)
		if err != nil {
			return nil, err
		}
		ask := func(milliseconds C.int32_t, update *C.handle) C.int32_t {
			pager.inboxes.Range(func(each, _ any) bool {
				each.(*inbox).keepWaiting()
				return true
			})
			return C.swiftpager_operation_next(operation, milliseconds, update, nil)
		}
		return pager.client.operation(pager.client.pulls, operation, ask), nil
	})
}

// Current are the pages that the pager holds in the order of the list, or the failure that left it without any.
func (pager *Pager) Current() ([]*Page, error) {
	update, err := got(func(out *C.handle) C.int32_t { return C.swiftpager_pager_current(pager.handle(), out) })
	defer C.swiftpager_update_release(update)
	if err != nil || update == 0 {
		return nil, err
	}
	return held(update), failureOf(update)
}

// Reset forgets all pages, and ends an operation under way with Cancelled.
func (pager *Pager) Reset() error {
	return check(func() C.int32_t { return C.swiftpager_pager_reset(pager.handle()) })
}

// CanLoadNext says whether there is more after the last page, and how to ask for it.
func (pager *Pager) CanLoadNext() (bool, error) { return pager.canLoad(KindNext) }

// CanLoadPrevious says whether there is more before the first page, and how to ask for it.
func (pager *Pager) CanLoadPrevious() (bool, error) { return pager.canLoad(KindPrevious) }

func (pager *Pager) canLoad(kind Kind) (bool, error) {
	can, err := got(func(out *C.bool) C.int32_t {
		return C.swiftpager_pager_can_load(pager.handle(), C.int32_t(kind), out)
	})
	return bool(can), err
}

// State is the pager's state; swiftpager.h lists its keys at swiftpager_pager_state.
func (pager *Pager) State() (json.RawMessage, error) {
	return taken(got(func(out **C.char) C.int32_t { return C.swiftpager_pager_state(pager.handle(), out) }))
}

// ResumeToken is the place from which another process can go on with this list: the "resume" of its pager.
func (pager *Pager) ResumeToken() (json.RawMessage, error) {
	return taken(got(func(out **C.char) C.int32_t { return C.swiftpager_pager_resume_token(pager.handle(), out) }))
}

// Checkpoint is what the next run needs to load only what is new: the "checkpoint" of its pager, with the same "since".
func (pager *Pager) Checkpoint() (json.RawMessage, error) {
	return taken(got(func(out **C.char) C.int32_t { return C.swiftpager_pager_checkpoint(pager.handle(), out) }))
}
