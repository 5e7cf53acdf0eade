// Sets and tuples as wholes, by a group of lanes (container.h).

// The elements of a container stored at fresh memory; 0 when it is out. In sync after.
FN u32 group_spread(ctx *c, val v, u32 *n) {
    *n = count(c, v);
    u32 at = alloc_vals(c, *n + (*n == 0));
    if (!at) return 0;
    EACH(i, *n) store(c, at, i, item(c, v, i));
    sync_lanes(c);
    return at;
}
FN u32 group_values_of(ctx *c, val v, u32 *n) {
    if ((TAG(v) == V_TUPLE || TAG(v) == V_SET) && v.a) { *n = v.a; return v.c; }
    return group_spread(c, v, n);
}
FN val group_to_set(ctx *c, val v) {
    if (is_set(v)) return v;
    if (!is_container(v)) return fault(F_TYPE);
    u32 n, at = group_spread(c, v, &n);
    return at ? group_mk_set(c, at, n) : fault(F_BUDGET);
}
FN val group_to_tuple(ctx *c, val v) {
    if (is_tuple(v)) return v;
    if (!is_container(v)) return fault(F_TYPE);
    u32 n, at = group_spread(c, v, &n);
    return at ? group_mk_tuple(c, at, n) : fault(F_BUDGET);
}
FN val g_set_of_sorted(ctx *c, u32 at, u32 n) {
    if (n == 0) return empty();
    u32 t = c->mem[at] & 255u;
    return t == V_INT || t == V_PAIR || t == V_CELL ? group_mk_set(c, at, n) : group_mk_general(c, V_SET, at, n);
}
// Where this lane's word goes among those that are kept, `done` having been kept before; and how many are kept then.
FN u32 kept_place(u32 kept, u32 done) { return done + POPCOUNT32(kept & BELOW_LANE); }

// What all lanes do alike, as it changes nothing that it reads.
GROUP_OP1(size) { return is_container(a) ? mk_int(count(c, a)) : fault(F_TYPE); }
GROUP_OP1(initset) {
    if (packs(a, V_INT)) return mk_bits((u64)1 << a.a);
    u32 keys = packs(a, V_PAIR) || TAG(a) == V_CELL, size = size_in(a), depth = depth_of(a);
    u32 at = keys ? alloc(c, 1) : alloc_vals(c, 1);
    if (!at) return fault(F_BUDGET);
    if (keys) {
        c->mem[at] = key_of(a);
        return mk(TAG(a) == V_CELL ? V_CELLS : V_POSES, 1, key_of(a), at);
    }
    store(c, at, 0, a);
    return too_large(size) || depth >= DEPTH_LIMIT ? fault(F_BUDGET) : mk(V_SET | (depth + 1) << 8, 1, size, at);
}
GROUP_OP2(astuple) {
    u32 small = is_int(a) && is_int(b) && is_i32(int_of(a)) && is_i32(int_of(b));
    return small ? mk(V_PAIR, a.a, b.a, 0) : tuple_of(c, a, b);
}
GROUP_OP3(astriple) { return k_astriple(c, a, b, d); }
GROUP_OP2(ascell) { return k_ascell(c, a, b); }
GROUP_OP1(toij) { return k_toij(c, a); }

// ---- union, intersection, difference ----

