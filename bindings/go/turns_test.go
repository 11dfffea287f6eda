package swiftpager_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"swiftpager"
)

// soon is a context for what must not wait for ever.
func soon(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// walkAll walks the whole list, and calls the body for each page.
func walkAll(ctx context.Context, client *swiftpager.Client, body func()) error {
	pager, err := client.Pager(query, nil, nil)
	if err != nil {
		return err
	}
	pages, err := consumed(pager.Pages(ctx, nil), func(*swiftpager.Page) { body() })
	if err == nil && len(pages) != 10 {
		return fmt.Errorf("%d pages", len(pages))
	}
	return err
}

// notSockets counts the descriptors of this process that only it knows: events, timers and sets of descriptors.
func notSockets() (count int64) {
	entries, _ := os.ReadDir("/proc/self/fd")
	for _, entry := range entries {
		if target, _ := os.Readlink("/proc/self/fd/" + entry.Name()); strings.HasPrefix(target, "anon_inode") {
			count++
		}
	}
	return count
}

func TestManyWalksHaveOneDescriptor(t *testing.T) {
	ctx, client := soon(t), newClient(t, nil)
	before := notSockets()
	var most atomic.Int64
	results := make(chan error)
	for range 50 {
		go func() {
			results <- walkAll(ctx, client, func() {
				if count := notSockets(); count > most.Load() {
					most.Store(count)
				}
			})
		}()
	}
	for range 50 {
		is(t, <-results, nil)
	}
	if made := most.Load() - before; made > 12 {
		t.Fatalf("%d descriptors for 50 walks", made)
	}
}

// A turn names first what waits longest: here the second pages of goroutines that are still at their first ones.
func TestGoroutinesThatDoSomethingElseHideNoOther(t *testing.T) {
	ctx, client := soon(t), newClient(t, nil)
	for range 100 {
		next, stop := iter.Pull2(newPager(t, client, object{"first": 1}, nil).Pages(ctx, nil))
		defer stop()
		_, err, _ := next()
		is(t, err, nil)
	}
	is(t, walkAll(ctx, client, func() {}), nil)
}

// Walks with and without haste, requests and a watch take turns. None waits for another one, or for ever.
func TestAllKindsOfWaitsShareAClient(t *testing.T) {
	ctx, client := soon(t), newClient(t, nil)
	watched, stop := context.WithCancel(ctx)
	pager := newPager(t, client, nil, nil)
	updates := make(chan int)
	go func() {
		seen, _ := consumed(pager.Updates(watched))
		updates <- len(seen)
	}()
	results := make(chan error)
	for index := range 20 {
		go func() {
			results <- walkAll(ctx, client, func() { time.Sleep(time.Duration(index) * time.Millisecond) })
		}()
		go func() {
			var err error
			for range 10 {
				text, failure := client.Execute(ctx, "{ products(first: 1) { edges { node { id } } } }", nil, nil)
				if err = errors.Join(err, failure); failure == nil && !strings.Contains(string(text), "edges") {
					err = errors.New(string(text))
				}
			}
			results <- err
		}()
	}
	if pages := all(t, pager.Pages(ctx, nil)); len(pages) != 10 {
		t.Fatalf("%d pages", len(pages))
	}
	for range 40 {
		is(t, <-results, nil)
	}
	stop()
	if count := <-updates; count == 0 {
		t.Fatal("the watch has seen nothing")
	}
}

// stalling is a server that answers nothing, and tells of each request.
func stalling(t *testing.T) (endpoint string, requests chan bool) {
	requests, goOn := make(chan bool, 1000), make(chan bool)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		io.Copy(io.Discard, request.Body)
		requests <- true
		<-goOn
	}))
	t.Cleanup(func() {
		close(goOn)
		server.Close()
	})
	return server.URL, requests
}

func TestTheEndOfAClientEndsAllWaits(t *testing.T) {
	endpoint, requests := stalling(t)
	// The first one waits inside the library, and the others take turns.
	for _, count := range []int{1, 50} {
		before := notSockets()
		client, err := swiftpager.NewClient(endpoint, nil)
		is(t, err, nil)
		results := make(chan error)
		for index := range count {
			go func() {
				if index%2 == 0 {
					results <- walkAll(soon(t), client, func() {})
				} else {
					_, err := client.Execute(soon(t), "{ a }", nil, nil)
					results <- err
				}
			}()
			<-requests
		}
		start := time.Now()
		is(t, client.Close(), nil)
		for range count {
			is(t, <-results, swiftpager.Cancelled)
		}
		for notSockets() > before {
			time.Sleep(time.Millisecond)
			if time.Since(start) > 10*time.Second {
				t.Fatal("the descriptor is left")
			}
		}
		runtime.KeepAlive(client)
	}
}

