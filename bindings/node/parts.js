'use strict';

const native = require('./swiftpager.node');

// Each part of a page by its name: the function that copies it, and the one that reads the copy.
const text = (value) => value;
const json = (value) => (value === null ? null : JSON.parse(value));
exports.parts = {
  response: [(page) => native.pageResponse(page), text],
  data: [(page) => native.pageData(page), json],
  errors: [(page) => native.pageErrors(page), json],
  pageInfo: [(page) => native.pageInfo(page), json],
  extensions: [(page) => native.pageExtensions(page), json],
  headers: [(page) => native.pageHeaders(page), text],
  texts: [(page) => native.pageTexts(page), text],
};
