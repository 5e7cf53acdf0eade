#include "parser.h"

#include <cstring>

std::unique_ptr<Module> parse_module(const std::string& text) {
    auto module = std::make_unique<Module>();
    Parser(text, *module).parse();
    return module;
}

static int round_up(int n, int unit) { return (n + unit - 1) / unit * unit; }

void Parser::parse() {
    while (!in.at_end()) {
        std::string word = in.word();
        if (word == ".version" || word == ".target" || word == ".address_size")
            in.skip_line();
        else if (word == ".visible" || word == ".weak" || word == ".extern")
            continue;
        else if (word == ".func")
            parse_function(true);
        else if (word == ".entry")
            parse_function(false);
        else if (word == ".global" || word == ".const")
            declare_variable(Space::Global);
        else if (word == ".shared")
            declare_variable(Space::Shared);
        else if (word == ".file")
            in.skip_line();
        else if (word == ".section")
            in.skip_past('}');
        else
            in.fail("unknown at the top: " + word);
    }
}

// What stands after `.param` or `.global`: alignment, type, name, and how many.
Parser::Declared Parser::declaration() {
    Declared made{"", 4, 4};
    for (;;) {
        std::string word = in.word();
        if (word.empty()) in.fail("expected a name");
        if (word == ".align") {
            made.align = int(in.number());
        } else if (word[0] == '.') {
            auto named = type_named(word.substr(1));
            if (named) made.bytes = bytes(*named);
        } else {
            made.name = word;
            break;
        }
    }
    while (in.take("[")) {
        made.bytes = in.peek() == ']' ? 0 : made.bytes * int(in.number());
        in.expect("]");
    }
    return made;
}

std::vector<Parser::Declared> Parser::parameter_list() {
    std::vector<Declared> list;
    in.expect("(");
    while (!in.take(")")) {
        if (in.word() != ".param") in.fail("expected .param");
        list.push_back(declaration());
        in.take(",");
    }
    return list;
}

void Parser::parse_function(bool may_have_result) {
    std::vector<Declared> result, parameters;
    if (may_have_result && in.peek() == '(') result = parameter_list();
    function = module.functions[module.function(in.word())].get();
    if (in.peek() == '(') parameters = parameter_list();
    while (in.peek() != '{') {
        if (in.take(";")) {  // declared here, defined elsewhere
            function = nullptr;
            return;
        }
        std::string directive = in.word();
        if (directive.empty()) in.fail("expected a function's body");
        if (directive == ".maxntid") function->most_threads = int(in.number());
        while (in.at_number() || in.peek() == ',') in.take(",") || in.number();
    }
    function->is_defined = true;
    scopes.assign(1, Scope());
    for (auto& declared : parameters) {
        function->parameters.push_back(new_parameter(declared.bytes));
        function->parameter_bytes.push_back(declared.bytes);
        scopes[0].parameters[declared.name] = function->parameters.back();
    }
    if (!result.empty()) {
        function->result = new_parameter(result[0].bytes);
        scopes[0].parameters[result[0].name] = function->result;
    }
    in.expect("{");
    parse_body();
    link();
    end_function();
}

std::string Function::place(int instruction) const {
    std::string line = lines.empty() ? "" : " (line " + std::to_string(lines[instruction]) + ")";
    return name + " at instruction " + std::to_string(instruction) + line;
}

void Parser::end_function() {
    line = 0;
    find_meeting_points(*function);
    variables.clear();
    labels.clear();
    tables.clear();
    jumps.clear();
    constants.clear();
    function = nullptr;
}

void Parser::parse_body() {
    while (!scopes.empty()) {
        if (in.take("}"))
            scopes.pop_back();
        else if (in.take("{"))
            scopes.emplace_back();
        else
            parse_statement();
    }
}

void Parser::parse_statement() {
    now = Instruction();
    if (in.take("@")) {
        now.negated = in.take("!");
        std::string name = in.word();
        auto guard = find_register(name);
        if (!guard) in.fail("no predicate " + name);
        now.guard = 2 * guard->offset;
    }
    std::string word = in.word();
    if (word.empty()) in.fail("expected a statement");
    if (parse_label(word) || parse_declaration(word)) return;
    decode(word);
    in.expect(";");
}

