// Sizes, extremes, corners and periods of grids and patches, and how patches lie to each other.

// Centre of a box, the later of two middle lines.
FN i32 middle_row(sides s) { return s.top + side_height(s) / 2; }
FN i32 middle_col(sides s) { return s.left + side_width(s) / 2; }

FN i64 mean_floor(i64 x, i64 n) { i64 q = x / n; return q * n > x ? q - 1 : q; }
OP1(centerofmass) {
    places p;
    u32 t = TAG(a), mark = c->top;
    if (t != V_CELLS && t != V_POSES && has_no_positions(c, a)) return unit();
    TRY(read_patch(c, a, &p));
    if (p.n == 0) return unit();
    i64 rows = 0, cols = 0, n = p.n;
    // Cells count their distinct positions; a tuple of pairs is its own positions, repeats included.
    u32 distinct = p.tag == V_CELLS, last = ~0u;
    if (distinct && !p.least) {
        val set = distinct_places(c, &p);
        TRY(set);
        TRY(read_patch(c, set, &p));
    }
    for (u32 i = 0; i < p.n; i++) {
        u32 pos = PLACE(c, p, i);
        if (distinct && pos == last) continue;
        rows += row_of(pos);
        cols += col_of(pos);
        last = pos;
    }
    c->top = mark;
    return mk_pair(c, mean_floor(rows, n), mean_floor(cols, n));
}

// Whether every cell at least `by` lines in occurs again that many lines earlier, at keys `back` less.
FN u32 repeats_at(ctx *c, places *p, u32 rows, u32 first, u32 by, u32 back) {
    GLOBAL u32 *k = words_at(c, p->at);
    u32 j = 0;
    for (u32 i = 0; i < p->n; i++) {
        u32 pos = k[i] >> p->shift & 0xffffffu;
        if ((rows ? pos >> 12 : pos & 0xfffu) - first < by) continue;
        // Moving keeps the order, so the moved cells are met in one pass over all of them.
        u32 want = k[i] - back;
        while (k[j] < want) j++;
        if (k[j++] != want) return 0;
    }
    return 1;
}
BIG val period(ctx *c, val v, u32 rows) {
    places p;
    i32 first, last;
    TRY(read_patch(c, v, &p));
    if (p.n == 0) return mk_int(0);
    if (rows) range_of_rows(c, &p, &first, &last);
    else range_of_cols(c, &p, &first, &last);
    i32 whole = last - first + 1;
    if (whole == 1) return mk_int(1);
    if (p.tag != V_CELLS) return fault(F_TYPE);
    // What was listed is this op's own copy.
    if (!is_set(v) || TAG(v) == V_SET) p.n = sort_keys(c, p.at, p.n);
    u32 step = (rows ? 4096u : 1u) << p.shift;
    for (i32 by = 1; by < whole; by++)
        if (repeats_at(c, &p, rows, (u32)(first + BIAS), (u32)by, (u32)by * step)) return mk_int(by);
    return mk_int(whole);
}
OP1(hperiod) { return period(c, a, 0); }
OP1(vperiod) { return period(c, a, 1); }

// Whether some row or column occurs in both of two patches that have elements: compares the lines
// that both boxes span, 64 at a time.
BIG u32 share_line(ctx *c, places *a, places *b, u32 rows) {
    i32 first, last, from, to;
    if (rows) { range_of_rows(c, a, &first, &last); range_of_rows(c, b, &from, &to); }
    else { range_of_cols(c, a, &first, &last); range_of_cols(c, b, &from, &to); }
    if (from > first) first = from;
    if (to < last) last = to;
    for (i32 low = first; low <= last; low += 64) {
        u32 start = (u32)(low + BIAS), shift = rows ? 12 : 0;
        u64 in_a = 0;
        for (u32 i = 0; i < a->n; i++) {
            u32 line = (PLACE(c, *a, i) >> shift & 0xfffu) - start;
            if (line < 64) in_a |= (u64)1 << line;
        }
        for (u32 i = 0; i < b->n; i++) {
            u32 line = (PLACE(c, *b, i) >> shift & 0xfffu) - start;
            if (line < 64 && in_a >> line & 1) return 1;
        }
    }
    return 0;
}

