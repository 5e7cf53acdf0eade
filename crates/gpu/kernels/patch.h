// Reading patches, and the ops that make them: positions, movement, neighbourhoods, outlines, lines.

// A patch read as packed elements, in iteration order. Sets of packed elements are read where they
// are; tuples and small grids are copied, repeats included.
typedef struct {
    u32 tag;    // V_CELLS or V_POSES, the latter also for a patch without elements
    u32 at, n;  // where the keys are, and how many
    u32 shift;  // the bit where a key's position starts
    u32 least;  // 1 above the first position where positions ascend (repeats allowed), else 0
} places;
// The sides of a box, all included.
typedef struct { i32 top, bottom, left, right; } sides;

// The position in a key of a patch.
#define PLACE_IN(p, key) ((key) >> (p).shift & 0xffffffu)
#define PLACE(c, p, i) ((c)->mem[(p).at + (i)] >> (p).shift & 0xffffffu)

FN places no_places(void) {
    places p;
    p.tag = V_POSES; p.at = 0; p.n = 0; p.shift = 0; p.least = 1;
    return p;
}

// The packed elements of what is no packed set. A value or a fault, as read_patch gives it.
BIG val read_listed(ctx *c, val v, places *p) {
    *p = no_places();
    if (!is_container(v)) return fault(F_TYPE);
    u32 n = count(c, v), t = TAG(v);
    if (n == 0) return mk_int(0);
    u32 cell = is_cell(c, item(c, v, 0));
    // Forms that hold plain integers end here.
    if (cell == 2) return fault(F_TYPE);
    u32 to = alloc(c, n);
    if (!to) return fault(F_BUDGET);
    if (t == V_GRID) {
        GLOBAL i8 *w = cells_of(c, v);
        for (u32 i = 0; i < n; i++, w += 2 + cell) {
            u32 pos = pos_of(w[0], w[1]);
            c->mem[to + i] = cell ? cell_of(c, w[2], pos) : pos;
        }
    } else {
        for (u32 i = 0; i < n; i++) {
            val x = load(c, v.c, i);
            if (TAG(x) == (cell ? V_CELL : V_PAIR) && (cell || pos_fits((i32)x.a, (i32)x.b)))
                c->mem[to + i] = cell ? x.a : pos_of((i32)x.a, (i32)x.b);
            else return is_cell(c, x) == cell ? hand_back(c, B_FORM) : fault(F_TYPE);
        }
    }
    p->tag = cell ? V_CELLS : V_POSES;
    p->at = to;
    p->n = n;
    p->shift = cell && c->batt ? 8 : 0;
    p->least = 0;
    return mk_int(0);
}

// Reads a patch: a value, or a fault when it is none. The first element decides whether all must
// be cells or all pairs. Elements that do not fit a key are handed back.
FN val read_patch(ctx *c, val v, places *p) {
    u32 t = TAG(v);
    if (t != V_CELLS && t != V_POSES) return read_listed(c, v, p);
    p->tag = t;
    p->at = v.c;
    p->n = v.a;
    p->shift = t == V_CELLS && c->batt ? 8 : 0;
    // Cells of arc sort by colour first, so one colour means order by position.
    u32 ascend = t == V_POSES || c->batt || v.a == 1 || v.b >> 24 == c->mem[v.c + v.a - 1] >> 24;
    p->least = ascend ? 1 + PLACE_IN(*p, v.b) : 0;
    return mk_int(0);
}

// Element i of a patch that was read: its packed position; its colour only if it is a cell.
FN u32 place_at(ctx *c, places *p, u32 i) { return PLACE(c, *p, i); }
FN i32 colour_at(ctx *c, places *p, u32 i) { return cell_colour(c, c->mem[p->at + i]); }

