// Package swiftpager walks and watches paginated GraphQL APIs with libswiftpager.so. The library's header,
// swiftpager.h, describes the keys of all configs and options.
package swiftpager

import (
	"context"
	"encoding/json"
	"maps"
	"runtime"

	"swiftpager/internal/c"
)

// Object is a config or the options of a call, by the names of the keys. It may be nil.
type Object = map[string]any

const callsNothing = `{"code": "INVALID_CONFIG", "path": "/delivery",
	"message": "the library calls no function of Go: leave \"delivery\" out, and take updates with Updates"}`

// NewClient makes a client, which connects when it is first used.
func NewClient(endpoint string, config Object) (*Client, error) {
	if config["delivery"] == "thread" {
		return nil, check(int32(InvalidConfig), callsNothing)
	}
	text, err := encoded(config)
	if err != nil {
		return nil, err
	}
	key, status, failure := c.ClientCreate(endpoint, text)
	if err := check(status, failure); err != nil {
		return nil, err
	}
	return newClient(key), nil
}

// Pager makes a pager of a query. Variables are nil, or a value that encodes to a JSON object.
func (client *Client) Pager(query string, variables any, config Object) (*Pager, error) {
	defer runtime.KeepAlive(client)
	text, err := encoded(withVariables(Object{}, variables, config))
	if err != nil {
		return nil, err
	}
	key, status, failure := c.PagerCreate(client.handle(), query, text)
	if err := check(status, failure); err != nil {
		return nil, err
	}
	return newPager(key), nil
}

// Execute sends a query or a mutation and returns the body of the response: also with an error, if a response came.
// Options are the other keys of a "Request to execute".
func (client *Client) Execute(ctx context.Context, query string, variables any, options Object) (json.RawMessage, error) {
	defer runtime.KeepAlive(client)
	text, err := encoded(withVariables(Object{"query": query}, variables, options))
	if err != nil {
		return nil, err
	}
	key, status, failure := c.ClientExecute(client.handle(), text)
	if err := check(status, failure); err != nil {
		return nil, err
	}
	defer c.OperationRelease(key)
	waiter := &waiter{fd: func() (int, int32, string) { return c.OperationFd(key) }}
	defer waiter.close()
	defer context.AfterFunc(ctx, func() { c.OperationClose(key) })()
	got := waiter.waitInside(func(milliseconds int32) answer {
		status, failure := c.OperationWait(key, milliseconds)
		return answer{0, status, failure}
	})
	return c.OperationResponse(key), ended(ctx, got.status, got.failure)
}

// withVariables are options with variables, unless those are nil.
func withVariables(all Object, variables any, options Object) Object {
	if variables != nil {
		all["variables"] = variables
	}
	maps.Copy(all, options)
	return all
}
