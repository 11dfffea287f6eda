# frozen_string_literal: true

module Swiftpager
  # One page of the list. It stays readable for as long as you keep it.
  class Page
    def initialize(key, update)
      @key = key
      @update = update
    end

    # Says that you have finished with the page of a walk, before you ask for the next one: see `Pager#resume_token`.
    def finish = Native.check(Native::UPDATE_FINISH.call(@update))

    # Makes the page outlive its update.
    def keep
      Native.check(Native::PAGE_RETAIN.call(@key))
      Native::PAGE_RESPONSE.call(@key, (length = Native.cell).to_i)
      Native::ADJUST_MEMORY.call(size = Native.value(length))
      ObjectSpace.define_finalizer(self, Page.release(@key, size))
      self
    end

    def self.release(key, size)
      proc { Native::PAGE_RELEASE.call(key) == Native::OK && Native::ADJUST_MEMORY.call(-size) }
    end

    # How many items it has, and what it is to its list: "INITIAL", "NEXT" or "PREVIOUS".
    def count = Native::PAGE_ITEM_COUNT.call(@key)
    def kind = Native::KINDS[Native::PAGE_KIND.call(@key)]

    # The items, of an edge its node: decoded, and as JSON texts.
    def items = JSON.parse("[#{texts.join(",")}]")

    def texts
      address = Native::PAGE_SPANS.call(@key, 1, (length = Native.cell).to_i)
      if address.zero? && count.positive?
        raise Error.made(Native::NO_MEMORY, '{"message": "no memory for the places of the items"}')
      end

      spans = address.zero? ? [] : Fiddle::Pointer.new(address)[0, 16 * Native.value(length)].unpack("Q*")
      body = response
      Array.new(spans.size / 2) { |index| body.byteslice(spans[2 * index], spans[2 * index + 1]) }
    end

    # The whole response as a text, and parts of it, decoded.
    def response = Native.slice(Native::PAGE_RESPONSE, @key)
    def data = decoded(Native.slice(Native::PAGE_DATA, @key))
    def errors = decoded(Native.slice(Native::PAGE_ERRORS, @key))
    def page_info = decoded(Native.slice(Native::PAGE_INFO, @key))
    def extensions = decoded(Native.slice(Native::PAGE_EXTENSIONS, @key))
    def header(name) = Native.slice(Native::PAGE_HEADER, @key, name)

    private

    def decoded(text) = text && JSON.parse(text)
  end

  # One state of the list: its pages, or the failure that ended a load.
  class Update
    # An update that the library lends, kept.
    def self.retained(key)
      Native.check(Native::UPDATE_RETAIN.call(key))
      new(key)
    end

    def initialize(key) = @key = Native.release_with(self, Native::UPDATE_RELEASE, key)

    def code = Native::UPDATE_STATUS.call(@key)
    def status = Native::STATUSES[code]
    def error = (Error.made(code, Native::UPDATE_ERROR.call(@key)) unless code == Native::OK)
    def source = Native::SOURCES[Native::UPDATE_SOURCE.call(@key, 0)]
    def change?
      Native::UPDATE_SOURCE.call(@key, (out = Native.cell).to_i)
      Native.value(out, "C") == 1
    end

    def page_count = Native::UPDATE_PAGE_COUNT.call(@key)
    def pages = Array.new(page_count) { |index| Page.new(Native::UPDATE_PAGE_AT.call(@key, index), @key).keep }
    def output = JSON.parse(Native.slice(Native::UPDATE_OUTPUT, @key))

    # The page that changed, by a load or in the cache; nil for a failure.
    def page = Native::UPDATE_PAGE.call(@key, 0).then { |key| Page.new(key, @key).keep unless key.zero? }

    # Says that you have finished with the update, before you ask for another one.
    def finish = Native.check(Native::UPDATE_FINISH.call(@key))
  end
end
