// Values on a device: 16 bytes each, in one form per value, as in the engine (value/mod.rs).
//
// All memory is one buffer of 32-bit words. A value points into it by word number, so values are
// plain data and mean the same on host and device.

enum {
    V_INT,   // a, b: low and high word
    V_PAIR,  // a, b: two 32-bit integers
    V_CELL,  // a: packed cell
    V_ROW,   // a: length, c: where its bytes are, b: how many bytes after that
    V_GRID,  // a: height << 16 | width, b, c: as V_ROW
    V_TUPLE, // a: length, b: size, c: where its values are; depth in the tag
    V_BITS,  // a, b: a set of integers 0..63
    V_CELLS, // a: length, b: its first key, c: where its keys are
    V_POSES, // as V_CELLS
    V_SET,   // as V_TUPLE
    V_OP,    // a: number of the op name, b, c: how its row begins (machine.h)
    V_FUNC,  // a: kind | arity << 8 | arguments << 16, b: size, c: where op and arguments are; depth in the tag
    V_ANYFN,
    V_FAULT, // a: why
    V_NONE   // not computed yet
};

// In the order of the engine.
enum { F_TYPE, F_ARITY, F_EMPTY, F_INDEX, F_DOMAIN, F_BUDGET };

// Why a device hands an item back to the CPU.
enum { B_NOTHING, B_MEMORY, B_DEPTH, B_OP, B_FORM, B_LOG, B_RESULTS };

// How functions are built.
enum { L_COMPOSE, L_CHAIN, L_MATCHER, L_RBIND, L_LBIND, L_POWER, L_FORK };

#define DEPTH_LIMIT 256u
#define SIZE_LIMIT (1u << 17)
#define CALL_LIMIT (2 * DEPTH_LIMIT)
#define CALL_COST 4
#define PAIRS_AT_ONCE 32
#define BIAS 2048

typedef struct ALIGNED {
    u32 tag, a, b, c;
} val;

// Where ops run: memory, budget, and the reason for handing back, if there is one.
typedef struct {
    GLOBAL u32 *mem;
    i64 left;     // what is left of the budget
    u32 top, end; // free words
    u32 most;     // highest top seen
    u32 bail;
    u32 batt;     // 1 in dialect batt
    u32 depth;    // levels of function values under way
#if LANES > 1 && !defined(__CUDACC__)
    SHARED u32 *told; // what lanes tell each other (group.h), and the half of it that was used last
    u32 turn;
#endif
} ctx;
// The one that a kernel works with. Each lane has its own, but a local variable whose address is known stands in memory, for all
// lanes of a group 128 bytes of it for every word. So groups keep theirs in shared memory, side by side: ten words each, so that no more than two lanes
// meet at a bank.
#if defined(__CUDACC__)
__shared__ ctx contexts[BLOCK];
#define CONTEXT(c) ctx *c = &contexts[threadIdx.x]
#elif LANES > 1
#define CONTEXT(c) TOLD(told_[8 * LANES]); ctx own, *c = &own; own.told = told_; own.turn = 0
#else
#define CONTEXT(c) ctx own, *c = &own
#endif
// Where the table of op names is, by the header (layout.rs).
#define OPS (c->mem[1])

#define TAG(v) ((v).tag & 255u)
#define FAULTY(v) (TAG(v) == V_FAULT)
// Leaves an op with the fault of a value, if it is one.
#define TRY(v) do { val tried_ = (v); if (FAULTY(tried_)) return tried_; } while (0)

