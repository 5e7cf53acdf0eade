// Grids turned, mirrored, scaled, joined, cut and compared by a group of lanes: neighbouring lanes make neighbouring cells.
// What is no byte grid all lanes look at alike.

// The cells of a grid, one for each lane and round.
typedef struct { u32 row, col, down, across, width; } walk;
FN walk walk_of(u32 width) {
    walk s;
    s.width = width ? width : 1;
    s.row = lane_id() / s.width;
    s.col = lane_id() % s.width;
    s.down = LANES / s.width;
    s.across = LANES % s.width;
    return s;
}
FN void walk_on(walk *s) {
    s->row += s->down;
    s->col += s->across;
    if (s->col >= s->width) { s->col -= s->width; s->row++; }
}

// A grid of h rows of w cells out of another: row r starts at byte `from` + r * `down`, and its cells are `across` apart.
BIG val gathered(ctx *c, val g, u32 h, u32 w, u32 from, u32 down, u32 across) {
    val f;
    u32 at = new_grid(c, h, w, &f);
    if (!at) return f;
    GLOBAL i8 *x = bytes_at(c, g.c), *to = bytes_at(c, at);
    walk s = walk_of(w);
    u32 p = from + s.row * down + s.col * across, step = s.down * down + s.across * across, col = s.col;
    EACH(i, h * w) {
        to[i] = x[p];
        p += step;
        col += s.across;
        if (col >= w) { col -= w; p += down - w * across; }
    }
    sync_lanes(c);
    return mk_grid(c, at, h, w);
}
// As grid_flipped and grid_turned.
FN val group_grid_flipped(ctx *c, val g, u32 rows, u32 cols) {
    u32 h = height_of(g), w = width_of(g), last = g.b + (rows ? (h - 1) * w : 0) + (cols ? w - 1 : 0);
    return w ? gathered(c, g, h, w, last, rows ? 0 - w : w, cols ? ~0u : 1) : g;
}
FN val group_grid_turned(ctx *c, val g, u32 rows, u32 cols) {
    u32 h = height_of(g), w = width_of(g), last = g.b + (rows ? (h - 1) * w : 0) + (cols ? w - 1 : 0);
    return w ? gathered(c, g, w, h, last, cols ? ~0u : 1, rows ? 0 - w : w) : unit();
}

// ---- scaling ----

// As blown_up.
BIG val group_blown_up(ctx *c, val g, i64 down, i64 across) {
    u32 h = height_of(g), w = width_of(g);
    if (down > SIZE_LIMIT || (across > SIZE_LIMIT && w)) return fault(F_BUDGET);
    if (down == 1 && (across == 1 || w == 0)) return g;
    val f;
    u32 at = new_grid(c, (u64)h * (u64)down, w ? (u64)w * (u64)across : 0, &f);
    if (!at) return f;
    GLOBAL i8 *x = cells_of(c, g), *to = bytes_at(c, at);
    u32 rows = h * (u32)down, cols = w ? w * (u32)across : 0;
    walk s = walk_of(cols);
    EACH(i, rows * cols) {
        to[i] = x[s.row / (u32)down * w + s.col / (u32)across];
        walk_on(&s);
    }
    sync_lanes(c);
    return mk_grid(c, at, rows, cols);
}
GROUP_OP2(downscale) {
    if (TAG(a) != V_GRID || !is_int(b) || int_of(b) == 0) return k_downscale(c, a, b);
    u64 f = int_of(b) < 0 ? 0 - (u64)int_of(b) : (u64)int_of(b);
    if (f == 1) return a;
    u32 h = height_of(a), w = width_of(a), step = f > 0xffffu ? 0xffffu : (u32)f;
    return gathered(c, a, (h + step - 1) / step, (w + step - 1) / step, a.b, step * w, step);
}

// ---- joining ----

