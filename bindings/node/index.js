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

const OPERATION = { next: native.operationNext, fd: native.operationFd, release: native.operationRelease };
const EXECUTION = { ...OPERATION, next: native.operationWait };
const SUBSCRIPTION = { next: native.subscriptionNext, fd: native.subscriptionFd, release: native.subscriptionRelease };

// What is pulled: an operation or a subscription. It ends with the signal.
class Pull {
  #handle;
  #calls;
  #signal;
  #update = null;
  #poll = null;
  #wake = () => {};
  #onAbort = () => this.end();

  constructor(handle, calls, signal) {
    this.#handle = handle;
    this.#calls = calls;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted) this.end();
  }

  // The next update; null at the end, and undefined if the time is over. To ask says that the one before is finished.
  now(timeout) {
    this.#giveBack();
    if (this.#handle === null) this.#refuse();
    const update = this.#calls.next(this.#handle, timeout);
    if (typeof update === 'object') this.#update = update;
    return update;
  }

  async next() {
    this.#giveBack();
    if (this.#handle === null) this.#refuse();
    this.#poll ??= native.poll(this.#calls.fd(this.#handle), () => this.#wake());
    for (;;) {
      await new Promise((resolve) => {
        this.#wake = resolve;
        native.wantPoll(this.#poll);
      });
      const update = this.now(0);
      if (update !== undefined) return update;
    }
  }

  // Gives the operation back before its update: the page in hand is not finished.
  end() {
    if (this.#handle === null) return;
    if (this.#poll !== null) native.endPoll(this.#poll);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#calls.release(this.#handle);
    this.#handle = null;
    this.#wake();
    this.#giveBack();
  }

  #giveBack() {
    if (this.#update !== null) native.updateRelease(this.#update);
    this.#update = null;
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
      this.#parts[name] = parts[name][0](this.#page);
    }
    return this.#parts[name];
  }
}

const reported = (update) => {
  const page = native.updateLastPage(update);
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

class Pager {
  #pager;

  constructor(pager) { this.#pager = pager; }

  pages(options) { return this.#walk(options, reported, takeBack); }
  items(options) { return this.#walk(options, (update) => reported(update).flatMap((page) => page.items)); }
  texts(options) { return this.#walk(options, (update) => reported(update).flatMap((page) => page.texts)); }
  fetch(options) { return this.#loadOne(native.pagerFetch, options); }
  refetch(options) { return this.#loadOne(native.pagerRefetch, options); }
  loadNext(options) { return this.#loadOne(native.pagerLoadNext, options); }
  loadPrevious(options) { return this.#loadOne(native.pagerLoadPrevious, options); }
  loadAll(options) { return this.#last(native.pagerLoadAll, { emit: 'end', ...options }, held, []); }

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
    const open = () => new Pull(native.pagerSubscribe(this.#pager), { ...SUBSCRIPTION, next: untilClosed }, signal);
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

  get canLoadNext() { return native.pagerCanLoadNext(this.#pager); }
  get canLoadPrevious() { return native.pagerCanLoadPrevious(this.#pager); }
  get state() { return decoded(native.pagerState(this.#pager)); }
  resumeToken() { return decoded(native.pagerResumeToken(this.#pager)); }
  checkpoint() { return decoded(native.pagerCheckpoint(this.#pager)); }
  reset() { native.pagerReset(this.#pager); }
  close() { this.#pager = native.pagerRelease(this.#pager) ?? null; }

  #begin(load, { signal, ...options } = {}) {
    const text = JSON.stringify({ ...options, pull: true, failed_pages: false });
    return new Pull(load(this.#pager, text), OPERATION, signal);
  }

  #walk(options, each, takeBack) {
    const open = () => {
      if (options?.emit === 'end') throw new SwiftpagerError(status.INVALID_CONFIG, EMITS_ONCE);
      return this.#begin(native.pagerLoadAll, { emit: 'each', retain: 'none', ...options });
    };
    return iterable(open, each, takeBack);
  }

  async #last(load, options, each, last) {
    for await (const value of iterable(() => this.#begin(load, options), (update) => [each(update)])) last = value;
    return last;
  }

  async #loadOne(load, options) { return (await this.#last(load, options, kept, []))[0]; }
}

// The end of its pager is the end of a subscription.
const untilClosed = (subscription, timeout) => {
  try {
    return native.subscriptionNext(subscription, timeout);
  } catch (error) {
    if (error.status === 'CLOSED') return null;
    throw error;
  }
};

class Client {
  #client;
  cache = {
    read: (key) => decoded(native.clientCacheRead(this.#client, key)),
    write: (key, fields) => native.clientCacheWrite(this.#client, key, encoded(fields)),
    evict: (key) => native.clientCacheEvict(this.#client, key),
    clear: () => native.clientCacheClear(this.#client),
  };

  constructor(endpoint, config) { this.#client = native.clientCreateWithEndpoint(endpoint, encoded(config)); }

  pager(query, variables, config) {
    return new Pager(native.pagerCreateWithQuery(this.#client, query, encoded(variables), encoded(config)));
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

  close() { this.#client = native.clientRelease(this.#client) ?? null; }
}

module.exports = { Client, Pager, Page, Update, SwiftpagerError };
