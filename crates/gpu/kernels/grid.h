// Grids: turned, mirrored, scaled, joined, cut and compared (kernels/grid, kernels/patch/mirror.rs).

// What a value is to an op of grids.
enum { G_BYTES, G_NOTHING, G_ROWS, G_WRONG };
FN u32 grid_kind(ctx *c, val v) {
    if (TAG(v) == V_GRID) return G_BYTES;
    // The elements of the other packed tuples are integers.
    if (TAG(v) != V_TUPLE) return G_WRONG;
    for (u32 i = 0; i < v.a; i++) if (!is_tuple(load(c, v.c, i))) return G_WRONG;
    return v.a ? G_ROWS : G_NOTHING;
}
// The answer of most ops for what is not kept as bytes.
FN val odd_grid(ctx *c, val v, val nothing) {
    u32 k = grid_kind(c, v);
    return k == G_WRONG ? fault(F_TYPE) : k == G_NOTHING ? nothing : hand_back(c, B_FORM);
}

FN u32 grid_inside(i64 x, u32 n) { return (u64)x < n; }

// The elements of a tuple from one place to another, or all from the last to the first.
BIG val tuple_part(ctx *c, val v, u32 from, u32 to, u32 back) {
    if (from >= to) return unit();
    u32 n = to - from, at = alloc_vals(c, n);
    if (!at) return fault(F_BUDGET);
    for (u32 i = 0; i < n; i++) store(c, at, i, item(c, v, back ? to - 1 - i : from + i));
    return mk_tuple(c, at, n);
}

// ---- mirrors and turns of grids ----

BIG val grid_flipped(ctx *c, val g, u32 rows, u32 cols) {
    u32 h = height_of(g), w = width_of(g);
    if (w == 0) return g;
    // Both together are the cells from the last to the first.
    if (rows && cols) { w *= h; h = 1; }
    val f;
    u32 at = new_grid(c, h, w, &f);
    if (!at) return f;
    GLOBAL u32 *m = words_at(c, g.c);
    sink s = sink_at(c, at);
    for (u32 r = 0; r < h; r++) {
        u32 p = g.b + (rows ? h - 1 - r : r) * w;
        if (cols) sink_back(&s, m, p, w); else sink_bytes(&s, m, p, w);
    }
    sink_end(&s);
    return mk(V_GRID, g.a, 0, at);
}

// Columns as rows, those of a grid with its rows, its columns, or both from the last to the first.
BIG val grid_turned(ctx *c, val g, u32 rows, u32 cols) {
    u32 h = height_of(g), w = width_of(g);
    if (w == 0) return unit();
    val f;
    u32 at = new_grid(c, w, h, &f);
    if (!at) return f;
    GLOBAL u32 *m = words_at(c, g.c), *out = words_at(c, at);
    u32 step = rows ? 0 - w : w, first = g.b + (rows ? (h - 1) * w : 0);
    if (h < 4 || (ANY_BYTE && w < 4)) {
        // Rows this short share words with more than their neighbours, or are no whole block.
        GLOBAL i8 *x = bytes_at(c, g.c);
        sink s = sink_at(c, at);
        for (u32 k = 0; k < w; k++)
            for (u32 r = 0; r < h; r++) sink_put(&s, (u8)x[first + r * step + (cols ? w - 1 - k : k)], 1);
        sink_end(&s);
        return mk_grid(c, at, w, h);
    }
    turn_large(m, out, first, step, h, w, cols);
    return mk_grid(c, at, w, h);
}

// ---- mirrors of patches ----

enum { M_ROWS, M_COLS, M_DIAGONAL, M_COUNTER };
// A bounding box in numbers with the bias of packed positions.
typedef struct { u32 top, bottom, left, right; } key_box;
FN key_box box_of_keys(sides s) {
    key_box b;
    b.top = (u32)(s.top + BIAS);
    b.bottom = (u32)(s.bottom + BIAS);
    b.left = (u32)(s.left + BIAS);
    b.right = (u32)(s.right + BIAS);
    return b;
}
// The key with its position in another place.
SMALL u32 key_at(u32 key, u32 shift, u32 row, u32 col) {
    return (key & ~(0xffffffu << shift)) | (row << 12 | col) << shift;
}

