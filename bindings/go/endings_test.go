package swiftpager_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"swiftpager"
)

const itemsQuery = `query ($after: String) { items(after: $after) {
	edges { node { id name } } pageInfo { hasNextPage endCursor } } }`

// ending is a row of ../endings.txt.
type ending struct {
	name, kind, path string
	items            int
	status           string // of the end
	key              string // by which the server counts the requests
}

func endings(t *testing.T) (rows []ending) {
	text, err := os.ReadFile("../endings.txt")
	is(t, err, nil)
	for index, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "|")
		for cell := range cells {
			cells[cell] = strings.TrimSpace(cells[cell])
		}
		row := ending{name: cells[0], kind: cells[1], path: cells[2], status: cells[4], key: fmt.Sprintf("go-%d", index)}
		_, err := fmt.Sscan(cells[3], &row.items)
		is(t, err, nil)
		if strings.Contains(row.status, ":") {
			_, rest, isThere := strings.Cut(row.status, "go:")
			if !isThere {
				continue
			}
			row.status = strings.Fields(rest)[0]
		}
		rows = append(rows, row)
	}
	return rows
}

// asked asks the trouble server for one of its own paths.
func asked(t *testing.T, path string) string {
	t.Helper()
	answer, err := http.Get(os.Getenv("SWIFTPAGER_TROUBLE_ENDPOINT") + path)
	is(t, err, nil)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	is(t, err, nil)
	return string(text)
}

// await waits until the server has counted so many requests or aborts.
func (row ending) await(t *testing.T, counter string, count int) {
	t.Helper()
	for {
		var counters map[string]any
		is(t, json.Unmarshal([]byte(asked(t, "/stats?key="+row.key)), &counters), nil)
		if counters[counter] == float64(count) {
			return
		}
	}
}

func (row ending) openGate(t *testing.T) { asked(t, "/open?key="+row.key) }

func (row ending) client(t *testing.T) *swiftpager.Client {
	t.Helper()
	separator := "?"
	if strings.Contains(row.path, "?") {
		separator = "&"
	}
	url := os.Getenv("SWIFTPAGER_TROUBLE_ENDPOINT") + row.path + separator + "key=" + row.key
	client, err := swiftpager.NewClient(url, object{"retry": object{"enabled": false}})
	is(t, err, nil)
	t.Cleanup(func() { client.Close() })
	return client
}

func (row ending) pager(t *testing.T, client *swiftpager.Client, config object) *swiftpager.Pager {
	t.Helper()
	pager, err := client.Pager(itemsQuery, nil, config)
	is(t, err, nil)
	return pager
}

// ends checks an end: so many items, and an error with the status of the row.
func (row ending) ends(t *testing.T, items int, err error) {
	t.Helper()
	var failure *swiftpager.Error
	status := "OK"
	if errors.As(err, &failure) {
		status = failure.Status.Error()
	} else if err != nil {
		t.Fatal(err)
	}
	if items != row.items || status != row.status {
		t.Fatalf("%d items, then %v; and not %d, then %s", items, err, row.items, row.status)
	}
	if failure != nil && (failure.Message == "" || !json.Valid(failure.JSON)) {
		t.Fatalf("%#v", failure)
	}
}

// rest is how many items a walk has that begins at the pager's resume token, once the gate is open.
func (row ending) rest(t *testing.T, pager *swiftpager.Pager) int {
	t.Helper()
	token, err := pager.ResumeToken()
	is(t, err, nil)
	row.openGate(t)
	items, err := consumed(row.pager(t, row.client(t), object{"resume": token}).Items(context.Background(), nil))
	is(t, err, nil)
	return len(items)
}

// waiting walks, and calls the function when the server holds the page after those that came.
func (row ending) waiting(t *testing.T, ctx context.Context, client *swiftpager.Client, call func()) (int, error) {
	t.Helper()
	type end struct {
		items []json.RawMessage
		err   error
	}
	walk := row.pager(t, client, nil).Items(ctx, nil)
	ends := make(chan end)
	go func() {
		items, err := consumed(walk)
		ends <- end{items, err}
	}()
	row.await(t, "requests", row.items/10+1)
	call()
	last := <-ends
	return len(last.items), last.err
}

// grownBy is how many bytes the process has more after many calls of a function.
func grownBy(t *testing.T, call func()) int {
	t.Helper()
	sizes := [2]int{}
	for index, rounds := range []int{20, 60} {
		for range rounds {
			call()
		}
		debug.FreeOSMemory()
		text, err := os.ReadFile("/proc/self/statm")
		is(t, err, nil)
		_, err = fmt.Sscan(strings.Fields(string(text))[1], &sizes[index])
		is(t, err, nil)
	}
	return os.Getpagesize() * (sizes[1] - sizes[0])
}

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
		if grown > 30_000_000 {
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
