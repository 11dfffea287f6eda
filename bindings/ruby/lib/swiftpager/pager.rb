# frozen_string_literal: true

module Swiftpager
  # One paginated query of a client. docs/configuration.md has the options of a load.
  class Pager
    def initialize(key)
      @key = Native.release_with(self, Native::PAGER_RELEASE, key)
      @inboxes = []
    end

    # Walks the list from its first page: pages, decoded items, or items as JSON texts. Without a block an Enumerator.
    def pages(**options, &block) = walk(options, block) { |page, yielder| yielder << page.keep }
    def items(**options, &block) = walk(options, block) { |page, yielder| page.items.each { yielder << _1 } }
    def texts(**options, &block) = walk(options, block) { |page, yielder| page.texts.each { yielder << _1 } }

    # Loads one page and returns it.
    def fetch(**options) = load(Native::PAGER_FETCH, options)&.page
    def load_next(**options) = load(Native::PAGER_LOAD_NEXT, options)&.page
    def load_previous(**options) = load(Native::PAGER_LOAD_PREVIOUS, options)&.page

    # Loads all pages, and returns the update that has them.
    def load_all(**options) = last(Pull.walk(@key, { emit: "end", **options }, @inboxes))

    # Every new state of the list, to take one by one. A walk or a load of all pages does not wait for the reader. The
    # subscription keeps in memory what the reader has not taken, and a resume token counts it as finished.
    def subscribe
      Inbox.keep_waiting(@inboxes)
      key = Native.value(Native.got(Native::PAGER_SUBSCRIBE, @key, 0, 0, 0))
      Subscription.new(Inbox.new(key).tap { @inboxes << _1 })
    end

    # Gives each of them to a block, until that is left or the pager is closed: for a thread or a fiber of its own. A
    # walk in the block does not wait for it either: the block gets the walk's updates afterwards.
    def watch(&block)
      subscription = subscribe
      subscription.each(&block)
    ensure
      subscription&.cancel
    end

    # The present state of the list; nil before the first page.
    def current = Native.value(Native.got(Native::PAGER_CURRENT, @key)).then { |key| Update.new(key) unless key.zero? }

    def load_next? = can_load?("NEXT")
    def load_previous? = can_load?("PREVIOUS")
    def state = JSON.parse(Native.text(Native.got(Native::PAGER_STATE, @key)))
    def reset = Native.check(Native::PAGER_RESET.call(@key))

    # Where another process goes on: the `resume` and the `checkpoint` of its pager.
    def resume_token = Native.text(Native.got(Native::PAGER_RESUME_TOKEN, @key))
    def checkpoint = JSON.parse(Native.text(Native.got(Native::PAGER_CHECKPOINT, @key)))

    # Ends its walk and its subscriptions, and gives its handle back. A second call does nothing.
    def close
      Native::PAGER_CLOSE.call(@key)
      Native::PAGER_RELEASE.call(@key)
    end

    private

    def walk(options, block, &parts)
      # One update for all pages would lose them: a walk hands on the page that an update reports.
      if options[:emit].to_s == "end"
        Error.refuse("/emit", 'a walk has each page in turn: leave "emit" out, or load all pages at once with load_all')
      end
      walk = Walk.new(@key, @inboxes, { retain: "none", emit: "each", **options }, &parts)
      block ? walk.each(&block) : walk
    end

    def can_load?(kind)
      Native.value(Native.got(Native::PAGER_CAN_LOAD, @key, Native::KINDS.key(kind)), "C") == 1
    end

    def load(function, options) = last(Pull.load(function, @key, options, @inboxes))

    # The update with what came last.
    def last(pull)
      update = nil
      while (key = pull.next)
        update = Update.retained(key)
      end
      update
    ensure
      pull.release
    end
  end

  # A walk over a list. Each enumeration begins with the first page, and leaving it ends the walk.
  class Walk < Enumerator
    def initialize(pager, inboxes, options)
      super() do |yielder|
        pull = @pull = Pull.walk(pager, options, inboxes)
        # Another thread may have cancelled before it could see the operation, and before the loop.
        pull.cancel if @is_cancelled
        while (update = pull.next)
          yield Page.new(Native::UPDATE_PAGE.call(update, 0), update), yielder
        end
      ensure
        pull&.release
      end
    end

    # Ends the walk from any thread, also before its loop begins: the loop raises Cancelled.
    def cancel
      @is_cancelled = true
      @pull&.cancel
    end
  end
end
