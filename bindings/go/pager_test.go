package swiftpager_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"swiftpager"
)

func TestAWalkIsComplete(t *testing.T) {
	items := 0
	walk := newPager(t, newClient(t, nil), nil, nil).Pages(context.Background(), nil)
	pages, err := consumed(walk, func(page *swiftpager.Page) {
		items += len(page.Items())
		if page.Source != swiftpager.SourceServer || !json.Valid(page.PageInfo()) || page.Errors() != nil {
			t.Fatalf("a page of %v with %s and %s", page.Source, page.PageInfo(), page.Errors())
		}
	})
	is(t, err, nil)
	if len(pages) != 10 || items != 1000 {
		t.Fatalf("%d pages with %d items", len(pages), items)
	}
}

func TestItemsAreValues(t *testing.T) {
	pager := newPager(t, newClient(t, nil), nil, nil)
	seen := map[string]bool{}
	for _, product := range all(t, swiftpager.Decode[product](pager.Items(context.Background(), nil))) {
		seen[product.ID] = product.Name != ""
	}
	if len(seen) != 1000 {
		t.Fatalf("%d products", len(seen))
	}
	// An item that cannot be decoded does not end the walk: each of them has its error.
	count := 0
	for _, err := range swiftpager.Decode[int](pager.Items(context.Background(), nil)) {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			count++
		}
	}
	if count != 1000 {
		t.Fatalf("%d products are not an int", count)
	}
}

func TestAPageOutlivesAll(t *testing.T) {
	client := newClient(t, nil)
	page, err := newPager(t, client, nil, nil).Fetch(context.Background(), nil)
	is(t, err, nil)
	client.Close()
	var first product
	is(t, json.Unmarshal(page.Items()[0], &first), nil)
	if page.Kind != swiftpager.KindInitial || first.ID == "" {
		t.Fatalf("%v: %s", page.Kind, page.Items()[0])
	}
	// An item that grows does not write into its neighbour.
	neighbour := string(page.Items()[1])
	_ = append(page.Items()[0], strings.Repeat("x", 100)...)
	if string(page.Items()[1]) != neighbour {
		t.Fatal("the items share what comes behind them")
	}
}

func TestAPageOfALoopIsKeptOrGone(t *testing.T) {
	var gone, kept, read *swiftpager.Page
	walk := newPager(t, newClient(t, nil), nil, nil).Pages(context.Background(), nil)
	pages, err := consumed(walk, func(page *swiftpager.Page) {
		switch {
		case gone == nil:
			gone = page
		case kept == nil:
			kept = page.Keep()
		case read == nil:
			read = page
			page.PageInfo()
		}
	})
	is(t, err, nil)
	if len(pages) != 10 || gone.Count != 100 || len(kept.Items()) != 100 || !json.Valid(read.Response()) {
		t.Fatal("a page that was kept is gone")
	}
	defer func() {
		if text, ok := recover().(string); !ok || !strings.Contains(text, "Keep it") {
			t.Fatal("a page that is gone is there")
		}
	}()
	gone.Items()
}

func TestErrorsHaveStatusMessageAndPath(t *testing.T) {
	client := newClient(t, nil)
	_, err := client.Pager(query, nil, object{"pagination": object{"directionn": 1}})
	var failure *swiftpager.Error
	if !errors.As(err, &failure) || failure.Path != "/pagination/directionn" || failure.Message == "" {
		t.Fatalf("%#v", err)
	}
	is(t, err, swiftpager.InvalidConfig)
	if text := err.Error(); !strings.HasPrefix(text, "swiftpager: INVALID_CONFIG: ") {
		t.Fatal(text)
	}
	// A page with errors in place of the list is only an error, which has them.
	pages, err := consumed(newPager(t, client, object{"first": 1000}, nil).Pages(context.Background(), nil))
	is(t, err, swiftpager.GraphQL)
	var reasons struct{ Errors []any }
	if pages != nil || !errors.As(err, &failure) || json.Unmarshal(failure.JSON, &reasons) != nil ||
		len(reasons.Errors) != 1 {
		t.Fatalf("%d pages, %s", len(pages), failure.JSON)
	}
	_, err = newPager(t, client, nil, nil).LoadNext(context.Background(), nil)
	is(t, err, swiftpager.MissingInitialPage)
	// Functions without error_json have their message, too.
	if errors.As(client.CacheClear(), &failure); !strings.Contains(failure.Message, "cache") {
		t.Fatal(failure)
	}
}

