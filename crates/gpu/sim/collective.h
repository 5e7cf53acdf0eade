// What lanes of a warp do together, and special registers.
#pragma once
#include "warp.h"

enum class Shuffle : uint8_t { Index, Up, Down, Butterfly };
enum class Vote : uint8_t { All, Any, Uniform, Ballot };
enum class Match : uint8_t { Any, All };
enum class Reduction : uint8_t { Add, Min, Max, And, Or, Xor };

void shuffle(Warp&, const Instruction&);
void vote(Warp&, const Instruction&);
void match_lanes(Warp&, const Instruction&);
void reduce_lanes(Warp&, const Instruction&);
void active_mask(Warp&, const Instruction&);
void block_barrier(Warp&, const Instruction&);
void warp_barrier(Warp&, const Instruction&);
void nothing(Warp&, const Instruction&);
void trap(Warp&, const Instruction&);

// A special register's number, negative if there is no such one.
int special_register(const std::string& name);
void read_special_register(Warp&, const Instruction&);
void local_address(Warp&, const Instruction&);
void to_generic(Warp&, const Instruction&);
void from_generic(Warp&, const Instruction&);
