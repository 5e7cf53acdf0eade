#include "arithmetic.h"

#include <algorithm>
#include <map>

#include "lanes.h"

namespace {

template <class T> constexpr int BITS = 8 * sizeof(T);

template <class T> using Double = std::conditional_t<
    sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>,
    std::conditional_t<sizeof(T) == 4, std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>,
                       std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>>>;

// What instructions compute. Shift amounts, positions and lengths are words whatever the type.
struct Add {
    template <class T> static T of(T a, T b) { return a + b; }
};
struct Subtract {
    template <class T> static T of(T a, T b) { return a - b; }
};
struct Multiply {
    template <class T> static T of(T a, T b) { return T(std::make_unsigned_t<T>(a) * uint64_t(b)); }
};
struct MultiplyHigh {
    template <class T> static T of(T a, T b) { return T((Double<T>(a) * b) >> BITS<T>); }
};
struct Min {
    template <class T> static T of(T a, T b) { return a < b ? a : b; }
};
struct Max {
    template <class T> static T of(T a, T b) { return a < b ? b : a; }
};
struct And {
    template <class T> static T of(T a, T b) { return a & b; }
};
struct Or {
    template <class T> static T of(T a, T b) { return a | b; }
};
struct Xor {
    template <class T> static T of(T a, T b) { return a ^ b; }
};
// Hardware gives all ones for a division by zero.
struct Divide {
    template <class T> static T of(T a, T b) {
        if (b == 0) return T(-1);
        return std::is_signed_v<T> && b == T(-1) ? T(0 - std::make_unsigned_t<T>(a)) : T(a / b);
    }
};
struct Remainder {
    template <class T> static T of(T a, T b) {
        if (b == 0) return T(-1);
        return std::is_signed_v<T> && b == T(-1) ? T(0) : T(a % b);
    }
};
struct Negate {
    template <class T> static T of(T a) { return T(0 - std::make_unsigned_t<T>(a)); }
};
struct Absolute {
    template <class T> static T of(T a) { return a < 0 ? T(0 - std::make_unsigned_t<T>(a)) : a; }
};
struct Not {
    template <class T> static T of(T a) { return T(~a); }
};
struct Reverse {
    template <class T> static T of(T a) {
        T reversed = 0;
        for (int bit = 0; bit < BITS<T>; bit++) reversed |= T(a >> bit & 1) << (BITS<T> - 1 - bit);
        return reversed;
    }
};
struct CountOnes {
    template <class T> static uint32_t of(T a) { return __builtin_popcountll(std::make_unsigned_t<T>(a)); }
};
struct CountLeading {
    template <class T> static uint32_t of(T a) {
        return a ? __builtin_clzll(std::make_unsigned_t<T>(a)) - (64 - BITS<T>) : BITS<T>;
    }
};
// The place of the highest bit that is not the sign's.
struct FindHighest {
    template <class T> static uint32_t of(T a) {
        auto plain = std::make_unsigned_t<T>(a < 0 ? ~a : a);
        return plain ? 63 - __builtin_clzll(plain) : ~0u;
    }
};
// The same as the shift that brings it to the top.
struct ShiftOfHighest {
    template <class T> static uint32_t of(T a) {
        uint32_t highest = FindHighest::of(a);
        return highest == ~0u ? ~0u : BITS<T> - 1 - highest;
    }
};
struct ShiftLeft {
    template <class T> static T of(T a, uint32_t by) {
        return by >= uint32_t(BITS<T>) ? T(0) : T(std::make_unsigned_t<T>(a) << by);
    }
};
struct ShiftRight {
    template <class T> static T of(T a, uint32_t by) {
        if (by >= uint32_t(BITS<T>)) return a < 0 ? T(-1) : T(0);
        return T(a >> by);
    }
};
struct ExtractBits {
    template <class T> static T of(T a, uint32_t position, uint32_t length) {
        using Plain = std::make_unsigned_t<T>;
        position &= 255, length &= 255;
        if (length == 0) return 0;
        Plain value = Plain(ShiftRight::of(a, position));
        if (length >= uint32_t(BITS<T>)) return T(value);
        Plain ones = (Plain(1) << length) - 1;
        uint32_t sign = std::min(position + length - 1, uint32_t(BITS<T> - 1));
        bool fills = std::is_signed_v<T> && (Plain(a) >> sign & 1);
        return T((value & ones) | (fills ? ~ones : 0));
    }
};
struct InsertBits {
    template <class T> static T of(T a, T into, uint32_t position, uint32_t length) {
        position &= 255, length &= 255;
        T ones = length >= uint32_t(BITS<T>) ? T(-1) : T((T(1) << length) - 1);
        T there = ShiftLeft::of(ones, position);
        return T((into & ~there) | (ShiftLeft::of(a, position) & there));
    }
};
struct PickBytes {
    static uint32_t of(uint32_t a, uint32_t b, uint32_t selector) {
        uint64_t all = uint64_t(b) << 32 | a;
        uint32_t picked = 0;
        for (int k = 0; k < 4; k++) {
            uint32_t which = selector >> (4 * k) & 15, byte = uint32_t(all >> (8 * (which & 7))) & 255;
            if (which & 8) byte = byte & 128 ? 255 : 0;
            picked |= byte << (8 * k);
        }
        return picked;
    }
};
// Two words shifted as one; `Wraps` takes the amount modulo 32, else it is 32 at most.
template <bool Right, bool Wraps> struct Funnel {
    static uint32_t of(uint32_t low, uint32_t high, uint32_t by) {
        uint64_t both = uint64_t(high) << 32 | low;
        by = Wraps ? by & 31 : std::min(by, 32u);
        return Right ? uint32_t(both >> by) : uint32_t((both << by) >> 32);
    }
};

template <class T, class Operation> void unary(Warp& warp, const Instruction& i) {
    const Slot<T>* a = warp.read<Slot<T>>(i.place[1]);
    using Result = decltype(Operation::of(T()));
    set_lanes<Slot<Result>>(warp, i.place[0], [=](int l) { return kept<Result>(Operation::of(T(a[l]))); });
}

template <class T, class Operation> void binary(Warp& warp, const Instruction& i) {
    const Slot<T>*a = warp.read<Slot<T>>(i.place[1]), *b = warp.read<Slot<T>>(i.place[2]);
    set_lanes<Slot<T>>(warp, i.place[0], [=](int l) { return kept<T>(Operation::of(T(a[l]), T(b[l]))); });
}

// Division is dear, so only where it is asked for.
template <class T, class Operation> void division(Warp& warp, const Instruction& i) {
    const Slot<T>*a = warp.read<Slot<T>>(i.place[1]), *b = warp.read<Slot<T>>(i.place[2]);
    set_each<Slot<T>>(warp, i.place[0], [=](int l) { return kept<T>(Operation::of(T(a[l]), T(b[l]))); });
}

template <class T, class Operation> void shift(Warp& warp, const Instruction& i) {
    const Slot<T>* a = warp.read<Slot<T>>(i.place[1]);
    const uint32_t* by = warp.read<uint32_t>(i.place[2]);
    set_lanes<Slot<T>>(warp, i.place[0], [=](int l) { return kept<T>(Operation::of(T(a[l]), by[l])); });
}

template <class T, class Operation> void ternary(Warp& warp, const Instruction& i) {
    const Slot<T>*a = warp.read<Slot<T>>(i.place[1]), *b = warp.read<Slot<T>>(i.place[2]),
          *c = warp.read<Slot<T>>(i.place[3]);
    set_lanes<Slot<T>>(warp, i.place[0],
                       [=](int l) { return kept<T>(Operation::of(T(a[l]), T(b[l]), T(c[l]))); });
}

template <class T, class Operation> void extract(Warp& warp, const Instruction& i) {
    const Slot<T>* a = warp.read<Slot<T>>(i.place[1]);
    const uint32_t *position = warp.read<uint32_t>(i.place[2]), *length = warp.read<uint32_t>(i.place[3]);
    set_lanes<Slot<T>>(warp, i.place[0],
                       [=](int l) { return kept<T>(Operation::of(T(a[l]), position[l], length[l])); });
}

template <class T, class Operation> void insert(Warp& warp, const Instruction& i) {
    const Slot<T>*a = warp.read<Slot<T>>(i.place[1]), *b = warp.read<Slot<T>>(i.place[2]);
    const uint32_t *position = warp.read<uint32_t>(i.place[3]), *length = warp.read<uint32_t>(i.place[4]);
    set_lanes<Slot<T>>(warp, i.place[0], [=](int l) {
        return kept<T>(Operation::of(T(a[l]), T(b[l]), position[l], length[l]));
    });
}

template <class T, class> void multiply_wide(Warp& warp, const Instruction& i) {
    using Wide = Double<T>;
    const uint32_t *a = warp.read<uint32_t>(i.place[1]), *b = warp.read<uint32_t>(i.place[2]);
    set_lanes<Slot<Wide>>(warp, i.place[0], [=](int l) { return Slot<Wide>(Wide(T(a[l])) * Wide(T(b[l]))); });
}

template <class T, class> void multiply_add_wide(Warp& warp, const Instruction& i) {
    using Wide = Double<T>;
    const uint32_t *a = warp.read<uint32_t>(i.place[1]), *b = warp.read<uint32_t>(i.place[2]);
    const Slot<Wide>* c = warp.read<Slot<Wide>>(i.place[3]);
    set_lanes<Slot<Wide>>(warp, i.place[0],
                          [=](int l) { return Slot<Wide>(Wide(T(a[l])) * Wide(T(b[l]))) + c[l]; });
}

template <class Product> struct AddedTo {
    template <class T> static T of(T a, T b, T c) { return T(Product::of(a, b) + c); }
};

// Four products of bytes: `dp4a`.
template <class A, class B> void dot_bytes(Warp& warp, const Instruction& i) {
    const uint32_t *a = warp.read<uint32_t>(i.place[1]), *b = warp.read<uint32_t>(i.place[2]),
                   *c = warp.read<uint32_t>(i.place[3]);
    set_each<uint32_t>(warp, i.place[0], [=](int l) {
        uint32_t sum = c[l];
        for (int k = 0; k < 32; k += 8) sum += uint32_t(int32_t(A(a[l] >> k)) * int32_t(B(b[l] >> k)));
        return sum;
    });
}

// Picks the handler of a type.
#define OF_TYPES(NAME, HANDLER)                                  \
    template <class Operation> Handler NAME(Type type) {         \
        switch (type) {                                          \
            case Type::B16:                                      \
            case Type::U16: return HANDLER<uint16_t, Operation>; \
            case Type::S16: return HANDLER<int16_t, Operation>;  \
            case Type::B32:                                      \
            case Type::U32: return HANDLER<uint32_t, Operation>; \
            case Type::S32: return HANDLER<int32_t, Operation>;  \
            case Type::B64:                                      \
            case Type::U64: return HANDLER<uint64_t, Operation>; \
            case Type::S64: return HANDLER<int64_t, Operation>;  \
            default: return nullptr;                             \
        }                                                        \
    }
OF_TYPES(unary_of, unary)
OF_TYPES(binary_of, binary)
OF_TYPES(division_of, division)
OF_TYPES(shift_of, shift)
OF_TYPES(ternary_of, ternary)
OF_TYPES(extract_of, extract)
OF_TYPES(insert_of, insert)
#undef OF_TYPES

Handler multiply_wide_of(Type type) {
    switch (type) {
        case Type::U16: return multiply_wide<uint16_t, void>;
        case Type::S16: return multiply_wide<int16_t, void>;
        case Type::U32: return multiply_wide<uint32_t, void>;
        case Type::S32: return multiply_wide<int32_t, void>;
        default: return nullptr;
    }
}

Handler multiply_add_wide_of(Type type) {
    switch (type) {
        case Type::U16: return multiply_add_wide<uint16_t, void>;
        case Type::S16: return multiply_add_wide<int16_t, void>;
        case Type::U32: return multiply_add_wide<uint32_t, void>;
        case Type::S32: return multiply_add_wide<int32_t, void>;
        default: return nullptr;
    }
}

Handler plain_binary(const std::string& name, Type type) {
    using Pick = Handler (*)(Type);
    static const std::map<std::string, Pick> picks = {
        {"add", binary_of<Add>},      {"sub", binary_of<Subtract>},  {"min", binary_of<Min>},
        {"max", binary_of<Max>},      {"and", binary_of<And>},       {"or", binary_of<Or>},
        {"xor", binary_of<Xor>},      {"div", division_of<Divide>},  {"rem", division_of<Remainder>},
        {"shl", shift_of<ShiftLeft>}, {"shr", shift_of<ShiftRight>},
    };
    auto found = picks.find(name);
    return found == picks.end() ? nullptr : found->second(type);
}

Handler plain_unary(const std::string& name, Type type) {
    using Pick = Handler (*)(Type);
    static const std::map<std::string, Pick> picks = {
        {"neg", unary_of<Negate>},     {"abs", unary_of<Absolute>}, {"not", unary_of<Not>},
        {"popc", unary_of<CountOnes>}, {"brev", unary_of<Reverse>}, {"clz", unary_of<CountLeading>},
    };
    auto found = picks.find(name);
    return found == picks.end() ? nullptr : found->second(type);
}

}  // namespace

