// Largest, smallest, most frequent: choosing by order of keys or by multiplicity.

// How often each number of a row occurs: 256 words, from -128 on; 0 when memory is out.
FN u32 count_row(ctx *c, val row) {
    u32 at = alloc(c, 256);
    if (!at) return 0;
    GLOBAL u32 *counts = words_at(c, at);
    GLOBAL i8 *w = cells_of(c, row);
    for (u32 i = 0; i < 256; i++) counts[i] = 0;
    for (u32 i = 0; i < row.a; i++) counts[w[i] + 128]++;
    return at;
}
// Distinct elements of a tuple in canonical order as entries of multiplicity and element; 0 when
// memory is out.
BIG u32 runs_of(ctx *c, val tuple, u32 *n) {
    u32 m = count(c, tuple), len = 0;
    *n = 0;
    if (TAG(tuple) == V_ROW) {
        u32 counts = count_row(c, tuple), at = counts ? alloc_vals(c, 2 * (m < 256 ? m : 256)) : 0;
        for (u32 i = 0; i < 256 && at; i++) {
            u32 k = c->mem[counts + i];
            if (k == 0) continue;
            store(c, at, 2 * len, mk_int(k));
            store(c, at, 2 * len++ + 1, mk_int((i32)i - 128));
        }
        *n = len;
        return at;
    }
    u32 at = alloc_vals(c, 2 * (m + (m == 0)));
    for (u32 i = 0; i < m && at; i++) {
        val x = item(c, tuple, i);
        store(c, at, 2 * i, x);
        store(c, at, 2 * i + 1, x);
    }
    if (at && m > 1) at = merge_sort(c, at, m);
    u32 k = 0;
    for (u32 i = 0; i < m && at; i++) {
        val x = load(c, at, 2 * i);
        // Entries are written over those that were read.
        if (len == 0 || !equal(c, load(c, at, 2 * len - 1), x)) { len++; k = 0; }
        store(c, at, 2 * len - 2, mk_int(++k));
        store(c, at, 2 * len - 1, x);
    }
    *n = len;
    return at;
}

// The number at a place of a row in descending order, found by halving the range of numbers.
FN val row_at(ctx *c, val row, u32 place) {
    GLOBAL i8 *w = cells_of(c, row);
    i32 lo = -128, hi = 127;
    while (lo < hi) {
        i32 mid = (lo + hi + 256 + 1) / 2 - 128;
        u32 n = 0;
        for (u32 i = 0; i < row.a; i++) n += w[i] >= mid;
        if (n > place) lo = mid; else hi = mid - 1;
    }
    return mk_int(lo);
}
OP2(rank) {
    if (!is_container(a) || !is_int(b)) return fault(F_TYPE);
    u32 n = count(c, a), place = place_of(n, int_of(b)), t = TAG(a), top = c->top;
    // Packed sets ascend in the order of keys, too.
    if (t == V_BITS || t == V_CELLS || t == V_POSES) return place < n ? item(c, a, n - 1 - place) : mk_int(0);
    if (t == V_ROW) return place < n ? row_at(c, a, place) : mk_int(0);
    u32 at = alloc_vals(c, 2 * (n + (n == 0)));
    if (!at) return fault(F_BUDGET);
    // Backwards, and then read backwards: equal keys keep their order.
    for (u32 i = 0; i < n; i++) {
        val x = item(c, a, n - 1 - i);
        store(c, at, 2 * i, x);
        store(c, at, 2 * i + 1, x);
    }
    TRY(sort_entries(c, &at, n));
    val v = place < n ? load(c, at, 2 * (n - 1 - place) + 1) : mk_int(0);
    c->top = top;
    return v;
}

FN val common_at(ctx *c, val tuple, val rank) {
    if (!is_tuple(tuple) || !is_int(rank)) return fault(F_TYPE);
    u32 n, top = c->top, at = runs_of(c, tuple, &n), place = place_of(n, int_of(rank));
    if (!at) return fault(F_BUDGET);
    TRY(sort_entries(c, &at, n));
    val v = place < n ? load(c, at, 2 * place + 1) : unit();
    c->top = top;
    return v;
}
OP2(common_rank) { return common_at(c, a, b); }
OP2(common_rank_any) {
    if (is_set(a)) return nth_of(c, a, b, empty());
    return common_at(c, a, b);
}

