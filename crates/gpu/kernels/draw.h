// Drawing on grids (kernels/draw.rs): a copy of the grid, then single cells.

FN val grid_copy(ctx *c, val g) {
    u32 words = (height_of(g) * width_of(g) + g.b + 3) / 4 + (width_of(g) == 0), at = alloc(c, words);
    if (!at) return fault(F_BUDGET);
    copy_own(c, at, g.c, words);
    return mk(V_GRID, g.a, g.b, at);
}

// The most frequent colour of a grid with cells.
FN i32 background_of(ctx *c, val g) {
    i32 guess = cells_of(c, g)[0];
    // What more than half of the cells have needs no comparison with the others.
    if (2 * count_in_grid(c, g, guess) > cell_count(g)) return guess;
    return (i32)most_colour(c, g) - 128;
}

// How cells are drawn.
typedef struct {
    u32 own;         // in the colours of the patch
    i32 colour;      // else in this one
    u32 under;       // only over the background
    i32 background;
    i32 down, right; // moved by this
} brush;
FN brush brush_of(i32 colour) {
    brush b;
    b.own = 0;
    b.colour = colour;
    b.under = 0;
    b.background = 0;
    b.down = b.right = 0;
    return b;
}
FN brush own_brush(void) {
    brush b = brush_of(0);
    b.own = 1;
    return b;
}
FN brush under_brush(ctx *c, val g, brush b) {
    b.under = 1;
    b.background = background_of(c, g);
    return b;
}
// Draws on a grid that is still being made.
BIG val drawn(ctx *c, val g, places p, brush b) {
    u32 h = height_of(g), w = width_of(g), down = (u32)b.down - BIAS, right = (u32)b.right - BIAS;
    u32 tint = p.shift ? 0 : 24;
    GLOBAL i8 *x = cells_of(c, g);
    for (reader k = read_from(c, p.at, 0, p.n); k.i < p.n; read_on(c, &k, 1)) {
        // Negative numbers become large ones.
        u32 key = NOW(k), row = (key >> p.shift >> 12 & 0xfffu) + down, col = (key >> p.shift & 0xfffu) + right;
        if (row >= h || col >= w) continue;
        u32 at = row * w + col;
        i32 colour = b.own ? (i32)(key >> tint & 255u) - 128 : b.colour;
        if (!b.under || x[at] == b.background) x[at] = (i8)colour;
    }
    return g;
}
// The answer for a grid that is not kept as bytes.
FN val draw_odd(ctx *c, val g, val patch) {
    u32 kind = grid_kind(c, g);
    if (kind == G_WRONG || !is_container(patch)) return fault(F_TYPE);
    return kind == G_NOTHING ? fault(F_INDEX) : hand_back(c, B_FORM);
}
// The answer for a grid without cells from ops that look for its background.
FN val no_background(ctx *c, val g, val patch) {
    if (!is_container(patch)) return fault(F_TYPE);
    return c->batt ? g : fault(F_EMPTY);
}
// Reads a patch, with colours if it is to be painted.
FN val draw_patch(ctx *c, val patch, u32 own, places *p) {
    TRY(read_patch(c, patch, p));
    return own && p->n && p->tag == V_POSES ? fault(F_TYPE) : unit();
}
// Draws on a copy of a grid.
FN val draw_on(ctx *c, val g, places p, brush b) {
    if (p.n == 0) return g;
    g = grid_copy(c, g);
    TRY(g);
    return drawn(c, g, p, b);
}

OP3(fill) {
    places p;
    if (!is_tuple(a) || !is_int(b)) return fault(F_TYPE);
    if (TAG(a) != V_GRID) return draw_odd(c, a, d);
    TRY(draw_patch(c, d, 0, &p));
    if (p.n && !is_i8(int_of(b))) return hand_back(c, B_FORM);
    return draw_on(c, a, p, brush_of((i32)b.a));
}
OP2(paint) {
    places p;
    if (TAG(a) != V_GRID) return draw_odd(c, a, b);
    TRY(draw_patch(c, b, 1, &p));
    return draw_on(c, a, p, own_brush());
}
OP3(underfill) {
    places p;
    if (!is_tuple(a) || !is_int(b)) return fault(F_TYPE);
    if (TAG(a) != V_GRID) return draw_odd(c, a, d);
    if (width_of(a) == 0) return no_background(c, a, d);
    TRY(draw_patch(c, d, 0, &p));
    if (p.n == 0) return a;
    if (!is_i8(int_of(b))) return hand_back(c, B_FORM);
    return draw_on(c, a, p, under_brush(c, a, brush_of((i32)b.a)));
}
OP2(underpaint) {
    places p;
    if (TAG(a) != V_GRID) return draw_odd(c, a, b);
    if (width_of(a) == 0) return no_background(c, a, b);
    TRY(draw_patch(c, b, 1, &p));
    return p.n ? draw_on(c, a, p, under_brush(c, a, own_brush())) : a;
}
OP2(cover) {
    places p;
    if (TAG(a) != V_GRID) return draw_odd(c, a, b);
    if (width_of(a) == 0) return no_background(c, a, b);
    TRY(draw_patch(c, b, 0, &p));
    return p.n ? draw_on(c, a, p, brush_of(background_of(c, a))) : a;
}
// A distance that leaves every grid when the real one does, and does not overflow.
FN i32 short_way(u32 n) { return (i32)n > 100000 ? 100000 : (i32)n < -100000 ? -100000 : (i32)n; }
OP3(move) {
    if (TAG(a) != V_GRID) return draw_odd(c, a, b);
    places p;
    if (!is_container(b) || !is_tuple(d)) return fault(F_TYPE);
    if (width_of(a) == 0) return no_background(c, a, b);
    TRY(draw_patch(c, b, 0, &p));
    if (p.n == 0) return a;
    brush how = own_brush();
    if (TAG(d) == V_PAIR) {
        how.down = short_way(d.a);
        how.right = short_way(d.b);
    } else if (!is_empty(d) || !c->batt) {
        i64 r, k;
        TRY(two_ints(c, d, &r, &k));
        return hand_back(c, B_FORM);
    }
    // What has no colours can be covered, but not painted.
    if (p.tag == V_POSES) return fault(F_TYPE);
    val g = draw_on(c, a, p, brush_of(background_of(c, a)));
    TRY(g);
    return drawn(c, g, p, how);
}
