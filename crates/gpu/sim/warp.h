// Thirty-two lanes in lockstep: registers, calls, and which lanes go which way.
#pragma once
#include "counts.h"
#include "memory.h"
#include "program.h"
#include "touched.h"
#include "watch.h"

// Addresses beyond the host's are those of a lane's own and of a block's memory.
constexpr uint64_t LOCAL_WINDOW = 1ull << 60;
constexpr uint64_t SHARED_WINDOW = 1ull << 61;
constexpr size_t LOCAL_BYTES = 64 << 10;
constexpr size_t FRAME_BYTES = 16 << 20;

// Memory for the frames and the local variables of one warp. It is used again: to get new pages
// for every warp would take longer than most warps run.
class Stacks {
  public:
    Stacks();
    ~Stacks();
    Stacks(const Stacks&) = delete;
    Stacks& operator=(const Stacks&) = delete;

    // Fills local memory up to there with a pattern, so that what is read before it was
    // written is seen; once, as what earlier warps left does as well.
    void poison_local(size_t bytes);

    char* frames;
    uint32_t* local;  // words of 32 lanes side by side, as hardware has them

  private:
    size_t poisoned = 0;
};

// A block as its warps see it.
struct BlockView {
    uint32_t number, blocks, threads;
    char* shared;
    size_t shared_bytes;
    Touched touched;  // by the access at hand: a block's warps run one after the other
    uint32_t launch;               // never 0
    uint32_t barriers;             // that its warps have passed
    std::unique_ptr<Races> races;  // between its warps, if anybody looks for them
};

// Why a warp does not go on.
enum class Pause : uint8_t { None, Ended, Barrier, Atomic };

class Warp {
  public:
    Warp(const Module& module, const Memory& memory, BlockView& block, uint32_t number, Stacks& stacks);

    // Puts the kernel's arguments in place.
    void start(int kernel, void** arguments);
    // Runs until the warp ends or must wait for others. What it does is counted there.
    Pause run(Counts& counts);
    // Does what the warp waits for to do: global memory, in the launch's order of warps.
    void finish_atomic(Counts& counts);
    bool has_ended() const { return pause == Pause::Ended; }

    // For handlers of instructions.
    template <class Slot> const Slot* read(Place place) const {
        // A constant has its 32 wide lanes behind its 32 narrow ones.
        int skip = (place & 1) && sizeof(Slot) == 8 ? 128 : 0;
        return reinterpret_cast<const Slot*>(bases[place & 1] + (place >> 1) + skip);
    }
    template <class Slot> Slot* write(Place place) const {
        return reinterpret_cast<Slot*>(bases[0] + (place >> 1));
    }
    uint32_t predicate(Place place) const { return *read<uint32_t>(place); }
    void set_predicate(Place place, uint32_t lanes) {
        uint32_t& there = *write<uint32_t>(place);
        there = (there & ~mask) | (lanes & mask);
    }
    void set_parameter_word(int offset, int lane, uint32_t word) {
        reinterpret_cast<uint32_t*>(bases[0] + offset)[lane] = word;
    }
    void branch(const Instruction& i);
    void branch_by_table(const Instruction& i);
    void call(const Instruction& i);
    void leave_function(const Instruction& i);
    void wait(Pause why, const Instruction& i);
    // Lanes that have ended, or wait for the others only to end together with them.
    uint32_t ended() const;
    [[noreturn]] void fail(const std::string& why) const;
    // The instruction at hand, for people.
    std::string here() const { return function->place(paths.back().at - 1); }

    const Module& module;
    const Memory& memory;
    BlockView& block;
    const uint32_t number;  // in the block
    Stacks& stacks;
    uint32_t mask = 0;   // lanes that take part in the instruction at hand
    uint32_t lanes = 0;  // lanes that there are: blocks may end within a warp
    uint32_t local_base = 0;
    uint64_t most_instructions = ~0ull;
    FunctionCounts* counted = nullptr;  // of the function at hand
    LineCounts* line = nullptr;         // of the instruction at hand
    Counts* counts = nullptr;
    Caches caches;
    // The buffer that was last used: it is nearly always the one.
    mutable Memory::Buffer last_buffer{0, 0, false};
    std::unique_ptr<Watch> watch;  // if anybody looks for races

  private:
    // Lanes that are together: where they are, and where they wait for others.
    struct Path {
        int at, meets;
        uint32_t mask;
    };
    struct Frame {
        int function;
        char* base;
        uint32_t local_base;
        size_t first_path;
        Parameter result_to;
    };

    void push_frame(int function, uint32_t local_base);
    void enter_frame();
    void pop_path();
    bool return_to_caller();
    void count(const Instruction& i);
    bool is_uniform(const Instruction& i) const;
    Path& path() { return paths.back(); }

    char* bases[2] = {nullptr, nullptr};
    const Function* function = nullptr;
    std::vector<Path> paths;
    std::vector<Frame> frames;
    Pause pause = Pause::None;
    const Instruction* waiting = nullptr;
    uint32_t waiting_mask = 0;
    uint64_t executed = 0;
};
