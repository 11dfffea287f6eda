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