// Keys of both sets go to their places in a merge that keeps repeats, those of the first set before those of the second.
FN void merge_keys(ctx *c, val a, val b, u32 at) {
    GLOBAL u32 *x = words_at(c, a.c), *y = words_at(c, b.c), *to = words_at(c, at);
    EACH(i, a.a) to[i + first_key(c, b.c, b.a, x[i])] = x[i];
    EACH(i, b.a) to[i + (y[i] == ~0u ? a.a : first_key(c, a.c, a.a, y[i] + 1))] = y[i];
}
FN val group_join_keys(ctx *c, val a, val b) {
    u32 n = a.a + b.a, len, at = alloc(c, n);
    if (!at) return fault(F_BUDGET);
    if (n <= LANES) {
        u32 i = lane_id(), key = i < a.a ? c->mem[a.c + i] : i < n ? c->mem[b.c + i - a.a] : 0;
        len = store_sorted(c, at, key, n);
    } else {
        merge_keys(c, a, b, at);
        sync_lanes(c);
        len = drop_equal_keys(c, at, n);
    }
    c->top = at + len;
    return too_large(len) ? fault(F_BUDGET) : mk(TAG(a), len, a.b < b.b ? a.b : b.b, at);
}
// The same for values; V_NONE stands for what both sets have.
FN u32 merge_values(ctx *c, val a, val b, u32 at) {
    u32 found, repeats = 0;
    EACH(i, a.a) {
        val x = load(c, a.c, i);
        store(c, at, i + place_in(c, b.c, b.a, x, &found), x);
    }
    EACH(i, b.a) {
        val y = load(c, b.c, i);
        u32 place = i + place_in(c, a.c, a.a, y, &found) + found;
        store(c, at, place, found ? mk(V_NONE, 0, 0, 0) : y);
        repeats |= found;
    }
    sync_lanes(c);
    return ballot(c, repeats);
}
FN u32 drop_none(ctx *c, u32 at, u32 n) {
    u32 len = 0;
    EACH_ROUND(i, n) {
        val v = i < n ? load(c, at, i) : mk(V_NONE, 0, 0, 0);
        len += store_kept(c, at + 4 * len, v, TAG(v) != V_NONE);
    }
    return len;
}
FN val group_join_values(ctx *c, val a, val b) {
    u32 n = a.a + b.a, at = alloc_vals(c, n);
    if (!at) return fault(F_BUDGET);
    u32 len = merge_values(c, a, b, at) ? drop_none(c, at, n) : n;
    share_bail(c);
    c->top = at + 4 * len;
    return g_set_of_sorted(c, at, len);
}
FN val group_join_grids(ctx *c, val a, val b) {
    val f;
    u32 h = height_of(a) + height_of(b), w = width_of(a), n = height_of(a) * w, to = new_grid(c, h, w, &f);
    if (!to) return f;
    g_put_bytes(bytes_at(c, to), cells_of(c, a), n);
    g_put_bytes(bytes_at(c, to) + n, cells_of(c, b), height_of(b) * w);
    sync_lanes(c);
    return mk_grid(c, to, h, w);
}
FN val group_join_rows(ctx *c, val a, val b) {
    if (too_large(a.a + b.a)) return fault(F_BUDGET);
    u32 to = alloc_bytes(c, a.a + b.a);
    if (!to) return fault(F_BUDGET);
    g_put_bytes(bytes_at(c, to), cells_of(c, a), a.a);
    g_put_bytes(bytes_at(c, to) + a.a, cells_of(c, b), b.a);
    sync_lanes(c);
    return mk_row(c, to, a.a + b.a);
}

// The elements of a packed set that another has, or has not.
FN val group_sift_keys(ctx *c, val a, val b, u32 common) {
    u32 n = a.a, len = 0, at = alloc(c, n);
    if (!at) return fault(F_BUDGET);
    EACH_ROUND(i, n) {
        u32 key = i < n ? c->mem[a.c + i] : 0, keep = i < n && (find_key(c, b.c, b.a, key) < b.a) == common;
        u32 kept = ballot(c, keep);
        if (keep) c->mem[at + kept_place(kept, len)] = key;
        len += POPCOUNT32(kept);
    }
    sync_lanes(c);
    c->top = len == n ? at : at + len;
    return len == n ? a : mk_keys(c, TAG(a), at, len);
}
// The elements of a container that a set has, or has not, in the kind of the container.
FN val group_sift_values(ctx *c, val a, val b, u32 common) {
    u32 n, from = group_values_of(c, a, &n), len = 0, to = alloc_vals(c, n);
    if (!from || !to) return fault(F_BUDGET);
    EACH_ROUND(i, n) {
        val x = i < n ? load(c, from, i) : unit();
        len += store_kept(c, to + 4 * len, x, i < n && contains(c, b, x) == common);
    }
    share_bail(c);
    if (len == n) return a;
    c->top = to + 4 * len;
    return is_set(a) ? g_set_of_sorted(c, to, len) : group_mk_tuple(c, to, len);
}
// The bytes of a row that are kept, `kept` saying which of LANES; gives how many are then written.
FN u32 put_kept(GLOBAL i8 *to, u32 done, u32 kept, i8 byte) {
    if (kept >> lane_id() & 1) to[kept_place(kept, done)] = byte;
    return done + POPCOUNT32(kept);
}
FN val group_sift_row(ctx *c, val a, u64 bits) {
    GLOBAL i8 *w = cells_of(c, a);
    u32 to = alloc_bytes(c, a.a), len = 0;
    if (!to) return fault(F_BUDGET);
    EACH_ROUND(i, a.a) {
        i8 x = i < a.a ? w[i] : 0;
        u32 keep = i < a.a && (x < 0 || x > 63 || !(bits >> x & 1));
        len = put_kept(bytes_at(c, to), len, ballot(c, keep), x);
    }
    sync_lanes(c);
    return len == a.a ? a : mk_row(c, to, len);
}

