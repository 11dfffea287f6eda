'use strict';

const native = require('./swiftpager.node');
const { parts } = require('./parts.js');
const { status, kind, source } = require('./statuses.js');

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
// The names of numbers; a newer library may have others.
const named = (numbers) => new Map(Object.entries(numbers).map(([name, number]) => [number, name]));
const [KINDS, SOURCES] = [named(kind), named(source)];

const OPERATION = { next: native.operationNext, fd: native.operationFd, close: native.operationClose };
const EXECUTION = { ...OPERATION, next: native.operationWait };
const SUBSCRIPTION = { next: native.subscriptionNext, fd: native.subscriptionFd, close: native.subscriptionClose };

// What the library has of something that is pulled. It does not know who pulls: when that was dropped, it is closed.
class Source {
  handle;
  poll = null;
  #calls;
  #siblings;
  #update = null;
  #kept = [];
  #wake = null;

  // Siblings are the sources of the pager's subscriptions.
  constructor(handle, calls, siblings) {
    [this.handle, this.#calls, this.#siblings] = [handle, calls, siblings];
    if (calls === SUBSCRIPTION) siblings.add(this);
  }

  get hasKept() { return this.#kept.length > 0; }
  belongsTo(pull) { this.#wake = new WeakRef(pull); }
  openPoll(readable) { this.poll ??= native.poll(this.#calls.fd(this.handle), readable); }

  // To ask for the next update says that the one before is finished. No walk waits for a subscription: this keeps what
  // its reader has not taken.
  ask() {
    this.#giveBack();
    if (this.#calls !== SUBSCRIPTION) this.#siblings.forEach((sibling) => sibling.#keepWaiting());
  }

  take(timeout) {
    const update = this.#kept.shift() ?? this.#calls.next(this.handle, timeout);
    if (typeof update === 'object') this.#update = update;
    return update;
  }

  // Gives the operation back before its update: the page in hand is not finished.
  close() {
    if (this.handle === null) return;
    this.#siblings.delete(this);
    if (this.poll !== null) native.endPoll(this.poll);
    this.#calls.close(this.handle);
    this.handle = this.poll = null;
    this.#giveBack();
    this.#kept.splice(0).forEach((update) => native.updateRelease(update));
  }

  #keepWaiting() {
    for (let update; (update = this.#calls.next(this.handle, 0)) != null;) this.#kept.push(update);
    if (this.hasKept) this.#wake?.deref()?.wake();
  }

  #giveBack() {
    if (this.#update !== null) native.updateRelease(this.#update);
    this.#update = null;
  }
}

const dropped = new FinalizationRegistry((source) => source.close());

// Pulls an operation or a subscription, which ends with the signal.
class Pull {
  #source;
  #signal;
  #resolve = () => {};
  // The poll holds it only while it is wanted.
  #readable = () => this.wake();
  #onAbort;

  constructor(handle, calls, signal, siblings = new Set()) {
    this.#source = new Source(handle, calls, siblings);
    this.#source.belongsTo(this);
    dropped.register(this, this.#source, this);
    const pull = new WeakRef(this);
    this.#onAbort = () => pull.deref()?.end();
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted) this.end();
  }

  // The next update; null at the end, and undefined if the time is over.
  now(timeout) {
    this.#ask();
    return this.#source.take(timeout);
  }

  async next() {
    this.#ask();
    for (;;) {
      await this.#readiness();
      if (this.#source.handle === null) this.#refuse();
      const update = this.#source.take(0);
      if (update !== undefined) return update;
    }
  }

  // Ends a wait for the descriptor.
  wake() {
    if (this.#source.poll !== null) native.wantPoll(this.#source.poll, false);
    this.#resolve();
  }

  end() {
    dropped.unregister(this);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#source.close();
    this.#resolve();
  }

  #readiness() {
    if (this.#source.hasKept) return new Promise(setImmediate);
    this.#source.openPoll(this.#readable);
    return new Promise((resolve) => {
      this.#resolve = resolve;
      native.wantPoll(this.#source.poll, true);
    });
  }

  #ask() {
    if (this.#source.handle === null) this.#refuse();
    this.#source.ask();
  }

  #refuse() {
    const error = new SwiftpagerError(status.CANCELLED, '{"message": "the signal ended the call"}');
    error.cause = this.#signal?.reason;
    throw error;
  }
}

// A list for `for await`, which leaves the event loop free, and for `for`, which blocks it. What the body of the loop
// was given is taken back when it asks for more.
const iterable = (open, each, takeBack = () => {}) => ({
  async *[Symbol.asyncIterator]() {
    const pull = open();
    let values = [];
    try {
      for (let update; (update = await pull.next()) !== null; values.forEach(takeBack)) {
        values = each(update);
        for (const value of values) yield value;
      }
    } finally {
      pull.end();
      values.forEach(takeBack);
    }
  },
  *[Symbol.iterator]() {
    const pull = open();
    let values = [];
    try {
      for (let update; (update = pull.now(-1)) !== null; values.forEach(takeBack)) {
        // undefined: a signal of the system has interrupted the wait.
        values = update === undefined ? [] : each(update);
        yield* values;
      }
    } finally {
      pull.end();
      values.forEach(takeBack);
    }
  },
});

const NO_PLACES = '{"message": "no memory for the places of the items"}';
let takeBack;

class Page {
  #page;
  #update;
  #parts = {};
  static {
    takeBack = (page) => { if (page !== null) page.#page = null; };
    for (const [name, [, read]] of Object.entries(parts)) {
      Object.defineProperty(Page.prototype, name, { get() { return read(this.#part(name)); } });
    }
  }

  constructor(page, update) {
    this.#page = page;
    this.#update = update;
    this.kind = KINDS.get(native.pageKind(page)) ?? 'UNKNOWN';
    this.source = SOURCES.get(native.updateSource(update)) ?? 'UNKNOWN';
    this.count = native.pageItemCount(page);
  }

  get items() { return this.texts.map((text) => JSON.parse(text)); }
  finish() { try { native.updateFinish(this.#update); } catch { /* the loop has gone on: it is finished */ } }

  keep() {
    Object.keys(parts).forEach((name) => this.#part(name));
    return this;
  }

  // A part is copied once, and stays.
  #part(name) {
    if (this.#parts[name] === undefined) {
      if (this.#page === null) throw new Error('a page is used after its loop went on: keep() it before');
      const part = parts[name][0](this.#page);
      if (name === 'texts' && part.length < this.count) throw new SwiftpagerError(status.NO_MEMORY, NO_PLACES);
      this.#parts[name] = part;
    }
    return this.#parts[name];
  }
}

const reported = (update) => {
  const page = native.updatePage(update);
  return page === null ? [] : [new Page(page, update)];
};
const kept = (update) => reported(update).map((page) => page.keep());
const held = (update) => {
  const page = (_, index) => new Page(native.updatePageAt(update, index), update).keep();
  return Array.from({ length: native.updatePageCount(update) }, page);
};

class Update {
  #update;

  constructor(update) {
    this.#update = update;
    const error = native.updateError(update);
    this.error = error === null ? null : new SwiftpagerError(status[JSON.parse(error).code], error);
    [this.page = null] = reported(update);
    this.isChange = native.updateIsChange(update);
  }

  get pages() { return held(this.#update); }
}

// What a walk with one update for all pages would lose: it hands on the page that an update reports.
const EMITS_ONCE = JSON.stringify({
  code: 'INVALID_CONFIG',
  path: '/emit',
  message: 'a walk has each page in turn: leave "emit" out, or load all pages at once with loadAll()',
});

const CALLS_NOTHING = JSON.stringify({
  code: 'INVALID_CONFIG',
  path: '/delivery',
  message: 'the library calls no function of JavaScript: leave "delivery" out, and take updates with subscribe()',
});

class Pager {
  #pager;
  #subscriptions = new Set();

  constructor(pager) { this.#pager = pager; }

  pages(options) { return this.#walk(options, reported, takeBack); }
  items(options) { return this.#walk(options, (update) => reported(update).flatMap((page) => page.items)); }
  texts(options) { return this.#walk(options, (update) => reported(update).flatMap((page) => page.texts)); }
  fetch(options) { return this.#loadOne(native.pagerFetch, options); }
  loadNext(options) { return this.#loadOne(native.pagerLoadNext, options); }
  loadPrevious(options) { return this.#loadOne(native.pagerLoadPrevious, options); }
  loadAll(options) { return this.#last(native.pagerWalk, { emit: 'end', ...options }, held, []); }

  current() {
    const update = native.pagerCurrent(this.#pager);
    if (update === null) return [];
    try {
      const { error, pages } = new Update(update);
      if (error !== null) throw error;
      return pages;
    } finally {
      native.updateRelease(update);
    }
  }

  subscribe({ signal } = {}) {
    const open = () => new Pull(native.pagerSubscribe(this.#pager), SUBSCRIPTION, signal, this.#subscriptions);
    return iterable(open, (update) => [new Update(update)], ({ page }) => takeBack(page));
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

  get canLoadNext() { return native.pagerCanLoad(this.#pager, kind.NEXT); }
  get canLoadPrevious() { return native.pagerCanLoad(this.#pager, kind.PREVIOUS); }
  get state() { return decoded(native.pagerState(this.#pager)); }
  resumeToken() { return decoded(native.pagerResumeToken(this.#pager)); }
  checkpoint() { return decoded(native.pagerCheckpoint(this.#pager)); }
  reset() { native.pagerReset(this.#pager); }
  close() { this.#pager = native.pagerClose(this.#pager) ?? null; }

  #begin(load, { signal, ...options } = {}) {
    return new Pull(load(this.#pager, JSON.stringify(options)), OPERATION, signal, this.#subscriptions);
  }

  #walk(options, each, takeBack) {
    const open = () => {
      if (options?.emit === 'end') throw new SwiftpagerError(status.INVALID_CONFIG, EMITS_ONCE);
      return this.#begin(native.pagerWalk, { emit: 'each', retain: 'none', ...options });
    };
    return iterable(open, each, takeBack);
  }

  async #last(load, options, each, last) {
    for await (const value of iterable(() => this.#begin(load, options), (update) => [each(update)])) last = value;
    return last;
  }

  async #loadOne(load, options) { return (await this.#last(load, { ...options, pull: true }, kept, []))[0]; }
}

class Client {
  #client;
  cache = {
    read: (key) => decoded(native.clientCacheRead(this.#client, key)),
    write: (key, fields) => native.clientCacheWrite(this.#client, key, encoded(fields)),
    evict: (key) => native.clientCacheEvict(this.#client, key),
    clear: () => native.clientCacheClear(this.#client),
  };

  constructor(endpoint, config) {
    if (config?.delivery === 'thread') throw new SwiftpagerError(status.INVALID_CONFIG, CALLS_NOTHING);
    this.#client = native.clientCreate(endpoint, encoded(config));
  }

  pager(query, variables, config) {
    return new Pager(native.pagerCreate(this.#client, query, encoded({ variables: variables ?? {}, ...config })));
  }

  async execute(query, variables, { signal, ...options } = {}) {
    const request = { ...options, query, variables: variables ?? {} };
    const operation = native.clientExecute(this.#client, encoded(request));
    const pull = new Pull(operation, EXECUTION, signal);
    try {
      await pull.next();
      return decoded(native.operationResponse(operation));
    } finally {
      pull.end();
    }
  }

  close() { this.#client = native.clientClose(this.#client) ?? null; }
}

module.exports = { Client, Pager, Page, Update, SwiftpagerError };
