package swiftpager_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net"
	"os"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"

	"swiftpager"
)

func TestUpdatesThatAreNotReadAreKept(t *testing.T) {
	pager := newPager(t, newClient(t, nil), nil, nil)
	ctx := context.Background()
	_, err := pager.Fetch(ctx, nil)
	is(t, err, nil)
	next, stop := iter.Pull2(pager.Updates(ctx))
	defer stop()
	next()
	walk := func() (firsts []string) {
		_, err := consumed(pager.Pages(ctx, nil), func(page *swiftpager.Page) {
			firsts = append(firsts, string(page.Items()[0]))
		})
		is(t, err, nil)
		if len(firsts) != 10 {
			t.Fatalf("%d pages", len(firsts))
		}
		return firsts
	}
	firsts := walk()
	for _, first := range firsts {
		update, err, _ := next()
		is(t, err, nil)
		if update.Page.Count != 100 || string(update.Page.Items()[0]) != first {
			t.Fatalf("%d items, the first is %s, and not %s", update.Page.Count, update.Page.Items()[0], first)
		}
	}
	// A walk in the body of the loop.
	_, err = pager.Fetch(ctx, nil)
	is(t, err, nil)
	seen := 0
	for update, err := range pager.Updates(ctx) {
		is(t, errors.Join(err, update.Err), nil)
		if seen++; seen == 1 {
			walk()
		} else if seen == 11 {
			break
		}
	}
	if seen != 11 {
		t.Fatalf("%d updates", seen)
	}
}

func TestAReaderBesideAWalkGetsAllUpdates(t *testing.T) {
	pager := newPager(t, newClient(t, nil), nil, nil)
	ctx := context.Background()
	counts := make(chan int, 20)
	started := make(chan bool)
	go func() {
		defer close(counts)
		close(started)
		for update, err := range pager.Updates(ctx) {
			if err == nil && update.Err == nil {
				counts <- len(update.Pages())
			}
		}
	}()
	<-started
	_, err := pager.Fetch(ctx, nil)
	is(t, err, nil)
	<-counts
	_, err = pager.LoadAll(ctx, object{"emit": "each"})
	is(t, err, nil)
	for wanted := range 10 {
		if count := <-counts; count != wanted+1 {
			t.Fatalf("%d pages, and not %d", count, wanted+1)
		}
	}
	is(t, pager.Close(), nil)
	for count := range counts {
		t.Fatalf("%d pages after the end", count)
	}
}

func TestAPanicInAWatchLosesNothing(t *testing.T) {
	pager := newPager(t, newClient(t, nil), nil, nil)
	ctx := context.Background()
	_, err := pager.Fetch(ctx, nil)
	is(t, err, nil)
	func() {
		defer func() {
			if recover() != "the body's own" {
				t.Fatal("no panic")
			}
		}()
		for range pager.Updates(ctx) {
			panic("the body's own")
		}
	}()
	pages, err := pager.LoadAll(ctx, object{"emit": "each"})
	is(t, err, nil)
	if len(pages) != 10 {
		t.Fatalf("%d pages", len(pages))
	}
}

func TestUpdatesKeepTheirPager(t *testing.T) {
	client := newClient(t, object{"cache": "memory"})
	pager := newPager(t, client, nil, nil)
	page, err := pager.Fetch(context.Background(), nil)
	is(t, err, nil)
	var first, changed product
	is(t, json.Unmarshal(page.Items()[0], &first), nil)
	updates := pager.Updates(context.Background())
	pager = nil
	changes := 0
	for update, err := range updates {
		is(t, errors.Join(err, update.Err), nil)
		is(t, json.Unmarshal(update.Page.Items()[0], &changed), nil)
		if changes > 0 && changed.Name != fmt.Sprint("Number ", changes) {
			t.Fatal(changed.Name)
		}
		if changes++; changes > 10 {
			break
		}
		runtime.GC()
		runtime.GC()
		is(t, client.CacheWrite("Product:"+first.ID, object{"name": fmt.Sprint("Number ", changes)}), nil)
	}
	if changes != 11 {
		t.Fatalf("%d changes", changes)
	}
}

