// Patches read, moved, mirrored and outlined by a group of lanes (patch.h).

// The key of an element that is a cell or a position, as asked for; *odd is set if it is neither.
FN u32 listed_key(val x, u32 cell, u32 *odd) {
    u32 fits = TAG(x) == (cell ? V_CELL : V_PAIR) && (cell || pos_fits((i32)x.a, (i32)x.b));
    *odd |= !fits;
    return cell || !fits ? x.a : pos_of((i32)x.a, (i32)x.b);
}
// As read_listed.
BIG val g_read_listed(ctx *c, val v, places *p) {
    u32 n = is_container(v) ? count(c, v) : 0, cell = n ? is_cell(c, item(c, v, 0)) : 2, mark = c->top, odd = 0;
    if (cell == 2) return read_listed(c, v, p);
    u32 to = alloc(c, n);
    if (!to) return fault(F_BUDGET);
    EACH(i, n) c->mem[to + i] = listed_key(item(c, v, i), cell, &odd);
    sync_lanes(c);
    if (ballot(c, odd)) {
        // The first odd element decides; all lanes look for it alike.
        c->top = mark;
        return read_listed(c, v, p);
    }
    p->tag = cell ? V_CELLS : V_POSES;
    p->at = to;
    p->n = n;
    p->shift = cell && c->batt ? 8 : 0;
    p->least = 0;
    return mk_int(0);
}
FN val group_read_patch(ctx *c, val v, places *p) {
    u32 t = TAG(v);
    return t == V_CELLS || t == V_POSES ? read_patch(c, v, p) : g_read_listed(c, v, p);
}

// Smallest and largest coordinate of positions, of which there are some: bits `from` and on of each.
FN void range_together(ctx *c, places *p, u32 from, i32 *first, i32 *last) {
    u32 lo = ~0u, hi = 0, n = p->n;
    GLOBAL u32 *k = words_at(c, p->at);
    from += p->shift;
    EACH(i, n) {
        u32 x = k[i] >> from & 0xfffu;
        lo = x < lo ? x : lo;
        hi = x > hi ? x : hi;
    }
    *first = (i32)least_of(c, lo) - BIAS;
    *last = (i32)most_of(c, hi) - BIAS;
    sync_lanes(c);
}
BIG void group_range_of_rows(ctx *c, places *p, i32 *first, i32 *last) {
    if (p->least) range_of_rows(c, p, first, last);
    else range_together(c, p, 12, first, last);
}
BIG void group_range_of_cols(ctx *c, places *p, i32 *first, i32 *last) { range_together(c, p, 0, first, last); }
FN sides group_sides_of(ctx *c, places *p) {
    sides s;
    group_range_of_rows(c, p, &s.top, &s.bottom);
    group_range_of_cols(c, p, &s.left, &s.right);
    return s;
}
// As bounds_of and lenient_bounds.
BIG val group_bounds_of(ctx *c, val v, places *p, sides *s) {
    TRY(group_read_patch(c, v, p));
    if (p->n) *s = group_sides_of(c, p);
    return mk_int(0);
}
FN val group_lenient_bounds(ctx *c, val v, places *p, sides *s) {
    u32 t = TAG(v);
    if (t != V_CELLS && t != V_POSES && has_no_positions(c, v)) { *p = no_places(); return mk_int(0); }
    return group_bounds_of(c, v, p, s);
}

// ---- planes: a row of up to 32 positions in each lane ----

// Whether a box of this size is a plane, and there is room for one while it is made.
FN u32 is_plane(ctx *c, sides s) {
    return side_height(s) <= LANES && side_width(s) <= 32 && c->end - c->top >= LANES * 8;
}
// The positions of a patch, all of them in a plane of some width that starts at a corner.
BIG u32 plane_of(ctx *c, places *p, u32 corner, u32 width) {
    // A byte for each place: no two lanes have to write parts of one.
    u32 words = (width + 3) / 4, row = 0;
    GLOBAL u32 *map = words_at(c, c->top);
    GLOBAL i8 *bytes = bytes_at(c, c->top);
    EACH(i, LANES * words) map[i] = 0;
    sync_lanes(c);
    EACH(i, p->n) {
        // Neither coordinate is below the corner's, so nothing borrows.
        u32 at = PLACE(c, *p, i) - corner;
        bytes[(at >> 12) * 4 * words + (at & 0xfffu)] = 1;
    }
    sync_lanes(c);
    for (u32 i = 0; i < words; i++) row |= (map[lane_id() * words + i] * 0x01020408u >> 24) << 4 * i;
    sync_lanes(c);
    return row;
}
// The set of the positions of a plane.
FN val places_of_plane(ctx *c, u32 row, u32 corner) {
    u32 n = sum_of(c, POPCOUNT32(row)), to = alloc(c, n);
    if (!to) return fault(F_BUDGET);
    keys_of_bits(c, to, row, corner + (lane_id() << 12), lane_id());
    sync_lanes(c);
    return mk_keys(c, V_POSES, to, n);
}
// The plane of the row above each row, or of the one below.
FN u32 plane_above(ctx *c, u32 row) {
    u32 above = from_lane(c, row, (lane_id() - 1) % LANES);
    return lane_id() ? above : 0;
}
FN u32 plane_below(ctx *c, u32 row) {
    u32 below = from_lane(c, row, (lane_id() + 1) % LANES);
    return lane_id() + 1 < LANES ? below : 0;
}
// A plane and its direct neighbours.
FN u32 plane_grown(ctx *c, u32 row) { return row | row << 1 | row >> 1 | plane_above(c, row) | plane_below(c, row); }

