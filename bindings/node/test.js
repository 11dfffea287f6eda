'use strict';
// Against the shop server, whose address is in SWIFTPAGER_SHOP_ENDPOINT.

const assert = require('node:assert/strict');
const { execFile, spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const { setTimeout: sleep } = require('node:timers/promises');
const { promisify } = require('node:util');
const { Worker, isMainThread } = require('node:worker_threads');
const { QUERY, consumed, consumedNow, counted, is, newClient, newPager } = require('./test_support.js');

if (isMainThread) main();
else counted(newPager().pages()).then((count) => assert.equal(count, 10));

function main() {
  test('a walk is complete', async () => {
    const seen = new Set();
    const { items: pages, error } = await consumed(newPager().pages(), (page) => {
      assert.deepEqual([page.source, page.count, page.errors], ['SERVER', 100, null]);
      page.items.forEach(({ id }) => seen.add(id));
    });
    assert.deepEqual([seen.size, pages.length, error], [1000, 10, null]);
    assert.deepEqual([pages[0].kind, pages[9].kind], ['INITIAL', 'NEXT']);
  });

  test('items are values, and texts are their JSON', async () => {
    const pager = newPager();
    const texts = consumedNow(pager.texts());
    const { items, error } = await consumed(pager.items());
    assert.deepEqual([items.length, error, texts.error], [1000, null, null]);
    assert.deepEqual(items, texts.items.map((text) => JSON.parse(text)));
  });

  test('a plain loop blocks, and has the same pages', () => {
    const { items: pages, error } = consumedNow(newPager().pages(), (page) => page.keep());
    assert.deepEqual([pages.length, error], [10, null]);
    assert.equal(pages[3].items.length, 100);
    assert.equal(pages[0].pageInfo.hasNextPage, true);
    assert.equal(JSON.parse(pages[0].response).data.products.edges.length, 100);
    assert.match(pages[0].headers, /content-type: *application.json/i);
  });

  test('a page of a loop is kept or gone', async () => {
    let read = 0;
    const { items: pages } = await consumed(newPager().pages(), (page) => { if (++read === 2) page.keep(); });
    assert.deepEqual([pages.length, pages[0].count], [10, 100]);
    assert.throws(() => pages[0].items, /keep\(\) it/);
    assert.deepEqual([pages[1].items.length, pages[1].texts.length], [100, 100]);
    assert.throws(() => pages[2].response, /keep\(\) it/);
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
    const { items, error } = await consumed(newPager({ first: 1000 }).pages());
    assert.deepEqual([items.length, error.details.errors.length], [0, 1]);
    assert.ok(is('GRAPHQL')(error));
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

  test('texts pass in both directions', () => {
    const { cache } = newClient({ cache: 'memory' });
    const name = '\u0000\u0001\n\r\t\b\f"\\/ä☃🛒\u2028';
    cache.write('Product:☃', { name });
    assert.deepEqual(cache.read('Product:☃'), { name });
    assert.throws(() => newClient({ 'a\u0001\n"/ä☃': 1 }), (error) => error.path === '/a\u0001\n"~1ä☃');
  });

  test('a signal of the system does not end a plain loop', async () => {
    const pageInfo = { hasNextPage: false, endCursor: null };
    const body = JSON.stringify({ data: { products: { edges: [], pageInfo } } });
    const server = http.createServer(async (request, response) => {
      for (let signal = 0; signal < 20; signal++) {
        child.kill('SIGUSR2');
        await sleep(5);
      }
      response.setHeader('content-type', 'application/json');
      response.end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const program = `const { Client } = require(${JSON.stringify(path.join(__dirname, 'index.js'))});
      let signals = 0;
      process.on('SIGUSR2', () => { signals += 1; });
      const client = new Client('http://127.0.0.1:${server.address().port}', { interruptible: true });
      let pages = 0;
      for (const page of client.pager(${JSON.stringify(QUERY)}).pages()) pages += 1;
      setTimeout(() => { console.log(pages, signals > 0); process.exit(); }, 50);`;
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (data) => { output += data; });
    await once(child, 'close');
    server.close();
    assert.equal(output, '1 true\n');
  });

  test('no memory for the items is an error', async () => {
    const program = `const { Client } = require(${JSON.stringify(path.join(__dirname, 'index.js'))});
      const pager = new Client(process.env.SWIFTPAGER_SHOP_ENDPOINT).pager(${JSON.stringify(QUERY)}, { first: 97 });
      for (const page of pager.pages()) {
        try { page.items; } catch (error) { console.log(page.count, error.status, error.message); }
        break;
      }`;
    const environment = { ...process.env, LD_PRELOAD: process.env.NO_MEMORY };
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { env: environment });
    assert.equal(stdout, '97 NO_MEMORY no memory for the places of the items\n');
  });

  test('a signal cancels', async () => {
    const client = newClient();
    const pager = client.pager(QUERY);
    const controller = new AbortController();
    const reason = new Error('enough');
    const hasReason = (error) => is('CANCELLED')(error) && error.cause === reason;
    const { items, error } = await consumed(pager.pages({ signal: controller.signal }), () => controller.abort(reason));
    assert.ok(hasReason(error));
    assert.equal(items.length, 1);
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
    const { items, error } = await consumed(pager.pages(), () => pager.close());
    assert.ok(is('CANCELLED')(error));
    assert.equal(items.length, 1);
    pager.close();
    await assert.rejects(pager.fetch(), is('INVALID_HANDLE'));
    assert.throws(() => pager.state, is('INVALID_HANDLE'));
    client.close();
    client.close();
    assert.throws(() => client.pager(QUERY), is('INVALID_HANDLE'));
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
    assert.deepEqual([seen, await rest()], [3, 8]);
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
