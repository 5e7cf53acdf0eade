// Who touched which bytes since all last waited for each other: lanes of a warp, or warps of a block.
#pragma once
#include <vector>

#include "memory.h"
#include "program.h"

// Two accesses that nothing orders.
struct Race {
    Access later, earlier;
    int later_one, earlier_one;  // lanes, or warps
    const Instruction* where;    // of the earlier one
};

class Races {
  public:
    // All of them have come here: what is done from now on comes after what was done.
    void sync() {
        epoch++;
        used = 0;
        // What one long stretch needed is not kept by every warp.
        if (words.size() > LARGE) std::vector<Word>(64).swap(words);
    }

    // Notes an access to a word by a set of lanes; `bytes` has a bit for each byte of it. Those that write
    // write the same, and `same` has a bit for each byte that was that already. False: a race, told by `found`.
    bool note(Access access, uint64_t word, unsigned bytes, unsigned same, uint32_t who, const Instruction& i);

    Race found{};

  private:
    struct Word {
        uint64_t number = 0;
        uint32_t epoch = 0;
        uint16_t own = 0;     // bytes that their writer had read before: nobody else may touch them
        uint16_t atomic = 0;  // bytes that all who changed them did by atomic operations
        uint32_t readers[4], writers[4];
        const Instruction *read_at, *written_at;
    };
    Word& find(uint64_t number);
    void grow();
    bool read(Word& word, int byte, uint32_t who);
    bool write(Word& word, int byte, bool is_same, uint32_t who);
    bool update(Word& word, int byte, uint32_t who);
    bool race(Access later, uint32_t late, Access earlier, uint32_t early, const Word& word);

    static constexpr size_t LARGE = 1 << 14;
    std::vector<Word> words = std::vector<Word>(64);
    size_t used = 0;
    uint32_t epoch = 1;
};
