// Sizes, extremes, corners and the like. source.rs puts the files of this folder into the source twice: behind the code for one lane and
// behind that for a group, whose lanes run all of this alike. IN(name) is the form of a function that is meant, OP that of an op.

// A grid's or patch's height and width; either is only looked at where asked for. A value or fault.
FN val IN(measured)(ctx *c, val v, u32 rows, u32 cols, i32 *h, i32 *w) {
    *h = *w = 0;
    if (is_tuple(v)) {
        *h = (i32)count(c, v);
        if (!cols || *h == 0) return mk_int(0);
        if (TAG(v) == V_GRID) { *w = (i32)width_of(v); return mk_int(0); }
        val row = item(c, v, 0);
        if (!is_container(row)) return fault(F_TYPE);
        *w = (i32)count(c, row);
        return mk_int(0);
    }
    places p;
    sides s;
    TRY(IN(read_patch)(c, v, &p));
    if (p.n == 0) return mk_int(0);
    if (rows) { IN(range_of_rows)(c, &p, &s.top, &s.bottom); *h = side_height(s); }
    if (cols) { IN(range_of_cols)(c, &p, &s.left, &s.right); *w = side_width(s); }
    return mk_int(0);
}
OP1(height) { i32 h, w; TRY(IN(measured)(c, a, 1, 0, &h, &w)); return mk_int(h); }
OP1(width) { i32 h, w; TRY(IN(measured)(c, a, 0, 1, &h, &w)); return mk_int(w); }
OP1(shape) { i32 h, w; TRY(IN(measured)(c, a, 1, 1, &h, &w)); return mk(V_PAIR, (u32)h, (u32)w, 0); }
OP1(portrait) { i32 h, w; TRY(IN(measured)(c, a, 1, 1, &h, &w)); return mk_bool(h > w); }
OP1(square) {
    i32 h, w;
    if (is_tuple(a) && is_empty(a)) return fault(F_INDEX);
    TRY(IN(measured)(c, a, 1, 1, &h, &w));
    return mk_bool(h == w && (is_tuple(a) || (i64)h * w == (i64)count(c, a)));
}
OP1(vline) {
    places p;
    sides s;
    TRY(IN(bounds_of)(c, a, &p, &s));
    return mk_bool(p.n && s.left == s.right && (u32)side_height(s) == p.n);
}
OP1(hline) {
    places p;
    sides s;
    TRY(IN(bounds_of)(c, a, &p, &s));
    return mk_bool(p.n && s.top == s.bottom && (u32)side_width(s) == p.n);
}
// The extreme of a patch, numbered as col_row does: lowest, uppermost, leftmost, rightmost.
BIG val IN(extreme)(ctx *c, val v, u32 which) {
    places p;
    i32 first, last;
    TRY(IN(read_patch)(c, v, &p));
    if (p.n == 0) return fault(F_EMPTY);
    if (which < 2) IN(range_of_rows)(c, &p, &first, &last);
    else IN(range_of_cols)(c, &p, &first, &last);
    return mk_int(which == 1 || which == 2 ? first : last);
}
OP1(lowermost) { return IN(extreme)(c, a, 0); }
OP1(uppermost) { return IN(extreme)(c, a, 1); }
OP1(leftmost) { return IN(extreme)(c, a, 2); }
OP1(rightmost) { return IN(extreme)(c, a, 3); }
OP2(col_row) {
    places p;
    if (is_int(b) && int_of(b) >= 0 && int_of(b) < 4) return IN(extreme)(c, a, (u32)int_of(b));
    TRY(IN(read_patch)(c, a, &p));
    return fault(is_int(b) ? F_DOMAIN : F_TYPE);
}
// A corner of the bounding box: bit 0 for the right side, bit 1 for the lower one.
BIG val IN(corner_of)(ctx *c, val v, u32 which) {
    places p;
    sides s;
    TRY(IN(lenient_bounds)(c, v, &p, &s));
    if (p.n == 0) return unit();
    return mk(V_PAIR, (u32)(which & 2 ? s.bottom : s.top), (u32)(which & 1 ? s.right : s.left), 0);
}
OP1(ulcorner) { return IN(corner_of)(c, a, 0); }
OP1(urcorner) { return IN(corner_of)(c, a, 1); }
OP1(llcorner) { return IN(corner_of)(c, a, 2); }
OP1(lrcorner) { return IN(corner_of)(c, a, 3); }
OP2(corner) {
    if (!is_int(b)) return fault(F_TYPE);
    i64 which = int_of(b);
    return IN(corner_of)(c, a, which >= 1 && which <= 3 ? (u32)which : 0);
}
OP1(center) {
    places p;
    sides s;
    TRY(IN(bounds_of)(c, a, &p, &s));
    if (p.n == 0) return c->batt ? unit() : fault(F_EMPTY);
    return mk(V_PAIR, (u32)middle_row(s), (u32)middle_col(s), 0);
}
FN val IN(matching)(ctx *c, val a, val b, u32 rows) {
    places p, q;
    TRY(IN(read_patch)(c, a, &p));
    TRY(IN(read_patch)(c, b, &q));
    return mk_bool(p.n && q.n && IN(share_line)(c, &p, &q, rows));
}
OP2(hmatching) { return IN(matching)(c, a, b, 1); }
OP2(vmatching) { return IN(matching)(c, a, b, 0); }
OP2(manhattan) {
    places p, q;
    if (is_single(a) && is_single(b)) return mk_int(distance_of(single_place(c, a), single_place(c, b)));
    TRY(IN(read_patch)(c, a, &p));
    TRY(IN(read_patch)(c, b, &q));
    return p.n && q.n ? mk_int(IN(least_distance)(c, &p, &q)) : fault(F_EMPTY);
}
OP2(bordering) {
    places p;
    sides s;
    TRY(IN(bounds_of)(c, a, &p, &s));
    if (!is_tuple(b)) return fault(F_TYPE);
    i64 h = count(c, b), w = 0;
    if (TAG(b) == V_GRID) w = width_of(b);
    else if (h) {
        val row = item(c, b, 0);
        if (!is_tuple(row)) return fault(F_TYPE);
        w = count(c, row);
    }
    if (p.n == 0) return c->batt ? mk_bool(0) : fault(F_EMPTY);
    if (s.top == 0 || s.left == 0 || s.bottom == h - 1) return mk_bool(1);
    return h ? mk_bool(s.right == w - 1) : fault(F_INDEX);
}
OP2(position) {
    places p, q;
    sides s, t;
    TRY(IN(bounds_of)(c, a, &p, &s));
    TRY(IN(bounds_of)(c, b, &q, &t));
    if (p.n == 0 || q.n == 0) return fault(F_EMPTY);
    i32 down = middle_row(t) - middle_row(s), across = middle_col(t) - middle_col(s);
    i32 r = down > 0 ? 1 : down < 0 ? -1 : 0, k = across > 0 ? 1 : -1;
    if (r && across == 0) k = 0;
    return mk(V_PAIR, (u32)r, (u32)k, 0);
}
OP2(gravitate) {
    places p, q;
    sides s, t;
    TRY(IN(bounds_of)(c, a, &p, &s));
    TRY(IN(bounds_of)(c, b, &q, &t));
    if (q.n == 0 && c->batt) return a;
    if (p.n == 0 || q.n == 0) return fault(F_EMPTY);
    u32 rows = IN(share_line)(c, &p, &q, 0);
    u32 forward = rows ? middle_row(s) < middle_row(t) : middle_col(s) < middle_col(t);
    i32 n = IN(steps_to_touch)(c, &p, &q, s, t, rows, forward);
    if (!forward) n = -n;
    return mk(V_PAIR, (u32)(rows ? n : 0), (u32)(rows ? 0 : n), 0);
}
