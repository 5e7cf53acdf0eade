// Calls of ops and function values (cx/). There is no recursion on a device: what is under way
// stands on a stack of frames, the loops of higher-order ops among them.

#define FRAMES 40

// What an op name's row holds, in words: the kernel's number below what it is, W_ and so on; numbers of arguments and the kind of cost.
enum { O_KERNEL, O_SHAPE, O_READINGS, O_READ0, O_READ1, O_READ2, O_READ3, O_NAME, O_WORDS };
// W_PLAIN: arguments are taken as they are. The last six are loops, by what they do with the values of their function.
enum {
    W_KNOWN = 1 << 16, W_PLAIN = 2 << 16, W_BUILDER = 4 << 16,
    W_FILTER = 8 << 16, W_FINDER = 16 << 16, W_BEST = 32 << 16, W_MAP = 64 << 16, W_SORT = 128 << 16, W_ONLY = 256 << 16,
    W_LOOP = W_FILTER | W_FINDER | W_BEST | W_MAP | W_SORT | W_ONLY
};
#define KERNEL_OF(what) ((what) & 0xffffu)
// Step cost, in the order of the engine.
enum { COST_UNIT, COST_LINEAR, COST_PAIRS, COST_SCAN };
enum { R_AS_TUPLE, R_AS_SET, R_TUPLE_ONLY, R_PAIRS_ONLY, R_CELLS_ONLY, R_SAME_KIND, R_UNCHANGED };
enum { Z_NONE, Z_UNIT, Z_EMPTY, Z_UNIT_SET, Z_ZERO };

// Numbers of 64 bits, at even places.
FN u64 wide(GLOBAL u32 *mem, u32 at) { return (u64)mem[at] | (u64)mem[at + 1] << 32; }
#if LANES > 1
FN u64 wide_at(ctx *c, u32 at) { return *(GLOBAL u64 *)(c->mem + at); }
FN void put_wide(ctx *c, u32 at, u64 n) { *(GLOBAL u64 *)(c->mem + at) = n; }
#else
FN u64 wide_at(ctx *c, u32 at) { return wide(c->mem, at); }
FN void put_wide(ctx *c, u32 at, u64 n) { c->mem[at] = (u32)n; c->mem[at + 1] = (u32)(n >> 32); }
#endif
FN u32 op_word(ctx *c, u32 op, u32 word) { return c->mem[OPS + O_WORDS * op + word]; }
FN val mk_op(ctx *c, u32 op) { return mk(V_OP, op, op_word(c, op, O_KERNEL), op_word(c, op, O_SHAPE)); }
#define LEAST(shape) ((shape) & 255u)
#define MOST(shape) ((shape) >> 8 & 255u)
#define COST(shape) ((shape) >> 16)

// Whether a container's elements are cells (1), pairs (0) or neither (2), told by one of them.
FN u32 is_cell(ctx *c, val v) {
    if (TAG(v) == V_CELL) return 1;
    if (TAG(v) == V_PAIR) return 0;
    if (!is_tuple(v)) return 2;
    u32 n = count(c, v);
    if (c->batt) return n == 3 ? 1 : n == 2 ? 0 : 2;
    return n == 2 ? is_tuple(item(c, v, 1)) : 2;
}
FN u32 first_is_cell(ctx *c, val v) { return is_container(v) && count(c, v) ? is_cell(c, item(c, v, 0)) : 2; }

// What a call costs for its n arguments, unless that is COST_UNIT. Sizes are below 2^18, and four of them are all that an op has.
BIG i64 arguments_cost(u32 cost, u32 n, val v0, val v1, val v2, val v3) {
    u32 s = n ? size_of(v0) : 0, t = n > 1 ? size_of(v1) : 0, u = 0, w = 0;
    if (n > 2) {
        u = size_of(v2);
        w = n > 3 ? size_of(v3) : 0;
    }
    u32 sum = s + t + u + w;
    if (cost == COST_LINEAR) return CALL_COST + sum;
    // The two largest, at least 1 each.
    u32 a = s > t ? s : t, b = s > t ? t : s, d = u > w ? u : w, e = u > w ? w : u;
    u32 largest = a > d ? a : d, other = a > d ? d : a, rest = a > d ? b : e, second = other > rest ? other : rest;
    i64 product = (i64)(largest ? largest : 1) * (second ? second : 1);
    return cost == COST_PAIRS ? CALL_COST + product : 4 * CALL_COST + sum + product / PAIRS_AT_ONCE;
}

