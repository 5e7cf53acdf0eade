// A device's memory: buffers of the host, and nothing else may be touched.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

// What is done to memory. Updates are atomic operations, which race with all but their own kind.
enum class Access : uint8_t { Read, Update, Write };

// Who touched a word in which launch, and the most of what was done.
struct Owner {
    uint32_t warp;
    uint32_t launch : 20, barriers : 10;  // the block's, so far
    Access access : 2;
    static constexpr uint32_t MANY = ~0u;  // several, that only read or only update
};

class Memory {
  public:
    explicit Memory(bool has_owners) : has_owners(has_owners) {}
    // Zero if there is none left: all that is allocated must stay below the limit.
    uint64_t allocate(size_t size, size_t limit);
    bool release(uint64_t start);
    // Memory that somebody else owns, such as a module's variables.
    void lend(uint64_t start, size_t size) { buffers.push_back({start, size, false}); }
    void end_loan(uint64_t start);

    struct Buffer {
        uint64_t start;
        size_t size;
        bool is_ours;
        std::atomic<Owner>* owners = nullptr;

        bool holds(uint64_t at, size_t bytes) const {
            return at >= start && at - start <= size && bytes <= size - (at - start);
        }
    };

    // A word's owner, told by its address over 4; none if nobody keeps them.
    std::atomic<Owner>* owner(uint64_t word, const Buffer& likely) const;
    // The buffer that holds all of these bytes, if one does.
    const Buffer* find(uint64_t at, size_t bytes) const;

  private:
    std::vector<Buffer> buffers;
    size_t in_use = 0;
    const bool has_owners;
};
