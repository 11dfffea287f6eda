-- Watches, and what the collector takes.

local harness = require("harness")
local swiftpager = require("swiftpager")
local QUERY, RENAME, test, same, fails, shop, products, count, collect =
  harness.QUERY, harness.RENAME, harness.test, harness.same, harness.fails, harness.shop, harness.products,
  harness.count, harness.collect

test("watch_sees_a_rename", function()
  local client = shop({ cache = "memory" })
  local pager = products(client)
  local before = swiftpager.decode(pager:fetch():items()[1])
  local seen = {}
  pager:watch(function(update)
    local name = swiftpager.decode(update:page():items()[1]).name
    seen[#seen + 1] = tostring(update:is_change()) .. " " .. name
    if #seen == 2 then return false end
    client:execute(RENAME, { id = before.id, name = "Another ☃" })
  end)
  same("true Another ☃", seen[2])
  client:execute(RENAME, { id = before.id, name = before.name })
end)

test("a_subscription_gives_updates", function()
  local pager = products()
  local subscription = pager:subscribe()
  same(nil, subscription:next(0))
  same(nil, subscription:next(20))
  pager:fetch()
  same(1, subscription():page_count())
  pager:close()
  same(nil, subscription())
  subscription:close()
end)

test("an_exception_in_a_watch_loses_nothing", function()
  local pager = products()
  pager:fetch()
  same("mine", fails(function() pager:watch(function() error("mine", 0) end) end))
  collect()
  same(1000, count(pager:pages()))
end)

test("a_watch_without_a_reader_keeps_the_updates_of_a_walk", function()
  local pager = products()
  local subscription = pager:subscribe()
  same(1000, count(pager:pages()))
  same(10, pager:load_all({ emit = "each" }):page_count())
  for _ = 1, 20 do same(100, subscription:next():page():count()) end
  same(nil, subscription:next(0))
  -- A walk in the function of a watch.
  local seen = 0
  pager:watch(function()
    seen = seen + 1
    if seen == 1 then same(1000, count(pager:pages())) end
    return seen < 11
  end)
  same(11, seen)
end)

test("a_subscription_keeps_its_pager", function()
  local client = shop({ cache = "memory" })
  local pager = products(client)
  local id = swiftpager.decode(pager:fetch():items()[1]).id
  local subscription = pager:subscribe()
  pager = nil
  collect()
  same(false, subscription():is_change())
  for number = 1, 10 do
    client:cache_write("Product:" .. id, { name = "Number " .. number })
    same("Number " .. number, swiftpager.decode(subscription():page():items()[1]).name)
  end
  subscription:close()
end)

test("objects_are_collected", function()
  local client, left = shop({ cache = "memory" }), setmetatable({}, { __mode = "k" })
  local pager = products(client)
  local function use(number)
    local other = shop()
    local its = products(other)
    local walk, subscription = its:pages(), pager:subscribe()
    local page, first = walk(), pager:fetch()
    count(pager:pages())
    client:cache_write("Product:1", { name = "Number " .. number })
    for _, each in ipairs({ other, its, walk, subscription, page, first, subscription:next(), pager:load_all() }) do
      left[each] = true
    end
  end
  for number = 1, 20 do use(number) end
  collect()
  collect()
  same(nil, next(left))
  -- The pager forgets the inboxes of what was dropped.
  pager:subscribe()
  same(1, #pager.inboxes)
end)

test("a_closed_walk_keeps_no_client_alive", function()
  local function descriptors()
    collect()
    local list = io.popen("ls /proc/$PPID/fd | wc -l")
    local number = tonumber(list:read("*l"))
    list:close()
    return number
  end
  local function walks()
    for _ = 1, 10 do
      local walk = products():pages()
      walk()
      walk:close()
    end
  end
  walks()
  local before = descriptors()
  for _ = 1, 5 do walks() end
  -- A client's thread closes its connections after the walk has let go of it.
  local left = descriptors()
  for _ = 1, 300 do
    if left < before + 10 then break end
    left = descriptors()
  end
  same(true, left < before + 10)
end)

test("delivery_by_a_thread_is_refused", function()
  for _, options in ipairs({ { delivery = "thread" }, '{"delivery": "thread"}' }) do
    local failure = fails(shop, options)
    same("INVALID_CONFIG /delivery", failure.status .. " " .. failure.path)
    same(true, failure.message:find("take updates with subscribe", 1, true) ~= nil)
  end
  same(1000, count(products(shop('{"delivery": "dispatch"}')):pages()))
end)

test("dropped_parents_do_not_end_a_walk", function()
  local walk = products():pages()
  for _ = 1, 10 do
    collect()
    same(100, walk():count())
  end
  same(nil, walk())
end)

test("a_page_keeps_its_walk", function()
  local page = products():pages()()
  collect()
  same(100, page:count())
end)

test("a_thousand_dropped_pagers", function()
  local client = shop()
  for i = 1, 1000 do
    local pager = client:pager(QUERY, { first = 1 })
    if i % 10 == 0 then pager:pages()() end
    if i % 100 == 0 then collect() end
  end
  same(1000, count(products(client):pages()))
end)
