'use strict';
// Against the shop server, whose address is in SWIFTPAGER_SHOP_ENDPOINT.

const assert = require('node:assert/strict');
const { execFile } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const { promisify } = require('node:util');
const { Worker, isMainThread } = require('node:worker_threads');
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

if (isMainThread) main();
else counted(newPager().pages()).then((count) => assert.equal(count, 10));

function main() {
  test('a walk is complete', async () => {
    const seen = new Set();
    const kinds = [];
    for await (const page of newPager().pages()) {
      assert.deepEqual([page.source, page.count, page.errors], ['SERVER', 100, null]);
      for (const { id } of page.items) seen.add(id);
      kinds.push(page.kind);
    }
    assert.deepEqual([seen.size, kinds.length, kinds[0], kinds[9]], [1000, 10, 'INITIAL', 'NEXT']);
  });

  test('items are values, and texts are their JSON', async () => {
    const pager = newPager();
    const texts = [...pager.texts()];
    let index = 0;
    for await (const item of pager.items()) assert.deepEqual(item, JSON.parse(texts[index++]));
    assert.equal(index, 1000);
  });

  test('a plain loop blocks, and has the same pages', () => {
    const pages = [];
    for (const page of newPager().pages()) pages.push(page.keep());
    assert.equal(pages.length, 10);
    assert.equal(pages[3].items.length, 100);
    assert.equal(pages[0].pageInfo.hasNextPage, true);
    assert.equal(JSON.parse(pages[0].response).data.products.edges.length, 100);
    assert.match(pages[0].headers, /content-type: *application.json/i);
  });

  test('a page of a loop is kept or gone', async () => {
    const pages = [];
    for await (const page of newPager().pages()) {
      pages.push(page);
      if (pages.length === 2) assert.equal(page.texts.length, 100);
    }
    assert.equal(pages[0].count, 100);
    assert.throws(() => pages[0].items, /keep\(\) it/);
    assert.equal(pages[1].items.length, 100);
    assert.throws(() => pages[1].response, /keep\(\) it/);
  });

  test('a walk has each page', async () => {
    assert.equal(await counted(newPager({}, { load_all: { emit: 'end' } }).items()), 1000);
    const pager = newPager();
    for (const walk of [pager.pages({ emit: 'end' }), pager.items({ emit: 'end' }), pager.texts({ emit: 'end' })]) {
      await assert.rejects(counted(walk), (error) => is('INVALID_CONFIG')(error) && error.path === '/emit');
    }
    assert.equal((await pager.loadAll({ emit: 'end' })).length, 10);
  });

  test('errors have status, message and path', async () => {
    const client = newClient();
    assert.throws(() => client.pager(QUERY, null, { pagination: { directionn: 1 } }), (error) => {
      assert.equal(error.path, '/pagination/directionn');
      assert.match(error.message, /directionn/);
      return is('INVALID_CONFIG')(error);
    });
    // A page with errors in place of the list is only an error, which has them.
    await assert.rejects(async () => {
      for await (const page of newPager({ first: 1000 }).pages()) assert.fail(`a page of ${page.count}`);
    }, (error) => {
      assert.equal(error.details.errors.length, 1);
      return is('GRAPHQL')(error);
    });
    await assert.rejects(newPager().loadNext(), is('MISSING_INITIAL_PAGE'));
    // Functions without error_json have their message, too.
    assert.throws(() => client.cache.clear(), /cache/);
    assert.throws(() => client.pager('query\0'), TypeError);
    assert.throws(() => client.pager(17), TypeError);
  });

  test('break ends the walk', async () => {
    const pager = newPager();
    for await (const page of pager.pages({ retain: 'last' })) {
      page.finish();
      break;
    }
    for (const page of pager.pages({ retain: 'last' })) {
      page.finish();
      break;
    }
    // The page behind the one that the loop saw was not handed out.
    assert.equal((await pager.loadNext()).kind, 'NEXT');
    assert.equal(pager.state.pages_loaded, 2);
  });

  test('an exception in the body ends the walk', async () => {
    const pager = newPager();
    const own = new Error("the body's own");
    await assert.rejects(async () => {
      for await (const page of pager.pages()) throw page && own;
    }, own);
    assert.throws(() => {
      for (const page of pager.pages()) throw page && own;
    }, own);
    await pager.fetch();
  });

  test('loads one by one and all at once', async () => {
    const pager = newPager();
    await pager.fetch();
    assert.ok(pager.canLoadNext && !pager.canLoadPrevious);
    await pager.loadNext();
    await assert.rejects(pager.loadAll({ fetch_from_initial_page: false, max_pages: 3 }), is('PAGE_LIMIT'));
    assert.equal(pager.current().length, 5);
    assert.equal((await pager.loadAll()).length, 10);
    pager.reset();
    assert.deepEqual(pager.current(), []);
  });

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

  test('an exception in a callback comes out', async () => {
    const pager = newPager();
    const watch = pager.watch(() => { throw new Error("the callback's own"); });
    const closed = assert.rejects(watch.closed, /the callback's own/);
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

  test('a signal cancels', async () => {
    const client = newClient();
    const pager = client.pager(QUERY);
    const controller = new AbortController();
    const reason = new Error('enough');
    const hasReason = (error) => is('CANCELLED')(error) && error.cause === reason;
    let pages = 0;
    await assert.rejects(async () => {
      for await (const page of pager.pages({ signal: controller.signal })) {
        pages += page.count / 100;
        controller.abort(reason);
      }
    }, hasReason);
    assert.equal(pages, 1);
    await assert.rejects(pager.fetch({ signal: controller.signal }), hasReason);
    await assert.rejects(client.execute(QUERY, null, { signal: controller.signal }), hasReason);
    // One that waits ends, too.
    const waiting = new AbortController();
    const updates = counted(pager.subscribe({ signal: waiting.signal }));
    setImmediate(() => waiting.abort(reason));
    await assert.rejects(updates, hasReason);
  });

  test('a released handle is refused', async () => {
    const client = newClient();
    const pager = client.pager(QUERY);
    await assert.rejects(async () => {
      for await (const page of pager.pages()) if (page) pager.close();
    }, is('CANCELLED'));
    pager.close();
    await assert.rejects(pager.fetch(), is('INVALID_HANDLE'));
    assert.throws(() => pager.state, is('INVALID_HANDLE'));
    client.close();
    client.close();
    assert.throws(() => client.pager(QUERY), is('INVALID_HANDLE'));
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

  test('many walks share a client and the event loop', async () => {
    const client = newClient();
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const counts = await Promise.all(Array.from({ length: 20 }, () => counted(client.pager(QUERY).items())));
    clearInterval(timer);
    assert.ok(counts.every((count) => count === 1000) && turns > 0);
  });

  test('a worker has walks of its own', async () => {
    const worker = new Worker(__filename);
    await new Promise((resolve, reject) => worker.once('error', reject).once('exit', resolve));
    // One that is ended in a walk does no harm.
    const ended = new Worker(__filename);
    await new Promise((resolve) => ended.once('online', resolve));
    await ended.terminate();
  });

  test('cache', () => {
    const { cache } = newClient({ cache: 'memory' });
    cache.write('Product:1', { name: 'a' });
    assert.deepEqual(cache.read('Product:1'), { name: 'a' });
    cache.evict('Product:1');
    assert.equal(cache.read('Product:1'), null);
    cache.write(null, { 'Product:2': { name: 'b' } });
    cache.clear();
    assert.equal(cache.read('Product:2'), null);
  });

  test('resume goes on', async () => {
    const pager = newPager();
    const rest = () => counted(newPager(null, { resume: pager.resumeToken() }).pages());
    let seen = 0;
    for await (const page of pager.pages()) {
      if (++seen === 2) {
        // The page in hand comes again, unless the loop says that it has finished with it.
        assert.equal(await rest(), 9);
        page.finish();
        assert.equal(await rest(), 8);
      }
      if (seen === 3) break;
    }
    assert.equal(await rest(), 8);
    assert.equal(typeof pager.checkpoint(), 'object');
  });

  test('a process ends in the middle of a walk', async () => {
    const program = `const { Client } = require(${JSON.stringify(path.join(__dirname, 'index.js'))});
      const pager = new Client(process.env.SWIFTPAGER_SHOP_ENDPOINT).pager(${JSON.stringify(QUERY)});
      (async () => { for await (const page of pager.pages()) process.exit(page.count === 100 ? 0 : 1); })();`;
    await promisify(execFile)(process.execPath, ['-e', program]);
  });

  test('the readme runs', async () => {
    const example = fs.readFileSync(path.join(__dirname, 'README.md'), 'utf8').split('```js\n')[1].split('```')[0];
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'swiftpager-node-'));
    fs.mkdirSync(path.join(folder, 'node_modules'));
    fs.symlinkSync(__dirname, path.join(folder, 'node_modules', 'swiftpager'));
    fs.writeFileSync(path.join(folder, 'example.mjs'), example);
    const { stdout } = await promisify(execFile)(process.execPath, ['example.mjs'], { cwd: folder });
    fs.rmSync(folder, { recursive: true });
    assert.equal(stdout.split('\n').length, 1001);
  });
}
