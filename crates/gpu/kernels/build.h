// Making containers: each maker gives the one form that its value has (value/build.rs).

FN val mk_general(ctx *c, u32 tag, u32 at, u32 n) {
    u64 size = 0;
    u32 depth = 0;
    for (u32 i = 0; i < n; i++) {
        val v = load(c, at, i);
        u32 d = depth_of(v);
        size += TAG(v) <= V_CELL ? 1 : size_in(v);
        if (d > depth) depth = d;
    }
    if (too_large(size) || depth >= DEPTH_LIMIT) return fault(F_BUDGET);
    return mk(tag | (depth + 1) << 8, n, (u32)size, at);
}

// A tuple of integers, some of which do not fit a byte.
FN val mk_ints(u32 at, u32 n) { return too_large(n) ? fault(F_BUDGET) : mk(V_TUPLE | 1u << 8, n, n, at); }

// A set of keys that ascend without repeats and were written.
FN val mk_keys(ctx *c, u32 tag, u32 at, u32 n) { return n ? mk(tag, n, c->mem[at], at) : empty(); }
// The same where the first key is known.
FN val mk_known(u32 tag, u32 at, u32 n, u32 first) { return n ? mk(tag, n, first, at) : empty(); }
FN val mk_row(ctx *c, u32 at, u32 n) { return row_value(c, at, 0, n); }
// A grid from its cells; no rows give ().
FN val mk_grid(ctx *c, u32 at, u32 h, u32 w) {
    if (h == 0) return unit();
    if (h > 0xffffu || w > 0xffffu) return hand_back(c, B_FORM);
    return mk(V_GRID, h << 16 | w, 0, at);
}
// Room for a grid; 0 when it is too large (then *f is the fault to return) or memory is out.
FN u32 new_grid(ctx *c, u64 h, u64 w, val *f) {
    *f = fault(F_BUDGET);
    if (h > SIZE_LIMIT || w > SIZE_LIMIT || too_large(h * w)) return 0;
    return alloc_bytes(c, (u32)(h * w) + (h * w == 0));
}

FN val mk_pair(ctx *c, i64 a, i64 b) {
    if (is_i32(a) && is_i32(b)) return mk(V_PAIR, (u32)(i32)a, (u32)(i32)b, 0);
    u32 at = alloc_vals(c, 2);
    if (!at) return fault(F_BUDGET);
    store(c, at, 0, mk_int(a));
    store(c, at, 1, mk_int(b));
    return mk_ints(at, 2);
}

// Whether a value could be a row of a grid of small numbers, and its width; 0xffffffff if not.
FN u32 row_width(ctx *c, val v) {
    switch (TAG(v)) {
    case V_TUPLE: return v.a == 0 ? 0 : 0xffffffffu;
    case V_PAIR: return is_i8((i32)v.a) && is_i8((i32)v.b) ? 2 : 0xffffffffu;
    case V_CELL: {
        u32 p = cell_pos(c, v.a);
        return c->batt && is_i8(row_of(p)) && is_i8(col_of(p)) ? 3 : 0xffffffffu;
    }
    case V_ROW: return v.a;
    default: return 0xffffffffu;
    }
}

// Appends the numbers of a row.
FN void sink_row(ctx *c, sink *s, val v, u32 width) {
    if (TAG(v) == V_ROW) sink_bytes(s, words_at(c, v.c), v.b, width);
    else if (TAG(v) == V_PAIR) sink_put(s, (v.a & 255u) | (v.b & 255u) << 8, 2);
    else for (u32 j = 0; j < width; j++) sink_put(s, (u32)int_of(item(c, v, j)) & 255u, 1);
}
FN val tuple_of_rows(ctx *c, u32 at, u32 n, u32 width) {
    for (u32 i = 1; i < n; i++)
        if (row_width(c, load(c, at, i)) != width) return mk_general(c, V_TUPLE, at, n);
    if (n > 0xffffu || width > 0xffffu) return mk_general(c, V_TUPLE, at, n);
    val f;
    u32 to = new_grid(c, n, width, &f);
    if (!to) return f;
    sink s = sink_at(c, to);
    for (u32 i = 0; i < n; i++) sink_row(c, &s, load(c, at, i), width);
    sink_end(&s);
    return mk_grid(c, to, n, width);
}

