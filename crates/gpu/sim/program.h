// PTX as it is run: functions of instructions whose operands are places in a frame.
#pragma once
#include <algorithm>
#include <memory>
#include <unordered_map>
#include <vector>

#include "types.h"

class Warp;
struct Instruction;

using Handler = void (*)(Warp&, const Instruction&);

// Where the 32 lanes of an operand lie: twice their byte offset in the frame, or in the
// function's constants if the lowest bit is set. So reading needs no question.
using Place = int32_t;

enum class Space : uint8_t { Generic, Global, Local, Shared };

// What comes after an instruction.
enum class Flow : uint8_t { Next, Branch, Table, Return };

constexpr int PLACES = 6;
// The last place holds the address of an access, or the members of a collective instruction.
constexpr int ADDRESS = 5, MEMBERS = 5;

struct Instruction {
    Handler run = nullptr;
    Place place[PLACES] = {};  // the target first, then sources; vectors take several
    Place guard = -1;          // predicate that says which lanes take part
    int32_t number = 0;        // address offset, branch target, callee, table of bits
    int32_t meets = -1;        // where lanes that part here are together again
    uint32_t list = 0;         // in the function's lists: targets of a table, parameters of a call
    uint16_t kind = 0;         // in the module's kinds, for counting
    // Places that are read, by the width of their lanes.
    uint8_t reads_words = 0, reads_wide = 0, reads_predicates = 0;
    uint8_t parts = 1;    // of a vector
    uint8_t variant = 0;  // which of several forms, where a handler has some
    Type type = Type::U32;
    Space space = Space::Generic;
    Flow flow = Flow::Next;
    bool negated = false;  // the guard
    bool is_strong = false;  // an access that may meet others of its kind, as atomic operations may: volatile
    bool is_free = false;  // leaves no machine code behind once registers are given out
};

// A parameter: words of 32 lanes in the frame.
struct Parameter {
    int offset = 0;
    int words = 0;
};

struct Call {
    int callee = 0;
    std::vector<Parameter> arguments;
    Parameter result;  // no words: none
};

struct Function {
    std::string name;
    bool is_defined = false;
    std::vector<Instruction> code;
    std::vector<Parameter> parameters;
    std::vector<int> parameter_bytes;
    Parameter result;
    std::vector<Call> calls;
    std::vector<std::vector<int>> tables;
    std::vector<uint32_t> constants;  // each for 32 narrow and 32 wide lanes
    std::vector<int> lines;  // of the source, for each instruction, if the PTX names them
    int frame_bytes = 0;
    int local_bytes = 0;
    int most_threads = 1024;  // of a block

    std::string place(int instruction) const;
};

// A variable outside of registers.
struct Variable {
    Space space;
    uint64_t address;
};

struct Module {
    std::vector<std::unique_ptr<Function>> functions;
    std::unordered_map<std::string, int> by_name;
    std::unordered_map<std::string, Variable> variables;
    std::vector<std::string> kinds;
    // Variables in global memory: where, and how many bytes.
    std::vector<std::pair<uint64_t, size_t>> global_memory;
    std::vector<std::unique_ptr<uint64_t[]>> owned;
    int shared_bytes = 0;

    // The function of a name, declared if it is new.
    int function(const std::string& name) {
        auto [at, is_new] = by_name.try_emplace(name, int(functions.size()));
        if (is_new) {
            functions.push_back(std::make_unique<Function>());
            functions.back()->name = name;
        }
        return at->second;
    }

    // One more than the last line of the source that instructions name.
    size_t lines() const {
        int last = 0;
        for (auto& function : functions)
            for (int line : function->lines) last = std::max(last, line);
        return size_t(last) + 1;
    }

    uint16_t kind(const std::string& name) {
        for (size_t i = 0; i < kinds.size(); i++)
            if (kinds[i] == name) return uint16_t(i);
        kinds.push_back(name);
        return uint16_t(kinds.size() - 1);
    }
};

// Parses PTX; throws an Error that says what is not understood.
std::unique_ptr<Module> parse_module(const std::string& text);

// Finds out where lanes that part at a branch meet again.
void find_meeting_points(Function& function);
