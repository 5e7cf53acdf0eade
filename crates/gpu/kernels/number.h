// Arithmetic on integers and pairs.

enum {
    AR_ADD, AR_SUBTRACT, AR_MULTIPLY, AR_DIVIDE, AR_INVERT, AR_DOUBLE,
    AR_HALVE, AR_INCREMENT, AR_DECREMENT, AR_CREMENT, AR_SIGN
};
#define LEAST_INT ((i64)((u64)1 << 63))

FN i64 sign_of(i64 n) { return n < 0 ? -1 : n > 0; }
// What does not fit 64 bits is a fault.
FN val sum_or_fault(i64 a, i64 b) {
    i64 s = (i64)((u64)a + (u64)b);
    return (a < 0) == (b < 0) && (a < 0) != (s < 0) ? fault(F_DOMAIN) : mk_int(s);
}
FN val minus_of(i64 a, i64 b) {
    i64 s = (i64)((u64)a - (u64)b);
    return (a < 0) != (b < 0) && (a < 0) != (s < 0) ? fault(F_DOMAIN) : mk_int(s);
}
FN u64 amount(i64 n) { return n < 0 ? 0 - (u64)n : (u64)n; }
FN val times_of(i64 a, i64 b) {
    if ((is_i32(a) && is_i32(b)) || a == 0 || b == 0) return mk_int(a * b);
    u64 x = amount(a), y = amount(b), p = x * y, most = ((u64)1 << 63) - 1;
    u32 negative = (a < 0) != (b < 0);
    if (x > ~(u64)0 / y || p > most + negative) return fault(F_DOMAIN);
    return mk_int((i64)(negative ? 0 - p : p));
}
FN val quotient_of(i64 a, i64 b) {
    if (b == 0 || (a == LEAST_INT && b == -1)) return fault(F_DOMAIN);
    // Division by 32-bit numbers is much the faster one on devices.
    if (is_i32(a) && is_i32(b) && a != -2147483647 - 1) {
        i32 x = (i32)a, y = (i32)b;
        return mk_int(x / y - (x % y != 0 && (x < 0) != (y < 0)));
    }
    return mk_int(a / b - (a % b != 0 && (a < 0) != (b < 0)));
}
FN val arithmetic(u32 what, i64 a, i64 b) {
    switch (what) {
    case AR_ADD: return sum_or_fault(a, b);
    case AR_SUBTRACT: return minus_of(a, b);
    case AR_MULTIPLY: case AR_DOUBLE: return times_of(a, b);
    case AR_DIVIDE: return quotient_of(a, b);
    case AR_INVERT: return minus_of(0, a);
    case AR_HALVE: return mk_int(a >> 1);
    case AR_INCREMENT: return sum_or_fault(a, 1);
    case AR_DECREMENT: return minus_of(a, 1);
    case AR_CREMENT: return sum_or_fault(a, sign_of(a));
    default: return mk_int(sign_of(a));
    }
}

// Of what is wrong with an operand of two, the kind of a component comes first.
FN u32 takes_two(u32 what) { return what <= AR_DIVIDE; }
// An operand as two components: V_INT with how many there are (0: none, as in ()), or a fault.
FN val both_parts(ctx *c, u32 what, val v, i64 *x, i64 *y) {
    if (is_int(v)) { *x = *y = int_of(v); return mk_int(1); }
    if (TAG(v) == V_PAIR) { *x = (i32)v.a; *y = (i32)v.b; return mk_int(2); }
    if (!is_tuple(v)) return fault(F_TYPE);
    u32 n = count(c, v);
    if (n == 0) return mk_int(0);
    val i = item(c, v, 0);
    if (n == 1) return fault(takes_two(what) && !is_int(i) ? F_TYPE : F_INDEX);
    val j = item(c, v, 1);
    if (!is_int(i) || !is_int(j)) return fault(F_TYPE);
    *x = int_of(i);
    *y = int_of(j);
    return mk_int(2);
}
// Whether one of the first two components is the number 0.
FN u32 has_zero(ctx *c, val v) {
    if (!is_tuple(v)) return 0;
    u32 n = count(c, v);
    for (u32 i = 0; i < n && i < 2; i++) {
        val x = item(c, v, i);
        if (is_int(x) && int_of(x) == 0) return 1;
    }
    return 0;
}
// Component by component; `unit` (in batt) stands for the neutral number.
BIG val arithmetic_any(ctx *c, u32 what, val a, val b, i64 neutral) {
    i64 i = neutral, j = neutral, k = neutral, l = neutral;
    val n = both_parts(c, what, a, &i, &j);
    TRY(n);
    if (n.a == 0 && !c->batt) return fault(F_INDEX);
    // Whatever else is wrong with the divisor.
    if (what == AR_DIVIDE && has_zero(c, b)) return fault(F_DOMAIN);
    val m = both_parts(c, what, b, &k, &l);
    TRY(m);
    if (m.a == 0 && !c->batt) return fault(F_INDEX);
    val x = arithmetic(what, i, k);
    TRY(x);
    if (n.a < 2 && m.a < 2) return x;
    val y = arithmetic(what, j, l);
    TRY(y);
    return mk_pair(c, int_of(x), int_of(y));
}
BIG val arithmetic_one(ctx *c, u32 what, val a) {
    i64 i = 0, j = 0;
    val n = both_parts(c, what, a, &i, &j);
    TRY(n);
    if (n.a == 0) return fault(F_INDEX);
    val x = arithmetic(what, i, 2);
    TRY(x);
    if (n.a == 1) return x;
    val y = arithmetic(what, j, 2);
    TRY(y);
    return mk_pair(c, int_of(x), int_of(y));
}

