// Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`.
//! Clients and pagers with the methods that are one call or load one page, and what a page has.

use crate::{calls, Inboxes, Kind, Page, Result, Source, Update};

/// An endpoint, its connections and its queue of waiting callbacks.
/// Threads may share it. Dropped, it ends nothing that still has a handle.
pub struct Client(pub(crate) calls::Client);

impl Client {
    /// Ends it and all its work: calls on what is left of it fail.
    pub fn close(self) {
        let _ = calls::client_release(self.0);
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = calls::client_unref(self.0);
    }
}

impl Client {
    /// swiftpager_client_cache_write: Overwrites fields of records in the client's cache.
    pub fn cache_write(&self, key: &str, fields: &str) -> Result<()> {
        calls::client_cache_write(self.0, key, fields)
    }

    /// swiftpager_client_cache_read: Reads a record of the client's cache, whatever its age.
    pub fn cache_read(&self, key: &str) -> Result<Option<String>> {
        calls::client_cache_read(self.0, key)
    }

    /// swiftpager_client_cache_evict: Forgets a record of the client's cache.
    pub fn cache_evict(&self, key: &str) -> Result<()> {
        calls::client_cache_evict(self.0, key)
    }

    /// swiftpager_client_cache_clear: Forgets all records of the client's cache.
    pub fn cache_clear(&self) -> Result<()> {
        calls::client_cache_clear(self.0)
    }
}

/// One paginated query and the pages held of it.
/// Threads may share it. Dropped, it ends nothing that still has a handle.
pub struct Pager(pub(crate) calls::Pager, pub(crate) Inboxes);

impl Pager {
    /// Ends it and all its work: calls on what is left of it fail.
    pub fn close(self) {
        let _ = calls::pager_release(self.0);
    }
}

impl Drop for Pager {
    fn drop(&mut self) {
        let _ = calls::pager_unref(self.0);
    }
}

impl Pager {
    /// swiftpager_pager_fetch: Asks for the first page; when it is there, it replaces all pages
    /// held.
    pub fn fetch(&self, options: &str) -> Result<Page> {
        self.load_one(calls::pager_fetch, options)
    }

    /// swiftpager_pager_refetch: The same as swiftpager_pager_fetch(), but the server always
    /// answers it, unless its options have another "cache_policy".
    pub fn refetch(&self, options: &str) -> Result<Page> {
        self.load_one(calls::pager_refetch, options)
    }

    /// swiftpager_pager_load_next: Asks for the page after the last one.
    pub fn load_next(&self, options: &str) -> Result<Page> {
        self.load_one(calls::pager_load_next, options)
    }

    /// swiftpager_pager_load_previous: Asks for the page before the first one of the list as it is
    /// held, in a list that is read in that direction.
    pub fn load_previous(&self, options: &str) -> Result<Page> {
        self.load_one(calls::pager_load_previous, options)
    }

    /// swiftpager_pager_reset: Forgets all pages and ends an operation under way with CANCELLED;
    /// its request is aborted.
    pub fn reset(&self) -> Result<()> {
        calls::pager_reset(self.0)
    }

    /// swiftpager_pager_can_load_next: Whether the last page says that there is more after it, and
    /// how to ask for it.
    pub fn can_load_next(&self) -> Result<bool> {
        calls::pager_can_load_next(self.0)
    }

    /// swiftpager_pager_can_load_previous: Whether there is more before the pages loaded, and how
    /// to ask for it.
    pub fn can_load_previous(&self) -> Result<bool> {
        calls::pager_can_load_previous(self.0)
    }

    /// swiftpager_pager_state: The pager's state as JSON, to free with swiftpager_free().
    pub fn state(&self) -> Result<String> {
        calls::pager_state(self.0).map(Option::unwrap_or_default)
    }

    /// swiftpager_pager_resume_token: The place from which another process can go on with this
    /// list: pass it as "resume" to a pager of the same list, and load_all loads the pages that
    /// come after.
    pub fn resume_token(&self) -> Result<String> {
        calls::pager_resume_token(self.0).map(Option::unwrap_or_default)
    }

