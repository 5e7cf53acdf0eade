// Calls of functions, by one lane or by a group: source.rs puts this file into the source once for each, under other names.
//
// IN(name) is the name of a function in this form. A group's lanes run all of this together, each with the same values, so
// whatever changes memory in place is done by one of them (SERIAL), and loops may give each lane an element of its own.

// Reads arguments as an op's name says; V_NONE, or the call's answer.
FN val IN(read_arguments)(ctx *c, u32 op, val *av, u32 n) {
    u32 shape = op_word(c, op, O_READINGS), zero = shape >> 8;
    val v;
    if (zero && n && is_int(av[0]) && int_of(av[0]) == 0) {
        if (zero == Z_UNIT) return unit();
        if (zero == Z_EMPTY) return empty();
        if (zero == Z_ZERO) return mk_int(0);
        u32 at = alloc_vals(c, 1);
        if (!at) return fault(F_BUDGET);
        store(c, at, 0, unit());
        SERIAL(v, mk_set(c, at, 1));
        return v;
    }
    for (u32 i = 0; i < (shape & 255u); i++) {
        u32 reading = op_word(c, op, O_READ0 + i), place = reading >> 8;
        v = av[place];
        switch (reading & 255u) {
        case R_UNCHANGED: return v;
        case R_SAME_KIND: if (is_set(av[0]) != is_set(v)) return fault(F_TYPE); break;
        case R_TUPLE_ONLY: if (is_set(v)) return fault(F_TYPE); break;
        case R_AS_TUPLE: if (is_set(v)) v = IN(to_tuple)(c, v); break;
        case R_AS_SET: if (is_tuple(v)) v = IN(to_set)(c, v); break;
        case R_PAIRS_ONLY: if (is_set(v) && first_is_cell(c, v) == 1) return fault(F_TYPE); break;
        default: if (is_set(v) && first_is_cell(c, v) == 0) return fault(F_TYPE);
        }
        TRY(v);
        av[place] = v;
    }
    return mk(V_NONE, 0, 0, 0);
}

// Takes what a call gave: V_NONE to go on, or the loop's answer.
FN val IN(loop_take)(ctx *c, frame *r, u32 k, val v) {
    u32 i = r->i, what = r->what, mark = r->mark, kept = r->kept;
    val best = v;
    if (what & W_BEST) best = r->best;
    if (what & (W_FILTER | W_FINDER)) {
        u32 packed = (TAG(r->x) == V_CELLS || TAG(r->x) == V_POSES) && k == K_sfilter;
        c->top = mark;
        if (truth(v)) {
            if (what & W_FINDER) return item(c, r->x, i);
            if (packed) c->mem[r->buf + kept++] = c->mem[r->x.c + i];
            else store(c, r->buf, kept++, item(c, r->x, i));
        }
    } else {
        if (!charge(c, is_int(v) ? 1 : size_of(v))) return fault(F_BUDGET);
        if (is_int(v) || words_own(v) == 0) c->top = mark;
        else v = IN(compact)(c, mark, v);
        if (what & (W_MAP | W_ONLY)) {
            store(c, r->buf, i, v);
            kept |= !is_int(v) ? SEEN_OTHERS : is_i8(int_of(v)) ? 0 : SEEN_LARGE;
        } else if (what & W_SORT) {
            // In reverse for a descending sort, in which equal keys keep their order.
            u32 at = k == K_arg_rank ? r->n - 1 - i : i;
            store(c, r->buf, 2 * at, v);
            store(c, r->buf, 2 * at + 1, item(c, r->x, i));
        } else if (i == 0) best = v;
        else if (is_int(v) && is_int(best)) {
            if (LARGEST(k) ? int_of(best) < int_of(v) : int_of(v) < int_of(best)) { best = v; kept = i; }
        } else {
            // Once two keys did not compare, later failures still go before that one.
            val wins = FAULTY(best) ? best : LARGEST(k) ? key_below(c, best, v) : key_below(c, v, best);
            if (!FAULTY(wins) && wins.a) { best = v; kept = i; }
            else c->top = mark;
            if (FAULTY(wins)) best = wins;
        }
    }
    TOGETHER;
    r->i = i + 1;
    r->kept = kept;
    if (what & W_BEST) r->best = best;
    return mk(V_NONE, 0, 0, 0);
}

