package swiftpager

// #include "library.h"
import "C"

import (
	"context"
	"encoding/json"
	"runtime"
)

// Client is an endpoint and its connections. Goroutines may share it.
type Client struct {
	key *C.swiftpager_client
	turns
}

const callsNothing = `{"code": "INVALID_CONFIG", "path": "/delivery",
	"message": "the library calls no function of Go: leave \"delivery\" out, and take updates with Updates"}`

// NewClient makes a client, which connects when it is first used.
func NewClient(endpoint string, config Object) (*Client, error) {
	if config["delivery"] == "thread" {
		return nil, failed(InvalidConfig, callsNothing)
	}
	all := with(Object{}, config)
	key, err := gotWith(endpoint, all, func(endpoint, config *C.char, out **C.swiftpager_client) C.int32_t {
		return C.swiftpager_client_create(endpoint, config, nil, out, nil)
	})
	if err != nil {
		return nil, err
	}
	client := &Client{key, newTurns()}
	runtime.SetFinalizer(client, func(client *Client) { C.swiftpager_client_release(client.key) })
	return client, nil
}

// Close ends the client and all its work: later calls fail with InvalidHandle. One that is collected ends nothing.
func (client *Client) Close() error {
	C.swiftpager_client_close(client.key, 0)
	// Tells all that wait, before their turns end.
	client.takeTurn()
	client.mutex.Lock()
	file := client.file
	C.swiftpager_client_release(client.key)
	client.mutex.Unlock()
	// This waits for the turn of the goroutine that leads, which needs the mutex.
	file.Close()
	return nil
}

// Pager makes a pager of a query. Variables are nil, or a value that encodes to a JSON object.
func (client *Client) Pager(query string, variables any, config Object) (*Pager, error) {
	all := with(variablesOf(variables), config)
	key, err := gotWith(query, all, func(query, config *C.char, out **C.swiftpager_pager) C.int32_t {
		return C.swiftpager_pager_create(client.key, query, config, nil, out, nil)
	})
	if err != nil {
		return nil, err
	}
	pager := &Pager{key, client}
	runtime.SetFinalizer(pager, func(pager *Pager) { C.swiftpager_pager_release(pager.key) })
	return pager, nil
}

// variablesOf is a config or a request with variables, unless these are nil.
func variablesOf(variables any) Object {
	if variables == nil {
		return Object{}
	}
	return Object{"variables": variables}
}

// Execute sends a query or a mutation and returns the body of the response: also with an error, if a response came.
// Options are the other keys of a "Request to execute".
func (client *Client) Execute(ctx context.Context, query string, variables any, options Object) (json.RawMessage, error) {
	request := with(with(variablesOf(variables), Object{"query": query}), options)
	operation, err := gotWith("", request, func(_, request *C.char, out **C.swiftpager_operation) C.int32_t {
		return C.swiftpager_client_execute(client.key, request, nil, nil, nil, out, nil)
	})
	if err != nil {
		return nil, err
	}
	source := client.add(ctx, client.executions, C.swiftpager_ready{operation: operation})
	defer source.close()
	_, err = source.next(ctx, func(milliseconds C.int32_t, _ **C.swiftpager_update) C.int32_t {
		return C.swiftpager_operation_wait(operation, milliseconds, nil)
	})
	var length C.size_t
	return part(C.swiftpager_operation_response(operation, &length), &length), err
}

// CacheWrite overwrites fields of a record in the client's cache; without a key those of many, by their keys.
func (client *Client) CacheWrite(key string, fields any) error {
	_, err := gotWith(key, fields, func(key, fields *C.char, _ *struct{}) C.int32_t {
		return C.swiftpager_client_cache_write(client.key, key, fields, nil)
	})
	return err
}

// CacheRead reads a record of the client's cache, whatever its age; nil if the cache has no such record.
func (client *Client) CacheRead(key string) (json.RawMessage, error) {
	return taken(gotWith(key, nil, func(key, _ *C.char, out **C.char) C.int32_t {
		return C.swiftpager_client_cache_read(client.key, key, out, nil)
	}))
}

// CacheEvict forgets a record of the client's cache.
func (client *Client) CacheEvict(key string) error {
	_, err := gotWith(key, nil, func(key, _ *C.char, _ *struct{}) C.int32_t {
		return C.swiftpager_client_cache_evict(client.key, key, nil)
	})
	return err
}

// CacheClear forgets all records of the client's cache.
func (client *Client) CacheClear() error {
	return check(func() C.int32_t { return C.swiftpager_client_cache_clear(client.key, nil) })
}
