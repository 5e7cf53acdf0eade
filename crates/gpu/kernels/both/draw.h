// Drawing, for one lane and for a group: see both/measure.h.

// The most frequent colour of a grid with cells.
FN i32 IN(background_of)(ctx *c, val g) {
    i32 guess = cells_of(c, g)[0];
    // What more than half of the cells have needs no comparison with the others.
    if (2 * IN(count_in_grid)(c, g, guess) > cell_count(g)) return guess;
    return (i32)IN(most_colour)(c, g) - 128;
}
FN brush IN(under_brush)(ctx *c, val g, brush b) {
    b.under = 1;
    b.background = IN(background_of)(c, g);
    return b;
}
// Reads a patch, with colours if it is to be painted.
FN val IN(draw_patch)(ctx *c, val patch, u32 own, places *p) {
    TRY(IN(read_patch)(c, patch, p));
    return own && p->n && p->tag == V_POSES ? fault(F_TYPE) : unit();
}
// Draws on a copy of a grid.
FN val IN(draw_on)(ctx *c, val g, places p, brush b) {
    if (p.n == 0) return g;
    g = IN(grid_copy)(c, g);
    TRY(g);
    return IN(drawn)(c, g, p, b);
}

OP3(fill) {
    places p;
    if (!is_tuple(a) || !is_int(b)) return fault(F_TYPE);
    if (TAG(a) != V_GRID) return draw_odd(c, a, d);
    TRY(IN(draw_patch)(c, d, 0, &p));
    if (p.n && !is_i8(int_of(b))) return hand_back(c, B_FORM);
    return IN(draw_on)(c, a, p, brush_of((i32)b.a));
}
OP2(paint) {
    places p;
    if (TAG(a) != V_GRID) return draw_odd(c, a, b);
    TRY(IN(draw_patch)(c, b, 1, &p));
    return IN(draw_on)(c, a, p, own_brush());
}
OP3(underfill) {
    places p;
    if (!is_tuple(a) || !is_int(b)) return fault(F_TYPE);
    if (TAG(a) != V_GRID) return draw_odd(c, a, d);
    if (width_of(a) == 0) return no_background(c, a, d);
    TRY(IN(draw_patch)(c, d, 0, &p));
    if (p.n == 0) return a;
    if (!is_i8(int_of(b))) return hand_back(c, B_FORM);
    return IN(draw_on)(c, a, p, IN(under_brush)(c, a, brush_of((i32)b.a)));
}
OP2(underpaint) {
    places p;
    if (TAG(a) != V_GRID) return draw_odd(c, a, b);
    if (width_of(a) == 0) return no_background(c, a, b);
    TRY(IN(draw_patch)(c, b, 1, &p));
    return p.n ? IN(draw_on)(c, a, p, IN(under_brush)(c, a, own_brush())) : a;
}
OP2(cover) {
    places p;
    if (TAG(a) != V_GRID) return draw_odd(c, a, b);
    if (width_of(a) == 0) return no_background(c, a, b);
    TRY(IN(draw_patch)(c, b, 0, &p));
    return p.n ? IN(draw_on)(c, a, p, brush_of(IN(background_of)(c, a))) : a;
}
OP3(move) {
    if (TAG(a) != V_GRID) return draw_odd(c, a, b);
    places p;
    if (!is_container(b) || !is_tuple(d)) return fault(F_TYPE);
    if (width_of(a) == 0) return no_background(c, a, b);
    TRY(IN(draw_patch)(c, b, 0, &p));
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
    val g = IN(draw_on)(c, a, p, brush_of(IN(background_of)(c, a)));
    TRY(g);
    return IN(drawn)(c, g, p, how);
}
