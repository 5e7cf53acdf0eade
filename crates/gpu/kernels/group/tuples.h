// Tuples and products made, and elements chosen by multiplicity or order, by a group of lanes (container.h, rank.h).

// ---- making tuples ----

GROUP_OP2(repeat) {
    u64 n = is_int(b) && int_of(b) > 0 ? (u64)int_of(b) : 0, size = size_of(a) ? size_of(a) : 1;
    // Few, or what all lanes can do alike.
    if (n < 4 || n > SIZE_LIMIT || too_large(n * size)) return k_repeat(c, a, b);
    u32 row = TAG(a) == V_ROW && n <= 0xffffu && a.a <= 0xffffu, small = is_int(a) && is_i8(int_of(a));
    u32 to = row || small ? alloc_bytes(c, (u32)(n * size)) : alloc_vals(c, (u32)n);
    if (!to) return fault(F_BUDGET);
    if (small) EACH(i, (u32)n) bytes_at(c, to)[i] = (i8)a.a;
    else if (row) EACH(i, (u32)n * a.a) bytes_at(c, to)[i] = cells_of(c, a)[i % a.a];
    else EACH(i, (u32)n) store(c, to, i, a);
    sync_lanes(c);
    return small ? mk_row(c, to, (u32)n) : row ? mk_grid(c, to, (u32)n, a.a) : group_mk_tuple(c, to, (u32)n);
}

// Packed elements as the rows of a grid; V_NONE when a part is too large.
FN val g_small_rows(ctx *c, val v) {
    u32 cells = TAG(v) == V_CELLS, w = cells ? 3 : 2, large = v.a > 0xffffu;
    EACH(i, v.a) large |= row_width(c, item(c, v, i)) != w;
    if (ballot(c, large)) return mk(V_NONE, 0, 0, 0);
    val f;
    u32 to = new_grid(c, v.a, w, &f);
    if (!to) return f;
    EACH(i, v.a) {
        u32 bytes = row_bytes(c, item(c, v, i), 0, w);
        GLOBAL i8 *out = bytes_at(c, to) + i * w;
        out[0] = (i8)bytes;
        out[1] = (i8)(bytes >> 8);
        if (cells) out[2] = (i8)(bytes >> 16);
    }
    sync_lanes(c);
    return mk_grid(c, to, v.a, w);
}
GROUP_OP1(totuple) {
    if (TAG(a) == V_POSES || (TAG(a) == V_CELLS && c->batt)) {
        val v = g_small_rows(c, a);
        if (TAG(v) != V_NONE) return v;
    }
    if (TAG(a) == V_SET) return group_mk_tuple(c, a.c, a.a);
    return group_to_tuple(c, a);
}

// A tuple of two values for each lane that has them; 0 when one fails, and then the fault is that of what is too large, or there
// is a reason to hand back.
FN u32 tuples_of_lanes(ctx *c, val x, val y, u32 has, val *v) {
    state was = state_of(c);
    if (!lane_memory(c)) { hand_back(c, B_MEMORY); return 0; }
    val made = has ? tuple_of(c, x, y) : unit();
    state own = state_of(c);
    restore(c, was);
    c->bail = own.bail;
    share_bail(c);
    *v = made;
    if (ballot(c, FAULTY(made))) return 0;
    *v = keep_results(c, own.top, own.end, made, has);
    if (FAULTY(*v)) { hand_back(c, B_MEMORY); return 0; }
    return 1;
}
GROUP_OP2(pair) {
    if (!is_container(a) || !is_container(b)) return fault(F_TYPE);
    u32 n = count(c, a), m = count(c, b), to;
    n = n < m ? n : m;
    if (TAG(a) == V_ROW && TAG(b) == V_ROW && n <= 0xffffu) {
        val f;
        to = new_grid(c, n, 2, &f);
        if (!to) return f;
        EACH(i, 2 * n) bytes_at(c, to)[i] = cells_of(c, i & 1 ? b : a)[i / 2];
        sync_lanes(c);
        return mk_grid(c, to, n, 2);
    }
    to = alloc_vals(c, n + (n == 0));
    if (!to) return fault(F_BUDGET);
    EACH_ROUND(i, n) {
        u32 has = i < n;
        val v, x = has ? item(c, a, i) : unit(), y = has ? item(c, b, i) : unit();
        if (!tuples_of_lanes(c, x, y, has, &v)) return fault(F_BUDGET);
        if (has) store(c, to, i, v);
    }
    sync_lanes(c);
    return group_mk_tuple(c, to, n);
}

