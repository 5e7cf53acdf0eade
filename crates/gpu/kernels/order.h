// Equality and canonical order, without recursion: nested values go on a small stack.

#define NESTING 10

// Rank of a kind in the canonical order: integers, tuples, sets, functions.
FN u32 kind_rank(val v) { return is_int(v) ? 0 : is_tuple(v) ? 1 : is_set(v) ? 2 : 3; }

FN i32 cmp_i64(i64 a, i64 b) { return a < b ? -1 : a > b; }
FN i32 cmp_words(ctx *c, u32 a, u32 n, u32 b, u32 m) {
    if (a == b && n == m) return 0;
    u32 least = n < m ? n : m;
    EACH_FOUR(i, least) {
        val x = keys_from(c, a, i, least), y = keys_from(c, b, i, least);
        if (x.tag != y.tag) return x.tag < y.tag ? -1 : 1;
        if (x.a != y.a) return x.a < y.a ? -1 : 1;
        if (x.b != y.b) return x.b < y.b ? -1 : 1;
        if (x.c != y.c) return x.c < y.c ? -1 : 1;
    }
    return n < m ? -1 : n > m;
}

// Compares two values that hold no general container: -1, 0, 1; 2 when one has to look inside.
FN i32 cmp_flat(ctx *c, val a, val b) {
    u32 s = TAG(a), t = TAG(b);
    if (s == t) {
        switch (s) {
        case V_INT: return cmp_i64(int_of(a), int_of(b));
        case V_PAIR: {
            i32 o = cmp_i64((i32)a.a, (i32)b.a);
            return o ? o : cmp_i64((i32)a.b, (i32)b.b);
        }
        case V_CELL: return a.a < b.a ? -1 : a.a > b.a;
        case V_CELLS: case V_POSES:
            if (a.b != b.b) return a.b < b.b ? -1 : 1;
            return a.a == 1 || b.a == 1 ? (i32)(a.a > b.a) - (i32)(a.a < b.a) : cmp_words(c, a.c, a.a, b.c, b.a);
        case V_ANYFN: return 0;
        case V_ROW: {
            GLOBAL i8 *x = cells_of(c, a), *y = cells_of(c, b);
            for (u32 i = 0; i < a.a && i < b.a; i++)
                if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
            return a.a < b.a ? -1 : a.a > b.a;
        }
        default: break;
        }
    }
    u32 i = kind_rank(a), j = kind_rank(b);
    return i < j ? -1 : i > j ? 1 : 2;
}

// The parts of a function that order compares: its op, then its arguments.
FN u32 fn_op(ctx *c, val f) { return TAG(f) == V_OP ? f.a : c->mem[f.c]; }
FN u32 fn_args(val f) { return TAG(f) == V_FUNC ? f.a >> 16 : 0; }
FN val fn_arg(ctx *c, val f, u32 i) { return load(c, f.c + 4, i); }
FN u32 part_count(ctx *c, val v) { return is_fn(v) ? fn_args(v) : count(c, v); }
FN val part(ctx *c, val v, u32 i) { return is_fn(v) ? fn_arg(c, v, i) : item(c, v, i); }
// Where an op name stands in alphabetical order.
FN u32 name_rank(ctx *c, u32 op) { return c->mem[OPS + 8 * op + 7]; }

// Canonical order of any two values.
BIG i32 compare(ctx *c, val a, val b) {
    val x[NESTING], y[NESTING];
    u32 at[NESTING];
    u32 n = 0;
    for (;;) {
        i32 o = cmp_flat(c, a, b);
        if (o == 2) {
            o = 0;
            if (is_fn(a)) {
                u32 s = TAG(a) == V_ANYFN, t = TAG(b) == V_ANYFN;
                if (s != t) return s ? 1 : -1;
                u32 i = name_rank(c, fn_op(c, a)), j = name_rank(c, fn_op(c, b));
                if (i != j) return i < j ? -1 : 1;
            }
            if (!(TAG(a) == TAG(b) && a.a == b.a && a.b == b.b && a.c == b.c)) {
                if (n == NESTING) { hand_back(c, B_DEPTH); return 0; }
                x[n] = a; y[n] = b; at[n] = 0; n++;
            }
        }
        if (o) return o;
        // The next pair of parts, leaving containers that are through.
        for (;;) {
            if (n == 0) return 0;
            u32 i = at[n - 1]++, p = part_count(c, x[n - 1]), q = part_count(c, y[n - 1]);
            if (i < p && i < q) { a = part(c, x[n - 1], i); b = part(c, y[n - 1], i); break; }
            if (p != q) return p < q ? -1 : 1;
            n--;
        }
    }
}

// Structural equality: one value has one form, so different forms are different values.
FN u32 equal(ctx *c, val a, val b) {
    if (TAG(a) != TAG(b)) return 0;
    switch (TAG(a)) {
    case V_INT: case V_PAIR: case V_BITS: return a.a == b.a && a.b == b.b;
    case V_CELL: case V_OP: return a.a == b.a;
    case V_ANYFN: return 1;
    case V_ROW: case V_CELLS: case V_POSES: return a.a == b.a && cmp_flat(c, a, b) == 0;
    case V_GRID: {
        if (a.a != b.a) return 0;
        u32 n = height_of(a) * width_of(a);
        for (u32 i = 0; i < n; i += 4) {
            u32 m = n - i < 4 ? n - i : 4;
            if ((peek(c->mem + a.c, a.b + i, m) ^ peek(c->mem + b.c, b.b + i, m)) & low_bytes(m)) return 0;
        }
        return 1;
    }
    case V_FUNC: return a.a == b.a && c->mem[a.c] == c->mem[b.c] && compare(c, a, b) == 0;
    default: return a.a == b.a && a.b == b.b && compare(c, a, b) == 0;
    }
}

// Whether container a is strictly below b in the order of keys; what does not compare is a fault.
// Sets are ordered by inclusion, tuples by the first parts that differ.
BIG val below(ctx *c, val a, val b) {
    for (u32 level = 0; level < NESTING; level++) {
        if (is_int(a) && is_int(b)) return mk_bool(int_of(a) < int_of(b));
        if (is_set(a) && is_set(b)) {
            u32 n = count(c, a), m = count(c, b), j = 0;
            if (n >= m) return mk_bool(0);
            for (u32 i = 0; i < n; i++) {
                val x = item(c, a, i);
                while (j < m && !equal(c, x, item(c, b, j))) j++;
                if (j == m) return mk_bool(0);
                j++;
            }
            return mk_bool(1);
        }
        if (!is_tuple(a) || !is_tuple(b)) return fault(F_TYPE);
        u32 n = count(c, a), m = count(c, b), i = 0;
        val x = unit(), y = unit();
        for (; i < n && i < m; i++) {
            x = item(c, a, i);
            y = item(c, b, i);
            if (!equal(c, x, y)) break;
        }
        if (i == n || i == m) return mk_bool(n < m);
        a = x;
        b = y;
    }
    return hand_back(c, B_DEPTH);
}
