// Lanes that work on one item together.
//
// The lanes of a group go through the same steps with the same values: what decides about control flow is the same in all of
// them. They write the same words, or each its own. Between a word's being written by one lane and read by another, and between
// its being read by any and written anew, there is a sync_lanes. Values and budgets live in all lanes.

#if LANES > 1

#if LANES > 32
#error "a group has at most 32 lanes: one for each bit of a word"
#endif
#if defined(__CUDACC__)
FN u32 lane_id(void) { return threadIdx.x % LANES; }
FN void sync_lanes(ctx *c) { (void)c; __syncwarp(); }
FN u32 from_lane(ctx *c, u32 word, u32 lane) { (void)c; return __shfl_sync(~0u, word, (int)lane); }
// What the lane has whose number differs in these bits.
FN u32 across(ctx *c, u32 word, u32 bits) { (void)c; return __shfl_xor_sync(~0u, word, (int)bits); }
// A bit for every lane that says yes.
FN u32 ballot(ctx *c, u32 yes) { (void)c; return __ballot_sync(~0u, yes != 0); }
#else
// Without shuffles lanes tell each other words in memory of their group. It has two halves that are used in turn: a half is written
// anew only after a barrier at which all had read it. So a collective takes one barrier.
FN u32 lane_id(void) { return LANE; }
FN void sync_lanes(ctx *c) { (void)c; MEET(IN_ALL); }
FN SHARED u32 *told(ctx *c, u32 word) {
    SHARED u32 *said = c->told + (c->turn ^= 4 * LANES);
    said[LANE] = word;
    MEET(IN_GROUP);
    return said;
}
FN u32 from_lane(ctx *c, u32 word, u32 lane) { return told(c, word)[lane % LANES]; }
FN u32 across(ctx *c, u32 word, u32 bits) { return told(c, word)[LANE ^ bits]; }
FN u32 ballot(ctx *c, u32 yes) {
    SHARED u32 *said = told(c, yes != 0);
    u32 all = 0;
    for (u32 i = 0; i < LANES; i++) all |= said[i] << i;
    return all;
}
#endif

// Elements of a container, one for each lane and round; `break` and `return` do not belong inside.
#define EACH(i, n) for (u32 i = lane_id(); i < (n); i += LANES)
// The same with collectives inside: all lanes take part in every round.
#define EACH_ROUND(i, n) for (u32 from_ = 0, i = lane_id(); from_ < (n); from_ += LANES, i += LANES)
#define BELOW_LANE ((1u << lane_id()) - 1)

#if defined(__CUDACC__)
SMALL u64 wide_from_lane(ctx *c, u64 n, u32 lane) {
    u32 low = from_lane(c, (u32)n, lane);
    return (u64)from_lane(c, (u32)(n >> 32), lane) << 32 | low;
}
SMALL val val_from_lane(ctx *c, val v, u32 lane) {
    v.tag = from_lane(c, v.tag, lane);
    v.a = from_lane(c, v.a, lane);
    v.b = from_lane(c, v.b, lane);
    v.c = from_lane(c, v.c, lane);
    return v;
}
// The sum of a number over this lane and those before it, for numbers of 64 bits and of 32.
#define SUM_TO_LANE(n, from) \
    for (u32 by = 1; by < LANES; by *= 2) { \
        u64 other_ = from(c, n, lane_id() - by); \
        n += lane_id() >= by ? other_ : 0; \
    }
