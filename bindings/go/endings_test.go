package swiftpager_test

// How each kind of ../endings.txt ends.

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"os"
	"strings"
	"testing"

	"swiftpager"
)

var kinds = map[string]func(t *testing.T, row ending){
	"walk": func(t *testing.T, row ending) {
		client := row.client(t)
		items, err := consumed(row.pager(t, client, nil).Items(context.Background(), nil))
		row.ends(t, len(items), err)
		pager := row.pager(t, client, nil)
		count := 0
		_, err = consumed(pager.Pages(context.Background(), nil), func(page *swiftpager.Page) { count += page.Count })
		row.ends(t, count, err)
		texts, err := consumed(swiftpager.Decode[product](row.pager(t, client, nil).Items(context.Background(), nil)))
		row.ends(t, len(texts), err)
		// The pages before the failure come beside the error.
		count = 0
		loaded, err := row.pager(t, client, nil).LoadAll(context.Background(), nil)
		for _, page := range loaded {
			count += page.Count
		}
		row.ends(t, count, err)
	},
	"load": func(t *testing.T, row ending) {
		pager := row.pager(t, row.client(t), nil)
		items := 0
		page, err := pager.Fetch(context.Background(), nil)
		for ; err == nil; page, err = pager.LoadNext(context.Background(), nil) {
			items += len(page.Items())
		}
		row.ends(t, items, err)
		if page != nil {
			t.Fatal("a page beside an error")
		}
		page, err = pager.Fetch(context.Background(), nil)
		is(t, err, nil)
		if page.Count != 10 {
			t.Fatalf("%d items", page.Count)
		}
	},
	"mutation": func(t *testing.T, row ending) {
		_, err := row.client(t).Execute(context.Background(), "mutation { a }", nil, nil)
		row.ends(t, 0, err)
	},
	"left": func(t *testing.T, row ending) {
		pager := row.pager(t, row.client(t), nil)
		items := 0
		var last error
		for page, err := range pager.Pages(context.Background(), nil) {
			last = err
			items += page.Count
			row.await(t, "requests", 2)
			break
		}
		row.ends(t, items, last)
		row.await(t, "aborts", 1)
		if rest := row.rest(t, pager); rest != 50 {
			t.Fatalf("%d items are left", rest)
		}
	},
	"throw": func(t *testing.T, row ending) {
		pager := row.pager(t, row.client(t), nil)
		items := 0
		func() {
			defer func() { recover() }()
			consumed(pager.Items(context.Background(), nil), func(json.RawMessage) {
				if items++; items == row.items {
					row.await(t, "requests", 2)
					panic("the body's own")
				}
			})
		}()
		row.ends(t, items, nil)
		row.await(t, "aborts", 1)
		if rest := row.rest(t, pager); rest != 50 {
			t.Fatalf("%d items are left", rest)
		}
	},
	"parts": func(t *testing.T, row ending) {
		walk := row.pager(t, row.client(t), nil).Pages(context.Background(), nil)
		pages, err := consumed(walk, func(page *swiftpager.Page) { page.Keep() })
		row.ends(t, 10*len(pages), err)
		page := pages[0]
		for name, isRight := range map[string]bool{
			"count":      page.Count == 10 && len(page.Items()) == 10,
			"errors":     strings.Contains(string(page.Errors()), "The name is secret."),
			"page info":  strings.Contains(string(page.PageInfo()), "hasNextPage"),
			"extensions": page.Extensions() == nil,
			"response":   strings.HasPrefix(string(page.Response()), "{") && json.Valid(page.Response()),
			"last item":  strings.Contains(string(page.Items()[9]), "Item 10"),
		} {
			if !isRight {
				t.Error(name)
			}
		}
	},
	"watch": func(t *testing.T, row ending) {
		pager := row.pager(t, row.client(t), nil)
		_, err := pager.Fetch(context.Background(), nil)
		is(t, err, nil)
		next, stop := iter.Pull2(pager.Updates(context.Background()))
		defer stop()
		first, err, _ := next()
		is(t, errors.Join(err, first.Err), nil)
		count := first.Page.Count
		_, err = pager.LoadNext(context.Background(), nil)
		row.ends(t, count, err)
		second, err, _ := next()
		is(t, err, nil)
		row.ends(t, count, second.Err)
		if second.Page != nil || second.IsChange {
			t.Fatalf("%#v", second)
		}
		is(t, pager.Close(), nil)
		if _, err, isThere := next(); isThere || err != nil {
			t.Fatal(err)
		}
	},
	"memory": func(t *testing.T, row ending) {
		client := row.client(t)
		cached, err := swiftpager.NewClient(os.Getenv("SWIFTPAGER_TROUBLE_ENDPOINT"), object{"cache": "memory"})
		is(t, err, nil)
		is(t, cached.CacheWrite("Item:1", object{"name": strings.Repeat("x", 1_000_000)}), nil)
		grown := grownBy(t, func() {
			pager, items := row.pager(t, client, nil), 0
			for page := range pager.Pages(context.Background(), nil) {
				items = page.Count
				break
			}
			page, err := pager.Fetch(context.Background(), nil)
			is(t, err, nil)
			_, err = pager.LoadNext(context.Background(), nil)
			row.ends(t, items, err)
			if len(page.Extensions()) < 1_000_000 {
				t.Fatalf("extensions of %d bytes", len(page.Extensions()))
			}
			if pages := all(t, pager.Pages(context.Background(), nil)); len(pages) != 1 {
				t.Fatalf("%d pages", len(pages))
			}
			body, err := client.Execute(context.Background(), "mutation { a }", nil, nil)
			is(t, err, nil)
			record, err := cached.CacheRead("Item:1")
			is(t, err, nil)
			if len(body) < 1_000_000 || len(record) < 1_000_000 {
				t.Fatalf("%d and %d bytes", len(body), len(record))
			}
		})
		if grown > 20_000_000 {
			t.Fatalf("%d bytes", grown)
		}
	},
	"cancel at begin": func(t *testing.T, row ending) {
		client := row.client(t)
		for _, isBefore := range []bool{true, false} {
			ctx, cancel := context.WithCancel(context.Background())
			if isBefore {
				cancel()
			} else {
				go cancel()
			}
			items, err := consumed(row.pager(t, client, nil).Items(ctx, nil))
			row.ends(t, len(items), err)
			is(t, err, context.Canceled)
		}
	},
	"wait left": func(t *testing.T, row ending) {
		client := row.client(t)
		ctx, cancel := context.WithCancel(context.Background())
		items, err := row.waiting(t, ctx, client, cancel)
		is(t, err, context.Canceled)
		row.ends(t, items, nil)
		row.openGate(t)
		rest, err := consumed(row.pager(t, client, nil).Items(context.Background(), nil))
		is(t, err, nil)
		if len(rest) != 50 {
			t.Fatalf("%d items", len(rest))
		}
	},
	"closed handle": func(t *testing.T, row ending) {
		pager := row.pager(t, row.client(t), nil)
		items, err := consumed(pager.Items(context.Background(), nil), func(json.RawMessage) { pager.Close() })
		is(t, err, swiftpager.Cancelled)
		_, failure := pager.Fetch(context.Background(), nil)
		row.ends(t, len(items), failure)
		_, failure = pager.State()
		row.ends(t, len(items), failure)
		nothing, failure := consumed(pager.Pages(context.Background(), nil))
		row.ends(t, len(items)+len(nothing), failure)
	},
	"closed client": func(t *testing.T, row ending) {
		client := row.client(t)
		items, err := row.waiting(t, context.Background(), client, func() { client.Close() })
		row.ends(t, items, err)
		_, err = client.Execute(context.Background(), "{ a }", nil, nil)
		is(t, err, swiftpager.InvalidHandle)
	},
	"signal in a walk": func(t *testing.T, row ending) {
		reason := errors.New("enough")
		ctx, cancel := context.WithCancelCause(context.Background())
		items, err := row.waiting(t, ctx, row.client(t), func() { cancel(reason) })
		row.ends(t, items, err)
		is(t, err, reason)
		row.await(t, "aborts", 1)
	},
	"signal in a mutation": func(t *testing.T, row ending) {
		reason := errors.New("enough")
		ctx, cancel := context.WithCancelCause(context.Background())
		client := row.client(t)
		ends := make(chan error)
		go func() {
			_, err := client.Execute(ctx, "mutation { a }", nil, nil)
			ends <- err
		}()
		row.await(t, "requests", 1)
		cancel(reason)
		err := <-ends
		row.ends(t, 0, err)
		is(t, err, reason)
		row.await(t, "aborts", 1)
	},
}

func TestEndings(t *testing.T) {
	rows := endings(t)
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			run := kinds[row.kind]
			if run == nil {
				t.Fatalf("the tests of Go do not know %q", row.kind)
			}
			run(t, row)
		})
	}
	if len(rows) == 0 {
		t.Fatal("the list is empty")
	}
}
