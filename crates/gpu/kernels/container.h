// Sets and tuples as wholes, and making them.

// A set of general values that ascend without repeats. Mixed sets may lose what kept them from
// being packed; a first element of another kind keeps them so.
FN val set_of_sorted(ctx *c, u32 at, u32 n) {
    if (n == 0) return empty();
    u32 t = TAG(load(c, at, 0));
    return t == V_INT || t == V_PAIR || t == V_CELL ? mk_set(c, at, n) : mk_general(c, V_SET, at, n);
}
// The set of one value.
FN val set_of_one(ctx *c, val v) {
    u32 t = TAG(v), key = v.a;
    if (t == V_INT && int_of(v) >= 0 && int_of(v) < 64) return mk_bits((u64)1 << int_of(v));
    if (t == V_PAIR && pos_fits((i32)v.a, (i32)v.b)) key = pos_of((i32)v.a, (i32)v.b);
    else if (t != V_CELL) {
        u32 at = alloc_vals(c, 1);
        if (!at) return fault(F_BUDGET);
        store(c, at, 0, v);
        return mk_general(c, V_SET, at, 1);
    }
    u32 at = alloc(c, 1);
    if (!at) return fault(F_BUDGET);
    c->mem[at] = key;
    return mk(t == V_CELL ? V_CELLS : V_POSES, 1, key, at);
}
// Where the elements of a container are as values: its own memory, if it has them so. They must
// not be written over. 0 when memory is out.
FN u32 values_of(ctx *c, val v, u32 *n) {
    if ((TAG(v) == V_TUPLE || TAG(v) == V_SET) && v.a) { *n = v.a; return v.c; }
    return spread(c, v, n);
}
FN u32 is_keys(val v) { return TAG(v) == V_CELLS || TAG(v) == V_POSES; }
FN u32 is_packed_set(val v) { return TAG(v) == V_BITS || is_keys(v); }
// The key that a value is in a packed set of this form; 0 when it cannot be in one.
FN u32 key_in(val set, val v, u32 *key) {
    *key = v.a;
    if (TAG(set) == V_CELLS) return TAG(v) == V_CELL;
    if (TAG(v) != V_PAIR || !pos_fits((i32)v.a, (i32)v.b)) return 0;
    *key = pos_of((i32)v.a, (i32)v.b);
    return 1;
}
// The first of ascending keys that is not below a key.
FN u32 first_key(ctx *c, u32 at, u32 n, u32 key) {
    u32 lo = 0, hi = n;
    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        if (c->mem[at + mid] < key) lo = mid + 1; else hi = mid;
    }
    return lo;
}

OP1(size) { return is_container(a) ? mk_int(count(c, a)) : fault(F_TYPE); }

// ---- union, intersection, difference ----

FN val join_keys(ctx *c, val a, val b) {
    u32 at = alloc(c, a.a + b.a), len;
    if (!at) return fault(F_BUDGET);
    reader x = read_from(c, a.c, 0, a.a), y = read_from(c, b.c, 0, b.a);
    writer to = write_to(at);
    while (x.i < a.a && y.i < b.a) {
        u32 p = NOW(x), q = NOW(y);
        write_next(c, &to, p < q ? p : q, 1);
        read_on(c, &x, p <= q);
        read_on(c, &y, q <= p);
    }
    for (; x.i < a.a; read_on(c, &x, 1)) write_next(c, &to, NOW(x), 1);
    for (; y.i < b.a; read_on(c, &y, 1)) write_next(c, &to, NOW(y), 1);
    len = write_end(c, &to);
    c->top = at + len;
    return too_large(len) ? fault(F_BUDGET) : mk(TAG(a), len, a.b < b.b ? a.b : b.b, at);
}
FN val join_values(ctx *c, val a, val b) {
    u32 i = 0, j = 0, len = 0, at = alloc_vals(c, a.a + b.a);
    if (!at) return fault(F_BUDGET);
    while (i < a.a || j < b.a) {
        i32 o = i == a.a ? 1 : j == b.a ? -1 : compare(c, load(c, a.c, i), load(c, b.c, j));
        store(c, at, len++, o > 0 ? load(c, b.c, j) : load(c, a.c, i));
        i += o <= 0;
        j += o >= 0;
    }
    c->top = at + 4 * len;
    return set_of_sorted(c, at, len);
}
FN val join_grids(ctx *c, val a, val b) {
    val f;
    u32 h = height_of(a) + height_of(b), w = width_of(a), to = new_grid(c, h, w, &f);
    if (!to) return f;
    put_bytes(bytes_at(c, to), cells_of(c, a), height_of(a) * w);
    put_bytes(bytes_at(c, to) + height_of(a) * w, cells_of(c, b), height_of(b) * w);
    return mk_grid(c, to, h, w);
}
FN val join_rows(ctx *c, val a, val b) {
    if (too_large(a.a + b.a)) return fault(F_BUDGET);
    u32 to = alloc_bytes(c, a.a + b.a);
    if (!to) return fault(F_BUDGET);
    put_bytes(bytes_at(c, to), cells_of(c, a), a.a);
    put_bytes(bytes_at(c, to) + a.a, cells_of(c, b), b.a);
    return mk_row(c, to, a.a + b.a);
}

