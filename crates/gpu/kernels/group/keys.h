// Sets and containers made by a group of lanes (build.h).

// ---- sorting entries ----

// What longer sorts move: a word of 64 bits, where its value is, and whether the word tells it. An entry that is nowhere is behind all.
#define BEHIND mk(~0u, ~0u, ~0u, 0)
FN i32 compare_tied(ctx *c, val x, val y) {
    if (x.b == ~0u || y.b == ~0u) return (i32)(x.b == ~0u) - (i32)(y.b == ~0u);
    return compare(c, load(c, x.b, 0), load(c, y.b, 0));
}
SMALL i32 compare_entries(ctx *c, val x, val y) {
    u64 p = (u64)x.tag << 32 | x.a, q = (u64)y.tag << 32 | y.a;
    i32 o = (i32)(p > q) - (i32)(p < q);
    return o || x.c & y.c ? o : compare_tied(c, x, y);
}
SMALL val entry_before(ctx *c, u32 entries, u32 i, u32 end) { return i < end ? load(c, entries, i) : BEHIND; }
// One step of a network over lanes: of its own entry and that of the lane whose number differs in these bits, the lane of the smaller number
// keeps the smaller one.
SMALL val exchange(ctx *c, val x, u32 bits) {
    u32 lane = lane_id(), other = lane ^ bits;
    val y = val_from_lane(c, x, other);
    i32 o = compare_entries(c, x, y);
    return (lane < other ? o > 0 : o < 0) ? y : x;
}
// Sorts LANES entries at a time.
FN void sort_blocks(ctx *c, u32 entries, u32 n) {
    for (u32 from = 0; from < n; from += LANES) {
        u32 i = from + lane_id();
        val x = entry_before(c, entries, i, n);
        for (u32 size = 2; size <= LANES; size *= 2)
            for (u32 by = size - 1; by; by = by == size - 1 ? size / 4 : by / 2) x = exchange(c, x, by);
        if (i < n) store(c, entries, i, x);
    }
    sync_lanes(c);
}
// Merges runs of `size` entries two by two, both powers of two. Each lane makes pieces of what comes of it: it looks for how much of either run
// lies before one, and takes the smaller entry from there on.
FN void merge_runs(ctx *c, u32 from, u32 to, u32 size, u32 piece, u32 n) {
    for (u32 at = lane_id() * piece; at < n; at += LANES * piece) {
        u32 i = at & ~(2 * size - 1), middle = i + size < n ? i + size : n, end = middle + size < n ? middle + size : n;
        u32 before = at - i, beyond = end - middle, low = before > beyond ? before - beyond : 0, high = before < size ? before : size;
        while (low < high) {
            u32 mid = (low + high) / 2, in_order = compare_entries(c, load(c, from, i + mid), load(c, from, middle + before - 1 - mid)) <= 0;
            low = in_order ? mid + 1 : low;
            high = in_order ? high : mid;
        }
        u32 j = middle + before - low, stop = at + piece < end ? at + piece : end;
        i += low;
        val x = entry_before(c, from, i, middle), y = entry_before(c, from, j, end);
        for (u32 k = at; k < stop; k++) {
            u32 second = compare_entries(c, y, x) < 0;
            store(c, to, k, second ? y : x);
            if (second) j++; else i++;
            val next = entry_before(c, from, second ? j : i, second ? end : middle);
            if (second) y = next; else x = next;
        }
    }
    sync_lanes(c);
}
// Sorts entries; as many more behind them are used. Gives where they are in the end.
SMALL u32 sort_entries_at(ctx *c, u32 entries, u32 n) {
    u32 other = entries + 4 * n, piece = 2;
    sort_blocks(c, entries, n);
    while (2 * LANES * piece < n) piece *= 2;
    for (u32 size = LANES; size < n; size *= 2) {
        merge_runs(c, entries, other, size, piece < 2 * size ? piece : 2 * size, n);
        u32 from = entries;
        entries = other;
        other = from;
    }
    return entries;
}

