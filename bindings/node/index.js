'use strict';

const native = require('./swiftpager.node');
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
// C would cut a text off at a NUL.
const checked = (name, value) => {
  if (value == null || (typeof value === 'string' && !value.includes('\0'))) return value;
  throw new TypeError(`${name} has to be a string without a NUL`);
};
const refuse = (path, message) => {
  throw new SwiftpagerError(status.INVALID_CONFIG, JSON.stringify({ code: 'INVALID_CONFIG', path, message }));
};
// The names of numbers; a newer library may have others.
const named = (numbers) => new Map(Object.entries(numbers).map(([name, number]) => [number, name]));
const [KINDS, SOURCES] = [named(kind), named(source)];

const OPERATION = { next: native.operationNext, fd: native.operationFd, close: native.operationClose };
const EXECUTION = { ...OPERATION, next: native.operationWait };
const SUBSCRIPTION = { next: native.subscriptionNext, fd: native.subscriptionFd, close: native.subscriptionClose };

// What the library has of something that is pulled. It does not keep its puller: when that was dropped, it is closed.
class Source {
  poll = null;
  kept = [];
  #calls;
  #siblings;
  #puller;
  // The update in hand. What was made of it sees there whether it was given back.
  #lease = { update: null };

  // Siblings are the sources of the pager's subscriptions.
  constructor(handle, calls, siblings, puller) {
    [this.handle, this.#calls, this.#siblings, this.#puller] = [handle, calls, siblings, new WeakRef(puller)];
    if (calls === SUBSCRIPTION) siblings.add(this);
  }

  openPoll(readable) { this.poll ??= native.poll(this.#calls.fd(this.handle), readable); }

  // To ask for the next update says that the one before is finished. No walk waits for a subscription: this keeps what
  // its reader has not taken.
  ask() {
    this.#giveBack();
    if (this.#calls !== SUBSCRIPTION) this.#siblings.forEach((sibling) => sibling.#keepWaiting());
  }

  // The next update; null at the end, and undefined if the time is over.
  take(timeout) {
    const update = this.kept.shift() ?? this.#calls.next(this.handle, timeout);
    return update && (this.#lease = { update });
  }

  // Gives the operation back before its update: the page in hand is not finished.
  close() {
    if (this.handle === null) return;
    this.#siblings.delete(this);
    if (this.poll !== null) native.endPoll(this.poll);
    this.#calls.close(this.handle);
    this.handle = this.poll = null;
    this.#giveBack();
    this.kept.splice(0).forEach((update) => native.updateRelease(update));
  }

  #keepWaiting() {
    for (let update; (update = this.#calls.next(this.handle, 0)) != null;) this.kept.push(update);
    if (this.kept.length > 0) this.#puller.deref()?.wake();
  }

  #giveBack() {
    native.updateRelease(this.#lease.update);
    this.#lease.update = null;
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
    this.#source = new Source(handle, calls, siblings, this);
    dropped.register(this, this.#source, this);
    const pull = new WeakRef(this);
    this.#onAbort = () => pull.deref()?.end();
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted) this.end();
  }

  // Both give the next update; null at the end. A signal of the system may interrupt the one that blocks.
  now() {
    let update;
    this.#open().ask();
    while (update === undefined) update = this.#source.take(-1);
    return update;
  }

  async next() {
    let update;
    this.#open().ask();
    while (update === undefined) {
      await this.#readiness();
      update = this.#open().take(0);
    }
    return update;
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

  #open() {
    if (this.#source.handle !== null) return this.#source;
    const error = new SwiftpagerError(status.CANCELLED, '{"message": "the signal ended the call"}');
    error.cause = this.#signal?.reason;
    throw error;
  }

  #readiness() {
    if (this.#source.kept.length > 0) return new Promise(setImmediate);
    this.#source.openPoll(this.#readable);
    return new Promise((resolve) => {
      this.#resolve = resolve;
      native.wantPoll(this.#source.poll, true);
    });
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

// Each part of a page by its name: the function that copies it, and the one that reads the copy.
const whole = (copy) => copy;
const PARTS = {
  response: [native.pageResponse, whole],
  data: [native.pageData, decoded],
  errors: [native.pageErrors, decoded],
  pageInfo: [native.pageInfo, decoded],
  extensions: [native.pageExtensions, decoded],
  headers: [native.pageHeaders, whole],
  texts: [native.pageTexts, whole],
};

class Page {
  #page;
  #lease;
  #parts = {};
  static {
    for (const [name, [, read]] of Object.entries(PARTS)) {
      Object.defineProperty(Page.prototype, name, { get() { return read(this.#part(name)); } });
    }
  }

  constructor(page, lease) {
    this.#page = page;
    this.#lease = lease;
    this.kind = KINDS.get(native.pageKind(page)) ?? 'UNKNOWN';
    this.source = SOURCES.get(native.updateSource(lease.update)) ?? 'UNKNOWN';
    this.count = native.pageItemCount(page);
  }

  get items() { return this.texts.map((text) => JSON.parse(text)); }
  finish() { try { native.updateFinish(this.#lease.update); } catch { /* the loop has gone on: it is finished */ } }

  keep() {
    Object.keys(PARTS).forEach((name) => this.#part(name));
    return this;
  }

  // A part is copied once, and stays.
  #part(name) {
    if (this.#parts[name] !== undefined) return this.#parts[name];
    if (this.#lease.update === null) throw new Error('a page is used after its loop went on: keep() it before');
    const part = PARTS[name][0](this.#page);
    if (name === 'texts' && part.length < this.count) {
      throw new SwiftpagerError(status.NO_MEMORY, '{"message": "no memory for the places of the items"}');
    }
    return (this.#parts[name] = part);
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
  #subscriptions = new Set();

  constructor(pager) { this.#pager = pager; }

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
    const open = () => new Pull(native.pagerSubscribe(this.#pager), SUBSCRIPTION, signal, this.#subscriptions);
    return iterable(open, (lease) => [new Update(lease)]);
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
  #client;
  cache = {
    read: (key) => decoded(native.clientCacheRead(this.#client, checked('key', key))),
    write: (key, fields) => native.clientCacheWrite(this.#client, checked('key', key), encoded(fields)),
    evict: (key) => native.clientCacheEvict(this.#client, checked('key', key)),
    clear: () => native.clientCacheClear(this.#client),
  };

  constructor(endpoint, config) {
    if (config?.delivery === 'thread') {
      refuse('/delivery',
        'the library calls no function of JavaScript: leave "delivery" out, and take updates with subscribe()');
    }
    this.#client = native.clientCreate(checked('endpoint', endpoint), encoded(config));
  }

  pager(query, variables, config) {
    const given = encoded({ variables: variables ?? {}, ...config });
    return new Pager(native.pagerCreate(this.#client, checked('query', query), given));
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
