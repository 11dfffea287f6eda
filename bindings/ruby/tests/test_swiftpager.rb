# frozen_string_literal: true

require_relative "harness"
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
  same "INITIAL", pager.refetch.kind
end

test "errors_have_status_message_and_path" do
  error = fails(Swiftpager::InvalidConfig) { products(shop, retain: "some") }
  same ["INVALID_CONFIG", 2, "/retain"], [error.status, error.code, error.path]
  error = fails(Swiftpager::Graphql) { shop.pager(QUERY.sub("name", "nonsense"), { first: 1 }).pages.to_a }
  same true, error.details["errors"].first["message"].include?("nonsense")
  same true, error.message.include?("nonsense")
  same "PAGE_LIMIT", fails(Swiftpager::Error) { products.pages(max_pages: 2).to_a }.status
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
  seen = []
  watch = pager.watch { |update| seen << [update.change?, update.last_page.items.first["name"]] }
  before = pager.fetch.items.first
  client.dispatch
  client.execute(RENAME, { id: before["id"], name: "Another" })
  client.dispatch(1) until seen.last == [true, "Another"]
  watch.cancel
  client.execute(RENAME, { id: before["id"], name: before["name"] })
  count = seen.size
  client.dispatch
  same count, seen.size
end

test "a_subscription_gives_updates" do
  pager = products
  subscription = pager.subscribe
  same nil, subscription.next(0)
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
  fails(Swiftpager::PageLimit) { pager.pages(max_pages: 3) { |_| nil } }
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
  seen = 0
  fails(Swiftpager::Cancelled) do
    walk.each do
      seen += 1
      Thread.new { walk.cancel }.join
    end
  end
  same 1, seen
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
  fails(Swiftpager::Cancelled) { loop { walk.next } }
  fails(Swiftpager::InvalidHandle) { pager.fetch }
  client.close
  client.close
  fails(Swiftpager::InvalidHandle) { products(client) }
  fails(Swiftpager::InvalidHandle) { client.dispatch }
end

test "an_exception_in_a_callback_comes_out" do
  pager = products
  watch = pager.watch { raise KeyError, "mine" }
  same "mine", fails(KeyError) { pager.pages(retain: "all").to_a }.message
  watch.cancel
  same 10, pager.pages.count
end

test "a_callback_is_not_left" do
  pager = products
  watch = pager.watch { throw :out }
  fails(UncaughtThrowError) { catch(:out) { pager.pages(retain: "all").to_a } }
  watch.cancel
  watch = pager.watch { Fiber.yield }
  same true, fails(FiberError) { Fiber.new { pager.pages(retain: "all").to_a }.resume }.message.include?("must return")
  watch.cancel
  same 10, pager.pages.count
end

test "a_call_that_waits_inside_a_callback_is_refused" do
  pager = products
  watch = pager.watch { pager.fetch }
  fails(Swiftpager::Reentrant) { pager.pages(retain: "all").to_a }
  watch.cancel
end

test "a_parked_callback_can_be_abandoned" do
  pager = products
  watch = pager.watch { @outside.transfer }
  @outside = Fiber.current
  Fiber.new { pager.pages(retain: "all").to_a }.transfer
  fails(Swiftpager::Reentrant) { products.pages.to_a }
  Swiftpager.abandon_callback
  watch.cancel
  same 10, products.pages.count
  fails(Swiftpager::InvalidArgument) { Swiftpager.abandon_callback }
  # The parked callback has left nothing switched off in this thread.
  thread = Thread.new { sleep }
  same thread, thread.kill.join(LIMIT / 2)
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

test "the_readme_runs" do
  example = File.read(File.join(__dir__, "../README.md"))[/```ruby\n(.*?)```/m, 1]
  output, status = Open3.capture2e("ruby", "-w", "-I", File.join(__dir__, "../lib"), "-e", example)
  same true, status.success?
  same 23, output.lines.size
end

run_tests
