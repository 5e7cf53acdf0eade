// Single instructions: from text to a handler and the places of operands.
#include <algorithm>

#include "access.h"
#include "arithmetic.h"
#include "choice.h"
#include "collective.h"
#include "parser.h"

static void branch_handler(Warp& warp, const Instruction& i) { warp.branch(i); }
static void table_handler(Warp& warp, const Instruction& i) { warp.branch_by_table(i); }
static void call_handler(Warp& warp, const Instruction& i) { warp.call(i); }
static void return_handler(Warp& warp, const Instruction& i) { warp.leave_function(i); }

static std::vector<std::string> split(const std::string& mnemonic) {
    std::vector<std::string> words;
    for (size_t start = 0, end; start <= mnemonic.size(); start = end + 1) {
        end = std::min(mnemonic.find('.', start), mnemonic.size());
        words.push_back(mnemonic.substr(start, end - start));
    }
    return words;
}

void Parser::decode(const std::string& mnemonic) {
    words = split(mnemonic);
    int types = 0;
    for (auto& word : words)
        if (auto named = type_named(word)) (types++ == 0 ? type : second_type) = *named;
    now.type = type;
    now.space = space();
    now.is_strong = has("volatile") || has("relaxed");
    bool is_known = decode_flow() || decode_call() || decode_move() || decode_memory() || decode_atomic() ||
                    decode_shuffle() || decode_vote() || decode_barrier() || decode_predicate() ||
                    decode_arithmetic();
    if (!is_known) in.fail("unknown instruction " + mnemonic);
}

bool Parser::has(const char* modifier) const {
    return std::find(words.begin(), words.end(), modifier) != words.end();
}

Space Parser::space() const {
    if (has("global") || has("const")) return Space::Global;
    return has("local") ? Space::Local : has("shared") ? Space::Shared : Space::Generic;
}

bool Parser::finish(Handler handler, Flow flow) {
    if (!handler) in.fail("no such type for " + words[0]);
    static const char* const spaces[] = {"", ".global", ".local", ".shared"};
    std::string kind = words[0] + (words[0] == "cvta" ? "" : spaces[int(now.space)]);
    if (has("param")) kind += ".param";
    if (has("wide")) kind += ".wide";
    now.run = handler;
    now.flow = flow;
    now.kind = module.kind(kind);
    // A branch works on its guard.
    if (flow != Flow::Next && now.guard >= 0) {
        now.place[0] = now.guard;
        now.reads_predicates |= 1;
    }
    function->code.push_back(now);
    if (line || !function->lines.empty()) function->lines.resize(function->code.size(), line);
    return true;
}

bool Parser::finish_free(Handler handler) {
    now.is_free = true;
    return finish(handler);
}

bool Parser::decode_flow() {
    const std::string& name = words[0];
    if (name == "ret" || name == "exit") return finish(return_handler, Flow::Return);
    if (name == "trap") return finish(trap);
    if (name != "bra" && name != "brx") return false;
    bool is_table = name == "brx";
    if (is_table) {
        source(1);
        in.expect(",");
    }
    jumps.push_back({int(function->code.size()), in.word()});
    return is_table ? finish(table_handler, Flow::Table) : finish(branch_handler, Flow::Branch);
}

bool Parser::decode_call() {
    if (words[0] != "call") return false;
    if (now.guard >= 0) in.fail("a call with a guard");
    Call call;
    if (in.take("(")) {
        call.result = find_parameter(in.word());
        in.expect(")");
        in.expect(",");
    }
    if (in.peek() == '%') in.fail("a call of a function that is a value");
    call.callee = module.function(in.word());
    if (in.take(",")) {
        in.expect("(");
        while (!in.take(")")) {
            call.arguments.push_back(find_parameter(in.word()));
            in.take(",");
        }
    }
    now.list = uint32_t(function->calls.size());
    function->calls.push_back(call);
    return finish(call_handler);
}

bool Parser::decode_move() {
    if (words[0] == "cvta") {
        target(0);
        more_sources(1, 1);
        if (now.space == Space::Generic) now.space = Space::Global;
        return finish_free(has("to") ? from_generic : to_generic);
    }
    if (words[0] != "mov") return false;
    if (in.peek() == '{') {
        now.parts = 2;
        vector(true);
        in.expect(",");
        source(2);
        return finish_free(unpack_handler(type));
    }
    target(0);
    in.expect(",");
    if (in.peek() == '{') {
        in.expect("{");
        source(1);
        more_sources(2, 1);
        in.expect("}");
        return finish_free(pack_handler(type));
    }
    size_t before = in.position();
    std::string name = in.word();
    if (auto variable = find_variable(name)) {
        now.number = int32_t(variable->address);
        if (variable->space == Space::Local) return finish_free(local_address);
        now.place[1] = constant(variable->address);
        return finish_free(move_handler(target_type));
    }
    now.number = special_register(name);
    if (now.number >= 0 && !find_register(name)) return finish(read_special_register);
    in.go_back(before);
    type == Type::Predicate ? predicate_source(1) : source(1);
    return finish_free(move_handler(target_type));
}

