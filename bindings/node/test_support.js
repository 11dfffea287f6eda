'use strict';
// What the tests share: the shop server, whose address is in SWIFTPAGER_SHOP_ENDPOINT.

const assert = require('node:assert/strict');
const { Client, SwiftpagerError } = require('./index.js');

const QUERY = `query ($first: Int = 100, $after: String) { products(first: $first, after: $after) {
  edges { node { id name } } pageInfo { hasNextPage endCursor } } }`;
const newClient = (config) => new Client(process.env.SWIFTPAGER_SHOP_ENDPOINT, config);
const newPager = (variables, config) => newClient().pager(QUERY, variables, config);
const counted = async (values) => {
  let count = 0;
  for await (const value of values) count += value === undefined ? 0 : 1;
  return count;
};
const is = (status) => (error) => {
  assert.ok(error instanceof SwiftpagerError, error);
  assert.equal(error.status, status);
  return true;
};

module.exports = { QUERY, counted, is, newClient, newPager };