// What a call of up to two arguments costs, unless that is COST_UNIT; see arguments_cost.
SMALL u64 two_cost(u32 cost, u32 s, u32 t) {
    u32 sum = s + t;
    if (cost == COST_LINEAR) return CALL_COST + sum;
    u64 product = (u64)(s ? s : 1) * (t ? t : 1);
    return cost == COST_PAIRS ? CALL_COST + product : 4 * CALL_COST + sum + product / PAIRS_AT_ONCE;
}
SMALL i64 call_cost(u32 cost, u32 n, val a, val b, val d, val e) {
    if (cost == COST_UNIT) return CALL_COST;
    return n > 2 ? arguments_cost(cost, n, a, b, d, e) : (i64)two_cost(cost, n ? size_of(a) : 0, n > 1 ? size_of(b) : 0);
}

// What is left of a function's arity once an argument is bound.
FN u32 bound_arity(val f) {
    u32 n = TAG(f) == V_OP ? MOST(f.c) : TAG(f) == V_FUNC ? (f.a >> 8 & 255u) : 1;
    return n == 2 ? 1 : n == 3 ? 2 : 3;
}

// A function built from n arguments, the first `functions` of which must not be the default one.
// Inlined, as it is short once the numbers are known.
SMALL val build_function(ctx *c, u32 op, u32 kind, u32 arity, val a, val b, val d, u32 n, u32 functions) {
    if (TAG(a) == V_ANYFN) return a;
    if (functions > 1 && TAG(b) == V_ANYFN) return b;
    if (functions > 2 && TAG(d) == V_ANYFN) return d;
    u32 size = 1 + size_of(a) + size_of(b) + (n > 2 ? size_of(d) : 0);
    u32 depth = depth_of(a), other = depth_of(b), third = n > 2 ? depth_of(d) : 0;
    if (other > depth) depth = other;
    if (third > depth) depth = third;
    if (too_large(size) || depth + 1 > DEPTH_LIMIT) return fault(F_BUDGET);
    u32 at = alloc_vals(c, 1 + n);
    if (!at) return fault(F_BUDGET);
    c->mem[at] = op;
    store(c, at, 1, a);
    store(c, at, 2, b);
    if (n > 2) store(c, at, 3, d);
    return mk(V_FUNC | (depth + 1) << 8, kind | arity << 8 | n << 16, size, at);
}
// All of them take a fixed number of arguments.
FN val builder(ctx *c, u32 k, u32 op, val a, val b, val d) {
    if (k == K_fork || k == K_chain) return build_function(c, op, k == K_fork ? L_FORK : L_CHAIN, 1, a, b, d, 3, 3);
    u32 kind = L_POWER, arity = 1;
    switch (k) {
    case K_compose: return build_function(c, op, L_COMPOSE, 1, a, b, d, 2, 2);
    case K_matcher: kind = L_MATCHER; break;
    case K_power: {
        if (!is_int(b)) return fault(F_TYPE);
        i64 times = int_of(b);
        if (times <= 0) return fault(F_DOMAIN);
        if (times == 1) return a;
        if (times > DEPTH_LIMIT) return fault(F_BUDGET);
        break;
    }
    default:
        if (!is_fn(a)) return fault(F_TYPE);
        kind = k == K_rbind ? L_RBIND : L_LBIND;
        arity = bound_arity(a);
    }
    return build_function(c, op, kind, arity, a, b, d, 2, 1);
}

