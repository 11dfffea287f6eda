//! What subscriptions have received.

use crate::ffi::Subscription;
use crate::{Result, Update};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::{self, ThreadId};

/// The updates of one subscription.
pub(crate) struct Inbox {
    pub(crate) key: Subscription,
    received: Mutex<Received>,
}

struct Received {
    /// The thread that subscribed, or that took the last update.
    reader: ThreadId,
    /// What walks on that thread have kept for it.
    kept: VecDeque<Update>,
}

impl Inbox {
    pub(crate) fn new(key: Subscription) -> Arc<Inbox> {
        let received = Mutex::new(Received { reader: thread::current().id(), kept: VecDeque::new() });
        Arc::new(Inbox { key, received })
    }

    pub(crate) fn next(&self, timeout_ms: i32) -> Result<Option<Update>> {
        let kept = self.change(|received| {
            received.reader = thread::current().id();
            received.kept.pop_front()
        });
        kept.map_or_else(|| self.take(timeout_ms), |update| Ok(Some(update)))
    }

    fn take(&self, timeout_ms: i32) -> Result<Option<Update>> {
        self.key.next(timeout_ms).map(|update| update.map(|key| Update { key }))
    }

    fn keep_waiting(&self) {
        self.change(|received| {
            while received.reader == thread::current().id() {
                let Ok(Some(update)) = self.take(0) else { break };
                received.kept.push_back(update);
            }
        });
    }

    fn change<T>(&self, change: impl FnOnce(&mut Received) -> T) -> T {
        change(&mut self.received.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Those of one pager.
#[derive(Clone, Default)]
pub(crate) struct Inboxes(Arc<Mutex<Vec<Weak<Inbox>>>>);

impl Inboxes {
    pub(crate) fn add(&self, inbox: &Arc<Inbox>) {
        self.living(|all| all.push(Arc::downgrade(inbox)));
    }

    /// Keeps what this thread has not taken yet, because a walk of this thread would wait for that.
    pub(crate) fn keep_waiting(&self) {
        let all = self.living(|all| all.clone());
        all.iter().filter_map(Weak::upgrade).for_each(|inbox| inbox.keep_waiting());
    }

    fn living<T>(&self, change: impl FnOnce(&mut Vec<Weak<Inbox>>) -> T) -> T {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|inbox| inbox.strong_count() > 0);
        change(&mut all)
    }
}
