// Loops of higher-order ops with an element for each lane, and calls as a group makes them.

// Loops of fewer elements are gone through one by one, with all lanes inside.
#define FEWEST_AT_ONCE 4

// How far a loop is, as in its frame.
typedef struct { u32 i, kept; val best; } progress;
SMALL val pause_loop(ctx *c, frame *r, progress p) {
    sync_lanes(c);
    r->i = p.i;
    r->kept = p.kept;
    r->best = p.best;
    sync_lanes(c);
    return mk(V_NONE, 0, 0, 0);
}
// Of the keys of argmax and its like, all of them integers, the best: the first of equals.
SMALL void take_best(ctx *c, progress *p, u32 k, i64 key, u32 i, u32 has) {
    // Numbers whose order is that of the keys, or its reverse.
    u64 flip = LARGEST(k) ? ~((u64)1 << 63) : (u64)1 << 63, best = has ? (u64)key ^ flip : ~(u64)0;
    u32 at = has ? i : ~0u;
    for (u32 by = 1; by < LANES; by *= 2) {
        u64 other = wide_from_lane(c, best, lane_id() ^ by);
        u32 place = from_lane(c, at, lane_id() ^ by);
        u32 wins = other < best || (other == best && place < at);
        best = wins ? other : best;
        at = wins ? place : at;
    }
    i64 found = (i64)(best ^ flip);
    if (TAG(p->best) != V_NONE && !(LARGEST(k) ? found > int_of(p->best) : found < int_of(p->best))) return;
    p->best = mk_int(found);
    p->kept = at;
}

// Notes the results of calls p->i and on, one in each lane that has one.
SMALL void take_results_of(ctx *c, frame *r, progress *p, u32 k, val v, u32 has) {
    u32 i = p->i + lane_id();
    if (r->what & W_FILTER) {
        u32 keep = has && truth(v), kept = ballot(c, keep), to = p->kept + POPCOUNT(kept & BELOW_LANE);
        u32 packed = (TAG(r->x) == V_CELLS || TAG(r->x) == V_POSES) && k == K_sfilter;
        if (keep && packed) c->mem[r->buf + to] = c->mem[r->x.c + i];
        else if (keep) store(c, r->buf, to, item(c, r->x, i));
        p->kept += POPCOUNT(kept);
    } else if (r->what & W_BEST) take_best(c, p, k, int_of(v), i, has);
    else if (has && r->what & W_SORT) {
        u32 at = k == K_arg_rank ? r->n - 1 - i : i;
        store(c, r->buf, 2 * at, v);
        store(c, r->buf, 2 * at + 1, item(c, r->x, i));
    } else if (has && !(r->what & W_FINDER)) store(c, r->buf, i, v);
    sync_lanes(c);
}

// The call of one element, with memory and budget of its own.
SMALL val call_of_lane(ctx *c, frame *r, u32 k, u32 i, flat code) {
    val v;
    called next = loop_next(c, r, k, i);
    u32 depth = c->depth + 1 + depth_of(next.f);
    if (depth > CALL_LIMIT) return fault(F_BUDGET);
    c->depth = depth;
    if (code.at) v = flat_run(c, code, next.x, next.y);
    else v = go_on(c, next.f, LOOP_ARGUMENTS(k), next.x, next.y, next.y, next.y, 0);
    if (c->bail || FAULTY(v) || r->what & (W_FILTER | W_FINDER)) return v;
    return charge(c, size_of(v)) ? v : fault(F_BUDGET);
}

// Goes through a loop, an element for each lane. Calls are charged in the order of elements: the first that fails, or
// is found, or for which the budget does not last, ends the loop as if those behind it had not been called.
// V_NONE when the loop is through, or is to go on from r->i one element at a time; its answer; or a fault.
BIG val loop_at_once(ctx *c, frame *r, u32 k) {
    val none = mk(V_NONE, 0, 0, 0);
    flat code;
    // Lanes with functions of their own would wait for each other.
    if (k == K_rapply) return none;
    code = flat_code(c, r->f, LOOP_ARGUMENTS(k));
    // Loops inside give all lanes more to do than few elements would.
    if (!code.at && r->n < 16) return none;
    sync_lanes(c);
    progress p;
    p.i = p.kept = 0;
    p.best = none;
    while (p.i < r->n) {
        u32 lane = lane_id(), m = r->n - p.i < LANES ? r->n - p.i : LANES, has = lane < m;
        state was = state_of(c);
        if (!lane_memory(c)) return pause_loop(c, r, p);
        val v = none;
        if (has) v = call_of_lane(c, r, k, p.i + lane, code);
        state own = state_of(c);
        restore(c, was);
        sync_lanes(c);
        u32 odd = own.bail || (has && r->what & W_BEST && !FAULTY(v) && !is_int(v));
        if (ballot(c, odd)) return pause_loop(c, r, p);
        u64 spent = (u64)(c->left - own.left), all = 0;
        u32 ends = has && (FAULTY(v) || (r->what & W_FINDER && truth(v)));
        // Most rounds go through, and only what they cost together counts.
        u32 through = !ballot(c, ends || spent >> 26);
        if (through) all = sum_of(c, (u32)spent);
        if (!through || all > (u64)c->left) {
            spent = sum_to_lane(c, spent);
            u32 ended = ballot(c, ends || (has && spent > (u64)c->left));
            if (ended) {
                u32 first = LOWEST(ended);
                c->left -= (i64)wide_from_lane(c, spent, first);
                v = val_from_lane(c, v, first);
                if (c->left < 0) return fault(F_BUDGET);
                return FAULTY(v) ? v : item(c, r->x, p.i + first);
            }
            all = wide_from_lane(c, spent, LANES - 1);
        }
        if (!(r->what & (W_FILTER | W_FINDER))) v = keep_results(c, own.top, own.end, v, has);
        if (FAULTY(v)) return pause_loop(c, r, p);
        c->left -= (i64)all;
        take_results_of(c, r, &p, k, v, has);
        p.i += m;
    }
    return pause_loop(c, r, p);
}

