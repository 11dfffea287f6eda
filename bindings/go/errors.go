package swiftpager

import (
	"context"
	"encoding/json"
)

// Error is how a call failed. errors.Is finds its status, and what ended the context of a call that was cancelled:
//
//	errors.Is(err, swiftpager.Cancelled), errors.Is(err, context.DeadlineExceeded)
type Error struct {
	Status  Status
	Message string
	Path    string          // a JSON Pointer into the config or the page that is at fault, or empty
	JSON    json.RawMessage // the whole error object; swiftpager.h lists its keys

	cause error
}

func (err *Error) Error() string {
	text := "swiftpager: " + err.Status.Error() + ": " + err.Message
	if err.Path != "" {
		text += " (" + err.Path + ")"
	}
	return text
}

// Unwrap gives the status, and the cause of the context.
func (err *Error) Unwrap() []error { return []error{err.Status, err.cause} }

// ended is check for what a context may have ended.
func ended(ctx context.Context, status int32, object string) error {
	err := check(status, object)
	if failure, ok := err.(*Error); ok && ctx.Err() != nil {
		switch failure.Status {
		case Cancelled, Closed, InvalidHandle:
			failure.Status, failure.Message, failure.cause = Cancelled, "the context ended the call", context.Cause(ctx)
		}
	}
	return err
}
