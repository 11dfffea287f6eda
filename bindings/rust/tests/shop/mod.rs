//! The shop server, whose address is in SWIFTPAGER_SHOP_ENDPOINT.

use std::env;
use swiftpager::{Client, Pager};

pub const QUERY: &str = "query ($first: Int = 100, $after: String) { products(first: $first, after: $after) {
    edges { node { id name } } pageInfo { hasNextPage endCursor } } }";

pub fn client(config: &str) -> Client {
    Client::new(&env::var("SWIFTPAGER_SHOP_ENDPOINT").unwrap(), config).unwrap()
}

pub fn pager(client: &Client) -> Pager {
    client.pager(QUERY, "", "").unwrap()
}

/// A member of an item of the shop, which is `{"id": "…", "name": "…"}`.
pub fn member(item: &str, name: &str) -> String {
    item.split_once(&format!("\"{name}\":")).unwrap().1.split('"').nth(1).unwrap().to_owned()
}
