// A warp's share of the caches: what of its accesses would have to come from further away.
//
// Each warp alone has as much of a cache as falls to it when a multiprocessor is full. What several warps read, and would find there
// because another one did, is not thought of; so is what one warp takes from the share of another.
#pragma once
#include <cstdint>

// Sectors of 32 bytes in sets of four, of which the one that was not used for longest leaves. Which set is theirs is scrambled, as in hardware:
// else memory of lanes that lies a round number of bytes apart would fall into few of them.
template <int SETS> class Share {
  public:
    struct Found {
        bool is_there, writes_back;  // writes back: what it takes the place of had been changed
    };
    Found touch(uint64_t sector, bool is_store) {
        Way* set = ways[(sector * 0x9E3779B97F4A7C15ull >> 40) % SETS];
        int at = 0;
        while (at < WAYS - 1 && set[at].sector != sector) at++;
        Found found{set[at].sector == sector, set[at].sector != sector && set[at].changed};
        Way used{sector, is_store || (found.is_there && set[at].changed)};
        for (; at; at--) set[at] = set[at - 1];
        set[0] = used;
        return found;
    }

  private:
    static constexpr int WAYS = 4;
    struct Way {
        uint64_t sector = ~0ull;
        bool changed = false;
    };
    Way ways[SETS][WAYS];
};

// 16 warps on a multiprocessor of a T4: 2 KB of the first cache, the rest of which is shared memory, 6 KB of the second.
struct Caches {
    Share<16> first;
    Share<48> second;
};