// The tuple of the n values stored at `at`, which become part of it.
BIG val mk_tuple(ctx *c, u32 at, u32 n) {
    if (n == 0) return unit();
    val v = load(c, at, 0);
    if (is_int(v)) {
        u32 ints = 1, small = 1;
        for (u32 i = 0; i < n; i++) {
            val x = load(c, at, i);
            ints &= is_int(x);
            small &= is_int(x) && is_i8(int_of(x));
        }
        if (n == 2 && ints) return mk_pair(c, int_of(v), int_of(load(c, at, 1)));
        if (n == 2 && !c->batt && is_i8(int_of(v))) {
            val p = load(c, at, 1);
            if (TAG(p) == V_PAIR && pos_fits((i32)p.a, (i32)p.b))
                return mk(V_CELL, cell_of(c, (i32)int_of(v), pos_of((i32)p.a, (i32)p.b)), 0, 0);
        }
        if (n == 3 && ints && c->batt) {
            i64 k = int_of(load(c, at, 1)), colour = int_of(load(c, at, 2));
            if (is_i8(colour) && pos_fits(int_of(v), k))
                return mk(V_CELL, cell_of(c, (i32)colour, pos_of((i32)int_of(v), (i32)k)), 0, 0);
        }
        if (!ints) return mk_general(c, V_TUPLE, at, n);
        if (!small) return mk_ints(at, n);
        if (too_large(n)) return fault(F_BUDGET);
        u32 to = alloc_bytes(c, n);
        if (!to) return fault(F_BUDGET);
        for (u32 i = 0; i < n; i++) bytes_at(c, to)[i] = (i8)int_of(load(c, at, i));
        return mk(V_ROW, n, 0, to);
    }
    u32 width = row_width(c, v);
    if (width == 0xffffffffu) return mk_general(c, V_TUPLE, at, n);
    return tuple_of_rows(c, at, n, width);
}

// The tuple (x, y).
FN val mk_two(ctx *c, val x, val y) {
    if (is_int(x) && is_int(y)) return mk_pair(c, int_of(x), int_of(y));
    u32 width = row_width(c, x);
    if (width <= 0xffffu && width == row_width(c, y)) {
        val f;
        u32 to = new_grid(c, 2, width, &f);
        if (!to) return f;
        sink s = sink_at(c, to);
        sink_row(c, &s, x, width);
        sink_row(c, &s, y, width);
        sink_end(&s);
        return mk_grid(c, to, 2, width);
    }
    u32 at = alloc_vals(c, 2);
    if (!at) return fault(F_BUDGET);
    store(c, at, 0, x);
    store(c, at, 1, y);
    return mk_tuple(c, at, 2);
}

// The cell of a colour at a position, whatever the numbers.
FN val mk_cell(ctx *c, val colour, i64 r, i64 k) {
    if (is_int(colour) && is_i8(int_of(colour)) && pos_fits(r, k))
        return mk(V_CELL, cell_of(c, (i32)int_of(colour), pos_of((i32)r, (i32)k)), 0, 0);
    u32 at = alloc_vals(c, 3);
    if (!at) return fault(F_BUDGET);
    if (c->batt) {
        store(c, at, 0, mk_int(r));
        store(c, at, 1, mk_int(k));
        store(c, at, 2, colour);
        return mk_tuple(c, at, 3);
    }
    store(c, at, 0, colour);
    val p = mk_pair(c, r, k);
    TRY(p);
    store(c, at, 1, p);
    return mk_tuple(c, at, 2);
}

