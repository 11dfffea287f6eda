//! Pages and updates.

use crate::ffi::*;
use crate::{Error, Kind, Result, Source, Status};

/// One page of a list. It keeps the bytes of its response, and all texts are slices of them.
pub struct Page {
    handle: Handle,
    pub source: Source,
    update: Key,
}

/// Makes a method for each text of a page.
macro_rules! texts {
    ($($(#[$about:meta])* $name:ident: $function:ident,)*) => {$(
        $(#[$about])*
        pub fn $name(&self) -> Option<&str> {
            self.handle.text($function)
        }
    )*};
}

impl Page {
    texts! {
        /// The whole body of the response.
        response: swiftpager_page_response,
        /// The value of `data`.
        data: swiftpager_page_data,
        /// The array of items: the `nodes` of a connection if the response has them, else its `edges`, or what "items"
        /// names.
        items_json: swiftpager_page_items,
        /// The GraphQL errors beside the data.
        errors: swiftpager_page_errors,
        /// The page info as it came.
        page_info: swiftpager_page_info,
        /// The lists inside the items that may not be whole.
        nested: swiftpager_page_nested,
        /// The `extensions` of the response.
        extensions: swiftpager_page_extensions,
        /// All items, one a line.
        ndjson: swiftpager_page_ndjson,
    }

    /// The header lines of the response, each "Name: value" with its line break.
    pub fn headers(&self) -> Option<&str> {
        self.handle.text(|page, length| swiftpager_page_header(page, None, length))
    }

    /// The text of each item, of an edge its node. The error is NO_MEMORY: a later call tries again.
    pub fn items(&self) -> Result<impl ExactSizeIterator<Item = &str>> {
        let spans = self.handle.lent(|page, count| swiftpager_page_spans(page, true, count)).unwrap_or_default();
        if spans.len() < self.count() {
            return Err(Error::new(Status::NO_MEMORY, r#"{"message":"no memory for the places of the items"}"#));
        }
        let response = self.response().unwrap_or_default();
        Ok(spans.iter().map(move |&[offset, length]| &response[offset as usize..][..length as usize]))
    }

    /// Says that you have finished with the page before you ask for the next one: a resume token then stands behind it.
    pub fn finish(&self) {
        swiftpager_update_finish(self.update);
    }

    /// The number of its items.
    pub fn count(&self) -> usize {
        swiftpager_page_item_count(self.handle.key)
    }

    /// What it is to its list.
    pub fn kind(&self) -> Kind {
        swiftpager_page_kind(self.handle.key)
    }
}

/// A new state of a list. As long as it is held, the library counts it as not finished with.
pub struct Update(Handle);

impl Update {
    pub(crate) fn new(key: Key) -> Option<Update> {
        (key != Key::default()).then(|| Update(Handle { key, release: swiftpager_update_release }))
    }

    /// The failure of a load.
    pub fn error(&self) -> Option<Error> {
        let status = swiftpager_update_status(self.0.key);
        let json = lent_text(swiftpager_update_error(self.0.key)).unwrap_or_default();
        (status != Status::OK).then(|| Error::new(status, json))
    }

    /// The page that was loaded or that changed; none of a failure.
    pub fn page(&self) -> Option<Page> {
        self.kept(swiftpager_update_page(self.0.key, None))
    }

    /// All pages that the list has, in its order.
    pub fn pages(&self) -> Vec<Page> {
        (0..self.page_count()).filter_map(|index| self.kept(swiftpager_update_page_at(self.0.key, index))).collect()
    }

    /// The number of pages that it holds.
    pub fn page_count(&self) -> usize {
        swiftpager_update_page_count(self.0.key)
    }

    /// Where its page came from.
    pub fn source(&self) -> Source {
        swiftpager_update_source(self.0.key, &mut false)
    }

    /// Whether its page was there before, and shows what changed in the cache.
    pub fn is_change(&self) -> bool {
        let mut is_change = false;
        swiftpager_update_source(self.0.key, &mut is_change);
        is_change
    }

    /// All pages as one JSON text.
    pub fn output(&self) -> Option<&str> {
        self.0.text(swiftpager_update_output)
    }

    /// A page that lives as long as you hold it; none for NULL.
    fn kept(&self, key: Key) -> Option<Page> {
        (key != Key::default() && swiftpager_page_retain(key) == Status::OK).then(|| Page {
            handle: Handle { key, release: swiftpager_page_release },
            source: self.source(),
            update: self.0.key,
        })
    }

    pub(crate) fn into_pages(self) -> Result<Vec<Page>> {
        self.error().map_or_else(|| Ok(self.pages()), Err)
    }
}
