# frozen_string_literal: true

require "net/http"

# The rows of ../../endings.txt: how walks, waits and mutations end badly.
class Ending
  TROUBLE = ENV.fetch("SWIFTPAGER_TROUBLE_ENDPOINT")
  QUERY = "query ($after: String) { items(after: $after) " \
          "{ edges { node { id name } } pageInfo { hasNextPage endCursor } } }"
  KINDS = {
    "walk" => :walk, "load" => :load_pages, "mutation" => :mutation, "left" => :left, "throw" => :throw_in_the_body,
    "parts" => :parts, "watch" => :watch, "memory" => :memory, "cancel at begin" => :cancel_at_begin, "wait left" => :wait_left, "closed handle" => :closed_handle,
    "closed client" => :closed_client, "signal in a walk" => :signal_in_a_walk,
    "signal in a mutation" => :signal_in_a_mutation
  }.freeze

  def self.all
    lines = File.readlines(File.join(__dir__, "../../endings.txt"), chomp: true)
    rows = lines.each_with_index.reject { |line, _| line.empty? || line.start_with?("#") }
    rows.filter_map do |line, number|
      name, kind, path, items, status = line.split("|").map(&:strip)
      status = status[/ruby:(\S+)/, 1] if status.include?(":")
      new(name, kind, path, items.to_i, status, "ruby-#{Process.pid}-#{number}") if status
    end
  end

  attr_reader :name

  def initialize(name, kind, path, items, status, key)
    @name = name
    @kind = kind
    @path = path
    @items = items
    @status = status
    @key = key
  end

  def run = send(KINDS.fetch(@kind) { raise "the tests of Ruby do not know #{@kind}" })

  private

  def client
    Swiftpager::Client.new("#{TROUBLE}#{@path}#{@path.include?("?") ? "&" : "?"}key=#{@key}", retry: { enabled: false })
  end

  def pager(of = client, **config) = of.pager(QUERY, {}, **config)

  # Asks the trouble server for one of its own paths.
  def asked(path) = Net::HTTP.get(URI("#{TROUBLE}#{path}?key=#{@key}"))
  def counted(counter) = JSON.parse(asked("/stats"))[counter]
  def open_gate = asked("/open")

  # Waits until the server has counted so many requests or aborts.
  def await(counter, count) = (sleep(0.005) until counted(counter) == count)

  # So many items, and an error with the status of the row.
  def ends(items, error)
    status = { NilClass => "OK", Interrupt => "INTERRUPTED" }.fetch(error.class) { error.status }
    same [@items, @status], [items, status]
    same [true, true], [!error.message.empty?, error.code.positive?] if error.is_a?(Swiftpager::Error)
  end

  # How many items a walk has that begins at the pager's resume token, once the gate is open.
  def rest(pager)
    token = pager.resume_token
    open_gate
    items, error = consumed(self.pager(resume: token).items)
    same nil, error
    items.size
  end

  # Walks on a thread, and yields that and the walk when the row's items came and the server holds the page after them.
  def waiting(client = self.client)
    walk = pager(client).items
    count = 0
    thread = Thread.new { consumed(walk) { count += 1 } }
    sleep 0.001 while count < @items && thread.alive?
    await("requests", (@items / 10) + 1)
    yield thread, walk
    thread.value
  end

  def walk
    { items: :itself, texts: :itself, pages: :items }.each do |walk, parts|
      pager = self.pager
      items, error = consumed(pager.public_send(walk))
      ends items.flat_map(&parts).size, error
      same nil, pager.state["loading"]
    end
    ends @items, fails(Swiftpager::Error) { pager.load_all }
  end

  def load_pages
    pager = self.pager
    pages = [pager.fetch]
    error = fails(Swiftpager::Error) { loop { pages << pager.load_next } }
    ends pages.sum(&:count), error
    same [nil, 10], [pager.state["loading"], pager.fetch.count]
  end

  def mutation
    ends 0, fails(Swiftpager::Error) { client.execute("mutation { a }") }
  end

  def left
    pager = self.pager
    # The first walk is left by its block, and the collector takes the second one.
    pager.pages { break await("requests", 2) }
    await("aborts", 1)
    items = Thread.new { pager.pages.next.count.tap { await("requests", 4) } }.value
    (GC.start || sleep(0.005)) until counted("aborts") == 2
    ends items, nil
    same 50, rest(pager)
  end

  def throw_in_the_body
    pager = self.pager
    items = 0
    error = fails(KeyError) { pager.items { (items += 1) == @items && await("requests", 2).then { raise KeyError } } }
    ends items, nil
    same KeyError, error.class
    await("aborts", 1)
    same 50, rest(pager)
  end

  def parts
    pages, error = consumed(pager.pages)
    page = pages.first
    ends page.count, error
    same ["The name is secret.", false], [page.errors.first["message"], page.page_info["hasNextPage"]]
    same [nil, nil], [page.extensions, page.header("nothing")]
    same [10, "Item 10"], [page.items.size, page.items.last["name"]]
    same JSON.parse(page.response)["data"], page.data
  end

  def watch
    pager = self.pager
    subscription = pager.subscribe
    pager.fetch
    fails(Swiftpager::Error) { pager.load_next }
    first, second = Array.new(2) { subscription.next }
    same [nil, "OK"], [first.error, first.status]
    ends first.page.count, second.error
    same [@status, second.error.code, nil], [second.status, second.code, second.page]
    pager.close
    same [], subscription.to_a
  end

  def memory
    client = self.client
    cached = Swiftpager::Client.new(TROUBLE, cache: "memory")
    cached.cache.write("Item:1", { name: "x" * 1_000_000 })
    grown = grown_by do
      pager = self.pager(client)
      items = pager.pages { |page| break page.count }
      same 1_000_000, pager.fetch.extensions["padding"].size
      ends items, fails(Swiftpager::Error) { pager.load_next }
      same 1, pager.pages.count
      same "data", client.execute("mutation { a }").keys.first
      same 1_000_000, cached.cache.read("Item:1")["name"].size
      GC.start
    end
    same true, grown < 20_000_000 || grown
  end

  # How many bytes the process has more after many calls of the block.
  def grown_by(&block)
    sizes = [10, 40].map do |rounds|
      rounds.times(&block)
      File.read("/proc/self/statm").split[1].to_i * 4096
    end
    sizes[1] - sizes[0]
  end

  def cancel_at_begin
    client = self.client
    [true, false].each do |is_before|
      walk = pager(client).items
      walk.cancel if is_before
      thread = Thread.new { consumed(walk) }
      walk.cancel unless is_before
      ends(*thread.value.then { |items, error| [items.size, error] })
    end
  end

  def wait_left
    client = self.client
    items, error = waiting(client) { |_, walk| walk.cancel }
    same Swiftpager::Cancelled, error.class
    ends items.size, nil
    open_gate
    same [50, nil], consumed(pager(client).items).then { |rest, failure| [rest.size, failure] }
  end

  def closed_handle
    pager = self.pager
    items, error = consumed(pager.items) { pager.close }
    same Swiftpager::Cancelled, error.class
    %i[fetch load_next load_all current state subscribe resume_token reset].each do |call|
      ends items.size, fails(Swiftpager::Error) { pager.public_send(call) }
    end
    nothing, error = consumed(pager.pages)
    ends items.size + nothing.size, error
  end

  def closed_client
    client = self.client
    items, error = waiting(client) { client.close }
    ends items.size, error
    fails(Swiftpager::InvalidHandle) { client.execute("{ a }") }
  end

  def signal_in_a_walk
    items, error = waiting { |thread, _| thread.raise(Interrupt) }
    ends items.size, error
    await("aborts", 1)
  end

  def signal_in_a_mutation
    thread = Thread.new { fails(Interrupt) { client.execute("mutation { a }") } }
    await("requests", 1)
    thread.raise(Interrupt)
    ends 0, thread.value
    await("aborts", 1)
  end
end

Ending.all.each { |ending| test("ending: #{ending.name}") { ending.run } }
test("the list of endings has rows") { same true, Ending.all.size > 10 }
