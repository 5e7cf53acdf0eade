// Patches made and moved, for one lane and for a group: see both/measure.h.

OP1(asindices) {
    if (!is_tuple(a)) return fault(F_TYPE);
    u32 h = count(c, a), w = 0;
    if (TAG(a) == V_GRID) w = width_of(a);
    else for (u32 i = 0; i < h; i++) {
        val row = item(c, a, i);
        if (!is_tuple(row)) return fault(F_TYPE);
        if (i == 0) w = count(c, row);
    }
    if (h == 0 || w == 0) return empty();
    return IN(filled_box)(c, 0, (i64)h - 1, 0, (i64)w - 1);
}
OP1(normalize) {
    places p;
    sides s;
    TRY(IN(bounds_of)(c, a, &p, &s));
    return p.n ? IN(translate)(c, a, &p, -s.top, -s.left) : a;
}
OP2(shift) {
    places p;
    i64 rows, cols;
    TRY(IN(read_patch)(c, a, &p));
    if (p.n == 0) return empty();
    if (c->batt && is_tuple(b) && is_empty(b)) return a;
    TRY(two_ints(c, b, &rows, &cols));
    return IN(translate)(c, a, &p, rows, cols);
}
OP1(dneighbors) { return IN(around)(c, a, 1); }
OP1(ineighbors) { return IN(around)(c, a, 2); }
OP1(neighbors) { return IN(around)(c, a, 3); }
OP1(box) {
    places p;
    sides s;
    TRY(IN(bounds_of)(c, a, &p, &s));
    return p.n ? IN(outline_box)(c, s.top, s.bottom, s.left, s.right) : empty();
}
// The outline of the bounding box with every side moved out; sides that cross are swapped.
FN val IN(widened_box)(ctx *c, val v, i32 step) {
    places p;
    sides s;
    TRY(IN(bounds_of)(c, v, &p, &s));
    if (p.n == 0) return c->batt ? empty() : fault(F_EMPTY);
    i32 top = s.top - step, bottom = s.bottom + step, left = s.left - step, right = s.right + step;
    return IN(outline_box)(c, top < bottom ? top : bottom, top < bottom ? bottom : top,
        left < right ? left : right, left < right ? right : left);
}
OP1(inbox) { return IN(widened_box)(c, a, -1); }
OP1(outbox) { return IN(widened_box)(c, a, 1); }
OP1(backdrop) {
    places p;
    sides s;
    if (c->batt && is_int(a)) return empty();
    TRY(IN(bounds_of)(c, a, &p, &s));
    return p.n ? IN(filled_box)(c, s.top, s.bottom, s.left, s.right) : empty();
}
// The positions from one place to another; {} when the line is neither axis-parallel nor diagonal.
BIG val IN(line_between)(ctx *c, i64 r0, i64 k0, i64 r1, i64 k1) {
    if (!is_i32(r0) || !is_i32(k0) || !is_i32(r1) || !is_i32(k1)) return hand_back(c, B_FORM);
    if (r0 > r1 || (r0 == r1 && k0 > k1)) {
        // From the lower end, so that the positions ascend.
        i64 r = r0, k = k0;
        r0 = r1; k0 = k1;
        r1 = r; k1 = k;
    }
    i64 rows = r1 - r0, cols = k1 - k0, wide = cols < 0 ? -cols : cols;
    if (rows && cols && rows != wide) return empty();
    i64 n = (rows > wide ? rows : wide) + 1;
    if (too_large((u64)n)) return fault(F_BUDGET);
    if (!pos_fits(r0, k0) || !pos_fits(r1, k1)) return hand_back(c, B_FORM);
    u32 to = alloc(c, (u32)n);
    if (!to) return fault(F_BUDGET);
    u32 key = pos_of((i32)r0, (i32)k0), step = pos_delta(rows > 0, cols > 0 ? 1 : cols < 0 ? -1 : 0);
    IN(put_line)(c, to, (u32)n, key, step);
    return mk(V_POSES, (u32)n, key, to);
}
OP2(connect) {
    i64 r0 = 0, k0 = 0, r1 = 0, k1 = 0;
    u32 from = c->batt && is_tuple(a) && is_empty(a), to = c->batt && is_tuple(b) && is_empty(b);
    if (!from) TRY(two_ints(c, a, &r0, &k0));
    if (!to) TRY(two_ints(c, b, &r1, &k1));
    return from || to ? empty() : IN(line_between)(c, r0, k0, r1, k1);
}
OP2(shoot) {
    i64 r = 0, k = 0, down = 0, across = 0;
    u32 from = c->batt && is_empty(a), toward = c->batt && is_empty(b);
    if (!from) {
        // The start must have two parts exactly, but too few is a fault of its own.
        TRY(first_two_ints(c, a, &r, &k));
        TRY(two_ints(c, a, &r, &k));
    }
    if (!toward) TRY(first_two_ints(c, b, &down, &across));
    if (from || toward) return empty();
    if (!is_i32(r) || !is_i32(k) || !is_i32(down) || !is_i32(across)) return hand_back(c, B_FORM);
    return IN(line_between)(c, r, k, r + 42 * down, k + 42 * across);
}
// One integer of a tuple; the others are not looked at.
FN val IN(part_of_place)(ctx *c, val v, u32 i) {
    if (!is_tuple(v)) return fault(F_TYPE);
    if (i >= count(c, v)) return fault(F_INDEX);
    val x = item(c, v, i);
    return is_int(x) ? x : fault(F_TYPE);
}
OP1(hfrontier) {
    if (c->batt && is_tuple(a) && is_empty(a)) return empty();
    val row = IN(part_of_place)(c, a, 0);
    TRY(row);
    return IN(line_between)(c, int_of(row), 0, int_of(row), 29);
}
OP1(vfrontier) {
    val col = IN(part_of_place)(c, a, 1);
    TRY(col);
    return IN(line_between)(c, 0, int_of(col), 29, int_of(col));
}
