#!/usr/bin/env node
// swiftpager through its binding for Node.js: counts the items of each page, and with --texts looks at the text of each.
// With --await it walks in the event loop. The clock starts after a first walk, in which Node compiles the code.
'use strict';

const fs = require('node:fs');
const { parseArgs } = require('node:util');
const { Client } = require('../../../bindings/node');

const QUERY =
  'query Products($first: Int!, $after: String) { products(first: $first, after: $after) {' +
  ' edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } } }';
const { values: asked } = parseArgs({
  options: {
    url: { type: 'string' },
    pages: { type: 'string' },
    size: { type: 'string', default: '100' },
    texts: { type: 'boolean' },
    await: { type: 'boolean' },
  },
});

let pages = 0;
let items = 0;
function look(page) {
  pages++;
  items += page.count;
  if (!asked.texts) return;
  for (const text of page.texts) if (text[0] !== '{' || text[text.length - 1] !== '}') throw new Error('not an item');
}

async function walk(client) {
  const walked = client.pager(QUERY, { first: Number(asked.size) }).pages();
  if (asked.await) for await (const page of walked) look(page);
  else for (const page of walked) look(page);
}

const used = () => {
  const usage = process.resourceUsage();
  return [usage.userCPUTime + usage.systemCPUTime, usage.voluntaryContextSwitches + usage.involuntaryContextSwitches];
};

async function main() {
  const client = new Client(asked.url);
  await walk(client);
  pages = items = 0;
  const [start, [processor, switches]] = [process.hrtime.bigint(), used()];
  await walk(client);
  const [end, [processorEnd, switchesEnd]] = [process.hrtime.bigint(), used()];
  const all = Number(asked.pages);
  if (pages !== all || items !== all * Number(asked.size)) throw new Error(`${pages} pages with ${items} items`);
  const result = {
    name: 'node_walk', pages, items, seconds: Number(end - start) / 1e9,
    processor_seconds: (processorEnd - processor) / 1e6, switches: switchesEnd - switches,
    peak_rss_kb: Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]),
  };
  console.log(JSON.stringify(result));
}
main();