SMALL u32 mirrored_key(u32 key, u32 shift, key_box b, u32 how) {
    u32 r = key >> shift >> 12 & 0xfffu, q = key >> shift & 0xfffu;
    switch (how) {
    case M_ROWS: return key_at(key, shift, b.top + b.bottom - r, q);
    case M_COLS: return key_at(key, shift, r, b.left + b.right - q);
    case M_DIAGONAL: return key_at(key, shift, b.top + q - b.left, b.left + r - b.top);
    default: return key_at(key, shift, b.top + b.right - q, b.left + b.bottom - r);
    }
}
FN void mirror_keys(ctx *c, u32 to, places *p, key_box b, u32 how) {
#define MIRRORED(key) mirrored_key(key, p->shift, b, how)
    EACH_FOUR(i, p->n) {
        val four = keys_from(c, p->at, i, p->n);
        put_keys(c, to, i, FOUR_OF(four, MIRRORED));
    }
}

// ---- scaling ----

// Four bytes, each of them twice.
FN u64 doubled(u32 w) {
    u64 x = ((u64)w | (u64)w << 16) & 0x0000ffff0000ffffu;
    x = (x | x << 8) & 0x00ff00ff00ff00ffu;
    return x | x << 8;
}
FN void sink_twice(sink *s, GLOBAL u32 *m, u32 p, u32 n) {
    for (; n >= 4; n -= 4, p += 4) sink_words(s, doubled(peek(m, p, 4)));
    if (!n) return;
    u64 x = doubled(peek(m, p, n) & low_bytes(n));
    sink_put(s, (u32)x, n == 1 ? 2 : 4);
    if (n == 3) sink_put(s, (u32)(x >> 32), 2);
}
// A row with each cell repeated.
FN void sink_wide(sink *s, GLOBAL u32 *m, u32 p, u32 n, u32 times) {
    if (times == 1) { sink_bytes(s, m, p, n); return; }
    if (times == 2) { sink_twice(s, m, p, n); return; }
    while (n) {
        u32 k = n < 4 ? n : 4, w = peek(m, p, k);
        p += k;
        n -= k;
        for (; k; k--, w >>= 8) {
            u32 cell = four_times(w), left = times;
            for (; left > 4; left -= 4) sink_word(s, cell);
            sink_put(s, cell & low_bytes(left), left);
        }
    }
}
// Each cell as a block; the factors are above 0.
BIG val blown_up(ctx *c, val g, i64 down, i64 across) {
    u32 h = height_of(g), w = width_of(g);
    if (down > SIZE_LIMIT || (across > SIZE_LIMIT && w)) return fault(F_BUDGET);
    if (down == 1 && (across == 1 || w == 0)) return g;
    val f;
    u32 at = new_grid(c, (u64)h * (u64)down, w ? (u64)w * (u64)across : 0, &f);
    if (!at) return f;
    GLOBAL u32 *m = words_at(c, g.c);
    sink s = sink_at(c, at);
    u32 wide = w * (u32)across;
    for (u32 r = 0; r < h && w; r++) {
        sink_wide(&s, m, g.b + r * w, w, (u32)across);
        // The other rows of the block are copies of what now stands in the grid.
        sink_end(&s);
        for (u32 i = 1; i < (u32)down; i++) sink_bytes(&s, words_at(c, at), r * (u32)down * wide, wide);
    }
    sink_end(&s);
    return mk_grid(c, at, h * (u32)down, w ? w * (u32)across : 0);
}
FN val empty_rows(ctx *c, u32 h) {
    u32 at = alloc(c, 1);
    return at ? mk_grid(c, at, h, 0) : fault(F_BUDGET);
}

