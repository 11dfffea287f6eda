//! Lists.

use crate::ffi::*;
use crate::json::{member, with};
use crate::walk::{lock, Inboxes};
use crate::{Error, Kind, Page, Pages, Result, Status, Update, Updates};
use std::collections::VecDeque;
use std::thread;

/// What a walk with one update for all pages would lose: it hands on the page that an update reports.
const EMITS_ONCE: &str = r#"{"code":"INVALID_CONFIG","path":"/emit",
    "message":"a walk has each page in turn: leave \"emit\" out, or load all pages at once with load_all"}"#;

/// One paginated query and the pages held of it. Threads may share it. Dropped, it ends nothing that still has a handle.
pub struct Pager {
    pub(crate) handle: Handle,
    pub(crate) inboxes: Inboxes,
}

impl Pager {
    /// Walks the whole list; an error comes last. "retain" is "none" unless the options say otherwise. With the cache
    /// policy "return_cache_data_and_fetch" the walk also has pages of the cache: see `Page::source`.
    pub fn pages(&self, options: &str) -> Result<Pages> {
        if member(options, "emit").as_deref() == Some("end") {
            return Err(Error::new(Status::INVALID_CONFIG, EMITS_ONCE));
        }
        Ok(Pages { updates: self.walk(&[("emit", "\"each\""), ("retain", "\"none\"")], options)?, current: None })
    }

    /// Walks the items of all pages; of an edge its node.
    pub fn items(&self, options: &str) -> Result<impl Iterator<Item = Result<String>>> {
        let texts = |page: Page| Ok(page.items()?.map(|item| Ok(item.to_owned())).collect());
        Ok(self.pages(options)?.flat_map(move |page| page.and_then(texts).unwrap_or_else(|error| vec![Err(error)])))
    }

    /// Loads the first page, which then replaces all pages held. To ask the server again, say
    /// `"cache_policy": "fetch_ignoring_cache_data"`.
    pub fn fetch(&self, options: &str) -> Result<Page> {
        self.load_one(swiftpager_pager_fetch, options)
    }

    /// Loads the page after the last one.
    pub fn load_next(&self, options: &str) -> Result<Page> {
        self.load_one(swiftpager_pager_load_next, options)
    }

    /// Loads the page before the first one.
    pub fn load_previous(&self, options: &str) -> Result<Page> {
        self.load_one(swiftpager_pager_load_previous, options)
    }

    /// Loads all pages, and gives those that the pager holds then in the order of the list.
    pub fn load_all(&self, options: &str) -> Result<Vec<Page>> {
        self.walk(&[("emit", "\"end\"")], options)?.last().map_or(Ok(Vec::new()), |update| update?.into_pages())
    }

    /// The pages that the pager holds in the order of the list, or the failure that left it without any.
    pub fn current(&self) -> Result<Vec<Page>> {
        let update = call([], |[], out| swiftpager_pager_current(self.handle.key, out))?;
        Update::new(update).map_or(Ok(Vec::new()), Update::into_pages)
    }

    /// Every new state of the list until pager or client are closed, and first the one that it has. A walk on another
    /// thread waits for the reader, one page ahead. A walk on the same thread, the one that subscribed or that took the
    /// last update, does not wait: the subscription keeps in memory what the reader has not taken, and a resume token
    /// counts it as finished.
    pub fn subscribe(&self) -> Result<Updates> {
        let pager = self.handle.key;
        let key = call([], |[], out| swiftpager_pager_subscribe(pager, None, None, None, out))?;
        lock(&self.inboxes).insert(key, (thread::current().id(), VecDeque::new()));
        Ok(self.updates(Handle { key, release: swiftpager_subscription_release }, false))
    }

    /// Gives each of them to a closure, until that returns false or the pager is closed: for a thread of its own. A walk
    /// in the closure does not wait for it either: the closure gets the walk's updates afterwards.
    pub fn watch(&self, mut receiver: impl FnMut(Update) -> bool) -> Result<()> {
        for update in self.subscribe()? {
            if !receiver(update?) {
                break;
            }
        }
        Ok(())
    }

    /// Forgets all pages, and ends an operation under way with CANCELLED.
    pub fn reset(&self) -> Result<()> {
        call([], |[], ()| swiftpager_pager_reset(self.handle.key))
    }

    /// Whether there is more after the last page, and how to ask for it.
    pub fn can_load_next(&self) -> Result<bool> {
        self.can_load(Kind::NEXT)
    }

    /// Whether there is more before the first page, and how to ask for it.
    pub fn can_load_previous(&self) -> Result<bool> {
        self.can_load(Kind::PREVIOUS)
    }

    /// The pager's state as JSON; swiftpager.h lists its keys at swiftpager_pager_state.
    pub fn state(&self) -> Result<String> {
        self.text(swiftpager_pager_state)
    }

    /// The place from which another process can go on with this list: the `resume` of its pager.
    pub fn resume_token(&self) -> Result<String> {
        self.text(swiftpager_pager_resume_token)
    }

    /// What the next run needs to load only what is new: the `checkpoint` of its pager, with the same `since`.
    pub fn checkpoint(&self) -> Result<String> {
        self.text(swiftpager_pager_checkpoint)
    }

    /// Ends it and all its work: calls on what is left of it fail.
    pub fn close(self) {
        swiftpager_pager_close(self.handle.key);
    }

    fn walk(&self, defaults: &[(&str, &str)], options: &str) -> Result<Updates> {
        let walk: Begins = |pager, options, _, _, _, out, error| swiftpager_pager_walk(pager, options, out, error);
        Ok(self.updates(begin(walk, self.handle.key, &with(defaults, options))?, true))
    }

    /// The page that a load brings: of the cache's and the server's the latter.
    fn load_one(&self, load: Begins, options: &str) -> Result<Page> {
        let operation = begin(load, self.handle.key, &with(&[("pull", "true")], options))?;
        let last = self.updates(operation, true).last().transpose()?.and_then(|update| update.page());
        last.ok_or_else(|| Error::new(Status::INTERNAL, r#"{"message":"the load brought no page"}"#))
    }

    fn updates(&self, handle: Handle, is_walk: bool) -> Updates {
        Updates { handle, is_walk, inboxes: self.inboxes.clone(), has_ended: false }
    }

    fn can_load(&self, direction: Kind) -> Result<bool> {
        call([], |[], out| swiftpager_pager_can_load(self.handle.key, direction, out))
    }

    fn text(&self, gives: fn(Key, &mut Text) -> Status) -> Result<String> {
        let text = call([], |[], out| gives(self.handle.key, out))?;
        Ok(taken(text).unwrap_or_default())
    }
}
