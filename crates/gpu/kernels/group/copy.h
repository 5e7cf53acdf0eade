// Values copied by a group of lanes (build.h).

FN void copy_words(ctx *c, u32 to, u32 from, u32 n) { EACH(i, n) c->mem[to + i] = c->mem[from + i]; }
// The same to lower places, some of which may be those of words that are still to be read.
SMALL void move_down(ctx *c, u32 to, u32 from, u32 n) {
    for (u32 i = 0; i < n; i += LANES) {
        u32 at = i + lane_id(), word = at < n ? c->mem[from + at] : 0;
        sync_lanes(c);
        if (at < n) c->mem[to + at] = word;
        sync_lanes(c);
    }
}

// Copies n words of each lane, as many as whole values take, by all lanes together: values, unless some part stands elsewhere than they do.
FN void copy_parts(ctx *c, u32 to, u32 from, u32 n) {
    u32 all, start = sum_before(c, n, &all), step = ballot(c, n && from & 3u) ? 1 : 4;
    EACH_ROUND(i, all / step) {
        u32 place = i * step, lane = lane_of_place(c, start, place);
        u32 source = from_lane(c, from - start, lane) + place, target = from_lane(c, to - start, lane) + place;
        if (place < all && step == 4) store(c, target, 0, load(c, source, 0));
        else if (place < all) c->mem[target] = c->mem[source];
    }
}

// Values that are gone through: those not yet looked at, and of the last LANES those that hold values themselves.
typedef struct { u32 at, left, deep; } walk_level;
SMALL void enter(walk_level *level, val v, u32 shift) {
    level->at = nested_at(v) - shift;
    level->left = nested(v);
    level->deep = 0;
}
// How many words v holds beyond `mark` (all if that is 0); ~0 when these are more than `most`. Unless `to` is 0 they are copied
// there, and v is the value that points there or `shift` words further on, where all of it will be moved.
BIG u32 walk_value(ctx *c, val *v, u32 mark, u32 to, u32 shift, u32 most) {
    walk_level levels[NESTING];
    if (v->c < mark) return 0;
    u32 n = 0, copies = to, words = words_own(*v);
    if (words > most) return ~0u;
    if (copies) {
        copy_words(c, to, v->c, words_used(*v));
        if (words) v->c = to + shift;
        to += words;
        sync_lanes(c);
    }
    if (nested(*v)) enter(&levels[n++], *v, copies ? shift : 0);
    while (n) {
        walk_level *level = &levels[n - 1];
        if (level->deep) {
            val x = load(c, level->at - 4 * LANES, LOWEST32(level->deep));
            level->deep &= level->deep - 1;
            if (n == NESTING) return ~0u;
            enter(&levels[n++], x, copies ? shift : 0);
            continue;
        }
        if (!level->left) { n--; continue; }
        u32 has = lane_id() < level->left;
        val x = has ? load(c, level->at, lane_id()) : unit();
        has &= x.c >= mark;
        u32 own = has ? words_own(x) : 0, all = copies ? words_to_lane(c, own) : sum_of(c, own);
        level->deep = ballot(c, has && nested(x));
        if (copies) {
            u32 place = to + all - own;
            copy_parts(c, place, x.c, own);
            x.c = place + shift;
            if (own) store(c, level->at, lane_id(), x);
            all = from_lane(c, all, LANES - 1);
            to += all;
            sync_lanes(c);
        }
        words += all;
        if (words > most) return ~0u;
        level->at += 4 * LANES;
        level->left -= level->left < LANES ? level->left : LANES;
    }
    return words;
}
FN u32 group_words_of(ctx *c, val v, u32 mark, u32 most) { return walk_value(c, &v, mark, 0, 0, most); }
FN val group_copy_out(ctx *c, val v, u32 mark, u32 to, u32 shift) {
    walk_value(c, &v, mark, to, shift, ~0u - 1);
    return v;
}
SMALL val group_moved(ctx *c, val v, u32 *to) {
    u32 words = words_own(v);
    if (words == 0) return v;
    copy_words(c, *to, v.c, words_used(v));
    v.c = *to;
    *to += words;
    return v;
}

BIG val compact_much(ctx *c, u32 mark, val v) {
    u32 used = c->top - mark, flat = !nested(v), to = WHOLE(mark), aside = WHOLE(c->top), words;
    sync_lanes(c);
    words = flat && v.c >= mark ? words_own(v) : group_words_of(c, v, mark, used / 2);
    if (words > used / 2 || words + aside - c->top > c->end - c->top) return v;
    u32 from = flat ? v.c : aside;
    if (flat && words) v.c = to;
    else if (words) v = group_copy_out(c, v, mark, from, to - from);
    move_down(c, to, from, words);
    c->top = to + words;
    return v;
}
// Keeps only v of everything made since mark, where that is worth the copy.
SMALL val group_compact(ctx *c, u32 mark, val v) {
    return FAULTY(v) || c->bail || c->top - mark < 256 ? v : compact_much(c, mark, v);
}

// What of a ctx changes while a lane works alone.
typedef struct { u32 top, end, most, bail, depth; i64 left; } state;
SMALL state state_of(ctx *c) {
    state s;
    s.top = c->top;
    s.end = c->end;
    s.most = c->most;
    s.bail = c->bail;
    s.depth = c->depth;
    s.left = c->left;
    return s;
}
SMALL void restore(ctx *c, state s) {
    c->top = s.top;
    c->end = s.end;
    c->most = s.most;
    c->bail = s.bail;
    c->depth = s.depth;
    c->left = s.left;
}
// Leaves each lane a part of the memory that is left; 0, and all as it was, when that is little.
SMALL u32 lane_memory(ctx *c) {
    u32 start = WHOLE(c->top), room = start < c->end ? (c->end - start) / LANES & ~3u : 0;
    if (room < 64) return 0;
    c->top = start + lane_id() * room;
    c->end = c->top + room - SPARE;
    return 1;
}
// Moves what each lane has made, n words at `from` of its own memory, to where they belong, which ends at `end`. What stands where
// others belong goes first, lane by lane: no lane has made more than fits its memory, so all move down.
FN void move_together(ctx *c, u32 to, u32 from, u32 n, u32 end) {
    u32 in_the_way = n && from < end;
    for (u32 lanes = ballot(c, in_the_way); lanes; lanes &= lanes - 1) {
        u32 lane = LOWEST32(lanes);
        move_down(c, from_lane(c, to, lane), from_lane(c, from, lane), from_lane(c, n, lane));
    }
    copy_parts(c, to, from, in_the_way ? 0 : n);
    sync_lanes(c);
}

// Keeps the results of up to LANES calls: this lane's is v, made in memory of its own, of which what is between `top` and `end` is free.
// A fault when there is no room; nothing is lost then.
FN val keep_results(ctx *c, u32 top, u32 end, val v, u32 has) {
    u32 start = WHOLE(c->top), at = WHOLE(top), left = at < end ? end - at : 0;
    u32 words = has && v.c >= c->top ? words_own(v) : 0, deep = words && nested(v);
    if (deep) words = words_of(c, v, c->top, left);
    if (ballot(c, words == ~0u)) return fault(F_BUDGET);
    if (!ballot(c, words)) return v;
    u32 all = words_to_lane(c, words), to = start + all - words, from = deep ? at : v.c;
    if (deep) v = copy_out(c, v, c->top, from, to - from);
    else if (words) v.c = to;
    sync_lanes(c);
    all = from_lane(c, all, LANES - 1);
    move_together(c, to, from, words, start + all);
    c->top = start + all;
    if (c->top > c->most) c->most = c->top;
    return v;
}
