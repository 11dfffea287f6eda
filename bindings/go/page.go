package swiftpager

// #include "library.h"
import "C"

import (
	"encoding/json"
	"unsafe"
)

// Page is one page of a list. In a loop it is there until the loop asks for the next one: a method that is called for
// the first time after that panics. Keep it if you need it for longer.
type Page struct {
	Kind   Kind
	Source Source
	Count  int // of items

	key                                    *C.swiftpager_page
	update                                 *C.swiftpager_update
	response, errors, pageInfo, extensions json.RawMessage
	items                                  []json.RawMessage
}

// newPage is a page of an update; nil if it has none.
func newPage(key *C.swiftpager_page, update *C.swiftpager_update) *Page {
	if key == nil {
		return nil
	}
	return &Page{
		Kind: Kind(C.swiftpager_page_kind(key)), Source: Source(C.swiftpager_update_source(update, nil)),
		Count: int(C.swiftpager_page_item_count(key)), key: key, update: update,
	}
}

// Keep copies the page out of the library, which its methods do when they are first called: it then stays.
func (page *Page) Keep() *Page {
	if page == nil || page.response != nil {
		return page
	}
	if Kind(C.swiftpager_page_kind(page.key)) == KindNone {
		panic("swiftpager: a page is used after its loop went on: Keep it before")
	}
	var length C.size_t
	page.errors = part(C.swiftpager_page_errors(page.key, &length), &length)
	page.pageInfo = part(C.swiftpager_page_info(page.key, &length), &length)
	page.extensions = part(C.swiftpager_page_extensions(page.key, &length), &length)
	numbers := C.swiftpager_page_spans(page.key, true, &length)
	if numbers == nil && page.Count > 0 {
		panic(failed(NoMemory, `{"code": "NO_MEMORY", "message": "no memory for the places of the items"}`))
	}
	spans := unsafe.Slice(numbers, 2*length)
	page.items = make([]json.RawMessage, length)
	page.response = part(C.swiftpager_page_response(page.key, &length), &length)
	for index := range page.items {
		start, end := spans[2*index], spans[2*index]+spans[2*index+1]
		page.items[index] = page.response[start:end:end]
	}
	return page
}

// Response is the whole body as the server sent it.
func (page *Page) Response() json.RawMessage { return page.Keep().response }

// Items are the JSON texts of the items, of an edge its node: slices of Response.
func (page *Page) Items() []json.RawMessage { return page.Keep().items }

// Errors are the GraphQL errors beside the data; nil if there are none.
func (page *Page) Errors() json.RawMessage { return page.Keep().errors }

// PageInfo is the page info as it came; nil if there is none.
func (page *Page) PageInfo() json.RawMessage { return page.Keep().pageInfo }

// Extensions are those of the response; nil if there are none.
func (page *Page) Extensions() json.RawMessage { return page.Keep().extensions }

// Finish says that you have finished with the page before the loop asks for the next one: a resume token then stands
// behind it. A loop that is left has not finished with the page that it had.
func (page *Page) Finish() { C.swiftpager_update_finish(page.update) }

// Update is a new state of a list.
type Update struct {
	Err      error // the failure of a load, or nil
	Page     *Page // what was loaded or changed; nil for a failure
	IsChange bool  // the page was there before, and shows what changed in the cache

	key *C.swiftpager_update
}

// newUpdate is an update of the library; nil for NULL.
func newUpdate(key *C.swiftpager_update) *Update {
	if key == nil {
		return nil
	}
	var isChange C.bool
	C.swiftpager_update_source(key, &isChange)
	return &Update{failureOf(key), reported(key), bool(isChange), key}
}

// Pages are all pages that the list has at that time. They are there until the loop asks for the next update.
func (update *Update) Pages() []*Page { return held(update.key) }

// reported is the page that an update reports; nil if it has none, and for NULL.
func reported(update *C.swiftpager_update) *Page {
	return newPage(C.swiftpager_update_page(update, nil), update)
}

// held are copies of all pages of an update.
func held(update *C.swiftpager_update) []*Page {
	pages := make([]*Page, C.swiftpager_update_page_count(update))
	for index := range pages {
		pages[index] = newPage(C.swiftpager_update_page_at(update, C.size_t(index)), update).Keep()
	}
	return pages
}

// failureOf is the failure that an update reports; nil if it reports none.
func failureOf(update *C.swiftpager_update) error {
	return failed(Status(C.swiftpager_update_status(update)), C.GoString(C.swiftpager_update_error(update)))
}