// ---- sorting keys ----

// Sorts keys of up to LANES lanes, those of the lanes from n on being ~0.
FN u32 sort_lanes(ctx *c, u32 key, u32 n) {
    u32 lane = lane_id();
    for (u32 size = 2; size < 2 * n; size *= 2)
        for (u32 by = size / 2; by; by /= 2) {
            u32 other = across(c, key, by), smaller = !(lane & size) == !(lane & by);
            key = (key < other) == smaller ? key : other;
        }
    return key;
}
// Stores the keys of the first n lanes in ascending order without repeats; gives how many these are. In sync after.
FN u32 store_sorted(ctx *c, u32 at, u32 key, u32 n) {
    u32 lane = lane_id(), has = lane < n, before = from_lane(c, key, lane - 1);
    if (ballot(c, has && lane && before >= key)) {
        key = sort_lanes(c, has ? key : ~0u, n);
        before = from_lane(c, key, lane - 1);
    }
    u32 fresh = has && (!lane || before != key), kept = ballot(c, fresh);
    sync_lanes(c);
    if (fresh) c->mem[at + POPCOUNT32(kept & BELOW_LANE)] = key;
    sync_lanes(c);
    return POPCOUNT32(kept);
}

// Drops repeats of keys that ascend, in place; gives how many are left.
SMALL u32 drop_equal_keys(ctx *c, u32 at, u32 n) {
    GLOBAL u32 *k = words_at(c, at);
    u32 m = 0;
    for (u32 from = 0; from < n; from += LANES) {
        u32 i = from + lane_id(), key = i < n ? k[i] : 0, fresh = i < n && (!i || k[i - 1] != key);
        u32 kept = ballot(c, fresh);
        sync_lanes(c);
        if (fresh) k[m + POPCOUNT32(kept & BELOW_LANE)] = key;
        m += POPCOUNT32(kept);
        sync_lanes(c);
    }
    return m;
}
// Sorts keys as entries and drops repeats, in place.
SMALL u32 sort_far_keys(ctx *c, u32 at, u32 n) {
    u32 entries = alloc_vals(c, 2 * n);
    if (!entries) return n;
    c->top = entries;
    EACH(i, n) store(c, entries, i, mk(0, c->mem[at + i], 0, 1));
    entries = sort_entries_at(c, entries, n);
    EACH(i, n) c->mem[at + i] = load(c, entries, i).a;
    sync_lanes(c);
    return drop_equal_keys(c, at, n);
}

// Writes the keys of bits, those of each lane behind those of the lanes before it; bit i stands for the lane's key and what lane i adds to it. Where
// they end. All lanes write the keys of one lane together.
SMALL u32 keys_of_bits(ctx *c, u32 to, u32 bits, u32 key, u32 add) {
    GLOBAL u32 *mem = c->mem;
    u32 own = 1u << lane_id(), below = own - 1;
    for (u32 lanes = ballot(c, bits); lanes; lanes &= lanes - 1) {
        u32 lane = LOWEST32(lanes), marks = from_lane(c, bits, lane), first = from_lane(c, key, lane);
        if (marks & own) mem[to + POPCOUNT32(marks & below)] = first + add;
        to += POPCOUNT32(marks);
    }
    return to;
}

