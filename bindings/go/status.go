package swiftpager

// Status is a swiftpager_status: how a call or an operation ended. Values are never reused or renumbered; each band may
// get new ones.
type Status int32

const (
	// OK: it ended well
	OK Status = 0
	// InvalidArgument: a NULL that is not allowed, text that is not UTF-8, a bad number
	InvalidArgument Status = 1
	// InvalidConfig: a config or options text was refused; the error has the path or position
	InvalidConfig Status = 2
	// InvalidHandle: stale, released, foreign, of another kind, or NULL
	InvalidHandle Status = 3
	// Closed: the client was shut down or released
	Closed Status = 4
	// Reentrant: a call that waits was made inside a callback, or a callback was left
	Reentrant Status = 5
	// Forked: the handle belongs to the parent process
	Forked Status = 6
	// Timeout: the time given to the call ran out; what it waited for goes on
	Timeout Status = 7
	// NoMemory: no memory, thread or descriptor ("errno" tells the last two); see "Memory"
	NoMemory Status = 8
	// Internal: a defect of this library
	Internal Status = 9
	// Interrupted: a wake or a signal ended the wait; what the call waited for goes on
	Interrupted Status = 10
	// HookFailed: a hook of the pager failed, or returned what the library cannot use
	HookFailed Status = 11
	// MissingInitialPage: fetch first
	MissingInitialPage Status = 20
	// PageHasNoMoreContent: the list ends here
	PageHasNoMoreContent Status = 21
	// LoadInProgress: another operation of this pager is under way
	LoadInProgress Status = 22
	// NoQuery: there is more, but no query that asks for it
	NoQuery Status = 23
	// Cancelled: cancelled, superseded, reset, or its pager or client was released
	Cancelled Status = 24
	// Network: no connection, TLS, timeout, connection closed half-way, body over the limit
	Network Status = 40
	// HTTP: an HTTP status other than success, without a GraphQL response; or a limit (429)
	HTTP Status = 41
	// GraphQL: the server answered errors, and no data or a null in place of the connection, under any other HTTP
	// status
	GraphQL Status = 42
	// BadResponse: the body is not a GraphQL response, or leaves out the list that was asked for
	BadResponse Status = 43
	// RateLimited: the server limits the number of requests, for longer than the client may wait
	RateLimited Status = 44
	// CacheMiss: the cache cannot answer, and the policy does not ask the server
	CacheMiss Status = 45
	// CacheFailed: the file of the cache cannot be used, or its disk takes no more
	CacheFailed Status = 46
	// NotRecorded: the recording that is replayed has no answer to the request
	NotRecorded Status = 47
	// RecordingFailed: a recording cannot be written, or cannot be read
	RecordingFailed Status = 48
	// CursorStuck: the page says there is more, and gives the cursor it was asked with, or too many empty pages in a
	// row say there is more
	CursorStuck Status = 60
	// CursorCycle: the page says there is more, and gives a cursor of an earlier page, or an offset list repeats the
	// page before
	CursorCycle Status = 61
	// MissingPageInfo: the page does not say whether there is more, or the list has "gaps"
	MissingPageInfo Status = 62
	// NullCursor: the page says there is more, and gives no cursor to ask for it
	NullCursor Status = 63
	// PageLimit: load_all reached its max_pages or max_items, and there is more
	PageLimit Status = 64
	// NestedIncomplete: a list inside the page is not whole, and "nested" does not accept that
	NestedIncomplete Status = 65
	// PartialData: all pages are there, and some have errors beside their data
	PartialData Status = 66
	// NotOrdered: an item of a list with "since" is out of order, or has no value to compare
	NotOrdered Status = 67
	// DuplicateKey: two items of a page of a keyset list have the same key, and the next request might skip items
	DuplicateKey Status = 68
	// FewerThanTotal: the list has reached its end with fewer items than the "total" of its pages
	FewerThanTotal Status = 69
	// MarkNotReached: a list with "since" and the newest items first ends above the mark
	MarkNotReached Status = 70
	// InDoubt: the list has reached its end, the state has "doubts", and the pager is "strict"
	InDoubt Status = 71
)

// Source is a swiftpager_source: where the newest page of an update came from.
type Source int32

const (
	// SourceNone: the update carries no page, or the handle is not one of an update
	SourceNone Source = 0
	// SourceServer: a response of the server
	SourceServer Source = 1
	// SourceCache: the client's cache
	SourceCache Source = 2
)

// Kind is a swiftpager_kind: the role of a page in its list.
type Kind int32

const (
	// KindNone: no page
	KindNone Kind = 0
	// KindInitial: the page that fetch and load_all begin with
	KindInitial Kind = 1
	// KindNext: a page after the initial one
	KindNext Kind = 2
	// KindPrevious: a page before the initial one
	KindPrevious Kind = 3
)
