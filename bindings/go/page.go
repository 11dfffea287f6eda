package swiftpager

import (
	"encoding/json"
	"iter"

	"swiftpager/internal/c"
)

// Page is one page of a list. In a loop it is there until the loop asks for the next one: a method that is called for
// the first time after that panics. Keep it if you need it for longer.
type Page struct {
	Kind   Kind
	Source Source
	Count  int // of items

	key                                    c.Page
	update                                 c.Update
	response, errors, pageInfo, extensions json.RawMessage
	items                                  []json.RawMessage
}

func newPage(key c.Page, update c.Update) *Page {
	source, _ := c.UpdateSource(update)
	return &Page{
		Kind: Kind(c.PageKind(key)), Source: Source(source), Count: c.PageItemCount(key), key: key, update: update,
	}
}

// Keep copies the page out of the library, which its methods do when they are first called: it then stays.
func (page *Page) Keep() *Page {
	if page.response != nil {
		return page
	}
	if page.key == 0 {
		panic("swiftpager: a page is used after its loop went on: Keep it before")
	}
	page.errors, page.pageInfo, page.extensions = c.PageErrors(page.key), c.PageInfo(page.key), c.PageExtensions(page.key)
	spans := c.PageSpans(page.key)
	if len(spans) == 0 && page.Count > 0 {
		panic(check(int32(NoMemory), `{"code": "NO_MEMORY", "message": "no memory for the places of the items"}`))
	}
	page.response = c.PageResponse(page.key)
	page.items = make([]json.RawMessage, len(spans)/2)
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
func (page *Page) Finish() { c.UpdateFinish(page.update) }

// reported is the page that an update reports; nil if it has none.
func reported(update c.Update) *Page {
	if key := c.UpdatePage(update); key != 0 {
		return newPage(key, update)
	}
	return nil
}

// held are copies of all pages of an update.
func held(update c.Update) []*Page {
	pages := make([]*Page, c.UpdatePageCount(update))
	for index := range pages {
		pages[index] = newPage(c.UpdatePageAt(update, index), update).Keep()
	}
	return pages
}

// lent hands a page to a loop's body, and takes it back.
func lent(page *Page, use func(*Page) bool) bool {
	defer func() {
		if page != nil {
			page.key = 0
		}
	}()
	return use(page)
}

// Decode decodes the items of a walk: for product, err := range swiftpager.Decode[Product](pager.Items(ctx, nil)).
func Decode[T any](items iter.Seq2[json.RawMessage, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for item, err := range items {
			var value T
			if err == nil {
				err = json.Unmarshal(item, &value)
			}
			if !yield(value, err) {
				return
			}
		}
	}
}
