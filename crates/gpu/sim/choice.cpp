#include "choice.h"

#include <map>

#include "lanes.h"

namespace {

struct Equal {
    template <class T> static bool of(T a, T b) { return a == b; }
};
struct Unequal {
    template <class T> static bool of(T a, T b) { return a != b; }
};
struct Less {
    template <class T> static bool of(T a, T b) { return a < b; }
};
struct LessEqual {
    template <class T> static bool of(T a, T b) { return a <= b; }
};
struct Greater {
    template <class T> static bool of(T a, T b) { return a > b; }
};
struct GreaterEqual {
    template <class T> static bool of(T a, T b) { return a >= b; }
};

template <class T, class Comparison> void compare(Warp& warp, const Instruction& i) {
    const Slot<T>*a = warp.read<Slot<T>>(i.place[1]), *b = warp.read<Slot<T>>(i.place[2]);
    uint32_t holds = 0;
    for (int lane = 0; lane < LANES; lane++)
        holds |= uint32_t(Comparison::of(T(a[lane]), T(b[lane]))) << lane;
    // With a third operand: and, or, exclusive or with that predicate.
    if (i.variant) {
        uint32_t other = warp.predicate(i.place[3]);
        holds = i.variant == 1 ? holds & other : i.variant == 2 ? holds | other : holds ^ other;
    }
    warp.set_predicate(i.place[0], holds);
}

template <class Comparison> Handler compare_of(Type type) {
    switch (type) {
        case Type::B16:
        case Type::U16: return compare<uint16_t, Comparison>;
        case Type::S16: return compare<int16_t, Comparison>;
        case Type::B32:
        case Type::U32: return compare<uint32_t, Comparison>;
        case Type::S32: return compare<int32_t, Comparison>;
        case Type::B64:
        case Type::U64: return compare<uint64_t, Comparison>;
        case Type::S64: return compare<int64_t, Comparison>;
        default: return nullptr;
    }
}

template <class Kept> void select(Warp& warp, const Instruction& i) {
    const Kept *a = warp.read<Kept>(i.place[1]), *b = warp.read<Kept>(i.place[2]);
    const uint32_t first = warp.predicate(i.place[3]);
    set_lanes<Kept>(warp, i.place[0], [=](int l) { return first >> l & 1 ? a[l] : b[l]; });
}

struct Both {
    static uint32_t of(uint32_t a, uint32_t b) { return a & b; }
};
struct Either {
    static uint32_t of(uint32_t a, uint32_t b) { return a | b; }
};
struct OneOf {
    static uint32_t of(uint32_t a, uint32_t b) { return a ^ b; }
};

template <class Operation> void predicates(Warp& warp, const Instruction& i) {
    warp.set_predicate(i.place[0], Operation::of(warp.predicate(i.place[1]), warp.predicate(i.place[2])));
}

void not_predicate(Warp& warp, const Instruction& i) {
    warp.set_predicate(i.place[0], ~warp.predicate(i.place[1]));
}
void move_predicate(Warp& warp, const Instruction& i) {
    warp.set_predicate(i.place[0], warp.predicate(i.place[1]));
}

template <class Kept> void move(Warp& warp, const Instruction& i) {
    const Kept* a = warp.read<Kept>(i.place[1]);
    set_lanes<Kept>(warp, i.place[0], [=](int l) { return a[l]; });
}

// A value is first read as what it is, then cut to what it shall be.
template <class From, class To, class Source, class Target> void convert(Warp& warp, const Instruction& i) {
    const Source* a = warp.read<Source>(i.place[1]);
    const bool narrow = i.variant;  // the target has 16 bits
    set_lanes<Target>(warp, i.place[0], [=](int l) {
        Target value = Target(To(From(a[l])));
        return narrow ? Target(uint16_t(value)) : value;
    });
}

template <class From, class To> Handler convert_between(bool source_wide, bool target_wide) {
    if (source_wide)
        return target_wide ? convert<From, To, uint64_t, uint64_t> : convert<From, To, uint64_t, uint32_t>;
    return target_wide ? convert<From, To, uint32_t, uint64_t> : convert<From, To, uint32_t, uint32_t>;
}

template <class From> Handler convert_from(Type to, bool source_wide, bool target_wide) {
    switch (to) {
        case Type::B8:
        case Type::U8: return convert_between<From, uint8_t>(source_wide, target_wide);
        case Type::S8: return convert_between<From, int8_t>(source_wide, target_wide);
        case Type::B16:
        case Type::U16: return convert_between<From, uint16_t>(source_wide, target_wide);
        case Type::S16: return convert_between<From, int16_t>(source_wide, target_wide);
        case Type::B32:
        case Type::U32: return convert_between<From, uint32_t>(source_wide, target_wide);
        case Type::S32: return convert_between<From, int32_t>(source_wide, target_wide);
        case Type::B64:
        case Type::U64: return convert_between<From, uint64_t>(source_wide, target_wide);
        case Type::S64: return convert_between<From, int64_t>(source_wide, target_wide);
        default: return nullptr;
    }
}

template <class Kept, int Bits> void pack(Warp& warp, const Instruction& i) {
    const uint32_t *low = warp.read<uint32_t>(i.place[1]), *high = warp.read<uint32_t>(i.place[2]);
    set_lanes<Kept>(warp, i.place[0], [=](int l) { return Kept(low[l]) | Kept(high[l]) << Bits; });
}

// Into places 0 and 1, from place 2.
template <class Kept, int Bits> void unpack(Warp& warp, const Instruction& i) {
    const Kept* whole = warp.read<Kept>(i.place[2]);
    constexpr uint32_t ones = Bits == 32 ? ~0u : (1u << (Bits & 31)) - 1;
    set_lanes<uint32_t>(warp, i.place[0], [=](int l) { return uint32_t(whole[l]) & ones; });
    set_lanes<uint32_t>(warp, i.place[1], [=](int l) { return uint32_t(whole[l] >> Bits) & ones; });
}

}  // namespace

