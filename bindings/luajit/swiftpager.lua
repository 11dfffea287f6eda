-- Pages through GraphQL lists with libswiftpager, by LuaJIT's FFI. The library never calls Lua: everything is pulled.

local ffi = require("ffi")
local json = require("swiftpager.json")
local native = require("swiftpager.declarations")
local C = native.C

local swiftpager = { null = json.null, list = json.list, encode = json.encode, decode = json.decode }
local STATUS = {}
for code, name in pairs(native.statuses) do STATUS[name] = code end

-- What every error is: `status` is a name, `code` its number, `details` the whole error object.
local Error = {}
Error.__index = Error
function Error:__tostring() return self.status .. ": " .. self.message .. (self.path and " " .. self.path or "") end

local function failure(code, text)
  local details = text and json.decode(text) or {}
  local status = native.statuses[code] or ffi.string(C.swiftpager_status_name(code))
  return setmetatable({ status = status, code = code, message = details.message or status, path = details.path,
    details = details }, Error)
end
function native.raise(code, text) error(failure(code, text), 0) end

-- The text of a config, or of the options of a call: of a table, or of a text.
local function config(given, defaults) return json.with(given, defaults or {}) end

-- A member of what a program has given: a table, or a text.
local function member(given, key)
  if type(given) == "string" then
    local ok, decoded = pcall(json.decode, given)
    given = ok and decoded
  end
  return type(given) == "table" and given[key] or nil
end

-- A class whose objects have a `handle`. Closing gives the handle back at once, and the collector does so otherwise.
local function class(close)
  local self = {}
  self.__index = self
  function self:close()
    if self.handle then close(ffi.gc(self.handle, nil)) end
    self.handle = nil
  end
  return self
end

-- One page of the list. A page of a walk ends when the walk goes on, unless you keep it.
local Page = {}
Page.__index = Page

local function page_of(handle, owner)
  if handle == nil then return nil end
  return setmetatable({ handle = handle, owner = owner }, Page)
end

local function open(page) return page.handle or error("the walk went on: this page was not kept", 3) end

function Page:keep()
  native.page_retain(open(self))
  self.handle = ffi.gc(self.handle, C.swiftpager_page_release)
  self.kept = true
  return self
end

-- Says that you have finished with the page of a walk, before you ask for the next one: see `Pager:resume_token`.
function Page:finish() self.owner:finish() end

-- How many items it has, and what it is to its list: "INITIAL", "NEXT" or "PREVIOUS".
function Page:count() return native.page_item_count(open(self)) end
function Page:kind() return native.kinds[C.swiftpager_page_kind(open(self))] end

local NO_PLACES = json.encode({ code = "NO_MEMORY", message = "no memory for the places of the items" })

-- The items as JSON texts, of an edge its node.
function Page:items()
  local texts = {}
  local spans, count = native.page_spans(open(self), true)
  if count < self:count() then native.raise(STATUS.NO_MEMORY, NO_PLACES) end
  local response = C.swiftpager_page_response(self.handle, nil)
  for i = 0, count - 1 do
    texts[i + 1] = ffi.string(response + spans[2 * i], tonumber(spans[2 * i + 1]))
  end
  return texts
end

-- The whole response and parts of it, as JSON texts; nil if there is none.
for _, name in ipairs({ "response", "data", "errors", "info", "extensions", "nested" }) do
  local get = native["page_" .. name]
  Page[name] = function(self) return get(open(self)) end
end
function Page:header(name) return native.page_header(open(self), name) end

-- One state of the list: its pages, or the failure that ended a load.
local Update = class(C.swiftpager_update_release)

local function update_of(handle)
  if handle == nil then return nil end
  return setmetatable({ handle = ffi.gc(handle, C.swiftpager_update_release) }, Update)
end

function Update:status() return native.statuses[C.swiftpager_update_status(self.handle)] end
function Update:source() return native.sources[C.swiftpager_update_source(self.handle)] end
function Update:is_change() return native.update_is_change(self.handle) end
function Update:output() return native.update_output(self.handle) end
function Update:finish() native.update_finish(self.handle) end
function Update:page_count() return native.update_page_count(self.handle) end
function Update:last_page() return page_of(C.swiftpager_update_last_page(self.handle), self) end

function Update:pages()
  local pages = {}
  for i = 1, self:page_count() do pages[i] = page_of(C.swiftpager_update_page_at(self.handle, i - 1), self) end
  return pages
