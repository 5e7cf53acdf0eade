// What the environment says. The README lists the variables.
#pragma once
#include <cstdint>
#include <string>

struct Settings {
    int devices, multiprocessors, capability, threads;
    uint64_t memory_bytes;
    uint64_t warps;              // most of a launch that are run; 0: all
    uint64_t warp_instructions;  // most of a warp
    bool counts;
    int races;                   // 0: nobody looks for them, 1: they end the launch, 2: they are told
    std::string report, text, ptx;

    static const Settings& get();
};
