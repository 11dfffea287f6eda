'use strict';
// The rows of ../endings.txt: how walks, waits and mutations end badly.

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const { setTimeout: sleep } = require('node:timers/promises');
const { Client, SwiftpagerError } = require('./index.js');
const { consumed, consumedNow, counted, is } = require('./test_support.js');

const TROUBLE = process.env.SWIFTPAGER_TROUBLE_ENDPOINT;
const QUERY = `query ($after: String) { items(after: $after) {
  edges { node { id name } } pageInfo { hasNextPage endCursor } } }`;

class Ending {
  constructor([name, kind, ending, items, status], number) {
    Object.assign(this, { name, kind, path: ending, items: Number(items), status, key: `node-${process.pid}-${number}` });
  }

  client() {
    const url = `${TROUBLE}${this.path}${this.path.includes('?') ? '&' : '?'}key=${this.key}`;
    return new Client(url, { retry: { enabled: false } });
  }

  pager(client = this.client(), config = {}) { return client.pager(QUERY, {}, config); }

  // Asks the trouble server for one of its own paths.
  async asked(own) { return (await fetch(`${TROUBLE}${own}?key=${this.key}`)).json(); }
  openGate() { return this.asked('/open'); }

  // Waits until the server has counted so many requests or aborts.
  async until(counter, count) { while ((await this.asked('/stats'))[counter] !== count) await sleep(5); }

  // So many items, and an error with the status of the row; null for OK.
  ends(items, error) {
    assert.deepEqual([items, error?.status ?? 'OK'], [this.items, this.status]);
    if (error) assert.ok(error instanceof SwiftpagerError && error.message !== '' && error.code > 0);
  }

  // How many items a walk has that begins at the pager's resume token, once the gate is open.
  async rest(pager) {
    const resume = pager.resumeToken();
    await this.openGate();
    return counted(this.pager(this.client(), { resume }).items());
  }

  // Walks, and calls a function when the items of the row have come and the server holds the page after them.
  async waiting(walk, call) {
    let count = 0;
    let come;
    const came = new Promise((resolve) => { come = resolve; });
    const end = consumed(walk, () => { if ((count += 1) === this.items) come(); });
    await Promise.race([came, end]);
    assert.equal(count, this.items);
    await this.until('requests', this.items / 10 + 1);
    call();
    return end;
  }
}

const failure = async (promise) => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was thrown');
};
const thrown = (call) => failure((async () => call())());