// Whether a key is a set or a tuple with sets inside.
FN u32 holds_set(ctx *c, val v) {
    u32 at[NESTING], left[NESTING], n = 0;
    for (;;) {
        if (is_set(v)) return 1;
        if (TAG(v) == V_TUPLE && v.a) {
            if (n == NESTING) { hand_back(c, B_DEPTH); return 0; }
            at[n] = v.c;
            left[n++] = v.a;
        }
        while (n && left[n - 1] == 0) n--;
        if (n == 0) return 0;
        v = load(c, at[n - 1], 0);
        at[n - 1] += 4;
        left[n - 1]--;
    }
}
// Whether key a is strictly below key b; charged, as keys may be large.
FN val key_below(ctx *c, val a, val b) {
    if (is_int(a) && is_int(b)) return mk_bool(int_of(a) < int_of(b));
    if (!charge(c, (i64)size_of(a) + size_of(b))) return fault(F_BUDGET);
    return below(c, a, b);
}
// An entry: the key, and the element that is ordered by it, one after the other.
FN void swap_entries(ctx *c, u32 at, u32 i, u32 j) {
    for (u32 k = 0; k < 2; k++) {
        val x = load(c, at, 2 * i + k), y = load(c, at, 2 * j + k);
        store(c, at, 2 * i + k, y);
        store(c, at, 2 * j + k, x);
    }
}
FN u32 log2_of(u32 n) { return 63 - LEADING((u64)n); }
// Stable ascending merge sort of entries by the canonical order of their keys.
FN u32 merge_sort(ctx *c, u32 at, u32 n) {
    u32 other = alloc_vals(c, 2 * n), from = at;
    if (!other) return 0;
    for (u32 width = 1; width < n; width *= 2) {
        u32 to = from == at ? other : at;
        for (u32 lo = 0; lo < n; lo += 2 * width) {
            u32 i = lo, mid = lo + width < n ? lo + width : n, j = mid, hi = lo + 2 * width < n ? lo + 2 * width : n;
            for (u32 k = lo; k < hi; k++) {
                u32 left = i < mid && (j >= hi || compare(c, load(c, from, 2 * i), load(c, from, 2 * j)) <= 0);
                u32 s = left ? i++ : j++;
                store(c, to, 2 * k, load(c, from, 2 * s));
                store(c, to, 2 * k + 1, load(c, from, 2 * s + 1));
            }
        }
        from = to;
    }
    return from;
}
// Stable ascending sort of n entries; where they are then, in *at. V_INT or a fault.
BIG val sort_entries(ctx *c, u32 *at, u32 n) {
    u32 ints = 1, sets = 0;
    i64 size = 0;
    for (u32 i = 0; i < n; i++) {
        val k = load(c, *at, 2 * i);
        ints &= is_int(k);
        size += 1 + (i64)size_of(k);
        sets |= holds_set(c, k);
    }
    if (c->bail) return fault(F_BUDGET);
    if (!ints && n && !charge(c, size * log2_of(n))) return fault(F_BUDGET);
    if (sets) {
        for (u32 i = 1; i < n; i++)
            for (u32 j = i; j > 0; j--) {
                val less = key_below(c, load(c, *at, 2 * j), load(c, *at, 2 * (j - 1)));
                TRY(less);
                if (!less.a) break;
                swap_entries(c, *at, j, j - 1);
            }
        return mk_int(0);
    }
    *at = n > 1 ? merge_sort(c, *at, n) : *at;
    if (c->bail) return fault(F_BUDGET);
    for (u32 i = 1; i < n && !ints; i++) TRY(below(c, load(c, *at, 2 * (i - 1)), load(c, *at, 2 * i)));
    return mk_int(0);
}

// FR_LAST: a loop that is through but for one call, whose result is its answer.
enum { FR_COMPOSE, FR_FORK, FR_FORKED, FR_MATCHER, FR_POWER, FR_LOOP, FR_LAST };
typedef struct {
    u32 kind;
    u32 what, cost; // of a loop: what the op's row says
    u32 i, n;       // how far a loop is, and how far it goes
    u32 buf, kept;  // what it has collected; of a map what it has seen
    u32 mark, depth;
    val f, x, y;    // the function, and what it is called on
    val best;       // of argmax and its like: the best key; V_FAULT once keys did not compare
} frame;

