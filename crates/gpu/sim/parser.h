// From PTX to functions that can be run: declarations here, single instructions in decoder.cpp.
#pragma once
#include <map>

#include "program.h"
#include "reader.h"

class Parser {
  public:
    Parser(const std::string& text, Module& module) : in(text), module(module) {}
    void parse();

  private:
    struct Register {
        int offset;
        Type type;
    };
    struct Declared {
        std::string name;
        int bytes;
        int align;
    };
    // What names mean between two braces.
    struct Scope {
        std::unordered_map<std::string, Register> registers;
        std::unordered_map<std::string, Parameter> parameters;
    };

    // Declarations.
    Declared declaration();
    std::vector<Declared> parameter_list();
    void parse_function(bool has_result_first);
    void parse_body();
    void parse_statement();
    bool parse_label(const std::string& name);
    bool parse_declaration(const std::string& word);
    void declare_registers();
    void declare_variable(Space space);
    void set_memory(uint8_t* memory, const Declared& variable, int item_bytes);
    Parameter new_parameter(int bytes);
    int new_slot(int bytes);
    void link();
    void end_function();

    // Instructions: decoder.cpp. Each takes a group of them, or says that it is another's.
    void decode(const std::string& mnemonic);
    bool decode_flow();
    bool decode_call();
    bool decode_move();
    bool decode_memory();
    bool decode_atomic();
    bool decode_shuffle();
    bool decode_vote();
    bool decode_barrier();
    bool decode_predicate();
    bool decode_arithmetic();
    bool has(const char* modifier) const;
    Space space() const;
    bool finish(Handler handler, Flow flow = Flow::Next);
    bool finish_free(Handler handler);

    // Operands, for a place in the instruction.
    void target(int at);
    void source(int at);
    void predicate_source(int at);
    void more_sources(int first, int count);
    void address();
    void parameter_address();
    void vector(bool is_target);
    void read_register(int at, const std::string& name);
    void add_read(int at, Type type);
    Place constant(uint64_t value);
    const Register* find_register(const std::string& name) const;
    const Parameter& find_parameter(const std::string& name);
    const Variable* find_variable(const std::string& name) const;

    Reader in;
    Module& module;
    Function* function = nullptr;
    std::vector<Scope> scopes;
    std::unordered_map<std::string, Variable> variables;  // of the function
    std::unordered_map<std::string, int> labels;
    std::unordered_map<std::string, std::vector<std::string>> tables;
    std::vector<std::pair<int, std::string>> jumps;  // instructions whose labels are to be found
    std::map<uint64_t, Place> constants;

    int line = 0;  // of the source

    // The instruction at hand.
    Instruction now;
    std::vector<std::string> words;  // of its mnemonic: operation and modifiers
    Type type = Type::U32, second_type = Type::U32;
    Type target_type = Type::U32, source_type = Type::U32;  // of the registers last read
};