// ---- one element more or less ----

FN val group_insert_value(ctx *c, val v, val set) {
    u32 n, found, from = group_values_of(c, set, &n);
    if (!from) return fault(F_BUDGET);
    u32 place = place_in(c, from, n, v, &found);
    if (found) return set;
    u32 to = alloc_vals(c, n + 1);
    if (!to) return fault(F_BUDGET);
    EACH(i, n) store(c, to, i + (i >= place), load(c, from, i));
    store(c, to, place, v);
    sync_lanes(c);
    return g_set_of_sorted(c, to, n + 1);
}
FN val group_insert_key(ctx *c, val set, u32 place, u32 key) {
    u32 to = alloc(c, set.a + 1);
    if (!to) return fault(F_BUDGET);
    EACH(i, set.a) c->mem[to + i + (i >= place)] = c->mem[set.c + i];
    c->mem[to + place] = key;
    sync_lanes(c);
    return mk_keys(c, TAG(set), to, set.a + 1);
}

FN val group_remove_from_keys(ctx *c, val v, val set) {
    u32 key, place = key_in(set, v, &key) ? find_key(c, set.c, set.a, key) : set.a;
    if (place == set.a) return set;
    u32 to = alloc(c, set.a);
    if (!to) return fault(F_BUDGET);
    EACH(i, set.a - 1) c->mem[to + i] = c->mem[set.c + i + (i >= place)];
    sync_lanes(c);
    return mk_keys(c, TAG(set), to, set.a - 1);
}
FN val group_remove_from_set(ctx *c, val v, val set) {
    u32 found, place = place_in(c, set.c, set.a, v, &found);
    if (!found) return set;
    u32 to = alloc_vals(c, set.a);
    if (!to) return fault(F_BUDGET);
    EACH(i, set.a - 1) store(c, to, i, load(c, set.c, i + (i >= place)));
    sync_lanes(c);
    return g_set_of_sorted(c, to, set.a - 1);
}
FN val group_remove_from_row(ctx *c, val v, val row) {
    if (!is_int(v) || !is_i8(int_of(v))) return row;
    GLOBAL i8 *w = cells_of(c, row);
    i8 gone = (i8)int_of(v);
    u32 len = 0, to = alloc_bytes(c, row.a);
    if (!to) return fault(F_BUDGET);
    EACH_ROUND(i, row.a) {
        i8 x = i < row.a ? w[i] : gone;
        len = put_kept(bytes_at(c, to), len, ballot(c, x != gone), x);
    }
    sync_lanes(c);
    return len == row.a ? row : mk_row(c, to, len);
}
FN val group_remove_from_tuple(ctx *c, val v, val tuple) {
    u32 n = count(c, tuple), len = 0, to = alloc_vals(c, n + (n == 0));
    if (!to) return fault(F_BUDGET);
    EACH_ROUND(i, n) {
        val x = i < n ? item(c, tuple, i) : v;
        len += store_kept(c, to + 4 * len, x, i < n && !equal(c, x, v));
    }
    share_bail(c);
    return len == n ? tuple : group_mk_tuple(c, to, len);
}

