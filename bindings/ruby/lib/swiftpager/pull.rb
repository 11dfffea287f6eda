# frozen_string_literal: true

module Swiftpager
  # An operation that is pulled. It needs neither its pager nor its client.
  class Pull
    # A walk over the whole list.
    def self.walk(pager, options, inboxes)
      new(Native.made(Native::PAGER_WALK, pager, JSON.generate(options)), inboxes)
    end

    # A load of one page, by one of the library's functions.
    def self.load(function, pager, options, inboxes)
      new(Native.made(function, pager, JSON.generate({ pull: true, **options }), 0, 0, 0), inboxes)
    end

    def initialize(operation, inboxes)
      @key = Native.value(operation)
      @inboxes = inboxes
      @update = Native.cell
      @error = Native.cell
      ObjectSpace.define_finalizer(self, @release = Pull.release(@key, @update))
    end

    # Reads the update from its cell, because an exception of another thread may come right after a call has filled it.
    # The operation goes first: a loop that is left has not finished with the page in hand.
    def self.release(key, update)
      proc do
        Native::OPERATION_RELEASE.call(key)
        Native::UPDATE_RELEASE.call(Native.value(update))
      end
    end

    # The handle of the next update, which is valid until the next call; nil at the end.
    def next
      Native::UPDATE_RELEASE.call(Native.value(@update))
      Inbox.keep_waiting(@inboxes)
      status = Native.wait(Native::OPERATION_FD, @key) do |milliseconds|
        Native::OPERATION_NEXT.call(@key, milliseconds, @update.to_i, @error.to_i)
      end
      Native.check(status, @error)
      Native.value(@update).then { |key| key unless key.zero? }
    end

    def cancel = Native::OPERATION_CLOSE.call(@key)
    def release = @release.call
  end
end
