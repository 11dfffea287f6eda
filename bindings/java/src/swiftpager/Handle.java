package swiftpager;

import com.sun.jna.Pointer;
import java.lang.ref.Cleaner;
import java.util.function.Consumer;

/**
 * What has a key of the library's table. `close` ends its work and gives it back. The collector only gives it back, and
 * not during a call, because the key is an argument of the call. JNA's pointer is not an address here.
 */
class Handle implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();
    final Pointer key;
    private final Consumer<Pointer> end;
    private final Cleaner.Cleanable drop;

    /** The end runs with each `close`. The drop runs once, by `close` or the collector. */
    Handle(long number, Consumer<Pointer> end, Consumer<Pointer> drop) {
        this.key = new Pointer(number);
        this.end = end;
        this.drop = CLEANER.register(key, () -> drop.accept(new Pointer(number)));
    }

    /** Ends what it stands for. A second call does nothing. */
    @Override
    public void close() {
        end.accept(key);
        drop.clean();
    }
}
