//! Pages and updates.

use crate::calls::Part;
use crate::ffi;
use crate::{Error, Kind, Result, Source, Status};

/// One page of a list. It keeps the bytes of its response, and all texts are slices of them.
pub struct Page {
    pub(crate) key: ffi::Page,
    pub source: Source,
    update: ffi::Update,
}

impl Page {
    /// The text of each item, of an edge its node. The error is NO_MEMORY: a later call tries again.
    pub fn items(&self) -> Result<impl ExactSizeIterator<Item = &str>> {
        let spans = unsafe { self.key.spans() }.unwrap_or_default();
        if spans.is_empty() && self.count() > 0 {
            return Err(Error::new(Status::NO_MEMORY, r#"{"message":"no memory for the places of the items"}"#));
        }
        let response = self.response().unwrap_or_default();
        Ok(spans.chunks_exact(2).map(move |span| &response[span[0] as usize..][..span[1] as usize]))
    }

    /// Says that you have finished with the page before you ask for the next one: a resume token then stands behind it.
    pub fn finish(&self) {
        self.update.finish();
    }

    /// The number of its items.
    pub fn count(&self) -> usize {
        self.key.item_count()
    }

    /// What it is to its list.
    pub fn kind(&self) -> Kind {
        self.key.kind()
    }

    /// The whole body of the response.
    pub fn response(&self) -> Option<&str> {
        self.text(Part::Response)
    }

    /// The value of `data`.
    pub fn data(&self) -> Option<&str> {
        self.text(Part::Data)
    }

    /// The array of items: the `nodes` of a connection if the response has them, else its `edges`, or what "items" names.
    pub fn items_json(&self) -> Option<&str> {
        self.text(Part::Items)
    }

    /// The GraphQL errors beside the data.
    pub fn errors(&self) -> Option<&str> {
        self.text(Part::Errors)
    }

    /// The page info as it came.
    pub fn page_info(&self) -> Option<&str> {
        self.text(Part::Info)
    }

    /// The lists inside the items that may not be whole.
    pub fn nested(&self) -> Option<&str> {
        self.text(Part::Nested)
    }

    /// The `extensions` of the response.
    pub fn extensions(&self) -> Option<&str> {
        self.text(Part::Extensions)
    }

    /// The header lines of the response, each "Name: value" with its line break.
    pub fn headers(&self) -> Option<&str> {
        self.text(Part::Headers)
    }

    /// All items, one a line.
    pub fn ndjson(&self) -> Option<&str> {
        self.text(Part::Ndjson)
    }

    fn text(&self, part: Part) -> Option<&str> {
        unsafe { self.key.text(part) }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.key.release();
    }
}

/// A new state of a list. As long as it is held, the library counts it as not finished with.
pub struct Update {
    pub(crate) key: ffi::Update,
}

impl Update {
    /// The failure of a load.
    pub fn error(&self) -> Option<Error> {
        self.key.error()
    }

    /// The page that was loaded or that changed; none of a failure.
    pub fn page(&self) -> Option<Page> {
        self.kept(self.key.page()?)
    }

    /// All pages that the list has, in its order.
    pub fn pages(&self) -> Vec<Page> {
        let keys = (0..self.page_count()).filter_map(|index| self.key.page_at(index));
        keys.filter_map(|key| self.kept(key)).collect()
    }

    /// The number of pages that it holds.
    pub fn page_count(&self) -> usize {
        self.key.page_count()
    }

    /// Where its page came from.
    pub fn source(&self) -> Source {
        self.key.source().0
    }

    /// Whether its page was there before, and shows what changed in the cache.
    pub fn is_change(&self) -> bool {
        self.key.source().1
    }

    /// All pages as one JSON text.
    pub fn output(&self) -> Option<&str> {
        unsafe { self.key.output() }
    }

    fn kept(&self, key: ffi::Page) -> Option<Page> {
        key.retain().ok().map(|()| Page { key, source: self.source(), update: self.key })
    }

    pub(crate) fn into_pages(self) -> Result<Vec<Page>> {
        self.error().map_or_else(|| Ok(self.pages()), Err)
    }
}

impl Drop for Update {
    fn drop(&mut self) {
        self.key.release();
    }
}