Handler compare_handler(const std::string& comparison, Type type) {
    using Pick = Handler (*)(Type);
    static const std::map<std::string, Pick> picks = {
        {"eq", compare_of<Equal>},        {"ne", compare_of<Unequal>},   {"lt", compare_of<Less>},
        {"le", compare_of<LessEqual>},    {"gt", compare_of<Greater>},   {"ge", compare_of<GreaterEqual>},
        {"lo", compare_of<Less>},         {"ls", compare_of<LessEqual>}, {"hi", compare_of<Greater>},
        {"hs", compare_of<GreaterEqual>},
    };
    auto found = picks.find(comparison);
    return found == picks.end() ? nullptr : found->second(type);
}

Handler select_handler(Type type) { return bits(type) == 64 ? select<uint64_t> : select<uint32_t>; }

Handler predicate_handler(const std::string& name) {
    if (name == "and") return predicates<Both>;
    if (name == "or") return predicates<Either>;
    if (name == "xor") return predicates<OneOf>;
    if (name == "not") return not_predicate;
    return name == "mov" ? move_predicate : nullptr;
}

Handler move_handler(Type type) {
    return type == Type::Predicate ? move_predicate : bits(type) == 64 ? move<uint64_t> : move<uint32_t>;
}

Handler convert_handler(Type to, Type from, Type target, Type source) {
    bool source_wide = bits(source) == 64, target_wide = bits(target) == 64;
    switch (from) {
        case Type::B8:
        case Type::U8: return convert_from<uint8_t>(to, source_wide, target_wide);
        case Type::S8: return convert_from<int8_t>(to, source_wide, target_wide);
        case Type::B16:
        case Type::U16: return convert_from<uint16_t>(to, source_wide, target_wide);
        case Type::S16: return convert_from<int16_t>(to, source_wide, target_wide);
        case Type::B32:
        case Type::U32: return convert_from<uint32_t>(to, source_wide, target_wide);
        case Type::S32: return convert_from<int32_t>(to, source_wide, target_wide);
        case Type::B64:
        case Type::U64: return convert_from<uint64_t>(to, source_wide, target_wide);
        case Type::S64: return convert_from<int64_t>(to, source_wide, target_wide);
        default: return nullptr;
    }
}

Handler pack_handler(Type whole) { return bits(whole) == 64 ? pack<uint64_t, 32> : pack<uint32_t, 16>; }
Handler unpack_handler(Type whole) { return bits(whole) == 64 ? unpack<uint64_t, 32> : unpack<uint32_t, 16>; }