Arithmetic arithmetic_named(const std::vector<std::string>& words, Type type) {
    const std::string& name = words[0];
    auto has = [&](const char* modifier) {
        return std::find(words.begin(), words.end(), modifier) != words.end();
    };
    if (name == "mul" && has("wide")) return {multiply_wide_of(type), 2};
    if (name == "mul") return {has("hi") ? binary_of<MultiplyHigh>(type) : binary_of<Multiply>(type), 2};
    if (name == "mad" && has("wide")) return {multiply_add_wide_of(type), 3};
    if (name == "mad")
        return {has("hi") ? ternary_of<AddedTo<MultiplyHigh>>(type) : ternary_of<AddedTo<Multiply>>(type), 3};
    if (name == "bfe") return {extract_of<ExtractBits>(type), 3};
    if (name == "bfi") return {insert_of<InsertBits>(type), 4};
    if (name == "prmt") return {ternary<uint32_t, PickBytes>, 3};
    if (name == "bfind")
        return {has("shiftamt") ? unary_of<ShiftOfHighest>(type) : unary_of<FindHighest>(type), 1};
    if (name == "shf" && has("r"))
        return {has("wrap") ? ternary<uint32_t, Funnel<true, true>> : ternary<uint32_t, Funnel<true, false>>,
                3};
    if (name == "shf")
        return {
            has("wrap") ? ternary<uint32_t, Funnel<false, true>> : ternary<uint32_t, Funnel<false, false>>,
            3};
    if (name == "dp4a" && type == Type::S32) return {dot_bytes<int8_t, int8_t>, 3};
    if (name == "dp4a") return {dot_bytes<uint8_t, uint8_t>, 3};
    if (Handler handler = plain_binary(name, type)) return {handler, 2};
    return {plain_unary(name, type), 1};
}

void bit_table(Warp& warp, const Instruction& i) {
    const uint32_t *a = warp.read<uint32_t>(i.place[1]), *b = warp.read<uint32_t>(i.place[2]),
                   *c = warp.read<uint32_t>(i.place[3]);
    const int table = i.number;
    set_lanes<uint32_t>(warp, i.place[0], [=](int l) {
        uint32_t result = 0;
        for (int k = 0; k < 8; k++) {
            uint32_t here = (k & 4 ? a[l] : ~a[l]) & (k & 2 ? b[l] : ~b[l]) & (k & 1 ? c[l] : ~c[l]);
            result |= table >> k & 1 ? here : 0;
        }
        return result;
    });
}
