-- The tests of LuaJIT's binding, against the shop server.

local here = arg[0]:match("^(.*)/tests/") or "."
package.path = here .. "/?.lua;" .. here .. "/tests/?.lua;" .. package.path
local harness = require("harness")
local swiftpager = require("swiftpager")
local SHOP, QUERY, test, same, fails, shop, products, consumed, count, collect =
  harness.SHOP, harness.QUERY, harness.test, harness.same, harness.fails, harness.shop, harness.products,
  harness.consumed, harness.count, harness.collect

test("a_walk_has_each_page", function()
  same(1000, count(products(nil, { load_all = { emit = "end" } }):pages()))
  local pager = products()
  for _, options in ipairs({ { emit = "end" }, '{"retain": "none", "emit": "end"}' }) do
    for _, walk in ipairs({ "pages", "items" }) do
      local failure = fails(pager[walk], pager, options)
      same("INVALID_CONFIG", failure.status)
      same("/emit", failure.path)
    end
  end
  same(10, pager:load_all({ emit = "end" }):page_count())
end)

test("a_walk_is_complete", function()
  local pager, kinds = products(), {}
  local pages, failure = consumed(pager:pages(), function(page)
    kinds[#kinds + 1] = page:kind()
    same(100, page:count())
    same("application/json", page:header("content-type"))
    same(true, swiftpager.decode(page:data()).products.edges[100] ~= nil)
  end)
  same(nil, failure)
  same("INITIAL NEXT", kinds[1] .. " " .. kinds[2])
  same(10, #pages)
  same(1000, pager:state().items_loaded)
end)

test("items_are_texts", function()
  local ids, count = {}, 0
  local items, failure = consumed((products():items()))
  for _, text in ipairs(items) do ids[swiftpager.decode(text).id] = true end
  for _ in pairs(ids) do count = count + 1 end
  same(nil, failure)
  same("1000 1000", #items .. " " .. count)
end)

test("a_page_ends_unless_it_is_kept", function()
  local walk = products():pages()
  local first, kept = walk(), walk():keep()
  local text = kept:response()
  walk()
  same("string", type(fails(first.count, first)))
  walk:close()
  collect()
  same(text, kept:response())
  same(100, #kept:items())
end)

test("pages_are_loaded_one_by_one", function()
  local pager = products()
  same("INITIAL", pager:fetch():kind())
  same("NEXT", pager:load_next():kind())
  same(true, pager:can_load_next())
  same(false, pager:can_load_previous())
  same(2, #pager:current():pages())
  local update = pager:load_all({ fetch_from_initial_page = false })
  same(10, update:page_count())
  same("OK SERVER", update:status() .. " " .. update:source())
  same(9, #swiftpager.decode(update:output()).next_pages)
  pager:reset()
  same(nil, pager:current())
  same(100, pager:fetch({ cache_policy = "fetch_ignoring_cache_data" }):count())
end)

test("errors_have_status_message_and_path", function()
  local failure = fails(products, nil, { retain = "some" })
  same("INVALID_CONFIG", failure.status)
  same(2, failure.code)
  same("/retain", failure.path)
  same(true, tostring(failure):find("^INVALID_CONFIG: .+ /retain$") ~= nil or tostring(failure))
  failure = fails(function() count(shop():pager(QUERY:gsub("name", "nonsense"), { first = 1 }):pages()) end)
  same("GRAPHQL", failure.status)
  same(true, failure.message:find("nonsense") ~= nil)
  same(true, failure.details.errors[1].message:find("nonsense") ~= nil)
  same("PAGE_LIMIT", fails(count, products():pages({ max_pages = 2 })).status)
  failure = fails(function() products():load_next() end)
  same("MISSING_INITIAL_PAGE", failure.status)
  same(nil, failure.path)
end)

test("break_ends_the_walk", function()
  local pager = products()
  local walk = pager:pages()
  for _ in walk do break end
  walk:close()
  walk:close()
  same(swiftpager.null, pager:state().loading)
  for _ in pager:pages() do break end
  walk = nil
  collect()
  same(swiftpager.null, pager:state().loading)
end)

test("an_exception_in_the_body_ends_the_walk", function()
  local pager = products()
  same("mine", fails(function() for _ in pager:pages() do error("mine", 0) end end))
  same(1000, count(pager:pages()))
end)

test("a_walk_that_failed_can_be_closed", function()
  local pager = products()
  local walk = pager:pages({ max_pages = 2 })
  same("PAGE_LIMIT", fails(count, walk).status)
  walk:close()
  same(1000, count(pager:pages()))
end)

test("options_are_tables_or_texts", function()
  local pager = products(nil, '{"load_all": {"emit": "end"}}')
  same(1000, count(pager:pages('{"headers": {"x": "emit", "pull": "retain"}}')))
  same(10, pager:load_all(' {"retain": "all"} '):page_count())
  same(1, pager:load_all("{ }"):page_count() / 10)
  same("INITIAL", pager:fetch("{}"):kind())
  same(fails(pager.fetch, pager, { pull = false }).message, fails(pager.fetch, pager, '{"pull": false}').message)
  same("INVALID_CONFIG", fails(pager.fetch, pager, "[1").status)
  for _, text in ipairs({ "nonsense", "5", "null", '"text"' }) do
    same("INVALID_CONFIG", fails(pager.fetch, pager, text).status)
  end
  local query = "query ($first: Int!) { products(first: $first) { nodes { id } } }"
  for _, variables in ipairs({ { first = 2 }, '{"first": 2}' }) do
    local response = shop():execute(query, variables, '{"timeout_ms": 10000}')
    same(2, #swiftpager.decode(response).data.products.nodes)
  end
end)

test("an_empty_list_is_a_list", function()
  same("[]", swiftpager.encode(swiftpager.list({})))
  same("{}", swiftpager.encode({}))
  same('[[],[1]]', swiftpager.encode(swiftpager.decode("[[],[1]]")))
  local client = shop({ cache = "memory" })
  client:cache_write("Product:1", { tags = swiftpager.list({}) })
  same('{"tags":[]}', client:cache_read("Product:1"))
end)

test("what_a_page_does_not_have_is_nil", function()
  local page = products():fetch()
  same(1, select("#", page:errors()))
  same(nil, page:errors())
  same(1, select("#", page:header("nothing")))
  same(1, select("#", products():current()))
end)

test("texts_pass_in_both_directions", function()
  local client = shop({ cache = "memory" })
  local name = "\1\n\r\t\b\f\"\\/\127ä☃🛒\226\128\168"
  client:cache_write("Product:☃", { name = name })
  same(name, swiftpager.decode(client:cache_read("Product:☃")).name)
  same(name, swiftpager.decode(swiftpager.encode(name)))
  same('\n\r\t\b\f"\\/\1ä☃🛒', swiftpager.decode([["\n\r\t\b\f\"\\\/\u0001\u00e4\u2603\ud83d\uded2"]]))
  -- The first and the last code points of each length in UTF-8, and of the surrogates.
  same("\127\194\128\223\191\224\160\128\237\159\191\238\128\128\239\191\191\240\144\128\128\244\143\191\191",
    swiftpager.decode([["\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\ud800\udc00\udbff\udfff"]]))
  same('/a\1\n"~1ä☃', fails(shop, { ['a\1\n"/ä☃'] = 1 }).path)
end)

test("no_memory_for_the_items_is_an_error", function()
  local file = os.tmpname()
  local program = io.open(file, "w")
  program:write(([[
    package.path = [=[%s]=]
    local page = require("swiftpager").client("%s"):pager([=[%s]=], { first = 97 }):fetch()
    print(page:count(), pcall(page.items, page))
  ]]):format(package.path, SHOP, QUERY))
  program:close()
  local output = io.popen(("LD_PRELOAD=%s %s %s 2>&1"):format(os.getenv("NO_MEMORY"), arg[-1], file)):read("*a")
  os.remove(file)
  same("97\tfalse\tNO_MEMORY: no memory for the places of the items\n", output)
end)

test("execute_returns_the_response", function()
  same("The Corner Shop", swiftpager.decode(shop():execute("{ shop { name } }")).data.shop.name)
  same("GRAPHQL", fails(function() shop():execute("{ nothing }") end).status)
end)

test("cache", function()
  local client = shop({ cache = "memory" })
  same(nil, client:cache_read("Product:1"))
  client:cache_write("Product:1", { name = "One" })
  client:cache_write(nil, { ["Product:2"] = { name = "\\Zwei\"\n" } })
  same("One", swiftpager.decode(client:cache_read("Product:1")).name)
  same("\\Zwei\"\n", swiftpager.decode(client:cache_read("Product:2")).name)
  client:cache_evict("Product:1")
  same(nil, client:cache_read("Product:1"))
  client:cache_clear()
  same(nil, client:cache_read("Product:2"))
  client = shop()
  same("INVALID_ARGUMENT", fails(client.cache_read, client, "Product:1").status)
  same("INVALID_ARGUMENT", fails(client.cache_write, client, "Product:1", {}).status)
  same("INVALID_ARGUMENT", fails(client.cache_evict, client, "Product:1").status)
  same("INVALID_ARGUMENT", fails(client.cache_clear, client).status)
end)

test("resume_goes_on", function()
  local pager = products()
  same("PAGE_LIMIT", fails(count, pager:pages({ max_pages = 3 })).status)
  same(700, count(products(nil, { resume = pager:resume_token() }):pages()))
  same("string", type(pager:checkpoint()))
  for finished, left in pairs({ [false] = 1000, [true] = 900 }) do
    pager = products()
    local walk = pager:pages()
    local page = walk()
    if finished then page:finish() end
    same(left, count(products(nil, { resume = pager:resume_token() }):pages()))
    -- The same when the loop was left, and the collector has ended its walk.
    walk, page = nil, nil
    collect()
    same(left, count(products(nil, { resume = pager:resume_token() }):pages()))
  end
end)

test("a_library_that_is_missing_says_what_to_do", function()
  local program = "SWIFTPAGER_LIBRARY=/nowhere.so %s -e 'package.path = [[%s]] require([[swiftpager]])' 2>&1"
  local output = io.popen(program:format(arg[-1], package.path)):read("*a")
  same(true, output:find("/nowhere.so: .*name its file in SWIFTPAGER_LIBRARY") ~= nil or output)
end)

test("cancel_between_pulls", function()
  local walk = products():pages()
  walk()
  walk:cancel()
  same("CANCELLED", fails(walk).status)
end)

test("a_released_handle_is_refused", function()
  local client = shop()
  local pager = products(client)
  local walk = pager:pages()
  walk()
  pager:close()
  pager:close()
  same("CANCELLED", fails(count, walk).status)
  same("INVALID_HANDLE", fails(function() pager:fetch() end).status)
  client:close()
  client:close()
  same("INVALID_HANDLE", fails(products, client).status)
end)

test("coroutines_walk_side_by_side", function()
  local client, walks, items = shop(), {}, 0
  for i = 1, 3 do
    walks[i] = coroutine.wrap(function()
      for page in products(client):pages() do coroutine.yield(page:count()) end
      return 0
    end)
  end
  for _ = 1, 11 do
    for i = 1, 3 do items = items + walks[i]() end
  end
  same(3000, items)
end)

test("a_text_with_a_nul_is_refused", function()
  local client = shop({ cache = "memory" })
  same(true, tostring(fails(client.pager, client, "{ a }\0")):find("NUL", 1, true) ~= nil)
  same(true, tostring(fails(client.cache_read, client, "Product:1\0")):find("NUL", 1, true) ~= nil)
  -- A value is escaped, and comes back whole.
  client:cache_write("Product:1", { name = "a\0b" })
  same("a\0b", swiftpager.decode(client:cache_read("Product:1")).name)
end)

test("the_readme_runs", function()
  local example = io.open(here .. "/README.md"):read("*a"):match("```lua\n(.-)```")
  local lines, say = {}, print
  print = function(...) lines[#lines + 1] = table.concat({ ... }, " ", 1, select("#", ...) > 1 and 2 or 1) end
  local ok, message = pcall(assert(loadstring(example)))
  print = say
  same(true, ok or message)
  same(1001, #lines)
  same("PAGE_HAS_NO_MORE_CONTENT", lines[1001]:match("%S+"))
end)

require("watching")
require("endings")

print(("%d passed, %d failed"):format(harness.passed, harness.failed))
os.exit(harness.failed == 0 and 0 or 1, true)
