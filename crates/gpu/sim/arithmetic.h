// Handlers of arithmetic; none if a type has no such instruction.
#pragma once
#include <string>

#include "program.h"

struct Arithmetic {
    Handler handler = nullptr;
    int sources = 0;
};
// An instruction by the words of its mnemonic, such as `mul`, `wide`, `u32`.
Arithmetic arithmetic_named(const std::vector<std::string>& words, Type type);

// Any function of three bits, by its table: `lop3`.
void bit_table(Warp&, const Instruction&);