// What a map has seen: integers that do not fit a byte, other values.
enum { SEEN_LARGE = 1, SEEN_OTHERS = 2 };

#define LARGEST(k) ((k) == K_argmax || (k) == K_valmax)
// Loops of fewer elements are not worth laying a function out.
#define FEWEST_FLAT 3
#define LOOP_ARGUMENTS(k) ((k) == K_papply || (k) == K_mpapply || (k) == K_prapply ? 2u : 1u)
// Whether calls have one element of r->x each.
#define IS_PLAIN_LOOP(r, k) (!((r)->what & (W_MAP | W_ONLY)) || (k) == K_apply || (k) == K_mapply)
#define IS_NTH_BY_KEY(k) ((k) == K_nth_by_key || (k) == K_nth_by_key_skip)
#define IS_ONLY_IN(k) ((k) == K_only_in || (k) == K_only_in_pick)

// Defined with the ops they belong to.
FN val check_samples(ctx *c, val samples);
BIG val only_in_first(ctx *c, u32 first, u32 n, u32 second, u32 m);

// What a sort decides before any call of its key: V_NONE, or a fault.
SMALL val check_rank(u32 k, u32 n, val f, val *y) {
    val none = mk(V_NONE, 0, 0, 0);
    if (k == K_order) return none;
    if (!is_int(*y)) return fault(F_TYPE);
    if (!IS_NTH_BY_KEY(k)) return none;
    if (!is_fn(f)) return fault(F_TYPE);
    if (k == K_nth_by_key && n == 0) return fault(F_EMPTY);
    if (k == K_nth_by_key_skip && int_of(*y) < 0) *y = mk_int(0);
    return place_of(n, int_of(*y)) < n ? none : fault(F_INDEX);
}

// Sets a loop up that was called with n arguments: V_NONE, or a fault. Each word of the frame is written once, as the lanes of a group share it.
FN val loop_start(ctx *c, frame *r, val op, val a, val b, val d, u32 n) {
    u32 what = op.b, k = KERNEL_OF(what), swapped = what & (W_LOOP & ~W_MAP), m;
    val f = swapped ? b : a, x = swapped ? a : b, y = d;
    if (k == K_rapply) { x = a; y = b; }
    if (IS_NTH_BY_KEY(k)) { y = b; f = n == 3 ? d : mk_op(c, IDENTITY(c)); }
    if (!is_container(x)) return fault(F_TYPE);
    n = count(c, x);
    if (what & W_SORT) TRY(check_rank(k, n, f, &y));
    if (what & W_ONLY) {
        TRY(check_samples(c, x));
        n *= 2;
    }
    if (LOOP_ARGUMENTS(k) == 2) {
        if (!is_container(y)) return fault(F_TYPE);
        m = count(c, y);
        if (k == K_prapply) {
            if ((u64)m * n > (1u << 20)) return hand_back(c, B_MEMORY);
            n *= m;
        } else if (m < n) n = m;
    }
    u32 per = what & (W_MAP | W_FILTER | W_ONLY) ? 1 : what & W_SORT ? 2 : 0;
    u32 buf = per ? alloc_vals(c, per * (n + (n == 0))) : 0;
    if (per && !buf) return fault(F_BUDGET);
    r->kind = FR_LOOP;
    r->what = what;
    r->cost = COST(op.c);
    r->f = f;
    r->x = x;
    if (what & W_SORT || !IS_PLAIN_LOOP(r, k)) r->y = y;
    r->n = n;
    r->buf = buf;
    r->i = r->kept = 0;
    if (what & W_BEST) r->best = mk(V_NONE, 0, 0, 0);
    return mk(V_NONE, 0, 0, 0);
}

