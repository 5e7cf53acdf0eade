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

Handler compare_handler(const std::string& comparison, Type type);
Handler select_handler(Type type);
Handler convert_handler(Type to, Type from, Type target, Type source);
Handler predicate_handler(const std::string& name);
Handler move_handler(Type type);
Handler pack_handler(Type whole);
Handler unpack_handler(Type whole);
void bit_table(Warp&, const Instruction&);
