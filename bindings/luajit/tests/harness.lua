-- What the tests share: the shop server, and expectations.

local swiftpager = require("swiftpager")

local harness = { passed = 0, failed = 0 }
local SHOP = os.getenv("SWIFTPAGER_SHOP_ENDPOINT")
local QUERY = [[
  query Products($first: Int!, $after: String) {
    products(first: $first, after: $after) {
      edges { node { id name price } }
      pageInfo { hasNextPage endCursor }
    }
  }]]
local RENAME = "mutation ($id: ID!, $name: String!) { renameProduct(id: $id, name: $name) { id name } }"

function harness.test(name, body)
  local ok, message = xpcall(body, function(raised) return debug.traceback(tostring(raised), 2) end)
  if not ok then print(name .. ": " .. message) end
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

local function count(walk)
  local items = 0
  for page in walk do items = items + page:count() end
  return items
end

-- Two rounds, because the first one may only run finalizers.
local function collect()
  collectgarbage()
  collectgarbage()
end

harness.SHOP, harness.QUERY, harness.RENAME = SHOP, QUERY, RENAME
harness.same, harness.fails, harness.shop, harness.products = same, fails, shop, products
harness.count, harness.collect = count, collect

return harness
