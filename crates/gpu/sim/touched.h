// What one access of a warp touches: sectors, lines and bytes, each counted once.
#pragma once
#include <cstring>

#include "counts.h"
#include "types.h"

class Touched {
  public:
    // Bytes that lie within one sector, as aligned ones do.
    void add(uint64_t at, int bytes) {
        uint64_t line = at >> 7;
        unsigned slot = unsigned(line ^ line >> 7 ^ line >> 14) % SLOTS;
        while (used[slot] && lines[slot] != line) slot = (slot + 1) % SLOTS;
        if (!used[slot]) {
            used[slot] = true;
            lines[slot] = line;
            memset(marks[slot], 0, sizeof marks[slot]);
            line_count++;
        }
        uint32_t& marked = marks[slot][at >> 5 & 3];
        uint32_t bits = uint32_t((1ull << bytes) - 1) << (at & 31);
        sector_count += marked == 0;
        byte_count += __builtin_popcount(bits & ~marked);
        marked |= bits;
    }

    void count(AccessCounts& counts, uint32_t mask, bool is_store) const {
        counts.accesses++;
        counts.lanes += __builtin_popcount(mask);
        counts.sectors += sector_count;
        counts.lines += line_count;
        counts.bytes_used += byte_count;
        counts.stores += is_store;
    }

  private:
    // Twice as many as one access can touch: 32 lanes of four words each, in local memory.
    static constexpr unsigned SLOTS = 256;
    bool used[SLOTS] = {};
    uint64_t lines[SLOTS];
    uint32_t marks[SLOTS][4];
    uint64_t line_count = 0, sector_count = 0, byte_count = 0;
};
