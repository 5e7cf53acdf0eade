// Looks for accesses to global and shared memory that nothing orders.
#pragma once
#include "memory.h"
#include "races.h"

class Warp;

// Lanes that touch the same bytes, and write the same.
struct Together {
    uint64_t at;         // of the host, or in the window of shared memory
    int bytes;           // whole words, or a part of one
    const char* before;  // what is there
    const char* after;   // what will be there
    uint32_t lanes;
};

// A warp's view. Lanes are ordered by barriers of their warp, warps by barriers of their block, and by nothing else.
class Watch {
  public:
    explicit Watch(const Warp& warp) : warp(warp) {}
    void note(Access access, const Instruction& i, const Together& together);
    // After a barrier of all lanes.
    void sync() { lanes.sync(); }

  private:
    void note_owner(Access access, uint64_t word) const;
    void fail(const Race& race, const char* who) const;

    const Warp& warp;
    Races lanes;
};