bool Parser::parse_label(const std::string& name) {
    if (in.peek() != ':') return false;
    in.expect(":");
    labels[name] = int(function->code.size());
    if (in.take(".branchtargets")) {
        do tables[name].push_back(in.word());
        while (in.take(","));
        in.expect(";");
    }
    return true;
}

bool Parser::parse_declaration(const std::string& word) {
    if (word == ".reg")
        declare_registers();
    else if (word == ".local")
        declare_variable(Space::Local);
    else if (word == ".shared")
        declare_variable(Space::Shared);
    else if (word == ".global" || word == ".const")
        declare_variable(Space::Global);
    else if (word == ".pragma")
        in.skip_past(';');
    else if (word == ".loc") {
        in.number();
        line = int(in.number());
        in.skip_line();
    }
    else if (word == ".param") {
        Declared declared = declaration();
        scopes.back().parameters[declared.name] = new_parameter(declared.bytes);
        in.expect(";");
    } else
        return false;
    return true;
}

void Parser::declare_registers() {
    auto named = type_named(in.word().substr(1));
    if (!named) in.fail("registers of a type that we do not know");
    // A predicate is one mask; everything else is a word or two of 32 lanes.
    int size = *named == Type::Predicate ? 64 : bits(*named) == 64 ? 256 : 128;
    auto declare = [&](const std::string& name) {
        scopes.back().registers[name] = Register{new_slot(size), *named};
    };
    do {
        std::string name = in.word();
        if (!in.take("<")) {
            declare(name);
            continue;
        }
        int count = int(in.number());
        in.expect(">");
        for (int i = 0; i < count; i++) declare(name + std::to_string(i));
    } while (in.take(","));
    in.expect(";");
}

void Parser::declare_variable(Space space) {
    size_t before = in.position();
    in.take(".align") && in.number();
    auto item = type_named(in.word().substr(1));
    in.go_back(before);
    Declared variable = declaration();
    auto& names = function ? variables : module.variables;
    if (space == Space::Global) {
        auto memory = std::make_unique<uint64_t[]>(size_t(variable.bytes) / 8 + 4);
        auto start = reinterpret_cast<uint8_t*>((reinterpret_cast<uintptr_t>(memory.get()) + 15) / 16 * 16);
        if (in.take("=")) set_memory(start, variable, item ? bytes(*item) : 4);
        auto address = reinterpret_cast<uint64_t>(start);
        module.owned.push_back(std::move(memory));
        module.global_memory.push_back({address, size_t(variable.bytes)});
        names[variable.name] = Variable{space, address};
    } else {
        int& used = space == Space::Shared ? module.shared_bytes : function->local_bytes;
        used = round_up(used, variable.align);
        names[variable.name] = Variable{space, uint64_t(used)};
        used += variable.bytes;
    }
    in.expect(";");
}

void Parser::set_memory(uint8_t* memory, const Declared& variable, int item_bytes) {
    bool is_list = in.take("{");
    for (int at = 0; at + item_bytes <= variable.bytes && in.at_number(); at += item_bytes) {
        int64_t value = in.number();
        memcpy(memory + at, &value, item_bytes);
        in.take(",");
    }
    if (is_list) in.expect("}");
}

int Parser::new_slot(int size) {
    int offset = function->frame_bytes;
    function->frame_bytes += size;
    return offset;
}

Parameter Parser::new_parameter(int size) {
    int words = (size + 3) / 4;
    return Parameter{new_slot(128 * words), words};
}

// Labels become numbers.
void Parser::link() {
    auto place_of = [&](const std::string& label) {
        auto found = labels.find(label);
        if (found == labels.end()) in.fail("no label " + label + " in " + function->name);
        return found->second;
    };
    for (auto& [at, label] : jumps) {
        Instruction& jump = function->code[at];
        if (jump.flow != Flow::Table) {
            jump.number = place_of(label);
            continue;
        }
        jump.list = uint32_t(function->tables.size());
        function->tables.emplace_back();
        for (auto& entry : tables[label]) function->tables.back().push_back(place_of(entry));
    }
}
