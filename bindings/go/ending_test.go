package swiftpager_test

// A row of ../endings.txt, and what the server counts of it.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"swiftpager"
)

// The pause between two questions to the server, which has other work.
const pause = 5 * time.Millisecond

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
	// A server may see several runs.
	run := time.Now().UnixNano()
	for index, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "|")
		for cell := range cells {
			cells[cell] = strings.TrimSpace(cells[cell])
		}
		row := ending{name: cells[0], kind: cells[1], path: cells[2], status: cells[4], key: fmt.Sprintf("go-%d-%d", run, index)}
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
		time.Sleep(pause)
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

// waiting walks, and calls the function when the items of the row have come and the server holds the page after them.
func (row ending) waiting(t *testing.T, ctx context.Context, client *swiftpager.Client, call func()) (int, error) {
	t.Helper()
	type end struct {
		items []json.RawMessage
		err   error
	}
	walk := row.pager(t, client, nil).Items(ctx, nil)
	came, ends := make(chan struct{}), make(chan end, 1)
	go func() {
		count := 0
		items, err := consumed(walk, func(json.RawMessage) {
			if count++; count == row.items {
				close(came)
			}
		})
		ends <- end{items, err}
	}()
	select {
	case <-came:
		row.await(t, "requests", row.items/10+1)
		call()
	case last := <-ends:
		t.Fatalf("%d items, then %v", len(last.items), last.err)
	}
	last := <-ends
	return len(last.items), last.err
}

// grownBy is how many bytes the process has more after many calls of a function.
func grownBy(t *testing.T, call func()) int {
	t.Helper()
	sizes := [2]int{}
	for index, rounds := range []int{10, 40} {
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