// The map over the box of keys, for those on both sides of a power of two.
FN key_map map_of_box(ctx *c, u32 at, u32 n) {
    GLOBAL u32 *key = words_at(c, at);
    key_map map = empty_map(c, key[0]);
    u32 x0 = ~0u, x1 = 0, y0 = ~0u, y1 = 0, z0 = ~0u, z1 = 0, low = (1u << map.t) - 1;
    EACH(i, n) {
        u32 x = key[i] >> map.s, y = key[i] >> map.t & 0xfffu, z = key[i] & low;
        x0 = x < x0 ? x : x0; x1 = x > x1 ? x : x1;
        y0 = y < y0 ? y : y0; y1 = y > y1 ? y : y1;
        z0 = z < z0 ? z : z0; z1 = z > z1 ? z : z1;
    }
    x0 = least_of(c, x0); x1 = most_of(c, x1);
    y0 = least_of(c, y0); y1 = most_of(c, y1);
    z0 = least_of(c, z0); z1 = most_of(c, z1);
    set_sides(&map, x0 << map.s | y0 << map.t | z0, x1 - x0, y1 - y0, z1 - z0);
    return map;
}
// Marks keys in the map, which is in free memory, and reads them back in order. No part of a key is below that of the first place,
// so parts can be taken from each other all at once.
SMALL u32 sort_by_map(ctx *c, u32 at, u32 n, key_map map) {
    GLOBAL u32 *keys = words_at(c, at), *marks = words_at(c, c->top);
    u32 to = at, lane = lane_id(), add = (lane >> map.k << map.t) + (lane & ((1u << map.k) - 1));
    EACH(i, map.words) marks[i] = 0;
    sync_lanes(c);
    EACH(i, n) {
        u32 p = place_in_map(map, keys[i]);
        MARK(marks + p / 32, 1u << (p & 31u));
    }
    sync_lanes(c);
    EACH_ROUND(i, map.words) to = keys_of_bits(c, to, i < map.words ? marks[i] : 0, key_in_map(map, 32 * i), add);
    sync_lanes(c);
    return to - at;
}

// Sorts keys and drops repeats, in place; gives how many are left. In sync before and after.
BIG u32 group_sort_keys(ctx *c, u32 at, u32 n) {
    GLOBAL u32 *k = words_at(c, at);
    if (n <= LANES) return store_sorted(c, at, lane_id() < n ? k[lane_id()] : 0, n);
    u32 odd = 0, bits = 0, key = k[0], room = c->end - c->top, most = 4 * n + 128 < room ? 4 * n + 128 : room;
    EACH(i, n - 1) {
        u32 next = k[i + 1];
        odd |= k[i] >= next;
        bits |= next ^ key;
    }
    if (!ballot(c, odd)) return n;
    key_map map = map_of_bits(c, key, bits_of_all(c, bits));
    if (map.words > most) map = map_of_box(c, at, n);
    return map.words <= most ? sort_by_map(c, at, n, map) : sort_far_keys(c, at, n);
}

// ---- sorting values ----

