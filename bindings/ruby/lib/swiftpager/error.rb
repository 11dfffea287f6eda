# frozen_string_literal: true

module Swiftpager
  # How a call or an operation ended. Each status has a class of its own: Swiftpager::Cancelled, …
  class Error < StandardError
    # The status' number, and the error object with all that the library says.
    attr_reader :code, :details

    def self.made(code, json = nil) = KINDS.fetch(code, self).new(code, JSON.parse(json || "{}"))

    # Raises what the library raises for a config that it cannot use.
    def self.refuse(path, message)
      raise made(Native::INVALID_CONFIG, JSON.generate(code: "INVALID_CONFIG", path:, message:))
    end

    def initialize(code, details)
      @code = code
      @details = details
      super(details.fetch("message") { status })
    end

    def status = Native::STATUSES[code] || Native::STATUS_NAME.call(code)
    def path = details["path"]

    KINDS = Native::STATUSES.except(Native::OK).transform_values do |name|
      Swiftpager.const_set(name.split("_").map(&:capitalize).join, Class.new(self))
    end
  end
end
