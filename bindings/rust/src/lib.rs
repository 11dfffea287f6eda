//! Walks and watches paginated GraphQL APIs with libswiftpager.so. Configs, variables and options are JSON texts, empty
//! for none; docs/configuration.md has their keys. The library calls no closure of yours: all is
//! pulled.

mod error;
mod ffi;
mod json;
mod page;
mod pager;
mod status;
mod walk;

pub use error::{Error, Result};
pub use page::{Page, Update};
pub use pager::Pager;
pub use status::{Kind, Source, Status};
pub use walk::{Canceller, Pages, Updates};

use ffi::*;
use json::{member, quoted, with};

const CALLS_NOTHING: &str = r#"{"code":"INVALID_CONFIG","path":"/delivery",
    "message":"the library calls no closure of yours: leave \"delivery\" out, and take updates with subscribe"}"#;

/// An endpoint and its connections. Threads may share it. Dropped, it ends nothing that still has a handle.
pub struct Client(Handle);

impl Client {
    /// Makes a client, which connects when it is first used.
    pub fn new(endpoint: &str, config: &str) -> Result<Client> {
        if member(config, "delivery").as_deref() == Some("thread") {
            return Err(Error::new(Status::INVALID_CONFIG, CALLS_NOTHING));
        }
        let key = call([endpoint, config], |[endpoint, config], out| {
            swiftpager_client_create(endpoint, config, None, out, None)
        })?;
        Ok(Client(Handle { key, release: swiftpager_client_release }))
    }

    /// Makes a pager of a query.
    pub fn pager(&self, query: &str, variables: &str, config: &str) -> Result<Pager> {
        let config = with(&[("variables", variables)], config);
        let key = call([query, &config], |[query, config], out| {
            swiftpager_pager_create(self.0.key, query, config, None, out, None)
        })?;
        Ok(Pager { handle: Handle { key, release: swiftpager_pager_release }, inboxes: Default::default() })
    }

    /// Sends a query or a mutation, and gives the body of the response. Options are the other keys of a request to
    /// execute.
    pub fn execute(&self, query: &str, variables: &str, options: &str) -> Result<String> {
        let request = with(&[("query", &quoted(query)), ("variables", variables)], options);
        let operation = begin(swiftpager_client_execute, self.0.key, &request)?;
        let wait = || call([], |[], ()| swiftpager_operation_wait(operation.key, -1, None));
        while let Err(error) = wait() {
            if error.status != Status::INTERRUPTED {
                return Err(error);
            }
        }
        Ok(operation.text(swiftpager_operation_response).unwrap_or_default().to_owned())
    }

    /// Overwrites fields of a record in the client's cache; with an empty key those of many, by their keys.
    pub fn cache_write(&self, key: &str, fields: &str) -> Result<()> {
        call([key, fields], |[key, fields], ()| swiftpager_client_cache_write(self.0.key, key, fields, None))
    }

    /// A record of the client's cache, whatever its age.
    pub fn cache_read(&self, key: &str) -> Result<Option<String>> {
        call([key], |[key], out| swiftpager_client_cache_read(self.0.key, key, out, None)).map(taken)
    }

    /// Forgets a record of the client's cache.
    pub fn cache_evict(&self, key: &str) -> Result<()> {
        call([key], |[key], ()| swiftpager_client_cache_evict(self.0.key, key, None))
    }

    /// Forgets all records of the client's cache.
    pub fn cache_clear(&self) -> Result<()> {
        call([], |[], ()| swiftpager_client_cache_clear(self.0.key, None))
    }

    /// Ends it and all its work: calls on what is left of it fail.
    pub fn close(self) {
        swiftpager_client_close(self.0.key, 0);
    }
}
