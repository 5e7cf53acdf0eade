// How handlers compute on all lanes of a warp at once.
#pragma once
#include <type_traits>

#include "warp.h"

// What a register of a type is kept in, lane by lane.
template <class T> using Slot = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

// A value as its register keeps it: narrow ones with zeros above.
template <class T> inline Slot<T> kept(T value) { return Slot<T>(std::make_unsigned_t<T>(value)); }

// Sets the active lanes of a register. Loops over all lanes become vector code.
template <class Kept, class Compute> inline void set_lanes(Warp& warp, Place place, Compute compute) {
    Kept* out = warp.write<Kept>(place);
    const uint32_t mask = warp.mask;
    if (mask == ALL_LANES) {
#pragma GCC ivdep
        for (int lane = 0; lane < LANES; lane++) out[lane] = compute(lane);
        return;
    }
#pragma GCC ivdep
    for (int lane = 0; lane < LANES; lane++) {
        Kept value = compute(lane);
        out[lane] = mask >> lane & 1 ? value : out[lane];
    }
}

// The same for what is too dear, or too dangerous, to do in lanes that are not active.
template <class Kept, class Compute> inline void set_each(Warp& warp, Place place, Compute compute) {
    Kept* out = warp.write<Kept>(place);
    for_lanes(warp.mask, [&](int lane) { out[lane] = compute(lane); });
}
