// Grids and patches mirrored, turned and scaled, for one lane and for a group: see both/measure.h.

BIG val IN(mirror_patch)(ctx *c, val v, u32 how) {
    places p;
    sides s;
    TRY(IN(bounds_of)(c, v, &p, &s));
    if (p.n == 0) return fault(F_EMPTY);
    key_box b = box_of_keys(s);
    u32 turns = how == M_DIAGONAL || how == M_COUNTER;
    if (turns && (b.top + b.right - b.left > 0xfffu || b.left + b.bottom - b.top > 0xfffu)) return hand_back(c, B_FORM);
    u32 at = alloc(c, p.n);
    if (!at) return fault(F_BUDGET);
    IN(mirror_keys)(c, at, &p, b, how);
    return mk_keys(c, p.tag, at, IN(sort_keys)(c, at, p.n));
}
OP1(hmirror) {
    if (TAG(a) == V_GRID) return IN(grid_flipped)(c, a, 1, 0);
    return is_tuple(a) ? tuple_part(c, a, 0, count(c, a), 1) : IN(mirror_patch)(c, a, M_ROWS);
}
OP1(vmirror) {
    if (TAG(a) == V_GRID) return IN(grid_flipped)(c, a, 0, 1);
    return is_tuple(a) ? odd_grid(c, a, a) : IN(mirror_patch)(c, a, M_COLS);
}
OP1(vmirror_or_empty) { return is_empty(a) ? empty() : IN(mirror_patch)(c, a, M_COLS); }
OP1(dmirror) {
    if (TAG(a) == V_GRID) return IN(grid_turned)(c, a, 0, 0);
    return is_tuple(a) ? odd_grid(c, a, a) : IN(mirror_patch)(c, a, M_DIAGONAL);
}
OP1(cmirror) {
    if (TAG(a) == V_GRID) return IN(grid_turned)(c, a, 1, 1);
    return is_tuple(a) ? odd_grid(c, a, a) : IN(mirror_patch)(c, a, M_COUNTER);
}
OP2(mir_rot_patch) {
    if (!is_int(b)) return fault(F_TYPE);
    i64 how = int_of(b);
    if (how == 0) return IN(mirror_patch)(c, a, M_ROWS);
    if (how == 1) return IN(mirror_patch)(c, a, M_DIAGONAL);
    if (how == 2) return is_empty(a) ? empty() : IN(mirror_patch)(c, a, M_COLS);
    return how == 3 ? IN(mirror_patch)(c, a, M_COUNTER) : a;
}
OP1(rot90) { return TAG(a) == V_GRID ? IN(grid_turned)(c, a, 1, 0) : odd_grid(c, a, a); }
OP1(rot180) { return TAG(a) == V_GRID ? IN(grid_flipped)(c, a, 1, 1) : odd_grid(c, a, a); }
OP1(rot270) { return TAG(a) == V_GRID ? IN(grid_turned)(c, a, 0, 1) : odd_grid(c, a, a); }
OP2(mir_rot_grid) {
    if (!is_int(b) || int_of(b) < 0 || int_of(b) > 6) return a;
    u32 how = b.a;
    if (TAG(a) != V_GRID) {
        if (how == 0 && grid_kind(c, a) == G_ROWS) return k_hmirror(c, a);
        return odd_grid(c, a, a);
    }
    switch (how) {
    case 0: return IN(grid_flipped)(c, a, 1, 0);
    case 1: return IN(grid_turned)(c, a, 0, 0);
    case 2: return IN(grid_flipped)(c, a, 0, 1);
    case 3: return IN(grid_turned)(c, a, 1, 1);
    case 4: return IN(grid_turned)(c, a, 1, 0);
    case 5: return IN(grid_flipped)(c, a, 1, 1);
    default: return IN(grid_turned)(c, a, 0, 1);
    }
}
OP2(hupscale) {
    if (!is_tuple(a) || !is_int(b)) return fault(F_TYPE);
    if (TAG(a) != V_GRID) return odd_grid(c, a, a);
    return int_of(b) > 0 ? IN(blown_up)(c, a, 1, int_of(b)) : empty_rows(c, height_of(a));
}
OP2(vupscale) {
    if (!is_tuple(a) || !is_int(b)) return fault(F_TYPE);
    if (TAG(a) != V_GRID) return odd_grid(c, a, a);
    return int_of(b) > 0 ? IN(blown_up)(c, a, int_of(b), 1) : unit();
}
OP2(upscale) {
    if (!is_int(b)) return fault(F_TYPE);
    i64 f = int_of(b);
    if (is_set(a)) {
        if (is_empty(a)) return a;
        if (TAG(a) != V_CELLS) return first_is_cell(c, a) == 1 ? hand_back(c, B_FORM) : fault(F_TYPE);
        if (f <= 0) return empty();
        if (f > 1024 || too_large(a.a * (u64)(f * f))) return fault(F_BUDGET);
        return IN(upscaled_cells)(c, a, (u32)f);
    }
    if (TAG(a) != V_GRID) return odd_grid(c, a, a);
    return f > 0 ? IN(blown_up)(c, a, f, f) : unit();
}