#ifndef LOOP_FLAT
#define LOOP_FLAT
// One place for all faults of a function: each of them would make a value of its own.
#define FAIL(kind) do { why = (kind); goto failed; } while (0)
// Goes through a loop whose function can be laid out flat. V_NONE when the loop is through, or is to go on from r->i by walking
// the function; its answer; or a fault.
BIG val loop_flat(ctx *c, frame *r, u32 k) {
    val none = mk(V_NONE, 0, 0, 0), v = none;
    flat code = flat_code(c, r->f, LOOP_ARGUMENTS(k));
    if (!code.at) return none;
    u32 depth = c->depth + 1 + depth_of(r->f), before = c->depth, n = r->n, plain = IS_PLAIN_LOOP(r, k);
    val x = r->x;
    if (depth > CALL_LIMIT) return fault(F_BUDGET);
    c->depth = depth;
    r->mark = c->top;
    // Keys of packed sets are read, and those that a filter keeps are written, as lists.
    u32 keys = plain && (TAG(x) == V_CELLS || TAG(x) == V_POSES), kept = keys && k == K_sfilter;
    reader from = read_from(c, x.c, 0, keys ? n : 0);
    writer to = write_to(r->buf);
    for (u32 i = 0; i < n && TAG(v) == V_NONE; i++) {
        called next;
        if (keys) next.x = next.y = TAG(x) == V_CELLS ? mk(V_CELL, NOW(from), 0, 0) : mk_pose(NOW(from));
        else if (plain) next.x = next.y = item_in_all(c, x, i);
        else next = loop_next(c, r, k, i);
        v = FLAT_IN_LOOP(c, code, next.x, next.y);
        if (c->bail || FAULTY(v)) return fault(FAULTY(v) ? v.a : F_BUDGET);
        if (kept) {
            c->top = r->mark;
            write_next(c, &to, NOW(from), truth(v));
            v = none;
        } else v = IN(loop_take)(c, r, k, v);
        r->mark = c->top;
        if (keys) read_on(c, &from, 1);
    }
    if (kept) {
        r->i = n;
        r->kept = write_end(c, &to);
    }
    c->depth = before;
    return v;
}
#endif

// What a call gave, charged for its size.
SMALL val IN(charged)(ctx *c, u32 cost, val v) {
    if (c->bail || FAULTY(v)) return fault(FAULTY(v) ? v.a : F_BUDGET);
    return cost == COST_UNIT || charge(c, size_of(v)) ? v : fault(F_BUDGET);
}
// Calls an op that does not take its arguments as they are, once these are charged.
BIG val IN(call_read)(ctx *c, val op, u32 n, val a, val b, val d, val e) {
    val av[4];
    av[0] = a;
    av[1] = b;
    av[2] = d;
    av[3] = e;
    val v = IN(read_arguments)(c, op.a, av, n);
    if (c->bail || FAULTY(v)) return fault(FAULTY(v) ? v.a : F_BUDGET);
    if (TAG(v) != V_NONE) return v;
    if (op.b & W_BUILDER) v = builder(c, KERNEL_OF(op.b), op.a, av[0], av[1], av[2]);
    else v = IN(prim)(c, KERNEL_OF(op.b), av[0], av[1], av[2], av[3]);
    return IN(charged)(c, COST(op.c), v);
}