FN u64 sum_to_lane(ctx *c, u64 n) {
    SUM_TO_LANE(n, wide_from_lane)
    return n;
}
SMALL u32 words_to_lane(ctx *c, u32 n) {
    SUM_TO_LANE(n, from_lane)
    return n;
}
// A number over all lanes: the smallest, the largest, the sum, all bits.
SMALL u32 least_of(ctx *c, u32 n) {
    for (u32 by = 1; by < LANES; by *= 2) { u32 other = across(c, n, by); n = other < n ? other : n; }
    return n;
}
SMALL u32 sum_of(ctx *c, u32 n) {
    for (u32 by = 1; by < LANES; by *= 2) n += across(c, n, by);
    return n;
}
SMALL u32 bits_of_all(ctx *c, u32 n) {
    for (u32 by = 1; by < LANES; by *= 2) n |= across(c, n, by);
    return n;
}
#else
FN SHARED u32 *told_value(ctx *c, val v) {
    SHARED u32 *said = c->told + (c->turn ^= 4 * LANES), *own = said + 4 * LANE;
    own[0] = v.tag;
    own[1] = v.a;
    own[2] = v.b;
    own[3] = v.c;
    MEET(IN_GROUP);
    return said;
}
FN val value_told(SHARED u32 *said, u32 lane) {
    SHARED u32 *from = said + 4 * (lane % LANES);
    return mk(from[0], from[1], from[2], from[3]);
}
FN val val_from_lane(ctx *c, val v, u32 lane) { return value_told(told_value(c, v), lane); }
FN u64 wide_from_lane(ctx *c, u64 n, u32 lane) { return bits_of(val_from_lane(c, mk_bits(n), lane)); }
FN u64 sum_to_lane(ctx *c, u64 n) {
    SHARED u32 *all = told_value(c, mk_bits(n));
    u64 sum = 0;
    for (u32 i = 0; i <= LANE; i++) sum += bits_of(value_told(all, i));
    return sum;
}
FN u32 words_to_lane(ctx *c, u32 n) {
    SHARED u32 *all = told(c, n);
    u32 sum = 0;
    for (u32 i = 0; i <= LANE; i++) sum += all[i];
    return sum;
}
FN u32 least_of(ctx *c, u32 n) {
    SHARED u32 *all = told(c, n);
    for (u32 i = 0; i < LANES; i++) n = all[i] < n ? all[i] : n;
    return n;
}
FN u32 sum_of(ctx *c, u32 n) { return from_lane(c, words_to_lane(c, n), LANES - 1); }
FN u32 bits_of_all(ctx *c, u32 n) {
    SHARED u32 *all = told(c, n);
    for (u32 i = 0; i < LANES; i++) n |= all[i];
    return n;
}
#endif
// The sum of a number over the lanes before this one; the sum over all of them in *all.
SMALL u32 sum_before(ctx *c, u32 n, u32 *all) {
    u32 sum = words_to_lane(c, n);
    *all = from_lane(c, sum, LANES - 1);
    return sum - n;
}
// The lane whose part a place is in, where parts follow each other and start at `start` in each lane.
SMALL u32 lane_of_place(ctx *c, u32 start, u32 place) {
    u32 lane = 0;
    for (u32 by = 1; by < LANES; by *= 2) {
        u32 later = lane + LANES / 2 / by;
        lane = from_lane(c, start, later) <= place ? later : lane;
    }
    return lane;
}
FN u32 most_of(ctx *c, u32 n) { return ~least_of(c, ~n); }
// Once lanes have worked on parts of their own: any of them may have found a reason to hand back.
SMALL void share_bail(ctx *c) {
    u32 some = ballot(c, c->bail);
    if (some) c->bail = from_lane(c, c->bail, LOWEST32(some));
}
// After the first lane has worked alone: what it made is there for all, and all know how far it went.
FN void share(ctx *c, val *v) {
    sync_lanes(c);
    *v = val_from_lane(c, *v, 0);
    c->top = from_lane(c, c->top, 0);
    c->bail = from_lane(c, c->bail, 0);
    c->left = (i64)wide_from_lane(c, (u64)c->left, 0);
}
#define ALONE (lane_id() == 0)
// What one lane makes for all, after all have done with the memory that it will write.
#define BY_ONE(v, made) do { sync_lanes(c); if (ALONE) (v) = (made); share(c, &(v)); } while (0)
#else

#define ALONE 1
#define EACH(i, n) for (u32 i = 0; i < (n); i++)
FN void sync_lanes(ctx *c) { (void)c; }
FN u32 from_lane(ctx *c, u32 word, u32 lane) { (void)c; (void)lane; return word; }

#endif
