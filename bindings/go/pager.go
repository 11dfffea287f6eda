package swiftpager

import (
	"context"
	"encoding/json"
	"iter"
	"maps"
	"runtime"

	"swiftpager/internal/c"
)

// Pages walks the whole list; the next page travels while the loop's body works. An error comes last; the end of the
// context is Cancelled, as in all calls with a context. Options are those of a load in docs/configuration.md;
// "retain" is "none" unless they say otherwise. With the cache policy "return_cache_data_and_fetch" the walk also has pages
// of the cache: see Page.Source. "emit": "end", one update for all pages, is InvalidConfig.
func (pager *Pager) Pages(ctx context.Context, options Object) iter.Seq2[*Page, error] {
	return func(yield func(*Page, error) bool) {
		if options["emit"] == "end" {
			yield(nil, check(int32(InvalidConfig), emitsOnce))
			return
		}
		defaults := Object{"emit": "each", "retain": "none"}
		err := pager.load(ctx, c.PagerWalk, defaults, options, func(update c.Update) bool {
			return lent(reported(update), func(page *Page) bool { return yield(page, nil) })
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// emitsOnce says what a walk with one update for all pages would lose: it hands on the page that an update reports.
const emitsOnce = `{"code": "INVALID_CONFIG", "path": "/emit",
	"message": "a walk has each page in turn: leave \"emit\" out, or load all pages at once with LoadAll"}`

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
func (pager *Pager) LoadAll(ctx context.Context, options Object) (pages []*Page, err error) {
	err = pager.load(ctx, c.PagerWalk, Object{"emit": "end"}, options, func(update c.Update) bool {
		pages = held(update)
		return true
	})
	return pages, err
}

// Current are the pages that the pager holds in the order of the list, or the failure that left it without any.
func (pager *Pager) Current() ([]*Page, error) {
	defer runtime.KeepAlive(pager)
	update, status, failure := c.PagerCurrent(pager.handle())
	defer c.UpdateRelease(update)
	if err := check(status, failure); err != nil || update == 0 {
		return nil, err
	}
	return held(update), failureOf(update)
}

// Update is a new state of a list.
type Update struct {
	Err      error // the failure of a load, or nil
	Page     *Page // what was loaded or changed; nil for a failure
	IsChange bool  // the page was there before, and shows what changed in the cache

	update c.Update
}

// Pages are all pages that the list has at that time. They are there until the loop asks for the next update.
func (update *Update) Pages() []*Page { return held(update.update) }

// Updates gives every new state of the list until pager or client are closed, and first the one that it has. No walk
// waits for the loop: what it has not taken is kept, in memory, and a resume token counts it as finished.
func (pager *Pager) Updates(ctx context.Context) iter.Seq2[*Update, error] {
	return func(yield func(*Update, error) bool) {
		key, status, failure := c.PagerSubscribe(pager.handle())
		err := check(status, failure)
		if err == nil {
			inbox := &inbox{key: key}
			pager.inboxes.Store(inbox, true)
			defer pager.inboxes.Delete(inbox)
			waiter := &waiter{fd: func() (int, int32, string) { return c.SubscriptionFd(key) }}
			next := func() (answer, error) { return waiter.wait(inbox.next) }
			err = pull(ctx, waiter, next, inbox.close, func(update c.Update) bool {
				_, isChange := c.UpdateSource(update)
				return lent(reported(update), func(page *Page) bool {
					return yield(&Update{failureOf(update), page, isChange, update}, nil)
				})
			})
		}
		if failure, ok := err.(*Error); ok && failure.Status != Closed {
			yield(nil, err)
		}
	}
}

// loadOne is the page that an operation loads: of the cache's and the server's the latter.
func (pager *Pager) loadOne(ctx context.Context, begin c.Loading, options Object) (page *Page, err error) {
	err = pager.load(ctx, begin, Object{"pull": true}, options, func(update c.Update) bool {
		if page = reported(update); page != nil {
			page.Keep()
		}
		return true
	})
	return page, err
}

// load begins an operation and hands its updates on.
func (pager *Pager) load(ctx context.Context, begin c.Loading, all, options Object, use func(c.Update) bool) error {
	maps.Copy(all, options)
	text, err := encoded(all)
	if err != nil {
		return err
	}
	operation, status, failure := begin(pager.handle(), text)
	if err := check(status, failure); err != nil {
		return err
	}
	waiter := &waiter{fd: func() (int, int32, string) { return c.OperationFd(operation) }}
	next := func() (answer, error) {
		pager.inboxes.Range(func(each, _ any) bool {
			each.(*inbox).keepWaiting()
			return true
		})
		return waiter.waitInside(func(milliseconds int32) answer {
			update, status, failure := c.OperationNext(operation, milliseconds)
			return answer{update, status, failure}
		}), nil
	}
	return pull(ctx, waiter, next, func() { c.OperationRelease(operation) }, use)
}

// pull hands updates on until there are none, the context ends, or use returns false or panics. An update is given back
// before the next one, and after the end of all: the library knows with which of them the caller has finished.
func pull(
	ctx context.Context, waiter *waiter, next func() (answer, error), release func(), use func(c.Update) bool,
) error {
	defer release()
	defer waiter.close()
	defer context.AfterFunc(ctx, func() {
		release()
		waiter.wake()
	})()
	for {
		got, err := next()
		if err != nil {
			return err
		}
		if got.update == 0 {
			return ended(ctx, got.status, got.failure)
		}
		goesOn := func() bool {
			defer c.UpdateRelease(got.update)
			isLeft := true
			defer func() {
				if isLeft {
					release()
				}
			}()
			isLeft = !use(got.update)
			return !isLeft
		}()
		if !goesOn {
			return nil
		}
	}
}