end

-- The failure; nil for a state of the list.
function Update:error()
  local code = C.swiftpager_update_status(self.handle)
  if code == STATUS.OK then return nil end
  return failure(code, native.update_error(self.handle))
end

-- Calls again while signals end the wait, so that LuaJIT's handler of Ctrl-C gets its turn in between.
local function wait(call, ...)
  local status
  repeat status = call(...) until status ~= STATUS.INTERRUPTED
  return status
end
-- A compiled loop would not look at the handler's hook.
jit.off(wait)

-- What a subscription has received. Its pager has the inbox, too. It does not have the subscription, which the
-- collector would then never free.
local Inbox = {}
Inbox.__index = Inbox

function Inbox:take(milliseconds)
  local status = wait(C.swiftpager_subscription_next, self.handle, milliseconds, self.out)
  if status == STATUS.OK then return update_of(self.out[0]) end
  self.has_ended = status == STATUS.CLOSED or status == STATUS.INVALID_HANDLE
  if not self.has_ended and status ~= STATUS.TIMEOUT then native.check(status) end
  return nil
end

-- Takes and keeps what the readers have not taken yet, because a walk would wait for them.
local function keep_waiting(inboxes)
  for i = #inboxes, 1, -1 do
    local inbox = inboxes[i]
    for update in function() return inbox:take(0) end do inbox.kept[#inbox.kept + 1] = update end
    if inbox.has_ended then table.remove(inboxes, i) end
  end
end

-- A pulled operation. Call it, or let a `for` loop do so, for page after page; `cancel` and `close` end it.
local Walk = class(C.swiftpager_operation_release)

local function start(call, pager, options, defaults)
  defaults.pull, defaults.failed_pages, defaults.callbacks = true, false, false
  local operation = native[call](pager.handle, config(options, defaults), nil, nil, nil)
  local out = ffi.new("swiftpager_update *[1]")
  -- The collector runs finalizers in any order, so this one has both: the operation goes first, because a loop that is
  -- left has not finished with the page in hand.
  local function release(handle)
    C.swiftpager_operation_release(handle)
    C.swiftpager_update_release(out[0])
  end
  return setmetatable({ handle = ffi.gc(operation, release), out = out, error_json = ffi.new("char *[1]"),
    inboxes = pager.inboxes }, Walk)
end

-- The next update; nil at the end. The page of the one before ends.
function Walk:next()
  if self.page and not self.page.kept then self.page.handle = nil end
  if self.update then self.update:close() end
  keep_waiting(self.inboxes)
  local status = wait(C.swiftpager_operation_next, self.handle, -1, self.out, self.error_json)
  native.check(status, self.error_json)
  self.update = update_of(self.out[0])
  if self.update then
    ffi.gc(self.update.handle, nil)
    self.update.walk = self
  end
  self.page = self.update and self.update:last_page()
  return self.update
end

-- Hands the update in hand over, which then lives without the walk.
function Walk:take()
  local update = self.update
  if update then
    ffi.gc(update.handle, C.swiftpager_update_release)
    update.walk = nil
  end
  self.update, self.page, self.out[0] = nil, nil, nil
  return update
end

local close = Walk.close
function Walk:close()
  close(self)
  self:take()
end

function Walk:__call() return self:next() and self.page end
function Walk:cancel() native.operation_cancel(self.handle) end

local Pager = class(C.swiftpager_pager_release)
swiftpager.Pager = Pager

-- What a walk with one update for all pages would lose: it hands on the page that an update reports.
local EMITS_ONCE = json.encode({ code = "INVALID_CONFIG", path = "/emit",
  message = 'a walk has each page in turn: leave "emit" out, or load all pages at once with load_all' })

-- Walks the list from its first page.
function Pager:pages(options)
  if member(options, "emit") == "end" then native.raise(STATUS.INVALID_CONFIG, EMITS_ONCE) end
  return start("pager_load_all", self, options, { retain = "none", emit = "each" })
end

-- The same, item by item, as JSON texts; the second result is the walk, to cancel or close.
function Pager:items(options)
  local walk = self:pages(options)
  local texts, index = {}, 0
  return function()
    while index == #texts do
      local page = walk()
      if not page then return nil end
      texts, index = page:items(), 0
    end
    index = index + 1
    return texts[index]
  end, walk
end

-- Loads, and returns the update with what came last.
local function load(call, pager, options, defaults)
  local walk, last = start(call, pager, options, defaults), nil
  while walk:next() do last = walk:take() end
  walk:close()
  return last
end

for _, name in ipairs({ "fetch", "refetch", "load_next", "load_previous" }) do
  -- Loads one page and returns it.
  Pager[name] = function(self, options)
    local update = load("pager_" .. name, self, options, {})
    return update and update:last_page()
  end
end
function Pager:load_all(options) return load("pager_load_all", self, options, { emit = "end" }) end

function Pager:current() return update_of(native.pager_current(self.handle)) end
function Pager:state() return json.decode(native.pager_state(self.handle)) end
for _, name in ipairs({ "can_load_next", "can_load_previous", "reset", "resume_token", "checkpoint" }) do
  Pager[name] = function(self) return native["pager_" .. name](self.handle) end
end

-- Every new state of the list. Call it, or let a `for` loop do so, for update after update. No walk waits for that:
-- what was not taken is kept, in memory, and a resume token counts it as finished.
local Subscription = class(C.swiftpager_subscription_release)

function Pager:subscribe()
  keep_waiting(self.inboxes)
  local handle = native.pager_subscribe(self.handle, nil, nil, nil)
  -- A copy of the key, which no collector gives back.
  local key, out = ffi.cast("void *", handle), ffi.new("swiftpager_update *[1]")
  local inbox = setmetatable({ handle = key, kept = {}, out = out }, Inbox)
  table.insert(self.inboxes, inbox)
  local function release(ended)
    C.swiftpager_subscription_release(ended)
    inbox.kept = {}
  end
  return setmetatable({ handle = ffi.gc(handle, release), inbox = inbox }, Subscription)
end

-- The next update; nil when so many milliseconds are over, or when the pager or the client is closed.
function Subscription:next(milliseconds)
  return table.remove(self.inbox.kept, 1) or self.inbox:take(milliseconds or -1)
end
function Subscription:__call() return self:next() end

local end_subscription = Subscription.close
function Subscription:close()
  end_subscription(self)
  self.inbox.kept = {}
end

-- Gives each new state of the list to a function, until that returns false or the pager is closed. A walk inside the
-- function does not wait for it either: the function gets the walk's updates afterwards.
function Pager:watch(call)
  local subscription = self:subscribe()
  for update in subscription do
    if call(update) == false then break end
  end
  subscription:close()
end

-- A GraphQL endpoint. Configs and options are tables, or JSON texts: see "Configs" in swiftpager.h.
local Client = class(C.swiftpager_client_release)

local CALLS_NOTHING = json.encode({ code = "INVALID_CONFIG", path = "/delivery",
  message = 'the library calls no function of Lua: leave "delivery" out, and take updates with subscribe' })

function swiftpager.client(endpoint, options)
  if member(options, "delivery") == "thread" then native.raise(STATUS.INVALID_CONFIG, CALLS_NOTHING) end
  local text = config(options, { interruptible = true })
  local handle = native.client_create_with_endpoint(endpoint, text, nil)
  return setmetatable({ handle = ffi.gc(handle, C.swiftpager_client_unref) }, Client)
end

function Client:pager(query, variables, options)
  local handle = native.pager_create_with_query(self.handle, query, config(variables), config(options), nil)
  return setmetatable({ handle = ffi.gc(handle, C.swiftpager_pager_unref), inboxes = {} }, Pager)
end

-- Sends one query or mutation, and returns the response as a JSON text.
function Client:execute(query, variables, options)
  if type(variables) == "string" then variables = json.text(variables) end
  local request = config(options, { query = query, variables = variables })
  local operation = native.client_execute(self.handle, request, nil, nil, nil)
  ffi.gc(operation, C.swiftpager_operation_release)
  local error_json = ffi.new("char *[1]")
  native.check(wait(C.swiftpager_operation_wait, operation, -1, error_json), error_json)
  return native.operation_response(operation)
end

-- The records of the cache, as JSON texts of their fields. Without a key `cache_write` writes records by their keys.
function Client:cache_read(key) return native.client_cache_read(self.handle, key) end
function Client:cache_write(key, fields) native.client_cache_write(self.handle, key, config(fields)) end
function Client:cache_evict(key) native.client_cache_evict(self.handle, key) end
function Client:cache_clear() native.client_cache_clear(self.handle) end

return swiftpager
