package swiftpager

// #include "library.h"
import "C"

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
)

// Pager is one paginated query and the pages held of it. Goroutines may share it.
type Pager struct {
	key    *C.swiftpager_pager
	client *Client
}

// Close ends the pager and all its work: later calls fail with InvalidHandle. One that is collected ends nothing.
func (pager *Pager) Close() error {
	C.swiftpager_pager_close(pager.key)
	C.swiftpager_pager_release(pager.key)
	return nil
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
		all := with(Object{"emit": "each", "retain": "none"}, options)
		pager.walk(ctx, all, func(update *C.swiftpager_update, err error) bool { return yield(reported(update), err) })
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

// Decode decodes the items of a walk: for product, err := range swiftpager.Decode[Product](pager.Items(ctx, nil)).
func Decode[T any](items iter.Seq2[json.RawMessage, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for item, err := range items {
			var value T
			if err == nil {
				err = json.Unmarshal(item, &value)
			}
			if !yield(value, err) {
				return
			}
		}
	}
}

// LoadAll loads all pages, and returns those that the pager holds then in the order of the list.
func (pager *Pager) LoadAll(ctx context.Context, options Object) (pages []*Page, err error) {
	pager.walk(ctx, with(Object{"emit": "end"}, options), func(update *C.swiftpager_update, failure error) bool {
		if err = failure; err == nil {
			pages = held(update)
		}
		return true
	})
	return pages, err
}

// Fetch loads the first page, which then replaces all pages held. To ask the server again, say
// "cache_policy": "fetch_ignoring_cache_data".
func (pager *Pager) Fetch(ctx context.Context, options Object) (*Page, error) {
	return pager.loadOne(ctx, options, func(_, options *C.char, out **C.swiftpager_operation) C.int32_t {
		return C.swiftpager_pager_fetch(pager.key, options, nil, nil, nil, out, nil)
	})
}

// LoadNext loads the page after the last one.
func (pager *Pager) LoadNext(ctx context.Context, options Object) (*Page, error) {
	return pager.loadOne(ctx, options, func(_, options *C.char, out **C.swiftpager_operation) C.int32_t {
		return C.swiftpager_pager_load_next(pager.key, options, nil, nil, nil, out, nil)
	})
}

// LoadPrevious loads the page before the first one.
func (pager *Pager) LoadPrevious(ctx context.Context, options Object) (*Page, error) {
	return pager.loadOne(ctx, options, func(_, options *C.char, out **C.swiftpager_operation) C.int32_t {
		return C.swiftpager_pager_load_previous(pager.key, options, nil, nil, nil, out, nil)
	})
}

// beginning begins an operation with options.
type beginning = func(_, options *C.char, out **C.swiftpager_operation) C.int32_t

// loadOne is the page that an operation loads: of the cache's and the server's the latter.
func (pager *Pager) loadOne(ctx context.Context, options Object, begin beginning) (page *Page, err error) {
	pager.load(ctx, with(Object{"pull": true}, options), begin, func(update *C.swiftpager_update, failure error) bool {
		if err = failure; err == nil {
			page = reported(update).Keep()
		}
		return true
	})
	return page, err
}

func (pager *Pager) walk(ctx context.Context, options Object, receive receiving) {
	pager.load(ctx, options, func(_, options *C.char, out **C.swiftpager_operation) C.int32_t {
		return C.swiftpager_pager_walk(pager.key, options, out, nil)
	}, receive)
}

// load begins an operation, and hands its updates on.
func (pager *Pager) load(ctx context.Context, options Object, begin beginning, receive receiving) {
	operation, err := gotWith("", options, begin)
	pager.client.pull(ctx, C.swiftpager_ready{operation: operation}, err, receive)
}

// Updates gives every new state of the list until pager or client are closed, and first the one that it has. No walk
// waits for the loop: what it has not taken is kept, in memory, and a resume token counts it as finished.
func (pager *Pager) Updates(ctx context.Context) iter.Seq2[*Update, error] {
	return func(yield func(*Update, error) bool) {
		subscription, err := got(func(out **C.swiftpager_subscription) C.int32_t {
			return C.swiftpager_pager_subscribe(pager.key, nil, nil, nil, out)
		})
		key := C.swiftpager_ready{subscription: subscription}
		pager.client.pull(ctx, key, err, func(update *C.swiftpager_update, err error) bool {
			return !errors.Is(err, Closed) && yield(newUpdate(update), err)
		})
	}
}

// Current are the pages that the pager holds in the order of the list, or the failure that left it without any.
func (pager *Pager) Current() ([]*Page, error) {
	update, err := got(func(out **C.swiftpager_update) C.int32_t { return C.swiftpager_pager_current(pager.key, out) })
	defer C.swiftpager_update_release(update)
	if err != nil || update == nil {
		return nil, err
	}
	return held(update), failureOf(update)
}

// Reset forgets all pages, and ends an operation under way with Cancelled.
func (pager *Pager) Reset() error {
	return check(func() C.int32_t { return C.swiftpager_pager_reset(pager.key) })
}

// CanLoadNext says whether there is more after the last page, and how to ask for it.
func (pager *Pager) CanLoadNext() (bool, error) { return pager.canLoad(KindNext) }

// CanLoadPrevious says whether there is more before the first page, and how to ask for it.
func (pager *Pager) CanLoadPrevious() (bool, error) { return pager.canLoad(KindPrevious) }

func (pager *Pager) canLoad(kind Kind) (bool, error) {
	can, err := got(func(out *C.bool) C.int32_t { return C.swiftpager_pager_can_load(pager.key, C.int32_t(kind), out) })
	return bool(can), err
}

// State is the pager's state; swiftpager.h lists its keys at swiftpager_pager_state.
func (pager *Pager) State() (json.RawMessage, error) {
	return taken(got(func(out **C.char) C.int32_t { return C.swiftpager_pager_state(pager.key, out) }))
}

// ResumeToken is the place from which another process can go on with this list: the "resume" of its pager.
func (pager *Pager) ResumeToken() (json.RawMessage, error) {
	return taken(got(func(out **C.char) C.int32_t { return C.swiftpager_pager_resume_token(pager.key, out) }))
}

// Checkpoint is what the next run needs to load only what is new: the "checkpoint" of its pager, with the same "since".
func (pager *Pager) Checkpoint() (json.RawMessage, error) {
	return taken(got(func(out **C.char) C.int32_t { return C.swiftpager_pager_checkpoint(pager.key, out) }))
}