// How far apart two ranges or boxes lie: no positions inside them are closer.
FN i32 gap_between(i32 a0, i32 a1, i32 b0, i32 b1) { return b0 > a1 ? b0 - a1 : a0 > b1 ? a0 - b1 : 0; }
FN i32 gap_of_boxes(sides a, sides b) {
    return gap_between(a.top, a.bottom, b.top, b.bottom) + gap_between(a.left, a.right, b.left, b.right);
}

SMALL i32 distance_of(u32 pos, u32 other) {
    i32 down = row_of(other) - row_of(pos), across = col_of(other) - col_of(pos);
    return (down < 0 ? -down : down) + (across < 0 ? -across : across);
}
// Least distance between the positions of two patches, by comparing pairs.
FN i32 distance_by_pairs(ctx *c, places *a, places *b, sides around_b, i32 least) {
    i32 best = 0x7fffffff;
    for (u32 i = 0; i < a->n; i++) {
        u32 pos = PLACE(c, *a, i);
        i32 row = row_of(pos), col = col_of(pos);
        // Most positions of a are too far from b's whole box to be worth a pass.
        if (gap_between(row, row, around_b.top, around_b.bottom)
            + gap_between(col, col, around_b.left, around_b.right) >= best) continue;
        EACH_FOUR(j, b->n) {
            val k = keys_from(c, b->at, j, b->n);
            i32 d = distance_of(pos, PLACE_IN(*b, k.tag)), e = distance_of(pos, PLACE_IN(*b, k.a));
            i32 f = distance_of(pos, PLACE_IN(*b, k.b)), g = distance_of(pos, PLACE_IN(*b, k.c));
            d = e < d ? e : d;
            f = g < f ? g : f;
            best = d < best ? d : best;
            best = f < best ? f : best;
        }
        if (best == least) break;
    }
    return best;
}
// The same for a box of at most 64 by 64 around both: lets a grow until it meets b.
FN i32 distance_by_growth(ctx *c, places *a, places *b, sides all, i32 least) {
    u64 rows[64];
    u32 h = (u32)side_height(all), corner = pos_of(all.top, all.left);
    for (u32 r = 0; r < h; r++) rows[r] = 0;
    for (u32 i = 0; i < a->n; i++) {
        u32 at = PLACE(c, *a, i) - corner;
        rows[at >> 12] |= (u64)1 << (at & 63);
    }
    for (i32 d = 0; d < 128; d++) {
        if (d >= least) for (u32 j = 0; j < b->n; j++) {
            u32 at = PLACE(c, *b, j) - corner;
            if (rows[at >> 12] >> (at & 63) & 1) return d;
        }
        u64 above = 0;
        for (u32 r = 0; r < h; r++) {
            u64 row = rows[r], under = r + 1 < h ? rows[r + 1] : 0;
            rows[r] = row | row << 1 | row >> 1 | above | under;
            above = row;
        }
    }
    return 128;
}
// Least distance between two patches that have elements.
BIG i32 least_distance(ctx *c, places *a, places *b) {
    sides s = sides_of(c, a), t = sides_of(c, b), all = sides_around(s, t);
    i32 least = gap_of_boxes(s, t);
    if ((u64)a->n * b->n > 512 && side_height(all) <= 64 && side_width(all) <= 64)
        return distance_by_growth(c, a, b, all, least);
    return distance_by_pairs(c, a, b, t, least);
}
// Whether a value is a packed set of one element, and the position of that.
FN u32 is_single(val v) { return (TAG(v) == V_CELLS || TAG(v) == V_POSES) && v.a == 1; }
FN u32 single_place(ctx *c, val v) { return v.b >> (TAG(v) == V_CELLS && c->batt ? 8 : 0) & 0xffffffu; }