func TestDeliveryByAThreadIsRefused(t *testing.T) {
	_, err := swiftpager.NewClient(endpoint(), object{"delivery": "thread"})
	var failure *swiftpager.Error
	if !errors.As(err, &failure) || failure.Path != "/delivery" || !strings.Contains(failure.Message, "with Updates") {
		t.Fatal(err)
	}
	is(t, err, swiftpager.InvalidConfig)
	newClient(t, object{"delivery": "dispatch"})
}

// A walk that waits has no thread: otherwise the runtime's limit ends the process.
func TestWalksThatWaitHoldNoThread(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	is(t, err, nil)
	defer listener.Close()
	client, err := swiftpager.NewClient("http://"+listener.Addr().String(), nil)
	is(t, err, nil)
	defer client.Close()
	threads := pprof.Lookup("threadcreate")
	before := threads.Count()
	ctx, cancel := context.WithCancel(context.Background())
	results := make(chan error)
	for range 200 {
		go func() {
			pager, err := client.Pager(query, nil, nil)
			if err == nil {
				_, err = pager.Fetch(ctx, nil)
			}
			results <- err
		}()
		// One after the other: short calls at the same time have threads, too.
		_, err := listener.Accept()
		is(t, err, nil)
	}
	if made := threads.Count() - before; made > 50 {
		t.Errorf("%d threads for 200 walks", made)
	}
	cancel()
	for range 200 {
		is(t, <-results, context.Canceled)
	}
}

// Clients that are collected close their connections, which shows that nothing keeps them, their pagers or walks.
func TestObjectsAreCollected(t *testing.T) {
	descriptors := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		is(t, err, nil)
		return len(entries)
	}
	pages := make(chan bool, 50)
	used := func() {
		client, err := swiftpager.NewClient(endpoint(), object{"cache": "memory"})
		is(t, err, nil)
		pager := newPager(t, client, nil, nil)
		page, err := pager.Fetch(context.Background(), nil)
		is(t, err, nil)
		runtime.SetFinalizer(page, func(*swiftpager.Page) { pages <- true })
		seen := 0
		for update, err := range pager.Updates(context.Background()) {
			is(t, errors.Join(err, update.Err), nil)
			seen++
			for range pager.Pages(context.Background(), nil) {
				break
			}
			break
		}
		if seen != 1 {
			t.Fatal("the watch has no update")
		}
	}
	before := descriptors()
	for range cap(pages) {
		used()
	}
	for range cap(pages) {
		runtime.GC()
		<-pages
	}
	// A finalizer keeps its object for one round, and the library closes connections on its own thread.
	for descriptors() > before+cap(pages)/5 {
		runtime.GC()
		runtime.Gosched()
	}
}

func TestTextsPassInBothDirections(t *testing.T) {
	client := newClient(t, object{"cache": "memory"})
	name := "\x01\n\r\t\b\f\"\\/ä☃🛒\u2028"
	is(t, client.CacheWrite("Product:☃", object{"name": name}), nil)
	text, err := client.CacheRead("Product:☃")
	is(t, err, nil)
	var record struct{ Name string }
	is(t, json.Unmarshal(text, &record), nil)
	if record.Name != name {
		t.Fatalf("%q", record.Name)
	}
	_, err = swiftpager.NewClient(endpoint(), object{"a\x01\n\"/ä☃": 1})
	var failure *swiftpager.Error
	if !errors.As(err, &failure) || failure.Path != "/a\x01\n\"~1ä☃" {
		t.Fatal(err)
	}
}

func TestNoMemoryForTheItemsIsAnError(t *testing.T) {
	if os.Getenv("NO_MEMORY_NOW") == "" {
		command := exec.Command(os.Args[0], "-test.run=^TestNoMemoryForTheItemsIsAnError$")
		command.Env = append(os.Environ(), "NO_MEMORY_NOW=1", "LD_PRELOAD="+os.Getenv("NO_MEMORY"))
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatal(string(output))
		}
		return
	}
	defer func() {
		if err, ok := recover().(error); !ok || !errors.Is(err, swiftpager.NoMemory) {
			t.Fatal(err)
		}
	}()
	items, err := consumed(newPager(t, newClient(t, nil), object{"first": 97}, nil).Items(context.Background(), nil))
	t.Fatal(fmt.Sprint(len(items), " items, ", err))
}
