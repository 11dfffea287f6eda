-- swiftpager in LuaJIT: walks all pages and counts their items; with --texts it takes all items as JSON texts.

local here = arg[0]:match("^(.*)/") or "."
package.path = here .. "/../../../bindings/luajit/?.lua;" .. package.path
local ffi = require("ffi")
local swiftpager = require("swiftpager")

ffi.cdef([[
  struct timespec { long seconds; long nanoseconds; };
  int clock_gettime(int clock, struct timespec *time);
]])
local MONOTONIC, PROCESS = 1, 2

local QUERY = "query Products($first: Int!, $after: String) { products(first: $first, after: $after) {"
  .. " edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } } }"

local asked = { size = "100" }
for i = 1, #arg do
  local name = arg[i]:match("^%-%-(%w+)$")
  if name then asked[name] = arg[i + 1] or true end
end
local size = tonumber(asked.size)

local function now(clock)
  local time = ffi.new("struct timespec")
  ffi.C.clock_gettime(clock, time)
  return tonumber(time.seconds) + tonumber(time.nanoseconds) / 1e9
end

-- The library starts its threads for the first page, before the clock.
local client = swiftpager.client(asked.url)
client:pager(QUERY, { first = size }):fetch()
local wall, processor = now(MONOTONIC), now(PROCESS)
local pager = client:pager(QUERY, { first = size })
local items, bytes = 0, 0
if asked.texts then
  for text in pager:items() do
    items = items + 1
    bytes = bytes + #text
  end
else
  for page in pager:pages() do items = items + page:count() end
end
wall, processor = now(MONOTONIC) - wall, now(PROCESS) - processor

local pages = pager:state().pages_loaded
assert(pages == tonumber(asked.pages) and items == pages * size, "not all pages and items")
assert(not asked.texts or bytes > items, "items without text")
local peak = io.open("/proc/self/status"):read("*a"):match("VmHWM:%s*(%d+)")
print(swiftpager.encode({ name = "swiftpager_luajit", pages = pages, items = items, seconds = wall,
  processor_seconds = processor, peak_rss_kb = tonumber(peak) }))