// Whether positions touch a patch whose box is at most 60 by 60: direct neighbours and no overlap.
FN u32 touches(ctx *c, places *a, sides s, places *b) {
    u64 rows[64];
    // Two free lines on every side, so that a place next to the box has all its neighbours.
    u32 h = (u32)side_height(s) + 2, w = (u32)side_width(s) + 2, near = 0;
    u32 corner = pos_of(s.top, s.left) - 2 * 4097;
    for (u32 r = 0; r < h + 2; r++) rows[r] = 0;
    for (u32 i = 0; i < a->n; i++) {
        u32 at = PLACE(c, *a, i) - corner;
        rows[at >> 12 & 63] |= (u64)1 << (at & 63);
    }
    for (u32 j = 0; j < b->n; j++) {
        u32 pos = PLACE(c, *b, j);
        u32 r = (u32)(row_of(pos) - s.top + 2), k = (u32)(col_of(pos) - s.left + 2);
        if (r - 1 >= h || k - 1 >= w) continue;
        if (rows[r] >> k & 1) return 0;
        near |= (u32)((rows[r] >> (k - 1) | rows[r] >> (k + 1) | (rows[r - 1] | rows[r + 1]) >> k) & 1);
    }
    return near;
}
OP2(adjacent) {
    places p = no_places(), q = no_places();
    if (!(c->batt && is_int(a) && int_of(a) == 0)) TRY(read_patch(c, a, &p));
    if (!(c->batt && is_int(b) && int_of(b) == 0)) TRY(read_patch(c, b, &q));
    if (p.n == 0 || q.n == 0) return c->batt ? mk_bool(0) : fault(F_EMPTY);
    sides s = sides_of(c, &p), t = sides_of(c, &q);
    i32 least = gap_of_boxes(s, t);
    if (least > 1) return mk_bool(0);
    if (side_height(s) <= 60 && side_width(s) <= 60) return mk_bool(touches(c, &p, s, &q));
    if (side_height(t) <= 60 && side_width(t) <= 60) return mk_bool(touches(c, &q, t, &p));
    return mk_bool(distance_by_pairs(c, &p, &q, t, least) == 1);
}

// The least number of unit steps, up to 42, after which a source touches a destination. Bit n + 1
// of `overlap` says that they overlap after n steps, of `near` that places on adjoining lines meet.
FN i32 first_touch(u64 overlap, u64 near) {
    u64 touching = ((near | overlap << 1 | overlap >> 1) & ~overlap) >> 1;
    return touching && LOWEST(touching) < 42 ? (i32)LOWEST(touching) : 42;
}
// For a box of at most 62 by 62 around both: one word per line of the destination; shifting it by a
// source position's place lines up all numbers of steps at once.
FN i32 steps_on_lines(ctx *c, places *from, places *to, sides all, u32 rows, u32 forward) {
    u64 lines[64], overlap = 0, near = 0;
    u32 corner = pos_of(all.top, all.left);
    u32 far = (u32)(rows ? all.bottom - all.top : all.right - all.left);
    for (u32 i = 0; i < 64; i++) lines[i] = 0;
    for (u32 i = 0; i < to->n; i++) {
        u32 at = PLACE(c, *to, i) - corner, down = at >> 12, right = at & 0xfffu;
        u32 line = rows ? right : down, along = rows ? down : right;
        lines[line + 1] |= (u64)2 << (forward ? along : far - along);
    }
    for (u32 i = 0; i < from->n; i++) {
        u32 at = PLACE(c, *from, i) - corner, down = at >> 12, right = at & 0xfffu;
        u32 line = rows ? right : down, along = rows ? down : right;
        u32 place = forward ? along : far - along;
        overlap |= lines[line + 1] >> place;
        near |= (lines[line] | lines[line + 2]) >> place;
    }
    return first_touch(overlap, near);
}
FN i32 steps_by_pairs(ctx *c, places *from, places *to, u32 rows, u32 forward) {
    u64 overlap = 0, near = 0;
    for (u32 i = 0; i < from->n; i++) {
        u32 pos = PLACE(c, *from, i);
        for (u32 j = 0; j < to->n; j++) {
            u32 other = PLACE(c, *to, j);
            i32 down = row_of(other) - row_of(pos), right = col_of(other) - col_of(pos);
            i32 ahead = rows ? down : right, across = rows ? right : down;
            if (!forward) ahead = -ahead;
            if (ahead < -1 || ahead > 43) continue;
            if (across == 0) overlap |= (u64)1 << (ahead + 1);
            else if (across == 1 || across == -1) near |= (u64)1 << (ahead + 1);
        }
    }
    return first_touch(overlap, near);
}
// The least number of unit steps, up to 42, after which one patch touches another.
FN i32 steps_to_touch(ctx *c, places *from, places *to, sides s, sides t, u32 rows, u32 forward) {
    sides all = sides_around(s, t);
    u32 few = side_height(all) <= 62 && side_width(all) <= 62;
    return few ? steps_on_lines(c, from, to, all, rows, forward) : steps_by_pairs(c, from, to, rows, forward);
}
