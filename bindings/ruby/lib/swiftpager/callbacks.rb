# frozen_string_literal: true

module Swiftpager
  # Blocks that the library calls. It knows each by a number, never by an address of Ruby's.
  module Callbacks
    @blocks = {}
    @raised = {}.compare_by_identity
    @last = 0

    class << self
      # The arguments of a subscription: callback, `user_data` and destroy.
      def register(block)
        @blocks[number = @last += 1] = block
        [ON_UPDATE.to_i, number, ON_DESTROY.to_i]
      end

      def forget(number) = @blocks.delete(number)

      # Runs a block in a fiber of its own, which nothing leaves: an exception, `throw` or `break` must not skip the
      # library's frames, and a fiber that parks itself there would keep this thread inside the callback.
      def run(number, update)
        guarded do
          fiber = Fiber.new(blocking: true) { guarded { @blocks[number]&.call(Update.retained(update)) } }
          fiber.resume
          raise FiberError, "a callback must return, not call Fiber.yield" if fiber.alive?
        end
      end

      # Raises what a callback has raised within this thread's last call.
      def raise_again = (error = @raised.delete(Thread.current)) && raise(error)

      private

      def guarded
        yield
      rescue Exception => error # rubocop:disable Lint/RescueException
        @raised[Thread.current] ||= error
      end
    end

    ON_UPDATE = Fiddle::Closure::BlockCaller.new(*Native::CALLBACKS[:UPDATE]) { |number, update| run(number, update) }
    ON_DESTROY = Fiddle::Closure::BlockCaller.new(*Native::CALLBACKS[:DESTROY]) { |number| forget(number) }
  end
end
