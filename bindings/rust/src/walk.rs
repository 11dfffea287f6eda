//! What is pulled: walks, and the updates of subscriptions.

use crate::ffi::*;
use crate::{Page, Result, Status, Update};
use std::collections::{HashMap, VecDeque};
use std::os::fd::RawFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::thread::{self, ThreadId};

/// Ends a walk or a subscription from any thread: the walk with CANCELLED.
#[derive(Clone, Copy)]
pub struct Canceller {
    key: Key,
    close: Ends,
}

impl Canceller {
    pub fn cancel(self) {
        (self.close)(self.key);
    }
}

/// Of each subscription of a pager, the thread that subscribed or that took the last update, and what walks on that
/// thread have kept for it.
pub(crate) type Inboxes = Arc<Mutex<HashMap<Key, (ThreadId, VecDeque<Update>)>>>;

/// New states of a list. An error is the last that comes.
pub struct Updates {
    pub(crate) handle: Handle,
    /// Of a pulled operation, and not of a subscription.
    pub(crate) is_walk: bool,
    /// Those of the pager.
    pub(crate) inboxes: Inboxes,
    pub(crate) has_ended: bool,
}

impl Updates {
    pub fn canceller(&self) -> Canceller {
        let close: Ends = if self.is_walk { swiftpager_operation_close } else { swiftpager_subscription_close };
        Canceller { key: self.handle.key, close }
    }

    /// A descriptor that is readable while `poll` has something to do. Only poll it: the library closes it. It does not
    /// tell of the updates that a walk of this thread has kept: ask after a walk that waits.
    pub fn fd(&self) -> Result<RawFd> {
        let fd = if self.is_walk { swiftpager_operation_fd } else { swiftpager_subscription_fd };
        call([], |[], out| fd(self.handle.key, out))
    }

    /// What is there now, without waiting. Ask until it is pending, and then wait for the descriptor.
    pub fn poll(&mut self) -> Poll<Option<Result<Update>>> {
        self.pull(0)
    }

    fn pull(&mut self, timeout_ms: i32) -> Poll<Option<Result<Update>>> {
        if self.has_ended {
            return Poll::Ready(None);
        }
        let next = match self.next_update(timeout_ms) {
            Ok(update) => update.map(Ok),
            Err(error) if matches!(error.status, Status::TIMEOUT | Status::INTERRUPTED) => return Poll::Pending,
            // A subscription ends with its pager, and with a cancel.
            Err(error) if !self.is_walk && matches!(error.status, Status::CLOSED | Status::INVALID_HANDLE) => None,
            Err(error) => Some(Err(error)),
        };
        self.has_ended = !matches!(next, Some(Ok(_)));
        Poll::Ready(next)
    }

    fn next_update(&self, timeout_ms: i32) -> Result<Option<Update>> {
        let key = self.handle.key;
        if !self.is_walk {
            let kept = self.kept();
            return kept.map_or_else(|| received(key, timeout_ms), |update| Ok(Some(update)));
        }
        // A call that does not wait delays no other thread.
        if timeout_ms != 0 {
            keep_waiting(&self.inboxes);
        }
        call([], |[], out| swiftpager_operation_next(key, timeout_ms, out, None)).map(Update::new)
    }

    fn kept(&self) -> Option<Update> {
        let mut inboxes = lock(&self.inboxes);
        let (reader, kept) = inboxes.get_mut(&self.handle.key)?;
        *reader = thread::current().id();
        kept.pop_front()
    }
}

impl Iterator for Updates {
    type Item = Result<Update>;

    fn next(&mut self) -> Option<Result<Update>> {
        loop {
            // A wait that was interrupted goes on.
            if let Poll::Ready(next) = self.pull(-1) {
                return next;
            }
        }
    }
}

impl Drop for Updates {
    fn drop(&mut self) {
        lock(&self.inboxes).remove(&self.handle.key);
    }
}

/// The pages of a walk. The next one travels while you work on a page; asking for it says that you have finished.
pub struct Pages {
    pub updates: Updates,
    pub(crate) current: Option<Update>,
}

impl Pages {
    /// As `Updates::poll`.
    pub fn poll(&mut self) -> Poll<Option<Result<Page>>> {
        self.current = None;
        self.updates.poll().map(|update| self.reported(update))
    }

    fn reported(&mut self, update: Option<Result<Update>>) -> Option<Result<Page>> {
        update?.map(|update| self.current.insert(update).page()).transpose()
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Result<Page>> {
        self.current = None;
        let update = self.updates.next();
        self.reported(update)
    }
}

/// Keeps what this thread has not taken yet, because a walk of this thread would wait for that.
fn keep_waiting(inboxes: &Inboxes) {
    for (key, (reader, kept)) in lock(inboxes).iter_mut() {
        while *reader == thread::current().id() {
            let Ok(Some(update)) = received(*key, 0) else { break };
            kept.push_back(update);
        }
    }
}

fn received(subscription: Key, timeout_ms: i32) -> Result<Option<Update>> {
    call([], |[], out| swiftpager_subscription_next(subscription, timeout_ms, out)).map(Update::new)
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