OP2(add) { return is_int(a) && is_int(b) ? sum_or_fault(int_of(a), int_of(b)) : arithmetic_any(c, AR_ADD, a, b, 0); }
OP2(subtract) {
    return is_int(a) && is_int(b) ? minus_of(int_of(a), int_of(b)) : arithmetic_any(c, AR_SUBTRACT, a, b, 0);
}
OP2(multiply) { return arithmetic_any(c, AR_MULTIPLY, a, b, 1); }
OP2(divide) { return arithmetic_any(c, AR_DIVIDE, a, b, 1); }
OP1(invert) { return arithmetic_one(c, AR_INVERT, a); }
OP1(even) { return is_int(a) ? mk_bool(!(a.a & 1u)) : fault(F_TYPE); }
OP1(double) { return arithmetic_one(c, AR_DOUBLE, a); }
OP1(halve) { return arithmetic_one(c, AR_HALVE, a); }
OP1(increment) { return arithmetic_one(c, AR_INCREMENT, a); }
OP1(decrement) { return arithmetic_one(c, AR_DECREMENT, a); }
OP1(crement) { return arithmetic_one(c, AR_CREMENT, a); }
OP1(sign) { return arithmetic_one(c, AR_SIGN, a); }
OP1(positive) { return is_int(a) ? mk_bool(int_of(a) > 0) : fault(F_TYPE); }
OP2(greater) { return is_int(a) && is_int(b) ? mk_bool(int_of(a) > int_of(b)) : below(c, b, a); }

// The tuple (x, y); without scratch memory where it is a cell.
FN val tuple_of(ctx *c, val x, val y) {
    if (!c->batt && is_int(x) && TAG(y) == V_PAIR) return mk_cell(c, x, (i32)y.a, (i32)y.b);
    return mk_two(c, x, y);
}
OP1(toivec) { return tuple_of(c, a, mk_int(0)); }
OP1(tojvec) { return tuple_of(c, mk_int(0), a); }

OP3(interval) {
    if (!is_int(a) || !is_int(b) || !is_int(d)) return fault(F_TYPE);
    i64 start = int_of(a), stop = int_of(b), step = int_of(d);
    if (step == 0) return fault(F_DOMAIN);
    if (step > 0 ? stop <= start : stop >= start) return unit();
    // What lies between fits 64 bits without sign.
    u64 span = step > 0 ? (u64)stop - (u64)start : (u64)start - (u64)stop, n = (span - 1) / amount(step) + 1;
    if (too_large(n)) return fault(F_BUDGET);
    i64 last = (i64)((u64)start + (n - 1) * (u64)step);
    if (is_i8(start) && is_i8(last)) {
        u32 to = alloc_bytes(c, (u32)n);
        if (!to) return fault(F_BUDGET);
        // A single number may have any step.
        i32 x = (i32)start, by = n > 1 ? (i32)step : 0;
        for (u32 i = 0; i < (u32)n; i++, x += by) bytes_at(c, to)[i] = (i8)x;
        return mk_row(c, to, (u32)n);
    }
    u32 to = alloc_vals(c, (u32)n);
    if (!to) return fault(F_BUDGET);
    for (u32 i = 0; i < (u32)n; i++) store(c, to, i, mk_int((i64)((u64)start + i * (u64)step)));
    return mk_tuple(c, to, (u32)n);
}
