// Functions laid out flat, for loops to call.

// A function without loops of its own, laid out as the calls that walking its tree makes, in that order, once for all elements. A call is two
// words. The first says where its operands are, a byte each: an argument of the function (0, 1), a fixed value (from FIXED on), or what an
// earlier call gave. The second says what it does, how many operands it has and what its op costs, and of which kernel or op, or why it
// fails. Fixed values stand behind the calls.
#define MOST_CALLS 24u
#define FIRST_RESULT 2u
#define FIXED 128u
// D_UNIT, D_SIZED: kernels of up to two arguments, taken as they are, that only give a value; D_UNIT has a fixed cost. D_OP: any other op.
enum { D_UNIT, D_SIZED, D_MATCH, D_OP, D_FAIL };
#define FLAT_CALL(kind, n, cost, what) ((u32)(kind) | (n) << 3 | (cost) << 6 | (what) << 8)
#define FLAT_KIND(call) ((call) & 7u)
#define FLAT_COUNT(call) ((call) >> 3 & 7u)
#define FLAT_COST(call) ((call) >> 6 & 3u)
#define FLAT_WHAT(call) ((call) >> 8)
// The first four calls and the first fixed value, which most functions are content with, are at hand; memory holds the others.
typedef struct {
    u32 at;    // where the calls are; 0 if the function is to be walked
    u32 calls; // how many
    u32 fixed; // how many fixed values
    u32 out;   // the operand that is the function's value
    u32 kept;  // a bit for each call whose value is for others than the next one
    val two, more, value;
} flat;