// The first four bytes of a row of n, biased, in the order in which they are compared.
SMALL u32 first_bytes(ctx *c, u32 at, u32 byte, u32 n) {
    u32 word = 0;
    for (u32 i = 0; i < 4; i++) word = word << 8 | (i < n ? ((u32)bytes_at(c, at)[byte + i] + 128u) & 255u : 0);
    return word;
}
// What values must have in common for their order words to be compared: the tag, and that of the first part of a general container.
// The empty set goes with all sets.
#define ANY_SET 0xffffu
SMALL u32 order_class(ctx *c, val v) {
    u32 general = IS_ONE_OF(v, 1u << V_TUPLE | 1u << V_SET) && v.a;
    return TAG(v) == V_BITS && is_empty(v) ? ANY_SET : general ? TAG(v) | (c->mem[v.c] & 255u) << 8 : TAG(v);
}
// Whether the classes of all lanes' values, as bits, leave one; with empty sets that must be one of sets.
SMALL u32 are_alike(ctx *c, u32 kind, u32 empties) {
    u32 has = kind != ANY_SET, some = ballot(c, has), first = from_lane(c, kind, some ? LOWEST32(some) : 0), tag = first & 255u;
    return !ballot(c, has && kind != first) && (!ballot(c, empties) || (tag >= V_BITS && tag <= V_SET));
}
// A number whose order is that of values of one class, as far as it tells them apart.
SMALL u64 order_word(ctx *c, val v) {
    if (IS_ONE_OF(v, 1u << V_TUPLE | 1u << V_SET) && v.a) v = load(c, v.c, 0);
    u32 t = TAG(v);
    if (t == V_INT) return bits_of(v) ^ (u64)1 << 63;
    if (t == V_PAIR) return (u64)(v.a ^ 1u << 31) << 32 | (v.b ^ 1u << 31);
    if (t == V_CELLS || t == V_POSES) return (u64)v.b << 32 | (v.a > 1 ? c->mem[v.c + 1] : 0);
    if (t == V_ROW) return first_bytes(c, v.c, v.b, v.a);
    return t == V_GRID ? first_bytes(c, v.c, v.b, width_of(v)) : t == V_CELL ? v.a : 0;
}
// Whether a value is told by its word from all others of its class.
SMALL u32 is_told(val v) { return TAG(v) <= V_CELL || is_empty(v); }
// Stores values at the places of those that are to be kept, one from each lane; gives how many these are.
SMALL u32 store_kept(ctx *c, u32 at, val v, u32 keep) {
    u32 kept = ballot(c, keep);
    sync_lanes(c);
    if (keep) store(c, at, POPCOUNT32(kept & BELOW_LANE), v);
    sync_lanes(c);
    return POPCOUNT32(kept);
}
// Drops values that are those before them, as what fails to be made often is; gives how many are left.
SMALL u32 drop_same(ctx *c, u32 at, u32 n) {
    u32 m = 0;
    for (u32 from = 0; from < n; from += LANES) {
        u32 lane = lane_id(), i = from + lane;
        val v = load(c, at, i < n ? i : 0), w = val_from_lane(c, v, lane - 1);
        u32 fresh = lane == 0 || v.tag != w.tag || v.a != w.a || v.b != w.b || v.c != w.c;
        m += store_kept(c, at + 4 * m, v, fresh && i < n);
    }
    return m;
}
// Sorts up to LANES values: each lane counts those that come before its own. What an earlier lane has too is dropped.
SMALL u32 rank_vals(ctx *c, u32 at, u32 n) {
    u32 lane = lane_id(), has = lane < n, rank = 0, dropped = 0;
    val v = load(c, at, has ? lane : 0);
    u32 kind = order_class(c, v), alike = are_alike(c, kind, kind == ANY_SET);
    u64 word = has && alike ? order_word(c, v) : 0;
    u32 told = alike && is_told(v);
    for (u32 j = 0; j < n; j++) {
        if (dropped >> j & 1) continue;
        u64 other = wide_from_lane(c, word, j);
        u32 tie = has && other == word && lane != j, before = other < word;
        if (ballot(c, tie)) {
            val x = val_from_lane(c, v, j);
            i32 o = !tie ? 1 : told && is_told(x) ? 0 : compare(c, x, v);
            before |= o < 0;
            dropped |= ballot(c, o == 0);
        }
        rank += before;
    }
    sync_lanes(c);
    if (has && !(dropped >> lane & 1)) store(c, at, rank, v);
    sync_lanes(c);
    return n - POPCOUNT32(dropped);
}
// Entries of n values, one after the other.
SMALL void put_entries(ctx *c, u32 entries, u32 at, u32 n) {
    u32 kind = ANY_SET, empties = 0, odd = 0;
    EACH(i, n) {
        val v = load(c, at, i);
        u32 own = order_class(c, v);
        u64 word = order_word(c, v);
        odd |= kind != ANY_SET && own != ANY_SET && own != kind;
        empties |= own == ANY_SET;
        kind = own == ANY_SET ? kind : own;
        store(c, entries, i, mk((u32)(word >> 32), (u32)word, at + 4 * i, is_told(v)));
    }
    u32 alike = are_alike(c, kind, empties) && !ballot(c, odd);
    if (!alike) EACH(i, n) store(c, entries, i, mk(0, 0, at + 4 * i, 0));
    sync_lanes(c);
}
// The same for more values, which are moved once: from a copy of them to their places.
SMALL u32 merge_vals(ctx *c, u32 at, u32 n) {
    u32 entries = alloc_vals(c, 2 * n), other = 2 * entries + 4 * n, m = 0, odd = 0;
    if (!entries) return n;
    c->top = entries;
    put_entries(c, entries, at, n);
    EACH(i, n - 1) odd |= compare_entries(c, load(c, entries, i), load(c, entries, i + 1)) >= 0;
    if (!ballot(c, odd)) return n;
    sync_lanes(c);
    entries = sort_entries_at(c, entries, n);
    other -= entries;
    copy_words(c, other, at, 4 * n);
    sync_lanes(c);
    for (u32 from = 0; from < n; from += LANES) {
        u32 i = from + lane_id();
        val x = load(c, entries, i < n ? i : 0), before = load(c, entries, 0 < i && i < n ? i - 1 : 0);
        x.b += other - at;
        before.b += other - at;
        u32 fresh = i < n && (i == 0 || compare_entries(c, before, x) != 0);
        m += store_kept(c, at + 4 * m, load(c, x.b, 0), fresh);
    }
    return m;
}
// Sorts values into canonical order and drops repeats, in place; gives how many are left. In sync before and after.
BIG u32 group_sort_vals(ctx *c, u32 at, u32 n) {
    if (n > LANES) n = drop_same(c, at, n);
    u32 m = n <= LANES ? rank_vals(c, at, n) : merge_vals(c, at, n);
    share_bail(c);
    return m;
}

