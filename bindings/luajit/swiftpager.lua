-- Pages through GraphQL lists with libswiftpager, by LuaJIT's FFI. The library never calls Lua: everything is pulled.

local ffi = require("ffi")
local json = require("swiftpager.json")
local native = require("swiftpager.native")
local C, STATUS, check, whole = native.C, native.STATUS, native.check, native.whole

local swiftpager = { null = json.null, list = json.list, encode = json.encode, decode = json.decode }

local function refuse(path, message)
  error(native.failure(STATUS.INVALID_CONFIG, json.encode({ message = message, path = path })), 0)
end

-- The text of a config, or of the options of a call: of a table, or of a text.
local function config(given, defaults) return whole(json.with(given, defaults or {})) end

-- A member of what a program has given: a table, or a text.
local function member(given, key)
  if type(given) == "string" then
    local ok, decoded = pcall(json.decode, given)
    given = ok and decoded
  end
  return type(given) == "table" and given[key] or nil
end

-- A class whose objects have a `handle`. Its `close` ends their work, if they have some, and gives the handle back; the
-- collector only gives it back.
local function class(release, end_work)
  local self = {}
  self.__index = self
  function self:close()
    if self.handle and end_work then end_work(self.handle) end
    if self.handle then release(ffi.gc(self.handle, nil)) end
    self.handle = nil
  end
  return self
end

-- One page of the list. A page of a walk ends when the walk goes on, unless you keep it.
local Page = {}
Page.__index = Page

local function page_of(handle, owner)
  return handle ~= nil and setmetatable({ handle = handle, owner = owner }, Page) or nil
end

local function open(page) return page.handle or error("the walk went on: this page was not kept", 3) end

function Page:keep()
  check(C.swiftpager_page_retain(open(self)))
  self.handle = ffi.gc(self.handle, C.swiftpager_page_release)
  self.kept = true
  return self
end

-- Says that you have finished with the page of a walk, before you ask for the next one: see `Pager:resume_token`.
function Page:finish() self.owner:finish() end

-- How many items it has, and what it is to its list: "INITIAL", "NEXT" or "PREVIOUS".
function Page:count() return tonumber(C.swiftpager_page_item_count(open(self))) end
function Page:kind() return native.KINDS[C.swiftpager_page_kind(open(self))] end

-- The items as JSON texts, of an edge its node.
function Page:items()
  local texts, count = {}, ffi.new("size_t[1]")
  local spans = C.swiftpager_page_spans(open(self), true, count)
  if count[0] < self:count() then
    error(native.failure(STATUS.NO_MEMORY, '{"message": "no memory for the places of the items"}'), 0)
  end
  local response = C.swiftpager_page_response(self.handle, nil)
  for i = 0, tonumber(count[0]) - 1 do
    texts[i + 1] = ffi.string(response + spans[2 * i], tonumber(spans[2 * i + 1]))
  end
  return texts
end

-- The whole response and parts of it, as JSON texts; nil if there is none.
local length = ffi.new("size_t[1]")
for _, name in ipairs({ "response", "data", "errors", "info", "extensions", "nested" }) do
  local get = C["swiftpager_page_" .. name]
  Page[name] = function(self) return native.text(get(open(self), length), length) end
end
function Page:header(name) return native.text(C.swiftpager_page_header(open(self), whole(name), length), length) end

-- One state of the list: its pages, or the failure that ended a load.
local Update = class(C.swiftpager_update_release)

local function update_of(handle)
  return handle ~= nil and setmetatable({ handle = ffi.gc(handle, C.swiftpager_update_release) }, Update) or nil
end

function Update:status() return ffi.string(C.swiftpager_status_name(C.swiftpager_update_status(self.handle))) end
function Update:source() return native.SOURCES[C.swiftpager_update_source(self.handle, nil)] end
function Update:output() return native.text(C.swiftpager_update_output(self.handle, length), length) end
function Update:finish() check(C.swiftpager_update_finish(self.handle)) end
function Update:page_count() return tonumber(C.swiftpager_update_page_count(self.handle)) end
-- The page that changed.
function Update:page() return page_of(C.swiftpager_update_page(self.handle, nil), self) end

function Update:is_change()
  local out = ffi.new("bool[1]")
  C.swiftpager_update_source(self.handle, out)
  return out[0]
end

function Update:pages()
  local pages = {}
  for i = 1, self:page_count() do pages[i] = page_of(C.swiftpager_update_page_at(self.handle, i - 1), self) end
  return pages
end

-- The failure; nil for a state of the list.
function Update:error()
  local code = C.swiftpager_update_status(self.handle)
  if code == STATUS.OK then return nil end
  return native.failure(code, native.text(C.swiftpager_update_error(self.handle)))
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
  if not self.has_ended and status ~= STATUS.TIMEOUT then check(status) end
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
local Walk = class(C.swiftpager_operation_release, C.swiftpager_operation_close)

local function walk_of(pager, operation)
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
  self.update, self.page = nil, nil
  keep_waiting(self.inboxes)
  local status = wait(C.swiftpager_operation_next, self.handle, -1, self.out, self.error_json)
  check(status, self.error_json)
  self.update = update_of(self.out[0])
  if self.update then
    ffi.gc(self.update.handle, nil)
    self.update.walk = self
  end
  self.page = self.update and self.update:page()
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
function Walk:cancel() check(C.swiftpager_operation_close(self.handle)) end

