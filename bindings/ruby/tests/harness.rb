# frozen_string_literal: true

require "open3"
require "socket"
require "timeout"
require_relative "../lib/swiftpager"

$stdout.sync = true

SHOP = ENV.fetch("SWIFTPAGER_SHOP_ENDPOINT")
QUERY = <<~GRAPHQL
  query Products($first: Int!, $after: String) {
    products(first: $first, after: $after) {
      edges { node { id name price } }
      pageInfo { hasNextPage endCursor }
    }
  }
GRAPHQL
RENAME = "mutation ($id: ID!, $name: String!) { renameProduct(id: $id, name: $name) { id name } }"
# A test that takes longer hangs.
LIMIT = 60

TESTS = {} # rubocop:disable Style/MutableConstant

def test(name, &body) = TESTS[name] = body

def same(expected, got)
  raise "expected #{expected.inspect}, got #{got.inspect}" unless expected == got
end

# The error of this class, or of the status, that the block raises.
def fails(kind)
  yield
rescue kind => error
  error
else
  raise "#{kind} was not raised"
end

# All of a walk: its items, and the error that ended it; nil if it came to its end. A block gets each item as it comes.
def consumed(walk)
  items = []
  walk.each do |item|
    items << item
    yield item if block_given?
  end
  [items, nil]
rescue Swiftpager::Error, Interrupt => error
  [items, error]
end

def shop(**config) = Swiftpager::Client.new(SHOP, **config)
def products(client = shop, **config) = client.pager(QUERY, { first: 100 }, **config)

Native = Swiftpager::Native

# How many objects of a class are left after a collection.
def collect(kind)
  3.times { GC.start }
  ObjectSpace.each_object(kind).count
end

# A server that accepts connections and never answers.
def silent
  server = TCPServer.new("127.0.0.1", 0)
  yield "http://127.0.0.1:#{server.addr[1]}/graphql", server
ensure
  server.close
end

def run_tests
  failed = TESTS.count do |name, body|
    Timeout.timeout(LIMIT) { body.call }
    false
  rescue Exception => error # rubocop:disable Lint/RescueException
    puts "FAILED #{name}: #{error.class}: #{error.message}", *error.backtrace.first(8).map { "    #{_1}" }
    true
  end
  puts "#{TESTS.size - failed} passed, #{failed} failed"
  exit failed.zero?
end
