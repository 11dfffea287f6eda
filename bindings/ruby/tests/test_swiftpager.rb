# frozen_string_literal: true

require_relative "harness"
require_relative "endings"
require_relative "scheduler"

test "a_walk_is_complete" do
  pager = products
  pages = pager.pages.to_a
  same [100] * 10, pages.map(&:count)
  same %w[INITIAL NEXT], pages.first(2).map(&:kind)
  same 1000, pager.state["items_loaded"]
  same true, pages.first.page_info["hasNextPage"]
  same 100, pages.last.data["products"]["edges"].size
  same "application/json", pages.last.header("content-type")
end

test "items_are_values_and_texts" do
  pager = products
  items = pager.items.to_a
  same 1000, items.map { _1["id"] }.uniq.size
  same items, pager.texts.map { JSON.parse(_1) }
  same Encoding::UTF_8, pager.texts.next.encoding
  same items.first(3), pager.items.lazy.reject(&:empty?).first(3)
end

test "pages_stay_readable" do
  # With "retain": "none" the library gives the memory of a page back, unless the page keeps it.
  pages = products.pages.to_a
  GC.start
  same 1000, pages.flat_map(&:texts).uniq.size
end

test "pages_are_loaded_one_by_one" do
  pager = products
  same "INITIAL", pager.fetch.kind
  same "NEXT", pager.load_next.kind
  same [true, false], [pager.load_next?, pager.load_previous?]
  same [100, 100], pager.current.pages.map(&:count)
  update = pager.load_all(fetch_from_initial_page: false)
  same 10, update.page_count
  same %w[OK SERVER], [update.status, update.source]
  same 9, update.output["next_pages"].size
  pager.reset
  same nil, pager.current
  same "INITIAL", pager.fetch(cache_policy: "fetch_ignoring_cache_data").kind
end

test "errors_have_status_message_and_path" do
  error = fails(Swiftpager::InvalidConfig) { products(shop, retain: "some") }
  same ["INVALID_CONFIG", 2, "/retain"], [error.status, error.code, error.path]
  error = fails(Swiftpager::Graphql) { shop.pager(QUERY.sub("name", "nonsense"), { first: 1 }).pages.to_a }
  same true, error.details["errors"].first["message"].include?("nonsense")
  same true, error.message.include?("nonsense")
  pages, error = consumed(products.pages(max_pages: 2))
  same [2, "PAGE_LIMIT"], [pages.size, error.status]
  same nil, fails(Swiftpager::MissingInitialPage) { products.load_next }.path
end

test "break_ends_the_walk" do
  pager = products
  pager.pages { break }
  same nil, pager.state["loading"]
  same 2, pager.pages.first(2).size
end

test "a_walk_has_each_page" do
  same 1000, products(shop, load_all: { emit: "end" }).items.count
  pager = products
  %i[pages items texts].each do |walk|
    same "/emit", fails(Swiftpager::InvalidConfig) { pager.public_send(walk, emit: "end") }.path
  end
  same 10, pager.load_all(emit: "end").page_count
end

test "an_exception_in_the_body_ends_the_walk" do
  pager = products
  fails(KeyError) { pager.pages { raise KeyError } }
  same nil, pager.state["loading"]
  same 10, pager.pages.count
end

test "watch_sees_a_rename" do
  client = shop(cache: "memory")
  pager = products(client)
  before = pager.fetch.items.first
  seen = Queue.new
  thread = Thread.new { pager.watch { |update| seen << [update.change?, update.page.items.first["name"]] } }
  same [false, before["name"]], seen.pop
  client.execute(RENAME, { id: before["id"], name: "Another" })
  same [true, "Another"], seen.pop
  client.execute(RENAME, { id: before["id"], name: before["name"] })
  same [true, before["name"]], seen.pop
  pager.close
  thread.join
end

test "an_exception_in_a_watch_loses_nothing" do
  pager = products
  watch = Thread.new { pager.watch { raise KeyError, "mine" } }
  watch.report_on_exception = false
  same 10, pager.pages(retain: "all").count
  same "mine", fails(KeyError) { watch.value }.message
  # To leave the block ends the watch.
  same 1, pager.watch { |update| break update.pages.size / 10 }
end

test "a_watch_without_a_reader_keeps_the_updates_of_a_walk" do
  pager = products
  subscription = pager.subscribe
  same 10, pager.pages.count
  same 10, pager.load_all(emit: "each").page_count
  same [100] * 20, subscription.first(20).map { _1.page.count }
  same nil, subscription.next(0)
  # A walk in the body of a watch.
  seen = 0
  pager.watch do |update|
    seen += 1
    same 10, pager.pages.count if seen == 1
    break if seen == 11
  end
  # A fiber that reads.
  seen = []
  Thread.new do
    Fiber.set_scheduler(Scheduler.new)
    Fiber.schedule { pager.watch { |update| break if (seen << update.page.count).size == 10 } }
    Fiber.schedule { pager.pages.count }
  end.join
  same [100] * 10, seen