const KINDS = {
  async walk(row) {
    const pager = row.pager();
    for (const walk of ['items', 'texts', 'pages']) {
      const count = (items) => items.reduce((sum, item) => sum + (walk === 'pages' ? item.count : 1), 0);
      const { items, error } = await consumed(pager[walk]());
      row.ends(count(items), error);
      const now = consumedNow(pager[walk]());
      row.ends(count(now.items), now.error);
      assert.equal(pager.state.loading, null);
    }
    row.ends(row.items, await failure(pager.loadAll()));
  },

  async load(row) {
    const pager = row.pager();
    let items = (await pager.fetch()).count;
    row.ends(row.items, await thrown(async () => {
      while (items <= row.items) items += (await pager.loadNext()).count;
    }));
    assert.deepEqual([items, pager.state.loading, (await pager.fetch()).count], [row.items, null, 10]);
  },

  async mutation(row) { row.ends(0, await failure(row.client().execute('mutation { a }'))); },

  async left(row) {
    const pager = row.pager();
    // The first walk is left by its loop, and the collector takes the second one.
    let items = 0;
    for await (const page of pager.pages()) {
      items += page.count;
      await row.until('requests', 2);
      break;
    }
    row.ends(items, null);
    await row.until('aborts', 1);
    await (async () => (await pager.pages()[Symbol.asyncIterator]().next()).value.keep())();
    await row.until('requests', 4);
    while ((await row.asked('/stats')).aborts < 2) {
      global.gc();
      await sleep(5);
    }
    assert.equal(await row.rest(pager), 50);
  },

  async throw(row) {
    const pager = row.pager();
    const own = new Error("the body's own");
    let items = 0;
    assert.equal(await failure(consumed(pager.items(), async () => {
      items += 1;
      if (items < row.items) return;
      await row.until('requests', 2);
      throw own;
    })), own);
    row.ends(items, null);
    await row.until('aborts', 1);
    assert.equal(await row.rest(pager), 50);
  },

  async parts(row) {
    const { items: [page], error } = await consumed(row.pager().pages(), (each) => each.keep());
    row.ends(page.count, error);
    assert.deepEqual([page.errors[0].message, page.pageInfo.hasNextPage], ['The name is secret.', false]);
    assert.deepEqual([page.extensions, page.items.length, page.items[9].name], [null, 10, 'Item 10']);
    assert.deepEqual(JSON.parse(page.response).data, page.data);
    assert.match(page.headers, /^content-length:/im);
  },

  async watch(row) {
    const pager = row.pager();
    const updates = pager.subscribe()[Symbol.asyncIterator]();
    const first = updates.next();
    await pager.fetch();
    const { value: { page, error } } = await first;
    assert.equal(error, null);
    row.ends(page.count, await failure(pager.loadNext()));
    const { value: second } = await updates.next();
    row.ends(page.count, second.error);
    assert.deepEqual([second.page, second.isChange], [null, false]);
    pager.close();
    assert.equal((await updates.next()).done, true);
  },

  async memory(row) {
    const client = row.client();
    const { cache } = new Client(TROUBLE, { cache: 'memory' });
    cache.write('Item:1', { name: 'x'.repeat(1_000_000) });
    const sizes = [];
    for (const rounds of [10, 40]) {
      for (let round = 0; round < rounds; round++) {
        const pager = row.pager(client);
        let items = 0;
        for await (const page of pager.pages()) {
          items = page.count;
          break;
        }
        assert.equal((await pager.fetch()).extensions.padding.length, 1_000_000);
        row.ends(items, await failure(pager.loadNext()));
        assert.equal(await counted(pager.pages()), 1);
        assert.equal((await client.execute('mutation { a }')).extensions.padding.length, 1_000_000);
        assert.equal(cache.read('Item:1').name.length, 1_000_000);
        global.gc();
      }
      sizes.push(process.memoryUsage.rss());
    }
    assert.ok(sizes[1] - sizes[0] < 20_000_000, `${sizes}`);
  },

  async 'cancel at begin'(row) {
    const client = row.client();
    for (const abort of [(controller) => controller.abort(), (controller) => setImmediate(() => controller.abort())]) {
      const controller = new AbortController();
      abort(controller);
      const { items, error } = await consumed(row.pager(client).items({ signal: controller.signal }));
      row.ends(items.length, error);
    }
    const { items, error } = consumedNow(row.pager(client).items({ signal: AbortSignal.abort() }));
    row.ends(items.length, error);
  },

  async 'wait left'(row) {
    const client = row.client();
    const controller = new AbortController();
    const { signal } = controller;
    const { items, error } = await row.waiting(row.pager(client).items({ signal }), () => controller.abort());
    assert.ok(is('CANCELLED')(error));
    row.ends(items.length, null);
    await row.openGate();
    assert.equal(await counted(row.pager(client).items()), 50);
  },

  async 'closed handle'(row) {
    const pager = row.pager();
    const { items, error } = await consumed(pager.items(), () => pager.close());
    assert.ok(is('CANCELLED')(error));
    for (const call of ['fetch', 'loadNext', 'loadPrevious', 'loadAll', 'current', 'resumeToken', 'checkpoint', 'reset']) {
      row.ends(items.length, await thrown(() => pager[call]()));
    }
    for (const property of ['state', 'canLoadNext', 'canLoadPrevious']) {
      row.ends(items.length, await thrown(() => pager[property]));
    }
    for (const walk of [pager.pages(), pager.items(), pager.subscribe()]) {
      row.ends(items.length, (await consumed(walk)).error);
      row.ends(items.length, consumedNow(walk).error);
    }
  },

  async 'closed client'(row) {
    const client = row.client();
    const { items, error } = await row.waiting(row.pager(client).items(), () => client.close());
    row.ends(items.length, error);
    assert.ok(is('INVALID_HANDLE')(await failure(client.execute('{ a }'))));
  },

  async 'signal in a walk'(row) {
    const controller = new AbortController();
    const reason = new Error('enough');
    const walk = row.pager().items({ signal: controller.signal });
    const { items, error } = await row.waiting(walk, () => controller.abort(reason));
    row.ends(items.length, error);
    assert.equal(error.cause, reason);
    await row.until('aborts', 1);
  },

  async 'signal in a mutation'(row) {
    const controller = new AbortController();
    const ended = failure(row.client().execute('mutation { a }', {}, { signal: controller.signal }));
    await row.until('requests', 1);
    controller.abort();
    row.ends(0, await ended);
    await row.until('aborts', 1);
  },
};

const rows = fs.readFileSync(path.join(__dirname, '../endings.txt'), 'utf8').split('\n').filter((line) => /^[^#]/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([name, kind, at, items, status]) => {
    const own = status.includes(':') ? /node:(\S+)/.exec(status)?.[1] : status;
    return [name, kind, at, items, own];
  })
  .filter(([, , , , status]) => status !== undefined);

rows.forEach((cells, number) => {
  const row = new Ending(cells, number);
  test(`ending: ${row.name}`, async () => {
    assert.ok(KINDS[row.kind], `the tests of Node.js do not know ${row.kind}`);
    await KINDS[row.kind](row);
  });
});
test('the list of endings has rows', () => assert.ok(rows.length > 10));
