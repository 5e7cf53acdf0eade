// Objects, for one lane and for a group: see both/measure.h.

OP4(objects) { return IN(components)(c, a, truth(b), truth(d), truth(e)); }
OP2(objects_packed) {
    if (!is_tuple(a) || !is_int(b)) return fault(F_TYPE);
    i64 type = int_of(b);
    if (type < 0 || type > 7) return fault(F_DOMAIN);
    return IN(components)(c, a, type >> 2 & 1, type >> 1 & 1, type & 1);
}