// ---- sets ----

FN val group_mk_general(ctx *c, u32 tag, u32 at, u32 n) {
    u64 size = 0;
    u32 depth = 0;
    EACH(i, n) {
        val v = load(c, at, i);
        u32 d = depth_of(v);
        size += TAG(v) <= V_CELL ? 1 : size_in(v);
        if (d > depth) depth = d;
    }
    u32 all = sum_of(c, size > SIZE_LIMIT ? SIZE_LIMIT + 1 : (u32)size);
    depth = most_of(c, depth);
    if (too_large(all) || depth >= DEPTH_LIMIT) return fault(F_BUDGET);
    return mk(tag | (depth + 1) << 8, n, all, at);
}

// Whether a value is of a kind and fits a packed set of it; its key there.
SMALL u32 packs(val v, u32 tag) {
    if (TAG(v) != tag) return 0;
    if (tag == V_INT) return v.b == 0 && v.a < 64;
    return tag == V_CELL || (v.a + BIAS < 2 * BIAS && v.b + BIAS < 2 * BIAS);
}
FN u32 key_of(val v) { return TAG(v) == V_CELL ? v.a : pos_of((i32)v.a, (i32)v.b); }

SMALL val set_of_ints(ctx *c, u32 at, u32 n) {
    u64 bits = 0;
    EACH(i, n) bits |= (u64)1 << c->mem[at + 4 * i + 1];
    u32 high = bits_of_all(c, (u32)(bits >> 32));
    return mk_bits((u64)high << 32 | bits_of_all(c, (u32)bits));
}
// The set of values that can be packed, the keys of which are written over them.
SMALL val set_of_packed(ctx *c, u32 at, u32 n, u32 tag) {
    for (u32 from = 0; from < n; from += LANES) {
        u32 i = from + lane_id(), key = i < n ? key_of(load(c, at, i)) : 0;
        if (n <= LANES) return mk_keys(c, tag == V_CELL ? V_CELLS : V_POSES, at, store_sorted(c, at, key, n));
        sync_lanes(c);
        if (i < n) c->mem[at + i] = key;
    }
    return mk(tag == V_CELL ? V_CELLS : V_POSES, n, 0, at);
}
// The set of the n values stored at `at`, in any order, repeats allowed; they become part of it. In sync before and after.
BIG val group_mk_set(ctx *c, u32 at, u32 n) {
    if (n == 0) return empty();
    u32 tag = c->mem[at] & 255u, odd = tag != V_INT && tag != V_PAIR && tag != V_CELL;
    if (!odd) EACH(i, n) odd |= !packs(load(c, at, i), tag);
    if (ballot(c, odd)) return group_mk_general(c, V_SET, at, group_sort_vals(c, at, n));
    if (tag == V_INT) return set_of_ints(c, at, n);
    u32 last = at + 4 * n == c->top;
    val set = set_of_packed(c, at, n, tag);
    if (last) c->top = at + n;
    if (n <= LANES) return set;
    sync_lanes(c);
    return mk_keys(c, TAG(set), at, group_sort_keys(c, at, n));
}