// ---- product ----

// The distinct integers of a container, ascending, each BIAS up; 0 if not all are numbers that fit a position.
FN u32 g_coordinates(ctx *c, val v, u32 *n) {
    u32 t = TAG(v), seen[8], at;
    if (t != V_ROW && t != V_BITS) return coordinates(c, v, n);
    *n = 0;
    at = alloc(c, 256);
    if (!at) return 0;
    for (u32 i = 0; i < 8; i++) seen[i] = 0;
    EACH(i, t == V_ROW ? v.a : 0) {
        u32 x = (u32)(cells_of(c, v)[i] + 128);
        seen[x / 32] |= 1u << (x & 31u);
    }
    if (t == V_BITS) { seen[4] = v.a; seen[5] = v.b; }
    for (u32 i = 0; i < 8; i++) {
        u32 bits = bits_of_all(c, seen[i]);
        if (bits >> lane_id() & 1) c->mem[at + kept_place(bits, *n)] = 32 * i + lane_id() + BIAS - 128;
        *n += POPCOUNT32(bits);
    }
    sync_lanes(c);
    return at;
}
// The set of all pairs of ascending values, the first of which are sets (container.h).
FN val g_set_of_pairs(ctx *c, u32 x, u32 n, u32 y, u32 m) {
    u32 at = alloc_vals(c, n * m), parts = at ? alloc_vals(c, 2 * n * m) : 0, odd = 0;
    if (!parts) return fault(F_BUDGET);
    EACH(i, n * m) {
        store(c, parts + 8 * i, 0, load(c, x, i / m));
        store(c, parts + 8 * i, 1, load(c, y, i % m));
        val v = mk_general(c, V_TUPLE, parts + 8 * i, 2);
        odd |= FAULTY(v);
        store(c, at, i, v);
    }
    sync_lanes(c);
    return ballot(c, odd) ? fault(F_BUDGET) : group_mk_general(c, V_SET, at, n * m);
}
FN val product_of_values(ctx *c, val a, val b) {
    u32 n, m, x, y, odd = 0;
    if (count(c, a) == 0 || count(c, b) == 0) return empty();
    a = group_to_set(c, a);
    TRY(a);
    b = group_to_set(c, b);
    TRY(b);
    x = group_values_of(c, a, &n);
    y = group_values_of(c, b, &m);
    if (!x || !y) return fault(F_BUDGET);
    if (too_large((u64)n * m)) return fault(F_BUDGET);
    EACH(i, n) odd |= !is_set(load(c, x, i));
    odd = ballot(c, odd);
    if (!odd) {
        val sizes = group_mk_general(c, V_SET, y, m);
        if (FAULTY(sizes)) return sizes;
        return too_large((u64)n * m + (u64)a.b * m + (u64)sizes.b * n) ? fault(F_BUDGET) : g_set_of_pairs(c, x, n, y, m);
    }
    u32 at = alloc_vals(c, n * m);
    if (!at) return fault(F_BUDGET);
    EACH_ROUND(i, n * m) {
        u32 has = i < n * m;
        val p = has ? load(c, x, i / m) : unit(), q = has ? load(c, y, i % m) : unit(), v;
        if (!tuples_of_lanes(c, p, q, has, &v)) return fault(F_BUDGET);
        if (has) store(c, at, i, v);
    }
    sync_lanes(c);
    return g_set_of_sorted(c, at, n * m);
}
GROUP_OP2(product) {
    if (!is_container(a) || !is_container(b)) return fault(F_TYPE);
    u32 n, m, top = c->top, x = g_coordinates(c, a, &n), y = x ? g_coordinates(c, b, &m) : 0;
    if (c->bail) return fault(F_BUDGET);
    if (!x || !y) {
        sync_lanes(c);
        c->top = top;
        sync_lanes(c);
        return product_of_values(c, a, b);
    }
    u32 at = alloc(c, n * m + (n * m == 0));
    if (!at) return fault(F_BUDGET);
    EACH(i, n * m) c->mem[at + i] = c->mem[x + i / m] << 12 | c->mem[y + i % m];
    sync_lanes(c);
    return mk_keys(c, V_POSES, at, n * m);
}

