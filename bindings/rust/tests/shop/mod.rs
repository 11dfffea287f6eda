//! The shop server, whose address is in SWIFTPAGER_SHOP_ENDPOINT, and what takes walks to their ends.
#![allow(dead_code)] // Each file of tests is a program of its own, and uses a part.

use std::env;
use swiftpager::{Client, Error, Pager, Result};

pub const QUERY: &str = "query ($first: Int = 100, $after: String) { products(first: $first, after: $after) {
    edges { node { id name } } pageInfo { hasNextPage endCursor } } }";

pub fn client(config: &str) -> Client {
    Client::new(&env::var("SWIFTPAGER_SHOP_ENDPOINT").unwrap(), config).unwrap()
}

pub fn pager(client: &Client) -> Pager {
    client.pager(QUERY, "", "").unwrap()
}

/// The items of a walk, and the error that ended it; none if it came to its end. A body gets each item as it comes.
/// Nothing may come after an error.
pub fn consumed<T>(mut walk: impl Iterator<Item = Result<T>>, mut body: impl FnMut(&T)) -> (Vec<T>, Option<Error>) {
    let mut items = Vec::new();
    while let Some(item) = walk.next() {
        match item {
            Ok(item) => {
                body(&item);
                items.push(item);
            }
            Err(error) => {
                assert!(walk.next().is_none(), "something came after {error}");
                return (items, Some(error));
            }
        }
    }
    (items, None)
}

/// All items of a walk that comes to its end.
pub fn all<T>(walk: impl Iterator<Item = Result<T>>) -> Vec<T> {
    let (items, error) = consumed(walk, |_| ());
    assert!(error.is_none(), "{error:?}");
    items
}

/// A member of an item of the shop, which is `{"id": "…", "name": "…"}`.
pub fn member(item: &str, name: &str) -> String {
    item.split_once(&format!("\"{name}\":")).unwrap().1.split('"').nth(1).unwrap().to_owned()
}
