#include "access.h"

#include <algorithm>
#include <cstring>

#include "lanes.h"

namespace {

// The addresses of a warp's access, by the memory they are in.
struct Addresses {
    uint64_t at[LANES];  // of the host, or from the start of local or shared memory
    uint32_t global = 0, local = 0, shared = 0;
};

std::string hex(uint64_t n) {
    char text[32];
    snprintf(text, sizeof text, "%llx", (unsigned long long)n);
    return text;
}

void check_global(const Warp& warp, uint64_t at, int bytes) {
    if (warp.last_buffer.holds(at, bytes)) return;
    const Memory::Buffer* found = warp.memory.find(at, bytes);
    if (!found) warp.fail("an access outside of memory, at " + hex(at));
    warp.last_buffer = *found;
}

Space space_of(const Instruction& i, uint64_t at) {
    if (i.space != Space::Generic) return i.space;
    return at >= SHARED_WINDOW ? Space::Shared : at >= LOCAL_WINDOW ? Space::Local : Space::Global;
}

void resolve_lane(const Warp& warp, const Instruction& i, int lane, uint64_t at, int bytes, Addresses& to) {
    Space space = space_of(i, at);
    if (i.space == Space::Generic && space != Space::Global)
        at -= space == Space::Local ? LOCAL_WINDOW : SHARED_WINDOW;
    if (at & (bytes - 1))
        warp.fail("a misaligned access of " + std::to_string(bytes) + " bytes at " + hex(at));
    to.at[lane] = at;
    if (space == Space::Global) {
        check_global(warp, at, bytes);
        to.global |= 1u << lane;
    } else if (space == Space::Local) {
        if (at + bytes > LOCAL_BYTES) warp.fail("an access outside of local memory, at " + hex(at));
        to.local |= 1u << lane;
    } else {
        if (at + bytes > warp.block.shared_bytes)
            warp.fail("an access outside of shared memory, at " + hex(at));
        to.shared |= 1u << lane;
    }
}

Addresses resolve(const Warp& warp, const Instruction& i, int bytes) {
    Addresses to;
    // Addresses of shared memory may be words.
    if (i.reads_words >> ADDRESS & 1) {
        const uint32_t* at = warp.read<uint32_t>(i.place[ADDRESS]);
        for_lanes(warp.mask,
                  [&](int lane) { resolve_lane(warp, i, lane, at[lane] + int64_t(i.number), bytes, to); });
    } else {
        const uint64_t* at = warp.read<uint64_t>(i.place[ADDRESS]);
        for_lanes(warp.mask,
                  [&](int lane) { resolve_lane(warp, i, lane, at[lane] + int64_t(i.number), bytes, to); });
    }
    return to;
}

void count_global(Warp& warp, const Addresses& addresses, int bytes, bool is_store) {
    Touched& touched = warp.block.touched;
    touched.begin();
    for_lanes(addresses.global, [&](int lane) { touched.add(addresses.at[lane], bytes); });
    touched.count(warp.counted->global, addresses.global, is_store, warp.caches);
    warp.line->sectors += touched.sectors_now();
    warp.line->bytes_used += touched.bytes_now();
    warp.line->memory_sectors += touched.from_memory();
}

// Words of one number lie side by side for all lanes.
void count_local(Warp& warp, const Addresses& addresses, int bytes, bool is_store) {
    Touched& touched = warp.block.touched;
    touched.begin();
    for_lanes(addresses.local, [&](int lane) {
        for (int done = 0; done < bytes; done += 4) {
            uint64_t at = addresses.at[lane] + done;
            touched.add((at >> 2) * 4 * LANES + 4 * lane + (at & 3), std::min(bytes, 4));
        }
    });
    touched.count(warp.counted->local, addresses.local, is_store, warp.caches);
    warp.line->local_sectors += touched.sectors_now();
    warp.line->memory_sectors += touched.from_memory();
}

// There are 32 banks of words. Wide accesses take part by part, so that each part has 32 words.
void count_shared(Warp& warp, const Addresses& addresses, int bytes) {
    int words = std::max(1, bytes / 4), together = LANES / words;
    warp.counted->shared_accesses++;
    for (int first = 0; first < LANES; first += together) {
        uint64_t in_bank[32][LANES];
        int filled[32] = {}, most = 0;
        uint32_t part = addresses.shared & uint32_t(((1ull << together) - 1) << first);
        for_lanes(part, [&](int lane) {
            for (int w = 0; w < words; w++) {
                uint64_t word = addresses.at[lane] / 4 + w;
                int bank = int(word % 32);
                uint64_t* end = in_bank[bank] + filled[bank];
                if (std::find(in_bank[bank], end, word) == end) in_bank[bank][filled[bank]++] = word;
                most = std::max(most, filled[bank]);
            }
        });
        warp.counted->shared_conflicts += most > 1 ? most - 1 : 0;
    }
}

void count_access(Warp& warp, const Addresses& addresses, int bytes, bool is_store) {
    if (!warp.counts->is_on) return;
    if (addresses.global) count_global(warp, addresses, bytes, is_store);
    if (addresses.local) count_local(warp, addresses, bytes, is_store);
    if (addresses.shared) count_shared(warp, addresses, bytes);
}

uint8_t* local_byte(const Warp& warp, uint64_t at, int lane) {
    return reinterpret_cast<uint8_t*>(warp.stacks.local + (at >> 2) * LANES + lane) + (at & 3);
}

template <class T> T& host(uint64_t at) { return *reinterpret_cast<T*>(at); }

template <class T> T load_local(const Warp& warp, uint64_t at, int lane) {
    if constexpr (sizeof(T) < 8) return *reinterpret_cast<T*>(local_byte(warp, at, lane));
    auto word = reinterpret_cast<uint32_t*>(local_byte(warp, at, lane));
    return T(word[0] | uint64_t(word[LANES]) << 32);
}

template <class T> void store_local(const Warp& warp, uint64_t at, int lane, T value) {
    auto word = reinterpret_cast<uint32_t*>(local_byte(warp, at, lane));
    if constexpr (sizeof(T) < 8) {
        *reinterpret_cast<T*>(word) = value;
    } else {
        word[0] = uint32_t(value);
        word[LANES] = uint32_t(value >> 32);
    }
}

// Where global or shared memory is on the host, and how the watch names it.
char* place_of(const Warp& warp, const Addresses& addresses, int lane) {
    bool is_shared = addresses.shared >> lane & 1;
    return is_shared ? warp.block.shared + addresses.at[lane] : reinterpret_cast<char*>(addresses.at[lane]);
}
uint64_t watched_address(const Addresses& addresses, int lane) {
    return addresses.at[lane] + (addresses.shared >> lane & 1 ? SHARED_WINDOW : 0);
}

// Lanes that want the same follow each other: most often it is all of them.
void watch_reads(const Warp& warp, const Instruction& i, const Addresses& from, int bytes) {
    for (uint32_t left = from.global | from.shared; left;) {
        uint64_t at = watched_address(from, __builtin_ctz(left));
        uint32_t lanes = 0;
        for (; left && watched_address(from, __builtin_ctz(left)) == at; left &= left - 1) lanes |= left & -left;
        warp.watch->note(i.is_strong ? Access::Update : Access::Read, i, {at, bytes, nullptr, nullptr, lanes});
    }
}

// Those that write the same, and then write it: the next ones may write to the same place.
template <class T, class Kept> void watch_writes(const Warp& warp, const Instruction& i, const Addresses& to) {
    auto written = [&](int lane, T* parts) {
        for (int part = 0; part < 4 && part < i.parts; part++)
            parts[part] = T(warp.read<Kept>(i.place[part])[lane]);
    };
    const int bytes = sizeof(T) * i.parts;
    for (uint32_t left = to.global | to.shared; left;) {
        int first = __builtin_ctz(left);
        uint32_t lanes = 0;
        T after[4], other[4];
        written(first, after);
        for (; left; left &= left - 1) {
            int lane = __builtin_ctz(left);
            if (watched_address(to, lane) != watched_address(to, first)) break;
            written(lane, other);
            if (memcmp(after, other, bytes)) break;
            lanes |= 1u << lane;
        }
        char* before = place_of(warp, to, first);
        warp.watch->note(i.is_strong ? Access::Update : Access::Write, i,
                         {watched_address(to, first), bytes, before, reinterpret_cast<char*>(after), lanes});
        memcpy(before, after, bytes);
    }
}

template <class T, class Kept> void load(Warp& warp, const Instruction& i) {
    Addresses from = resolve(warp, i, sizeof(T) * i.parts);
    if (warp.watch) watch_reads(warp, i, from, sizeof(T) * i.parts);
    for (int part = 0; part < i.parts; part++) {
        Kept* to = warp.write<Kept>(i.place[part]);
        uint64_t skip = part * sizeof(T);
        // A register of 16 bits (variant 1) has zeros above them.
        auto set = [&](int lane, T value) { to[lane] = i.variant ? Kept(uint16_t(value)) : Kept(value); };
        for_lanes(from.global, [&](int lane) { set(lane, host<T>(from.at[lane] + skip)); });
        for_lanes(from.local, [&](int lane) { set(lane, load_local<T>(warp, from.at[lane] + skip, lane)); });
        for_lanes(from.shared, [&](int lane) {
            set(lane, *reinterpret_cast<T*>(warp.block.shared + from.at[lane] + skip));
        });
    }
    if (warp.mask) count_access(warp, from, sizeof(T) * i.parts, false);
}

template <class T, class Kept> void store(Warp& warp, const Instruction& i) {
    Addresses to = resolve(warp, i, sizeof(T) * i.parts);
    if (warp.watch) watch_writes<T, Kept>(warp, i, to);
    for (int part = 0; part < i.parts; part++) {
        const Kept* from = warp.read<Kept>(i.place[part]);
        uint64_t skip = part * sizeof(T);
        for_lanes(to.global, [&](int lane) { host<T>(to.at[lane] + skip) = T(from[lane]); });
        for_lanes(to.local, [&](int lane) { store_local<T>(warp, to.at[lane] + skip, lane, T(from[lane])); });
        for_lanes(to.shared, [&](int lane) {
            *reinterpret_cast<T*>(warp.block.shared + to.at[lane] + skip) = T(from[lane]);
        });
    }
    if (warp.mask) count_access(warp, to, sizeof(T) * i.parts, true);
}

// Parameters are words of the frame: `number` is the first byte.
template <class T, class Kept> void load_parameter(Warp& warp, const Instruction& i) {
    for (int part = 0; part < i.parts; part++) {
        int byte = i.number + part * int(sizeof(T));
        const uint32_t* word = warp.read<uint32_t>(i.place[ADDRESS] + 2 * 128 * (byte / 4));
        const int shift = 8 * (byte & 3);
        const bool narrow = i.variant;
        set_lanes<Kept>(warp, i.place[part], [=](int l) {
            T value = sizeof(T) == 8 ? T(word[l] | uint64_t(word[l + LANES]) << 32) : T(word[l] >> shift);
            return narrow ? Kept(uint16_t(value)) : Kept(value);
        });
    }
}

template <class T, class Kept> void store_parameter(Warp& warp, const Instruction& i) {
    for (int part = 0; part < i.parts; part++) {
        int byte = i.number + part * int(sizeof(T));
        Place place = i.place[ADDRESS] + 2 * 128 * (byte / 4);
        const Kept* from = warp.read<Kept>(i.place[part]);
        uint32_t* word = warp.write<uint32_t>(place);
        const int shift = 8 * (byte & 3);
        if constexpr (sizeof(T) < 4) {
            const uint32_t ones = uint32_t(std::make_unsigned_t<T>(-1)) << shift;
            set_lanes<uint32_t>(
                warp, place, [=](int l) { return (word[l] & ~ones) | (uint32_t(from[l]) << shift & ones); });
        } else {
            set_lanes<uint32_t>(warp, place, [=](int l) { return uint32_t(from[l]); });
        }
        if constexpr (sizeof(T) == 8)
            set_lanes<uint32_t>(warp, place + 2 * 128,
                                [=](int l) { return uint32_t(uint64_t(from[l]) >> 32); });
    }
}

template <class T> T combined(Atomic operation, T old, T value, T other) {
    switch (operation) {
        case Atomic::Add: return T(old + value);
        case Atomic::Exchange: return value;
        case Atomic::CompareSwap: return old == value ? other : old;
        case Atomic::Min: return std::min(old, value);
        case Atomic::Max: return std::max(old, value);
        case Atomic::And: return T(old & value);
        case Atomic::Or: return T(old | value);
        default: return T(old ^ value);
    }
}

// Place 0 gets what was there, 1 and 2 are operands. `parts` is 1 if nobody wants what was there.
template <class T> void atomic_lanes(Warp& warp, const Instruction& i) {
    Addresses at = resolve(warp, i, sizeof(T));
    if (at.local) warp.fail("an atomic operation on local memory");
    const Slot<T>*value = warp.read<Slot<T>>(i.place[1]), *other = warp.read<Slot<T>>(i.place[2]);
    for_lanes(warp.mask, [&](int lane) {
        if (warp.watch)
            warp.watch->note(Access::Update, i,
                             {watched_address(at, lane), sizeof(T), nullptr, nullptr, 1u << lane});
        T& there = *reinterpret_cast<T*>(place_of(warp, at, lane));
        T old = there;
        there = combined<T>(Atomic(i.variant), old, T(value[lane]), T(other[lane]));
        if (i.parts == 2) warp.write<Slot<T>>(i.place[0])[lane] = kept<T>(old);
    });
    warp.counted->atomics++;
    if (warp.mask) count_access(warp, at, sizeof(T), true);
}

template <template <class, class> class Pick> Handler handler_of(Type memory, bool is_wide) {
    switch (memory) {
        case Type::B8:
        case Type::U8: return is_wide ? Pick<uint8_t, uint64_t>::handler : Pick<uint8_t, uint32_t>::handler;
        case Type::S8: return is_wide ? Pick<int8_t, uint64_t>::handler : Pick<int8_t, uint32_t>::handler;
        case Type::B16:
        case Type::U16:
            return is_wide ? Pick<uint16_t, uint64_t>::handler : Pick<uint16_t, uint32_t>::handler;
        case Type::S16: return is_wide ? Pick<int16_t, uint64_t>::handler : Pick<int16_t, uint32_t>::handler;
        case Type::B32:
        case Type::U32:
            return is_wide ? Pick<uint32_t, uint64_t>::handler : Pick<uint32_t, uint32_t>::handler;
        case Type::S32: return is_wide ? Pick<int32_t, uint64_t>::handler : Pick<int32_t, uint32_t>::handler;
        case Type::B64:
        case Type::U64: return is_wide ? Pick<uint64_t, uint64_t>::handler : nullptr;
        case Type::S64: return is_wide ? Pick<int64_t, uint64_t>::handler : nullptr;
        default: return nullptr;
    }
}

template <class T, class Kept> struct Load {
    static constexpr Handler handler = load<T, Kept>;
};
template <class T, class Kept> struct Store {
    static constexpr Handler handler = store<T, Kept>;
};
template <class T, class Kept> struct LoadParameter {
    static constexpr Handler handler = load_parameter<T, Kept>;
};
template <class T, class Kept> struct StoreParameter {
    static constexpr Handler handler = store_parameter<T, Kept>;
};

}  // namespace

