//! Walks and watches paginated GraphQL APIs with libswiftpager.so. Configs, variables and options are JSON texts, empty
//! for none; docs/configuration.md has their keys. The library calls no closure of yours: all is
//! pulled.

mod calls;
mod error;
mod ffi;
mod inbox;
mod json;
mod page;
mod status;
mod walk;

pub use error::{Error, Result};
pub use page::{Page, Update};
pub use status::{Kind, Source, Status};
pub use walk::{Canceller, Pages, Updates};

use calls::Load;
use inbox::{Inbox, Inboxes};
use json::{member, quoted, with};
use walk::Pulled;

/// What a walk with one update for all pages would lose: it hands on the page that an update reports.
const EMITS_ONCE: &str = r#"{"code":"INVALID_CONFIG","path":"/emit",
    "message":"a walk has each page in turn: leave \"emit\" out, or load all pages at once with load_all"}"#;

const CALLS_NOTHING: &str = r#"{"code":"INVALID_CONFIG","path":"/delivery",
    "message":"the library calls no closure of yours: leave \"delivery\" out, and take updates with subscribe"}"#;

/// An endpoint and its connections. Threads may share it. Dropped, it ends nothing that still has a handle.
pub struct Client(ffi::Client);

impl Client {
    /// Makes a client, which connects when it is first used.
    pub fn new(endpoint: &str, config: &str) -> Result<Client> {
        if member(config, "delivery").as_deref() == Some("thread") {
            return Err(Error::new(Status::INVALID_CONFIG, CALLS_NOTHING));
        }
        ffi::Client::create(endpoint, config).map(Client)
    }

    /// Makes a pager of a query.
    pub fn pager(&self, query: &str, variables: &str, config: &str) -> Result<Pager> {
        let config = with(&[("variables", or_object(variables))], config);
        self.0.pager(query, &config).map(|key| Pager(key, Inboxes::default()))
    }

    /// Sends a query or a mutation, and gives the body of the response. Options are the other keys of a request to
    /// execute.
    pub fn execute(&self, query: &str, variables: &str, options: &str) -> Result<String> {
        let request = with(&[("query", &quoted(query)), ("variables", or_object(variables))], options);
        let operation = self.0.execute(&request)?;
        let _given_back_at_the_end = Updates::new(Pulled::Operation(operation, Inboxes::default()));
        loop {
            match operation.wait() {
                Err(error) if error.status == Status::INTERRUPTED => continue,
                ended => ended?,
            }
            return Ok(operation.response().unwrap_or_default());
        }
    }

    /// Overwrites fields of a record in the client's cache; with an empty key those of many, by their keys.
    pub fn cache_write(&self, key: &str, fields: &str) -> Result<()> {
        self.0.cache_write(key, fields)
    }

    /// A record of the client's cache, whatever its age.
    pub fn cache_read(&self, key: &str) -> Result<Option<String>> {
        self.0.cache_read(key)
    }

    /// Forgets a record of the client's cache.
    pub fn cache_evict(&self, key: &str) -> Result<()> {
        self.0.cache_evict(key)
    }

    /// Forgets all records of the client's cache.
    pub fn cache_clear(&self) -> Result<()> {
        self.0.cache_clear()
    }

    /// Ends it and all its work: calls on what is left of it fail.
    pub fn close(self) {
        self.0.close();
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.0.release();
    }
}

/// One paginated query and the pages held of it. Threads may share it. Dropped, it ends nothing that still has a handle.
pub struct Pager(ffi::Pager, Inboxes);

impl Pager {
    /// Walks the whole list; an error comes last. "retain" is "none" unless the options say otherwise. With the cache
    /// policy "return_cache_data_and_fetch" the walk also has pages of the cache: see `Page::source`.
    pub fn pages(&self, options: &str) -> Result<Pages> {
        if member(options, "emit").as_deref() == Some("end") {
            return Err(Error::new(Status::INVALID_CONFIG, EMITS_ONCE));
        }
        let updates = self.begin(Load::Walk, &[("emit", "\"each\""), ("retain", "\"none\"")], options)?;
        Ok(Pages { updates, current: None })
    }

