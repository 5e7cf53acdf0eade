// Patches measured, and compared with each other, by a group of lanes. Grids are measured by all lanes alike.

// As measured.
FN val measure_together(ctx *c, val v, u32 rows, u32 cols, i32 *h, i32 *w) {
    places p;
    sides s;
    if (is_tuple(v)) return measured(c, v, rows, cols, h, w);
    *h = *w = 0;
    TRY(g_read_patch(c, v, &p));
    if (p.n == 0) return mk_int(0);
    if (rows) { rows_together(c, &p, &s.top, &s.bottom); *h = side_height(s); }
    if (cols) { cols_together(c, &p, &s.left, &s.right); *w = side_width(s); }
    return mk_int(0);
}
GROUP_OP1(height) { i32 h, w; TRY(measure_together(c, a, 1, 0, &h, &w)); return mk_int(h); }
GROUP_OP1(width) { i32 h, w; TRY(measure_together(c, a, 0, 1, &h, &w)); return mk_int(w); }
GROUP_OP1(shape) { i32 h, w; TRY(measure_together(c, a, 1, 1, &h, &w)); return mk(V_PAIR, (u32)h, (u32)w, 0); }
GROUP_OP1(portrait) { i32 h, w; TRY(measure_together(c, a, 1, 1, &h, &w)); return mk_bool(h > w); }
GROUP_OP1(square) {
    i32 h, w;
    if (is_tuple(a) && is_empty(a)) return fault(F_INDEX);
    TRY(measure_together(c, a, 1, 1, &h, &w));
    return mk_bool(h == w && (is_tuple(a) || (i64)h * w == (i64)count(c, a)));
}
GROUP_OP1(vline) {
    places p;
    sides s;
    TRY(bounds_together(c, a, &p, &s));
    return mk_bool(p.n && s.left == s.right && (u32)side_height(s) == p.n);
}
GROUP_OP1(hline) {
    places p;
    sides s;
    TRY(bounds_together(c, a, &p, &s));
    return mk_bool(p.n && s.top == s.bottom && (u32)side_width(s) == p.n);
}

// As extreme.
FN val extreme_together(ctx *c, val v, u32 which) {
    places p;
    i32 first, last;
    TRY(g_read_patch(c, v, &p));
    if (p.n == 0) return fault(F_EMPTY);
    if (which < 2) rows_together(c, &p, &first, &last);
    else cols_together(c, &p, &first, &last);
    return mk_int(which == 1 || which == 2 ? first : last);
}
GROUP_OP1(lowermost) { return extreme_together(c, a, 0); }
GROUP_OP1(uppermost) { return extreme_together(c, a, 1); }
GROUP_OP1(leftmost) { return extreme_together(c, a, 2); }
GROUP_OP1(rightmost) { return extreme_together(c, a, 3); }
GROUP_OP2(col_row) {
    if (is_int(b) && int_of(b) >= 0 && int_of(b) < 4) return extreme_together(c, a, b.a);
    return k_col_row(c, a, b);
}

// As corner_of.
FN val corner_together(ctx *c, val v, u32 which) {
    places p;
    sides s;
    TRY(lenient_bounds_together(c, v, &p, &s));
    if (p.n == 0) return unit();
    return mk(V_PAIR, (u32)(which & 2 ? s.bottom : s.top), (u32)(which & 1 ? s.right : s.left), 0);
}
GROUP_OP1(ulcorner) { return corner_together(c, a, 0); }
GROUP_OP1(urcorner) { return corner_together(c, a, 1); }
GROUP_OP1(llcorner) { return corner_together(c, a, 2); }
GROUP_OP1(lrcorner) { return corner_together(c, a, 3); }
GROUP_OP2(corner) {
    if (!is_int(b)) return fault(F_TYPE);
    i64 which = int_of(b);
    return corner_together(c, a, which >= 1 && which <= 3 ? (u32)which : 0);
}
GROUP_OP1(center) {
    places p;
    sides s;
    TRY(bounds_together(c, a, &p, &s));
    if (p.n == 0) return c->batt ? unit() : fault(F_EMPTY);
    return mk(V_PAIR, (u32)middle_row(s), (u32)middle_col(s), 0);
}