Handler load_handler(Type memory, Type target) { return handler_of<Load>(memory, bits(target) == 64); }
Handler store_handler(Type memory, Type source) { return handler_of<Store>(memory, bits(source) == 64); }
Handler parameter_load_handler(Type memory, Type target) {
    return handler_of<LoadParameter>(memory, bits(target) == 64);
}
Handler parameter_store_handler(Type memory, Type source) {
    return handler_of<StoreParameter>(memory, bits(source) == 64);
}

void do_atomic(Warp& warp, const Instruction& i) {
    switch (i.type) {
        case Type::S32: return atomic_lanes<int32_t>(warp, i);
        case Type::S64: return atomic_lanes<int64_t>(warp, i);
        case Type::B64:
        case Type::U64: return atomic_lanes<uint64_t>(warp, i);
        default: return atomic_lanes<uint32_t>(warp, i);
    }
}

void atomic(Warp& warp, const Instruction& i) {
    if (!warp.mask) return;
    bool is_shared = i.space == Space::Shared;
    if (i.space == Space::Generic) {
        // One look tells: nobody mixes them.
        uint64_t at = warp.read<uint64_t>(i.place[ADDRESS])[__builtin_ctz(warp.mask)] + int64_t(i.number);
        is_shared = space_of(i, at) == Space::Shared;
    }
    // A block's warps run one after the other, so that its memory needs no turn.
    if (is_shared)
        do_atomic(warp, i);
    else
        warp.wait(Pause::Atomic, i);
}