// Cells of one row and, where colours come first, one colour follow each other.
BIG val upscaled_cells(ctx *c, val v, u32 f) {
    places p;
    sides s;
    TRY(bounds_of(c, v, &p, &s));
    if (s.top + side_height(s) * (i32)f > BIAS || s.left + side_width(s) * (i32)f > BIAS) return hand_back(c, B_FORM);
    key_box b = box_of_keys(s);
    u32 at = alloc(c, p.n * f * f), line = 12 + p.shift, step = 1u << p.shift;
    if (!at) return fault(F_BUDGET);
    GLOBAL u32 *k = words_at(c, p.at);
    writer to = write_to(at);
    for (u32 i = 0, j = 0; i < p.n; i = j) {
        while (j < p.n && k[j] >> line == k[i] >> line) j++;
        u32 row = b.top + ((k[i] >> line & 0xfffu) - b.top) * f;
        for (u32 y = 0; y < f; y++)
            for (u32 x = i; x < j; x++) {
                u32 key = key_at(k[x], p.shift, row + y, b.left + ((k[x] >> p.shift & 0xfffu) - b.left) * f);
                for (u32 z = 0; z < f; z++, key += step) write_next(c, &to, key, 1);
            }
    }
    return mk_keys(c, V_CELLS, at, sort_keys(c, at, write_end(c, &to)));
}

OP2(downscale) {
    if (!is_tuple(a) || !is_int(b)) return fault(F_TYPE);
    u64 f = int_of(b) < 0 ? 0 - (u64)int_of(b) : (u64)int_of(b);
    if (TAG(a) != V_GRID) return odd_grid(c, a, fault(f ? F_INDEX : F_DOMAIN));
    if (f == 0) return fault(F_DOMAIN);
    if (f == 1) return a;
    u32 h = height_of(a), w = width_of(a), step = f > 0xffffu ? 0xffffu : (u32)f;
    u32 rows = (h + step - 1) / step, cols = (w + step - 1) / step;
    val bad;
    u32 at = new_grid(c, rows, cols, &bad);
    if (!at) return bad;
    GLOBAL i8 *x = cells_of(c, a);
    sink s = sink_at(c, at);
    for (u32 r = 0; r < rows; r++)
        for (u32 k = 0; k < cols; k++) sink_put(&s, (u8)x[r * step * w + k * step], 1);
    sink_end(&s);
    return mk_grid(c, at, rows, cols);
}

// ---- joining ----

OP2(hconcat) {
    if (TAG(a) != V_GRID || TAG(b) != V_GRID) {
        if (!is_tuple(a) || !is_tuple(b)) return fault(F_TYPE);
        if (is_empty(a) || is_empty(b)) return unit();
        if (grid_kind(c, a) == G_WRONG || grid_kind(c, b) == G_WRONG) return fault(F_TYPE);
        return hand_back(c, B_FORM);
    }
    u32 h = height_of(a) < height_of(b) ? height_of(a) : height_of(b), v = width_of(a), w = width_of(b);
    val f;
    u32 at = new_grid(c, h, v + w, &f);
    if (!at) return f;
    GLOBAL u32 *x = words_at(c, a.c), *y = words_at(c, b.c);
    sink s = sink_at(c, at);
    for (u32 r = 0; r < h; r++) {
        sink_bytes(&s, x, a.b + r * v, v);
        sink_bytes(&s, y, b.b + r * w, w);
    }
    sink_end(&s);
    return mk_grid(c, at, h, v + w);
}
OP2(vconcat) {
    if (!is_tuple(a) || !is_tuple(b)) return fault(F_TYPE);
    if (is_empty(a)) return b;
    if (is_empty(b)) return a;
    if (TAG(a) == V_GRID && TAG(b) == V_GRID && width_of(a) == width_of(b)) {
        u32 w = width_of(a), m = height_of(a), n = height_of(b);
        val f;
        u32 at = new_grid(c, m + n, w, &f);
        if (!at) return f;
        sink s = sink_at(c, at);
        sink_bytes(&s, words_at(c, a.c), a.b, m * w);
        sink_bytes(&s, words_at(c, b.c), b.b, n * w);
        sink_end(&s);
        return mk_grid(c, at, m + n, w);
    }
    u32 m = count(c, a), n = count(c, b);
    if (too_large((u64)m + n)) return fault(F_BUDGET);
    u32 at = alloc_vals(c, m + n);
    if (!at) return fault(F_BUDGET);
    for (u32 i = 0; i < m; i++) store(c, at, i, item(c, a, i));
    for (u32 i = 0; i < n; i++) store(c, at, m + i, item(c, b, i));
    return mk_tuple(c, at, m + n);
}

// ---- cutting ----