// The elements of a packed set that another has, or has not.
FN val sift_keys(ctx *c, val a, val b, u32 common) {
    u32 n = a.a, m = b.a, j = 0, len, at = alloc(c, n);
    if (!at) return fault(F_BUDGET);
    // A small object and a large area: most of the area can be passed over at once.
    if (m > 2 * n) {
        u32 last = c->mem[a.c + n - 1];
        j = first_key(c, b.c, m, a.b);
        m = last == ~0u ? m : first_key(c, b.c, m, last + 1);
    }
    reader x = read_from(c, a.c, 0, n), y = read_from(c, b.c, j, m);
    writer to = write_to(at);
    while (x.i < n && y.i < m) {
        u32 p = NOW(x), q = NOW(y);
        write_next(c, &to, p, p <= q && (p == q) == common);
        read_on(c, &x, p <= q);
        read_on(c, &y, q <= p);
    }
    for (; x.i < n && !common; read_on(c, &x, 1)) write_next(c, &to, NOW(x), 1);
    len = write_end(c, &to);
    c->top = len == n ? at : at + len;
    return len == n ? a : mk_keys(c, TAG(a), at, len);
}
// The elements of a container that a set has, or has not, in the kind of the container.
FN val sift_values(ctx *c, val a, val b, u32 common) {
    u32 n, from = values_of(c, a, &n), len = 0, j = 0, to = alloc_vals(c, n);
    if (!from || !to) return fault(F_BUDGET);
    u32 both_sets = TAG(a) == V_SET && TAG(b) == V_SET;
    for (u32 i = 0; i < n; i++) {
        val x = load(c, from, i);
        u32 found = 0;
        if (both_sets) {
            // Both ascend, so one pass over b meets every element of a.
            i32 o = 1;
            while (j < b.a && (o = compare(c, x, load(c, b.c, j))) > 0) j++;
            found = j < b.a && o == 0;
        } else found = contains(c, b, x);
        if (found == common) store(c, to, len++, x);
    }
    if (len == n) return a;
    c->top = to + 4 * len;
    return is_set(a) ? set_of_sorted(c, to, len) : mk_tuple(c, to, len);
}
FN val sift_row(ctx *c, val a, u64 bits) {
    GLOBAL i8 *w = cells_of(c, a);
    u32 to = alloc_bytes(c, a.a), len = 0;
    if (!to) return fault(F_BUDGET);
    for (u32 i = 0; i < a.a; i++)
        if (w[i] < 0 || w[i] > 63 || !(bits >> w[i] & 1)) bytes_at(c, to)[len++] = w[i];
    return len == a.a ? a : mk_row(c, to, len);
}

// ---- one element more or less ----

OP1(initset) { return set_of_one(c, a); }
// Inserts a value into a set that is not packed, or not after this.
FN val insert_value(ctx *c, val v, val set) {
    u32 n, found, from = values_of(c, set, &n);
    if (!from) return fault(F_BUDGET);
    u32 place = place_in(c, from, n, v, &found);
    if (found) return set;
    u32 to = alloc_vals(c, n + 1);
    if (!to) return fault(F_BUDGET);
    for (u32 i = 0; i < n; i++) store(c, to, i + (i >= place), load(c, from, i));
    store(c, to, place, v);
    return set_of_sorted(c, to, n + 1);
}
FN val insert_key(ctx *c, val set, u32 place, u32 key) {
    u32 to = alloc(c, set.a + 1);
    if (!to) return fault(F_BUDGET);
    for (u32 i = 0; i < set.a; i++) c->mem[to + i + (i >= place)] = c->mem[set.c + i];
    c->mem[to + place] = key;
    return mk_keys(c, TAG(set), to, set.a + 1);
}

