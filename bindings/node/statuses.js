// Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`.
'use strict';

// How a call or an operation ended.
exports.status = Object.freeze({
  OK: 0,
  INVALID_ARGUMENT: 1,
  INVALID_CONFIG: 2,
  INVALID_HANDLE: 3,
  CLOSED: 4,
  REENTRANT: 5,
  FORKED: 6,
  TIMEOUT: 7,
  NO_MEMORY: 8,
  INTERNAL: 9,
  INTERRUPTED: 10,
  HOOK_FAILED: 11,
  MISSING_INITIAL_PAGE: 20,
  PAGE_HAS_NO_MORE_CONTENT: 21,
  LOAD_IN_PROGRESS: 22,
  NO_QUERY: 23,
  CANCELLED: 24,
  NETWORK: 40,
  HTTP: 41,
  GRAPHQL: 42,
  BAD_RESPONSE: 43,
  RATE_LIMITED: 44,
  CACHE_MISS: 45,
  CACHE_FAILED: 46,
  NOT_RECORDED: 47,
  RECORDING_FAILED: 48,
  CURSOR_STUCK: 60,
  CURSOR_CYCLE: 61,
  MISSING_PAGE_INFO: 62,
  NULL_CURSOR: 63,
  PAGE_LIMIT: 64,
  NESTED_INCOMPLETE: 65,
  PARTIAL_DATA: 66,
  NOT_ORDERED: 67,
  DUPLICATE_KEY: 68,
  FEWER_THAN_TOTAL: 69,
});

// Where the newest page of an update came from.
exports.source = Object.freeze({
  NONE: 0,
  SERVER: 1,
  CACHE: 2,
});

// The role of a page in its list.
exports.kind = Object.freeze({
  NONE: 0,
  INITIAL: 1,
  NEXT: 2,
  PREVIOUS: 3,
});
