package swiftpager_test

// What the tests share: the shop server, and what takes walks to their ends.

import (
	"errors"
	"iter"
	"os"
	"testing"

	"swiftpager"
)

const query = `query ($first: Int = 100, $after: String) { products(first: $first, after: $after) {
	edges { node { id name } } pageInfo { hasNextPage endCursor } } }`

type object = swiftpager.Object

type product struct{ ID, Name string }

func endpoint() string { return os.Getenv("SWIFTPAGER_SHOP_ENDPOINT") }

func newClient(t *testing.T, config object) *swiftpager.Client {
	t.Helper()
	client, err := swiftpager.NewClient(endpoint(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

func newPager(t *testing.T, client *swiftpager.Client, variables any, config object) *swiftpager.Pager {
	t.Helper()
	pager, err := client.Pager(query, variables, config)
	if err != nil {
		t.Fatal(err)
	}
	return pager
}

func is(t *testing.T, err, wanted error) {
	t.Helper()
	if !errors.Is(err, wanted) {
		t.Fatalf("%v, and not %v", err, wanted)
	}
}

// consumed takes all of a walk: its items, and the error that ended it. A body gets each item as it comes. Nothing may
// come after an error.
func consumed[T any](walk iter.Seq2[T, error], bodies ...func(T)) (items []T, err error) {
	for item, failure := range walk {
		if err != nil {
			return items, errors.Join(err, errors.New("something came after the error"))
		}
		if err = failure; err != nil {
			continue
		}
		items = append(items, item)
		for _, body := range bodies {
			body(item)
		}
	}
	return items, err
}

// all takes all items of a walk that comes to its end.
func all[T any](t *testing.T, walk iter.Seq2[T, error]) []T {
	t.Helper()
	items, err := consumed(walk)
	is(t, err, nil)
	return items
}