FN val remove_from_keys(ctx *c, val v, val set) {
    u32 key, place = key_in(set, v, &key) ? find_key(c, set.c, set.a, key) : set.a;
    if (place == set.a) return set;
    u32 to = alloc(c, set.a);
    if (!to) return fault(F_BUDGET);
    for (u32 i = 0; i < set.a; i++) if (i != place) c->mem[to + i - (i > place)] = c->mem[set.c + i];
    return mk_keys(c, TAG(set), to, set.a - 1);
}
FN val remove_from_set(ctx *c, val v, val set) {
    u32 found, place = place_in(c, set.c, set.a, v, &found);
    if (!found) return set;
    u32 to = alloc_vals(c, set.a);
    if (!to) return fault(F_BUDGET);
    for (u32 i = 0; i < set.a; i++) if (i != place) store(c, to, i - (i > place), load(c, set.c, i));
    return set_of_sorted(c, to, set.a - 1);
}
FN val remove_from_row(ctx *c, val v, val row) {
    if (!is_int(v) || !is_i8(int_of(v))) return row;
    GLOBAL i8 *w = cells_of(c, row);
    i8 x = (i8)int_of(v);
    u32 len = 0, to = alloc_bytes(c, row.a);
    if (!to) return fault(F_BUDGET);
    for (u32 i = 0; i < row.a; i++) if (w[i] != x) bytes_at(c, to)[len++] = w[i];
    return len == row.a ? row : mk_row(c, to, len);
}
FN val remove_from_tuple(ctx *c, val v, val tuple) {
    u32 n = count(c, tuple), len = 0, to = alloc_vals(c, n + (n == 0));
    if (!to) return fault(F_BUDGET);
    for (u32 i = 0; i < n; i++) {
        val x = item(c, tuple, i);
        if (!equal(c, x, v)) store(c, to, len++, x);
    }
    return len == n ? tuple : mk_tuple(c, to, len);
}

OP2(sizefilter) {
    if (!is_container(a) || !is_int(b)) return fault(F_TYPE);
    if (is_keys(a)) return int_of(b) == (TAG(a) == V_POSES ? 2 : 2 + (i64)c->batt) ? a : empty();
    u32 n = count(c, a), len = 0, to = alloc_vals(c, n + (n == 0));
    if (!to) return fault(F_BUDGET);
    for (u32 i = 0; i < n; i++) {
        val x = item(c, a, i);
        if (!is_container(x)) return fault(F_TYPE);
        if (count(c, x) == int_of(b)) store(c, to, len++, x);
    }
    if (len == n && is_set(a)) return a;
    return is_set(a) ? set_of_sorted(c, to, len) : mk_set(c, to, len);
}

// ---- repeats ----

// Drops repeats from n values, each staying at its first place; gives how many are left.
BIG u32 drop_repeats(ctx *c, u32 at, u32 n) {
    u32 len = 0, top = c->top;
    if (n <= 16) {
        for (u32 i = 0; i < n; i++) {
            val x = load(c, at, i);
            u32 j = 0;
            while (j < len && !equal(c, load(c, at, j), x)) j++;
            if (j == len) store(c, at, len++, x);
        }
        return len;
    }
    u32 order = alloc_vals(c, 2 * n);
    if (!order) return 0;
    for (u32 i = 0; i < n; i++) {
        store(c, order, 2 * i, load(c, at, i));
        store(c, order, 2 * i + 1, mk_int(i));
    }
    // Stable, so that the first of each run of equals is the earliest one.
    order = merge_sort(c, order, n);
    if (!order) return 0;
    for (u32 i = 1; i < n; i++)
        if (equal(c, load(c, order, 2 * i - 2), load(c, order, 2 * i)))
            store(c, at, load(c, order, 2 * i + 1).a, mk(V_NONE, 0, 0, 0));
    for (u32 i = 0; i < n; i++) {
        val x = load(c, at, i);
        if (TAG(x) != V_NONE) store(c, at, len++, x);
    }
    c->top = top;
    return len;
}
FN val dedupe_row(ctx *c, val row) {
    u64 seen[4];
    for (u32 i = 0; i < 4; i++) seen[i] = 0;
    // 256 different values at most.
    GLOBAL i8 *w = cells_of(c, row);
    u32 len = 0, to = alloc_bytes(c, row.a < 256 ? row.a : 256);
    if (!to) return fault(F_BUDGET);
    for (u32 i = 0; i < row.a; i++) {
        u32 x = (u8)w[i];
        if (seen[x >> 6] >> (x & 63) & 1) continue;
        seen[x >> 6] |= (u64)1 << (x & 63);
        bytes_at(c, to)[len++] = w[i];
    }
    return len == row.a ? row : mk_row(c, to, len);
}

