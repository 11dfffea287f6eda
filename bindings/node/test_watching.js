'use strict';
// Watches, and what the collector takes, against the shop server.

const assert = require('node:assert/strict');
const { execFile } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const { setTimeout: sleep } = require('node:timers/promises');
const { promisify } = require('node:util');
const { QUERY, counted, is, newClient, newPager } = require('./test_support.js');

// Collects what can be collected; finalizers run in turns of their own.
const collected = async () => {
  for (let turn = 0; turn < 5; turn++) {
    global.gc();
    await sleep(1);
  }
};

test('watch sees a rename', async () => {
  const client = newClient({ cache: 'memory' });
  const pager = client.pager(QUERY, { first: 3 });
  const { id, name } = (await pager.fetch()).items[2];
  const rename = (to) =>
    client.execute('mutation ($id: ID!, $name: String!) { renameProduct(id: $id, name: $name) { id name } }',
      { id, name: to });
  const seen = [];
  let saw;
  const changed = new Promise((resolve) => { saw = resolve; });
  const watch = pager.watch((update) => {
    assert.equal(update.error, null);
    assert.equal(update.pages.length, 1);
    seen.push([update.page.items[2].name, update.isChange]);
    if (update.isChange) saw();
  });
  assert.equal((await rename(`${name}, noded`)).data.renameProduct.name, `${name}, noded`);
  await changed;
  assert.deepEqual(seen, [[name, false], [`${name}, noded`, true]]);
  watch.cancel();
  await watch.closed;
  await rename(name);
  assert.equal(seen.length, 2);
});

test('a watch without a reader keeps the updates of a walk', async () => {
  const pager = newPager();
  const updates = pager.subscribe()[Symbol.asyncIterator]();
  // It waits while the loop blocks, and is not asked while the other one does not.
  const first = updates.next();
  assert.equal([...pager.pages()].length, 10);
  assert.equal((await first).value.page.count, 100);
  assert.equal(await counted(pager.pages()), 10);
  for (let index = 1; index < 20; index++) assert.equal((await updates.next()).value.page.items.length, 100);
  await updates.return();
  let seen = 0;
  const watch = pager.watch(() => { seen += 1; });
  assert.equal([...pager.pages()].length, 10);
  assert.equal(seen, 0);
  while (seen < 10) await sleep(1);
  watch.cancel();
  await watch.closed;
});

test('what was kept for a reader does not keep the process', async () => {
  const program = `const { Client } = require(${JSON.stringify(path.join(__dirname, 'index.js'))});
    const pager = new Client(process.env.SWIFTPAGER_SHOP_ENDPOINT).pager(${JSON.stringify(QUERY)});
    pager.subscribe()[Symbol.asyncIterator]().next().then(({ value }) => console.log(value.page.count));
    for (const page of pager.pages()) if (page.count !== 100) process.exit(1);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { timeout: 30_000 });
  assert.equal(stdout, '100\n');
});

test('a subscription keeps its pager', async () => {
  const client = newClient({ cache: 'memory' });
  const { updates, id } = await (async () => {
    const pager = client.pager(QUERY);
    const page = await pager.fetch();
    return { updates: pager.subscribe()[Symbol.asyncIterator](), id: page.items[0].id };
  })();
  assert.equal((await updates.next()).value.isChange, false);
  for (let number = 0; number < 10; number++) {
    await collected();
    client.cache.write(`Product:${id}`, { name: `Number ${number}` });
    assert.equal((await updates.next()).value.page.items[0].name, `Number ${number}`);
  }
  await updates.return();
});

test('delivery by a thread is refused', async () => {
  assert.throws(() => newClient({ delivery: 'thread' }), (error) => {
    assert.match(error.message, /take updates with subscribe\(\)/);
    return is('INVALID_CONFIG')(error) && error.path === '/delivery';
  });
  assert.equal(await counted(newClient({ delivery: 'dispatch' }).pager(QUERY).pages()), 10);
});

test('walks that ended, and what was dropped, are collected', async () => {
  const client = newClient();
  const controller = new AbortController();
  const pager = client.pager(QUERY, { first: 1 });
  await pager.fetch();
  const figures = async () => {
    await collected();
    return [fs.readdirSync('/proc/self/fd').length, process.memoryUsage().heapUsed];
  };
  const use = async () => {
    for (let index = 0; index < 100; index++) await pager.fetch();
    for (let index = 0; index < 20; index++) {
      const { signal } = controller;
      const walk = client.pager(QUERY).pages({ signal })[Symbol.asyncIterator]();
      const updates = pager.subscribe({ signal })[Symbol.asyncIterator]();
      await Promise.all([walk.next(), updates.next()]);
    }
  };
  await use();
  const [descriptors, bytes] = await figures();
  for (let round = 0; round < 7; round++) await use();
  // Node.js sometimes frees an object, or the code that it has compiled anew, only a few turns after the collection.
  const later = [];
  for (let round = 0; round < 3; round++) {
    await use();
    later.push(await figures());
  }
  const [descriptorsLater, bytesLater] = [0, 1].map((figure) => Math.min(...later.map((each) => each[figure])));
  assert.ok(descriptorsLater < descriptors + 20, `${descriptors}, then ${descriptorsLater} descriptors`);
  assert.ok(bytesLater < bytes + 300_000, `${bytes}, then ${bytesLater} bytes`);
  const left = await Promise.all(Array.from({ length: 20 }, async () => {
    const dropped = newClient();
    const its = dropped.pager(QUERY);
    return [dropped, its, await its.fetch(), its.pages()[Symbol.asyncIterator]()].map((each) => new WeakRef(each));
  }));
  await collected();
  assert.equal(left.flat().filter((each) => each.deref() !== undefined).length, 0);
});

test('an exception in a watch comes out', async () => {
  const pager = newPager();
  const watch = pager.watch(() => { throw new Error("the watch's own"); });
  const closed = assert.rejects(watch.closed, /the watch's own/);
  assert.equal(await counted(pager.pages()), 10);
  await closed;
});

test('a subscription ends with its pager', async () => {
  const pager = newPager();
  await pager.fetch();
  let count = 0;
  for await (const update of pager.subscribe()) {
    count += update.page.count;
    pager.close();
  }
  assert.equal(count, 100);
});

test('dropped parents do not end a walk', async () => {
  let pages = 0;
  for await (const page of newPager().pages()) {
    pages += page.count / 100;
    global.gc();
    // Finalizers run in a turn of their own.
    await new Promise(setImmediate);
  }
  assert.equal(pages, 10);
});

test('a thousand dropped pagers', async () => {
  const client = newClient();
  for (let index = 0; index < 1000; index++) {
    const pager = client.pager(QUERY, { first: 1 });
    // Some have a walk that the loop never leaves.
    if (index % 100 === 0) await pager.pages()[Symbol.asyncIterator]().next();
    if (index % 250 === 0) global.gc();
  }
  global.gc();
  await new Promise(setImmediate);
  assert.equal(await counted(client.pager(QUERY).pages()), 10);
});
