import PagerLocks

/// The mutex of this module: a declaration of its own comes before those of the modules it imports.
typealias Mutex<Value: ~Copyable> = PagerLocks.Mutex<Value>