// ---- positions and movement ----

BIG val group_distinct_places(ctx *c, places *p) {
    u32 n = p->n, to = alloc(c, n), m = 0;
    if (!to) return fault(F_BUDGET);
    for (u32 start = 0; start < n; start += LANES) {
        u32 i = start + lane_id(), pos = i < n ? PLACE(c, *p, i) : 0;
        u32 fresh = i < n && (i == 0 || pos != PLACE(c, *p, i - 1)), kept = ballot(c, fresh);
        if (fresh) c->mem[to + m + POPCOUNT32(kept & BELOW_LANE)] = pos;
        m += POPCOUNT32(kept);
    }
    sync_lanes(c);
    if (!p->least) m = group_sort_keys(c, to, m);
    if (c->top == to + n) c->top = to + m;
    return mk_keys(c, V_POSES, to, m);
}
GROUP_OP1(toindices) {
    places p;
    if (TAG(a) != V_CELLS) {
        val v = a;
        if (TAG(a) != V_POSES) BY_ONE(v, k_toindices(c, a));
        return v;
    }
    TRY(group_read_patch(c, a, &p));
    return group_distinct_places(c, &p);
}

// All positions of a box, as filled_box.
BIG val group_filled_box(ctx *c, i64 top, i64 bottom, i64 left, i64 right) {
    i64 h = bottom - top + 1, w = right - left + 1;
    if (too_large((u64)(h * w))) return fault(F_BUDGET);
    if (!pos_fits(top, left) || !pos_fits(bottom, right)) return hand_back(c, B_FORM);
    u32 n = (u32)(h * w), cols = (u32)w, to = alloc(c, n);
    if (!to) return fault(F_BUDGET);
    u32 lane = lane_id(), col = lane % cols, key = pos_of((i32)top, (i32)left) + lane / cols * 4096 + col;
    u32 across = LANES % cols, step = LANES / cols * 4096 + across;
    GLOBAL u32 *k = words_at(c, to);
    EACH(i, n) {
        k[i] = key;
        col += across;
        key += step;
        if (col >= cols) { col -= cols; key += 4096 - cols; }
    }
    sync_lanes(c);
    return mk_known(V_POSES, to, n, pos_of((i32)top, (i32)left));
}
// First and last row and column of a box, as outline_box.
BIG val group_outline_box(ctx *c, i32 top, i32 bottom, i32 left, i32 right) {
    if (!pos_fits(top, left) || !pos_fits(bottom, right)) return hand_back(c, B_FORM);
    u32 h = (u32)(bottom - top + 1), w = (u32)(right - left + 1);
    if (h <= 2 || w <= 2) return group_filled_box(c, top, bottom, left, right);
    u32 n = 2 * (h + w) - 4, to = alloc(c, n), corner = pos_of(top, left);
    if (!to) return fault(F_BUDGET);
    GLOBAL u32 *k = words_at(c, to);
    EACH(i, n) {
        // Two places in each row between the first and the last.
        u32 side = i - w, row = i < w ? 0 : i < n - w ? side / 2 + 1 : h - 1;
        u32 col = i < w ? i : i < n - w ? (side & 1) * (w - 1) : i + w - n;
        k[i] = corner + row * 4096 + col;
    }
    sync_lanes(c);
    return mk(V_POSES, n, corner, to);
}

