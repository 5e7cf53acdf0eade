// The types of PTX that whole numbers have. There are no others here: our kernels use none.
#pragma once
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

enum class Type : uint8_t { B8, U8, S8, B16, U16, S16, B32, U32, S32, B64, U64, S64, Predicate };

inline int bits(Type type) {
    if (type == Type::Predicate) return 1;
    return type <= Type::S8 ? 8 : type <= Type::S16 ? 16 : type <= Type::S32 ? 32 : 64;
}

inline int bytes(Type type) { return bits(type) / 8; }

inline bool is_signed(Type type) {
    return type == Type::S8 || type == Type::S16 || type == Type::S32 || type == Type::S64;
}

inline std::optional<Type> type_named(const std::string& name) {
    static const char* const names[] = {"b8",  "u8",  "s8",  "b16", "u16", "s16", "b32",
                                        "u32", "s32", "b64", "u64", "s64", "pred"};
    for (int i = 0; i < 13; i++)
        if (name == names[i]) return Type(i);
    return std::nullopt;
}

// What a program does wrong, or what we cannot do.
struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

constexpr int LANES = 32;
constexpr uint32_t ALL_LANES = ~0u;

// Calls something for every lane of a mask, lowest first.
template <class Each> inline void for_lanes(uint32_t mask, Each each) {
    for (; mask; mask &= mask - 1) each(__builtin_ctz(mask));
}
