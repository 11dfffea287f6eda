# frozen_string_literal: true

module Swiftpager
  # One paginated query of a client. Options are "Options of a load" in swiftpager.h.
  class Pager
    def initialize(key) = @key = Native.release_with(self, Native::PAGER_UNREF, key)

    # What a walk with one update for all pages would lose: it hands on the page that an update reports.
    EMITS_ONCE = JSON.generate(
      code: "INVALID_CONFIG", path: "/emit",
      message: 'a walk has each page in turn: leave "emit" out, or load all pages at once with load_all'
    ).freeze
    private_constant :EMITS_ONCE

    # Walks the list from its first page: pages, decoded items, or items as JSON texts. Without a block an Enumerator.
    def pages(**options, &block) = walk(options, block) { |page, yielder| yielder << page.keep }
    def items(**options, &block) = walk(options, block) { |page, yielder| page.items.each { yielder << _1 } }
    def texts(**options, &block) = walk(options, block) { |page, yielder| page.texts.each { yielder << _1 } }

    # Loads one page and returns it.
    def fetch(**options) = load(:pager_fetch, options)&.last_page
    def refetch(**options) = load(:pager_refetch, options)&.last_page
    def load_next(**options) = load(:pager_load_next, options)&.last_page
    def load_previous(**options) = load(:pager_load_previous, options)&.last_page

    # Loads all pages, and returns the update that has them.
    def load_all(**options) = load(:pager_load_all, { emit: "end", **options })

    # Every new state of the list: to take one by one, or for a block. The block runs inside the calls of this pager
    # that wait, and inside `Client#dispatch`.
    def subscribe = Subscription.new(Native.pager_subscribe(@key, 0, 0, 0))
    def watch(&block) = Watch.new(Native.pager_subscribe(@key, *Callbacks.register(block)))

    # The present state of the list; nil before the first page.
    def current = Native.pager_current(@key).then { |key| Update.new(key) unless key.zero? }

    def load_next? = Native.pager_can_load_next(@key)
    def load_previous? = Native.pager_can_load_previous(@key)
    def state = JSON.parse(Native.pager_state(@key))
    def reset = Native.pager_reset(@key)

    # Where another process goes on: the `resume` and the `checkpoint` of its pager.
    def resume_token = Native.pager_resume_token(@key)
    def checkpoint = JSON.parse(Native.pager_checkpoint(@key))

    # Ends its walk and its subscriptions. A second call does nothing.
    def close = Native::PAGER_RELEASE.call(@key)

    private

    def walk(options, block, &parts)
      raise Error.made(Native::STATUSES.key("INVALID_CONFIG"), EMITS_ONCE) if options[:emit].to_s == "end"

      walk = Walk.new(@key, { retain: "none", emit: "each", **options }, &parts)
      block ? walk.each(&block) : walk
    end

    def load(call, options)
      pull = Pull.new(call, @key, options)
      update = nil
      while (key = pull.next)
        update = Update.retained(key)
      end
      update
    ensure
      pull&.release
    end
  end

  # An operation that is pulled. It needs neither its pager nor its client.
  class Pull
    def initialize(call, pager, options)
      @key = Native.send(call, pager, JSON.generate({ pull: true, failed_pages: false, **options }), 0, 0, 0)
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
      status = Native.wait(:operation_fd, @key) do |milliseconds|
        Native::OPERATION_NEXT.call(@key, milliseconds, @update.to_i, @error.to_i)
      end
      Native.check(status, @error)
      Native.value(@update).then { |key| key unless key.zero? }
    end

    def cancel = Native::OPERATION_CANCEL.call(@key)
    def release = @release.call
  end

  # A walk over a list. Each enumeration begins with the first page, and leaving it ends the walk.
  class Walk < Enumerator
    def initialize(pager, options)
      super() do |yielder|
        @is_cancelled = false
        pull = @pull = Pull.new(:pager_load_all, pager, options)
        # Another thread may have cancelled before it could see the operation.
        pull.cancel if @is_cancelled
        while (update = pull.next)
          yield Page.new(Native::UPDATE_LAST_PAGE.call(update), update), yielder
        end
      ensure
        pull&.release
      end
    end

    # Ends the walk from any thread: its loop raises Cancelled.
    def cancel
      @is_cancelled = true
      @pull&.cancel
    end
  end

  # A receiver of a pager's updates, until `cancel`.
  class Watch
    def initialize(key) = @key = key
    def cancel = Native::SUBSCRIPTION_CANCEL.call(@key)
  end

  # The same without a block: it is asked for the updates.
  class Subscription < Watch
    include Enumerable

    def initialize(key) = super(Native.release_with(self, Native::SUBSCRIPTION_RELEASE, key))

    # The next update, or nil when so many seconds are over. StopIteration when the pager or the client is closed.
    def next(seconds = nil)
      out = Native.cell
      status = Native.wait(:subscription_fd, @key, seconds) do |milliseconds|
        Native::SUBSCRIPTION_NEXT.call(@key, milliseconds, out.to_i)
      end
      raise StopIteration if status == Native::CLOSED

      Native.check(status) unless status == Native::TIMEOUT
      Update.new(Native.value(out)) if status == Native::OK
    end

    def each = loop { yield self.next }
  end
end