// ---- what the results of some calls hold and those of others do not ----

// The elements of the n containers stored at `parts`; 0 when *f is to be returned.
FN u32 spread_all(ctx *c, u32 parts, u32 n, u32 *len, val *f) {
    u32 k = 0;
    *len = 0;
    *f = fault(F_TYPE);
    for (u32 i = 0; i < n; i++) {
        val v = load(c, parts, i);
        if (!is_container(v)) return 0;
        *len += count(c, v);
        if (too_large(*len)) { *f = fault(F_BUDGET); return 0; }
    }
    u32 at = alloc_vals(c, *len + (*len == 0));
    for (u32 i = 0; i < n && at; i++) {
        val v = load(c, parts, i);
        u32 m = count(c, v);
        for (u32 j = 0; j < m; j++) store(c, at, k++, item(c, v, j));
    }
    return at;
}
// The distinct elements of the n containers at `first` that none of the m containers at `second` has.
BIG val only_in_first(ctx *c, u32 first, u32 n, u32 second, u32 m) {
    val f;
    u32 kept = 0, at = spread_all(c, first, n, &n, &f), other = at ? spread_all(c, second, m, &m, &f) : 0;
    if (!other) return f;
    val set = mk_set(c, other, m);
    TRY(set);
    n = drop_repeats(c, at, n);
    for (u32 i = 0; i < n; i++) {
        val v = load(c, at, i);
        if (!contains(c, set, v)) store(c, at, kept++, v);
    }
    return c->bail ? fault(F_BUDGET) : mk_tuple(c, at, kept);
}

// ---- making tuples ----

FN val three_of(ctx *c, val x, val y, val z) {
    if (c->batt && is_int(x) && is_int(y) && is_int(z)) return mk_cell(c, z, int_of(x), int_of(y));
    u32 at = alloc_vals(c, 3);
    if (!at) return fault(F_BUDGET);
    store(c, at, 0, x);
    store(c, at, 1, y);
    store(c, at, 2, z);
    return mk_tuple(c, at, 3);
}
OP2(astuple) { return tuple_of(c, a, b); }
OP3(astriple) { return three_of(c, a, b, d); }
OP2(ascell) {
    if (!is_tuple(a)) return fault(F_TYPE);
    if (count(c, a) < 2) return fault(F_INDEX);
    return three_of(c, item(c, a, 0), item(c, a, 1), b);
}
OP1(toij) {
    if (TAG(a) == V_PAIR) return a;
    if (TAG(a) == V_CELL && c->batt) return mk_pose(cell_pos(c, a.a));
    if (!is_tuple(a)) return fault(F_TYPE);
    if (count(c, a) < 2) return fault(F_INDEX);
    return tuple_of(c, item(c, a, 0), item(c, a, 1));
}