end

test "a_subscription_keeps_its_pager" do
  client = shop(cache: "memory")
  subscription = ->(pager) { pager.fetch and pager.subscribe }.call(products(client))
  name = subscription.next.page.items.first["id"]
  collect(Swiftpager::Pager)
  10.times do |number|
    client.cache.write("Product:#{name}", { name: "Number #{number}" })
    same "Number #{number}", subscription.next(LIMIT).page.items.first["name"]
  end
  subscription.cancel
  same [], subscription.to_a
end

test "an_exception_of_another_thread_loses_no_update" do
  pager = products
  pager.fetch
  subscription = pager.subscribe
  # As if it came right after the library's call.
  trace = TracePoint.new(:call) { |point| trace.disable && raise(Interrupt) if point.method_id == :value }
  fails(Interrupt) { trace.enable || subscription.next }
  same 100, subscription.next(0).page.count
end

test "delivery_by_a_thread_is_refused" do
  [{ delivery: "thread" }, { delivery: :thread }, { "delivery" => "thread" }].each do |config|
    error = fails(Swiftpager::InvalidConfig) { shop(**config) }
    same ["/delivery", true], [error.path, error.message.include?("take updates with subscribe")]
  end
  same 10, products(shop(delivery: "dispatch")).pages.count
end

test "objects_are_collected" do
  client = shop(cache: "memory")
  pager = products(client)
  used = lambda do
    20.times do |number|
      products(shop).pages.next.finish
      pager.fetch
      subscription = pager.subscribe
      pager.pages.count
      client.cache.write("Product:1", { name: "Number #{number}" })
      subscription.next.page.texts
      pager.load_all.page.keep
    end
  end
  names = %i[Client Cache Pager Pull Walk Subscription Inbox Update Page]
  kinds = names.map { Swiftpager.const_get(_1) }
  used.call
  # The stack of a thread may hold a few for longer.
  same [], kinds.map { |kind| [kind, collect(kind)] }.select { |_, left| left > 10 }
end

test "a_subscription_gives_updates" do
  pager = products
  subscription = pager.subscribe
  same [nil, nil], [subscription.next(0), subscription.next(0.02)]
  walk = Thread.new { pager.load_all(emit: "each") }
  same (1..10).to_a, subscription.first(10).map(&:page_count)
  walk.join
  pager.close
  same [], subscription.to_a
end

test "execute_returns_the_response" do
  client = shop
  same "The Corner Shop", client.execute("{ shop { name } }")["data"]["shop"]["name"]
  fails(Swiftpager::Graphql) { client.execute("{ nothing }") }
end

test "cache" do
  client = shop(cache: "memory")
  same nil, client.cache.read("Product:1")
  client.cache.write("Product:1", { name: "One" })
  client.cache.write(nil, { "Product:2" => { name: "Zwei ☃" } })
  same [{ "name" => "One" }, { "name" => "Zwei ☃" }], [1, 2].map { client.cache.read("Product:#{_1}") }
  client.cache.evict("Product:1")
  same nil, client.cache.read("Product:1")
  client.cache.clear
  same nil, client.cache.read("Product:2")
  fails(Swiftpager::InvalidArgument) { shop.cache.read("Product:1") }
end

test "resume_goes_on" do
  pager = products
  pages, error = consumed(pager.pages(max_pages: 3))
  same [3, Swiftpager::PageLimit], [pages.size, error.class]
  token = pager.resume_token
  same 7, products(shop, resume: token).pages.count
  same Hash, pager.checkpoint.class
  # A loop that is left has not finished with the page, unless it says so.
  left = [false, true].map do |finished|
    pager = products
    token = pager.pages do |page|
      page.finish if finished
      break pager.resume_token
    end
    products(shop, resume: token).pages.count
  end
  same [10, 9], left
  # The token may also be taken after the loop.
  leave = [->(_) { raise "ours" }, ->(page) { page.finish or raise "ours" }]
  left = leave.map do |body|
    pager = products
    fails(RuntimeError) { pager.pages(&body) }
    products(shop, resume: pager.resume_token).pages.count
  end
  same [10, 9], left
end

test "a_library_that_is_missing_says_what_to_do" do
  program = ["ruby", "-I", File.join(__dir__, "../lib"), "-e", "require 'swiftpager'"]
  output, status = Open3.capture2e({ "SWIFTPAGER_LIBRARY" => "/nowhere.so" }, *program)
  same false, status.success?
  same true, output.match?(%r{/nowhere\.so: .*name its file in SWIFTPAGER_LIBRARY \(LoadError\)})
