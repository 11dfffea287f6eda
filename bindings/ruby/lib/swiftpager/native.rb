# frozen_string_literal: true

require "io/wait"
require "json"
require_relative "declarations"

module Swiftpager
  module Native # What calls need beyond their declarations.
    # How long a thread waits at a time: Ruby raises what another thread or a signal raises in it only in between.
    SLICE_MS = 100
    # Ruby does not see the memory of a page that it keeps, and would collect too late.
    ADJUST_MEMORY = Fiddle::Function.new(Fiddle::Handle::DEFAULT["rb_gc_adjust_memory_usage"], [Fiddle::TYPE_SSIZE_T],
                                         VOID, need_gvl: true)
    class << self
      # Gives a handle back when its owner is collected. A second release does nothing.
      def release_with(owner, function, handle)
        ObjectSpace.define_finalizer(owner, release(function, handle))
        handle
      end

      # A finalizer. It is made here, where it cannot capture its owner: that would never be collected.
      def release(function, handle) = proc { function.call(handle) }

      # Repeats a call that waits for as many milliseconds as it is given, until it has a status. Other threads run
      # meanwhile. Under a Fiber scheduler other fibers do: the call only looks, and the descriptor tells when.
      def wait(descriptor, handle, seconds = nil)
        deadline = seconds && (now + seconds)
        loop do
          left = deadline && [deadline - now, 0].max
          scheduled = Fiber.current_scheduler
          status = yield scheduled ? 0 : left ? [left * 1000, SLICE_MS].min.ceil : SLICE_MS
          return status unless status == INTERRUPTED || (status == TIMEOUT && left != 0)

          IO.for_fd(send(descriptor, handle), autoclose: false).wait_readable(left) if scheduled
        end
      end

      private

      def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
end
