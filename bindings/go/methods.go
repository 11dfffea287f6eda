// Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`.

package swiftpager

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"swiftpager/internal/c"
)

// raw is a text of the library; nil if there is none.
func raw(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}

// Error is the name of the status, like "GRAPHQL": errors compare with a status.
func (status Status) Error() string { return c.StatusName(int32(status)) }

// check makes an error of what a call returned; nil for OK.
func check(status int32, object string) error {
	if Status(status) == OK {
		return nil
	}
	var known struct{ Message, Path string }
	if json.Unmarshal([]byte(object), &known) != nil {
		known.Message = "the library says no more"
	}
	return &Error{Status(status), known.Message, known.Path, raw(object), nil}
}

// failureOf is the failure that an update reports; nil if it reports none.
func failureOf(update c.Update) error {
	status, _ := c.UpdateStatus(update)
	return check(status, c.UpdateError(update))
}

// encoded is a value as JSON; an empty text, which the library takes for none, of nil.
func encoded(value any) (string, error) {
	if value == nil {
		return "", nil
	}
	text, err := json.Marshal(value)
	if err != nil || string(text) == "null" {
		return "", errors.Join(err)
	}
	return string(text), nil
}

// Client is an endpoint, its connections and its queue of waiting callbacks. Goroutines may share it.
type Client struct{ key atomic.Uintptr }

func newClient(key c.Client) *Client {
	client := new(Client)
	client.key.Store(uintptr(key))
	runtime.SetFinalizer(client, func(client *Client) { c.ClientUnref(client.handle()) })
	return client
}

func (client *Client) handle() c.Client { return c.Client(client.key.Load()) }

// Close ends the client and all its work: later calls fail with InvalidHandle. One that is collected ends nothing.
func (client *Client) Close() error {
	runtime.SetFinalizer(client, nil)
	return check(c.ClientRelease(c.Client(client.key.Swap(0))))
}

// Pager is one paginated query and the pages held of it. Goroutines may share it.
type Pager struct {
	key atomic.Uintptr
	// Those of its subscriptions.
	inboxes sync.Map
}

func newPager(key c.Pager) *Pager {
	pager := new(Pager)
	pager.key.Store(uintptr(key))
	runtime.SetFinalizer(pager, func(pager *Pager) { c.PagerUnref(pager.handle()) })
	return pager
}

func (pager *Pager) handle() c.Pager { return c.Pager(pager.key.Load()) }

// Close ends the pager and all its work: later calls fail with InvalidHandle. One that is collected ends nothing.
func (pager *Pager) Close() error {
	runtime.SetFinalizer(pager, nil)
	return check(c.PagerRelease(c.Pager(pager.key.Swap(0))))
}

// CacheWrite is swiftpager_client_cache_write: overwrites fields of records in the client's cache.
func (client *Client) CacheWrite(key string, fields any) error {
	defer runtime.KeepAlive(client)
	text, err := encoded(fields)
	if err != nil {
		return err
	}
	return check(c.ClientCacheWrite(client.handle(), key, text))
}

// CacheRead is swiftpager_client_cache_read: reads a record of the client's cache, whatever its age.
func (client *Client) CacheRead(key string) (json.RawMessage, error) {
	defer runtime.KeepAlive(client)
	out, status, failure := c.ClientCacheRead(client.handle(), key)
	return raw(out), check(status, failure)
}

// CacheEvict is swiftpager_client_cache_evict: forgets a record of the client's cache.
func (client *Client) CacheEvict(key string) error {
	defer runtime.KeepAlive(client)
	return check(c.ClientCacheEvict(client.handle(), key))
}

// CacheClear is swiftpager_client_cache_clear: forgets all records of the client's cache.
func (client *Client) CacheClear() error {
	defer runtime.KeepAlive(client)
	return check(c.ClientCacheClear(client.handle()))
}

// Fetch is swiftpager_pager_fetch: asks for the first page; when it is there, it replaces all pages held.
func (pager *Pager) Fetch(ctx context.Context, options Object) (*Page, error) {
	return pager.loadOne(ctx, c.PagerFetch, options)
}

// Refetch is swiftpager_pager_refetch: the same as swiftpager_pager_fetch(), but the server always answers it, unless
// its options have another "cache_policy".
func (pager *Pager) Refetch(ctx context.Context, options Object) (*Page, error) {
	return pager.loadOne(ctx, c.PagerRefetch, options)
}

// LoadNext is swiftpager_pager_load_next: asks for the page after the last one.
func (pager *Pager) LoadNext(ctx context.Context, options Object) (*Page, error) {
	return pager.loadOne(ctx, c.PagerLoadNext, options)
}

// LoadPrevious is swiftpager_pager_load_previous: asks for the page before the first one of the list as it is held, in
// a list that is read in that direction.
func (pager *Pager) LoadPrevious(ctx context.Context, options Object) (*Page, error) {
	return pager.loadOne(ctx, c.PagerLoadPrevious, options)
}

// Reset is swiftpager_pager_reset: forgets all pages and ends an operation under way with CANCELLED; its request is
// aborted.
func (pager *Pager) Reset() error {
	defer runtime.KeepAlive(pager)
	return check(c.PagerReset(pager.handle()))
}

// CanLoadNext is swiftpager_pager_can_load_next: whether the last page says that there is more after it, and how to ask
// for it.
func (pager *Pager) CanLoadNext() (bool, error) {
	defer runtime.KeepAlive(pager)
	out, status, failure := c.PagerCanLoadNext(pager.handle())
	return out, check(status, failure)
}

// CanLoadPrevious is swiftpager_pager_can_load_previous: whether there is more before the pages loaded, and how to ask
// for it.
func (pager *Pager) CanLoadPrevious() (bool, error) {
	defer runtime.KeepAlive(pager)
	out, status, failure := c.PagerCanLoadPrevious(pager.handle())
	return out, check(status, failure)
}

// State is swiftpager_pager_state: the pager's state as JSON, to free with swiftpager_free().
func (pager *Pager) State() (json.RawMessage, error) {
	defer runtime.KeepAlive(pager)
	out, status, failure := c.PagerState(pager.handle())
	return raw(out), check(status, failure)
}

// ResumeToken is swiftpager_pager_resume_token: the place from which another process can go on with this list: pass it
// as "resume" to a pager of the same list, and load_all loads the pages that come after.
func (pager *Pager) ResumeToken() (json.RawMessage, error) {
	defer runtime.KeepAlive(pager)
	out, status, failure := c.PagerResumeToken(pager.handle())
	return raw(out), check(status, failure)
}

// Checkpoint is swiftpager_pager_checkpoint: what the next run needs to load only what is new: pass it as "checkpoint"
// to a pager of the same list, with the same "since".
func (pager *Pager) Checkpoint() (json.RawMessage, error) {
	defer runtime.KeepAlive(pager)
	out, status, failure := c.PagerCheckpoint(pager.handle())
	return raw(out), check(status, failure)
}
