package swiftpager;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongToIntFunction;

/** A key of the library's table. `close` ends its work and gives it back, the collector only gives it back. */
abstract class Handle implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();
    private final long handle;
    private final LongConsumer end;
    private final Cleaner.Cleanable drop;

    /** The drop runs once: the collector and `close` give back in the same way. */
    Handle(long handle, LongConsumer end, LongConsumer drop) {
        this.handle = handle;
        this.end = end;
        this.drop = CLEANER.register(this, () -> drop.accept(handle));
    }

    /** Makes a call. Without the fence the collector may take an object whose handle a call is using. */
    final <T> T use(LongFunction<T> call) {
        try {
            return call.apply(handle);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Makes a call, and throws its error. */
    final void check(LongToIntFunction call) {
        Abi.check(use(call::applyAsInt));
    }

    /** A call with a place for its result. */
    interface Getting {
        int call(long handle, long[] out);
    }

    /** What such a call hands out. */
    final long got(Getting getting) {
        return use(key -> Abi.got(out -> getting.call(key, out)));
    }

    /** Ends what it stands for. A second call does nothing. */
    @Override
    public void close() {
        end.accept(handle);
        drop.clean();
    }
}
