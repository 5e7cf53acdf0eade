// Loads, stores and atomic operations, with the checks and counts of each.
#pragma once
#include "warp.h"

Handler load_handler(Type memory, Type target);
Handler store_handler(Type memory, Type source);
Handler parameter_load_handler(Type memory, Type target);
Handler parameter_store_handler(Type memory, Type source);

// What an atomic operation does to memory.
enum class Atomic : uint8_t { Add, Exchange, CompareSwap, Min, Max, And, Or, Xor };

// Waits for the warp's turn where others see the memory.
void atomic(Warp& warp, const Instruction& i);
// Does it, lane by lane.
void do_atomic(Warp& warp, const Instruction& i);