SMALL u32 flat_fix(ctx *c, flat *code, val v) {
    if (code->fixed == MOST_CALLS) return 0;
    if (code->fixed) store(c, code->at + 2 * MOST_CALLS, code->fixed, v);
    else code->value = v;
    return FIXED + code->fixed++;
}
// Has an operand at hand when the next call is made.
FN void flat_keep(flat *code, u32 o) { if (o >= FIRST_RESULT && o + 1 < FIRST_RESULT + code->calls) code->kept |= 1u << (o - FIRST_RESULT); }
// Adds a call; the operand that it gives.
SMALL u32 flat_add(ctx *c, flat *code, u32 call, u32 operands) {
    if (code->calls == MOST_CALLS) return 0;
    for (u32 left = operands; left; left >>= 8) flat_keep(code, left & 255u);
    switch (code->calls) {
    case 0: code->two = mk(operands, call, operands, call); break;
    case 1: code->two.b = operands; code->two.c = call; break;
    case 2: code->more = mk(operands, call, operands, call); break;
    case 3: code->more.b = operands; code->more.c = call; break;
    default: put_wide(c, code->at + 2 * code->calls, (u64)call << 32 | operands);
    }
    return FIRST_RESULT + code->calls++;
}
FN u32 flat_fail(ctx *c, flat *code, u32 why) { return flat_add(c, code, FLAT_CALL(D_FAIL, 0, 0, why), 0); }
// Adds the call of an op with as many operands as it takes.
SMALL u32 flat_op(ctx *c, flat *code, val op, u32 n, u32 operands) {
    u32 kinds = W_KNOWN | W_PLAIN | W_BUILDER, cost = COST(op.c);
    u32 prim = (op.b & kinds) == (W_KNOWN | W_PLAIN) && n == MOST(op.c) && (n == 1 || n == 2);
    u32 kind = !prim ? D_OP : cost == COST_UNIT ? D_UNIT : D_SIZED;
    return flat_add(c, code, FLAT_CALL(kind, n, cost, prim ? KERNEL_OF(op.b) : op.a), operands);
}
BIG val call_op(ctx *c, val op, u32 n, val a, val b, val d, val e);
// Lays a function of n arguments out: the machine of call.h with operands in the place of values.
BIG flat flat_code(ctx *c, val f, u32 n) {
    // Where functions that wait stand: the first of their arguments is value 1 there, and so on.
    u32 waits[FRAMES], kinds[FRAMES], kept[FRAMES], sp = 0, v = 0, args = 1u << 8;
    flat code;
    code.calls = code.fixed = code.out = code.kept = 0;
    code.two = code.more = code.value = unit();
    code.at = alloc_vals(c, MOST_CALLS + MOST_CALLS / 2);
    if (!code.at) { c->bail = 0; return code; }
    for (;;) {
        u32 kind = TAG(f) == V_FUNC ? f.a & 255u : 0, bound = TAG(f) == V_FUNC && (kind == L_RBIND || kind == L_LBIND);
        if (code.calls == MOST_CALLS || code.fixed + 2 > MOST_CALLS || sp + 2 > FRAMES) { code.at = 0; return code; }
        // Loops have frames of their own, and power is one.
        if (kind == L_POWER) { code.at = 0; return code; }
        if (TAG(f) == V_OP) {
            if (f.b & W_LOOP) { code.at = 0; return code; }
            if (n < LEAST(f.c) || n > MOST(f.c)) { code.out = flat_fail(c, &code, F_ARITY); return code; }
            v = flat_op(c, &code, f, n, args);
        } else if (TAG(f) == V_ANYFN) v = flat_fix(c, &code, unit());
        else if (TAG(f) != V_FUNC || n != (bound ? f.a >> 8 & 255u : 1)) {
            code.out = flat_fail(c, &code, TAG(f) == V_FUNC ? F_ARITY : F_TYPE);
            return code;
        } else if (bound) {
            u32 b = flat_fix(c, &code, fn_arg(c, f, 1));
            args = kind == L_RBIND ? (args & ((1u << 8 * n) - 1)) | b << 8 * n : args << 8 | b;
            f = fn_arg(c, f, 0);
            n++;
            continue;
        } else {
            kinds[sp] = kind == L_FORK ? FR_FORK : kind == L_MATCHER ? FR_MATCHER : FR_COMPOSE;
            kept[sp] = args & 255u;
            waits[sp++] = f.c;
            if (kind == L_CHAIN) { kinds[sp] = FR_COMPOSE; waits[sp++] = f.c + 4; }
            f = fn_arg(c, f, kind == L_CHAIN ? 2 : kind == L_MATCHER ? 0 : 1);
            continue;
        }
        // Give v to what waits for it.
        while (sp && kinds[sp - 1] == FR_MATCHER) {
            sp--;
            v = flat_add(c, &code, FLAT_CALL(D_MATCH, 2u, 0, 0), v | flat_fix(c, &code, load(c, waits[sp], 2)) << 8);
        }
        if (sp == 0) break;
        n = 1;
        args = v;
        if (kinds[sp - 1] == FR_FORK) {
            f = load(c, waits[sp - 1], 3);
            kinds[sp - 1] = FR_FORKED;
            args = kept[sp - 1];
            kept[sp - 1] = v;
        } else {
            f = load(c, waits[--sp], 1);
            if (kinds[sp] != FR_FORKED) continue;
            args = kept[sp] | v << 8;
            n = 2;
        }
    }
    code.out = v;
    flat_keep(&code, v);
    // What did not fit was not added.
    if (code.calls == MOST_CALLS || code.fixed == MOST_CALLS) code.at = 0;
    return code;
}
// An operand of a laid out function: what the last call gave, an argument, a fixed value, or what an earlier call gave.
SMALL val operand(u32 o, u32 last, val v, val x, val y, val first, GLOBAL val *fixed, val *held) {
    if (o == last) return v;
    if (o == FIXED) return first;
    if (o & FIXED) return fixed[o & (FIXED - 1)];
    if (o < FIRST_RESULT) return o ? y : x;
    return held[o - FIRST_RESULT];
}
#define OPERAND(o) operand(o, last, v, x, y, code.value, fixed, held)
// What a laid out function gives for the arguments x and y. Whether there is a reason to hand back is for the caller to ask: until
// then calls go on with what they are given. A budget that is used up stays so, so cheap calls leave that for the end too.
SMALL val flat_run_here(ctx *c, flat code, val x, val y) {
    val held[MOST_CALLS], v = x;
    GLOBAL val *fixed = (GLOBAL val *)(c->mem + code.at + 2 * MOST_CALLS);
    val two = code.two, b;
    u32 last = 0;
    for (u32 i = 0; i < code.calls;) {
        u32 operands = two.tag, call = two.a, kind = FLAT_KIND(call), n = FLAT_COUNT(call);
        val a = OPERAND(operands & 255u);
        b = a;
        if (n > 1) b = OPERAND(operands >> 8 & 255u);
        if (kind > D_MATCH) {
            val d = b, e = b;
            if (n > 2) d = OPERAND(operands >> 16 & 255u);
            if (n > 3) e = OPERAND(operands >> 24);
            v = kind == D_FAIL ? fault(FLAT_WHAT(call)) : call_op(c, mk_op(c, FLAT_WHAT(call)), n, a, b, d, e);
        } else {
            if (kind == D_UNIT) c->left -= CALL_COST;
            else {
                u32 s = small_size(a), t = n > 1 ? small_size(b) : 0;
                c->left -= kind == D_MATCH ? (s < t ? s : t) : (i64)two_cost(FLAT_COST(call), s, t);
            }
            if (c->left < 0) break;
            v = kind == D_MATCH ? mk_bool(equal(c, a, b)) : prim_here(c, FLAT_WHAT(call), a, b, a, a);
            if (kind == D_SIZED && !FAULTY(v)) c->left -= small_size(v);
        }
        if (FAULTY(v)) break;
        last = FIRST_RESULT + i;
        if (code.kept >> i & 1u) held[i] = v;
        if (++i == code.calls) break;
        two.tag = two.b;
        two.a = two.c;
        if (i == 2) two = code.more;
        else if (!(i & 1)) two = load(c, code.at, i / 2);
    }
    if (c->left < 0) return fault(F_BUDGET);
    return FAULTY(v) ? v : OPERAND(code.out);
}
// The same as a function of its own; loops that a lane goes through alone have it inside, where there are many of them at once.
BIG val flat_run(ctx *c, flat code, val x, val y) { return flat_run_here(c, code, x, y); }
#if LANES > 1
#define FLAT_IN_LOOP flat_run_here
#else
#define FLAT_IN_LOOP flat_run
#endif
