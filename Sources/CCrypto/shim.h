/**
 * libcrypto for Swift: of its headers the one with digests and base64.
 */
#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H

#include <openssl/evp.h>

#endif
