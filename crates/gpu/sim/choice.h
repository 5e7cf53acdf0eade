// Handlers of comparisons and predicates, and of moves and conversions between registers.
#pragma once
#include <string>

#include "program.h"

Handler compare_handler(const std::string& comparison, Type type);
Handler select_handler(Type type);
Handler convert_handler(Type to, Type from, Type target, Type source);
Handler predicate_handler(const std::string& name);
Handler move_handler(Type type);
Handler pack_handler(Type whole);
Handler unpack_handler(Type whole);
