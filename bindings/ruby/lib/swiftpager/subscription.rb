# frozen_string_literal: true

module Swiftpager
  # Every new state of a list, to take one by one, until the pager or the client is closed. It keeps its pager.
  class Subscription
    include Enumerable

    def initialize(inbox)
      @inbox = inbox
      ObjectSpace.define_finalizer(self, inbox.method(:close))
    end

    # The next update, or nil when so many seconds are over. StopIteration when the pager or the client is closed.
    def next(seconds = nil) = @inbox.next(seconds)

    def each = loop { yield self.next }

    # Ends it. A second call does nothing.
    def cancel = @inbox.close
  end

  # The updates of a subscription. Its pager has the inbox, too. It must not have the subscription, which the collector
  # would then never free.
  class Inbox
    # Keeps what waits in each of them, and forgets those that have ended.
    def self.keep_waiting(inboxes) = inboxes.dup.each { |inbox| inboxes.delete(inbox) unless inbox.keep_waiting }

    def initialize(key)
      @key = key
      @lock = Mutex.new
      @kept = []
      @readers = 0
    end

    # Takes and keeps what the reader has not taken yet, because a walk would wait for the reader. Takes nothing while
    # the reader itself waits.
    # False if the subscription has ended.
    def keep_waiting
      # An exception of another thread would lose what was taken.
      Thread.handle_interrupt(Exception => :never) do
        @lock.synchronize do
          out = Native.cell
          status = nil
          @kept << Update.new(Native.value(out)) while @readers.zero? && (status = take(0, out)) == Native::OK
          !ENDS.include?(status)
        end
      end
    end

    # As Subscription's.
    def next(seconds)
      @lock.synchronize { @kept.shift || (@readers += 1) && nil } || pull(seconds)
    end

    # Also a finalizer, which gets a number.
    def close(_number = nil)
      Native::SUBSCRIPTION_CLOSE.call(@key)
      Native::SUBSCRIPTION_RELEASE.call(@key)
      @kept.clear
    end

    private

    ENDS = [Native::CLOSED, Native::INVALID_HANDLE].freeze
    private_constant :ENDS

    def take(milliseconds, out) = Native::SUBSCRIPTION_NEXT.call(@key, milliseconds, out.to_i)

    def pull(seconds)
      out = Native.cell
      status = Native.wait(Native::SUBSCRIPTION_FD, @key, seconds) { |milliseconds| take(milliseconds, out) }
      raise StopIteration if ENDS.include?(status)

      Native.check(status) unless status == Native::TIMEOUT
      update = Update.new(Native.value(out)) if status == Native::OK
    ensure
      @lock.synchronize do
        @readers -= 1
        # An exception of another thread, like Timeout's, may come right after the call: the next one has the update.
        @kept << Update.new(Native.value(out)) if out && !update && !Native.value(out).zero?
      end
    end
  end
end
