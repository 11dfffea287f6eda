'use strict';

const native = require('./swiftpager.node');
const { status, KINDS, SOURCES } = require('./statuses.js');

class SwiftpagerError extends Error {
  constructor(code, json) {
    const details = JSON.parse(json ?? '{}');
    super(details.message ?? 'the call failed');
    this.name = 'SwiftpagerError';
    this.status = native.statusName(code);
    this.code = code;
    this.path = details.path;
    this.details = details;
  }
}
native.setErrorClass(SwiftpagerError);

const encoded = (value) => (value == null ? undefined : JSON.stringify(value));
const decoded = (text) => (text === null ? null : JSON.parse(text));
// C would cut a text off at a NUL.
const checked = (name, value) => {
  if (value == null || (typeof value === 'string' && !value.includes('\0'))) return value;
  throw new TypeError(`${name} has to be a string without a NUL`);
};
const refuse = (path, message) => {
  throw new SwiftpagerError(status.INVALID_CONFIG, JSON.stringify({ code: 'INVALID_CONFIG', path, message }));
};

const OPERATION = { next: native.operationNext, close: native.operationClose, among: 'pulled' };
const EXECUTION = { next: native.operationWait, close: native.operationClose, among: 'executions' };
const SUBSCRIPTION = { next: native.subscriptionNext, close: native.subscriptionClose, among: 'pulled' };

