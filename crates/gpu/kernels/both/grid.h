// Grids and patches mirrored, turned and scaled, for one lane and for a group: see both/measure.h.

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