FN val mk(u32 tag, u32 a, u32 b, u32 c) { val v; v.tag = tag; v.a = a; v.b = b; v.c = c; return v; }
FN val fault(u32 why) { return mk(V_FAULT, why, 0, 0); }
FN val hand_back(ctx *c, u32 why) { if (!c->bail) c->bail = why; return fault(F_BUDGET); }
FN val mk_int(i64 n) { return mk(V_INT, (u32)(u64)n, (u32)((u64)n >> 32), 0); }
FN val mk_bool(u32 b) { return mk(V_INT, b != 0, 0, 0); }
FN val mk_bits(u64 bits) { return mk(V_BITS, (u32)bits, (u32)(bits >> 32), 0); }
FN val unit(void) { return mk(V_TUPLE | 1u << 8, 0, 0, 0); }
FN val empty(void) { return mk(V_BITS, 0, 0, 0); }
FN i64 int_of(val v) { return (i64)((u64)v.a | (u64)v.b << 32); }
FN u64 bits_of(val v) { return (u64)v.a | (u64)v.b << 32; }
FN u32 is_int(val v) { return TAG(v) == V_INT; }
FN u32 is_tuple(val v) { u32 t = TAG(v); return t >= V_PAIR && t <= V_TUPLE; }
FN u32 is_set(val v) { u32 t = TAG(v); return t >= V_BITS && t <= V_SET; }
FN u32 is_container(val v) { u32 t = TAG(v); return t >= V_PAIR && t <= V_SET; }
FN u32 is_fn(val v) { u32 t = TAG(v); return t == V_OP || t == V_FUNC || t == V_ANYFN; }
FN u32 is_empty(val v) { return (TAG(v) == V_TUPLE && v.a == 0) || (TAG(v) == V_BITS && (v.a | v.b) == 0); }
FN val empty_like(val v) { return is_set(v) ? empty() : unit(); }
FN u32 truth(val v) { return TAG(v) == V_INT ? (v.a | v.b) != 0 : !is_empty(v); }
FN u32 height_of(val grid) { return grid.a >> 16; }
FN u32 width_of(val grid) { return grid.a & 0xffffu; }

// The bytes of a row or grid, the keys of a packed set, the values of a general container.
FN GLOBAL i8 *bytes_at(ctx *c, u32 at) { return (GLOBAL i8 *)(c->mem + at); }
FN GLOBAL i8 *cells_of(ctx *c, val v) { return (GLOBAL i8 *)(c->mem + v.c) + v.b; }
FN GLOBAL u32 *words_at(ctx *c, u32 at) { return c->mem + at; }
// Groups move values at once: theirs stand at multiples of four words, as all that they take memory for, and what is copied takes such a
// multiple. Keys of packed sets are moved so as well, AT_ONCE of them in a value: a word that a lane reads of a list of its own moves eight.
#if LANES > 1
#define AT_ONCE 4u
#define WHOLE(words) (((words) + 3) & ~3u)
FN val load(ctx *c, u32 at, u32 i) { return *(GLOBAL val *)(c->mem + at + 4 * i); }
FN void store(ctx *c, u32 at, u32 i, val v) { *(GLOBAL val *)(c->mem + at + 4 * i) = v; }
#else
#define AT_ONCE 1u
#define WHOLE(words) (words)
FN val load(ctx *c, u32 at, u32 i) { GLOBAL u32 *w = c->mem + at + 4 * i; return mk(w[0], w[1], w[2], w[3]); }
FN void store(ctx *c, u32 at, u32 i, val v) { GLOBAL u32 *w = c->mem + at + 4 * i; w[0] = v.tag; w[1] = v.a; w[2] = v.b; w[3] = v.c; }
#endif

// Takes memory; 0 when there is none left, and then the item is handed back. No data lies at 0.
SMALL u32 alloc(ctx *c, u32 words) {
    u32 at = WHOLE(c->top);
    if (words > c->end - at) { hand_back(c, B_MEMORY); return 0; }
    c->top = at + words;
    if (c->top > c->most) c->most = c->top;
    return at;
}
FN u32 alloc_bytes(ctx *c, u32 bytes) { return alloc(c, (bytes + 3) / 4); }
SMALL u32 alloc_vals(ctx *c, u32 n) {
    if (n > (1u << 22)) { hand_back(c, B_MEMORY); return 0; }
    return alloc(c, 4 * n);
}

