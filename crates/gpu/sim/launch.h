// A kernel on a grid of blocks.
#pragma once
#include "settings.h"
#include "warp.h"

struct Grid {
    uint32_t blocks, threads;
    size_t dynamic_shared_bytes;
};

// What a launch did.
struct Launched {
    Counts counts;
    uint64_t warps = 0;
    double seconds = 0;
};

// Runs a kernel to its end. Values and counts are the same with any number of threads.
Launched launch(const Module& module, int kernel, Grid grid, void** arguments, const Memory& memory,
                uint64_t number, const Settings& settings);
