// Functions laid out flat, for loops to call.

// A function without loops of its own, laid out as the calls that walking its tree makes, in that order, once for all elements: what each call does,
// how many operands it has, and its op; where the operands are, a byte each: an argument of the function (0, 1), a fixed
// value (from FIXED on), or what an earlier call gave. Fixed values stand behind the calls.
#define MOST_CALLS 24u
#define FIRST_RESULT 2u
#define FIXED 128u
enum { D_OP, D_MATCH, D_FAIL };
typedef struct {
    u32 at;    // where the calls are; 0 if the function is to be walked
    u32 calls; // how many
    u32 fixed; // how many fixed values
    u32 out;   // the operand that is the function's value
} flat;

FN u32 flat_fix(ctx *c, flat *code, val v) {
    if (code->fixed == MOST_CALLS) return 0;
    store(c, code->at + 2 * MOST_CALLS, code->fixed, v);
    return FIXED + code->fixed++;
}
// Adds a call; the operand that it gives.
FN u32 flat_add(ctx *c, flat *code, u32 what, u32 operands) {
    u32 at = code->at + 2 * code->calls;
    if (code->calls == MOST_CALLS) return 0;
    c->mem[at] = what;
    c->mem[at + 1] = operands;
    return FIRST_RESULT + code->calls++;
}
BIG val call_op(ctx *c, u32 op, val *av, u32 n);
// Lays a function of n arguments out: the machine of call.h with operands in the place of values.
BIG flat flat_code(ctx *c, val f, u32 n) {
    val waits[FRAMES];
    u32 kinds[FRAMES], kept[FRAMES], sp = 0, v = 0, args = 1u << 8;
    flat code;
    code.calls = code.fixed = code.out = 0;
    code.at = alloc_vals(c, 3 * MOST_CALLS / 2);
    if (!code.at) { c->bail = 0; return code; }
    for (;;) {
        u32 kind = TAG(f) == V_FUNC ? f.a & 255u : 0, bound = TAG(f) == V_FUNC && (kind == L_RBIND || kind == L_LBIND);
        if (code.calls == MOST_CALLS || code.fixed + 2 > MOST_CALLS || sp + 2 > FRAMES) { code.at = 0; return code; }
        // Loops have frames of their own, and power is one.
        if (TAG(f) == V_OP && op_word(c, f.a, O_KERNEL) & W_LOOP) kind = L_POWER;
        if (kind == L_POWER) { code.at = 0; return code; }
        if (TAG(f) == V_OP) v = flat_add(c, &code, D_OP | n << 8 | f.a << 16, args);
        else if (TAG(f) == V_ANYFN) v = flat_fix(c, &code, unit());
        else if (TAG(f) != V_FUNC || n != (bound ? f.a >> 8 & 255u : 1)) {
            code.out = flat_add(c, &code, D_FAIL | (TAG(f) == V_FUNC ? F_ARITY : F_TYPE) << 16, 0);
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
            waits[sp++] = kind == L_FORK ? f : fn_arg(c, f, kind == L_MATCHER ? 1 : 0);
            if (kind == L_CHAIN) { kinds[sp] = FR_COMPOSE; waits[sp++] = fn_arg(c, f, 1); }
            f = fn_arg(c, f, kind == L_CHAIN ? 2 : kind == L_MATCHER ? 0 : 1);
            continue;
        }
        // Give v to what waits for it.
        while (sp && kinds[sp - 1] == FR_MATCHER) {
            sp--;
            v = flat_add(c, &code, D_MATCH | 2u << 8, v | flat_fix(c, &code, waits[sp]) << 8);
        }
        if (sp == 0) break;
        n = 1;
        args = v;
        f = waits[sp - 1];
        if (kinds[sp - 1] == FR_FORK) {
            f = fn_arg(c, f, 2);
            kinds[sp - 1] = FR_FORKED;
            args = kept[sp - 1];
            kept[sp - 1] = v;
        } else if (kinds[--sp] == FR_FORKED) {
            f = fn_arg(c, f, 0);
            args = kept[sp] | v << 8;
            n = 2;
        }
    }
    code.out = v;
    // What did not fit was not added.
    if (code.calls == MOST_CALLS || code.fixed == MOST_CALLS) code.at = 0;
    return code;
}
// What a laid out function gives for the arguments x and y.
BIG val flat_run(ctx *c, flat *code, val x, val y) {
    val made[MOST_CALLS], av[6], v = unit();
    u32 fixed = code->at + 2 * MOST_CALLS, calls = code->calls, out = code->out;
    for (u32 i = 0; i < calls; i++) {
        u32 what = c->mem[code->at + 2 * i], operands = c->mem[code->at + 2 * i + 1], n = what >> 8 & 255u;
        for (u32 j = 0; j < n; j++, operands >>= 8) {
            u32 o = operands & 255u;
            av[j] = o >= FIXED ? load(c, fixed, o - FIXED) : o >= FIRST_RESULT ? made[o - FIRST_RESULT] : o ? y : x;
        }
        if ((what & 255u) == D_OP) v = call_op(c, what >> 16, av, n);
        else if ((what & 255u) == D_FAIL) return fault(what >> 16);
        else {
            u32 s = size_of(av[0]), t = size_of(av[1]);
            if (!charge(c, s < t ? s : t)) return fault(F_BUDGET);
            v = mk_bool(equal(c, av[0], av[1]));
        }
        if (c->bail) return fault(F_BUDGET);
        if (FAULTY(v)) return v;
        made[i] = v;
    }
    if (out == FIRST_RESULT + calls - 1) return v;
    return out >= FIXED ? load(c, fixed, out - FIXED) : out >= FIRST_RESULT ? made[out - FIRST_RESULT] : out ? y : x;
}
