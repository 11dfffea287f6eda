-- The rows of ../../endings.txt: how walks, waits and mutations end badly.

local harness = require("harness")
local swiftpager = require("swiftpager")
local test, same, fails, consumed, collect =
  harness.test, harness.same, harness.fails, harness.consumed, harness.collect

local TROUBLE = os.getenv("SWIFTPAGER_TROUBLE_ENDPOINT")
local QUERY = [[query ($after: String) { items(after: $after) {
  edges { node { id name } } pageInfo { hasNextPage endCursor } } }]]
-- Waits until the server has counted so many requests or aborts; without a counter it only asks.
local ASK = [[python3 -c "
import json, sys, time, urllib.request
url, counter, count = sys.argv[1:]
while True:
    answer = json.load(urllib.request.urlopen(url))
    if counter == '' or answer[counter] == int(count): break
    time.sleep(0.005)
" '%s%s?key=%s' '%s' %d]]

-- A server may see several runs.
local RUN = ("luajit-%d-%s-"):format(os.time(), tostring({}):match("0x(%x+)"))

local Row = {}
Row.__index = Row

function Row:url() return TROUBLE .. self.path .. (self.path:find("?", 1, true) and "&" or "?") .. "key=" .. self.key end
function Row:client() return swiftpager.client(self:url(), { retry = { enabled = false } }) end
function Row:pager(client, config) return (client or self:client()):pager(QUERY, {}, config) end
function Row:until_counted(counter, count) return ASK:format(TROUBLE, "/stats", self.key, counter, count) end
function Row:await(counter, count) same(0, os.execute(self:until_counted(counter, count))) end
function Row:open_gate() os.execute(ASK:format(TROUBLE, "/open", self.key, "", 0)) end

-- So many items, and an error with the status of the row; nil for OK.
function Row:ends(items, failure)
  same(self.items .. " " .. self.status, items .. " " .. (failure and failure.status or "OK"))
  if failure then same(true, failure.message ~= "" and failure.code > 0) end
end

-- How many items a walk has that begins at the pager's resume token, once the gate is open.
function Row:rest(pager)
  local token = pager:resume_token()
  self:open_gate()
  local items, failure = consumed((self:pager(nil, { resume = token }):items()))
  same(nil, failure)
  return #items
end

-- Walks, and calls a function with the walk when the server holds the page after those that came.
function Row:waiting(client, call)
  local next_item, walk = self:pager(client):items()
  local seen = 0
  return consumed(next_item, function()
    seen = seen + 1
    if seen == self.items then
      self:await("requests", self.items / 10 + 1)
      call(walk)
    end
  end)
end

-- What a program of this row prints, to which Ctrl-C comes when the server has so many requests.
function Row:interrupted(requests, lines)
  local file = os.tmpname()
  local program = io.open(file, "w")
  program:write(("package.path = [=[%s]=]\n"):format(package.path), [[
    local client = require("swiftpager").client(arg[1], { retry = { enabled = false } })
    local items = 0
  ]], ("local QUERY = [=[%s]=]\n"):format(QUERY), lines)
  program:close()
  local shell = io.popen(("%s %s '%s' 2>&1 & process=$!\n%s\nkill -INT $process\nwait $process"):format(
    arg[-1], file, self:url(), self:until_counted("requests", requests)))
  local output = shell:read("*a")
  shell:close()
  os.remove(file)
  local items, message = output:match("^(%d+)\t(.*)\n$")
  same(true, message ~= nil and message:find("interrupted!", 1, true) ~= nil or output)
  self:ends(tonumber(items), { status = "INTERRUPTED", message = message, code = 10 })
  self:await("aborts", 1)
end

local kinds = {}

function kinds.walk(row)
  local pager = row:pager()
  local items, failure = consumed((pager:items()))
  row:ends(#items, failure)
  local walk, count, _ = pager:pages(), 0
  _, failure = consumed(walk, function(page) count = count + page:count() end)
  row:ends(count, failure)
  same(swiftpager.null, pager:state().loading)
  -- A walk that failed can be closed.
  walk:close()
  row:ends(row.items, fails(pager.load_all, pager))
end

function kinds.load(row)
  local pager = row:pager()
  local items = pager:fetch():count()
  local failure = fails(function()
    while items <= row.items do items = items + pager:load_next():count() end
  end)
  row:ends(items, failure)
  same(swiftpager.null, pager:state().loading)
  same(10, pager:fetch():count())
end

function kinds.mutation(row)
  local client = row:client()
  row:ends(0, fails(client.execute, client, "mutation { a }"))
end

function kinds.left(row)
  local pager = row:pager()
  -- The first walk is closed, and the collector takes the second one.
  local walk = pager:pages()
  row:ends(walk():count())
  row:await("requests", 2)
  walk:close()
  row:await("aborts", 1)
  walk = pager:pages()
  row:ends(walk():count())
  row:await("requests", 4)
  walk = nil
  collect()
  row:await("aborts", 2)
  same(50, row:rest(pager))
end

kinds["throw"] = function(row)
  local pager = row:pager()
  local items = 0
  same("mine", fails(consumed, (pager:items()), function()
    items = items + 1
    if items < row.items then return end
    row:await("requests", 2)
    error("mine", 0)
  end))
  row:ends(items)
  collect()
  row:await("aborts", 1)
  same(50, row:rest(pager))
end

function kinds.parts(row)
  local parts
  local pages, failure = consumed(row:pager():pages(), function(page)
    parts = { errors = page:errors(), info = page:info(), data = page:data(), response = page:response(),
      items = page:items(), extensions = page:extensions(), nested = page:nested() }
  end)
  row:ends(10 * #pages, failure)
  same("The name is secret.", swiftpager.decode(parts.errors)[1].message)
  same(false, swiftpager.decode(parts.info).hasNextPage)
  same("10 Item 10", #parts.items .. " " .. swiftpager.decode(parts.items[10]).name)
  same(true, parts.response:find(parts.data, 1, true) ~= nil and parts.response:sub(1, 1) == "{")
  same("nil nil", tostring(parts.extensions) .. " " .. tostring(parts.nested))
end

function kinds.watch(row)
  local pager = row:pager()
  local subscription = pager:subscribe()
  pager:fetch()
  fails(pager.load_next, pager)
  local first, second = subscription(), subscription()
  same("OK nil", first:status() .. " " .. tostring(first:error()))
  row:ends(first:page():count(), second:error())
  same(row.status .. " nil", second:status() .. " " .. tostring(second:page()))
  pager:close()
  same(nil, subscription())
end

-- How many bytes the process has more after many calls of a function.
local function grown_by(call)
  local sizes = {}
  for i, rounds in ipairs({ 10, 40 }) do
    for _ = 1, rounds do call() end
    collect()
    local file = io.open("/proc/self/statm")
    sizes[i] = 4096 * tonumber(file:read("*l"):match("%d+ (%d+)"))
    file:close()
  end
  return sizes[2] - sizes[1]
end

function kinds.memory(row)
  local client, cached = row:client(), swiftpager.client(TROUBLE, { cache = "memory" })
  cached:cache_write("Item:1", { name = ("x"):rep(1000000) })
  local grown = grown_by(function()
    local pager = row:pager(client)
    local walk = pager:pages()
    local items = walk():keep():count()
    walk:close()
    same(true, #pager:fetch():extensions() > 1000000)
    row:ends(items, fails(pager.load_next, pager))
    local pages, failure = consumed(pager:pages())
    same("1 nil", #pages .. " " .. tostring(failure))
    same(true, #client:execute("mutation { a }") > 1000000)
    same(true, #cached:cache_read("Item:1") > 1000000)
    collect()
  end)
  same(true, grown < 20000000 or grown)
end

kinds["cancel at begin"] = function(row)
  local walk = row:pager():pages()
  walk:cancel()
  local items, failure = consumed(walk)
  row:ends(#items, failure)
end

kinds["wait left"] = function(row)
  local client = row:client()
  local items, failure = row:waiting(client, function(walk) walk:cancel() end)
  same("CANCELLED", failure.status)
  row:ends(#items)
  row:open_gate()
  items, failure = consumed((row:pager(client):items()))
  same(nil, failure)
  same(50, #items)
end

kinds["closed handle"] = function(row)
  local pager = row:pager()
  local items, failure = consumed(pager:items(), function() pager:close() end)
  same("CANCELLED", failure.status)
  for _, call in ipairs({ "fetch", "load_next", "load_all", "current", "state", "subscribe", "pages", "can_load_next",
    "resume_token", "checkpoint", "reset" }) do
    row:ends(#items, fails(pager[call], pager))
  end
end

kinds["closed client"] = function(row)
  local client = row:client()
  local items, failure = row:waiting(client, function() client:close() end)
  row:ends(#items, failure)
  same("INVALID_HANDLE", fails(client.execute, client, "{ a }").status)
end

kinds["signal in a walk"] = function(row)
  row:interrupted(row.items / 10 + 1, [[
    local _, failure = pcall(function()
      for _ in client:pager(QUERY):items() do items = items + 1 end
    end)
    print(items, failure)
  ]])
end

kinds["signal in a mutation"] = function(row)
  row:interrupted(1, [[print(items, select(2, pcall(client.execute, client, "mutation { a }")))]])
end

local rows = 0
for line in io.lines(harness.here .. "/../endings.txt") do
  local name, kind, path, items, status = line:match("^([^#|]-) *| *([^|]-) *| *([^|]-) *| *(%d+) *| *(.-) *$")
  if status and status:find(":", 1, true) then status = status:match("luajit:(%S+)") end
  if status then
    rows = rows + 1
    local row = setmetatable(
      { kind = kind, path = path, items = tonumber(items), status = status, key = RUN .. rows }, Row)
    test("ending: " .. name, function()
      if not kinds[kind] then error("the tests of LuaJIT do not know " .. kind) end
      kinds[kind](row)
    end)
  end
end
test("the list of endings has rows", function() same(true, rows > 10) end)
