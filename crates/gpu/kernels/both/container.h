// Sets and tuples joined, sifted and changed by an element, for one lane and for a group: see both/measure.h.

OP2(combine) {
    u32 s = TAG(a), t = TAG(b);
    if (is_set(a) == is_set(b) && is_tuple(a) == is_tuple(b)) {
        if (is_empty(a)) return b;
        if (is_empty(b)) return a;
    }
    if (s == t) {
        if (s == V_BITS) return mk_bits(bits_of(a) | bits_of(b));
        if (is_keys(a)) return IN(join_keys)(c, a, b);
        if (s == V_SET) return IN(join_values)(c, a, b);
        if (s == V_GRID && width_of(a) == width_of(b)) return IN(join_grids)(c, a, b);
        if (s == V_ROW) return IN(join_rows)(c, a, b);
    }
    u32 parts = alloc_vals(c, 2);
    if (!parts) return fault(F_BUDGET);
    store(c, parts, 0, a);
    store(c, parts, 1, b);
    return IN(merge_all)(c, parts, 2, is_set(a));
}
OP2(intersection) {
    if (!is_set(a) || !is_set(b)) return fault(F_TYPE);
    if (is_empty(a) || is_empty(b)) return empty();
    if (TAG(a) == V_BITS && TAG(b) == V_BITS) return mk_bits(bits_of(a) & bits_of(b));
    if (TAG(a) == TAG(b) && is_keys(a)) return IN(sift_keys)(c, a, b, 1);
    return is_packed_set(a) && is_packed_set(b) ? empty() : IN(sift_values)(c, a, b, 1);
}
OP2(difference) {
    if (!is_container(a)) return fault(F_TYPE);
    b = IN(to_set)(c, b);
    TRY(b);
    if (is_empty(a) || is_empty(b)) return a;
    if (TAG(a) == V_BITS && TAG(b) == V_BITS) return mk_bits(bits_of(a) & ~bits_of(b));
    if (TAG(a) == TAG(b) && is_keys(a)) return IN(sift_keys)(c, a, b, 0);
    if (TAG(a) == V_ROW && TAG(b) == V_BITS) return IN(sift_row)(c, a, bits_of(b));
    return is_packed_set(a) && is_packed_set(b) ? a : IN(sift_values)(c, a, b, 0);
}
OP2(insert) {
    u32 key;
    if (!is_set(b)) return fault(F_TYPE);
    if (TAG(b) == V_BITS && is_int(a) && int_of(a) >= 0 && int_of(a) < 64)
        return mk_bits(bits_of(b) | (u64)1 << int_of(a));
    if (is_empty(b)) return set_of_one(c, a);
    if (!is_keys(b) || !key_in(b, a, &key)) return IN(insert_value)(c, a, b);
    u32 place = first_key(c, b.c, b.a, key);
    if (place < b.a && c->mem[b.c + place] == key) return b;
    if (too_large(b.a + 1)) return fault(F_BUDGET);
    return IN(insert_key)(c, b, place, key);
}
OP2(remove) {
    switch (TAG(b)) {
    case V_BITS: {
        if (!is_int(a) || int_of(a) < 0 || int_of(a) > 63) return b;
        return mk_bits(bits_of(b) & ~((u64)1 << int_of(a)));
    }
    case V_CELLS: case V_POSES: return IN(remove_from_keys)(c, a, b);
    case V_SET: return IN(remove_from_set)(c, a, b);
    case V_ROW: return IN(remove_from_row)(c, a, b);
    default: return is_tuple(b) ? IN(remove_from_tuple)(c, a, b) : fault(F_TYPE);
    }
}
OP1(dedupe) {
    if (is_empty(a)) return unit();
    if (!is_tuple(a)) return fault(F_TYPE);
    if (TAG(a) == V_ROW) return IN(dedupe_row)(c, a);
    u32 n, at = IN(spread)(c, a, &n);
    if (!at) return fault(F_BUDGET);
    u32 len = IN(drop_repeats)(c, at, n);
    return len == n ? a : IN(mk_tuple)(c, at, len);
}
OP1(merge) {
    if (!is_container(a)) return fault(F_TYPE);
    // The cells of a grid lie row after row already.
    if (TAG(a) == V_GRID) return row_value(c, a.c, a.b, height_of(a) * width_of(a));
    u32 n, at = IN(values_of)(c, a, &n);
    return at ? IN(merge_all)(c, at, n, is_set(a)) : fault(F_BUDGET);
}
