//! Walks and watches paginated GraphQL APIs with libswiftpager.so. Configs, variables and options are JSON texts, empty
//! for none; the library's header, swiftpager.h, describes their keys.

mod callbacks;
#[rustfmt::skip]
mod calls;
mod error;
#[rustfmt::skip]
pub mod ffi;
#[rustfmt::skip]
mod methods;
mod page;
#[rustfmt::skip]
mod status;
mod walk;

pub use callbacks::Watch;
pub use error::{Error, Result};
pub use methods::{Client, Pager};
pub use page::{Page, Update};
pub use status::{Kind, Source, Status};
pub use walk::{Canceller, Pages, Updates};

use calls::{member, quoted};
use error::with;
use std::time::Duration;
use walk::Pulled;

/// What a walk with one update for all pages would lose: it hands on the page that an update reports.
const EMITS_ONCE: &str = r#"{"code":"INVALID_CONFIG","path":"/emit",
    "message":"a walk has each page in turn: leave \"emit\" out, or load all pages at once with load_all"}"#;

type Load = fn(calls::Pager, &str) -> Result<Option<calls::Operation>>;

impl Client {
    /// Makes a client, which connects when it is first used.
    pub fn new(endpoint: &str, config: &str) -> Result<Client> {
        some(calls::client_create_with_endpoint(endpoint, config)).map(Client)
    }

    /// Makes a pager of a query.
    pub fn pager(&self, query: &str, variables: &str, config: &str) -> Result<Pager> {
        some(calls::pager_create_with_query(self.0, query, variables, config)).map(Pager)
    }

    /// Sends a query or a mutation, and gives the body of the response. Options are the other keys of a "Request to
    /// execute". Closures of the client may run meanwhile.
    pub fn execute(&self, query: &str, variables: &str, options: &str) -> Result<String> {
        let variables = if variables.is_empty() { "{}" } else { variables };
        let request = with(&[("query", &quoted(query)), ("variables", variables)], options);
        let operation = some(calls::client_execute(self.0, &request))?;
        let _given_back_at_the_end = Updates::new(Pulled::Operation(operation));
        loop {
            let ended = calls::operation_wait(operation, -1);
            callbacks::resume();
            match ended {
                Err(error) if error.status == Status::INTERRUPTED => continue,
                ended => ended?,
            }
            return Ok(unsafe { calls::operation_response(operation) }.unwrap_or_default().to_owned());
        }
    }

    /// Runs the closures that wait, or waits for one; None waits without limit. Gives their number.
    pub fn dispatch(&self, timeout: Option<Duration>) -> Result<u32> {
        let timeout_ms = timeout.map_or(-1, |time| time.as_millis().min(i32::MAX as u128) as i32);
        let result = calls::client_dispatch(self.0, timeout_ms, 0);
        callbacks::resume();
        result
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
            Ok(page) => page.items().map(|item| Ok(item.to_owned())).collect(),
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

    /// Every new state of the list until pager or client are closed, and first the one that it has.
    pub fn subscribe(&self) -> Result<Updates> {
        some(calls::pager_subscribe(self.0)).map(|subscription| Updates::new(Pulled::Subscription(subscription)))
    }

    /// Calls a closure with every new state of the list: inside a pull of this pager, `execute` or `dispatch`, which a
    /// panic of the closure then ends.
    pub fn watch(&self, callback: impl FnMut(&Update) + Send + 'static) -> Result<Watch> {
        callbacks::watch(self.0, Box::new(callback))
    }

    /// Begins a load that is pulled.
    fn begin(&self, load: Load, defaults: &[(&str, &str)], options: &str) -> Result<Updates> {
        let options = with(&[&[("pull", "true"), ("failed_pages", "false")], defaults].concat(), options);
        some(load(self.0, &options)).map(|operation| Updates::new(Pulled::Operation(operation)))
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
