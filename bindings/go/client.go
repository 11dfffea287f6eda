package swiftpager

// #include "library.h"
import "C"

import (
	"context"
	"encoding/json"
	"maps"
	"runtime"
)

// Object is a config or the options of a call, by the names of the keys. It may be nil.
type Object = map[string]any

// Client is an endpoint and its connections. Goroutines may share it.
type Client struct {
	owner
	turns
}

const callsNothing = `{"code": "INVALID_CONFIG", "path": "/delivery",
	"message": "the library calls no function of Go: leave \"delivery\" out, and take updates with Updates"}`

// NewClient makes a client, which connects when it is first used.
func NewClient(endpoint string, config Object) (*Client, error) {
	if config["delivery"] == "thread" {
		return nil, failed(InvalidConfig, callsNothing)
	}
	key, err := gotWith(endpoint, config, func(endpoint, config *C.char, out *C.handle) C.int32_t {
		return C.swiftpager_client_create(endpoint, config, nil, out, nil)
	})
	if err != nil {
		return nil, err
	}
	client := &Client{turns: newTurns()}
	client.key.Store(uintptr(key))
	runtime.SetFinalizer(client, func(client *Client) { C.swiftpager_client_release(client.handle()) })
	return client, nil
}

// Close ends the client and all its work: later calls fail with InvalidHandle. One that is collected ends nothing.
func (client *Client) Close() error {
	C.swiftpager_client_close(client.handle(), 0)
	// Tells all that wait, before their turns end.
	client.takeTurn()
	client.mutex.Lock()
	file, key := client.file, C.handle(client.key.Swap(0))
	client.mutex.Unlock()
	// This waits for the turn of the goroutine that leads, which needs the mutex.
	file.Close()
	return check(func() C.int32_t { return C.swiftpager_client_release(key) })
}

// Pager makes a pager of a query. Variables are nil, or a value that encodes to a JSON object.
func (client *Client) Pager(query string, variables any, config Object) (*Pager, error) {
	all := withVariables(Object{}, variables, config)
	key, err := gotWith(query, all, func(query, config *C.char, out *C.handle) C.int32_t {
		return C.swiftpager_pager_create(client.handle(), query, config, nil, out, nil)
	})
	if err != nil {
		return nil, err
	}
	pager := &Pager{client: client}
	pager.key.Store(uintptr(key))
	runtime.SetFinalizer(pager, func(pager *Pager) { C.swiftpager_pager_release(pager.handle()) })
	return pager, nil
}

// Execute sends a query or a mutation and returns the body of the response: also with an error, if a response came.
// Options are the other keys of a "Request to execute".
func (client *Client) Execute(ctx context.Context, query string, variables any, options Object) (json.RawMessage, error) {
	all := withVariables(Object{"query": query}, variables, options)
	operation, err := gotWith("", all, func(_, request *C.char, out *C.handle) C.int32_t {
		return C.swiftpager_client_execute(client.handle(), request, nil, nil, nil, out, nil)
	})
	if err != nil {
		return nil, err
	}
	source := client.operation(client.executions, operation, func(milliseconds C.int32_t, _ *C.handle) C.int32_t {
		return C.swiftpager_operation_wait(operation, milliseconds, nil)
	})
	defer source.close()
	defer context.AfterFunc(ctx, source.end)()
	_, err = source.next()
	var length C.size_t
	return part(C.swiftpager_operation_response(operation, &length), &length), ended(ctx, err)
}

// operation is a source that is asked for its updates, or for its end.
func (client *Client) operation(among sources, key C.handle, ask asking) *source {
	end := func() { C.swiftpager_operation_close(key) }
	release := func() { C.swiftpager_operation_release(key) }
	return client.add(among, key, &source{mayDrive: true, ask: ask, end: end, release: release})
}

// withVariables are options with variables, unless those are nil.
func withVariables(all Object, variables any, options Object) Object {
	if variables != nil {
		all["variables"] = variables
	}
	maps.Copy(all, options)
	return all
}

// CacheWrite overwrites fields of a record in the client's cache; without a key those of many, by their keys.
func (client *Client) CacheWrite(key string, fields any) error {
	_, err := gotWith(key, fields, func(key, fields *C.char, _ *struct{}) C.int32_t {
		return C.swiftpager_client_cache_write(client.handle(), key, fields, nil)
	})
	return err
}

// CacheRead reads a record of the client's cache, whatever its age; nil if the cache has no such record.
func (client *Client) CacheRead(key string) (json.RawMessage, error) {
	return taken(gotWith(key, nil, func(key, _ *C.char, out **C.char) C.int32_t {
		return C.swiftpager_client_cache_read(client.handle(), key, out, nil)
	}))
}

// CacheEvict forgets a record of the client's cache.
func (client *Client) CacheEvict(key string) error {
	_, err := gotWith(key, nil, func(key, _ *C.char, _ *struct{}) C.int32_t {
		return C.swiftpager_client_cache_evict(client.handle(), key, nil)
	})
	return err
}

// CacheClear forgets all records of the client's cache.
func (client *Client) CacheClear() error {
	return check(func() C.int32_t { return C.swiftpager_client_cache_clear(client.handle(), nil) })
}