// Keys i and on of a list of n, i being a multiple of AT_ONCE; what is behind the last is the first of them again. And the same written: what
// is behind the last may be anything.
#if LANES > 1
SMALL val keys_from(ctx *c, u32 at, u32 i, u32 n) {
    val k = *(GLOBAL val *)(c->mem + at + i);
    u32 left = n - i;
    k.a = left > 1 ? k.a : k.tag;
    k.b = left > 2 ? k.b : k.tag;
    k.c = left > 3 ? k.c : k.tag;
    return k;
}
FN void put_keys(ctx *c, u32 at, u32 i, val k) { *(GLOBAL val *)(c->mem + at + i) = k; }
#else
FN val keys_from(ctx *c, u32 at, u32 i, u32 n) { u32 k = c->mem[at + i]; (void)n; return mk(k, k, k, k); }
FN void put_keys(ctx *c, u32 at, u32 i, val k) { c->mem[at + i] = k.tag; }
#endif
// A list that one lane reads word by word, and one that it writes.
typedef struct { val ahead; u32 at, i, n; } reader;
typedef struct { val behind; u32 at, n; } writer;
#if LANES > 1
#define NOW(r) ((r).ahead.tag)
SMALL reader read_from(ctx *c, u32 at, u32 i, u32 n) {
    reader r;
    r.ahead = i < n ? load(c, at, i / 4) : mk(0, 0, 0, 0);
    for (u32 k = i & 3u; k; k--) { r.ahead.tag = r.ahead.a; r.ahead.a = r.ahead.b; r.ahead.b = r.ahead.c; }
    r.at = at;
    r.i = i;
    r.n = n;
    return r;
}
SMALL void read_on(ctx *c, reader *r, u32 on) {
    if (!on) return;
    r->ahead.tag = r->ahead.a;
    r->ahead.a = r->ahead.b;
    r->ahead.b = r->ahead.c;
    if ((++r->i & 3u) == 0 && r->i < r->n) r->ahead = load(c, r->at, r->i / 4);
}
SMALL void write_next(ctx *c, writer *w, u32 word, u32 keep) {
    if (!keep) return;
    w->behind.tag = w->behind.a;
    w->behind.a = w->behind.b;
    w->behind.b = w->behind.c;
    w->behind.c = word;
    if ((++w->n & 3u) == 0) store(c, w->at, w->n / 4 - 1, w->behind);
}
// The next four words at once, with as many of the last ones as fill up a value.
SMALL void write_four(ctx *c, writer *w, val k) {
    val b = w->behind, x = w->n & 2u ? mk(b.b, b.c, k.tag, k.a) : k;
    store(c, w->at, w->n / 4, w->n & 1u ? mk(w->n & 2u ? b.a : b.c, x.tag, x.a, x.b) : x);
    w->behind = k;
    w->n += 4;
}
// All words of a list.
SMALL void write_list(ctx *c, writer *w, u32 at, u32 n) {
    u32 whole = n & ~3u;
    for (u32 i = 0; i < whole; i += 4) write_four(c, w, load(c, at, i / 4));
    for (reader r = read_from(c, at, whole, n); r.i < n; read_on(c, &r, 1)) write_next(c, w, NOW(r), 1);
}
SMALL u32 write_end(ctx *c, writer *w) {
    u32 n = w->n;
    while (w->n & 3u) write_next(c, w, 0, 1);
    return n;
}
#else
#define NOW(r) (c->mem[(r).at + (r).i])
FN reader read_from(ctx *c, u32 at, u32 i, u32 n) { reader r; (void)c; r.at = at; r.i = i; r.n = n; return r; }
FN void read_on(ctx *c, reader *r, u32 on) { (void)c; r->i += on; }
FN void write_next(ctx *c, writer *w, u32 word, u32 keep) { c->mem[w->at + w->n] = word; w->n += keep; }
FN void write_list(ctx *c, writer *w, u32 at, u32 n) { for (u32 i = 0; i < n; i++) c->mem[w->at + w->n++] = c->mem[at + i]; }
FN u32 write_end(ctx *c, writer *w) { (void)c; return w->n; }
#endif
SMALL writer write_to(u32 at) { writer w; w.behind = mk(0, 0, 0, 0); w.at = at; w.n = 0; return w; }
#define EACH_FOUR(i, n) for (u32 i = 0; i < (n); i += AT_ONCE)
// Keys of a line, each `step` above the one before.
FN void put_line(ctx *c, u32 at, u32 n, u32 key, u32 step) {
    EACH_FOUR(i, n) put_keys(c, at, i, mk(key + i * step, key + (i + 1) * step, key + (i + 2) * step, key + (i + 3) * step));
}
// What is done with each key that was read, and a key's change for all of them.
#define WITH_FOUR(k, done) do { done((k).tag); if (AT_ONCE > 1) { done((k).a); done((k).b); done((k).c); } } while (0)
#define FOUR_OF(k, change) mk(change((k).tag), change((k).a), change((k).b), change((k).c))