// Keys are three numbers, split at bits s and t. In a map of bits the lowest takes up k bits of a place, the next r, and a word
// of the map holds no more than these.
typedef struct { u32 s, t, first, r, k, words; } key_map;
FN u32 bits_for(u32 n) { return 64 - LEADING((u64)n); }
SMALL key_map empty_map(ctx *c, u32 key) {
    key_map map;
    // In batt, keys of cells have the row on top, and those of positions nothing.
    u32 rows_first = c->batt && key >> 24;
    map.s = rows_first ? 20 : 24;
    map.t = rows_first ? 8 : 12;
    return map;
}
SMALL void set_sides(key_map *map, u32 first, u32 x, u32 y, u32 z) {
    map->first = first;
    map->k = bits_for(z);
    map->r = bits_for(y);
    if (map->r + map->k < 5) map->r = 5 - map->k;
    map->words = x >> (24 - map->r - map->k) ? 1u << 31 : (x + 1) << (map->r + map->k - 5);
}
// The map over the blocks of numbers, powers of two, in which keys differ: `bits` are all of these differences.
SMALL key_map map_of_bits(ctx *c, u32 key, u32 bits) {
    key_map map = empty_map(c, key);
    u32 low = (1u << map.t) - 1, x = (1u << bits_for(bits >> map.s)) - 1;
    set_sides(&map, 0, x, bits >> map.t & 0xfffu, bits & low);
    u32 same = x << map.s | ((1u << map.r) - 1) << map.t | ((1u << map.k) - 1);
    map.first = key & ~same;
    return map;
}
// The map over the box of keys, for those on both sides of a power of two.
FN key_map box_of_list(ctx *c, u32 at, u32 n) {
    key_map map = empty_map(c, c->mem[at]);
    u32 x0 = ~0u, x1 = 0, y0 = ~0u, y1 = 0, z0 = ~0u, z1 = 0, low = (1u << map.t) - 1;
    for (reader r = read_from(c, at, 0, n); r.i < n; read_on(c, &r, 1)) {
        u32 key = NOW(r), x = key >> map.s, y = key >> map.t & 0xfffu, z = key & low;
        x0 = x < x0 ? x : x0; x1 = x > x1 ? x : x1;
        y0 = y < y0 ? y : y0; y1 = y > y1 ? y : y1;
        z0 = z < z0 ? z : z0; z1 = z > z1 ? z : z1;
    }
    set_sides(&map, x0 << map.s | y0 << map.t | z0, x1 - x0, y1 - y0, z1 - z0);
    return map;
}
// The place of a key in the map. No part of a key is below that of the first place, so parts can be taken from each other all at once.
SMALL u32 place_in_map(key_map map, u32 key) {
    u32 d = key - map.first;
    return (d >> map.s) << (map.r + map.k) | (d >> map.t & 0xfffu) << map.k | (d & ((1u << map.t) - 1));
}
// The key of a place whose word begins there.
SMALL u32 key_in_map(key_map map, u32 p) {
    u32 column = (1u << map.k) - 1, row = (1u << map.r) - 1;
    return map.first + ((p >> (map.r + map.k)) << map.s) + ((p >> map.k & row) << map.t) + (p & column);
}
// A map of bits that a lane marks. Places that follow each other are often close, so the AT_ONCE words around the last one are at hand.
#if LANES > 1
typedef struct { val near; u32 map, at; } marker;
SMALL marker mark_in(u32 map) { marker m; m.near = mk(0, 0, 0, 0); m.map = map; m.at = 0; return m; }
SMALL void mark_end(ctx *c, marker *m) { store(c, m->map, m->at, m->near); }
SMALL void mark_place(ctx *c, marker *m, u32 p) {
    u32 at = p / 128, word = p / 32 & 3u, bit = 1u << (p & 31u);
    if (at != m->at) {
        mark_end(c, m);
        m->near = load(c, m->map, at);
        m->at = at;
    }
    m->near.tag |= word == 0 ? bit : 0;
    m->near.a |= word == 1 ? bit : 0;
    m->near.b |= word == 2 ? bit : 0;
    m->near.c |= word == 3 ? bit : 0;
}
#else
typedef struct { u32 map; } marker;
FN marker mark_in(u32 map) { marker m; m.map = map; return m; }
FN void mark_end(ctx *c, marker *m) { (void)c; (void)m; }
FN void mark_place(ctx *c, marker *m, u32 p) { c->mem[m->map + p / 32] |= 1u << (p & 31u); }
#endif
// Marks keys in a map in free memory and reads them back in order; 0 if there is none that is small enough.
FN u32 sort_in_map(ctx *c, u32 at, u32 n) {
    u32 bits = 0, key = c->mem[at], map_at = WHOLE(c->top), room = c->end - c->top, most = 2 * n + 32 < room ? 2 * n + 32 : room;
    EACH_FOUR(i, n) {
        val k = keys_from(c, at, i, n);
        bits |= (k.tag ^ key) | (k.a ^ key) | (k.b ^ key) | (k.c ^ key);
    }
    key_map map = map_of_bits(c, key, bits);
    if (map.words + AT_ONCE > most) map = box_of_list(c, at, n);
    if (map.words + AT_ONCE > most) return 0;
    u32 words = map.words, column = (1u << map.k) - 1;
    EACH_FOUR(i, words) put_keys(c, map_at, i, mk(0, 0, 0, 0));
    marker m = mark_in(map_at);
#define MARKED(key) mark_place(c, &m, place_in_map(map, key))
    EACH_FOUR(i, n) {
        val k = keys_from(c, at, i, n);
        WITH_FOUR(k, MARKED);
    }
    mark_end(c, &m);
    writer to = write_to(at);
    for (reader r = read_from(c, map_at, 0, words); r.i < words; read_on(c, &r, 1)) {
        u32 marks = NOW(r);
        if (!marks) continue;
        for (key = key_in_map(map, 32 * r.i); marks; marks &= marks - 1) {
            u32 bit = LOWEST32(marks);
            write_next(c, &to, key + (bit >> map.k << map.t) + (bit & column), 1);
        }
    }
    return write_end(c, &to);
}

