#include "collective.h"

#include <algorithm>

#include "lanes.h"

// What a lane gets that asks a lane which is not there: no value that anybody should use.
constexpr uint32_t NOBODY = 0xdeadbeef;

// The members of a collective instruction. All of them must be here: hardware before Volta
// does not wait for them, and gives anything.
static uint32_t members(const Warp& warp, const Instruction& i) {
    const uint32_t* masks = warp.read<uint32_t>(i.place[MEMBERS]);
    uint32_t mask = masks[__builtin_ctz(warp.mask)];
    for_lanes(warp.mask, [&](int lane) {
        if (masks[lane] != mask) warp.fail("a collective instruction whose lanes name other members");
    });
    if (warp.mask & ~mask) warp.fail("a collective instruction of a lane that is no member");
    if (mask & ~warp.mask & ~warp.ended())
        warp.fail("a collective instruction that not all members have come to");
    return mask;
}

void shuffle(Warp& warp, const Instruction& i) {
    if (!warp.mask) return;
    members(warp, i);
    const uint32_t *value = warp.read<uint32_t>(i.place[2]), *by = warp.read<uint32_t>(i.place[3]),
                   *bounds = warp.read<uint32_t>(i.place[4]);
    uint32_t got[LANES], in_range = 0;
    for_lanes(warp.mask, [&](int lane) {
        // Segments: the bits of a lane's number that stay, and the last lane that may be asked.
        int segment = bounds[lane] >> 8 & 31, clamp = bounds[lane] & 31, amount = by[lane] & 31;
        int first = lane & segment, last = first | (clamp & ~segment), from = lane;
        bool is_in = false;
        switch (Shuffle(i.variant)) {
            case Shuffle::Up: from = lane - amount, is_in = from >= last; break;
            case Shuffle::Down: from = lane + amount, is_in = from <= last; break;
            case Shuffle::Butterfly: from = lane ^ amount, is_in = from <= last; break;
            case Shuffle::Index: from = first | (amount & ~segment), is_in = from <= last; break;
        }
        if (!is_in) from = lane;
        in_range |= uint32_t(is_in) << lane;
        got[lane] = warp.mask >> from & 1 ? value[from] : NOBODY;
    });
    set_each<uint32_t>(warp, i.place[0], [&](int lane) { return got[lane]; });
    if (i.parts == 2) warp.set_predicate(i.place[1], in_range);
    warp.counted->collectives++;
}

void vote(Warp& warp, const Instruction& i) {
    if (!warp.mask) return;
    uint32_t said = warp.predicate(i.place[1]) ^ (i.number ? ALL_LANES : 0);
    uint32_t yes = said & members(warp, i) & warp.mask;
    switch (Vote(i.variant)) {
        case Vote::All: warp.set_predicate(i.place[0], yes == warp.mask ? ALL_LANES : 0); break;
        case Vote::Any: warp.set_predicate(i.place[0], yes ? ALL_LANES : 0); break;
        case Vote::Uniform: warp.set_predicate(i.place[0], yes == warp.mask || !yes ? ALL_LANES : 0); break;
        case Vote::Ballot: set_lanes<uint32_t>(warp, i.place[0], [=](int) { return yes; }); break;
    }
    warp.counted->collectives++;
}

template <class Kept> static void match_values(Warp& warp, const Instruction& i) {
    const Kept* value = warp.read<Kept>(i.place[2]);
    uint32_t equal[LANES], all = members(warp, i);
    for_lanes(warp.mask, [&](int lane) {
        equal[lane] = 0;
        for_lanes(warp.mask,
                  [&](int other) { equal[lane] |= uint32_t(value[other] == value[lane]) << other; });
    });
    bool is_all = Match(i.variant) == Match::All,
         agree = equal[__builtin_ctz(warp.mask)] == (all & warp.mask);
    set_each<uint32_t>(warp, i.place[0], [&](int lane) { return !is_all || agree ? equal[lane] : 0; });
    if (i.parts == 2) warp.set_predicate(i.place[1], agree ? ALL_LANES : 0);
    warp.counted->collectives++;
}

void match_lanes(Warp& warp, const Instruction& i) {
    if (!warp.mask) return;
    if (bits(i.type) == 64)
        match_values<uint64_t>(warp, i);
    else
        match_values<uint32_t>(warp, i);
}

