import PagerLocks

/// The mutex of this module: a module's own declaration comes before those of the modules that it imports.
typealias Mutex<Value: ~Copyable> = PagerLocks.Mutex<Value>