// Elements counted through nested containers: budgets are defined on this number. Calls of it are everywhere, hence no jumps on cores.
#define IS_ONE_OF(v, tags) (1u << TAG(v) & (tags))
#define SIZE_IN_A (1u << V_ROW | 1u << V_CELLS | 1u << V_POSES)
#define SIZE_IN_B (1u << V_TUPLE | 1u << V_SET | 1u << V_FUNC)
FN u32 grid_size(val v) { return height_of(v) * (width_of(v) ? width_of(v) : 1); }
FN u32 plain_size(val v) { return IS_ONE_OF(v, SIZE_IN_A) ? v.a : IS_ONE_OF(v, SIZE_IN_B) ? v.b : 1; }
#if LANES > 1
SMALL u32 size_of(val v) {
    if (IS_ONE_OF(v, 1u << V_GRID | 1u << V_BITS)) return TAG(v) == V_GRID ? grid_size(v) : POPCOUNT(bits_of(v));
    return plain_size(v);
}
#else
FN u32 size_of(val v) { return TAG(v) == V_GRID ? grid_size(v) : TAG(v) == V_BITS ? POPCOUNT(bits_of(v)) : plain_size(v); }
#endif
// The same where integers, pairs and cells are what is to be expected.
FN u32 small_size(val v) { return TAG(v) <= V_CELL ? 1 : size_of(v); }
FN u32 size_in(val v) {
    u32 n = size_of(v), t = TAG(v);
    return t == V_TUPLE || t == V_SET ? n + 1 : (n ? n : 1);
}
// Two bits for each tag below V_FUNC: 1 for pairs, rows and small sets, 2 for cells, grids and positions, 3 for sets of cells.
#define DEPTHS (1u << 2 * V_PAIR | 2u << 2 * V_CELL | 1u << 2 * V_ROW | 2u << 2 * V_GRID | 1u << 2 * V_BITS | 3u << 2 * V_CELLS | 2u << 2 * V_POSES)
FN u32 depth_of(val v) { return IS_ONE_OF(v, SIZE_IN_B) ? v.tag >> 8 : TAG(v) < V_FUNC ? DEPTHS >> 2 * TAG(v) & 3u : 0; }

// Adds cost; 0 beyond the limit.
FN u32 charge(ctx *c, i64 cost) { c->left -= cost; return c->left >= 0; }
FN u32 too_large(u64 size) { return size > SIZE_LIMIT; }

