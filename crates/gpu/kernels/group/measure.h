// Patches measured, and compared with each other, by a group of lanes. Grids are measured by all lanes alike.

GROUP_OP1(centerofmass) {
    places p;
    u32 t = TAG(a), mark = c->top, rows = 0, cols = 0;
    if (t != V_CELLS && t != V_POSES && has_no_positions(c, a)) return unit();
    TRY(group_read_patch(c, a, &p));
    if (p.n == 0) return unit();
    i64 n = p.n;
    u32 distinct = p.tag == V_CELLS;
    if (distinct && !p.least) {
        val set = group_distinct_places(c, &p);
        TRY(set);
        TRY(group_read_patch(c, set, &p));
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
    TRY(group_read_patch(c, v, &p));
    if (p.n == 0) return mk_int(0);
    if (rows) group_range_of_rows(c, &p, &first, &last);
    else group_range_of_cols(c, &p, &first, &last);
    u32 whole = (u32)(last - first + 1), step = (rows ? 4096u : 1u) << p.shift;
    if (whole == 1) return mk_int(1);
    if (p.tag != V_CELLS) return fault(F_TYPE);
    sync_lanes(c);
    if (!is_set(v) || TAG(v) == V_SET) p.n = group_sort_keys(c, p.at, p.n);
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
BIG u32 group_share_line(ctx *c, places *a, places *b, u32 rows) {
    i32 first, last, from, to;
    if (rows) { group_range_of_rows(c, a, &first, &last); group_range_of_rows(c, b, &from, &to); }
    else { group_range_of_cols(c, a, &first, &last); group_range_of_cols(c, b, &from, &to); }
    if (from > first) first = from;
    if (to < last) last = to;
    for (i32 low = first; low <= last; low += 32) {
        u32 start = (u32)(low + BIAS), shift = rows ? 12 : 0;
        if (lines_of(c, a, start, shift) & lines_of(c, b, start, shift)) return 1;
    }
    return 0;
}

// What one lane says about two patches.
#define NUMBER_BY_ONE(n, made) do { u32 own_ = 0; if (ALONE) own_ = (u32)(made); (n) = (i32)from_lane(c, own_, 0); } while (0)

// As least_distance: lets one of two planes grow until it meets the other.
BIG i32 group_least_distance(ctx *c, places *a, places *b) {
    sides s = group_sides_of(c, a), t = group_sides_of(c, b), all = sides_around(s, t);
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
GROUP_OP2(adjacent) {
    places p = no_places(), q = no_places();
    if (!(c->batt && is_int(a) && int_of(a) == 0)) TRY(group_read_patch(c, a, &p));
    if (!(c->batt && is_int(b) && int_of(b) == 0)) TRY(group_read_patch(c, b, &q));
    if (p.n == 0 || q.n == 0) return c->batt ? mk_bool(0) : fault(F_EMPTY);
    sides s = group_sides_of(c, &p), t = group_sides_of(c, &q), all = sides_around(s, t);
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
FN i32 group_steps_to_touch(ctx *c, places *from, places *to, sides s, sides t, u32 rows, u32 forward) {
    sides wide = sides_around(s, t);
    // The corner is never looked at as a position, so it need not be one.
    u32 corner = pos_of(wide.top, wide.left) - 4097;
    wide.top--; wide.bottom++; wide.left--; wide.right++;
    if (is_plane(c, wide)) {
        u32 w = (u32)side_width(wide), row = plane_of(c, from, corner, w), other = plane_of(c, to, corner, w);
        return steps_of_plane(c, row, other, rows, forward);
    }
    i32 n;
    NUMBER_BY_ONE(n, steps_to_touch(c, from, to, s, t, rows, forward));
    return n;
}
