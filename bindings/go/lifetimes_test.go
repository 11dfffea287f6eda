package swiftpager_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"

	"swiftpager"
)

func TestAReleasedHandleIsRefused(t *testing.T) {
	client := newClient(t, nil)
	pager := newPager(t, client, nil, nil)
	pages, err := consumed(pager.Pages(context.Background(), nil), func(*swiftpager.Page) { is(t, pager.Close(), nil) })
	is(t, err, swiftpager.Cancelled)
	if len(pages) != 1 {
		t.Fatalf("%d pages", len(pages))
	}
	is(t, pager.Close(), nil)
	_, err = pager.Fetch(context.Background(), nil)
	is(t, err, swiftpager.InvalidHandle)
	_, err = consumed(pager.Updates(context.Background()))
	is(t, err, swiftpager.InvalidHandle)
	is(t, client.Close(), nil)
	_, err = client.Pager(query, nil, nil)
	is(t, err, swiftpager.InvalidHandle)
	is(t, new(swiftpager.Pager).Reset(), swiftpager.InvalidHandle)
}

func TestAWalkHasEachPage(t *testing.T) {
	client := newClient(t, nil)
	count := 0
	atEnd := newPager(t, client, nil, object{"load_all": object{"emit": "end"}})
	for _, page := range all(t, atEnd.Pages(context.Background(), nil)) {
		count += page.Count
	}
	if count != 1000 {
		t.Fatalf("%d items", count)
	}
	pager := newPager(t, client, nil, nil)
	_, err := consumed(pager.Pages(context.Background(), object{"emit": "end"}))
	is(t, err, swiftpager.InvalidConfig)
	var failure *swiftpager.Error
	if !errors.As(err, &failure) || failure.Path != "/emit" {
		t.Fatal(err)
	}
	_, err = consumed(pager.Items(context.Background(), object{"emit": "end"}))
	is(t, err, swiftpager.InvalidConfig)
	pages, err := pager.LoadAll(context.Background(), object{"emit": "end"})
	is(t, err, nil)
	if len(pages) != 10 {
		t.Fatalf("%d pages", len(pages))
	}
}

func TestDroppedParentsDoNotEndAWalk(t *testing.T) {
	client, err := swiftpager.NewClient(endpoint(), nil)
	is(t, err, nil)
	pages := newPager(t, client, nil, nil).Pages(context.Background(), nil)
	client = nil
	walked, err := consumed(pages, func(*swiftpager.Page) {
		runtime.GC()
		runtime.GC()
	})
	is(t, err, nil)
	if len(walked) != 10 {
		t.Fatalf("%d pages", len(walked))
	}
}

func TestAThousandDroppedPagers(t *testing.T) {
	client := newClient(t, nil)
	for index := range 1000 {
		pager := newPager(t, client, object{"first": 1}, nil)
		if index%100 == 0 {
			for range pager.Pages(context.Background(), nil) {
				break
			}
		}
		if index%250 == 0 {
			runtime.GC()
		}
	}
	runtime.GC()
	TestAWalkIsComplete(t)
}

func TestManyGoroutinesShareAClient(t *testing.T) {
	client := newClient(t, nil)
	results := make(chan error)
	for range 20 {
		go func() {
			pager, err := client.Pager(query, nil, nil)
			items, failure := consumed(pager.Items(context.Background(), nil))
			if err = errors.Join(err, failure); len(items) != 1000 {
				err = errors.Join(err, fmt.Errorf("%d items", len(items)))
			}
			results <- err
		}()
	}
	for range 20 {
		is(t, <-results, nil)
	}
}
