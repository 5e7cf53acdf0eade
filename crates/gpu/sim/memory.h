// A device's memory: buffers of the host, and nothing else may be touched.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

class Memory {
  public:
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

        bool holds(uint64_t at, size_t bytes) const {
            return at >= start && at - start <= size && bytes <= size - (at - start);
        }
    };

    // The buffer that holds all of these bytes, if one does.
    const Buffer* find(uint64_t at, size_t bytes) const;

  private:
    std::vector<Buffer> buffers;
    size_t in_use = 0;
};