GROUP_OP2(hconcat) {
    if (TAG(a) != V_GRID || TAG(b) != V_GRID) return k_hconcat(c, a, b);
    u32 h = height_of(a) < height_of(b) ? height_of(a) : height_of(b), v = width_of(a), w = width_of(b);
    val f;
    u32 at = new_grid(c, h, v + w, &f);
    if (!at) return f;
    GLOBAL i8 *x = cells_of(c, a), *y = cells_of(c, b), *to = bytes_at(c, at);
    walk s = walk_of(v + w);
    EACH(i, h * (v + w)) {
        to[i] = s.col < v ? x[s.row * v + s.col] : y[s.row * w + s.col - v];
        walk_on(&s);
    }
    sync_lanes(c);
    return mk_grid(c, at, h, v + w);
}
GROUP_OP2(vconcat) {
    if (TAG(a) != V_GRID || TAG(b) != V_GRID || width_of(a) != width_of(b)) return k_vconcat(c, a, b);
    u32 w = width_of(a), m = height_of(a), n = height_of(b), above = m * w;
    val f;
    u32 at = new_grid(c, m + n, w, &f);
    if (!at) return f;
    GLOBAL i8 *x = cells_of(c, a), *y = cells_of(c, b), *to = bytes_at(c, at);
    EACH(i, (m + n) * w) to[i] = i < above ? x[i] : y[i - above];
    sync_lanes(c);
    return mk_grid(c, at, m + n, w);
}

// ---- cutting ----

// As grid_piece and those that use it.
FN val piece_together(ctx *c, val g, part_of rows, part_of cols) {
    u32 w = width_of(g), h = rows.to - rows.from, n = cols.to - cols.from;
    if (h == 0 || n == w) return grid_piece(c, g, rows, cols);
    return gathered(c, g, h, n, g.b + rows.from * w + cols.from, w, 1);
}
BIG val clip_together(ctx *c, val g, cut_box r) {
    return piece_together(c, g, slice(r.row, r.rows, height_of(g)), slice(r.col, r.cols, width_of(g)));
}
FN val cut_together(ctx *c, val g, cut_box r, u32 inside) {
    u32 fits = cut_fits(r.row, r.rows, height_of(g)) && cut_fits(r.col, r.cols, width_of(g));
    return inside && !fits ? unit() : clip_together(c, g, r);
}
GROUP_OP3(crop) {
    cut_box r;
    if (TAG(a) != V_GRID) return k_crop(c, a, b, d);
    TRY(first_two_ints(c, b, &r.row, &r.col));
    TRY(first_two_ints(c, d, &r.rows, &r.cols));
    return clip_together(c, a, r);
}
GROUP_OP3(crop_inside) {
    cut_box r;
    if (TAG(a) != V_GRID) return k_crop_inside(c, a, b, d);
    TRY(first_two_ints(c, b, &r.row, &r.col));
    if (!grid_inside(r.row, height_of(a)) || !grid_inside(r.col, width_of(a))) return unit();
    TRY(first_two_ints(c, d, &r.rows, &r.cols));
    return cut_together(c, a, r, 1);
}
FN val cut_at_patch_together(ctx *c, val patch, val g, u32 inside) {
    places p;
    sides s;
    TRY(group_bounds_of(c, patch, &p, &s));
    // Nothing is cut out of what is no grid, or by what has no places.
    if (TAG(g) != V_GRID || p.n == 0) return cut_at_patch(c, patch, g, inside);
    cut_box r;
    r.row = s.top;
    r.col = s.left;
    r.rows = side_height(s);
    r.cols = side_width(s);
    return cut_together(c, g, r, inside);
}
GROUP_OP2(subgrid) { return cut_at_patch_together(c, a, b, 0); }
GROUP_OP2(subgrid_inside) { return cut_at_patch_together(c, a, b, 1); }

// As grid_split.
BIG val split_together(ctx *c, val g, val pieces, u32 down, u32 inside) {
    if (TAG(g) != V_GRID || !is_int(pieces) || int_of(pieces) <= 0) return grid_split(c, g, pieces, down, inside);
    if (too_large((u64)int_of(pieces))) return fault(F_BUDGET);
    u32 h = height_of(g), w = width_of(g), many = pieces.a, side = down ? h : w;
    u32 step = side / many + (side % many != 0), at = alloc_vals(c, many);
    if (!at) return fault(F_BUDGET);
    u64 size = 0;
    val last = unit();
    for (u32 i = 0; i < many; i++) {
        // All pieces that start behind the border are alike.
        if (i <= side) {
            cut_box r;
            r.row = down ? (i64)i * step : 0;
            r.col = down ? 0 : (i64)i * step;
            r.rows = down ? side / many : h;
            r.cols = down ? w : side / many;
            last = cut_together(c, g, r, inside);
            TRY(last);
            size += size_of(last) ? size_of(last) : 1;
            if (too_large(size)) return fault(F_BUDGET);
        }
        store(c, at, i, last);
    }
    return mk_tuple(c, at, many);
}
GROUP_OP2(hsplit) { return split_together(c, a, b, 0, 0); }
GROUP_OP2(hsplit_inside) { return split_together(c, a, b, 0, 1); }
GROUP_OP2(vsplit) { return split_together(c, a, b, 1, 0); }
GROUP_OP2(vsplit_inside) { return split_together(c, a, b, 1, 1); }