// ---- tuples ----

// The n bytes (1 to 4) of a row of small numbers from its j-th on.
SMALL u32 row_bytes(ctx *c, val v, u32 j, u32 n) {
    u32 w;
    if (TAG(v) == V_ROW) return peek(c->mem + v.c, v.b + j, n) & low_bytes(n);
    if (TAG(v) == V_PAIR) w = (v.a & 255u) | (v.b & 255u) << 8;
    else {
        u32 p = cell_pos(c, v.a);
        w = ((u32)row_of(p) & 255u) | ((u32)col_of(p) & 255u) << 8 | ((u32)cell_colour(c, v.a) & 255u) << 16;
    }
    return w >> 8 * j & low_bytes(n);
}
// Words of a grid from rows of one width, stored at `at`.
FN void put_rows(ctx *c, u32 to, u32 at, u32 n, u32 width) {
    u32 bytes = n * width;
    EACH(w, (bytes + 3) / 4) {
        u32 word = 0, have = 0, i = 4 * w / width, j = 4 * w % width;
        while (have < 4 && i < n) {
            u32 m = width - j < 4 - have ? width - j : 4 - have;
            word |= row_bytes(c, load(c, at, i), j, m) << 8 * have;
            have += m;
            i++;
            j = 0;
        }
        c->mem[to + w] = word;
    }
}
FN val g_tuple_of_rows(ctx *c, u32 at, u32 n, u32 width) {
    u32 odd = n > 0xffffu || width > 0xffffu;
    EACH(i, n) odd |= row_width(c, load(c, at, i)) != width;
    if (ballot(c, odd)) return group_mk_general(c, V_TUPLE, at, n);
    val f;
    u32 to = new_grid(c, n, width, &f);
    if (!to) return f;
    if (width) put_rows(c, to, at, n, width);
    sync_lanes(c);
    return mk_grid(c, to, n, width);
}
FN val tuple_of_ints(ctx *c, u32 at, u32 n) {
    u32 odd = 0;
    EACH(i, n) {
        val v = load(c, at, i);
        odd |= !is_int(v) || !is_i8(int_of(v));
    }
    if (ballot(c, odd)) return group_mk_general(c, V_TUPLE, at, n);
    if (too_large(n)) return fault(F_BUDGET);
    u32 to = alloc_bytes(c, n);
    if (!to) return fault(F_BUDGET);
    EACH(i, n) bytes_at(c, to)[i] = (i8)c->mem[at + 4 * i + 1];
    sync_lanes(c);
    return mk(V_ROW, n, 0, to);
}
// The tuple of the n values stored at `at`, which become part of it. In sync before and after.
BIG val group_mk_tuple(ctx *c, u32 at, u32 n) {
    // Pairs and cells; what is made of so few is made by all lanes alike.
    if (n < 4) return mk_tuple(c, at, n);
    val v = load(c, at, 0);
    if (is_int(v)) return tuple_of_ints(c, at, n);
    u32 width = row_width(c, v);
    if (width == 0xffffffffu) return group_mk_general(c, V_TUPLE, at, n);
    return g_tuple_of_rows(c, at, n, width);
}
FN val group_mk_like(ctx *c, val like, u32 at, u32 n) { return is_set(like) ? group_mk_set(c, at, n) : group_mk_tuple(c, at, n); }

// ---- flattening ----