// processorTime is what the process has used of its processors.
func processorTime(t *testing.T) time.Duration {
	var usage syscall.Rusage
	is(t, syscall.Getrusage(syscall.RUSAGE_SELF, &usage), nil)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func TestWaitsTakeNoProcessorTime(t *testing.T) {
	endpoint, requests := stalling(t)
	client, err := swiftpager.NewClient(endpoint, nil)
	is(t, err, nil)
	results := make(chan error)
	for range 3 {
		go func() { results <- walkAll(soon(t), client, func() {}) }()
		<-requests
	}
	before := processorTime(t)
	time.Sleep(500 * time.Millisecond)
	if used := processorTime(t) - before; used > 50*time.Millisecond {
		t.Fatalf("%v in half a second", used)
	}
	is(t, client.Close(), nil)
	for range 3 {
		is(t, <-results, swiftpager.Cancelled)
	}
}

// The next page is there already, because the cache has it.
func TestAnEndedContextBringsNoFurtherPage(t *testing.T) {
	client := newClient(t, object{"cache": "memory"})
	is(t, walkAll(soon(t), client, func() {}), nil)
	for range 100 {
		ctx, cancel := context.WithCancel(soon(t))
		walk := newPager(t, client, nil, nil).Pages(ctx, object{"cache_policy": "return_cache_data_dont_fetch"})
		pages, err := consumed(walk, func(*swiftpager.Page) { cancel() })
		is(t, err, context.Canceled)
		if len(pages) != 1 {
			t.Fatalf("%d pages", len(pages))
		}
	}
}

func TestEndedRequestsLeaveNothingBehind(t *testing.T) {
	// No server listens there.
	client, err := swiftpager.NewClient("http://127.0.0.1:1/", nil)
	is(t, err, nil)
	defer client.Close()
	pager := newPager(t, client, nil, nil)
	ended, end := context.WithCancel(context.Background())
	end()
	objects := func() int64 {
		for range 1_000 {
			_, err := client.Execute(ended, "{ shop { name } }", nil, nil)
			is(t, err, context.Canceled)
			_, err = consumed(pager.Pages(ended, nil))
			is(t, err, context.Canceled)
		}
		runtime.GC()
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		return int64(memory.HeapObjects)
	}
	before := objects()
	if left := objects() - before; left > 1_000 {
		t.Fatalf("%d objects", left)
	}
}

func TestAContextEndsTheWaitOfTheOneThatLeads(t *testing.T) {
	endpoint, requests := stalling(t)
	client, err := swiftpager.NewClient(endpoint, nil)
	is(t, err, nil)
	defer client.Close()
	results := make(chan error)
	cancels := make([]context.CancelFunc, 20)
	for index := range cancels {
		ctx, cancel := context.WithCancel(soon(t))
		cancels[index] = cancel
		go func() { results <- walkAll(ctx, client, func() {}) }()
		<-requests
	}
	// Each of them ends, also the one that leads.
	for _, cancel := range cancels {
		cancel()
		is(t, <-results, context.Canceled)
	}
}

func TestAProcessWithoutDescriptorsWaits(t *testing.T) {
	ctx, client := soon(t), newClient(t, object{"cache": "memory"})
	pager := newPager(t, client, nil, nil)
	// Makes the connection, which stays.
	_, err := pager.Fetch(ctx, nil)
	is(t, err, nil)
	var limit syscall.Rlimit
	is(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit), nil)
	none := limit
	none.Cur = 3
	is(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &none), nil)
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
	updates := 0
	for update, err := range pager.Updates(ctx) {
		is(t, errors.Join(err, update.Err), nil)
		updates++
		is(t, walkAll(ctx, client, func() {}), nil)
		if updates == 2 {
			// A walk of its own pager, whose updates this loop does not take.
			_, err := pager.LoadAll(ctx, object{"emit": "each"})
			is(t, err, nil)
			break
		}
		go pager.Fetch(ctx, object{"cache_policy": "fetch_ignoring_cache_data"})
	}
	if updates != 2 {
		t.Fatalf("%d updates", updates)
	}
}