// Smallest and largest row or column of positions, of which there are some.
FN u32 less_of(u32 x, u32 y) { return x < y ? x : y; }
FN u32 more_of(u32 x, u32 y) { return x > y ? x : y; }
// The range of the coordinate that starts at a bit of each key.
FN void range_at(ctx *c, places *p, u32 from, i32 *first, i32 *last) {
    u32 lo = ~0u, hi = 0, n = p->n, at = p->at, mask = 0xfffu << from;
    EACH_FOUR(i, n) {
        val k = keys_from(c, at, i, n);
        u32 x = k.tag & mask, y = k.a & mask, z = k.b & mask, w = k.c & mask;
        lo = less_of(less_of(lo, x), less_of(less_of(y, z), w));
        hi = more_of(more_of(hi, x), more_of(more_of(y, z), w));
    }
    *first = (i32)(lo >> from) - BIAS;
    *last = (i32)(hi >> from) - BIAS;
}
SMALL void range_of_rows(ctx *c, places *p, i32 *first, i32 *last) {
    if (!p->least) { range_at(c, p, p->shift + 12, first, last); return; }
    *first = (i32)((p->least - 1) >> 12) - BIAS;
    *last = p->n > 1 ? (i32)(PLACE(c, *p, p->n - 1) >> 12) - BIAS : *first;
}
FN void range_of_cols(ctx *c, places *p, i32 *first, i32 *last) { range_at(c, p, p->shift, first, last); }
FN sides sides_of(ctx *c, places *p) {
    sides s;
    range_of_rows(c, p, &s.top, &s.bottom);
    range_of_cols(c, p, &s.left, &s.right);
    return s;
}
FN i32 side_height(sides s) { return s.bottom - s.top + 1; }
FN i32 side_width(sides s) { return s.right - s.left + 1; }
FN sides sides_around(sides a, sides b) {
    if (b.top < a.top) a.top = b.top;
    if (b.bottom > a.bottom) a.bottom = b.bottom;
    if (b.left < a.left) a.left = b.left;
    if (b.right > a.right) a.right = b.right;
    return a;
}

// The bounding box of a patch, if it has elements (p->n); a value, or a fault as in read_patch.
BIG val bounds_of(ctx *c, val v, places *p, sides *s) {
    TRY(read_patch(c, v, p));
    if (p->n) *s = sides_of(c, p);
    return mk_int(0);
}

// Whether batt takes a value for a patch without positions.
FN u32 has_no_positions(ctx *c, val v) {
    if (!c->batt) return 0;
    if (is_int(v)) return 1;
    return is_container(v) && count(c, v) && is_int(item(c, v, 0));
}
// As bounds_of, where that counts as no positions.
FN val lenient_bounds(ctx *c, val v, places *p, sides *s) {
    u32 t = TAG(v);
    if (t != V_CELLS && t != V_POSES && has_no_positions(c, v)) { *p = no_places(); return mk_int(0); }
    return bounds_of(c, v, p, s);
}

// The two integers of a tuple of exactly two.
FN val two_ints(ctx *c, val v, i64 *x, i64 *y) {
    if (TAG(v) == V_PAIR) { *x = (i32)v.a; *y = (i32)v.b; return mk_int(0); }
    if (!is_tuple(v) || count(c, v) != 2) return fault(F_TYPE);
    val s = item(c, v, 0), t = item(c, v, 1);
    if (!is_int(s) || !is_int(t)) return fault(F_TYPE);
    *x = int_of(s);
    *y = int_of(t);
    return mk_int(0);
}
// The first two integers of a tuple that may be longer.
FN val first_two_ints(ctx *c, val v, i64 *x, i64 *y) {
    if (TAG(v) == V_PAIR) { *x = (i32)v.a; *y = (i32)v.b; return mk_int(0); }
    if (!is_tuple(v)) return fault(F_TYPE);
    if (count(c, v) < 2) return fault(F_INDEX);
    val s = item(c, v, 0), t = item(c, v, 1);
    if (!is_int(s) || !is_int(t)) return fault(F_TYPE);
    *x = int_of(s);
    *y = int_of(t);
    return mk_int(0);
}

