// swiftpager through its binding for Go: counts the items of each page, and with --texts looks at the text of each.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"strings"
	"syscall"
	"time"

	"swiftpager"
)

const query = "query Products($first: Int!, $after: String) { products(first: $first, after: $after) {" +
	" edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } } }"

func main() {
	url := flag.String("url", "", "the page server")
	pages := flag.Int("pages", 0, "the number that there must be")
	size := flag.Int("size", 100, "items on each page")
	texts := flag.Bool("texts", false, "look at the text of each item")
	flag.Parse()
	start, processor, switches := now()
	client, err := swiftpager.NewClient(*url, nil)
	if err != nil {
		log.Fatal(err)
	}
	pager, err := client.Pager(query, map[string]int{"first": *size}, nil)
	if err != nil {
		log.Fatal(err)
	}
	read, items := 0, 0
	for page, err := range pager.Pages(context.Background(), nil) {
		if err != nil {
			log.Fatal(err)
		}
		read++
		items += page.Count
		if *texts {
			look(page)
		}
	}
	end, processorEnd, switchesEnd := now()
	if read != *pages || items != *pages**size {
		log.Fatalf("%d pages with %d items", read, items)
	}
	fmt.Printf("{\"name\":\"go_walk\",\"pages\":%d,\"items\":%d,\"seconds\":%.6f,\"processor_seconds\":%.6f,"+
		"\"switches\":%d,\"peak_rss_kb\":%s}\n", read, items, end.Sub(start).Seconds(),
		(processorEnd - processor).Seconds(), switchesEnd-switches, peak())
}

func look(page *swiftpager.Page) {
	for _, item := range page.Items() {
		if item[0] != '{' || item[len(item)-1] != '}' {
			log.Fatal("not an item")
		}
	}
}

// now is the time, and the processor time and context switches of all threads of this process.
func now() (time.Time, time.Duration, int64) {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		log.Fatal(err)
	}
	return time.Now(), time.Duration(used.Utime.Nano() + used.Stime.Nano()), used.Nvcsw + used.Nivcsw
}

// peak is the largest amount of memory that the process ever had, in kB.
func peak() string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		log.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	return strings.Fields(rest)[0]
}
