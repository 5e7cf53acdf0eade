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

// As grid_piece.
BIG val group_grid_piece(ctx *c, val g, part_of rows, part_of cols) {
    u32 w = width_of(g), h = rows.to - rows.from, n = cols.to - cols.from;
    if (h == 0 || n == w) return grid_piece(c, g, rows, cols);
    return gathered(c, g, h, n, g.b + rows.from * w + cols.from, w, 1);
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