    /// swiftpager_pager_checkpoint: What the next run needs to load only what is new: pass it as
    /// "checkpoint" to a pager of the same list, with the same "since".
    pub fn checkpoint(&self) -> Result<String> {
        calls::pager_checkpoint(self.0).map(Option::unwrap_or_default)
    }
}

impl Page {
    /// swiftpager_page_response: The whole body of the response.
    pub fn response(&self) -> Option<&str> {
        unsafe { calls::page_response(self.key) }
    }

    /// swiftpager_page_data: The value of `data`; NULL also when it is null.
    pub fn data(&self) -> Option<&str> {
        unsafe { calls::page_data(self.key) }
    }

    /// swiftpager_page_items: The array of items: the connection's `nodes` if the response has
    /// them, otherwise its `edges`, or what "items" names.
    pub fn items_json(&self) -> Option<&str> {
        unsafe { calls::page_items(self.key) }
    }

    /// swiftpager_page_model: What the hook `transform` made of the page, JSON text; NULL if there
    /// is none.
    pub fn model(&self) -> Option<&str> {
        unsafe { calls::page_model(self.key) }
    }

    /// swiftpager_page_item_count: How many elements the array of items has; 0 without one.
    pub fn count(&self) -> usize {
        calls::page_item_count(self.key)
    }

    /// swiftpager_page_kind: The role of the page in its list; KIND_NONE if the handle is not a
    /// page.
    pub fn kind(&self) -> Kind {
        calls::page_kind(self.key)
    }

    /// swiftpager_page_errors: The array of GraphQL errors; NULL when there are none.
    pub fn errors(&self) -> Option<&str> {
        unsafe { calls::page_errors(self.key) }
    }

    /// swiftpager_page_info: The page info object as it came; NULL if it is null or absent.
    pub fn page_info(&self) -> Option<&str> {
        unsafe { calls::page_info(self.key) }
    }

    /// swiftpager_page_nested: The lists inside the items of the page, and inside what these hold,
    /// that may not be whole: the connections that the query shows there, each by its own page
    /// info.
    pub fn nested(&self) -> Option<&str> {
        unsafe { calls::page_nested(self.key) }
    }

    /// swiftpager_page_extensions: The value of `extensions`; NULL if it is null or absent.
    pub fn extensions(&self) -> Option<&str> {
        unsafe { calls::page_extensions(self.key) }
    }

    /// swiftpager_page_headers: All header lines of the response as they came, each "Name: value"
    /// with its line break; NULL if there are none.
    pub fn headers(&self) -> Option<&str> {
        unsafe { calls::page_headers(self.key) }
    }

    /// swiftpager_page_ndjson: All items, each as swiftpager_page_item() gives it, one a line, each
    /// line ended by "\n": NDJSON.
    pub fn ndjson(&self) -> Option<&str> {
        unsafe { calls::page_ndjson(self.key) }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = calls::page_release(self.key);
    }
}

impl Update {
    /// swiftpager_update_source: Where the page that the update reports came from; SOURCE_NONE for
    /// a failure without a page.
    pub fn source(&self) -> Source {
        calls::update_source(self.key)
    }

    /// swiftpager_update_page_count: The number of pages that the update holds; at most one if
    /// "retain" is "last" or "none".
    pub fn page_count(&self) -> usize {
        calls::update_page_count(self.key)
    }

    /// swiftpager_update_is_change: Whether the update shows the present state of a page that
    /// subscribers got before, without a load that brought the page: see "Watching".
    pub fn is_change(&self) -> bool {
        calls::update_is_change(self.key).unwrap_or(false)
    }

    /// swiftpager_update_output: The whole update as JSON, in the order of the list:
    /// {"previous_pages": [response, …], "initial_page": response or null, "next_pages": [response,
    /// …]}, each response as the server sent it.
    pub fn output(&self) -> Option<&str> {
        unsafe { calls::update_output(self.key) }
    }
}

impl Drop for Update {
    fn drop(&mut self) {
        let _ = calls::update_release(self.key);
    }
}