static uint32_t reduced(Reduction how, bool is_signed, uint32_t a, uint32_t b) {
    bool is_less = is_signed ? int32_t(a) < int32_t(b) : a < b;
    switch (how) {
        case Reduction::Add: return a + b;
        case Reduction::Min: return is_less ? a : b;
        case Reduction::Max: return is_less ? b : a;
        case Reduction::And: return a & b;
        case Reduction::Or: return a | b;
        default: return a ^ b;
    }
}

void reduce_lanes(Warp& warp, const Instruction& i) {
    if (!warp.mask) return;
    members(warp, i);
    const uint32_t* value = warp.read<uint32_t>(i.place[1]);
    int first = __builtin_ctz(warp.mask);
    uint32_t all = value[first];
    for_lanes(warp.mask & ~(1u << first),
              [&](int lane) { all = reduced(Reduction(i.variant), is_signed(i.type), all, value[lane]); });
    set_lanes<uint32_t>(warp, i.place[0], [=](int) { return all; });
    warp.counted->collectives++;
}

void active_mask(Warp& warp, const Instruction& i) {
    uint32_t mask = warp.mask;
    set_lanes<uint32_t>(warp, i.place[0], [=](int) { return mask; });
}

void block_barrier(Warp& warp, const Instruction& i) {
    if (warp.lanes & ~warp.mask & ~warp.ended()) warp.fail("a barrier that not all lanes have come to");
    warp.counted->barriers++;
    if (warp.watch) warp.watch->sync();
    warp.wait(Pause::Barrier, i);
}

void warp_barrier(Warp& warp, const Instruction& i) {
    if (warp.mask) members(warp, i);
    // A barrier of some lanes would order these alone: for the watch it is none.
    if (warp.watch && !(warp.lanes & ~warp.mask & ~warp.ended())) warp.watch->sync();
    warp.counted->barriers++;
}

void nothing(Warp&, const Instruction&) {}

void trap(Warp& warp, const Instruction&) {
    if (warp.mask) warp.fail("a trap");
}

static const char* const SPECIAL[] = {
    "%tid.x",    "%ntid.x",      "%ctaid.x",     "%nctaid.x",    "%laneid",      "%warpid",
    "%nwarpid",  "%lanemask_eq", "%lanemask_lt", "%lanemask_le", "%lanemask_gt", "%lanemask_ge",
    "%tid.y",    "%tid.z",       "%ntid.y",      "%ntid.z",      "%ctaid.y",     "%ctaid.z",
    "%nctaid.y", "%nctaid.z",    "%smid",        "%nsmid",       "%clock"};

int special_register(const std::string& name) {
    auto end = std::end(SPECIAL), found = std::find(std::begin(SPECIAL), end, name);
    return found == end ? -1 : int(found - std::begin(SPECIAL));
}

static uint32_t special_value(const Warp& warp, int which, uint32_t lane) {
    uint32_t own = 1u << lane;
    switch (which) {
        case 0: return warp.number * LANES + lane;
        case 1: return warp.block.threads;
        case 2: return warp.block.number;
        case 3: return warp.block.blocks;
        case 4: return lane;
        case 5: return warp.number;
        case 6: return (warp.block.threads + LANES - 1) / LANES;
        case 7: return own;
        case 8: return own - 1;
        case 9: return own | (own - 1);
        case 10: return ~(own | (own - 1));
        case 11: return ~(own - 1);
        case 14:
        case 15:
        case 18:
        case 19:
        case 21: return 1;  // sizes in other directions
        default: return 0;
    }
}

void read_special_register(Warp& warp, const Instruction& i) {
    set_each<uint32_t>(warp, i.place[0],
                       [&](int lane) { return special_value(warp, i.number, uint32_t(lane)); });
}

void local_address(Warp& warp, const Instruction& i) {
    uint64_t address = warp.local_base + i.number;
    set_lanes<uint64_t>(warp, i.place[0], [=](int) { return address; });
}

static uint64_t window(Space space) {
    return space == Space::Local ? LOCAL_WINDOW : space == Space::Shared ? SHARED_WINDOW : 0;
}

void to_generic(Warp& warp, const Instruction& i) {
    const uint64_t *from = warp.read<uint64_t>(i.place[1]), start = window(i.space);
    set_lanes<uint64_t>(warp, i.place[0], [=](int l) { return from[l] + start; });
}

void from_generic(Warp& warp, const Instruction& i) {
    const uint64_t *from = warp.read<uint64_t>(i.place[1]), start = window(i.space);
    for_lanes(warp.mask, [&](int lane) {
        if (from[lane] < start) warp.fail("an address that is not in the memory it is said to be in");
    });
    set_lanes<uint64_t>(warp, i.place[0], [=](int l) { return from[l] - start; });
}
