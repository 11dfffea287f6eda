package swiftpager;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/** A key of the library's table. `close` ends its work and gives it back, the collector only gives it back. */
abstract class Handle implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();
    final long handle;
    private final LongConsumer close;
    private final Cleaner.Cleanable drop;

    Handle(long handle, LongConsumer close, LongConsumer drop) {
        this.handle = handle;
        this.close = close;
        this.drop = CLEANER.register(this, () -> drop.accept(handle));
    }

    /** What the collector and `close` give back in the same way. It runs once: another may hold a reference. */
    Handle(long handle, LongConsumer drop) {
        this(handle, key -> { }, drop);
    }

    /** Makes a call. Without the fence the collector may take an object whose handle a call is using. */
    final <T> T use(LongFunction<T> call) {
        try {
            return call.apply(handle);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Ends what it stands for. A second call does nothing. */
    @Override
    public void close() {
        close.accept(handle);
        drop.clean();
    }
}