GROUP_OP1(centerofmass) {
    places p;
    u32 t = TAG(a), mark = c->top, rows = 0, cols = 0;
    if (t != V_CELLS && t != V_POSES && has_no_positions(c, a)) return unit();
    TRY(g_read_patch(c, a, &p));
    if (p.n == 0) return unit();
    i64 n = p.n;
    u32 distinct = p.tag == V_CELLS;
    if (distinct && !p.sorted) {
        val set = distinct_together(c, &p);
        TRY(set);
        TRY(g_read_patch(c, set, &p));
    }
    EACH(i, p.n) {
        u32 pos = PLACE(c, p, i), again = distinct && i && PLACE(c, p, i - 1) == pos;
        // Numbers below 2^12, of which there are at most 2^17.
        rows += again ? 0 : (u32)row_of(pos);
        cols += again ? 0 : (u32)col_of(pos);
    }
    rows = sum_of(c, rows);
    cols = sum_of(c, cols);
    sync_lanes(c);
    c->top = mark;
    return mk_pair(c, mean_floor((i32)rows, n), mean_floor((i32)cols, n));
}

// As period, with a period to try for each lane.
BIG val period_together(ctx *c, val v, u32 rows) {
    places p;
    i32 first, last;
    TRY(g_read_patch(c, v, &p));
    if (p.n == 0) return mk_int(0);
    if (rows) rows_together(c, &p, &first, &last);
    else cols_together(c, &p, &first, &last);
    u32 whole = (u32)(last - first + 1), step = (rows ? 4096u : 1u) << p.shift;
    if (whole == 1) return mk_int(1);
    if (p.tag != V_CELLS) return fault(F_TYPE);
    sync_lanes(c);
    if (!is_set(v) || TAG(v) == V_SET) p.n = g_sort_keys(c, p.at, p.n);
    for (u32 start = 1; start < whole; start += LANES) {
        u32 by = start + lane_id();
        u32 fits = by < whole && repeats_at(c, &p, rows, (u32)(first + BIAS), by, by * step), found = ballot(c, fits);
        if (found) return mk_int(start + LOWEST32(found));
    }
    return mk_int(whole);
}
GROUP_OP1(hperiod) { return period_together(c, a, 0); }
GROUP_OP1(vperiod) { return period_together(c, a, 1); }

// ---- two patches ----

// The rows or columns `start` to `start` + 31 that a patch has positions in.
FN u32 lines_of(ctx *c, places *p, u32 start, u32 shift) {
    u32 lines = 0;
    EACH(i, p->n) {
        u32 line = (PLACE(c, *p, i) >> shift & 0xfffu) - start;
        lines |= line < 32 ? 1u << line : 0;
    }
    return bits_of_all(c, lines);
}
// As share_line.
BIG u32 share_line_together(ctx *c, places *a, places *b, u32 rows) {
    i32 first, last, from, to;
    if (rows) { rows_together(c, a, &first, &last); rows_together(c, b, &from, &to); }
    else { cols_together(c, a, &first, &last); cols_together(c, b, &from, &to); }
    if (from > first) first = from;
    if (to < last) last = to;
    for (i32 low = first; low <= last; low += 32) {
        u32 start = (u32)(low + BIAS), shift = rows ? 12 : 0;
        if (lines_of(c, a, start, shift) & lines_of(c, b, start, shift)) return 1;
    }
    return 0;
}
FN val matching_together(ctx *c, val a, val b, u32 rows) {
    places p, q;
    TRY(g_read_patch(c, a, &p));
    TRY(g_read_patch(c, b, &q));
    return mk_bool(p.n && q.n && share_line_together(c, &p, &q, rows));
}
GROUP_OP2(hmatching) { return matching_together(c, a, b, 1); }
GROUP_OP2(vmatching) { return matching_together(c, a, b, 0); }

// What one lane says about two patches.
#define NUMBER_BY_ONE(n, made) do { u32 own_ = 0; if (ALONE) own_ = (u32)(made); (n) = (i32)from_lane(c, own_, 0); } while (0)