// last_call by all lanes, once all have read the frame.
SMALL val last_together(ctx *c, frame *r, val f, val x) {
    sync_lanes(c);
    return last_call(r, f, x);
}
// Sorts entries by keys that are integers, stable; the values of a tuple, or the entry at a place.
FN u32 rank_of_key(ctx *c, u32 at, u32 n, u32 i) {
    i64 key = int_of(load(c, at, 2 * i));
    u32 rank = 0;
    for (u32 j = 0; j < n; j++) {
        i64 other = int_of(load(c, at, 2 * j));
        rank += other < key || (other == key && j < i);
    }
    return rank;
}
FN val sort_end_together(ctx *c, frame *r, u32 k) {
    u32 n = r->n, at = r->buf, odd = n > 1024, place = k == K_order ? 0 : place_of(n, int_of(r->y)), found = 0;
    EACH(i, n) odd |= !is_int(load(c, at, 2 * i));
    val v = unit();
    if (ballot(c, odd)) {
        BY_ONE(v, sort_end(c, r, k));
        return v;
    }
    u32 to = k == K_order ? alloc_vals(c, n + (n == 0)) : 0;
    if (k == K_order && !to) return fault(F_BUDGET);
    if (k == K_arg_rank) place = place < n ? n - 1 - place : n;
    EACH(i, n) {
        u32 rank = rank_of_key(c, at, n, i);
        if (k == K_order) store(c, to, rank, load(c, at, 2 * i + 1));
        else if (rank == place) found = i + 1;
    }
    sync_lanes(c);
    if (k == K_order) return group_mk_tuple(c, to, n);
    u32 finder = ballot(c, found);
    if (finder) return load(c, at, 2 * (from_lane(c, found, LOWEST32(finder)) - 1) + (k != K_val_rank));
    return k == K_val_rank ? last_together(c, r, r->f, mk_int(0)) : empty_like(r->x);
}
FN val only_end_together(ctx *c, frame *r, u32 k) {
    u32 n = r->n / 2, inputs = r->buf, outputs = inputs + 4 * n, in = IS_ONLY_IN(k);
    val v = group_only_in_first(c, in ? inputs : outputs, n, in ? outputs : inputs, n);
    TRY(v);
    return k == K_only_in_pick || k == K_only_out_pick ? last_together(c, r, r->y, v) : v;
}
// A loop ends with what it has collected made into one value; it may ask for one more call.
FN val end_together(ctx *c, frame *r, u32 k) {
    u32 set = is_set(r->x);
    switch (k) {
    case K_apply: case K_rapply: return group_mk_like(c, r->x, r->buf, r->n);
    case K_papply: return group_mk_tuple(c, r->buf, r->n);
    case K_prapply: return group_mk_set(c, r->buf, r->n);
    case K_mapply: return group_merge_all(c, r->buf, r->n, set);
    case K_mpapply: return group_merge_all(c, r->buf, r->n, 0);
    case K_mfilter: return group_merge_all(c, r->buf, r->kept, set);
    case K_filter_to_set: return group_mk_set(c, r->buf, r->kept);
    case K_sfilter:
        if (TAG(r->x) == V_CELLS || TAG(r->x) == V_POSES) break;
        return group_mk_like(c, r->x, r->buf, r->kept);
    default: break;
    }
    val v = unit();
    if (r->what & W_ONLY) return only_end_together(c, r, k);
    if (r->n == 0 && (k == K_valmax || k == K_valmin)) return last_together(c, r, r->f, mk_int(0));
    if (!(r->what & W_SORT)) return loop_end(c, r, k);
    v = sort_end_together(c, r, k);
    // Frames far down are each lane's own.
    if (from_lane(c, r->kind, 0) == FR_LAST) return last_together(c, r, val_from_lane(c, r->f, 0), val_from_lane(c, r->x, 0));
    return v;
}

#undef CALL_OP
#undef CALLS_IN_MACHINE
#undef SERIAL
#undef TOGETHER
#undef LOOP_AT_ONCE
#undef STACK
#undef FRAME
#undef END_LOOP
// Calls of ops are part of the machine: to hand five values to a function takes as long as most ops that change no memory.
#define CALL_OP SMALL
#define CALLS_IN_MACHINE 1
#define SERIAL(v, made) BY_ONE(v, made)
#define TOGETHER sync_lanes(c)
// The first frames, which most calls are content with, stand in shared memory, once for a group.
#if defined(__CUDACC__)
#define NEAR 8
__shared__ frame near_frames[BLOCK / LANES][NEAR];
#define STACK frame far_frames[FRAMES - NEAR], *frames = near_frames[threadIdx.x / LANES]
#define FRAME(i) ((i) < NEAR ? frames + (i) : far_frames + ((i) - NEAR))
#else
#define STACK frame stack[FRAMES]
#define FRAME(i) (&stack[i])
#endif
#define LOOP_AT_ONCE(v, r, k) do { if ((r)->n >= FEWEST_AT_ONCE) (v) = loop_at_once(c, r, k); } while (0)
// What calls have read may be written anew.
#define END_LOOP(v, r, k) (sync_lanes(c), (v) = end_together(c, r, k))
