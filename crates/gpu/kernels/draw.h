// Drawing on grids (kernels/draw.rs): a copy of the grid, then single cells.

FN val grid_copy(ctx *c, val g) {
    u32 words = (height_of(g) * width_of(g) + g.b + 3) / 4 + (width_of(g) == 0), at = alloc(c, words);
    if (!at) return fault(F_BUDGET);
    copy_own(c, at, g.c, words);
    return mk(V_GRID, g.a, g.b, at);
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
// A distance that leaves every grid when the real one does, and does not overflow.
FN i32 short_way(u32 n) { return (i32)n > 100000 ? 100000 : (i32)n < -100000 ? -100000 : (i32)n; }