// The part of 0..n that a slice takes: bounds below 0 count from the end, then both are clipped.
typedef struct { u32 from, to; } part_of;
FN u32 slice_bound(i64 x, u32 n) {
    if (x >= 0) return x > n ? n : (u32)x;
    return x < -(i64)n ? 0 : (u32)(x + n);
}
FN i64 saturating_sum(i64 x, i64 y) {
    u64 sum = (u64)x + (u64)y;
    // The sign is wrong where both signs differ from it.
    if (((u64)x ^ sum) & ((u64)y ^ sum) & (u64)1 << 63) sum = ((u64)1 << 63) - (x >= 0);
    return (i64)sum;
}
FN part_of slice(i64 start, i64 dim, u32 n) {
    part_of p;
    p.from = slice_bound(start, n);
    p.to = slice_bound(saturating_sum(start, dim), n);
    if (p.to < p.from) p.to = p.from;
    return p;
}
FN part_of whole_part(u32 from, u32 to) {
    part_of p;
    p.from = from;
    p.to = to;
    return p;
}

// Some rows and columns of a grid; whole rows share its memory.
BIG val grid_piece(ctx *c, val g, part_of rows, part_of cols) {
    u32 w = width_of(g), h = rows.to - rows.from, n = cols.to - cols.from;
    if (h == 0) return unit();
    u32 p = g.b + rows.from * w;
    if (n == w) return mk(V_GRID, h << 16 | n, p & 3u, g.c + p / 4);
    val f;
    u32 at = new_grid(c, h, n, &f);
    if (!at) return f;
    GLOBAL u32 *m = words_at(c, g.c);
    sink s = sink_at(c, at);
    for (u32 r = 0; r < h && n; r++, p += w) sink_bytes(&s, m, p + cols.from, n);
    sink_end(&s);
    return mk_grid(c, at, h, n);
}
typedef struct { i64 row, col, rows, cols; } cut_box;
FN u32 cut_fits(i64 start, i64 dim, u32 n) { return grid_inside(start, n) && (dim < 0 || dim <= (i64)n - start); }
FN val half_rows(ctx *c, val v, u32 second) {
    if (!is_tuple(v)) return fault(F_TYPE);
    u32 n = count(c, v), from = second ? n - n / 2 : 0, to = from + n / 2;
    if (TAG(v) == V_GRID) return grid_piece(c, v, whole_part(from, to), whole_part(0, width_of(v)));
    return tuple_part(c, v, from, to, 0);
}
FN part_of inner(u32 n) { return n < 2 ? whole_part(n, n) : whole_part(1, n - 1); }

// One bit for each of up to 64 columns that have more than one colour.
FN u64 mixed_columns(GLOBAL u32 *m, u32 p, u32 h, u32 w) {
    u64 mixed = 0;
    for (u32 k = 0; k < w; k += 4) {
        u32 n = w - k < 4 ? w - k : 4, first = peek(m, p + k, n), differ = 0;
        for (u32 r = 1; r < h; r++) differ |= first ^ peek(m, p + r * w + k, n);
        u32 bits = unlike(differ & low_bytes(n)) & 0x08040201u;
        mixed |= (u64)((bits | bits >> 8 | bits >> 16 | bits >> 24) & 15u) << k;
    }
    return mixed;
}
FN u32 is_mixed(GLOBAL u32 *m, u32 p, u32 w) {
    u32 first = four_times(peek(m, p, 1)), differ = 0;
    for (u32 k = 0; k < w; k += 4) {
        u32 n = w - k < 4 ? w - k : 4;
        differ |= (peek(m, p + k, n) ^ first) & low_bytes(n);
    }
    return differ != 0;
}
OP1(compress) {
    if (TAG(a) != V_GRID) return odd_grid(c, a, a);
    u32 h = height_of(a), w = width_of(a), rows = 0;
    if (w == 0) return a;
    if (w > 64) return hand_back(c, B_FORM);
    GLOBAL u32 *m = words_at(c, a.c);
    u64 mixed = mixed_columns(m, a.b, h, w);
    u32 n = POPCOUNT(mixed);
    val f;
    u32 at = new_grid(c, h, n, &f);
    if (!at) return f;
    sink s = sink_at(c, at);
    for (u32 r = 0; r < h; r++) {
        u32 p = a.b + r * w;
        if (!is_mixed(m, p, w)) continue;
        rows++;
        if (n == w) { sink_bytes(&s, m, p, w); continue; }
        for (u64 left = mixed; left; left &= left - 1) sink_put(&s, peek(m, p + LOWEST(left), 1) & 255u, 1);
    }
    sink_end(&s);
    return mk_grid(c, at, rows, n);
}