// The turns of a client, which move its requests and name what can be pulled. The event loop polls the client's one
// descriptor from the first wait on. It stays for that, and has this, only while a source waits.
class Turns {
  // The open sources by their keys: those that turns name, and those that only end.
  pulled = new Map();
  executions = new Map();
  #isOpen = false;
  // What a turn leaves unnamed comes with the next one.
  #named = new BigUint64Array(128);
  take = () => {
    const count = native.takeTurn(this.client, this.#named);
    for (const key of this.#named.subarray(0, count)) this.pulled.get(key)?.tell();
    for (const source of this.executions.values()) if (native.operationEnded(source.handle)) source.tell();
  };

  constructor(client) { this.client = client; }

  // From the first turn on, the descriptor shows more than the ends of executions.
  open() {
    if (this.#isOpen) return;
    native.poll(this.client, this.take);
    this.#isOpen = true;
    this.take();
  }

  close() {
    for (const sources of [this.pulled, this.executions]) sources.forEach((source) => source.tell());
    native.endPoll(this.take);
    this.client = native.clientClose(this.client) ?? null;
  }
}

// What the library has of something that is pulled, which ends with the signal. It keeps its puller only while that
// waits: when the puller was dropped, it is closed.
class Source {
  #kept = [];
  // Whether there may be something to pull.
  #isNamed = false;
  #endWait = () => {};
  // The update in hand. What was made of it sees there whether it was given back.
  #lease = { update: null };
  #onAbort = () => this.close();

  // Siblings are the sources of the pager's subscriptions.
  constructor(handle, calls, signal, turns, siblings = new Set()) {
    Object.assign(this, { handle, calls, signal, turns, siblings });
    turns[calls.among].set(native.key(handle), this);
    if (calls === SUBSCRIPTION) siblings.add(this);
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted) this.close();
  }

  // Both give the next update; null at the end. A signal of the system may interrupt the one that blocks.
  now() {
    let update;
    this.#ask();
    while (update === undefined) update = this.#take(-1);
    return update;
  }

  async next() {
    let update;
    this.#ask();
    while (update === undefined) {
      await this.#ready();
      update = this.#take(0);
    }
    return update;
  }

  tell() {
    this.#isNamed = true;
    this.#endWait();
  }

  // Gives the operation back before its update: the page in hand is not finished.
  close() {
    if (this.handle === null) return;
    this.signal?.removeEventListener('abort', this.#onAbort);
    this.turns[this.calls.among].delete(native.key(this.handle));
    this.siblings.delete(this);
    this.calls.close(this.handle);
    this.handle = null;
    this.#giveBack();
    this.#kept.splice(0).forEach((update) => native.updateRelease(update));
    this.tell();
  }

  // To ask for the next update says that the one before is finished. No walk waits for a subscription: this keeps what
  // its reader has not taken.
  #ask() {
    this.#giveBack();
    if (this.calls !== SUBSCRIPTION) this.siblings.forEach((sibling) => sibling.#keepWaiting());
  }

  // Waits for a turn that names it. No name is lost: turns and pulls take place on one thread, and what comes after a
  // pull is named anew.
  async #ready() {
    if (!this.#isNamed) this.turns.open();
    if (this.#isNamed) return new Promise(setImmediate);
    native.holdPoll(this.turns.take, true);
    await new Promise((resolve) => { this.#endWait = resolve; });
    native.holdPoll(this.turns.take, false);
  }

  // The next update; null at the end, and undefined if the time is over. If the client is closed, no turn comes.
  #take(timeout) {
    if (this.handle === null) {
      const error = new SwiftpagerError(status.CANCELLED, '{"message": "the signal ended the call"}');
      error.cause = this.signal?.reason;
      throw error;
    }
    const update = this.#kept.shift() ?? this.calls.next(this.handle, timeout);
    this.#isNamed = this.#kept.length > 0 || this.turns.client === null;
    return update && (this.#lease = { update });
  }

  #keepWaiting() {
    for (let update; (update = this.calls.next(this.handle, 0)) != null;) this.#kept.push(update);
    if (this.#kept.length > 0) this.tell();
  }

  #giveBack() {
    native.updateRelease(this.#lease.update);
    this.#lease.update = null;
  }
}

const dropped = new FinalizationRegistry((source) => source.close());

// What a loop has of its source, which is closed with it.
class Pull {
  #source;

  constructor(source) {
    this.#source = source;
    dropped.register(this, source, this);
  }

  now() { return this.#source.now(); }
  next() { return this.#source.next(); }

  end() {
    dropped.unregister(this);
    this.#source.close();
  }
}

// A list for `for await`, which leaves the event loop free, and for `for`, which blocks it.
const iterable = (open, each) => ({
  async *[Symbol.asyncIterator]() {
    const pull = open();
    try {
      for (let update; (update = await pull.next()) !== null;) {
        for (const value of each(update)) yield value;
      }
    } finally {
      pull.end();
    }
  },
  *[Symbol.iterator]() {
    const pull = open();
    try {
      for (let update; (update = pull.now()) !== null;) yield* each(update);
    } finally {
      pull.end();
    }
  },
});

// What copies the parts of a page.
const PARTS = [native.pageResponse, native.pageData, native.pageErrors, native.pageInfo, native.pageExtensions,
  native.pageHeaders, native.pageTexts];

class Page {
  #page;
  #lease;
  #parts = new Map();

  constructor(page, lease) {
    this.#page = page;
    this.#lease = lease;
    this.kind = KINDS[native.pageKind(page)] ?? 'UNKNOWN';
    this.source = SOURCES[native.updateSource(lease.update)] ?? 'UNKNOWN';
    this.count = native.pageItemCount(page);
  }

  get response() { return this.#part(native.pageResponse); }
  get data() { return decoded(this.#part(native.pageData)); }
  get errors() { return decoded(this.#part(native.pageErrors)); }
  get pageInfo() { return decoded(this.#part(native.pageInfo)); }
  get extensions() { return decoded(this.#part(native.pageExtensions)); }
  get headers() { return this.#part(native.pageHeaders); }
  get texts() { return this.#part(native.pageTexts); }
  get items() { return this.texts.map((text) => JSON.parse(text)); }
  finish() { try { native.updateFinish(this.#lease.update); } catch { /* the loop has gone on: it is finished */ } }

  keep() {
    PARTS.forEach((copy) => this.#part(copy));
    return this;
  }

  // A part is copied once, and stays.
  #part(copy) {
    if (this.#parts.has(copy)) return this.#parts.get(copy);
    if (this.#lease.update === null) throw new Error('a page is used after its loop went on: keep() it before');
    const part = copy(this.#page);
    if (copy === native.pageTexts && part.length < this.count) {
      throw new SwiftpagerError(status.NO_MEMORY, '{"message": "no memory for the places of the items"}');
    }
    this.#parts.set(copy, part);
    return part;
  }
}

const reported = (lease) => {
  const page = native.updatePage(lease.update);
  return page === null ? [] : [new Page(page, lease)];
};
const kept = (lease) => reported(lease).map((page) => page.keep());
const held = (lease) => {
  const page = (_, index) => new Page(native.updatePageAt(lease.update, index), lease).keep();
  return Array.from({ length: native.updatePageCount(lease.update) }, page);
};

class Update {
  #lease;

  constructor(lease) {
    this.#lease = lease;
    const error = native.updateError(lease.update);
    this.error = error === null ? null : new SwiftpagerError(status[JSON.parse(error).code], error);
    [this.page = null] = reported(lease);
    this.isChange = native.updateIsChange(lease.update);
  }

  get pages() { return held(this.#lease); }
}

class Pager {
  #pager;
  #turns;
  #subscriptions = new Set();

  constructor(pager, turns) { [this.#pager, this.#turns] = [pager, turns]; }

  pages(options) { return this.#walk(options, reported); }
  items(options) { return this.#walk(options, (lease) => reported(lease).flatMap((page) => page.items)); }
  texts(options) { return this.#walk(options, (lease) => reported(lease).flatMap((page) => page.texts)); }
  fetch(options) { return this.#loadOne(native.pagerFetch, options); }
  loadNext(options) { return this.#loadOne(native.pagerLoadNext, options); }
  loadPrevious(options) { return this.#loadOne(native.pagerLoadPrevious, options); }
  loadAll(options) { return this.#last(native.pagerWalk, { emit: 'end', ...options }, held, []); }

  current() {
    const update = native.pagerCurrent(this.#pager);
    if (update === null) return [];
    try {
      const { error, pages } = new Update({ update });
      if (error !== null) throw error;
      return pages;
    } finally {
      native.updateRelease(update);
    }
  }

  subscribe({ signal } = {}) {
    return iterable(() => this.#pull(native.pagerSubscribe(this.#pager), SUBSCRIPTION, signal),
      (lease) => [new Update(lease)]);
  }

  watch(callback) {
    const controller = new AbortController();
    const run = async () => {
      try {
        for await (const update of this.subscribe({ signal: controller.signal })) callback(update);
      } catch (error) {
        if (!controller.signal.aborted || error.status !== 'CANCELLED') throw error;
      }
    };
    return { cancel: () => controller.abort(), closed: run() };
  }

  get canLoadNext() { return native.pagerCanLoad(this.#pager, KINDS.indexOf('NEXT')); }
  get canLoadPrevious() { return native.pagerCanLoad(this.#pager, KINDS.indexOf('PREVIOUS')); }
  get state() { return decoded(native.pagerState(this.#pager)); }
  resumeToken() { return decoded(native.pagerResumeToken(this.#pager)); }
  checkpoint() { return decoded(native.pagerCheckpoint(this.#pager)); }
  reset() { native.pagerReset(this.#pager); }
  close() { this.#pager = native.pagerClose(this.#pager) ?? null; }

  #begin(load, { signal, ...options } = {}) {
    return this.#pull(load(this.#pager, JSON.stringify(options)), OPERATION, signal);
  }

  #pull(handle, calls, signal) {
    return new Pull(new Source(handle, calls, signal, this.#turns, this.#subscriptions));
  }

  #walk(options, each) {
    return iterable(() => {
      // One update for all pages would lose them: a walk hands on the page that an update reports.
      if (options?.emit === 'end') {
        refuse('/emit', 'a walk has each page in turn: leave "emit" out, or load all pages at once with loadAll()');
      }
      return this.#begin(native.pagerWalk, { emit: 'each', retain: 'none', ...options });
    }, each);
  }

  async #last(load, options, each, last) {
    for await (const value of iterable(() => this.#begin(load, options), (lease) => [each(lease)])) last = value;
    return last;
  }

  async #loadOne(load, options) { return (await this.#last(load, { ...options, pull: true }, kept, []))[0]; }
}

class Client {
  #turns;
  cache = {
    read: (key) => decoded(native.clientCacheRead(this.#turns.client, checked('key', key))),
    write: (key, fields) => native.clientCacheWrite(this.#turns.client, checked('key', key), encoded(fields)),
    evict: (key) => native.clientCacheEvict(this.#turns.client, checked('key', key)),
    clear: () => native.clientCacheClear(this.#turns.client),
  };

  constructor(endpoint, config) {
    if (config?.delivery === 'thread') {
      refuse('/delivery',
        'the library calls no function of JavaScript: leave "delivery" out, and take updates with subscribe()');
    }
    this.#turns = new Turns(native.clientCreate(checked('endpoint', endpoint), encoded(config)));
  }

  pager(query, variables, config) {
    const given = encoded({ variables: variables ?? {}, ...config });
    return new Pager(native.pagerCreate(this.#turns.client, checked('query', query), given), this.#turns);
  }

  async execute(query, variables, { signal, ...options } = {}) {
    const request = { ...options, query, variables: variables ?? {} };
    const operation = native.clientExecute(this.#turns.client, encoded(request));
    const pull = new Pull(new Source(operation, EXECUTION, signal, this.#turns));
    try {
      await pull.next();
      return decoded(native.operationResponse(operation));
    } finally {
      pull.end();
    }
  }

  close() { this.#turns.close(); }
}

module.exports = { Client, Pager, Page, Update, SwiftpagerError };