// As least_distance: lets one of two planes grow until it meets the other.
BIG i32 distance_together(ctx *c, places *a, places *b) {
    sides s = sides_together(c, a), t = sides_together(c, b), all = sides_around(s, t);
    i32 d = gap_of_boxes(s, t);
    if (!is_plane(c, all)) {
        NUMBER_BY_ONE(d, least_distance(c, a, b));
        return d;
    }
    u32 corner = pos_of(all.top, all.left), w = (u32)side_width(all);
    u32 row = plane_of(c, a, corner, w), other = plane_of(c, b, corner, w);
    for (i32 i = 0; i < d; i++) row = plane_grown(c, row);
    for (; !ballot(c, row & other); d++) row = plane_grown(c, row);
    return d;
}
GROUP_OP2(manhattan) {
    places p, q;
    if (is_single(a) && is_single(b)) return k_manhattan(c, a, b);
    TRY(g_read_patch(c, a, &p));
    TRY(g_read_patch(c, b, &q));
    return p.n && q.n ? mk_int(distance_together(c, &p, &q)) : fault(F_EMPTY);
}
GROUP_OP2(adjacent) {
    places p = no_places(), q = no_places();
    if (!(c->batt && is_int(a) && int_of(a) == 0)) TRY(g_read_patch(c, a, &p));
    if (!(c->batt && is_int(b) && int_of(b) == 0)) TRY(g_read_patch(c, b, &q));
    if (p.n == 0 || q.n == 0) return c->batt ? mk_bool(0) : fault(F_EMPTY);
    sides s = sides_together(c, &p), t = sides_together(c, &q), all = sides_around(s, t);
    if (gap_of_boxes(s, t) > 1) return mk_bool(0);
    if (!is_plane(c, all)) {
        i32 touch;
        NUMBER_BY_ONE(touch, least_distance(c, &p, &q) == 1);
        return mk_bool((u32)touch);
    }
    u32 corner = pos_of(all.top, all.left), w = (u32)side_width(all);
    u32 row = plane_of(c, &p, corner, w), other = plane_of(c, &q, corner, w);
    u32 near = plane_grown(c, row) & other;
    return mk_bool(!ballot(c, row & other) && ballot(c, near));
}

GROUP_OP2(bordering) {
    places p;
    sides s;
    TRY(bounds_together(c, a, &p, &s));
    // What is left to say about other forms all lanes say alike.
    if (TAG(b) != V_GRID || p.n == 0) return k_bordering(c, a, b);
    i32 h = (i32)height_of(b), w = (i32)width_of(b);
    return mk_bool(s.top == 0 || s.left == 0 || s.bottom == h - 1 || s.right == w - 1);
}
GROUP_OP2(position) {
    places p, q;
    sides s, t;
    TRY(bounds_together(c, a, &p, &s));
    TRY(bounds_together(c, b, &q, &t));
    if (p.n == 0 || q.n == 0) return fault(F_EMPTY);
    i32 down = middle_row(t) - middle_row(s), across = middle_col(t) - middle_col(s);
    i32 r = down > 0 ? 1 : down < 0 ? -1 : 0, k = across > 0 ? 1 : -1;
    if (r && across == 0) k = 0;
    return mk(V_PAIR, (u32)r, (u32)k, 0);
}

// The least number of unit steps, up to 42, after which one plane touches another, where both have a free line on every side:
// what leaves the plane then touches nothing.
FN i32 steps_of_plane(ctx *c, u32 row, u32 other, u32 rows, u32 forward) {
    u32 near = plane_grown(c, other);
    for (i32 n = 0; n < 42; n++) {
        if (!ballot(c, row & other) && ballot(c, row & near)) return n;
        if (rows) row = forward ? plane_above(c, row) : plane_below(c, row);
        else row = forward ? row << 1 : row >> 1;
    }
    return 42;
}
GROUP_OP2(gravitate) {
    places p, q;
    sides s, t;
    TRY(bounds_together(c, a, &p, &s));
    TRY(bounds_together(c, b, &q, &t));
    if (q.n == 0 && c->batt) return a;
    if (p.n == 0 || q.n == 0) return fault(F_EMPTY);
    u32 rows = share_line_together(c, &p, &q, 0);
    u32 forward = rows ? middle_row(s) < middle_row(t) : middle_col(s) < middle_col(t);
    sides all = sides_around(s, t), wide = all;
    wide.top--; wide.bottom++; wide.left--; wide.right++;
    i32 n;
    if (is_plane(c, wide)) {
        // The corner is never looked at as a position, so it need not be one.
        u32 corner = pos_of(all.top, all.left) - 4097, w = (u32)side_width(wide);
        u32 row = plane_of(c, &p, corner, w), other = plane_of(c, &q, corner, w);
        n = steps_of_plane(c, row, other, rows, forward);
    } else NUMBER_BY_ONE(n, side_height(all) <= 62 && side_width(all) <= 62 ? steps_on_lines(c, &p, &q, all, rows, forward)
        : steps_by_pairs(c, &p, &q, rows, forward));
    if (!forward) n = -n;
    return mk(V_PAIR, (u32)(rows ? n : 0), (u32)(rows ? 0 : n), 0);
}