// The set of the distinct positions of a patch.
BIG val distinct_places(ctx *c, places *p) {
    u32 n = p->n, to = alloc(c, n), m, last = ~0u;
    if (!to) return fault(F_BUDGET);
    writer out = write_to(to);
    for (reader r = read_from(c, p->at, 0, n); r.i < n; read_on(c, &r, 1)) {
        u32 pos = PLACE_IN(*p, NOW(r));
        write_next(c, &out, pos, pos != last);
        last = pos;
    }
    m = write_end(c, &out);
    if (!p->least) m = sort_keys(c, to, m);
    if (c->top == to + n) c->top = to + m;
    return mk_keys(c, V_POSES, to, m);
}

OP1(toindices) {
    u32 t = TAG(a);
    places p;
    if (t == V_POSES) return a;
    if (t != V_CELLS) {
        if (is_empty(a) || has_no_positions(c, a)) return empty();
        if (!is_container(a)) return fault(F_TYPE);
        val first = item(c, a, 0);
        if (!is_tuple(first)) return c->batt ? a : fault(F_TYPE);
        u32 n = count(c, first), cell = c->batt ? n == 3 : n >= 2 && is_tuple(item(c, first, 1));
        if (!cell) return a;
    }
    TRY(read_patch(c, a, &p));
    return distinct_places(c, &p);
}

// All positions of a box.
BIG val filled_box(ctx *c, i64 top, i64 bottom, i64 left, i64 right) {
    i64 h = bottom - top + 1, w = right - left + 1;
    if (too_large((u64)(h * w))) return fault(F_BUDGET);
    if (!pos_fits(top, left) || !pos_fits(bottom, right)) return hand_back(c, B_FORM);
    u32 to = alloc(c, (u32)(h * w));
    if (!to) return fault(F_BUDGET);
    writer out = write_to(to);
    u32 row = pos_of((i32)top, (i32)left), cols = (u32)w;
    for (i64 i = 0; i < h; i++, row += 4096)
        for (u32 j = 0; j < cols; j++) write_next(c, &out, row + j, 1);
    write_end(c, &out);
    return mk_known(V_POSES, to, (u32)(h * w), pos_of((i32)top, (i32)left));
}

// First and last row and column of a box.
BIG val outline_box(ctx *c, i32 top, i32 bottom, i32 left, i32 right) {
    if (!pos_fits(top, left) || !pos_fits(bottom, right)) return hand_back(c, B_FORM);
    u32 h = (u32)(bottom - top + 1), w = (u32)(right - left + 1);
    if (h <= 2 || w <= 2) return filled_box(c, top, bottom, left, right);
    u32 n = 2 * (h + w) - 4, to = alloc(c, n);
    if (!to) return fault(F_BUDGET);
    writer out = write_to(to);
    u32 row = pos_of(top, left);
    for (u32 j = 0; j < w; j++) write_next(c, &out, row + j, 1);
    for (u32 i = 2; i < h; i++) {
        row += 4096;
        write_next(c, &out, row, 1);
        write_next(c, &out, row + w - 1, 1);
    }
    row += 4096;
    for (u32 j = 0; j < w; j++) write_next(c, &out, row + j, 1);
    write_end(c, &out);
    return mk(V_POSES, n, pos_of(top, left), to);
}