// Halves by rows copy no cells.
GROUP_OP1(tophalf) { return half_rows(c, a, 0); }
GROUP_OP1(bottomhalf) { return half_rows(c, a, 1); }
FN val half_together(ctx *c, val v, u32 second) {
    if (TAG(v) != V_GRID || width_of(v) < 2) return half_columns(c, v, second);
    u32 n = width_of(v), from = second ? n - n / 2 : 0;
    return piece_together(c, v, whole_part(0, height_of(v)), whole_part(from, from + n / 2));
}
GROUP_OP1(lefthalf) { return half_together(c, a, 0); }
GROUP_OP1(righthalf) { return half_together(c, a, 1); }
GROUP_OP1(trim) {
    if (TAG(a) != V_GRID) return odd_grid(c, a, a);
    return piece_together(c, a, inner(height_of(a)), inner(width_of(a)));
}

// A column for each lane; whether a row has more than one colour is what all lanes say together.
GROUP_OP1(compress) {
    u32 h = height_of(a), w = width_of(a), k = lane_id(), rows = 0, differ = 0;
    if (TAG(a) != V_GRID || w == 0 || w > LANES) {
        val v = unit();
        BY_ONE(v, k_compress(c, a));
        return v;
    }
    GLOBAL i8 *x = cells_of(c, a);
    // Lanes without a column repeat the last one.
    k = k < w ? k : w - 1;
    for (u32 r = 1; r < h; r++) differ |= (u32)(x[r * w + k] != x[k]);
    u32 mixed = ballot(c, differ && lane_id() < w), n = POPCOUNT32(mixed);
    val f;
    u32 at = new_grid(c, h, n, &f);
    if (!at) return f;
    GLOBAL i8 *to = bytes_at(c, at) + POPCOUNT32(mixed & BELOW_LANE);
    for (u32 r = 0; r < h; r++) {
        i8 cell = x[r * w + k];
        if (!ballot(c, cell != x[r * w])) continue;
        if (mixed >> lane_id() & 1) to[rows * n] = cell;
        rows++;
    }
    sync_lanes(c);
    return mk_grid(c, at, rows, n);
}

// ---- comparing, making, reading ----

// As compared.
BIG val compare_together(ctx *c, val a, val b, val fallback, u32 lenient) {
    if (TAG(a) != V_GRID || TAG(b) != V_GRID || !is_int(fallback) || width_of(a) == 0) return compared(c, a, b, fallback, lenient);
    u32 h = height_of(a), w = width_of(a), rows = height_of(b), cols = width_of(b);
    if (!lenient && (h > rows || w > cols)) return fault(F_INDEX);
    if (!is_i8(int_of(fallback))) return hand_back(c, B_FORM);
    val f;
    u32 at = new_grid(c, h, w, &f);
    if (!at) return f;
    GLOBAL i8 *x = cells_of(c, a), *y = cells_of(c, b), *to = bytes_at(c, at);
    walk s = walk_of(w);
    EACH(i, h * w) {
        u32 same = s.row < rows && s.col < cols && x[i] == y[s.row * cols + s.col];
        to[i] = same ? x[i] : (i8)fallback.a;
        walk_on(&s);
    }
    sync_lanes(c);
    return mk_grid(c, at, h, w);
}
GROUP_OP3(cellwise) { return compare_together(c, a, b, d, 0); }
GROUP_OP3(cellwise_lenient) { return compare_together(c, a, b, d, 1); }

GROUP_OP2(canvas) {
    // No cells, or no bytes.
    if (TAG(b) != V_PAIR || (i32)b.a <= 0 || (i32)b.b <= 0 || !is_int(a) || !is_i8(int_of(a))) return k_canvas(c, a, b);
    u32 h = b.a, w = b.b;
    if (h > SIZE_LIMIT || w > SIZE_LIMIT || too_large((u64)h * w)) return fault(F_BUDGET);
    u32 words = (h * w + 3) / 4, at = alloc(c, words);
    if (!at) return fault(F_BUDGET);
    GLOBAL u32 *to = words_at(c, at);
    EACH(i, words) to[i] = four_times(a.a);
    sync_lanes(c);
    return mk_grid(c, at, h, w);
}
GROUP_OP2(index) { return k_index(c, a, b); }
