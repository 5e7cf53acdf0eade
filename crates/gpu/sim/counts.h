// What is counted while warps run.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

// Accesses of one kind of memory by warps. Memory moves in sectors of 32 bytes.
struct AccessCounts {
    uint64_t accesses = 0;  // warp instructions
    uint64_t lanes = 0;
    uint64_t sectors = 0;
    uint64_t lines = 0;       // of 128 bytes: what one access costs the memory's pipeline
    uint64_t bytes_used = 0;  // different bytes; those that several lanes read count once
    uint64_t stores = 0;      // accesses that write
    // Sectors that the first cache passes on, and that memory behind the second one moves; loads that wait for these.
    uint64_t passed_sectors = 0, memory_sectors = 0;
    uint64_t passed_loads = 0, memory_loads = 0;

    void add(const AccessCounts& other);
};

// What one function did.
struct FunctionCounts {
    uint64_t calls = 0;
    uint64_t warp_instructions = 0;
    uint64_t lane_instructions = 0;
    // Instructions that no machine code is left of: moves between registers, parameters that are
    // read. They count nowhere else.
    uint64_t free_instructions = 0;
    // Instructions with operands in registers, and their useful lanes: all active ones, but only
    // one if the operands of all of them are equal, since then they do the same scalar work.
    uint64_t operand_instructions = 0;
    uint64_t useful_lanes = 0;
    uint64_t branches = 0;
    uint64_t divergent_branches = 0;
    uint64_t collectives = 0;  // shuffles and votes
    uint64_t barriers = 0;
    uint64_t atomics = 0;
    AccessCounts global, local;
    uint64_t shared_accesses = 0;
    uint64_t shared_conflicts = 0;  // further passes because lanes wanted other words of one bank

    void add(const FunctionCounts& other);
};

// What one line of the source did, wherever it was inlined.
struct LineCounts {
    uint64_t warp_instructions = 0;
    uint64_t sectors = 0, bytes_used = 0;  // of global memory
    uint64_t local_sectors = 0;
    uint64_t memory_sectors = 0;  // of both, behind the caches

    void add(const LineCounts& other);
};

struct Counts {
    std::vector<FunctionCounts> by_function;
    std::vector<LineCounts> by_line;  // only the first, for all, if the PTX names no lines
    std::vector<uint64_t> by_kind;   // warp instructions, as in Module::kinds
    uint64_t active_lanes[33] = {};  // warp instructions by their number of active lanes
    bool is_on = true;

    Counts(size_t functions, size_t lines, size_t kinds, bool is_on)
        : by_function(functions), by_line(lines), by_kind(kinds), is_on(is_on) {}
    void add(const Counts& other);
    FunctionCounts total() const;
};