end

test "cancel_from_another_thread" do
  walk = products.pages
  pages, error = consumed(walk) { Thread.new { walk.cancel }.join }
  same [1, Swiftpager::Cancelled], [pages.size, error.class]
end

test "cancel_before_the_loop" do
  walk = products.pages
  walk.cancel
  fails(Swiftpager::Cancelled) { walk.to_a }
end

test "cancel_ends_a_wait" do
  silent do |endpoint, server|
    walk = products(Swiftpager::Client.new(endpoint)).pages
    # Other threads run while this one waits, and an answer that never comes holds nothing up.
    Thread.new { server.accept && walk.cancel }
    fails(Swiftpager::Cancelled) { walk.to_a }
  end
end

test "an_interrupt_ends_a_wait" do
  silent do |endpoint, server|
    waiting = Thread.new { products(Swiftpager::Client.new(endpoint)).pages.to_a }
    waiting.report_on_exception = false
    server.accept
    waiting.raise(Interrupt)
    fails(Interrupt) { waiting.value }
  end
end

test "ctrl_c_ends_a_wait" do
  silent do |endpoint, server|
    program = "require 'swiftpager'; Swiftpager::Client.new('#{endpoint}').pager(ARGV[0], { first: 1 }).fetch"
    child = spawn("ruby", "-I", File.join(__dir__, "../lib"), "-e", program, QUERY, err: File::NULL)
    server.accept
    Process.kill(:INT, child)
    same Signal.list["INT"], Process.wait2(child)[1].termsig
  end
end

test "a_fiber_scheduler_runs_other_fibers" do
  counts = []
  sleeper = []
  Thread.new do
    Fiber.set_scheduler(Scheduler.new)
    3.times { Fiber.schedule { counts << products.pages.inject(0) { |sum, page| sum + page.count } } }
    Fiber.schedule { sleeper << sleep(0) }
  end.join
  same [[1000] * 3, 1], [counts, sleeper.size]
end

test "a_released_handle_is_refused" do
  client = shop
  pager = products(client)
  walk = pager.pages
  walk.next
  pager.close
  pager.close
  pages = [1]
  fails(Swiftpager::Cancelled) { loop { pages << walk.next } }
  same 1, pages.size
  fails(Swiftpager::InvalidHandle) { pager.fetch }
  client.close
  client.close
  fails(Swiftpager::InvalidHandle) { products(client) }
end

test "dropped_parents_do_not_end_a_walk" do
  walk = shop.pager(QUERY, { first: 100 }).pages
  counts = Array.new(10) do
    GC.start
    walk.next.count
  end
  same [100] * 10, counts
end

test "a_thousand_dropped_pagers" do
  client = shop
  1000.times do |number|
    pager = client.pager(QUERY, { first: 1 })
    pager.pages.next if (number % 10).zero?
    GC.start if (number % 100).zero?
  end
  same 1000, products(client).items.count
end

test "a_text_with_a_nul_is_refused" do
  client = shop(cache: "memory")
  fails(ArgumentError) { client.pager("{ a }\0") }
  fails(ArgumentError) { client.cache.read("Product:1\0") }
end

test "texts_pass_in_both_directions" do
  client = shop(cache: "memory")
  text = "\u0001\n\t\"\\/\u007f ä ☃ 🛒 \u2028"
  client.cache.write("Product:1", { name: text })
  same text, client.cache.read("Product:1")["name"]
  error = fails(Swiftpager::InvalidConfig) { shop("a\u0001\n\"/ä☃": 1) }
  same "/a\u0001\n\"~1ä☃", error.path
end

test "no_memory_for_the_items_is_an_error" do
  program = <<~RUBY
    page = Swiftpager::Client.new(ENV.fetch("SWIFTPAGER_SHOP_ENDPOINT")).pager(ARGV[0], { first: 97 }).fetch
    puts page.count
    begin
      page.items
    rescue Swiftpager::NoMemory => error
      puts error.message
    end
  RUBY
  output, = Open3.capture2e({ "LD_PRELOAD" => ENV.fetch("NO_MEMORY") }, "ruby", "-r", "swiftpager", "-I",
                            File.join(__dir__, "../lib"), "-e", program, QUERY)
  same "97\nno memory for the places of the items\n", output
end

test "the_readme_runs" do
  example = File.read(File.join(__dir__, "../README.md"))[/```ruby\n(.*?)```/m, 1]
  output, status = Open3.capture2e("ruby", "-w", "-I", File.join(__dir__, "../lib"), "-e", example)
  same true, status.success?
  same 23, output.lines.size
end

run_tests
