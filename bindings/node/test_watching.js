'use strict';
// Watches, many pulls at once, and what the collector takes, against the shop server.

const assert = require('node:assert/strict');
const { execFile } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const { setTimeout: sleep } = require('node:timers/promises');
const { promisify } = require('node:util');
const { QUERY, consumed, counted, is, newClient, newPager } = require('./test_support.js');

const TYPE = '{ __typename }';

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
  assert.equal(await output(`
    pager.subscribe()[Symbol.asyncIterator]().next().then(({ value }) => console.log(value.page.count));
    for (const page of pager.pages()) if (page.count !== 100) process.exit(1);`), '100\n');
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
  const { items: updates, error } = await consumed(pager.subscribe(), () => pager.close());
  assert.deepEqual([updates.length, updates[0].page.count, error], [1, 100, null]);
});

test('dropped parents do not end a walk', async () => {
  const { items: pages, error } = await consumed(newPager().pages(), () => {
    global.gc();
    // Finalizers run in a turn of their own.
    return new Promise(setImmediate);
  });
  assert.deepEqual([pages.length, error], [10, null]);
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

test('walks and watches of a client share one descriptor', async () => {
  const client = newClient();
  const before = waitingDescriptors();
  let most = 0;
  const walk = async () => {
    const { items, error } = await consumed(client.pager(QUERY).pages(), () => {
      most = Math.max(most, waitingDescriptors());
    });
    return error ?? items.length;
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
  const { items: pages, error } = await consumed(pager.pages(), async () => {
    const others = [counted(client.pager(QUERY).pages()), client.execute(TYPE), sleep(10)];
    assert.deepEqual((await Promise.all(others)).slice(0, 2), [10, { data: { __typename: 'Query' } }]);
  });
  while (updates < 10) await sleep(1);
  assert.deepEqual([pages.length, error, updates], [10, null, 10]);
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
  const counts = await Promise.all(walks.map(async (walk) => (await walk.next()).value.count));
  assert.deepEqual(counts, Array(100).fill(2));
  await Promise.all(walks.map((walk) => walk.return()));
});

test('many executions at once', async () => {
  const client = newClient();
  const answers = await Promise.all(Array.from({ length: 200 }, () => client.execute(TYPE)));
  assert.ok(answers.every(({ data }) => data.__typename === 'Query'));
});

test('an event loop that waits for nothing new sleeps', async () => {
  const client = newClient();
  const controller = new AbortController();
  const updates = counted(client.pager(QUERY).subscribe({ signal: controller.signal }));
  // What was ended or left leaves nothing that has to be done again and again.
  const ended = new AbortController();
  const execution = client.execute(TYPE, null, { signal: ended.signal });
  ended.abort();
  await assert.rejects(execution, is('CANCELLED'));
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
    return is('CANCELLED')((await consumed(pages, () => controller.abort())).error);
  };
  await Promise.all(Array.from({ length: 20 }, walk));
});

test('a client that is closed ends all that waits for it', async () => {
  const client = newClient();
  const updates = counted(client.pager(QUERY).subscribe());
  const walk = client.pager(QUERY).pages()[Symbol.asyncIterator]();
  await walk.next();
  const ends = [counted(client.pager(QUERY).pages()), client.execute(TYPE)];
  client.close();
  for (const end of [...ends, walk.next()]) await assert.rejects(end, is('CANCELLED'));
  assert.equal(await updates, 0);
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
