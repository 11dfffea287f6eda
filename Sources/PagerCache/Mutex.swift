import PagerLocks

/// The mutex of this module. A module's own declaration has precedence over those of imported modules.
typealias Mutex<Value: ~Copyable> = PagerLocks.Mutex<Value>