GROUP_OP2(sizefilter) {
    if (!is_container(a) || !is_int(b)) return fault(F_TYPE);
    if (is_keys(a)) return int_of(b) == (TAG(a) == V_POSES ? 2 : 2 + (i64)c->batt) ? a : empty();
    u32 n = count(c, a), len = 0, odd = 0, to = alloc_vals(c, n + (n == 0));
    if (!to) return fault(F_BUDGET);
    EACH_ROUND(i, n) {
        val x = i < n ? item(c, a, i) : unit();
        odd |= !is_container(x);
        len += store_kept(c, to + 4 * len, x, i < n && count(c, x) == int_of(b));
    }
    if (ballot(c, odd)) return fault(F_TYPE);
    if (len == n && is_set(a)) return a;
    return is_set(a) ? g_set_of_sorted(c, to, len) : group_mk_set(c, to, len);
}

// ---- repeats ----

// Values beyond that many are looked through by the first lane, which sorts them.
#define MOST_COMPARED 96
// Drops repeats from n values, each staying at its first place; gives how many are left.
FN u32 group_drop_repeats(ctx *c, u32 at, u32 n) {
    val v = unit();
    if (n > MOST_COMPARED) {
        BY_ONE(v, mk_int(drop_repeats(c, at, n)));
        return v.a;
    }
    u32 again = 0, len = 0;
    for (u32 round = 0, i = lane_id(); i < n; round++, i += LANES) {
        val x = load(c, at, i);
        for (u32 j = 0; j < i && !(again >> round & 1); j++) again |= (u32)equal(c, load(c, at, j), x) << round;
    }
    share_bail(c);
    sync_lanes(c);
    EACH_ROUND(i, n) {
        v = i < n ? load(c, at, i) : unit();
        len += store_kept(c, at + 4 * len, v, i < n && !(again & 1));
        again >>= 1;
    }
    return len;
}
FN val group_dedupe_row(ctx *c, val row) {
    u32 seen[8], len = 0, to = alloc_bytes(c, row.a < 256 ? row.a : 256);
    if (!to) return fault(F_BUDGET);
    for (u32 i = 0; i < 8; i++) seen[i] = 0;
    GLOBAL i8 *w = cells_of(c, row);
    EACH_ROUND(i, row.a) {
        u32 x = i < row.a ? (u8)w[i] : 0, fresh = ballot(c, i < row.a && !(seen[x / 32] >> (x & 31u) & 1)), kept = 0;
        while (fresh) {
            u32 lane = LOWEST32(fresh), y = from_lane(c, x, lane);
            seen[y / 32] |= 1u << (y & 31u);
            kept |= 1u << lane;
            fresh &= ~ballot(c, x == y);
        }
        len = put_kept(bytes_at(c, to), len, kept, (i8)x);
    }
    sync_lanes(c);
    return len == row.a ? row : mk_row(c, to, len);
}

// ---- what the results of some calls hold and those of others do not ----

// The elements of the n containers stored at `parts`; 0 when *f is to be returned.
FN u32 group_spread_all(ctx *c, u32 parts, u32 n, u32 *len, val *f) {
    u32 odd = 0;
    u64 sum = 0;
    EACH(i, n) {
        val v = load(c, parts, i);
        odd |= !is_container(v);
        sum += count(c, v);
    }
    *len = sum_of(c, sum > SIZE_LIMIT ? SIZE_LIMIT + 1 : (u32)sum);
    *f = fault(F_TYPE);
    if (ballot(c, odd) || too_large(*len)) {
        u32 at = 0;
        BY_ONE(*f, (at = spread_all(c, parts, n, len, f), *f));
        *len = from_lane(c, *len, 0);
        return from_lane(c, at, 0);
    }
    u32 at = alloc_vals(c, *len + (*len == 0));
    if (at) spread_values(c, at, parts, n);
    return at;
}
BIG val group_only_in_first(ctx *c, u32 first, u32 n, u32 second, u32 m) {
    val f;
    u32 kept = 0, at = group_spread_all(c, first, n, &n, &f), other = at ? group_spread_all(c, second, m, &m, &f) : 0;
    if (!other) return f;
    val set = group_mk_set(c, other, m);
    TRY(set);
    n = group_drop_repeats(c, at, n);
    EACH_ROUND(i, n) {
        val v = i < n ? load(c, at, i) : unit();
        kept += store_kept(c, at + 4 * kept, v, i < n && !contains(c, set, v));
    }
    share_bail(c);
    return c->bail ? fault(F_BUDGET) : group_mk_tuple(c, at, kept);
}