// Whether keys ascend without repeats.
FN u32 ascend(ctx *c, u32 at, u32 n) {
    u32 sorted = 1;
#if LANES > 1
    for (u32 i = 0, before = 0; i < n && sorted; i += AT_ONCE) {
        val k = load(c, at, i / AT_ONCE);
        sorted = (!i || before < k.tag) && (i + 1 >= n || k.tag < k.a) && (i + 2 >= n || k.a < k.b) && (i + 3 >= n || k.b < k.c);
        before = k.c;
    }
#else
    GLOBAL u32 *k = words_at(c, at);
    for (u32 i = 1; i < n; i++) sorted &= k[i - 1] < k[i];
#endif
    return sorted;
}
// From so many keys on a map is faster; where lanes move words of their own, from less.
#define FEWEST_IN_MAP (LANES > 1 ? 5 : 16)
// Sorts keys and drops repeats, in place; gives how many are left.
BIG u32 sort_keys(ctx *c, u32 at, u32 n) {
    GLOBAL u32 *k = words_at(c, at);
    if (ascend(c, at, n)) return n;
    if (n >= FEWEST_IN_MAP) {
        u32 m = sort_in_map(c, at, n);
        if (m) return m;
    }
    for (u32 gap = n / 2 | 1; gap; gap = gap == 1 ? 0 : (gap * 5 / 11 ? gap * 5 / 11 : 1))
        for (u32 i = gap; i < n; i++) {
            u32 x = k[i], j = i;
            for (; j >= gap && k[j - gap] > x; j -= gap) k[j] = k[j - gap];
            k[j] = x;
        }
    u32 m = 1;
    for (u32 i = 1; i < n; i++) if (k[i] != k[m - 1]) k[m++] = k[i];
    return m;
}

// Sorts values into canonical order and drops repeats, in place; gives how many are left.
BIG u32 sort_vals(ctx *c, u32 at, u32 n) {
    u32 sorted = 1;
    for (u32 i = 1; i < n && sorted; i++) sorted = compare(c, load(c, at, i - 1), load(c, at, i)) < 0;
    if (sorted) return n;
    for (u32 gap = n / 2 | 1; gap; gap = gap == 1 ? 0 : (gap * 5 / 11 ? gap * 5 / 11 : 1))
        for (u32 i = gap; i < n; i++) {
            val x = load(c, at, i);
            u32 j = i;
            for (; j >= gap && compare(c, load(c, at, j - gap), x) > 0; j -= gap) store(c, at, j, load(c, at, j - gap));
            store(c, at, j, x);
        }
    u32 m = 1;
    for (u32 i = 1; i < n; i++) {
        val x = load(c, at, i);
        if (compare(c, load(c, at, m - 1), x)) store(c, at, m++, x);
    }
    return m;
}

