// Drawing on grids by a group of lanes: a cell of the patch for each of them.

// As background_of.
FN i32 background_together(ctx *c, val g) {
    i32 guess = cells_of(c, g)[0];
    if (2 * g_count_in_grid(c, g, guess) > cell_count(g)) return guess;
    return (i32)g_most_colour(c, g) - 128;
}
FN brush under_together(ctx *c, val g, brush b) {
    b.under = 1;
    b.background = background_together(c, g);
    return b;
}
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
BIG val draw_together(ctx *c, val g, places p, brush b) {
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
FN val g_draw_patch(ctx *c, val patch, u32 own, places *p) {
    TRY(group_read_patch(c, patch, p));
    return own && p->n && p->tag == V_POSES ? fault(F_TYPE) : unit();
}
// Draws on a copy of a grid.
FN val draw_copy(ctx *c, val g, places p, brush b) {
    if (p.n == 0) return g;
    u32 words = (height_of(g) * width_of(g) + g.b + 3) / 4 + (width_of(g) == 0), at = alloc(c, words);
    if (!at) return fault(F_BUDGET);
    GLOBAL u32 *from = words_at(c, g.c), *to = words_at(c, at);
    EACH(i, words) to[i] = from[i];
    sync_lanes(c);
    g.c = at;
    return draw_together(c, g, p, b);
}

// On what is no byte grid nothing is drawn, and all lanes look at it alike.
GROUP_OP3(fill) {
    places p;
    if (TAG(a) != V_GRID || !is_int(b)) return k_fill(c, a, b, d);
    TRY(g_draw_patch(c, d, 0, &p));
    if (p.n && !is_i8(int_of(b))) return hand_back(c, B_FORM);
    return draw_copy(c, a, p, brush_of((i32)b.a));
}
GROUP_OP2(paint) {
    places p;
    if (TAG(a) != V_GRID) return draw_odd(c, a, b);
    TRY(g_draw_patch(c, b, 1, &p));
    return draw_copy(c, a, p, own_brush());
}
GROUP_OP3(underfill) {
    places p;
    if (TAG(a) != V_GRID || !is_int(b) || width_of(a) == 0) return k_underfill(c, a, b, d);
    TRY(g_draw_patch(c, d, 0, &p));
    if (p.n == 0) return a;
    if (!is_i8(int_of(b))) return hand_back(c, B_FORM);
    return draw_copy(c, a, p, under_together(c, a, brush_of((i32)b.a)));
}
GROUP_OP2(underpaint) {
    places p;
    if (TAG(a) != V_GRID || width_of(a) == 0) return k_underpaint(c, a, b);
    TRY(g_draw_patch(c, b, 1, &p));
    return p.n ? draw_copy(c, a, p, under_together(c, a, own_brush())) : a;
}
GROUP_OP2(cover) {
    places p;
    if (TAG(a) != V_GRID || width_of(a) == 0) return k_cover(c, a, b);
    TRY(g_draw_patch(c, b, 0, &p));
    return p.n ? draw_copy(c, a, p, brush_of(background_together(c, a))) : a;
}
GROUP_OP3(move) {
    // Where nothing is moved, nothing is drawn.
    if (TAG(a) != V_GRID || width_of(a) == 0 || TAG(b) != V_CELLS || TAG(d) != V_PAIR) {
        val v = unit();
        BY_ONE(v, k_move(c, a, b, d));
        return v;
    }
    places p;
    TRY(group_read_patch(c, b, &p));
    brush how = own_brush();
    how.down = short_way(d.a);
    how.right = short_way(d.b);
    val g = draw_copy(c, a, p, brush_of(background_together(c, a)));
    TRY(g);
    return draw_together(c, g, p, how);
}
