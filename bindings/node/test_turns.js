'use strict';
// Many pulls of one client in the event loop, against the shop server.

const assert = require('node:assert/strict');
const { execFile } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const { setTimeout: sleep } = require('node:timers/promises');
const { promisify } = require('node:util');
const { QUERY, counted, is, newClient } = require('./test_support.js');

const NAME = '{ __typename }';

// The descriptors of libraries that wait: eventfds and epolls. Node.js has a few of its own.
const waitingDescriptors = () => fs.readdirSync('/proc/self/fd').filter((number) => {
  try {
    return fs.readlinkSync(`/proc/self/fd/${number}`).startsWith('anon_inode:');
  } catch {
    return false;
  }
}).length;

// A program that uses a client and a pager, and has to end by itself; its output.
const output = async (program) => {
  const all = `const { Client } = require(${JSON.stringify(path.join(__dirname, 'index.js'))});
    const client = new Client(process.env.SWIFTPAGER_SHOP_ENDPOINT);
    const pager = client.pager(${JSON.stringify(QUERY)});
    ${program}`;
  return (await promisify(execFile)(process.execPath, ['-e', all], { timeout: 30_000 })).stdout;
};

test('walks and watches of a client share one descriptor', async () => {
  const client = newClient();
  const before = waitingDescriptors();
  let most = 0;
  const walk = async () => {
    let pages = 0;
    for await (const page of client.pager(QUERY).pages()) {
      pages += page.count / 100;
      most = Math.max(most, waitingDescriptors());
    }
    return pages;
  };
  const watches = Array.from({ length: 10 }, () => client.pager(QUERY).watch(() => assert.fail()));
  const pages = await Promise.all(Array.from({ length: 50 }, walk));
  watches.forEach((watch) => watch.cancel());
  await Promise.all(watches.map((watch) => watch.closed));
  assert.deepEqual(pages, Array(50).fill(10));
  assert.ok(most - before < 10, `${most - before} descriptors`);
});

test('a slow consumer, a watch and an execution go on side by side', async () => {
  const client = newClient();
  const pager = client.pager(QUERY);
  let updates = 0;
  const watch = pager.watch((update) => { updates += update.page.count / 100; });
  let pages = 0;
  for await (const page of pager.pages()) {
    pages += page.count / 100;
    const others = [counted(client.pager(QUERY).pages()), client.execute(NAME), sleep(10)];
    assert.deepEqual((await Promise.all(others)).slice(0, 2), [10, { data: { __typename: 'Query' } }]);
    assert.equal(updates, pages);
  }
  assert.equal(pages, 10);
  watch.cancel();
  await watch.closed;
});

test('pages that no one takes yet do not hide those of others', async () => {
  const client = newClient();
  const walks = Array.from({ length: 100 }, () => client.pager(QUERY, { first: 2 }).pages()[Symbol.asyncIterator]());
  await Promise.all(walks.map((walk) => walk.next()));
  // The second page of each is there, and has waited for longer than the pages of the next walk.
  await sleep(300);
  assert.equal(await counted(client.pager(QUERY).pages()), 10);
  for (const walk of walks) assert.equal((await walk.next()).value.count, 2);
  await Promise.all(walks.map((walk) => walk.return()));
});

test('many executions at once', async () => {
  const client = newClient();
  const answers = await Promise.all(Array.from({ length: 200 }, () => client.execute(NAME)));
  assert.ok(answers.every(({ data }) => data.__typename === 'Query'));
});

test('an event loop that waits for nothing new sleeps', async () => {
  const client = newClient();
  const controller = new AbortController();
  const updates = counted(client.pager(QUERY).subscribe({ signal: controller.signal }));
  // What was ended or left leaves nothing that has to be done again and again.
  await assert.rejects(client.execute(NAME, null, { signal: AbortSignal.timeout(0) }), is('CANCELLED'));
  const walk = client.pager(QUERY).pages()[Symbol.asyncIterator]();
  await walk.next();
  await sleep(100);
  const start = process.cpuUsage();
  await sleep(500);
  const { user, system } = process.cpuUsage(start);
  assert.ok(user + system < 250_000, `${user + system} µs`);
  await walk.return();
  controller.abort();
  await assert.rejects(updates, is('CANCELLED'));
});

test('a signal ends its own walk only', async () => {
  const client = newClient();
  const controller = new AbortController();
  const walk = async (_, index) => {
    const options = index % 2 === 0 ? { signal: controller.signal } : {};
    const pages = client.pager(QUERY).pages(options);
    if (index % 2 === 1) return assert.equal(await counted(pages), 10);
    return assert.rejects(async () => { for await (const page of pages) if (page) controller.abort(); }, is('CANCELLED'));
  };
  await Promise.all(Array.from({ length: 20 }, walk));
});

test('a client that is closed ends all that waits for it', async () => {
  const client = newClient();
  const ends = [
    counted(client.pager(QUERY).subscribe()),
    assert.rejects(counted(client.pager(QUERY).pages()), is('CANCELLED')),
    assert.rejects(client.execute(NAME), is('CANCELLED')),
  ];
  // A walk that is in its body learns it when it asks.
  const walk = client.pager(QUERY).pages()[Symbol.asyncIterator]();
  await walk.next();
  client.close();
  assert.equal((await Promise.all(ends))[0], 0);
  await assert.rejects(walk.next(), is('CANCELLED'));
});

test('a client without a wait does not keep the process', async () => {
  assert.equal(await output(`(async () => {
    let pages = 0;
    for await (const page of pager.pages()) pages += 1;
    const { data } = await client.execute('{ __typename }');
    const walk = pager.pages()[Symbol.asyncIterator]();
    await walk.next();
    console.log(pages, data.__typename);
    globalThis.kept = [client, pager, walk];
  })();`), '10 Query\n');
});

test('a wait keeps the process', async () => {
  assert.equal(await output(`(async () => {
    let pages = 0;
    for await (const page of pager.pages()) pages += 1;
    for await (const page of pager.pages()) pages += 1;
    console.log(pages);
  })();`), '20\n');
});