FN void g_put_bytes(GLOBAL i8 *to, GLOBAL i8 *from, u32 n) { EACH(i, n) to[i] = from[i]; }
// Grids of one width, one below the other; V_NONE when the values are anything else.
FN val g_stacked(ctx *c, u32 at, u32 n) {
    u32 w = width_of(load(c, at, 0)), done = 0, odd = w == 0;
    u64 h = 0;
    EACH(i, n) {
        val v = load(c, at, i);
        odd |= TAG(v) != V_GRID || width_of(v) != w;
        h += height_of(v);
    }
    if (ballot(c, odd)) return mk(V_NONE, 0, 0, 0);
    h = wide_from_lane(c, sum_to_lane(c, h), LANES - 1);
    val f;
    u32 to = new_grid(c, h, w, &f);
    if (!to) return f;
    for (u32 i = 0; i < n; i++) {
        val v = load(c, at, i);
        u32 m = height_of(v) * w;
        g_put_bytes(bytes_at(c, to) + done, cells_of(c, v), m);
        done += m;
    }
    sync_lanes(c);
    return mk_grid(c, to, (u32)h, w);
}

// Stores the elements of the n containers at `parts`, as values, or the keys of packed sets.
SMALL void spread_values(ctx *c, u32 to, u32 parts, u32 n) {
    EACH_ROUND(i, n) {
        val v = i < n ? load(c, parts, i) : empty();
        u32 all, start = sum_before(c, count(c, v), &all);
        EACH_ROUND(j, all) {
            u32 lane = lane_of_place(c, start, j), place = j - from_lane(c, start, lane);
            val x = val_from_lane(c, v, lane);
            if (j < all) store(c, to, j, item(c, x, place));
        }
        to += 4 * all;
    }
    sync_lanes(c);
}
SMALL void gather_keys(ctx *c, u32 to, u32 parts, u32 n) {
    GLOBAL u32 *mem = c->mem;
    EACH_ROUND(i, n) {
        val v = i < n ? load(c, parts, i) : empty();
        u32 all, start = sum_before(c, count(c, v), &all);
        EACH_ROUND(j, all) {
            u32 at = from_lane(c, v.c - start, lane_of_place(c, start, j)) + j;
            if (j < all) mem[to + j] = mem[at];
        }
        to += all;
    }
    sync_lanes(c);
}
// More keys than that do not fit a group's memory; sums of so many over all lanes fit a word.
#define MOST_MERGED (1u << 22)
// One level of flattening: the elements of the n containers stored at `parts`, as set or tuple. In sync before and after.
BIG val group_merge_all(ctx *c, u32 parts, u32 n, u32 as_set) {
    val v;
    if (n && !as_set) {
        v = g_stacked(c, parts, n);
        if (TAG(v) != V_NONE) return v;
    }
    u32 cells = 0, poses = 0, other = 0, odd = 0;
    u64 sum = 0;
    EACH(i, n) {
        v = load(c, parts, i);
        u32 m = count(c, v), t = TAG(v);
        odd |= !is_container(v);
        sum += m;
        cells |= t == V_CELLS;
        poses |= t == V_POSES;
        other |= t != V_CELLS && t != V_POSES && !(t == V_BITS && m == 0);
    }
    u32 total = sum_of(c, sum > MOST_MERGED ? MOST_MERGED + 1 : (u32)sum);
    cells = ballot(c, cells);
    u32 keys = as_set && !ballot(c, other) && !(cells && ballot(c, poses));
    // What fails the first lane looks at. Of keys only the distinct ones count.
    if (ballot(c, odd) || (keys ? total > MOST_MERGED : too_large(total))) {
        BY_ONE(v, merge_all(c, parts, n, as_set));
        return v;
    }
    if (keys && !total) return empty();
    u32 to = keys ? alloc(c, total) : alloc_vals(c, total + (total == 0));
    if (!to) return fault(F_BUDGET);
    if (keys) gather_keys(c, to, parts, n);
    else spread_values(c, to, parts, n);
    if (keys) total = group_sort_keys(c, to, total);
    if (keys) return too_large(total) ? fault(F_BUDGET) : mk_keys(c, cells ? V_CELLS : V_POSES, to, total);
    return as_set ? group_mk_set(c, to, total) : group_mk_tuple(c, to, total);
}