// Element of a tuple with the best multiplicity; ties go to the canonically smallest.
BIG val by_multiplicity(ctx *c, val tuple, u32 largest) {
    if (!is_tuple(tuple)) return fault(F_TYPE);
    if (is_empty(tuple)) return fault(F_EMPTY);
    u32 n, top = c->top, at = runs_of(c, tuple, &n), best = 0;
    if (!at) return fault(F_BUDGET);
    for (u32 i = 1; i < n; i++) {
        u32 k = load(c, at, 2 * i).a, most = load(c, at, 2 * best).a;
        if (largest ? k > most : k < most) best = i;
    }
    val v = load(c, at, 2 * best + 1);
    c->top = top;
    return v;
}
OP1(mostcommon) { return by_multiplicity(c, a, 1); }
OP1(leastcommon) { return by_multiplicity(c, a, 0); }
// In a set every multiplicity is 1.
OP1(mostcommon_any) { return is_set(a) ? end_of(c, a, 0, fault(F_EMPTY)) : by_multiplicity(c, a, 1); }
OP1(leastcommon_any) { return is_set(a) ? end_of(c, a, 0, fault(F_EMPTY)) : by_multiplicity(c, a, 0); }

// Colour at a rank in descending order of frequency, ties by first occurrence.
OP2(color_rank) {
    u32 grid = TAG(a) == V_GRID, t = TAG(a), top = c->top, distinct = 0;
    if (is_empty(a)) return is_int(b) ? a : fault(F_TYPE);
    if (!is_container(a) || t == V_ROW || t == V_PAIR || t == V_CELL) return fault(F_TYPE);
    // Every fault is this one, so a first element that is no cell decides.
    if (!is_int(b) || (is_set(a) && first_is_cell(c, a) != 1)) return fault(F_TYPE);
    if (!grid && t != V_CELLS) return hand_back(c, B_FORM);
    u32 n = grid ? height_of(a) * width_of(a) : a.a, at = alloc(c, 512);
    if (!at) return fault(F_BUDGET);
    GLOBAL u32 *counts = words_at(c, at), *order = counts + 256;
    for (u32 i = 0; i < 256; i++) counts[i] = 0;
    for (u32 i = 0; i < n; i++) {
        i32 colour = grid ? cells_of(c, a)[i] : cell_colour(c, c->mem[a.c + i]);
        if (counts[colour + 128]++ == 0) order[distinct++] = (u32)(colour + 128);
    }
    u32 place = place_of(distinct, int_of(b));
    val v = empty_like(a);
    for (u32 i = 0; i < distinct && place < distinct; i++) {
        u32 k = counts[order[i]], before = 0;
        for (u32 j = 0; j < distinct; j++) before += counts[order[j]] > k || (counts[order[j]] == k && j < i);
        if (before == place) v = mk_int((i32)order[i] - 128);
    }
    c->top = top;
    return v;
}

// The best element; 0 when there is none.
BIG val extreme_element(ctx *c, val v, u32 largest) {
    u32 t = TAG(v);
    if (t == V_BITS || t == V_CELLS || t == V_POSES || !is_container(v)) return end_of(c, v, largest, mk_int(0));
    u32 n = count(c, v);
    if (n == 0) return mk_int(0);
    if (t == V_ROW) {
        GLOBAL i8 *w = cells_of(c, v);
        i8 best = w[0];
        for (u32 i = 1; i < n; i++) best = (largest ? w[i] > best : w[i] < best) ? w[i] : best;
        return mk_int(best);
    }
    val best = item(c, v, 0);
    for (u32 i = 1; i < n; i++) {
        val x = item_in_all(c, v, i);
        u32 wins;
        if (is_int(x) && is_int(best)) wins = largest ? int_of(best) < int_of(x) : int_of(x) < int_of(best);
        else {
            val less = largest ? key_below(c, best, x) : key_below(c, x, best);
            TRY(less);
            wins = less.a;
        }
        if (wins) best = x;
    }
    return best;
}
OP1(maximum) { return extreme_element(c, a, 1); }
OP1(minimum) { return extreme_element(c, a, 0); }
