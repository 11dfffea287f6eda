// Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`.

package swiftpager;

/** What a handle can do without more. */
abstract class ClientMethods extends Handle {
    ClientMethods(long handle) {
        super(handle, Abi::swiftpager_client_release, Abi::swiftpager_client_unref);
    }

    /**
     * Overwrites fields of records in the client's cache.
     */
    public void cacheWrite(String key, String fieldsJson) {
        use(handle -> {
            Abi.clientCacheWrite(handle, key, fieldsJson);
            return null;
        });
    }

    /**
     * Reads a record of the client's cache, whatever its age.
     */
    public String cacheRead(String key) {
        return use(handle -> Abi.clientCacheRead(handle, key));
    }

    /**
     * Forgets a record of the client's cache.
     */
    public void cacheEvict(String key) {
        use(handle -> {
            Abi.clientCacheEvict(handle, key);
            return null;
        });
    }

    /**
     * Forgets all records of the client's cache.
     */
    public void cacheClear() {
        use(handle -> {
            Abi.clientCacheClear(handle);
            return null;
        });
    }
}
