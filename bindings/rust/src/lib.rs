//! Walks and watches paginated GraphQL APIs with libswiftpager.so. Configs, variables and options are JSON texts, empty
//! for none; the library's header, swiftpager.h, describes their keys. The library calls no closure of yours: all is
//! pulled.

#[rustfmt::skip]
mod calls;
mod error;
#[rustfmt::skip]
pub mod ffi;
mod inbox;
mod json;
#[rustfmt::skip]
mod methods;
mod page;
#[rustfmt::skip]
mod status;
mod walk;

pub use error::{Error, Result};
pub use methods::{Client, Pager};
pub use page::{Page, Update};
pub use status::{Kind, Source, Status};
pub use walk::{Canceller, Pages, Updates};

use inbox::{Inbox, Inboxes};
use json::{member, quoted, with};
use walk::Pulled;

/// What a walk with one update for all pages would lose: it hands on the page that an update reports.
const EMITS_ONCE: &str = r#"{"code":"INVALID_CONFIG","path":"/emit",
    "message":"a walk has each page in turn: leave \"emit\" out, or load all pages at once with load_all"}"#;

const CALLS_NOTHING: &str = r#"{"code":"INVALID_CONFIG","path":"/delivery",
    "message":"the library calls no closure of yours: leave \"delivery\" out, and take updates with subscribe"}"#;

type Load = fn(calls::Pager, &str) -> Result<Option<calls::Operation>>;

impl Client {
    /// Makes a client, which connects when it is first used.
    pub fn new(endpoint: &str, config: &str) -> Result<Client> {
        if member(config, "delivery").as_deref() == Some("thread") {
            return Err(Error::new(Status::INVALID_CONFIG, CALLS_NOTHING));
        }
        some(calls::client_create_with_endpoint(endpoint, config)).map(Client)
    }

    /// Makes a pager of a query.
    pub fn pager(&self, query: &str, variables: &str, config: &str) -> Result<Pager> {
        some(calls::pager_create_with_query(self.0, query, variables, config)).map(|key| Pager(key, Inboxes::default()))
    }

    /// Sends a query or a mutation, and gives the body of the response. Options are the other keys of a "Request to
    /// execute".
    pub fn execute(&self, query: &str, variables: &str, options: &str) -> Result<String> {
        let variables = if variables.is_empty() { "{}" } else { variables };
        let request = with(&[("query", &quoted(query)), ("variables", variables)], options);
        let operation = some(calls::client_execute(self.0, &request))?;
        let _given_back_at_the_end = Updates::new(Pulled::Operation(operation, Inboxes::default()));
        loop {
            match calls::operation_wait(operation, -1) {
                Err(error) if error.status == Status::INTERRUPTED => continue,
                ended => ended?,
            }
            return Ok(unsafe { calls::operation_response(operation) }.unwrap_or_default().to_owned());
        }
    }
}

impl Pager {
    /// Walks the whole list; an error comes last. "retain" is "none" unless the options say otherwise. With the cache
    /// policy "return_cache_data_and_fetch" the walk also has pages of the cache: see `Page::source`.
    pub fn pages(&self, options: &str) -> Result<Pages> {
        if member(options, "emit").as_deref() == Some("end") {
            return Err(Error::new(Status::INVALID_CONFIG, EMITS_ONCE));
        }
        let updates = self.begin(calls::pager_load_all, &[("emit", "\"each\""), ("retain", "\"none\"")], options)?;
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

    /// Loads all pages, and gives those that the pager holds then in the order of the list.
    pub fn load_all(&self, options: &str) -> Result<Vec<Page>> {
        let updates = self.begin(calls::pager_load_all, &[("emit", "\"end\"")], options)?;
        updates.last().map_or(Ok(Vec::new()), |update| update?.into_pages())
    }

    /// The pages that the pager holds in the order of the list, or the failure that left it without any.
    pub fn current(&self) -> Result<Vec<Page>> {
        calls::pager_current(self.0)?.map_or(Ok(Vec::new()), |key| Update { key }.into_pages())
    }

    /// Every new state of the list until pager or client are closed, and first the one that it has. A walk on another
    /// thread waits for the reader, one page ahead. A walk on the same thread, the one that subscribed or that took the
    /// last update, does not wait: the subscription keeps in memory what the reader has not taken, and a resume token
    /// counts it as finished.
    pub fn subscribe(&self) -> Result<Updates> {
        let inbox = Inbox::new(some(calls::pager_subscribe(self.0))?);
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

    /// Begins a load that is pulled.
    fn begin(&self, load: Load, defaults: &[(&str, &str)], options: &str) -> Result<Updates> {
        let options = with(&[&[("pull", "true"), ("failed_pages", "false")], defaults].concat(), options);
        some(load(self.0, &options)).map(|operation| Updates::new(Pulled::Operation(operation, self.1.clone())))
    }

    /// The page that a load brings: of the cache's and the server's the latter.
    fn load_one(&self, load: Load, options: &str) -> Result<Page> {
        let mut pages = Pages { updates: self.begin(load, &[], options)?, current: None };
        some(pages.try_fold(None, |_, page| page.map(Some)))
    }
}

/// What a call that succeeds always hands out.
fn some<T>(result: Result<Option<T>>) -> Result<T> {
    result?.ok_or_else(|| Error::new(Status::INTERNAL, r#"{"message":"the call brought nothing"}"#))
}
