# frozen_string_literal: true

require "io/wait"
require "json"
require_relative "functions"

module Swiftpager
  module Native # How results, errors and waits of C become Ruby's.
    # How long a thread waits at a time: Ruby raises what another thread or a signal raises in it only in between.
    SLICE_MS = 100
    # Ruby does not see the memory of a page that it keeps, and would collect too late.
    ADJUST_MEMORY = Fiddle::Function.new(Fiddle::Handle::DEFAULT["rb_gc_adjust_memory_usage"], [Fiddle::TYPE_SSIZE_T],
                                         VOID, need_gvl: true)
    ZERO = ("\0" * Fiddle::SIZEOF_UINTPTR_T).freeze

    class << self
      # A place for a result.
      def cell = Fiddle::Pointer.malloc(ZERO.bytesize, Fiddle::RUBY_FREE).tap { _1[0, ZERO.bytesize] = ZERO }

      # What a call has put into a cell, of a type that `String#unpack` calls `format`.
      def value(cell, format = "J") = cell[0, ZERO.bytesize].unpack1(format)

      # The text that a call has handed out: copied and freed; nil if there is none.
      def text(cell)
        text = Fiddle::Pointer.new(value(cell))
        text.to_s.force_encoding(Encoding::UTF_8) unless text.null?
      ensure
        FREE.call(text.to_i)
      end

      # A copy of a text that a function lends, whose last argument takes the length; nil if there is none.
      def slice(function, *arguments)
        address = function.call(*arguments, (length = cell).to_i)
        Fiddle::Pointer.new(address)[0, value(length)].force_encoding(Encoding::UTF_8) unless address.zero?
      end

      # Raises the error of a call that has a cell for it, and of one that has none.
      def check(status, error = nil)
        raise Error.made(status, error ? text(error) : LAST_ERROR.call) unless status == OK
      end

      # Calls a function whose last argument takes the error.
      def done(function, *arguments) = check(function.call(*arguments, (error = cell).to_i), error)

      # Calls one whose last two arguments take the result and the error, and returns the cell of the result.
      def made(function, *arguments) = cell.tap { |out| done(function, *arguments, out.to_i) }

      # Calls one whose last argument takes the result, and returns its cell.
      def got(function, *arguments) = cell.tap { |out| check(function.call(*arguments, out.to_i)) }

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

          IO.for_fd(value(got(descriptor, handle), "l"), autoclose: false).wait_readable(left) if scheduled
        end
      end

      private

      def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
end
