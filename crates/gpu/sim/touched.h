// What one access of a warp touches: sectors, lines and bytes, each counted once.
#pragma once
#include "cache.h"
#include "counts.h"
#include "types.h"

class Touched {
  public:
    // Begins a new access. What is left of the last one is told by its number.
    void begin() {
        access++;
        line_count = sector_count = byte_count = memory_count = 0;
    }

    // Bytes that lie within one sector, as aligned ones do.
    void add(uint64_t at, int bytes) {
        uint64_t line = at >> 7;
        Line* there = &lines[(line ^ line >> 8 ^ line >> 16) % SLOTS];
        while (there->access == access && there->line != line)
            there = there + 1 == lines + SLOTS ? lines : there + 1;
        if (there->access != access) {
            *there = Line{access, line, {0, 0, 0, 0}};
            line_count++;
        }
        uint32_t& marked = there->marks[at >> 5 & 3];
        uint32_t bits = uint32_t((1ull << bytes) - 1) << (at & 31);
        if (marked == 0) sectors[sector_count++] = at >> 5;
        byte_count += __builtin_popcount(bits & ~marked);
        marked |= bits;
    }

    void count(AccessCounts& counts, uint32_t mask, bool is_store, Caches& caches) {
        counts.accesses++;
        counts.lanes += __builtin_popcount(mask);
        counts.sectors += sector_count;
        counts.lines += line_count;
        counts.bytes_used += byte_count;
        counts.stores += is_store;
        pass_on(counts, is_store, caches);
        counts.memory_sectors += memory_count;
    }

    uint64_t sectors_now() const { return sector_count; }
    uint64_t bytes_now() const { return byte_count; }
    // Once it was counted.
    uint64_t from_memory() const { return memory_count; }

  private:
    // What is written goes through the first cache and stays in the second until it has to leave.
    void pass_on(AccessCounts& counts, bool is_store, Caches& caches) {
        bool passes = false, misses = false;
        for (uint64_t i = 0; i < sector_count; i++) {
            if (caches.first.touch(sectors[i], false).is_there && !is_store) continue;
            auto found = caches.second.touch(sectors[i], is_store);
            counts.passed_sectors++;
            memory_count += (!found.is_there && !is_store) + found.writes_back;
            passes = true;
            misses |= !found.is_there;
        }
        counts.passed_loads += passes && !is_store;
        counts.memory_loads += misses && !is_store;
    }

    struct Line {
        uint64_t access, line;
        uint32_t marks[4];  // the bytes of each sector
    };
    // Twice as many as one access can touch: 32 lanes of four words each, in local memory.
    static constexpr unsigned SLOTS = 256;
    Line lines[SLOTS] = {};
    uint64_t sectors[SLOTS];
    uint64_t access = 0, line_count = 0, sector_count = 0, byte_count = 0, memory_count = 0;
};