// The set of the n values stored at `at`, in any order, repeats allowed; they become part of it.
BIG val mk_set(ctx *c, u32 at, u32 n) {
    if (n == 0) return empty();
    u32 t = TAG(load(c, at, 0)), packed = t == V_INT || t == V_PAIR || t == V_CELL;
    u64 bits = 0;
    for (u32 i = 0; i < n && packed; i++) {
        val v = load(c, at, i);
        packed = TAG(v) == t;
        if (t == V_INT) {
            packed = packed && int_of(v) >= 0 && int_of(v) < 64;
            if (packed) bits |= (u64)1 << int_of(v);
        }
        if (t == V_PAIR) packed = packed && pos_fits((i32)v.a, (i32)v.b);
    }
    if (!packed) {
        u32 m = sort_vals(c, at, n);
        return mk_general(c, V_SET, at, m);
    }
    if (t == V_INT) return mk_bits(bits);
    // Keys take a quarter of the room, so they can be written over the values.
    for (u32 i = 0; i < n; i++) {
        val v = load(c, at, i);
        c->mem[at + i] = t == V_CELL ? v.a : pos_of((i32)v.a, (i32)v.b);
    }
    if (at + 4 * n == c->top) c->top = at + n;
    return mk_keys(c, t == V_CELL ? V_CELLS : V_POSES, at, sort_keys(c, at, n));
}
FN val mk_like(ctx *c, val like, u32 at, u32 n) { return is_set(like) ? mk_set(c, at, n) : mk_tuple(c, at, n); }

// The elements of a container stored at fresh memory; 0 when it is out.
FN u32 spread(ctx *c, val v, u32 *n) {
    *n = count(c, v);
    u32 at = alloc_vals(c, *n + (*n == 0));
    if (!at) return 0;
    if (TAG(v) == V_BITS) {
        u64 bits = bits_of(v);
        for (u32 i = 0; bits; i++, bits &= bits - 1) store(c, at, i, mk_int(LOWEST(bits)));
        return at;
    }
    for (u32 i = 0; i < *n; i++) store(c, at, i, item(c, v, i));
    return at;
}
FN val to_set(ctx *c, val v) {
    if (is_set(v)) return v;
    if (!is_container(v)) return fault(F_TYPE);
    u32 n, at = spread(c, v, &n);
    return at ? mk_set(c, at, n) : fault(F_BUDGET);
}
FN val to_tuple(ctx *c, val v) {
    if (is_tuple(v)) return v;
    if (!is_container(v)) return fault(F_TYPE);
    u32 n, at = spread(c, v, &n);
    return at ? mk_tuple(c, at, n) : fault(F_BUDGET);
}

// The place that a rank means among n elements; n when there is none. Negative ranks count from the end.
FN u32 place_of(u32 n, i64 rank) {
    i64 at = rank < 0 ? rank + n : rank;
    return at >= 0 && at < n ? (u32)at : n;
}
// The place of a key among ascending keys; n when it is not there.
FN u32 find_key(ctx *c, u32 at, u32 n, u32 key) {
    u32 lo = 0, hi = n;
    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        if (c->mem[at + mid] < key) lo = mid + 1; else hi = mid;
    }
    return lo < n && c->mem[at + lo] == key ? lo : n;
}
// Where a value is among ascending values, or would be.
FN u32 place_in(ctx *c, u32 at, u32 n, val v, u32 *found) {
    u32 lo = 0, hi = n;
    *found = 0;
    while (lo < hi && !*found) {
        u32 mid = (lo + hi) / 2;
        i32 o = compare(c, load(c, at, mid), v);
        if (o == 0) { *found = 1; return mid; }
        if (o < 0) lo = mid + 1; else hi = mid;
    }
    return lo;
}
// Whether a container holds a value.
FN u32 contains(ctx *c, val container, val v) {
    u32 found;
    switch (TAG(container)) {
    case V_BITS: return is_int(v) && int_of(v) >= 0 && int_of(v) < 64 && (bits_of(container) >> int_of(v) & 1);
    case V_CELLS: return TAG(v) == V_CELL && find_key(c, container.c, container.a, v.a) < container.a;
    case V_POSES: return TAG(v) == V_PAIR && pos_fits((i32)v.a, (i32)v.b)
        && find_key(c, container.c, container.a, pos_of((i32)v.a, (i32)v.b)) < container.a;
    case V_SET:
        place_in(c, container.c, container.a, v, &found);
        return found;
    case V_ROW: {
        GLOBAL i8 *w = cells_of(c, container);
        if (!is_int(v) || !is_i8(int_of(v))) return 0;
        for (u32 i = 0; i < container.a; i++) if (w[i] == (i8)int_of(v)) return 1;
        return 0;
    }
    default: {
        u32 n = count(c, container);
        for (u32 i = 0; i < n; i++) if (equal(c, item(c, container, i), v)) return 1;
        return 0;
    }
    }
}