bool Parser::decode_memory() {
    bool is_load = words[0] == "ld" || words[0] == "ldu";
    if (!is_load && words[0] != "st") return false;
    bool is_parameter = has("param");
    now.parts = has("v4") ? 4 : has("v2") ? 2 : 1;
    auto read_address = [&] { is_parameter ? parameter_address() : address(); };
    if (is_load) {
        vector(true);
        in.expect(",");
        read_address();
        now.variant = bits(target_type) == 16;
        now.is_free = is_parameter;
        return finish(is_parameter ? parameter_load_handler(type, target_type)
                                   : load_handler(type, target_type));
    }
    read_address();
    in.expect(",");
    source_type = type;
    vector(false);
    return finish(is_parameter ? parameter_store_handler(type, source_type)
                               : store_handler(type, source_type));
}

bool Parser::decode_atomic() {
    if (words[0] != "atom" && words[0] != "red") return false;
    static const char* const names[] = {"add", "exch", "cas", "min", "max", "and", "or", "xor"};
    auto is_named = [&](const char* name) { return has(name); };
    auto found = std::find_if(std::begin(names), std::end(names), is_named);
    if (found == std::end(names) || bits(type) < 32) in.fail("an atomic operation that we do not know");
    now.variant = uint8_t(found - names);
    if (words[0] == "atom") {
        now.parts = 2;
        target(0);
        in.expect(",");
    }
    address();
    more_sources(1, Atomic(now.variant) == Atomic::CompareSwap ? 2 : 1);
    if (Atomic(now.variant) != Atomic::CompareSwap) now.place[2] = now.place[1];
    return finish(atomic);
}

// Where a name stands among others, by what the mnemonic has.
static int index_of(const std::vector<std::string>& words, std::initializer_list<const char*> names) {
    int index = 0;
    for (auto name : names) {
        if (std::find(words.begin(), words.end(), name) != words.end()) return index;
        index++;
    }
    return -1;
}

bool Parser::decode_shuffle() {
    bool is_match = words[0] == "match";
    if (words[0] != "shfl" && !is_match) return false;
    if (!has("sync")) in.fail("a shuffle without members");
    target(0);
    if (in.take("|")) {
        target(1);
        now.parts = 2;
    }
    more_sources(2, is_match ? 1 : 3);
    more_sources(MEMBERS, 1);
    int mode = is_match ? index_of(words, {"any", "all"}) : index_of(words, {"idx", "up", "down", "bfly"});
    if (mode < 0) in.fail("a mode that we do not know");
    now.variant = uint8_t(mode);
    return finish(is_match ? match_lanes : shuffle);
}

bool Parser::decode_vote() {
    if (words[0] == "activemask") {
        target(0);
        return finish(active_mask);
    }
    bool is_vote = words[0] == "vote";
    if ((!is_vote && words[0] != "redux") || !has("sync")) return false;
    target(0);
    in.expect(",");
    if (is_vote) {
        now.number = in.take("!");
        predicate_source(1);
    } else {
        source(1);
    }
    more_sources(MEMBERS, 1);
    int mode = is_vote ? index_of(words, {"all", "any", "uni", "ballot"})
                       : index_of(words, {"add", "min", "max", "and", "or", "xor"});
    if (mode < 0) in.fail("a mode that we do not know");
    now.variant = uint8_t(mode);
    return finish(is_vote ? vote : reduce_lanes);
}

bool Parser::decode_barrier() {
    const std::string& name = words[0];
    // Warps see each other's writes at once, or not before the next turn: fences add nothing.
    if (name == "membar" || name == "fence" || name == "nanosleep") {
        if (in.peek() != ';') source(1);
        return finish(nothing);
    }
    if (name != "bar" && name != "barrier") return false;
    if (has("warp")) {
        source(MEMBERS);
        return finish(warp_barrier);
    }
    if (!has("sync")) in.fail("a barrier that we do not know");
    if (in.number() != 0 || in.peek() == ',') in.fail("another barrier than the block's");
    return finish(block_barrier);
}

