# frozen_string_literal: true

module Swiftpager
  # One paginated query of a client. Options are "Options of a load" in swiftpager.h.
  class Pager
    def initialize(key)
      @key = Native.release_with(self, Native::PAGER_UNREF, key)
      @inboxes = []
    end

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

    # Every new state of the list, to take one by one. A walk or a load of all pages does not wait for the reader. The
    # subscription keeps in memory what the reader has not taken, and a resume token counts it as finished.
    def subscribe
      Inbox.keep_waiting(@inboxes)
      Subscription.new(Inbox.new(Native.pager_subscribe(@key, 0, 0, 0)).tap { @inboxes << _1 })
    end

    # Gives each of them to a block, until that is left or the pager is closed: for a thread or a fiber of its own. A walk
    # in the block does not wait for it either: the block gets the walk's updates afterwards.
    def watch(&block)
      subscription = subscribe
      subscription.each(&block)
    ensure
      subscription&.cancel
    end

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
      raise Error.made(Native::INVALID_CONFIG, EMITS_ONCE) if options[:emit].to_s == "end"

      walk = Walk.new(@key, @inboxes, { retain: "none", emit: "each", **options }, &parts)
      block ? walk.each(&block) : walk
    end

    def load(call, options)
      pull = Pull.new(call, @key, options, @inboxes)
      update = nil
      while (key = pull.next)
        update = Update.retained(key)
      end
      update
    ensure
      pull&.release
    end
  end

  # A walk over a list. Each enumeration begins with the first page, and leaving it ends the walk.
  class Walk < Enumerator
    def initialize(pager, inboxes, options)
      super() do |yielder|
        @is_cancelled = false
        pull = @pull = Pull.new(:pager_load_all, pager, options, inboxes)
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
end
