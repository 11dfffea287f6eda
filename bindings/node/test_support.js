'use strict';
// What the tests share: the shop server, whose address is in SWIFTPAGER_SHOP_ENDPOINT.

const assert = require('node:assert/strict');
const { Client, SwiftpagerError } = require('./index.js');

const QUERY = `query ($first: Int = 100, $after: String) { products(first: $first, after: $after) {
  edges { node { id name } } pageInfo { hasNextPage endCursor } } }`;
const newClient = (config) => new Client(process.env.SWIFTPAGER_SHOP_ENDPOINT, config);
const newPager = (variables, config) => newClient().pager(QUERY, variables, config);
// The values of a walk, and the error that ended it; null if it came to its end. A body gets each value as it comes.
const consumed = async (values, body = () => {}) => {
  const items = [];
  try {
    for await (const value of values) {
      items.push(value);
      await body(value);
    }
  } catch (error) {
    if (!(error instanceof SwiftpagerError)) throw error;
    return { items, error };
  }
  return { items, error: null };
};
// The same by a loop that blocks.
const consumedNow = (values, body = () => {}) => {
  const items = [];
  try {
    for (const value of values) {
      items.push(value);
      body(value);
    }
  } catch (error) {
    if (!(error instanceof SwiftpagerError)) throw error;
    return { items, error };
  }
  return { items, error: null };
};
// How many values a walk has that comes to its end.
const counted = async (values) => {
  const { items, error } = await consumed(values);
  if (error !== null) throw error;
  return items.length;
};
const is = (status) => (error) => {
  assert.ok(error instanceof SwiftpagerError, error);
  assert.equal(error.status, status);
  return true;
};

module.exports = { QUERY, consumed, consumedNow, counted, is, newClient, newPager };