OP2(repeat) {
    if (!is_int(b)) return fault(F_TYPE);
    u64 n = int_of(b) < 0 ? 0 : (u64)int_of(b), size = size_of(a) ? size_of(a) : 1;
    // More than that is too large whatever the size, and must not overflow with it.
    if (n > SIZE_LIMIT || too_large(n * size)) return fault(F_BUDGET);
    if (n == 0) return unit();
    if (is_int(a) && is_i8(int_of(a))) {
        u32 to = alloc_bytes(c, (u32)n);
        if (!to) return fault(F_BUDGET);
        for (u32 i = 0; i < (u32)n; i++) bytes_at(c, to)[i] = (i8)int_of(a);
        return mk_row(c, to, (u32)n);
    }
    if (TAG(a) == V_ROW && n <= 0xffffu && a.a <= 0xffffu) {
        val f;
        u32 to = new_grid(c, n, a.a, &f);
        if (!to) return f;
        for (u32 i = 0; i < (u32)n; i++) put_bytes(bytes_at(c, to) + i * a.a, cells_of(c, a), a.a);
        return mk_grid(c, to, (u32)n, a.a);
    }
    u32 to = alloc_vals(c, (u32)n);
    if (!to) return fault(F_BUDGET);
    for (u32 i = 0; i < (u32)n; i++) store(c, to, i, a);
    return mk_tuple(c, to, (u32)n);
}

// Packed elements as the rows of a grid; V_NONE when a part is too large.
FN val small_rows(ctx *c, val v) {
    u32 cells = TAG(v) == V_CELLS, w = cells ? 3 : 2, large = 0;
    GLOBAL u32 *k = words_at(c, v.c);
    if (v.a > 0xffffu) return mk(V_NONE, 0, 0, 0);
    for (u32 i = 0; i < v.a; i++) {
        u32 p = cells ? cell_pos(c, k[i]) : k[i];
        large |= !is_i8(row_of(p)) || !is_i8(col_of(p));
    }
    if (large) return mk(V_NONE, 0, 0, 0);
    val f;
    u32 to = new_grid(c, v.a, w, &f);
    if (!to) return f;
    GLOBAL i8 *out = bytes_at(c, to);
    for (u32 i = 0; i < v.a; i++, out += w) {
        u32 p = cells ? cell_pos(c, k[i]) : k[i];
        out[0] = (i8)row_of(p);
        out[1] = (i8)col_of(p);
        if (cells) out[2] = (i8)cell_colour(c, k[i]);
    }
    return mk_grid(c, to, v.a, w);
}
OP1(totuple) {
    if (TAG(a) == V_POSES || (TAG(a) == V_CELLS && c->batt)) {
        val v = small_rows(c, a);
        if (TAG(v) != V_NONE) return v;
    }
    if (TAG(a) == V_SET) return mk_tuple(c, a.c, a.a);
    return to_tuple(c, a);
}

OP2(pair) {
    if (!is_container(a) || !is_container(b)) return fault(F_TYPE);
    u32 n = count(c, a), m = count(c, b);
    n = n < m ? n : m;
    if (TAG(a) == V_ROW && TAG(b) == V_ROW && n <= 0xffffu) {
        val f;
        u32 to = new_grid(c, n, 2, &f);
        if (!to) return f;
        GLOBAL i8 *x = cells_of(c, a), *y = cells_of(c, b), *out = bytes_at(c, to);
        for (u32 i = 0; i < n; i++) { out[2 * i] = x[i]; out[2 * i + 1] = y[i]; }
        return mk_grid(c, to, n, 2);
    }
    u32 to = alloc_vals(c, n + (n == 0));
    if (!to) return fault(F_BUDGET);
    for (u32 i = 0; i < n; i++) {
        val v = tuple_of(c, item(c, a, i), item(c, b, i));
        TRY(v);
        store(c, to, i, v);
    }
    return mk_tuple(c, to, n);
}
OP2(celltuple) {
    if (!is_container(a) || !is_container(b)) return fault(F_TYPE);
    u32 n = count(c, a), m = count(c, b);
    n = n < m ? n : m;
    u32 to = alloc_vals(c, n + (n == 0));
    if (!to) return fault(F_BUDGET);
    for (u32 i = 0; i < n; i++) {
        val xy = item(c, a, i);
        if (!is_container(xy) || count(c, xy) != 2) return fault(F_TYPE);
        val v = three_of(c, item(c, xy, 0), item(c, xy, 1), item(c, b, i));
        TRY(v);
        store(c, to, i, v);
    }
    return mk_tuple(c, to, n);
}

// ---- product ----