bool Parser::decode_predicate() {
    if (words[0] == "setp") {
        target(0);
        more_sources(1, 2);
        now.variant = uint8_t(has("and") ? 1 : has("or") ? 2 : has("xor") ? 3 : 0);
        if (now.variant) {
            in.expect(",");
            predicate_source(3);
        }
        return finish(compare_handler(words[1], type));
    }
    if (words[0] == "selp") {
        target(0);
        more_sources(1, 2);
        in.expect(",");
        predicate_source(3);
        return finish(select_handler(type));
    }
    if (type != Type::Predicate) return false;
    target(0);
    in.expect(",");
    predicate_source(1);
    if (in.take(",")) predicate_source(2);
    return finish(predicate_handler(words[0]));
}

bool Parser::decode_arithmetic() {
    if (words[0] == "cvt") {
        target(0);
        more_sources(1, 1);
        now.variant = bits(target_type) == 16;
        return finish(convert_handler(type, second_type, target_type, source_type));
    }
    if (words[0] == "lop3") {
        target(0);
        more_sources(1, 3);
        in.expect(",");
        now.number = int32_t(in.number());
        return finish(bit_table);
    }
    Arithmetic found = arithmetic_named(words, type);
    if (!found.handler) return false;
    target(0);
    more_sources(1, found.sources);
    return finish(found.handler);
}

const Parser::Register* Parser::find_register(const std::string& name) const {
    for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
        auto found = scope->registers.find(name);
        if (found != scope->registers.end()) return &found->second;
    }
    return nullptr;
}

const Parameter& Parser::find_parameter(const std::string& name) {
    for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
        auto found = scope->parameters.find(name);
        if (found != scope->parameters.end()) return found->second;
    }
    in.fail("no parameter " + name);
}

const Variable* Parser::find_variable(const std::string& name) const {
    auto own = variables.find(name);
    if (own != variables.end()) return &own->second;
    auto of_module = module.variables.find(name);
    return of_module == module.variables.end() ? nullptr : &of_module->second;
}

void Parser::target(int at) {
    std::string name = in.word();
    auto found = find_register(name);
    if (!found) in.fail("no register " + name);
    now.place[at] = 2 * found->offset;
    target_type = found->type;
}

void Parser::add_read(int at, Type read) {
    uint8_t& reads = read == Type::Predicate ? now.reads_predicates
                     : bits(read) == 64      ? now.reads_wide
                                             : now.reads_words;
    reads |= uint8_t(1 << at);
}

void Parser::read_register(int at, const std::string& name) {
    auto found = find_register(name);
    if (!found) in.fail("no register " + name);
    now.place[at] = 2 * found->offset;
    source_type = found->type;
    add_read(at, found->type);
}

void Parser::source(int at) {
    if (in.at_number())
        now.place[at] = constant(uint64_t(in.number()));
    else
        read_register(at, in.word());
}

void Parser::predicate_source(int at) {
    if (in.at_number())
        now.place[at] = constant(in.number() ? ~0ull : 0);
    else
        read_register(at, in.word());
}

void Parser::more_sources(int first, int count) {
    for (int at = first; at < first + count; at++) {
        in.expect(",");
        source(at);
    }
}

// In brackets: a register or a variable, and a number.
void Parser::address() {
    in.expect("[");
    if (in.at_number()) {
        now.place[ADDRESS] = constant(uint64_t(in.number()));
    } else {
        std::string name = in.word();
        auto variable = find_register(name) ? nullptr : find_variable(name);
        if (variable && variable->space == Space::Local) in.fail("a local variable's own name as an address");
        if (variable)
            now.place[ADDRESS] = constant(variable->address);
        else
            read_register(ADDRESS, name);
    }
    if (in.take("+") || in.peek() == '-') now.number = int32_t(in.number());
    in.expect("]");
}

void Parser::parameter_address() {
    in.expect("[");
    now.place[ADDRESS] = 2 * find_parameter(in.word()).offset;
    if (in.take("+")) now.number = int32_t(in.number());
    in.expect("]");
}

// One register, or several in braces.
void Parser::vector(bool is_target) {
    bool is_list = in.take("{");
    for (int part = 0; part < now.parts; part++) {
        if (part) in.expect(",");
        is_target ? target(part) : source(part);
    }
    if (is_list) in.expect("}");
}

Place Parser::constant(uint64_t value) {
    auto [known, is_new] = constants.try_emplace(value, Place(2 * 4 * function->constants.size() + 1));
    if (!is_new) return known->second;
    auto& pool = function->constants;
    pool.insert(pool.end(), LANES, uint32_t(value));
    for (int lane = 0; lane < LANES; lane++) {
        pool.push_back(uint32_t(value));
        pool.push_back(uint32_t(value >> 32));
    }
    return known->second;
}
