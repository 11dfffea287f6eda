//! What is pulled: walks, and the updates of subscriptions.

use crate::ffi::{Operation, Subscription};
use crate::inbox::{Inbox, Inboxes};
use crate::{Page, Result, Status, Update};
use std::os::fd::RawFd;
use std::sync::Arc;
use std::task::Poll;

/// Ends a walk or a subscription from any thread: the walk with CANCELLED.
#[derive(Clone, Copy)]
pub struct Canceller(Cancelled);

#[derive(Clone, Copy)]
enum Cancelled {
    Operation(Operation),
    Subscription(Subscription),
}

impl Canceller {
    pub fn cancel(self) {
        match self.0 {
            Cancelled::Operation(operation) => operation.close(),
            Cancelled::Subscription(subscription) => subscription.close(),
        }
    }
}

pub(crate) enum Pulled {
    /// With the subscriptions of its pager.
    Operation(Operation, Inboxes),
    Subscription(Arc<Inbox>),
}

/// New states of a list. An error is the last that comes.
pub struct Updates {
    pub(crate) pulled: Pulled,
    pub(crate) has_ended: bool,
}

impl Updates {
    pub(crate) fn new(pulled: Pulled) -> Updates {
        Updates { pulled, has_ended: false }
    }

    pub fn canceller(&self) -> Canceller {
        Canceller(match &self.pulled {
            Pulled::Operation(operation, _) => Cancelled::Operation(*operation),
            Pulled::Subscription(inbox) => Cancelled::Subscription(inbox.key),
        })
    }

    /// A descriptor that is readable while `poll` has something to do. Only poll it: the library closes it. It does not
    /// tell of the updates that a walk of this thread has kept: ask after a walk that waits.
    pub fn fd(&self) -> Result<RawFd> {
        match &self.pulled {
            Pulled::Operation(operation, _) => operation.fd(),
            Pulled::Subscription(inbox) => inbox.key.fd(),
        }
    }

    /// What is there now, without waiting. Ask until it is pending, and then wait for the descriptor.
    pub fn poll(&mut self) -> Poll<Option<Result<Update>>> {
        self.pull(0)
    }

    fn pull(&mut self, timeout_ms: i32) -> Poll<Option<Result<Update>>> {
        if self.has_ended {
            return Poll::Ready(None);
        }
        let pulled = match &self.pulled {
            Pulled::Operation(operation, inboxes) => {
                // A call that does not wait delays no other thread.
                if timeout_ms != 0 {
                    inboxes.keep_waiting();
                }
                operation.next(timeout_ms).map(|update| update.map(|key| Update { key }))
            }
            Pulled::Subscription(inbox) => inbox.next(timeout_ms),
        };
        // A subscription ends with its pager, and with a cancel.
        let is_walk = matches!(self.pulled, Pulled::Operation(..));
        match pulled {
            Err(error) if matches!(error.status, Status::TIMEOUT | Status::INTERRUPTED) => return Poll::Pending,
            Ok(Some(update)) => return Poll::Ready(Some(Ok(update))),
            _ => self.has_ended = true,
        }
        let is_end = |status| !is_walk && matches!(status, Status::CLOSED | Status::INVALID_HANDLE);
        Poll::Ready(pulled.err().filter(|error| !is_end(error.status)).map(Err))
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
        match &self.pulled {
            Pulled::Operation(operation, _) => {
                operation.close();
                operation.release();
            }
            Pulled::Subscription(inbox) => {
                inbox.key.close();
                inbox.key.release();
            }
        }
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