// The distinct integers of a container, ascending, each BIAS up; 0 if not all are numbers that fit
// a position. At most 256.
FN u32 coordinates(ctx *c, val v, u32 *n) {
    u32 t = TAG(v);
    *n = 0;
    if (t != V_PAIR && t != V_ROW && t != V_BITS) return 0;
    if (t == V_PAIR && !pos_fits((i32)v.a, (i32)v.b)) return 0;
    u32 at = alloc(c, 256);
    if (!at) return 0;
    GLOBAL u32 *to = words_at(c, at);
    if (t == V_PAIR) {
        i32 x = (i32)v.a, y = (i32)v.b;
        to[0] = (u32)((x < y ? x : y) + BIAS);
        to[1] = (u32)((x < y ? y : x) + BIAS);
        *n = 1 + (x != y);
        return at;
    }
    u64 seen[4];
    for (u32 i = 0; i < 4; i++) seen[i] = 0;
    if (t == V_BITS) seen[2] = bits_of(v);
    for (u32 i = 0; i < v.a && t == V_ROW; i++) {
        u32 x = (u32)(cells_of(c, v)[i] + 128);
        seen[x >> 6] |= (u64)1 << (x & 63);
    }
    for (u32 i = 0; i < 4; i++)
        for (u64 bits = seen[i]; bits; bits &= bits - 1) to[(*n)++] = 64 * i + LOWEST(bits) + BIAS - 128;
    return at;
}
// The set of all pairs of ascending values; no pair has a packed form, as the first values are
// sets. Pairs share their parts.
FN val set_of_pairs(ctx *c, u32 x, u32 n, u32 y, u32 m) {
    u32 at = alloc_vals(c, n * m), parts = at ? alloc_vals(c, 2 * n * m) : 0;
    if (!parts) return fault(F_BUDGET);
    for (u32 i = 0; i < n; i++)
        for (u32 j = 0; j < m; j++) {
            u32 part = parts + 8 * (i * m + j);
            store(c, part, 0, load(c, x, i));
            store(c, part, 1, load(c, y, j));
            val v = mk_general(c, V_TUPLE, part, 2);
            TRY(v);
            store(c, at, i * m + j, v);
        }
    return mk_general(c, V_SET, at, n * m);
}
FN u64 sum_of_sizes(ctx *c, u32 at, u32 n) {
    u64 size = 0;
    for (u32 i = 0; i < n; i++) size += size_in(load(c, at, i));
    return size;
}
OP2(product) {
    if (!is_container(a) || !is_container(b)) return fault(F_TYPE);
    u32 n, m, top = c->top, x = coordinates(c, a, &n), y = x ? coordinates(c, b, &m) : 0;
    if (c->bail) return fault(F_BUDGET);
    if (x && y) {
        u32 at = alloc(c, n * m + (n * m == 0)), k = 0;
        if (!at) return fault(F_BUDGET);
        for (u32 i = 0; i < n; i++)
            for (u32 j = 0; j < m; j++) c->mem[at + k++] = c->mem[x + i] << 12 | c->mem[y + j];
        return mk_keys(c, V_POSES, at, k);
    }
    c->top = top;
    if (count(c, a) == 0 || count(c, b) == 0) return empty();
    // Taken in canonical order without repeats, the pairs come out in canonical order.
    a = to_set(c, a);
    TRY(a);
    b = to_set(c, b);
    TRY(b);
    x = values_of(c, a, &n);
    y = values_of(c, b, &m);
    if (!x || !y) return fault(F_BUDGET);
    if (too_large((u64)n * m)) return fault(F_BUDGET);
    u32 sets = 1;
    for (u32 i = 0; i < n; i++) sets &= is_set(load(c, x, i));
    if (sets) {
        u64 size = (u64)n * m + sum_of_sizes(c, x, n) * m + sum_of_sizes(c, y, m) * n;
        return too_large(size) ? fault(F_BUDGET) : set_of_pairs(c, x, n, y, m);
    }
    u32 at = alloc_vals(c, n * m);
    if (!at) return fault(F_BUDGET);
    for (u32 i = 0; i < n; i++)
        for (u32 j = 0; j < m; j++) {
            val v = tuple_of(c, load(c, x, i), load(c, y, j));
            TRY(v);
            store(c, at, i * m + j, v);
        }
    return set_of_sorted(c, at, n * m);
}