FN void put_bytes(GLOBAL i8 *to, GLOBAL i8 *from, u32 n) { for (u32 i = 0; i < n; i++) to[i] = from[i]; }
// Grids of one width, one below the other; V_NONE when the values are anything else.
FN val stacked(ctx *c, u32 at, u32 n) {
    u32 w = width_of(load(c, at, 0)), done = 0;
    u64 h = 0;
    for (u32 i = 0; i < n; i++) {
        val v = load(c, at, i);
        if (TAG(v) != V_GRID || width_of(v) != w || w == 0) return mk(V_NONE, 0, 0, 0);
        h += height_of(v);
    }
    val f;
    u32 to = new_grid(c, h, w, &f);
    if (!to) return f;
    for (u32 i = 0; i < n; i++) {
        val v = load(c, at, i);
        u32 m = height_of(v) * w;
        put_bytes(bytes_at(c, to) + done, cells_of(c, v), m);
        done += m;
    }
    return mk_grid(c, to, (u32)h, w);
}
// One level of flattening: the elements of the n containers stored at `parts`, as set or tuple.
BIG val merge_all(ctx *c, u32 parts, u32 n, u32 as_set) {
    if (n && !as_set) {
        val v = stacked(c, parts, n);
        if (TAG(v) != V_NONE) return v;
    }
    u32 total = 0, cells = 0, poses = 0, other = 0;
    for (u32 i = 0; i < n; i++) {
        val v = load(c, parts, i);
        if (!is_container(v)) return fault(F_TYPE);
        u32 m = count(c, v);
        if (m > (1u << 22) || total > (1u << 22)) return hand_back(c, B_MEMORY);
        total += m;
        if (!as_set && too_large(total)) return fault(F_BUDGET);
        if (TAG(v) == V_CELLS) cells = 1;
        else if (TAG(v) == V_POSES) poses = 1;
        else if (!(TAG(v) == V_BITS && m == 0)) other = 1;
    }
    if (as_set && !other && cells + poses < 2) {
        if (!cells && !poses) return empty();
        u32 to = alloc(c, total), k;
        if (!to) return fault(F_BUDGET);
        writer out = write_to(to);
        for (u32 i = 0; i < n; i++) {
            val v = load(c, parts, i);
            if (TAG(v) != V_BITS) write_list(c, &out, v.c, v.a);
        }
        k = sort_keys(c, to, write_end(c, &out));
        return too_large(k) ? fault(F_BUDGET) : mk_keys(c, cells ? V_CELLS : V_POSES, to, k);
    }
    // Only distinct elements count, and counting them here would take too much memory.
    if (as_set && too_large(total)) return hand_back(c, B_MEMORY);
    u32 to = alloc_vals(c, total + (total == 0)), k = 0;
    if (!to) return fault(F_BUDGET);
    for (u32 i = 0; i < n; i++) {
        val v = load(c, parts, i);
        u32 m = count(c, v);
        for (u32 j = 0; j < m; j++) store(c, to, k++, item(c, v, j));
    }
    return as_set ? mk_set(c, to, k) : mk_tuple(c, to, k);
}

