-- What the tests share: the shop server, and expectations.

local swiftpager = require("swiftpager")

-- The folder of the binding.
local here = arg[0]:match("^(.*)/tests/") or "."
local harness = { passed = 0, failed = 0, here = here }
local SHOP = os.getenv("SWIFTPAGER_SHOP_ENDPOINT")
local QUERY = [[
  query Products($first: Int!, $after: String) {
    products(first: $first, after: $after) {
      edges { node { id name price } }
      pageInfo { hasNextPage endCursor }
    }
  }]]
local RENAME = "mutation ($id: ID!, $name: String!) { renameProduct(id: $id, name: $name) { id name } }"

-- The first failure is enough for scripts/mutants.py, which looks at each line as it comes.
io.stdout:setvbuf("line")

function harness.test(name, body)
  local ok, message = xpcall(body, function(raised) return debug.traceback(tostring(raised), 2) end)
  if not ok then print("FAILED " .. name .. ": " .. message) end
  local outcome = ok and "passed" or "failed"
  harness[outcome] = harness[outcome] + 1
end

local function same(expected, got)
  if expected ~= got then
    error(("expected %s, got %s"):format(tostring(expected), tostring(got)), 2)
  end
end

-- What the function raises.
local function fails(body, ...)
  local ok, failure = pcall(body, ...)
  same(false, ok)
  return failure
end

local function shop(config) return swiftpager.client(SHOP, config) end
local function products(client, config) return (client or shop()):pager(QUERY, { first = 100 }, config) end

-- The items of a walk, and the failure that ended it; nil if it came to its end. A body gets each item as it comes.
local function consumed(walk, body)
  local items = {}
  local ok, failure = pcall(function()
    for item in walk do
      items[#items + 1] = item
      if body then body(item) end
    end
  end)
  if not ok and not (type(failure) == "table" and failure.status) then error(failure, 0) end
  return items, failure
end

-- How many items the pages of a walk have that comes to its end.
local function count(walk)
  local items = 0
  local _, failure = consumed(walk, function(page) items = items + page:count() end)
  if failure then error(failure, 0) end
  return items
end

-- Two rounds, because the first one may only run finalizers.
local function collect()
  collectgarbage()
  collectgarbage()
end

harness.SHOP, harness.QUERY, harness.RENAME = SHOP, QUERY, RENAME
harness.same, harness.fails, harness.shop, harness.products = same, fails, shop, products
harness.consumed, harness.count, harness.collect = consumed, count, collect

return harness
