# frozen_string_literal: true

# The smallest Fiber scheduler that waits for descriptors and times.
class Scheduler
  def initialize
    @readable = {}
    @sleeping = {}
    @ready = []
  end

  def run
    until @readable.empty? && @sleeping.empty? && @ready.empty?
      limit = @ready.empty? ? @sleeping.values.min&.then { [_1 - now, 0].max } : 0
      readable, = IO.select(@readable.keys, nil, nil, limit)
      (readable || []).each { |io| @readable.delete(io).resume(IO::READABLE) }
      due = @sleeping.select { |_, time| time <= now }.keys
      due.each { |fiber| @sleeping.delete(fiber) && fiber.resume }
      @ready.shift.resume until @ready.empty?
    end
  end
  alias close run

  def io_wait(io, _events, _timeout)
    @readable[io] = Fiber.current
    Fiber.yield
  end

  def kernel_sleep(seconds)
    @sleeping[Fiber.current] = now + seconds
    Fiber.yield
  end

  def block(_blocker, _timeout = nil) = Fiber.yield
  def unblock(_blocker, fiber) = @ready << fiber
  def fiber(&block) = Fiber.new(blocking: false, &block).tap(&:resume)

  private

  def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
end