// The i-th call of a loop: a function, one argument or two.
typedef struct { val f, x, y; } called;
// What a call that is not plain has first.
FN val odd_first(ctx *c, frame *r, u32 k, u32 i) {
    if (k == K_rapply) return r->y;
    if (k == K_prapply) return item(c, r->x, i % count(c, r->x));
    if (!(r->what & W_ONLY)) return item(c, r->x, i);
    // The inputs of all samples, then their outputs.
    u32 m = r->n / 2, output = i >= m;
    return item(c, item(c, r->x, output ? i - m : i), output);
}
SMALL called loop_next(ctx *c, frame *r, u32 k, u32 i) {
    called next;
    next.f = r->f;
    if (IS_PLAIN_LOOP(r, k)) {
        next.x = next.y = item(c, r->x, i);
        return next;
    }
    next.x = next.y = odd_first(c, r, k, i);
    if (k == K_rapply) next.f = item(c, r->x, i);
    else if (LOOP_ARGUMENTS(k) == 2) next.y = item(c, r->y, k == K_prapply ? i / count(c, r->x) : i);
    return next;
}

// Has a loop end with one more call.
FN val last_call(frame *r, val f, val x) {
    r->kind = FR_LAST;
    r->f = f;
    r->x = x;
    return mk(V_NONE, 0, 0, 0);
}
FN val sort_end(ctx *c, frame *r, u32 k) {
    u32 at = r->buf, n = r->n;
    TRY(sort_entries(c, &at, n));
    if (k == K_order) {
        for (u32 i = 0; i < n; i++) store(c, at, i, load(c, at, 2 * i + 1));
        return mk_tuple(c, at, n);
    }
    u32 place = place_of(n, int_of(r->y));
    if (k == K_val_rank) return place < n ? load(c, at, 2 * place) : last_call(r, r->f, mk_int(0));
    if (k == K_arg_rank) return place < n ? load(c, at, 2 * (n - 1 - place) + 1) : empty_like(r->x);
    return load(c, at, 2 * place + 1);
}
FN val only_end(ctx *c, frame *r, u32 k) {
    u32 n = r->n / 2, inputs = r->buf, outputs = inputs + 4 * n;
    val v = IS_ONLY_IN(k) ? only_in_first(c, inputs, n, outputs, n) : only_in_first(c, outputs, n, inputs, n);
    TRY(v);
    return k == K_only_in_pick || k == K_only_out_pick ? last_call(r, r->y, v) : v;
}
// What a loop gives at its end; V_NONE when there is one more call to be made.
FN val loop_end(ctx *c, frame *r, u32 k) {
    u32 set = is_set(r->x);
    if (r->what & W_SORT) return sort_end(c, r, k);
    if (r->what & W_ONLY) return only_end(c, r, k);
    switch (k) {
    case K_apply: case K_rapply:
        return r->kept == SEEN_LARGE && r->n > 3 && !set ? mk_ints(r->buf, r->n) : mk_like(c, r->x, r->buf, r->n);
    case K_papply: return mk_tuple(c, r->buf, r->n);
    case K_prapply: return mk_set(c, r->buf, r->n);
    case K_mapply: return merge_all(c, r->buf, r->n, set);
    case K_mpapply: return merge_all(c, r->buf, r->n, 0);
    case K_mfilter: return merge_all(c, r->buf, r->kept, set);
    case K_filter_to_set: return mk_set(c, r->buf, r->kept);
    case K_sfilter:
        if (TAG(r->x) == V_CELLS || TAG(r->x) == V_POSES) return mk_keys(c, TAG(r->x), r->buf, r->kept);
        return mk_like(c, r->x, r->buf, r->kept);
    case K_extract: return fault(is_fn(r->f) ? F_EMPTY : F_TYPE);
    case K_extract_or_empty_set: return empty();
    default:
        if (FAULTY(r->best)) return r->best;
        // The stand-in 0 of an empty container.
        if (r->n == 0 && (k == K_valmax || k == K_valmin)) return last_call(r, r->f, mk_int(0));
        if (r->n == 0) return fault(is_fn(r->f) ? F_EMPTY : F_TYPE);
        return k == K_argmax || k == K_argmin ? item(c, r->x, r->kept) : r->best;
    }
}

// Calls the code of a kernel; what it does not take may be anything. `prim_here` is inlined.
SMALL val prim_here(ctx *c, u32 k, val v0, val v1, val v2, val v3);
FN val prim(ctx *c, u32 k, val v0, val v1, val v2, val v3);
