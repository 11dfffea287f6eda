# frozen_string_literal: true

# swiftpager in Ruby: walks all pages and counts their items; with --texts it takes all items as JSON texts.

require "optparse"
require_relative "../../../bindings/ruby/lib/swiftpager"

QUERY = "query Products($first: Int!, $after: String) { products(first: $first, after: $after) {" \
        " edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } } }"

asked = { size: 100 }
OptionParser.new do |parser|
  parser.on("--url URL")
  parser.on("--pages N", Integer)
  parser.on("--size N", Integer)
  parser.on("--texts")
end.parse!(into: asked)

def now(clock) = Process.clock_gettime(clock)

# The library starts its threads for the first page, before the clock.
client = Swiftpager::Client.new(asked[:url])
client.pager(QUERY, { first: asked[:size] }).fetch
clocks = [Process::CLOCK_MONOTONIC, Process::CLOCK_PROCESS_CPUTIME_ID]
start = clocks.map { now(_1) }
pager = client.pager(QUERY, { first: asked[:size] })
items = bytes = 0
if asked[:texts]
  pager.texts do |text|
    items += 1
    bytes += text.bytesize
  end
else
  pager.pages { |page| items += page.count }
end
seconds, processor_seconds = clocks.zip(start).map { |clock, then_| now(clock) - then_ }

pages = pager.state["pages_loaded"]
abort "walk.rb: read #{pages} pages with #{items} items" if [pages, items] != [asked[:pages], pages * asked[:size]]
abort "walk.rb: #{items} items cannot be #{bytes} bytes" if asked[:texts] && bytes <= items
peak = File.read("/proc/self/status")[/VmHWM:\s*(\d+)/, 1].to_i
puts JSON.generate({ name: "swiftpager_ruby", pages:, items:, seconds:, processor_seconds:, peak_rss_kb: peak })
