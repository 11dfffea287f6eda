// Memory for one text's tokens.
#ifndef CSIMDJSON_BLOCK_HPP
#define CSIMDJSON_BLOCK_HPP

#include <cstddef>
#include <cstdlib>
#include <sys/mman.h>

namespace csimdjson {

/// A piece of memory without a constructor. Large ones come from the system and go back to it when they are freed,
/// which malloc does not promise: glibc keeps tens of megabytes once a program has freed a piece of that size.
class Block {
public:
    Block() noexcept = default;
    Block(const Block &) = delete;
    Block &operator=(const Block &) = delete;
    ~Block() { release(); }

    void *data() const noexcept { return memory; }
    size_t size() const noexcept { return byte_count; }

    /// Makes the block `size` bytes large, unless it is already. What was in it is lost. False: out of memory.
    ///
    /// A block of the system grows where it is, so that the memory that it has stays its own.
    ///
    /// `is_filled` says that nearly all of it will be written to: then the system hands it out at once, which is
    /// cheaper than page by page.
    bool reserve(size_t size, bool is_filled) noexcept
    {
        if (size <= byte_count) {
            return true;
        }
        if (byte_count >= smallest_mapping) {
            return grow(size);
        }
        release();
        memory = size >= smallest_mapping ? map(size, is_filled) : std::malloc(size);
        byte_count = memory == nullptr ? 0 : size;
        return memory != nullptr;
    }

    /// Gives back what follows the first `size` bytes, where that is worth it. Those bytes stay where they are.
    void shrink(size_t size) noexcept
    {
        const size_t kept = (size + page - 1) / page * page;
        if (byte_count < smallest_mapping || kept < smallest_mapping || kept >= byte_count) {
            return;
        }
        if (munmap(static_cast<char *>(memory) + kept, byte_count - kept) == 0) {
            byte_count = kept;
        }
    }

    void release() noexcept
    {
        if (byte_count >= smallest_mapping) {
            munmap(memory, byte_count);
        } else {
            std::free(memory);
        }
        memory = nullptr;
        byte_count = 0;
    }

private:
    static constexpr size_t smallest_mapping = size_t{1} << 20;
    /// A multiple of every page size.
    static constexpr size_t page = size_t{64} << 10;

    bool grow(size_t size) noexcept
    {
        void *grown = mremap(memory, byte_count, size, MREMAP_MAYMOVE);
        if (grown == MAP_FAILED) {
            return false;
        }
        memory = grown;
        byte_count = size;
        return true;
    }

    static void *map(size_t size, bool is_filled) noexcept
    {
#ifdef MAP_POPULATE
        const int filling = is_filled ? MAP_POPULATE : 0;
#else
        const int filling = 0;
        (void)is_filled;
#endif
        void *mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | filling, -1, 0);
        return mapped == MAP_FAILED ? nullptr : mapped;
    }

    void *memory = nullptr;
    size_t byte_count = 0;
};

} // namespace csimdjson

#endif