// Calls an op with n arguments. A value, a fault, or a reason to hand back in c->bail;
// V_NONE where the op is a loop, which has been charged for its arguments and is to be started.
CALL_OP val IN(call_op)(ctx *c, val op, u32 n, val a, val b, val d, val e) {
    u32 what = op.b, cost = COST(op.c), most = MOST(op.c), kinds = W_KNOWN | W_PLAIN | W_BUILDER | W_LOOP;
    val v = mk(V_NONE, 0, 0, 0);
    TOGETHER;
    // Most ops take their arguments as they are. A budget that is used up stays so: that is asked once, at the end.
    if (n == most && (what & kinds) == (W_KNOWN | W_PLAIN)) {
        c->left -= call_cost(cost, n, a, b, d, e);
        if (c->left >= 0) {
            v = IN(prim)(c, KERNEL_OF(what), a, b, d, e);
            if (cost != COST_UNIT && !FAULTY(v)) c->left -= size_of(v);
        }
        return c->left < 0 || c->bail ? fault(F_BUDGET) : v;
    }
    if (n < LEAST(op.c) || n > most) return fault(F_ARITY);
    if (!charge(c, cost == COST_UNIT ? CALL_COST : arguments_cost(cost, n, a, b, d, e))) return fault(F_BUDGET);
    if (!(what & W_KNOWN)) return hand_back(c, B_OP);
    if (what & W_LOOP) return v;
    if (!(what & W_BUILDER) && n != most) return hand_back(c, B_OP);
    return what & W_PLAIN ? IN(charged)(c, cost, builder(c, KERNEL_OF(what), op.a, a, b, d)) : IN(call_read)(c, op, n, a, b, d, e);
}
// Starts a loop that call_op has charged, in frame r. V_NONE, the call's answer, or a fault.
FN val IN(start_loop)(ctx *c, frame *r, val op, u32 n, val a, val b, val d) {
    if (!(op.b & W_PLAIN)) {
        val av[4];
        av[0] = a;
        av[1] = av[3] = b;
        av[2] = d;
        val v = IN(read_arguments)(c, op.a, av, n);
        if (c->bail || FAULTY(v)) return fault(FAULTY(v) ? v.a : F_BUDGET);
        if (TAG(v) != V_NONE) return v;
        a = av[0];
        b = av[1];
        d = av[2];
    }
    return loop_start(c, r, op, a, b, d, n);
}
// Calls a function with n arguments, at most four. A value, a fault, or a reason
// to hand back in c->bail. An op that is to be started only is a loop that call_op has charged.
// The lanes of a group share frames: each writes the same words, once all have read what was there (TOGETHER).
BIG val IN(go_on)(ctx *c, val f, u32 n, val x0, val x1, val x2, val x3, u32 start_only) {
    STACK;
    u32 sp = 0, why;
    for (;;) {
        // Call f.
        val v;
        u32 looping = 0;
        if (TAG(f) == V_OP) {
            v = mk(V_NONE, 0, 0, 0);
            if (!start_only) v = IN(call_op)(c, f, n, x0, x1, x2, x3);
            if (FAULTY(v)) return v;
            start_only = 0;
            if (TAG(v) == V_NONE) {
                if (sp == FRAMES) return hand_back(c, B_DEPTH);
                frame *r = FRAME(sp);
                u32 k = KERNEL_OF(f.b);
                v = IN(start_loop)(c, r, f, n, x0, x1, x2);
                if (FAULTY(v)) return v;
                if (TAG(v) == V_NONE) {
                    LOOP_AT_ONCE(v, r, k);
                    if (FAULTY(v)) return v;
                    sp++;
                    looping = 1 + (TAG(v) != V_NONE);
                    if (c->bail) FAIL(F_BUDGET);
                }
            }
        } else if (TAG(f) == V_FUNC) {
            u32 kind = f.a & 255u, arity = f.a >> 8 & 255u;
            val b = fn_arg(c, f, 1);
            if (kind == L_RBIND || kind == L_LBIND) {
                if (n != arity) FAIL(F_ARITY);
                if (kind == L_LBIND) { x3 = x2; x2 = x1; x1 = x0; x0 = b; }
                else if (n == 1) x1 = b;
                else if (n == 2) x2 = b;
                else x3 = b;
                f = fn_arg(c, f, 0);
                n++;
                continue;
            }
            if (n != 1) FAIL(F_ARITY);
            if (sp + 2 > FRAMES) return hand_back(c, B_DEPTH);
            frame *r = FRAME(sp);
            TOGETHER;
            sp++;
            // What is to be called later is read then: frames hold where it is.
            r->f.c = f.c;
            switch (kind) {
            case L_COMPOSE: r->kind = FR_COMPOSE; f = b; continue;
            case L_CHAIN:
                r->kind = FR_COMPOSE;
                r = FRAME(sp);
                sp++;
                r->kind = FR_COMPOSE; r->f.c = f.c + 4;
                f = fn_arg(c, f, 2);
                continue;
            case L_FORK: r->kind = FR_FORK; r->x = x0; f = b; continue;
            case L_MATCHER: r->kind = FR_MATCHER; f = fn_arg(c, f, 0); continue;
            default:
                r->kind = FR_POWER; r->i = 0; r->n = (u32)int_of(b);
                r->depth = c->depth;
                v = x0;
                looping = 1;
            }
        } else if (TAG(f) == V_ANYFN) v = unit();
        else FAIL(F_TYPE);
        // Give v to what waits for it, until something is to be called.
        for (;;) {
            if (sp == 0) return v;
            frame *r = FRAME(sp - 1);
            if (r->kind == FR_COMPOSE) { f = fn_arg(c, r->f, 0); x0 = v; n = 1; sp--; break; }
            if (r->kind == FR_FORK) {
                f = fn_arg(c, r->f, 2); x0 = r->x; n = 1;
                TOGETHER;
                r->kind = FR_FORKED; r->y = v;
                break;
            }
            if (r->kind == FR_FORKED) { f = fn_arg(c, r->f, 0); x0 = r->y; x1 = v; n = 2; sp--; break; }
            if (r->kind == FR_MATCHER) {
                val y = fn_arg(c, r->f, 1);
                u32 s = size_of(v), t = size_of(y);
                if (!charge(c, s < t ? s : t)) FAIL(F_BUDGET);
                v = mk_bool(equal(c, v, y));
                if (c->bail) FAIL(F_BUDGET);
                sp--;
                continue;
            }
            if (r->kind == FR_POWER) {
                if (!looping) {
                    c->depth = r->depth;
                    if (!charge(c, size_of(v))) FAIL(F_BUDGET);
                    v = IN(compact)(c, r->mark, v);
                }
                looping = 0;
                u32 i = r->i;
                if (i == r->n) { sp--; continue; }
                f = fn_arg(c, r->f, 0);
                TOGETHER;
                r->i = i + 1;
            } else {
                u32 k = KERNEL_OF(r->what);
                if (looping == 1) v = mk(V_NONE, 0, 0, 0);
                else if (!looping) {
                    c->depth = r->depth;
                    if (r->kind == FR_LOOP) v = IN(loop_take)(c, r, k, v);
                    else if (!charge(c, size_of(v))) FAIL(F_BUDGET);
                }
                looping = 0;
                if (TAG(v) == V_NONE && r->i == r->n && !c->bail) {
                    TOGETHER;
                    END_LOOP(v, r, k);
                }
                if (c->bail || FAULTY(v)) FAIL(FAULTY(v) ? v.a : F_BUDGET);
                if (TAG(v) != V_NONE) {
                    if (r->cost != COST_UNIT && !charge(c, size_of(v))) FAIL(F_BUDGET);
                    sp--;
                    continue;
                }
                if (r->kind == FR_LAST) { f = r->f; x0 = r->x; n = 1; }
                else {
                    called next = loop_next(c, r, k, r->i);
                    f = next.f;
                    x0 = next.x;
                    x1 = next.y;
                    n = LOOP_ARGUMENTS(k);
                }
            }
            if (r->kind == FR_POWER) { x0 = v; n = 1; }
            TOGETHER;
            r->mark = c->top;
            r->depth = c->depth;
            if (c->depth + 1 + depth_of(f) > CALL_LIMIT) FAIL(F_BUDGET);
            c->depth += 1 + depth_of(f);
            break;
        }
    }
failed:
    return fault(why);
}
// The same from the start. Most calls are those of a single op.
SMALL val IN(call)(ctx *c, val f, u32 n, val a, val b, val d, val e) {
    if (CALLS_IN_MACHINE) return IN(go_on)(c, f, n, a, b, d, e, 0);
    u32 is_op = TAG(f) == V_OP;
    val v = mk(V_NONE, 0, 0, 0);
    if (is_op) v = IN(call_op)(c, f, n, a, b, d, e);
    return TAG(v) == V_NONE ? IN(go_on)(c, f, n, a, b, d, e, is_op) : v;
}
