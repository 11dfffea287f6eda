package swiftpager

import (
	"sync"

	"swiftpager/internal/c"
)

// inbox has the updates of a subscription.
type inbox struct {
	key       c.Subscription
	mutex     sync.Mutex
	kept      []c.Update
	isAwaited bool
}

// next is the next update, if there is one now.
func (inbox *inbox) next() answer {
	inbox.mutex.Lock()
	defer inbox.mutex.Unlock()
	if len(inbox.kept) > 0 {
		update := inbox.kept[0]
		inbox.kept = inbox.kept[1:]
		return answer{update: update}
	}
	update, status, failure := c.SubscriptionNext(inbox.key)
	inbox.isAwaited = Status(status) == Timeout
	return answer{update, status, failure}
}

// keepWaiting keeps what the reader has not taken, because a walk would wait for that. One that waits takes it itself.
func (inbox *inbox) keepWaiting() {
	inbox.mutex.Lock()
	defer inbox.mutex.Unlock()
	for !inbox.isAwaited {
		update, _, _ := c.SubscriptionNext(inbox.key)
		if update == 0 {
			return
		}
		inbox.kept = append(inbox.kept, update)
	}
}

func (inbox *inbox) close() {
	c.SubscriptionClose(inbox.key)
	inbox.mutex.Lock()
	defer inbox.mutex.Unlock()
	for _, update := range inbox.kept {
		c.UpdateRelease(update)
	}
	inbox.kept = nil
}