// ---- comparing, making, reading ----

FN void sink_fill(sink *s, u32 cell, u32 n) {
    u32 w = four_times(cell);
    for (; n >= 4; n -= 4) sink_word(s, w);
    if (n) sink_put(s, w & low_bytes(n), n);
}
// n cells where two grids agree, and the other cell elsewhere.
FN void sink_same(sink *s, GLOBAL u32 *x, u32 p, GLOBAL u32 *y, u32 q, u32 n, u32 other) {
    u32 fallback = four_times(other);
    for (; n >= 4; n -= 4, p += 4, q += 4) {
        u32 w = peek(x, p, 4), differ = unlike(w ^ peek(y, q, 4));
        sink_word(s, (w & ~differ) | (fallback & differ));
    }
    if (!n) return;
    u32 w = peek(x, p, n), differ = unlike(w ^ peek(y, q, n));
    sink_put(s, ((w & ~differ) | (fallback & differ)) & low_bytes(n), n);
}
BIG val compared(ctx *c, val a, val b, val fallback, u32 lenient) {
    if (!is_tuple(a) || !is_tuple(b) || !is_int(fallback)) return fault(F_TYPE);
    u32 kind = grid_kind(c, a), other = grid_kind(c, b);
    if (kind == G_WRONG || other == G_WRONG) return fault(F_TYPE);
    if (kind == G_NOTHING) return fault(F_INDEX);
    if (kind != G_BYTES) return hand_back(c, B_FORM);
    u32 h = height_of(a), w = width_of(a);
    if (w == 0) return a;
    if (other == G_NOTHING) return fault(F_INDEX);
    if (other != G_BYTES) return hand_back(c, B_FORM);
    u32 rows = height_of(b), cols = width_of(b);
    if (!lenient && (h > rows || w > cols)) return fault(F_INDEX);
    if (!is_i8(int_of(fallback))) return hand_back(c, B_FORM);
    val f;
    u32 at = new_grid(c, h, w, &f), shared = h < rows ? h : rows, wide = w < cols ? w : cols;
    if (!at) return f;
    GLOBAL u32 *x = words_at(c, a.c), *y = words_at(c, b.c);
    sink s = sink_at(c, at);
    if (w == cols) sink_same(&s, x, a.b, y, b.b, shared * w, fallback.a);
    else for (u32 r = 0; r < shared; r++) {
        sink_same(&s, x, a.b + r * w, y, b.b + r * cols, wide, fallback.a);
        sink_fill(&s, fallback.a, w - wide);
    }
    sink_fill(&s, fallback.a, (h - shared) * w);
    sink_end(&s);
    return mk_grid(c, at, h, w);
}
OP3(cellwise) { return compared(c, a, b, d, 0); }
OP3(cellwise_lenient) { return compared(c, a, b, d, 1); }

OP2(canvas) {
    i64 h, w;
    if (!is_int(a)) return fault(F_TYPE);
    TRY(first_two_ints(c, b, &h, &w));
    if (h <= 0) return unit();
    if (w < 0) w = 0;
    if (h > SIZE_LIMIT || w > SIZE_LIMIT || too_large((u64)h * (u64)(w ? w : 1))) return fault(F_BUDGET);
    if (w && !is_i8(int_of(a))) return hand_back(c, B_FORM);
    u32 words = (u32)(h * w + 3) / 4 + (w == 0), at = alloc(c, words);
    if (!at) return fault(F_BUDGET);
    put_line(c, at, words, four_times(a.a), 0);
    return mk_grid(c, at, (u32)h, (u32)w);
}
OP2(index) {
    if (!is_tuple(a) || !is_tuple(b)) return fault(F_TYPE);
    if (TAG(a) != V_GRID) return odd_grid(c, a, fault(F_INDEX));
    i64 r, k;
    TRY(two_ints(c, b, &r, &k));
    if (!grid_inside(r, height_of(a)) || !grid_inside(k, width_of(a))) return unit();
    return mk_int(cells_of(c, a)[(u32)r * width_of(a) + (u32)k]);
}