// As translate.
BIG val group_translate(ctx *c, val patch, places *p, i64 rows, i64 cols) {
    if (rows == 0 && cols == 0 && is_set(patch)) return patch;
    if (rows < -2 * BIAS || rows >= 2 * BIAS || cols < -2 * BIAS || cols >= 2 * BIAS) return hand_back(c, B_FORM);
    u32 n = p->n, to = alloc(c, n), outside = 0;
    if (!to) return fault(F_BUDGET);
    u32 down = (u32)(i32)rows, across = (u32)(i32)cols, step = pos_delta((i32)rows, (i32)cols) << p->shift;
    GLOBAL u32 *from = words_at(c, p->at), *k = words_at(c, to);
    u32 shift = p->shift;
    EACH(i, n) {
        u32 key = from[i], pos = key >> shift;
        // A coordinate that leaves 0..4095 sets a higher bit, if only the sign.
        outside |= ((pos >> 12 & 0xfffu) + down) | ((pos & 0xfffu) + across);
        k[i] = key + step;
    }
    sync_lanes(c);
    if (ballot(c, outside & ~0xfffu)) return hand_back(c, B_FORM);
    if (TAG(patch) == p->tag) return mk(p->tag, n, patch.b + step, to);
    return mk_keys(c, p->tag, to, is_set(patch) ? n : group_sort_keys(c, to, n));
}

// ---- neighbourhoods and outlines ----

// As around: a place for each of nine lanes.
BIG val group_around(ctx *c, val loc, u32 which) {
    i64 row, col;
    if (c->batt && (!is_tuple(loc) || is_empty(loc))) return empty();
    TRY(first_two_ints(c, loc, &row, &col));
    if (row <= -BIAS || row >= BIAS - 1 || col <= -BIAS || col >= BIAS - 1) return hand_back(c, B_FORM);
    u32 to = alloc(c, 8), at = pos_of((i32)row, (i32)col) - 4097;
    if (!to) return fault(F_BUDGET);
    u32 i = lane_id(), kind = i == 4 || i > 8 ? 0 : i & 1 ? 1 : 2, kept = ballot(c, kind & which);
    if (kind & which) c->mem[to + POPCOUNT32(kept & BELOW_LANE)] = at + i / 3 * 4096 + i % 3;
    sync_lanes(c);
    c->top = to + POPCOUNT32(kept);
    return mk(V_POSES, POPCOUNT32(kept), which & 2 ? at : at + 1, to);
}

GROUP_OP1(corners) {
    places p;
    sides s;
    TRY(group_lenient_bounds(c, a, &p, &s));
    // Without elements all lanes write one word alike.
    if (p.n == 0) return k_corners(c, a);
    u32 to = alloc_vals(c, 1), i = lane_id();
    if (!to) return fault(F_BUDGET);
    u32 has = i < 4 && !(i & 1 && s.left == s.right) && !(i & 2 && s.top == s.bottom), kept = ballot(c, has);
    if (has) c->mem[to + POPCOUNT32(kept & BELOW_LANE)] = pos_of(i & 2 ? s.bottom : s.top, i & 1 ? s.right : s.left);
    sync_lanes(c);
    return mk_keys(c, V_POSES, to, POPCOUNT32(kept));
}
GROUP_OP1(delta) {
    places p;
    sides s;
    val v = unit();
    u32 mark = c->top;
    TRY(group_bounds_of(c, a, &p, &s));
    if (p.n == 0) return empty();
    if (!is_plane(c, s)) {
        c->top = mark;
        BY_ONE(v, k_delta(c, a));
        return v;
    }
    u32 corner = pos_of(s.top, s.left), row = plane_of(c, &p, corner, (u32)side_width(s)), all = ~0u >> (32 - side_width(s));
    return places_of_plane(c, lane_id() < (u32)side_height(s) ? all & ~row : 0, corner);
}

// ---- lines ----

FN void group_put_line(ctx *c, u32 at, u32 n, u32 key, u32 step) {
    EACH(i, n) c->mem[at + i] = key + i * step;
    sync_lanes(c);
}

// ---- mirrored and scaled ----

FN void group_mirror_keys(ctx *c, u32 to, places *p, key_box b, u32 how) {
    GLOBAL u32 *from = words_at(c, p->at), *k = words_at(c, to);
    EACH(i, p->n) k[i] = mirrored_key(from[i], p->shift, b, how);
    sync_lanes(c);
}
// As upscaled_cells.
BIG val group_upscaled_cells(ctx *c, val v, u32 f) {
    places p;
    sides s;
    TRY(group_bounds_of(c, v, &p, &s));
    if (s.top + side_height(s) * (i32)f > BIAS || s.left + side_width(s) * (i32)f > BIAS) return hand_back(c, B_FORM);
    key_box b = box_of_keys(s);
    u32 n = p.n * f * f, at = alloc(c, n);
    if (!at) return fault(F_BUDGET);
    EACH(i, n) {
        u32 key = c->mem[p.at + i / (f * f)], pos = key >> p.shift, in = i % (f * f);
        u32 row = b.top + ((pos >> 12 & 0xfffu) - b.top) * f, col = b.left + ((pos & 0xfffu) - b.left) * f;
        c->mem[at + i] = key_at(key, p.shift, row + in / f, col + in % f);
    }
    sync_lanes(c);
    return mk_keys(c, V_CELLS, at, group_sort_keys(c, at, n));
}