// Positions: row and column in 12 bits each. Cells add 8 bits of colour: above in arc, below in batt.
FN u32 fits(i64 x) { return x >= -BIAS && x < BIAS; }
FN u32 pos_fits(i64 r, i64 k) { return fits(r) && fits(k); }
FN u32 pos_of(i32 r, i32 k) { return (u32)(r + BIAS) << 12 | (u32)(k + BIAS); }
FN i32 row_of(u32 pos) { return (i32)(pos >> 12) - BIAS; }
FN i32 col_of(u32 pos) { return (i32)(pos & 0xfffu) - BIAS; }
FN u32 cell_of(ctx *c, i32 colour, u32 pos) {
    u32 k = ((u32)colour & 255u) ^ 128u;
    return c->batt ? pos << 8 | k : k << 24 | pos;
}
FN u32 cell_pos(ctx *c, u32 cell) { return c->batt ? cell >> 8 : cell & 0xffffffu; }
FN i32 cell_colour(ctx *c, u32 cell) { return (i32)((c->batt ? cell : cell >> 24) & 255u) - 128; }
// What to add to a key to move it; wraps.
FN u32 cell_delta(ctx *c, i32 r, i32 k) { u32 d = (u32)(r * 4096 + k); return c->batt ? d << 8 : d; }
FN u32 pos_delta(i32 r, i32 k) { return (u32)(r * 4096 + k); }
FN val mk_pose(u32 pos) { return mk(V_PAIR, (u32)row_of(pos), (u32)col_of(pos), 0); }
FN u32 is_i8(i64 n) { return n >= -128 && n < 128; }
FN u32 is_i32(i64 n) { return n == (i64)(i32)n; }

// The number of elements of a container, and the element at a place below it.
FN u32 odd_count(ctx *c, val v) {
    switch (TAG(v)) {
    case V_PAIR: return 2;
    case V_CELL: return 2 + c->batt;
    case V_GRID: return height_of(v);
    case V_BITS: return POPCOUNT(bits_of(v));
    default: return v.a;
    }
}
FN u32 count(ctx *c, val v) { return IS_ONE_OF(v, SIZE_IN_A | SIZE_IN_B) ? v.a : odd_count(c, v); }
// A row of a grid as a value of its own: `n` bytes that start `byte` bytes after word `at`.
FN val row_value(ctx *c, u32 at, u32 byte, u32 n) {
    if (n == 0) return unit();
    GLOBAL i8 *w = bytes_at(c, at) + byte;
    if (n == 2) {
        // Nearly always both are in one word.
        u32 word = c->mem[at + byte / 4] >> 8 * (byte & 3u);
        return mk(V_PAIR, (u32)(i32)(i8)word, (u32)(i32)((byte & 3u) == 3 ? w[1] : (i8)(word >> 8)), 0);
    }
    if (n == 3 && c->batt) return mk(V_CELL, cell_of(c, w[2], pos_of(w[0], w[1])), 0, 0);
    return mk(V_ROW, n, byte & 3u, at + byte / 4);
}
FN val odd_item(ctx *c, val v, u32 i) {
    switch (TAG(v)) {
    case V_PAIR: return mk_int((i32)(i ? v.b : v.a));
    case V_CELL: {
        u32 p = cell_pos(c, v.a);
        if (c->batt) return mk_int(i == 0 ? row_of(p) : i == 1 ? col_of(p) : cell_colour(c, v.a));
        return i ? mk_pose(p) : mk_int(cell_colour(c, v.a));
    }
    case V_ROW: return mk_int(cells_of(c, v)[i]);
    case V_GRID: return row_value(c, v.c, v.b + i * width_of(v), width_of(v));
    case V_BITS: {
        u64 bits = bits_of(v);
        while (i--) bits &= bits - 1;
        return mk_int(LOWEST(bits));
    }
    default: return load(c, v.c, i);
    }
}
SMALL val item_in_all(ctx *c, val v, u32 i) {
    if (IS_ONE_OF(v, SIZE_IN_B)) return load(c, v.c, i);
    if (TAG(v) == V_CELLS) return mk(V_CELL, words_at(c, v.c)[i], 0, 0);
    return TAG(v) == V_POSES ? mk_pose(words_at(c, v.c)[i]) : odd_item(c, v, i);
}
FN val item(ctx *c, val v, u32 i) {
    return item_in_all(c, v, i);
}