// Moves a patch; the result is a set even when the patch is a tuple.
BIG val translate(ctx *c, val patch, places *p, i64 rows, i64 cols) {
    if (rows == 0 && cols == 0 && is_set(patch)) return patch;
    if (rows < -2 * BIAS || rows >= 2 * BIAS || cols < -2 * BIAS || cols >= 2 * BIAS) return hand_back(c, B_FORM);
    u32 n = p->n, to = alloc(c, n), outside = 0;
    if (!to) return fault(F_BUDGET);
    u32 down = (u32)(i32)rows, across = (u32)(i32)cols, shift = p->shift, from = p->at, step = pos_delta((i32)rows, (i32)cols) << shift;
    EACH_FOUR(i, n) {
        val k = keys_from(c, from, i, n);
        // A coordinate that leaves 0..4095 sets a higher bit, if only the sign.
#define OUTSIDE(key) (((key >> shift >> 12 & 0xfffu) + down) | ((key >> shift & 0xfffu) + across))
        outside |= OUTSIDE(k.tag) | OUTSIDE(k.a) | OUTSIDE(k.b) | OUTSIDE(k.c);
        put_keys(c, to, i, mk(k.tag + step, k.a + step, k.b + step, k.c + step));
    }
    if (outside & ~0xfffu) return hand_back(c, B_FORM);
    if (TAG(patch) == p->tag) return mk(p->tag, n, patch.b + step, to);
    return mk_keys(c, p->tag, to, is_set(patch) ? n : sort_keys(c, to, n));
}

// The direct (1) and diagonal (2) neighbours of a place.
FN val around(ctx *c, val loc, u32 which) {
    i64 row, col;
    if (c->batt && (!is_tuple(loc) || is_empty(loc))) return empty();
    TRY(first_two_ints(c, loc, &row, &col));
    if (row <= -BIAS || row >= BIAS - 1 || col <= -BIAS || col >= BIAS - 1) return hand_back(c, B_FORM);
    u32 to = alloc(c, 8), n, at = pos_of((i32)row, (i32)col) - 4097;
    if (!to) return fault(F_BUDGET);
    writer out = write_to(to);
    for (u32 i = 0; i < 9; i++) {
        u32 kind = i == 4 ? 0 : i & 1 ? 1 : 2;
        write_next(c, &out, at + i / 3 * 4096 + i % 3, (kind & which) != 0);
    }
    n = write_end(c, &out);
    c->top = to + n;
    return mk(V_POSES, n, which & 2 ? at : at + 1, to);
}

OP1(corners) {
    places p;
    sides s;
    TRY(lenient_bounds(c, a, &p, &s));
    u32 to = alloc_vals(c, 1);
    if (!to) return fault(F_BUDGET);
    if (p.n == 0) {
        store(c, to, 0, unit());
        return mk_set(c, to, 1);
    }
    u32 n = 0;
    for (u32 i = 0; i < 4; i++) {
        if ((i & 1 && s.left == s.right) || (i & 2 && s.top == s.bottom)) continue;
        c->mem[to + n++] = pos_of(i & 2 ? s.bottom : s.top, i & 1 ? s.right : s.left);
    }
    return mk_keys(c, V_POSES, to, n);
}
OP1(delta) {
    places p;
    sides s;
    u64 rows[64];
    TRY(bounds_of(c, a, &p, &s));
    if (p.n == 0) return empty();
    u32 h = (u32)side_height(s), w = (u32)side_width(s), corner = pos_of(s.top, s.left), n = 0;
    if (h > 64 || w > 64) return hand_back(c, B_FORM);
    for (u32 r = 0; r < h; r++) rows[r] = ~(u64)0 >> (64 - w);
    for (u32 i = 0; i < p.n; i++) {
        // Inside the box neither coordinate is below the corner's, so nothing borrows.
        u32 at = PLACE(c, p, i) - corner;
        rows[at >> 12] &= ~((u64)1 << (at & 63));
    }
    for (u32 r = 0; r < h; r++) n += POPCOUNT(rows[r]);
    u32 to = alloc(c, n);
    if (!to) return fault(F_BUDGET);
    GLOBAL u32 *k = words_at(c, to);
    for (u32 r = 0; r < h; r++, corner += 4096)
        for (u64 bits = rows[r]; bits; bits &= bits - 1) *k++ = corner + LOWEST(bits);
    return mk_keys(c, V_POSES, to, n);
}
