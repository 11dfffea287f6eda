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
	return check(c.UpdateStatus(update), c.UpdateError(update))
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

// Client is an endpoint and its connections. Goroutines may share it.
type Client struct{ key atomic.Uintptr }

func newClient(key c.Client) *Client {
	client := new(Client)
	client.key.Store(uintptr(key))
	runtime.SetFinalizer(client, func(client *Client) { c.ClientRelease(client.handle()) })
	return client
}

func (client *Client) handle() c.Client { return c.Client(client.key.Load()) }

// Close ends the client and all its work: later calls fail with InvalidHandle. One that is collected ends nothing.
func (client *Client) Close() error {
	runtime.SetFinalizer(client, nil)
	key := c.Client(client.key.Swap(0))
	if key == 0 {
		return nil
	}
	defer c.ClientRelease(key)
	return check(c.ClientClose(key))
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
	runtime.SetFinalizer(pager, func(pager *Pager) { c.PagerRelease(pager.handle()) })
	return pager
}

func (pager *Pager) handle() c.Pager { return c.Pager(pager.key.Load()) }

// Close ends the pager and all its work: later calls fail with InvalidHandle. One that is collected ends nothing.
func (pager *Pager) Close() error {
	runtime.SetFinalizer(pager, nil)
	key := c.Pager(pager.key.Swap(0))
	if key == 0 {
		return nil
	}
	defer c.PagerRelease(key)
	return check(c.PagerClose(key))
}

// CacheWrite overwrites fields of a record in the client's cache; without a key those of many, by their keys.
func (client *Client) CacheWrite(key string, fields any) error {
	defer runtime.KeepAlive(client)
	text, err := encoded(fields)
	if err != nil {
		return err
	}
	return check(c.CacheWrite(client.handle(), key, text))
}

// CacheRead reads a record of the client's cache, whatever its age; nil if there is none.
func (client *Client) CacheRead(key string) (json.RawMessage, error) {
	defer runtime.KeepAlive(client)
	return told(c.CacheRead(client.handle(), key))
}

// CacheEvict forgets a record of the client's cache.
func (client *Client) CacheEvict(key string) error {
	defer runtime.KeepAlive(client)
	return check(c.CacheEvict(client.handle(), key))
}

// CacheClear forgets all records of the client's cache.
func (client *Client) CacheClear() error {
	defer runtime.KeepAlive(client)
	return check(c.CacheClear(client.handle()))
}

// Fetch loads the first page, which then replaces all pages held. To ask the server again, say
// "cache_policy": "fetch_ignoring_cache_data".
func (pager *Pager) Fetch(ctx context.Context, options Object) (*Page, error) {
	return pager.loadOne(ctx, c.PagerFetch, options)
}

// LoadNext loads the page after the last one.
func (pager *Pager) LoadNext(ctx context.Context, options Object) (*Page, error) {
	return pager.loadOne(ctx, c.PagerLoadNext, options)
}

// LoadPrevious loads the page before the first one.
func (pager *Pager) LoadPrevious(ctx context.Context, options Object) (*Page, error) {
	return pager.loadOne(ctx, c.PagerLoadPrevious, options)
}

// Reset forgets all pages, and ends an operation under way with Cancelled.
func (pager *Pager) Reset() error {
	defer runtime.KeepAlive(pager)
	return check(c.PagerReset(pager.handle()))
}

// CanLoadNext says whether there is more after the last page, and how to ask for it.
func (pager *Pager) CanLoadNext() (bool, error) { return pager.canLoad(KindNext) }

// CanLoadPrevious says whether there is more before the first page, and how to ask for it.
func (pager *Pager) CanLoadPrevious() (bool, error) { return pager.canLoad(KindPrevious) }

func (pager *Pager) canLoad(kind Kind) (bool, error) {
	defer runtime.KeepAlive(pager)
	out, status, failure := c.PagerCanLoad(pager.handle(), int32(kind))
	return out, check(status, failure)
}

// State is the pager's state; swiftpager.h lists its keys at swiftpager_pager_state.
func (pager *Pager) State() (json.RawMessage, error) {
	defer runtime.KeepAlive(pager)
	return told(c.PagerState(pager.handle()))
}

// ResumeToken is the place from which another process can go on with this list: the "resume" of its pager.
func (pager *Pager) ResumeToken() (json.RawMessage, error) {
	defer runtime.KeepAlive(pager)
	return told(c.PagerResumeToken(pager.handle()))
}

// Checkpoint is what the next run needs to load only what is new: the "checkpoint" of its pager, with the same "since".
func (pager *Pager) Checkpoint() (json.RawMessage, error) {
	defer runtime.KeepAlive(pager)
	return told(c.PagerCheckpoint(pager.handle()))
}

func told(out string, status int32, failure string) (json.RawMessage, error) {
	return raw(out), check(status, failure)
}