    /// Walks the items of all pages; of an edge its node.
    pub fn items(&self, options: &str) -> Result<impl Iterator<Item = Result<String>>> {
        Ok(self.pages(options)?.flat_map(|page| match page {
            Ok(page) => page
                .items()
                .map_or_else(|error| vec![Err(error)], |items| items.map(|item| Ok(item.to_owned())).collect()),
            Err(error) => vec![Err(error)],
        }))
    }

    /// Loads the first page, which then replaces all pages held. To ask the server again, say
    /// `"cache_policy": "fetch_ignoring_cache_data"`.
    pub fn fetch(&self, options: &str) -> Result<Page> {
        self.load_one(Load::Fetch, options)
    }

    /// Loads the page after the last one.
    pub fn load_next(&self, options: &str) -> Result<Page> {
        self.load_one(Load::Next, options)
    }

    /// Loads the page before the first one.
    pub fn load_previous(&self, options: &str) -> Result<Page> {
        self.load_one(Load::Previous, options)
    }

    /// Loads all pages, and gives those that the pager holds then in the order of the list.
    pub fn load_all(&self, options: &str) -> Result<Vec<Page>> {
        let updates = self.begin(Load::Walk, &[("emit", "\"end\"")], options)?;
        updates.last().map_or(Ok(Vec::new()), |update| update?.into_pages())
    }

    /// The pages that the pager holds in the order of the list, or the failure that left it without any.
    pub fn current(&self) -> Result<Vec<Page>> {
        self.0.current()?.map_or(Ok(Vec::new()), |key| Update { key }.into_pages())
    }

    /// Every new state of the list until pager or client are closed, and first the one that it has. A walk on another
    /// thread waits for the reader, one page ahead. A walk on the same thread, the one that subscribed or that took the
    /// last update, does not wait: the subscription keeps in memory what the reader has not taken, and a resume token
    /// counts it as finished.
    pub fn subscribe(&self) -> Result<Updates> {
        let inbox = Inbox::new(self.0.subscribe()?);
        self.1.add(&inbox);
        Ok(Updates::new(Pulled::Subscription(inbox)))
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
        self.0.reset()
    }

    /// Whether there is more after the last page, and how to ask for it.
    pub fn can_load_next(&self) -> Result<bool> {
        self.0.can_load(Kind::NEXT)
    }

    /// Whether there is more before the first page, and how to ask for it.
    pub fn can_load_previous(&self) -> Result<bool> {
        self.0.can_load(Kind::PREVIOUS)
    }

    /// The pager's state as JSON; swiftpager.h lists its keys at swiftpager_pager_state.
    pub fn state(&self) -> Result<String> {
        self.0.state()
    }

    /// The place from which another process can go on with this list: the `resume` of its pager.
    pub fn resume_token(&self) -> Result<String> {
        self.0.resume_token()
    }

    /// What the next run needs to load only what is new: the `checkpoint` of its pager, with the same `since`.
    pub fn checkpoint(&self) -> Result<String> {
        self.0.checkpoint()
    }

    /// Ends it and all its work: calls on what is left of it fail.
    pub fn close(self) {
        self.0.close();
    }

    fn begin(&self, load: Load, defaults: &[(&str, &str)], options: &str) -> Result<Updates> {
        let operation = self.0.begin(load, &with(defaults, options))?;
        Ok(Updates::new(Pulled::Operation(operation, self.1.clone())))
    }

    /// The page that a load brings: of the cache's and the server's the latter.
    fn load_one(&self, load: Load, options: &str) -> Result<Page> {
        let mut pages = Pages { updates: self.begin(load, &[("pull", "true")], options)?, current: None };
        let last = pages.try_fold(None, |_, page| page.map(Some))?;
        last.ok_or_else(|| Error::new(Status::INTERNAL, r#"{"message":"the load brought no page"}"#))
    }
}

impl Drop for Pager {
    fn drop(&mut self) {
        self.0.release();
    }
}

fn or_object(variables: &str) -> &str {
    if variables.is_empty() {
        return "{}";
    }
    variables
}
