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

// A set of keys that ascend without repeats.
FN val mk_keys(u32 tag, u32 at, u32 n) { return n ? mk(tag, n, 0, at) : empty(); }
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
    return mk_general(c, V_TUPLE, at, 2);
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

FN val tuple_of_rows(ctx *c, u32 at, u32 n, u32 width) {
    for (u32 i = 1; i < n; i++)
        if (row_width(c, load(c, at, i)) != width) return mk_general(c, V_TUPLE, at, n);
    if (n > 0xffffu || width > 0xffffu) return mk_general(c, V_TUPLE, at, n);
    val f;
    u32 to = new_grid(c, n, width, &f);
    if (!to) return f;
    GLOBAL i8 *w = bytes_at(c, to);
    for (u32 i = 0; i < n; i++) {
        val v = load(c, at, i);
        for (u32 j = 0; j < width; j++) w[i * width + j] = (i8)int_of(item(c, v, j));
    }
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
        if (!small) return mk_general(c, V_TUPLE, at, n);
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

// Marks keys in a bit map over their box and reads them back in order; 0 if the box is too large
// for that. Keys are three numbers, split at bits s and t.
FN u32 sort_in_map(ctx *c, u32 at, u32 n, u32 s, u32 t) {
    GLOBAL u32 *k = words_at(c, at);
    u32 mid = (1u << (s - t)) - 1, low = (1u << t) - 1;
    u32 lo0 = ~0u, lo1 = ~0u, lo2 = ~0u, hi0 = 0, hi1 = 0, hi2 = 0;
    for (u32 i = 0; i < n; i++) {
        u32 x = k[i] >> s, y = k[i] >> t & mid, z = k[i] & low;
        lo0 = x < lo0 ? x : lo0; hi0 = x > hi0 ? x : hi0;
        lo1 = y < lo1 ? y : lo1; hi1 = y > hi1 ? y : hi1;
        lo2 = z < lo2 ? z : lo2; hi2 = z > hi2 ? z : hi2;
    }
    u64 rows = hi1 - lo1 + 1, cols = hi2 - lo2 + 1, places = (u64)(hi0 - lo0 + 1) * rows * cols;
    u32 words = (u32)((places + 31) / 32);
    if (places > 64 * (u64)n + 1024 || words > c->end - c->top) return 0;
    GLOBAL u32 *map = words_at(c, c->top);
    for (u32 i = 0; i < words; i++) map[i] = 0;
    for (u32 i = 0; i < n; i++) {
        u32 p = (u32)((((k[i] >> s) - lo0) * rows + ((k[i] >> t & mid) - lo1)) * cols + (k[i] & low) - lo2);
        map[p / 32] |= 1u << (p & 31);
    }
    u32 m = 0, start = 0, x = lo0, y = lo1;
    for (u32 i = 0; i < words; i++) {
        u32 bits = map[i];
        while (bits) {
            u32 p = 32 * i + LOWEST(bits);
            bits &= bits - 1;
            while (p - start >= cols) {
                start += (u32)cols;
                if (++y > hi1) { y = lo1; x++; }
            }
            k[m++] = x << s | y << t | (lo2 + p - start);
        }
    }
    return m;
}

// Sorts keys and drops repeats, in place; gives how many are left.
BIG u32 sort_keys(ctx *c, u32 at, u32 n) {
    GLOBAL u32 *k = words_at(c, at);
    u32 sorted = 1;
    for (u32 i = 1; i < n; i++) sorted &= k[i - 1] < k[i];
    if (sorted) return n;
    if (n >= 16) {
        u32 m = sort_in_map(c, at, n, 24, 12);
        if (!m && c->batt) m = sort_in_map(c, at, n, 20, 8);
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
    return mk_keys(t == V_CELL ? V_CELLS : V_POSES, at, sort_keys(c, at, n));
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
        u32 to = alloc(c, total), k = 0;
        if (!to) return fault(F_BUDGET);
        for (u32 i = 0; i < n; i++) {
            val v = load(c, parts, i);
            if (TAG(v) == V_BITS) continue;
            for (u32 j = 0; j < v.a; j++) c->mem[to + k++] = c->mem[v.c + j];
        }
        k = sort_keys(c, to, k);
        return too_large(k) ? fault(F_BUDGET) : mk_keys(cells ? V_CELLS : V_POSES, to, k);
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

// Copies what a value holds beyond `mark` to word `to` and on; gives the value that points there, or
// `shift` words further on, where all of it will be moved. There must be room for what words_of counts.
FN val moved(ctx *c, val v, u32 *to) {
    u32 words = words_own(v), from = v.c;
    if (words == 0) return v;
    GLOBAL u32 *source = c->mem + from, *target = c->mem + *to;
    for (u32 i = 0; i < words; i++) target[i] = source[i];
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
    u32 words = words_of(c, v, mark, used / 2);
    u32 to = WHOLE(mark), from = WHOLE(c->top);
    if (words == ~0u || words + from - c->top > c->end - c->top) return v;
    val aside = copy_out(c, v, mark, from, 0);
    val out = copy_out(c, aside, from, to, 0);
    c->top = to + words;
    return out;
}
