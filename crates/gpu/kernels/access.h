// Choosing one element of a container, logic, and the samples of a task.

// The first or last element; `none` when there is none.
SMALL val end_of(ctx *c, val v, u32 last, val none) {
    if (!is_container(v)) return fault(F_TYPE);
    if (is_empty(v)) return none;
    if (TAG(v) == V_BITS) return mk_int(last ? 63 - LEADING(bits_of(v)) : LOWEST(bits_of(v)));
    return item_in_all(c, v, last ? count(c, v) - 1 : 0);
}

OP1(identity) { return a; }
OP1(first) { return end_of(c, a, 0, fault(F_EMPTY)); }
OP1(first_or_empty) { return end_of(c, a, 0, a); }
OP1(second) {
    if (!is_container(a)) return fault(F_TYPE);
    return count(c, a) > 1 ? item(c, a, 1) : fault(F_INDEX);
}
OP1(last) { return end_of(c, a, 1, fault(F_EMPTY)); }
OP1(last_or_unit) { return end_of(c, a, 1, unit()); }
OP1(last_or_empty) { return end_of(c, a, 1, a); }

SMALL val nth_of(ctx *c, val v, val rank, val none) {
    if (!is_int(rank)) return fault(F_TYPE);
    u32 n = count(c, v), at = place_of(n, int_of(rank));
    return at < n ? item(c, v, at) : none;
}
OP2(nth) { return is_tuple(a) ? nth_of(c, a, b, fault(F_INDEX)) : fault(F_TYPE); }
OP2(nth_or_empty_set) { return is_container(a) ? nth_of(c, a, b, empty()) : fault(F_TYPE); }

FN val other_of(ctx *c, val v, val x, val none) {
    if (!is_container(v)) return fault(F_TYPE);
    u32 n = count(c, v);
    for (u32 i = 0; i < n; i++) {
        val y = item(c, v, i);
        if (!equal(c, y, x)) return y;
    }
    return none;
}
OP2(other) { return other_of(c, a, b, fault(F_EMPTY)); }
OP2(other_or_empty) { return other_of(c, a, b, empty_like(a)); }

OP1(flip) { return mk_bool(!truth(a)); }
OP2(both) { return truth(a) ? b : a; }
OP2(either) { return truth(a) ? a : b; }
OP2(equality) { return mk_bool(equal(c, a, b)); }
OP3(branch) { return truth(a) ? b : d; }

OP2(contained) { return is_container(b) ? mk_bool(contains(c, b, a)) : fault(F_TYPE); }

// Whether all samples are pairs: V_INT or a fault.
FN val check_samples(ctx *c, val samples) {
    if (!is_tuple(samples)) return fault(F_TYPE);
    u32 n = count(c, samples);
    for (u32 i = 0; i < n; i++) {
        val s = item(c, samples, i);
        if (!is_tuple(s) || count(c, s) != 2) return fault(F_TYPE);
    }
    return mk_int(n);
}
OP1(drop_equal_pairs) {
    TRY(check_samples(c, a));
    u32 n = count(c, a), m = 0, at = alloc_vals(c, n + (n == 0));
    if (!at) return fault(F_BUDGET);
    for (u32 i = 0; i < n; i++) {
        val s = item(c, a, i);
        if (!equal(c, item(c, s, 0), item(c, s, 1))) store(c, at, m++, s);
    }
    return m == n ? a : mk_tuple(c, at, m);
}

// Whether mir_rot_grid by this type turns grid x into grid y.
FN u32 angle_fits(ctx *c, val x, val y, u32 angle) {
    u32 h = height_of(x), w = width_of(x), turned = angle == 1 || angle == 3 || angle == 4 || angle == 6;
    if (height_of(y) != (turned ? w : h) || width_of(y) != (turned ? h : w)) return 0;
    u32 down = angle == 0 || angle == 3 || angle == 4 || angle == 5;
    u32 right = angle == 2 || angle == 3 || angle == 5 || angle == 6;
    GLOBAL i8 *from = cells_of(c, x), *to = cells_of(c, y);
    for (u32 i = 0; i < h; i++)
        for (u32 j = 0; j < w; j++) {
            // Where cell (i, j) goes: mirrored first, then transposed.
            u32 r = down ? h - 1 - i : i, k = right ? w - 1 - j : j;
            if (from[i * w + j] != (turned ? to[k * h + r] : to[r * w + k])) return 0;
        }
    return 1;
}
// Whether a value is a tuple of tuples.
FN u32 is_rows(ctx *c, val v) {
    if (TAG(v) != V_TUPLE) return TAG(v) == V_GRID;
    for (u32 i = 0; i < v.a; i++) if (!is_tuple(load(c, v.c, i))) return 0;
    return 1;
}
OP1(same_angle) {
    TRY(check_samples(c, a));
    u32 n = count(c, a), odd = 0;
    for (u32 i = 0; i < n; i++) {
        val s = item(c, a, i), x = item(c, s, 0), y = item(c, s, 1);
        if (!is_rows(c, x) || !is_rows(c, y)) return fault(F_TYPE);
        odd |= TAG(x) != V_GRID || TAG(y) != V_GRID || width_of(x) == 0;
    }
    if (odd) return hand_back(c, B_FORM);
    for (u32 angle = 0; angle < 8; angle++) {
        u32 fits_all = 1;
        for (u32 i = 0; i < n && fits_all; i++) {
            val s = item(c, a, i);
            fits_all = angle_fits(c, item(c, s, 0), item(c, s, 1), angle);
        }
        if (fits_all) return mk_int(angle);
    }
    return fault(F_EMPTY);
}
