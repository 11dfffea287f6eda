package swiftpager

import (
	"encoding/json"
	"iter"

	"swiftpager/internal/c"
)

// Page is one page of a list, copied: it is yours for as long as you like.
type Page struct {
	Kind     Kind
	Source   Source
	Response json.RawMessage   // the whole body as the server sent it
	Items    []json.RawMessage // slices of Response; of an edge its node
	// What the response has beside its data; nil if it has none.
	Errors, PageInfo, Extensions json.RawMessage

	update c.Update
}

// Finish says that you have finished with the page before the loop asks for the next one: a resume token then stands
// behind it. A loop that is left has not finished with the page that it had.
func (page *Page) Finish() { c.UpdateFinish(page.update) }

func newPage(page c.Page, update c.Update) *Page {
	response, spans := []byte(c.PageResponse(page)), c.PageSpans(page, true)
	items := make([]json.RawMessage, len(spans)/2)
	for index := range items {
		start, end := spans[2*index], spans[2*index]+spans[2*index+1]
		items[index] = response[start:end:end]
	}
	return &Page{
		Kind(c.PageKind(page)), Source(c.UpdateSource(update)), response, items,
		raw(c.PageErrors(page)), raw(c.PageInfo(page)), raw(c.PageExtensions(page)), update,
	}
}

// reported is the page that an update reports; nil if it has none.
func reported(update c.Update) *Page {
	if page := c.UpdateLastPage(update); page != 0 {
		return newPage(page, update)
	}
	return nil
}

// held are all pages of an update.
func held(update c.Update) []*Page {
	pages := make([]*Page, c.UpdatePageCount(update))
	for index := range pages {
		pages[index] = newPage(c.UpdatePageAt(update, index), update)
	}
	return pages
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