local Pager = class(C.swiftpager_pager_release, C.swiftpager_pager_close)
swiftpager.Pager = Pager

local function walk(pager, options, defaults)
  defaults.callbacks = false
  local text = config(options, defaults)
  return walk_of(pager, native.made("swiftpager_operation *", C.swiftpager_pager_walk, pager.handle, text))
end

-- Walks the list from its first page.
function Pager:pages(options)
  -- One update for all pages would lose them: a walk hands on the page that an update reports.
  if member(options, "emit") == "end" then
    refuse("/emit", 'a walk has each page in turn: leave "emit" out, or load all pages at once with load_all')
  end
  return walk(self, options, { retain = "none", emit = "each" })
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

-- The update with what came last.
local function last(walk)
  local update
  while walk:next() do update = walk:take() end
  walk:close()
  return update
end

for _, name in ipairs({ "fetch", "load_next", "load_previous" }) do
  local call = C["swiftpager_pager_" .. name]
  -- Loads one page and returns it.
  Pager[name] = function(self, options)
    local text = config(options, { pull = true })
    local operation = native.made("swiftpager_operation *", call, self.handle, text, nil, nil, nil)
    local update = last(walk_of(self, operation))
    return update and update:page()
  end
end
function Pager:load_all(options) return last(walk(self, options, { emit = "end" })) end

function Pager:current()
  return update_of(native.found("swiftpager_update *", C.swiftpager_pager_current, self.handle))
end

local function can_load(pager, kind) return native.found("bool", C.swiftpager_pager_can_load, pager.handle, kind) end
function Pager:can_load_next() return can_load(self, 2) end
function Pager:can_load_previous() return can_load(self, 3) end

local function text(call, pager) return native.taken(native.found("char *", call, pager.handle)) end
function Pager:state() return json.decode(text(C.swiftpager_pager_state, self)) end
function Pager:resume_token() return text(C.swiftpager_pager_resume_token, self) end
function Pager:checkpoint() return text(C.swiftpager_pager_checkpoint, self) end
function Pager:reset() check(C.swiftpager_pager_reset(self.handle)) end

-- Every new state of the list. Call it, or let a `for` loop do so, for update after update. No walk waits for that:
-- what was not taken is kept, in memory, and a resume token counts it as finished.
local Subscription = class(C.swiftpager_subscription_release, C.swiftpager_subscription_close)

function Pager:subscribe()
  keep_waiting(self.inboxes)
  local handle = native.found("swiftpager_subscription *", C.swiftpager_pager_subscribe, self.handle, nil, nil, nil)
  -- A copy of the key, which no collector gives back.
  local key, update = ffi.cast("void *", handle), ffi.new("swiftpager_update *[1]")
  local inbox = setmetatable({ handle = key, kept = {}, out = update }, Inbox)
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

-- A GraphQL endpoint. Configs and options are tables, or JSON texts: docs/configuration.md has their keys.
local Client = class(C.swiftpager_client_release, function(client) C.swiftpager_client_close(client, 0) end)

function swiftpager.client(endpoint, options)
  if member(options, "delivery") == "thread" then
    refuse("/delivery", 'the library calls no function of Lua: leave "delivery" out, and take updates with subscribe')
  end
  local text = config(options, { interruptible = true })
  local handle = native.made("swiftpager_client *", C.swiftpager_client_create, whole(endpoint), text, nil)
  return setmetatable({ handle = ffi.gc(handle, C.swiftpager_client_release) }, Client)
end

-- Variables are a table, or a JSON text.
local function with_variables(options, members, variables)
  members.variables = type(variables) == "string" and json.text(variables) or variables
  return config(options, members)
end

function Client:pager(query, variables, options)
  local text = with_variables(options, {}, variables)
  local handle = native.made("swiftpager_pager *", C.swiftpager_pager_create, self.handle, whole(query), text, nil)
  return setmetatable({ handle = ffi.gc(handle, C.swiftpager_pager_release), inboxes = {} }, Pager)
end

-- Sends one query or mutation, and returns the response as a JSON text.
function Client:execute(query, variables, options)
  local text = with_variables(options, { query = query }, variables)
  local operation = native.made("swiftpager_operation *", C.swiftpager_client_execute, self.handle, text, nil, nil, nil)
  ffi.gc(operation, C.swiftpager_operation_release)
  local error_json = ffi.new("char *[1]")
  check(wait(C.swiftpager_operation_wait, operation, -1, error_json), error_json)
  return native.text(C.swiftpager_operation_response(operation, length), length)
end

-- The records of the cache, as JSON texts of their fields. Without a key `cache_write` writes records by their keys.
function Client:cache_read(key)
  return native.taken(native.made("char *", C.swiftpager_client_cache_read, self.handle, whole(key)))
end
function Client:cache_write(key, fields)
  native.done(C.swiftpager_client_cache_write, self.handle, whole(key), config(fields))
end
function Client:cache_evict(key) native.done(C.swiftpager_client_cache_evict, self.handle, whole(key)) end
function Client:cache_clear() native.done(C.swiftpager_client_cache_clear, self.handle) end

return swiftpager
