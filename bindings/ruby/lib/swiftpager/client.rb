# frozen_string_literal: true

module Swiftpager
  # A GraphQL endpoint. Configs and options are those of the library: see "Configs" in swiftpager.h.
  class Client
    attr_reader :cache

    CALLS_NOTHING = JSON.generate(
      code: "INVALID_CONFIG", path: "/delivery",
      message: 'the library calls no function of a Ruby program: leave "delivery" out, and take updates with subscribe'
    ).freeze
    private_constant :CALLS_NOTHING

    def initialize(endpoint, **config)
      raise Error.made(Native::INVALID_CONFIG, CALLS_NOTHING) if config.transform_keys(&:to_sym)[:delivery].to_s == "thread"

      key = Native.client_create_with_endpoint(endpoint, JSON.generate({ interruptible: true, **config }), 0)
      @key = Native.release_with(self, Native::CLIENT_UNREF, key)
      @cache = Cache.new(self, @key)
    end

    def pager(query, variables = {}, **config)
      texts = [variables, config].map { JSON.generate(_1) }
      Pager.new(Native.pager_create_with_query(@key, query, *texts, 0))
    end

    # Sends one query or mutation, and returns the response.
    def execute(query, variables = {}, **options)
      operation = Native.client_execute(@key, JSON.generate({ query:, variables:, **options }), 0, 0, 0)
      error = Native.cell
      status = Native.wait(:operation_fd, operation) { Native::OPERATION_WAIT.call(operation, _1, error.to_i) }
      Native.check(status, error)
      JSON.parse(Native.operation_response(operation))
    ensure
      Native::OPERATION_CANCEL.call(operation || 0)
      Native::OPERATION_RELEASE.call(operation || 0)
    end

    # Ends all work of the client. A second call does nothing.
    def close = Native::CLIENT_RELEASE.call(@key)
  end

  # The records of a client's cache, by their keys. It keeps its client.
  class Cache
    def initialize(client, key)
      @client = client
      @key = key
    end

    # The fields of a record; nil if there is none.
    def read(key) = Native.client_cache_read(@key, key)&.then { JSON.parse(_1) }

    # Writes fields of one record; with nil for the key fields of many, by their keys.
    def write(key, fields) = Native.client_cache_write(@key, key, JSON.generate(fields))
    def evict(key) = Native.client_cache_evict(@key, key)
    def clear = Native.client_cache_clear(@key)
  end
end
