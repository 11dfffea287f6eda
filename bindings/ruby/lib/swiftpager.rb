# frozen_string_literal: true

# Pages through GraphQL lists with libswiftpager.
module Swiftpager
  # Says that a callback of this thread is parked in a fiber that nothing resumes, after a Fiber#transfer out of it.
  def self.abandon_callback = Native.callback_abandon
end

require_relative "swiftpager/native"
require_relative "swiftpager/error"
require_relative "swiftpager/callbacks"
require_relative "swiftpager/page"
require_relative "swiftpager/client"
require_relative "swiftpager/pager"
