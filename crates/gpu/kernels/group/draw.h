// Drawing on grids by a group of lanes: a cell of the patch for each of them.

// Draws the cells of a round again in their order: several of them have one place, and not one colour.
FN void draw_in_order(ctx *c, GLOBAL i8 *x, i8 colour, u32 draws, brush b) {
    sync_lanes(c);
    // What is drawn under the grid was background before.
    if (draws && b.under) *x = (i8)b.background;
    sync_lanes(c);
    for (u32 lanes = ballot(c, draws); lanes; lanes &= lanes - 1) {
        if (lane_id() == LOWEST32(lanes) && (!b.under || *x == (i8)b.background)) *x = colour;
        sync_lanes(c);
    }
}
// As drawn, where one place may have several colours.
BIG void draw_rounds(ctx *c, val g, places p, brush b) {
    u32 h = height_of(g), w = width_of(g), down = (u32)b.down - BIAS, right = (u32)b.right - BIAS;
    GLOBAL i8 *cells = cells_of(c, g);
    for (u32 start = 0; start < p.n; start += LANES) {
        u32 i = start + lane_id(), key = i < p.n ? c->mem[p.at + i] : 0;
        u32 row = (key >> p.shift >> 12 & 0xfffu) + down, col = (key >> p.shift & 0xfffu) + right;
        u32 draws = i < p.n && row < h && col < w;
        GLOBAL i8 *x = cells + (draws ? row * w + col : 0);
        i8 colour = (i8)((i32)(key >> (p.shift ? 0 : 24) & 255u) - 128);
        if (b.under) draws = draws && *x == b.background;
        sync_lanes(c);
        // If several write, one of them wins.
        if (draws) *(volatile GLOBAL i8 *)x = colour;
        sync_lanes(c);
        if (ballot(c, draws && *x != colour)) draw_in_order(c, x, colour, draws, b);
        sync_lanes(c);
    }
}
// As drawn.
BIG val group_drawn(ctx *c, val g, places p, brush b) {
    u32 h = height_of(g), w = width_of(g), down = (u32)b.down - BIAS, right = (u32)b.right - BIAS;
    // In arc, cells of one colour are in order; others may have one place.
    if (b.own && (c->batt || !p.least)) { draw_rounds(c, g, p, b); return g; }
    // Where a place comes twice, it does not matter whether it is seen drawn.
    volatile GLOBAL i8 *x = cells_of(c, g);
    GLOBAL u32 *k = words_at(c, p.at);
    i8 colour = (i8)(b.own ? cell_colour(c, k[0]) : b.colour);
    EACH(i, p.n) {
        // Negative numbers become large ones.
        u32 pos = k[i] >> p.shift, row = (pos >> 12 & 0xfffu) + down, col = (pos & 0xfffu) + right, at = row * w + col;
        if (row < h && col < w && (!b.under || x[at] == b.background)) x[at] = colour;
    }
    sync_lanes(c);
    return g;
}
FN val group_grid_copy(ctx *c, val g) {
    u32 words = (height_of(g) * width_of(g) + g.b + 3) / 4 + (width_of(g) == 0), at = alloc(c, words);
    if (!at) return fault(F_BUDGET);
    copy_words(c, at, g.c, words);
    sync_lanes(c);
    return mk(V_GRID, g.a, g.b, at);
}