// ---- choosing by multiplicity or order ----

// The number of a row with the best multiplicity, the smallest of equals: each lane counts the numbers that are its own modulo LANES.
FN val number_by_multiplicity(ctx *c, val row, u32 largest) {
    u32 counts[8], best = 0;
    GLOBAL i8 *w = cells_of(c, row);
    for (u32 i = 0; i < 8; i++) counts[i] = 0;
    EACH_ROUND(i, row.a) {
        u32 x = i < row.a ? (u32)(w[i] + 128) : 256;
        for (u32 left = ballot(c, i < row.a); left;) {
            u32 y = from_lane(c, x, LOWEST32(left)), same = ballot(c, x == y);
            if (y % LANES == lane_id()) counts[y / LANES] += POPCOUNT32(same);
            left &= ~same;
        }
    }
    // Rarer ones rank higher where these are wanted, and smaller numbers go before larger ones.
    for (u32 i = 0; i < 8; i++) {
        u32 rank = (largest ? counts[i] : SIZE_LIMIT + 1 - counts[i]) << 8 | (255 - 32 * i - lane_id());
        if (counts[i] && rank > best) best = rank;
    }
    return mk_int(127 - (i32)(most_of(c, best) & 255u));
}
// The same for other tuples of not too many elements, stored at `at`.
FN val value_by_multiplicity(ctx *c, u32 at, u32 n, u32 largest) {
    u32 best = 0, mine[MOST_COMPARED / LANES], rounds = 0;
    EACH(i, n) {
        val x = load(c, at, i);
        u32 k = 0;
        for (u32 j = 0; j < n; j++) k += j == i || equal(c, load(c, at, j), x);
        mine[rounds] = largest ? k : n + 1 - k;
        best = mine[rounds] > best ? mine[rounds] : best;
        rounds++;
    }
    best = most_of(c, best);
    val v = unit();
    u32 found = 0;
    for (u32 from = 0, round = 0; from < n; from += LANES, round++)
        for (u32 lanes = ballot(c, from + lane_id() < n && mine[round] == best); lanes; lanes &= lanes - 1) {
            val x = load(c, at, from + LOWEST32(lanes));
            if (!found || compare(c, x, v) < 0) v = x;
            found = 1;
        }
    share_bail(c);
    return v;
}
FN val g_by_multiplicity(ctx *c, val tuple, u32 largest) {
    if (!is_tuple(tuple)) return fault(F_TYPE);
    if (is_empty(tuple)) return fault(F_EMPTY);
    if (TAG(tuple) == V_ROW) return number_by_multiplicity(c, tuple, largest);
    val v = unit();
    u32 n = count(c, tuple), top = c->top;
    if (n > MOST_COMPARED) {
        BY_ONE(v, by_multiplicity(c, tuple, largest));
        return v;
    }
    u32 at = group_values_of(c, tuple, &n);
    if (!at) return fault(F_BUDGET);
    v = value_by_multiplicity(c, at, n, largest);
    c->top = top;
    return v;
}
GROUP_OP1(mostcommon) { return g_by_multiplicity(c, a, 1); }
GROUP_OP1(leastcommon) { return g_by_multiplicity(c, a, 0); }
GROUP_OP1(mostcommon_any) { return is_set(a) ? k_mostcommon_any(c, a) : g_by_multiplicity(c, a, 1); }
GROUP_OP1(leastcommon_any) { return is_set(a) ? k_leastcommon_any(c, a) : g_by_multiplicity(c, a, 0); }

FN val g_extreme_element(ctx *c, val v, u32 largest) {
    if (TAG(v) != V_ROW) return extreme_element(c, v, largest);
    u32 best = 0;
    EACH(i, v.a) {
        u32 x = (u32)cells_of(c, v)[i] ^ 0x80000000u;
        x = largest ? x : ~x;
        best = x > best ? x : best;
    }
    best = most_of(c, best);
    return mk_int((i32)((largest ? best : ~best) ^ 0x80000000u));
}
GROUP_OP1(maximum) { return g_extreme_element(c, a, 1); }
GROUP_OP1(minimum) { return g_extreme_element(c, a, 0); }