// ---- cutting ----

// A part of a grid: clipped, or only as a whole.
FN val IN(cut)(ctx *c, val g, cut_box r, u32 whole) {
    u32 fits = cut_fits(r.row, r.rows, height_of(g)) && cut_fits(r.col, r.cols, width_of(g));
    if (whole && !fits) return unit();
    return IN(grid_piece)(c, g, slice(r.row, r.rows, height_of(g)), slice(r.col, r.cols, width_of(g)));
}
OP3(crop) {
    cut_box r;
    if (!is_tuple(a)) return fault(F_TYPE);
    TRY(first_two_ints(c, b, &r.row, &r.col));
    TRY(first_two_ints(c, d, &r.rows, &r.cols));
    return TAG(a) == V_GRID ? IN(cut)(c, a, r, 0) : odd_grid(c, a, a);
}
OP3(crop_inside) {
    cut_box r;
    if (!is_tuple(a)) return fault(F_TYPE);
    if (is_empty(a)) return a;
    TRY(first_two_ints(c, b, &r.row, &r.col));
    if (TAG(a) != V_GRID) return odd_grid(c, a, a);
    if (!grid_inside(r.row, height_of(a)) || !grid_inside(r.col, width_of(a))) return unit();
    TRY(first_two_ints(c, d, &r.rows, &r.cols));
    return IN(cut)(c, a, r, 1);
}
FN val IN(cut_at_patch)(ctx *c, val patch, val g, u32 inside) {
    places p;
    sides s;
    TRY(IN(bounds_of)(c, patch, &p, &s));
    u32 kind = grid_kind(c, g);
    if (kind == G_WRONG) return fault(F_TYPE);
    if (kind == G_ROWS) return hand_back(c, B_FORM);
    if (p.n == 0) return inside ? unit() : fault(F_INDEX);
    if (kind == G_NOTHING) return unit();
    cut_box r;
    r.row = s.top;
    r.col = s.left;
    r.rows = side_height(s);
    r.cols = side_width(s);
    return IN(cut)(c, g, r, inside);
}
OP2(subgrid) { return IN(cut_at_patch)(c, a, b, 0); }
OP2(subgrid_inside) { return IN(cut_at_patch)(c, a, b, 1); }

// A grid in n pieces along one axis.
BIG val IN(grid_split)(ctx *c, val g, val pieces, u32 down, u32 inside) {
    if (!is_tuple(g) || !is_int(pieces)) return fault(F_TYPE);
    i64 n = int_of(pieces);
    if (TAG(g) != V_GRID) return odd_grid(c, g, fault(n ? F_INDEX : F_DOMAIN));
    if (n == 0) return fault(F_DOMAIN);
    if (n < 0) return unit();
    if (too_large((u64)n)) return fault(F_BUDGET);
    u32 h = height_of(g), w = width_of(g), many = (u32)n, side = down ? h : w;
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
            last = IN(cut)(c, g, r, inside);
            TRY(last);
            size += size_of(last) ? size_of(last) : 1;
            if (too_large(size)) return fault(F_BUDGET);
        }
        store(c, at, i, last);
    }
    return mk_tuple(c, at, many);
}
OP2(hsplit) { return IN(grid_split)(c, a, b, 0, 0); }
OP2(hsplit_inside) { return IN(grid_split)(c, a, b, 0, 1); }
OP2(vsplit) { return IN(grid_split)(c, a, b, 1, 0); }
OP2(vsplit_inside) { return IN(grid_split)(c, a, b, 1, 1); }

FN val IN(half_columns)(ctx *c, val v, u32 second) {
    if (TAG(v) != V_GRID) return odd_grid(c, v, v);
    u32 n = width_of(v), from = second ? n - n / 2 : 0;
    return n < 2 ? unit() : IN(grid_piece)(c, v, whole_part(0, height_of(v)), whole_part(from, from + n / 2));
}
OP1(tophalf) { return half_rows(c, a, 0); }
OP1(bottomhalf) { return half_rows(c, a, 1); }
OP1(lefthalf) { return IN(half_columns)(c, a, 0); }
OP1(righthalf) { return IN(half_columns)(c, a, 1); }
OP1(trim) { return TAG(a) == V_GRID ? IN(grid_piece)(c, a, inner(height_of(a)), inner(width_of(a))) : odd_grid(c, a, a); }