func TestValuesThatTheLibraryCannotGet(t *testing.T) {
	client := newClient(t, nil)
	_, err := client.Pager("query\x00", nil, nil)
	is(t, err, swiftpager.InvalidArgument)
	var wrong *json.UnsupportedTypeError
	if _, err := client.Pager(query, func() {}, nil); !errors.As(err, &wrong) {
		t.Fatal(err)
	}
}

func TestBreakEndsTheWalk(t *testing.T) {
	pager := newPager(t, newClient(t, nil), nil, nil)
	for range pager.Items(context.Background(), object{"retain": "last"}) {
		break
	}
	// The page behind the one that the loop saw was not handed out.
	page, err := pager.LoadNext(context.Background(), nil)
	is(t, err, nil)
	var state struct {
		PagesLoaded int `json:"pages_loaded"`
	}
	text, err := pager.State()
	is(t, err, nil)
	is(t, json.Unmarshal(text, &state), nil)
	if len(page.Items()) != 100 || state.PagesLoaded != 2 {
		t.Fatalf("%d items, and now %s", len(page.Items()), text)
	}
}

func TestAPanicInTheBodyEndsTheWalk(t *testing.T) {
	pager := newPager(t, newClient(t, nil), nil, nil)
	func() {
		defer func() {
			if recover() != "the body's own" {
				t.Fatal("the panic was lost")
			}
		}()
		for range pager.Pages(context.Background(), nil) {
			panic("the body's own")
		}
	}()
	if _, err := pager.Fetch(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
}

func TestLoadsOneByOneAndAllAtOnce(t *testing.T) {
	pager := newPager(t, newClient(t, nil), nil, nil)
	_, err := pager.Fetch(context.Background(), nil)
	is(t, err, nil)
	if can, err := pager.CanLoadNext(); !can || err != nil {
		t.Fatal(can, err)
	}
	_, err = pager.LoadNext(context.Background(), nil)
	is(t, err, nil)
	pages, err := pager.LoadAll(context.Background(), object{"fetch_from_initial_page": false, "max_pages": 3})
	is(t, err, swiftpager.PageLimit)
	held, currentErr := pager.Current()
	is(t, currentErr, nil)
	if len(pages) != 5 || len(held) != 5 || string(pages[4].Response()) != string(held[4].Response()) {
		t.Fatalf("%d pages, %d held", len(pages), len(held))
	}
	is(t, pager.Reset(), nil)
	if held, err := pager.Current(); held != nil || err != nil {
		t.Fatal(held, err)
	}
}

const rename = `mutation ($id: ID!, $name: String!) { renameProduct(id: $id, name: $name) { id name } }`

func TestUpdatesSeeARename(t *testing.T) {
	client := newClient(t, object{"cache": "memory"})
	pager := newPager(t, client, object{"first": 3}, nil)
	page, err := pager.Fetch(context.Background(), nil)
	is(t, err, nil)
	var first product
	is(t, json.Unmarshal(page.Items()[0], &first), nil)
	isRenamed, isSeen := false, false
	for update, err := range pager.Updates(context.Background()) {
		is(t, err, nil)
		is(t, update.Err, nil)
		if isRenamed {
			isSeen = true
			var now product
			is(t, json.Unmarshal(update.Page.Items()[0], &now), nil)
			if now.Name != first.Name+", renamed" || !update.IsChange || len(update.Pages()) != 1 {
				t.Fatalf("%s, %v", update.Page.Items()[0], update.IsChange)
			}
			break
		}
		isRenamed = true
		variables := object{"id": first.ID, "name": first.Name + ", renamed"}
		body, err := client.Execute(context.Background(), rename, variables, nil)
		is(t, err, nil)
		if !strings.Contains(string(body), ", renamed") {
			t.Fatalf("%s", body)
		}
	}
	if !isSeen {
		t.Fatal("the watch ended before the change")
	}
	_, err = client.Execute(context.Background(), rename, object{"id": first.ID, "name": first.Name}, nil)
	is(t, err, nil)
}

func TestUpdatesEndWithTheContextAndThePager(t *testing.T) {
	pager := newPager(t, newClient(t, nil), nil, nil)
	ctx, cancel := context.WithCancel(context.Background())
	begun := make(chan error)
	updates := func(ctx context.Context) {
		var last error
		for update, err := range pager.Updates(ctx) {
			if last = err; update != nil {
				begun <- nil
			}
		}
		begun <- last
	}
	_, err := pager.Fetch(context.Background(), nil)
	is(t, err, nil)
	go updates(ctx)
	is(t, <-begun, nil)
	cancel()
	err = <-begun
	is(t, err, context.Canceled)
	is(t, err, swiftpager.Cancelled)
	// A context that has ended before the loop.
	_, err = consumed(pager.Updates(ctx))
	is(t, err, context.Canceled)
	go updates(context.Background())
	is(t, <-begun, nil)
	pager.Close()
	is(t, <-begun, nil)
}

func TestCancelFromAnotherGoroutine(t *testing.T) {
	client := newClient(t, nil)
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	reason := errors.New("enough")
	pages, err := consumed(newPager(t, client, nil, nil).Pages(ctx, nil), func(*swiftpager.Page) {
		go cancel(reason)
		<-ctx.Done()
	})
	is(t, err, reason)
	is(t, err, swiftpager.Cancelled)
	if len(pages) != 1 {
		t.Fatalf("%d pages", len(pages))
	}
	_, err = client.Execute(ctx, query, nil, nil)
	is(t, err, reason)
}

func TestCache(t *testing.T) {
	client := newClient(t, object{"cache": "memory"})
	is(t, client.CacheWrite("Product:1", object{"name": "a"}), nil)
	text, err := client.CacheRead("Product:1")
	is(t, err, nil)
	if string(text) != `{"name":"a"}` {
		t.Fatalf("%s", text)
	}
	is(t, client.CacheEvict("Product:1"), nil)
	if text, err := client.CacheRead("Product:1"); text != nil || err != nil {
		t.Fatal(text, err)
	}
	is(t, client.CacheWrite("", object{"Product:2": object{"name": "b"}}), nil)
	is(t, client.CacheClear(), nil)
	if text, err := client.CacheRead("Product:2"); text != nil || err != nil {
		t.Fatal(text, err)
	}
}

func TestResumeGoesOn(t *testing.T) {
	client := newClient(t, nil)
	pager := newPager(t, client, nil, nil)
	rest := func() int {
		token, err := pager.ResumeToken()
		is(t, err, nil)
		return len(all(t, newPager(t, client, nil, object{"resume": token}).Pages(context.Background(), nil)))
	}
	seen := 0
	for page, err := range pager.Pages(context.Background(), nil) {
		is(t, err, nil)
		if seen++; seen == 2 {
			// The page in hand comes again, unless the loop says that it has finished with it.
			if count := rest(); count != 9 {
				t.Fatalf("%d pages", count)
			}
			page.Finish()
			if count := rest(); count != 8 {
				t.Fatalf("%d pages", count)
			}
		}
		if seen == 3 {
			break
		}
	}
	if count := rest(); count != 8 || seen != 3 {
		t.Fatalf("%d pages after %d", count, seen)
	}
	if mark, err := pager.Checkpoint(); !json.Valid(mark) || err != nil {
		t.Fatal(mark, err)
	}
}

func TestTheReadmeRuns(t *testing.T) {
	text, err := os.ReadFile("README.md")
	is(t, err, nil)
	_, example, _ := strings.Cut(string(text), "```go\n")
	example, _, _ = strings.Cut(example, "```\n")
	// The example is a function: this calls it.
	example = `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"swiftpager"
)

func main() {
	client, err := swiftpager.NewClient(os.Getenv("SWIFTPAGER_SHOP_ENDPOINT"), nil)
	if err == nil {
		err = printNames(context.Background(), client)
	}
	if err != nil {
		log.Fatal(err)
	}
}

` + example
	here, err := os.Getwd()
	is(t, err, nil)
	folder := t.TempDir()
	module := fmt.Sprintf("module example\n\ngo 1.23\n\nrequire swiftpager v0.0.0\n\nreplace swiftpager => %s\n", here)
	is(t, os.WriteFile(filepath.Join(folder, "go.mod"), []byte(module), 0o600), nil)
	is(t, os.WriteFile(filepath.Join(folder, "main.go"), []byte(example), 0o600), nil)
	command := exec.Command("go", "run", ".")
	command.Dir = folder
	output, err := command.CombinedOutput()
	if err != nil || strings.Count(string(output), "\n") != 1000 {
		t.Fatalf("%v: %s", err, output[:min(len(output), 500)])
	}
}
