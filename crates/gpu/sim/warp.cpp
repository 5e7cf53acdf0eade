#include "warp.h"

#include <sys/mman.h>

#include <cstring>

#include "access.h"

static char* map_pages(size_t size) {
    void* memory =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw Error("no memory for a warp");
    return static_cast<char*>(memory);
}

Stacks::Stacks()
    : frames(map_pages(FRAME_BYTES)), local(reinterpret_cast<uint32_t*>(map_pages(LOCAL_BYTES * LANES))) {}

Stacks::~Stacks() {
    munmap(frames, FRAME_BYTES);
    munmap(local, LOCAL_BYTES * LANES);
}

void Stacks::poison_local(size_t bytes) {
    if (bytes <= poisoned) return;
    memset(reinterpret_cast<char*>(local) + poisoned * LANES, 0xa5, (bytes - poisoned) * LANES);
    poisoned = bytes;
}

Warp::Warp(const Module& module, const Memory& memory, BlockView& block, uint32_t number, Stacks& stacks)
    : module(module), memory(memory), block(block), number(number), stacks(stacks) {
    uint32_t threads = block.threads - number * LANES;
    lanes = threads >= LANES ? ALL_LANES : (1u << threads) - 1;
    if (block.races) watch = std::make_unique<Watch>(*this);
}

void Warp::start(int kernel, void** arguments) {
    push_frame(kernel, 0);
    paths.push_back({0, int(function->code.size()), lanes});
    for (size_t p = 0; p < function->parameters.size(); p++) {
        const Parameter& parameter = function->parameters[p];
        auto from = static_cast<const char*>(arguments[p]);
        for (int w = 0; w < parameter.words; w++) {
            uint32_t word = 0;
            memcpy(&word, from + 4 * w, std::min(4, function->parameter_bytes[p] - 4 * w));
            for (int lane = 0; lane < LANES; lane++)
                set_parameter_word(parameter.offset + 128 * w, lane, word);
        }
    }
}

void Warp::fail(const std::string& why) const {
    throw Error(why + " in " + here() + ", block " + std::to_string(block.number) + ", warp " + std::to_string(number));
}

void Warp::push_frame(int callee, uint32_t new_local_base) {
    const Function& called = *module.functions[callee];
    char* base = stacks.frames;
    if (!frames.empty()) base = frames.back().base + (function->frame_bytes + 255) / 256 * 256;
    if (!called.is_defined) fail("a call of " + called.name + ", which is not there,");
    if (base + called.frame_bytes > stacks.frames + FRAME_BYTES) fail("calls nest too deep");
    if (new_local_base + called.local_bytes > LOCAL_BYTES) fail("the stack overflows");
    stacks.poison_local(new_local_base + called.local_bytes);
    frames.push_back({callee, base, new_local_base, paths.size(), {}});
    enter_frame();
    if (counts) counted->calls++;
}

// Makes the last frame the one at hand.
void Warp::enter_frame() {
    Frame& frame = frames.back();
    function = module.functions[frame.function].get();
    bases[0] = frame.base;
    bases[1] = reinterpret_cast<char*>(const_cast<uint32_t*>(function->constants.data()));
    local_base = frame.local_base;
    if (counts) counted = &counts->by_function[frame.function];
}

inline void Warp::count(const Instruction& i) {
    int active = __builtin_popcount(mask);
    if (i.is_free) {
        counted->free_instructions++;
        return;
    }
    line = &counts->by_line[function->lines.empty() ? 0 : function->lines[&i - function->code.data()]];
    line->warp_instructions++;
    counted->warp_instructions++;
    counted->lane_instructions += active;
    counts->active_lanes[active]++;
    counts->by_kind[i.kind]++;
    if (i.reads_words | i.reads_wide | i.reads_predicates) {
        counted->operand_instructions++;
        counted->useful_lanes += active < 2 || is_uniform(i) ? active != 0 : active;
    }
}

Pause Warp::run(Counts& to) {
    counts = &to;
    enter_frame();
    pause = Pause::None;
    const bool is_counting = to.is_on;
    while (pause == Pause::None) {
        Path& here = paths.back();
        if (here.at == here.meets) {
            pop_path();
            continue;
        }
        const Instruction& i = function->code[here.at++];
        mask = here.mask;
        // A branch asks its guard itself.
        if (i.guard >= 0 && i.flow == Flow::Next)
            mask &= i.negated ? ~predicate(i.guard) : predicate(i.guard);
        if (is_counting) count(i);
        if (++executed > most_instructions) fail("more instructions than a warp may take");
        i.run(*this, i);
    }
    return pause;
}

// Lanes that have come to where they meet others are one with them from here on.
void Warp::pop_path() {
    bool is_last = paths.size() - 1 == frames.back().first_path;
    paths.pop_back();
    if (is_last && !return_to_caller()) pause = Pause::Ended;
}

bool Warp::return_to_caller() {
    Frame done = frames.back();
    const Function& callee = *function;
    frames.pop_back();
    if (frames.empty()) return false;
    enter_frame();
    if (done.result_to.words)
        memcpy(bases[0] + done.result_to.offset, done.base + callee.result.offset,
               128 * done.result_to.words);
    return true;
}