// Memory that a value takes beyond `mark`, shared parts counted as often as they occur; ~0 when
// that is more than `most` or nests too deep.
FN u32 words_used(val v) {
    switch (TAG(v)) {
    case V_ROW: return (v.a + v.b + 3) / 4;
    case V_GRID: return (height_of(v) * width_of(v) + v.b + 3) / 4 + (width_of(v) == 0);
    case V_CELLS: case V_POSES: return v.a;
    case V_TUPLE: case V_SET: return 4 * v.a;
    case V_FUNC: return 4 + 4 * (v.a >> 16);
    default: return 0;
    }
}
FN u32 words_own(val v) { return WHOLE(words_used(v)); }
FN u32 nested(val v) { u32 t = TAG(v); return (t == V_TUPLE || t == V_SET) ? v.a : t == V_FUNC ? v.a >> 16 : 0; }
FN u32 nested_at(val v) { return TAG(v) == V_FUNC ? v.c + 4 : v.c; }
BIG u32 words_of(ctx *c, val v, u32 mark, u32 most) {
    u32 at[NESTING], left[NESTING], n = 0;
    u64 words = 0;
    for (;;) {
        if (v.c >= mark || mark == 0) {
            words += words_own(v);
            if (words > most) return ~0u;
            if (nested(v)) {
                if (n == NESTING) return ~0u;
                at[n] = nested_at(v); left[n] = nested(v); n++;
            }
        }
        while (n && left[n - 1] == 0) n--;
        if (n == 0) return (u32)words;
        v = load(c, at[n - 1], 0);
        at[n - 1] += 4;
        left[n - 1]--;
    }
}

// Copies words by one lane, whole values of them where that can be: rows of a grid, for one, may stand anywhere.
FN void copy_own(ctx *c, u32 to, u32 from, u32 n) {
    GLOBAL u32 *source = c->mem + from, *target = c->mem + to;
    u32 i = 0;
    if (AT_ONCE > 1 && !((to | from) & 3u)) for (; i + 4 <= n; i += 4) store(c, to, i / 4, load(c, from, i / 4));
    for (; i < n; i++) target[i] = source[i];
}
// Copies what a value holds beyond `mark` to word `to` and on; gives the value that points there, or
// `shift` words further on, where all of it will be moved. There must be room for what words_of counts.
FN val moved(ctx *c, val v, u32 *to) {
    u32 words = words_own(v), from = v.c;
    if (words == 0) return v;
    copy_own(c, *to, from, words);
    v.c = *to;
    *to += words;
    return v;
}
BIG val copy_out(ctx *c, val v, u32 mark, u32 to, u32 shift) {
    u32 at[NESTING], left[NESTING], n = 0;
    if (v.c < mark && mark) return v;
    val out = moved(c, v, &to);
    if (nested(out)) { at[0] = nested_at(out); left[0] = nested(out); n = 1; }
    if (words_own(out)) out.c += shift;
    while (n) {
        if (left[n - 1] == 0) { n--; continue; }
        u32 place = at[n - 1];
        at[n - 1] += 4;
        left[n - 1]--;
        val x = load(c, place, 0);
        if ((x.c < mark && mark) || words_own(x) == 0) continue;
        x = moved(c, x, &to);
        if (nested(x)) { at[n] = nested_at(x); left[n] = nested(x); n++; }
        x.c += shift;
        store(c, place, 0, x);
    }
    return out;
}

// Keeps only v of everything made since mark, where that is worth the copy.
FN val compact(ctx *c, u32 mark, val v) {
    u32 used = c->top - mark;
    if (FAULTY(v) || c->bail || used < 256) return v;
    u32 words = words_of(c, v, mark, used / 2), flat = !nested(v), to = WHOLE(mark), aside = WHOLE(c->top), from = flat ? v.c : aside;
    if (words == ~0u || words + aside - c->top > c->end - c->top) return v;
    if (flat && words) v.c = to;
    else if (words) v = copy_out(c, v, mark, from, to - from);
    copy_own(c, to, from, words);
    c->top = to + words;
    return v;
}
