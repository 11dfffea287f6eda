//! Pages and updates.

use crate::{calls, Error, Result, Source, Status};

/// One page of a list. It keeps the bytes of its response, and all texts are slices of them.
pub struct Page {
    pub(crate) key: calls::Page,
    pub source: Source,
    update: calls::Update,
}

impl Page {
    /// The text of each item, of an edge its node. The error is NO_MEMORY: a later call tries again.
    pub fn items(&self) -> Result<impl ExactSizeIterator<Item = &str>> {
        let spans = unsafe { calls::page_spans(self.key, true) }.unwrap_or_default();
        if spans.is_empty() && self.count() > 0 {
            return Err(Error::new(Status::NO_MEMORY, r#"{"message":"no memory for the places of the items"}"#));
        }
        let response = self.response().unwrap_or_default();
        Ok(spans.chunks_exact(2).map(move |span| &response[span[0] as usize..][..span[1] as usize]))
    }

    /// Says that you have finished with the page before you ask for the next one: a resume token then stands behind it.
    pub fn finish(&self) {
        let _ = calls::update_finish(self.update);
    }
}

/// A new state of a list. As long as it is held, the library counts it as not finished with.
pub struct Update {
    pub(crate) key: calls::Update,
}

impl Update {
    /// The failure of a load.
    pub fn error(&self) -> Option<Error> {
        let status = calls::update_status(self.key).err()?.status;
        Some(Error::new(status, &calls::update_error(self.key).unwrap_or_default()))
    }

    /// The page that was loaded or that changed; none of a failure.
    pub fn page(&self) -> Option<Page> {
        self.kept(calls::update_last_page(self.key)?)
    }

    /// All pages that the list has, in its order.
    pub fn pages(&self) -> Vec<Page> {
        let keys = (0..calls::update_page_count(self.key)).filter_map(|index| calls::update_page_at(self.key, index));
        keys.filter_map(|key| self.kept(key)).collect()
    }

    fn kept(&self, key: calls::Page) -> Option<Page> {
        calls::page_retain(key).ok().map(|()| Page { key, source: calls::update_source(self.key), update: self.key })
    }

    pub(crate) fn into_pages(self) -> Result<Vec<Page>> {
        self.error().filter(|error| error.status != Status::OK).map_or_else(|| Ok(self.pages()), Err)
    }
}