void Warp::branch(const Instruction& i) {
    counted->branches++;
    Path& here = path();
    int target = i.flow == Flow::Return ? int(function->code.size()) : i.number;
    uint32_t taken =
        i.guard < 0 ? here.mask : here.mask & (i.negated ? ~predicate(i.guard) : predicate(i.guard));
    uint32_t stay = here.mask & ~taken;
    if (!stay) here.at = target;
    if (!stay || !taken) return;
    counted->divergent_branches++;
    int next = here.at;
    // Those that part wait where they meet. Who waits there already need not wait twice.
    bool waits_there = i.meets == here.meets && paths.size() - 1 > frames.back().first_path;
    if (waits_there)
        paths.pop_back();
    else
        here.at = i.meets;
    if (next != i.meets) paths.push_back({next, i.meets, stay});
    if (target != i.meets) paths.push_back({target, i.meets, taken});
}

void Warp::branch_by_table(const Instruction& i) {
    counted->branches++;
    const std::vector<int>& targets = function->tables[i.list];
    const uint32_t* index = read<uint32_t>(i.place[1]);
    std::vector<Path> ways;
    for (uint32_t left = path().mask; left;) {
        uint32_t value = index[__builtin_ctz(left)], together = 0;
        if (value >= targets.size()) fail("a branch by a table that has no entry " + std::to_string(value));
        for_lanes(left, [&](int lane) { together |= uint32_t(index[lane] == value) << lane; });
        left &= ~together;
        ways.push_back({targets[value], i.meets, together});
    }
    if (ways.size() == 1) {
        path().at = ways[0].at;
        return;
    }
    counted->divergent_branches++;
    bool waits_there = i.meets == path().meets && paths.size() - 1 > frames.back().first_path;
    if (waits_there)
        paths.pop_back();
    else
        path().at = i.meets;
    for (auto& way : ways)
        if (way.at != i.meets) paths.push_back(way);
}

void Warp::call(const Instruction& i) {
    const Call& call = function->calls[i.list];
    char* caller = bases[0];
    uint32_t together = path().mask;
    push_frame(call.callee, local_base + (function->local_bytes + 15) / 16 * 16);
    paths.push_back({0, int(function->code.size()), together});
    for (size_t a = 0; a < std::min(call.arguments.size(), function->parameters.size()); a++) {
        const Parameter &from = call.arguments[a], &to = function->parameters[a];
        memcpy(bases[0] + to.offset, caller + from.offset, 128 * std::min(from.words, to.words));
    }
    frames.back().result_to = {call.result.offset, std::min(call.result.words, function->result.words)};
}

void Warp::leave_function(const Instruction& i) {
    if (i.guard >= 0) return branch(i);
    path().at = int(function->code.size());
}

uint32_t Warp::ended() const {
    const auto& kernel = module.functions[frames[0].function]->code;
    size_t in_kernel = frames.size() > 1 ? frames[1].first_path : paths.size();
    uint32_t ended = ~lanes, seen = 0;
    for (size_t p = paths.size(); p-- > 0;) {
        bool at_end =
            p < in_kernel && (size_t(paths[p].at) == kernel.size() ||
                              (kernel[paths[p].at].flow == Flow::Return && kernel[paths[p].at].guard < 0));
        if (at_end) ended |= paths[p].mask & ~seen;
        seen |= paths[p].mask;
    }
    return ended;
}

void Warp::wait(Pause why, const Instruction& i) {
    pause = why;
    waiting = &i;
    waiting_mask = mask;
}

void Warp::finish_atomic(Counts& to) {
    counts = &to;
    enter_frame();
    mask = waiting_mask;
    do_atomic(*this, *waiting);
}

template <class Slot> static bool lanes_are_equal(const Slot* lanes, uint32_t mask) {
    Slot first = lanes[__builtin_ctz(mask)];
    // Most operands that differ do so at the ends.
    if (lanes[31 - __builtin_clz(mask)] != first) return false;
    Slot different = 0;
    for (int lane = 0; lane < LANES; lane++) different |= mask >> lane & 1 ? lanes[lane] ^ first : 0;
    return !different;
}

// Whether the operands of all active lanes are equal.
bool Warp::is_uniform(const Instruction& i) const {
    for (unsigned reads = i.reads_words; reads; reads &= reads - 1)
        if (!lanes_are_equal(read<uint32_t>(i.place[__builtin_ctz(reads)]), mask)) return false;
    for (unsigned reads = i.reads_wide; reads; reads &= reads - 1)
        if (!lanes_are_equal(read<uint64_t>(i.place[__builtin_ctz(reads)]), mask)) return false;
    for (unsigned reads = i.reads_predicates; reads; reads &= reads - 1) {
        uint32_t lanes = predicate(i.place[__builtin_ctz(reads)]) & mask;
        if (lanes && lanes != mask) return false;
    }
    return true;
}
