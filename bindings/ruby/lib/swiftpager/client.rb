# frozen_string_literal: true

module Swiftpager
  # A GraphQL endpoint. Configs and options are those of the library: docs/configuration.md has their keys.
  class Client
    attr_reader :cache

    def initialize(endpoint, **config)
      if config.transform_keys(&:to_sym)[:delivery].to_s == "thread"
        Error.refuse("/delivery", "the library calls no function of a Ruby program: leave \"delivery\" out, and take " \
                                  "updates with subscribe")
      end
      text = JSON.generate({ interruptible: true, **config })
      key = Native.value(Native.made(Native::CLIENT_CREATE, endpoint, text, 0))
      @key = Native.release_with(self, Native::CLIENT_RELEASE, key)
      @cache = Cache.new(self, @key)
    end

    def pager(query, variables = {}, **config)
      text = JSON.generate({ variables:, **config })
      Pager.new(Native.value(Native.made(Native::PAGER_CREATE, @key, query, text, 0)))
    end

    # Sends one query or mutation, and returns the response.
    def execute(query, variables = {}, **options)
      request = JSON.generate({ query:, variables:, **options })
      operation = Native.value(Native.made(Native::CLIENT_EXECUTE, @key, request, 0, 0, 0))
      error = Native.cell
      status = Native.wait(Native::OPERATION_FD, operation) { Native::OPERATION_WAIT.call(operation, _1, error.to_i) }
      Native.check(status, error)
      JSON.parse(Native.slice(Native::OPERATION_RESPONSE, operation))
    ensure
      Native::OPERATION_CLOSE.call(operation || 0)
      Native::OPERATION_RELEASE.call(operation || 0)
    end

    # Ends all work of the client, and gives its handle back. A second call does nothing.
    def close
      Native::CLIENT_CLOSE.call(@key, 0)
      Native::CLIENT_RELEASE.call(@key)
    end
  end

  # The records of a client's cache, by their keys. It keeps its client.
  class Cache
    def initialize(client, key)
      @client = client
      @key = key
    end

    # The fields of a record; nil if there is none.
    def read(key) = Native.text(Native.made(Native::CLIENT_CACHE_READ, @key, key))&.then { JSON.parse(_1) }

    # Writes fields of one record; with nil for the key fields of many, by their keys.
    def write(key, fields) = Native.done(Native::CLIENT_CACHE_WRITE, @key, key, JSON.generate(fields))
    def evict(key) = Native.done(Native::CLIENT_CACHE_EVICT, @key, key)
    def clear = Native.done(Native::CLIENT_CACHE_CLEAR, @key)
  end
end
