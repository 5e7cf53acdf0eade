// Whole plans and single calls, one group each (run/). Groups share nothing but the counters of items and of
// the result area, and no value depends on what these say.

// The words at the start of the buffer. H_RESULTS says where the counter of the result area is.
enum {
    H_GROUPS = 2, H_ARENA, H_ARENA_WORDS, H_RESULTS, H_RESULTS_END, H_BATT,
    H_STEP_LOW, H_STEP_HIGH, H_PROGRAM_LOW, H_PROGRAM_HIGH, H_POLICY, H_ITEMS, H_ITEM_TABLE,
    H_COUNTERS, H_OUTCOMES, H_SPAN = 24, H_TAKE, H_NEXT, H_PATCHED
};
enum { P_STRICT, P_SAFE, P_LOGS };
// An item (chunk, inputs, first outcome), a chunk of programs, a step, a program, an outcome (why, cost, step and value) and
// a group's counters, in words. A step has its op's row and then, in one word, the op, how many arguments there are, what stands for it if it
// fails, and whether it only builds a function; then where the arguments are.
enum { I_CHUNK, I_INPUTS, I_OUTCOMES, I_KNOWN, I_WORDS = 4 };
// I_KNOWN: what steps give on all samples of a task, if not 0: how many there are in the first of four words; then for each its slot and its
// cost in four words, and its value.
enum { K_SLOT, K_COST, K_WORDS = 8 };
// C_STATES: what slots hold at first, then what they cost. C_I and so on: the slots of a sample's values. C_USERS: see pile.h.
// C_LIMITS: of a step and of a program, two words each.
enum { C_STATES, C_SLOT_COUNT, C_SOURCE_COUNT, C_STEPS, C_PROGRAMS, C_PROGRAM_COUNT, C_I, C_C, C_S, C_USERS, C_LIMITS, C_WORDS = 14 };
enum { S_WHAT, S_SHAPE, S_OP, S_ARGS, S_WORDS = 8 };
#define STEP_OP(s) ((s).b & 0xffffu)
#define STEP_COUNT(s) ((s).b >> 16 & 15u)
#define STEP_DEFAULT(s) ((s).b >> 20 & 15u)
#define STEP_BUILDS(s) ((s).b >> 24)
enum { G_ROOT, G_STEPS, G_STEP_COUNT, G_KEEPS, G_KEEP_COUNT, G_WORDS = 8 };
enum { T_FAULT, T_WORDS = 8 };
enum { N_STEPS, N_BUILDERS, N_SHARED, N_BACK, N_MOST, N_REASONS, N_WORDS = 16 };
#define APPLIES 0xffffu
#define HANDED_BACK 255u
#define NO_FAULT 254u

FN void start_group(ctx *c, GLOBAL u32 *mem) {
    c->mem = mem;
    c->top = mem[H_ARENA] + GROUP * mem[H_ARENA_WORDS];
    c->end = (c->top + mem[H_ARENA_WORDS] - SPARE) & ~(AT_ONCE - 1);
    c->most = c->top;
    c->batt = mem[H_BATT];
    c->bail = 0;
    c->depth = 0;
    c->left = 0;
}
// Words of the result area that were taken and not yet used.
typedef struct { u32 at, end; } taken;
// Words of the result area; 0 if there are none left. The counter is what groups wait for, so they
// take more than they need at once.
SMALL u32 take_results(ctx *c, taken *own, u32 words) {
    if (words > own->end - own->at) {
        u32 most = c->mem[H_TAKE] > words ? c->mem[H_TAKE] : words, end = c->mem[H_RESULTS_END];
        u32 to = 0;
        if (ALONE) to = TAKE(c->mem + c->mem[H_RESULTS], most);
        to = from_lane(c, to, 0);
        if (to >= end || words > end - to) return 0;
        own->at = to;
        own->end = most > end - to ? end : to + most;
    }
    u32 to = own->at;
    own->at += words;
    return to;
}
// Writes an outcome, its value into the result area.
SMALL u32 put_outcome(ctx *c, taken *own, u32 at, u32 why, u64 cost, u32 step, val v) {
    u32 back = 0;
    if (why == NO_FAULT) {
        u32 words = nested(v) ? IN(words_of)(c, v, 0, 4 * SIZE_LIMIT) : words_own(v);
        u32 to = words == ~0u ? 0 : words == 0 ? 1 : take_results(c, own, words);
        if (to == 0) { why = HANDED_BACK; back = 1; }
        else if (nested(v)) v = IN(copy_out)(c, v, 0, to, 0);
        else v = IN(moved)(c, v, &to);
    }
    store(c, at, 0, mk(why, (u32)cost, (u32)(cost >> 32), step));
    store(c, at, 1, v);
    return back;
}
FN val default_value(u32 kind) { return kind == 0 ? mk_int(0) : kind == 1 ? empty() : kind == 4 ? mk(V_ANYFN, 0, 0, 0) : unit(); }

// Runs one step; its value or fault. Steps are numbered after the sources.
SMALL val run_step(ctx *c, u32 states, u32 row, val step, u64 limit, u64 *cost) {
    u32 op = STEP_OP(step), n = STEP_COUNT(step);
    val f = mk(V_OP, op, step.tag, step.a), a = load(c, states, step.c), b = a, d, e;
    d = e = b;
    if (n > 1) {
        val more = load(c, row, 1);
        b = load(c, states, more.tag);
        // Slot 0 stands for what there is not.
        if (n > 2) {
            d = load(c, states, more.a);
            e = load(c, states, more.b);
        }
        if (op == APPLIES) {
            f = a;
            a = b;
            b = d;
            d = e;
            e = load(c, states, more.c);
            n--;
        }
    } else if (op == APPLIES) { f = a; n = 0; }
    u32 mark = c->top;
    c->left = (i64)limit;
    c->depth = 0;
    val v = IN(call)(c, f, n, a, b, d, e);
    u64 spent = limit - (u64)c->left;
    *cost = c->left < 0 ? limit : spent;
    return IN(compact)(c, mark, v);
}

// Drops what a program made and no later program of the chunk reads.
FN void drop_garbage(ctx *c, u32 states, u32 keeps, u32 count, u32 mark) {
    u32 used = c->top - mark, total = 0;
    for (u32 i = 0; i < count; i++) {
        val v = load(c, states, c->mem[keeps + i]);
        u32 words = TAG(v) == V_NONE || FAULTY(v) ? 0 : IN(words_of)(c, v, mark, used);
        if (words == ~0u || (total += words) > used / 2) return;
    }
    u32 start = WHOLE(mark), old = WHOLE(c->top), to = old;
    if (total + old - c->top > c->end - c->top) return;
    for (u32 pass = 0; pass < 2; pass++) {
        u32 from = pass ? old : mark;
        for (u32 i = 0; i < count; i++) {
            u32 slot = c->mem[keeps + i];
            val v = load(c, states, slot);
            if (TAG(v) == V_NONE || FAULTY(v)) continue;
            u32 words = IN(words_of)(c, v, from, ~0u - 1);
            v = IN(copy_out)(c, v, from, to, 0);
            // All have read the slot, and what is copied was read by all.
            sync_lanes(c);
            store(c, states, slot, v);
            to += words;
        }
        if (!pass) to = start;
    }
    c->top = start + total;
}

// What is known before a sample is run: its own values, constants, and what steps without parameters give, and those of its task.
FN void start_states(ctx *c, u32 chunk, u32 states, u32 inputs, u32 known) {
    u32 from = c->mem[chunk + C_STATES], n = (3 * c->mem[chunk + C_SLOT_COUNT] + 1) / 2;
    sync_lanes(c);
    EACH(i, n) store(c, states, i, load(c, from, i));
    sync_lanes(c);
    for (u32 i = 0; i < 3; i++) {
        u32 slot = c->mem[chunk + C_I + i];
        if (slot != ~0u) store(c, states, slot, load(c, inputs, i));
    }
    u32 count = known ? c->mem[known] : 0, costs = states + 4 * c->mem[chunk + C_SLOT_COUNT];
    for (u32 i = 0; i < count; i++) {
        u32 row = known + 4 + K_WORDS * i, slot = c->mem[row + K_SLOT];
        store(c, states, slot, load(c, row, 1));
        put_wide(c, costs + 2 * slot, wide(c->mem, row + K_COST));
    }
}

// The words of a list one after the other: each lane reads one of LANES.
#if LANES > 1
#define NEXT_OF(word, i, list, left) do { \
        if ((i) % LANES == 0) (word) = lane_id() < (left) ? c->mem[(list) + (i) + lane_id()] : 0; \
    } while (0)
#define HERE(word, i, list) from_lane(c, word, (i) % LANES)
#else
#define NEXT_OF(word, i, list, left) ((void)(word))
#define HERE(word, i, list) c->mem[(list) + (i)]
#endif
FN void pile_item(ctx *c, u32 item, u32 *counts, taken *own);
// All programs of one chunk on one sample; counts what was done.
FN void run_item(ctx *c, u32 number, u32 *counts, taken *own) {
    GLOBAL u32 *mem = c->mem;
    u32 start = c->top, item = mem[H_ITEM_TABLE] + I_WORDS * number;
    if (mem[H_POLICY] == P_LOGS) {
        pile_item(c, item, counts, own);
        return;
    }
    u32 chunk = mem[item + I_CHUNK], inputs = mem[item + I_INPUTS], out = mem[item + I_OUTCOMES];
    u32 sources = mem[chunk + C_SOURCE_COUNT], slots = mem[chunk + C_SLOT_COUNT];
    u32 programs = mem[chunk + C_PROGRAMS], program_count = mem[chunk + C_PROGRAM_COUNT];
    u64 step_limit = wide(mem, chunk + C_LIMITS), program_limit = wide(mem, chunk + C_LIMITS + 2);
    u32 states = alloc_vals(c, (3 * slots + 1) / 2), costs = states + 4 * slots;
    u32 ran = 0, built = 0, shared = 0, backs = 0, stop = !states, *reasons = counts + N_REASONS;
    if (stop) reasons[B_MEMORY]++;
    else start_states(c, chunk, states, inputs, mem[item + I_KNOWN]);
    u32 steps = mem[chunk + C_STEPS] - S_WORDS * sources, policy = mem[H_POLICY];
    for (u32 p = 0; p < program_count; p++, out += T_WORDS) {
        // Its root, where its steps are and how many, what is to be kept after it.
        val program = load(c, programs, 2 * p);
        u32 mark = c->top, why = stop ? HANDED_BACK : NO_FAULT, slot = 0, ahead = 0;
        u64 cost = 0;
        for (u32 i = 0; i < program.b && why == NO_FAULT; i++) {
            NEXT_OF(ahead, i, program.a, program.b - i);
            slot = HERE(ahead, i, program.a);
            val v = load(c, states, slot);
            u64 spent = 0;
            if (TAG(v) == V_NONE) {
                u32 row = steps + S_WORDS * slot;
                val step = load(c, row, 0);
                u32 top = c->top;
                v = run_step(c, states, row, step, step_limit, &spent);
                if (c->bail) {
                    reasons[c->bail & 7u]++;
                    v = fault(HANDED_BACK);
                    spent = 0;
                    c->bail = 0;
                    c->top = top;
                } else if (STEP_BUILDS(step)) built++;
                else ran++;
                if (FAULTY(v) && v.a != HANDED_BACK && policy == P_SAFE) v = default_value(STEP_DEFAULT(step));
                // All have read the slot, also where no op was called.
                sync_lanes(c);
                store(c, states, slot, v);
                put_wide(c, costs + 2 * slot, spent);
            } else {
                shared++;
                spent = wide_at(c, costs + 2 * slot);
            }
            cost += spent;
            if (cost > program_limit) why = F_BUDGET;
            if (FAULTY(v) && (why == NO_FAULT || v.a == HANDED_BACK)) why = v.a;
        }
        val root = why == NO_FAULT ? load(c, states, program.tag) : unit();
        sync_lanes(c);
        u32 back = put_outcome(c, own, out, why, cost, slot, root);
        if (back) { reasons[B_RESULTS]++; why = HANDED_BACK; }
        backs += why == HANDED_BACK;
        sync_lanes(c);
        if (!stop && c->top - mark >= 512) drop_garbage(c, states, program.c, mem[programs + G_WORDS * p + G_KEEP_COUNT], mark);
        sync_lanes(c);
    }
    counts[N_STEPS] += ran;
    counts[N_BUILDERS] += built;
    counts[N_SHARED] += shared;
    counts[N_BACK] += backs;
    c->top = start;
    c->bail = 0;
}
// Groups of many lanes take one item after the other from a counter, so that long ones hold up nobody. Groups of one lane go through
// the items in strides, or, with a span, take that many in a row: cores like neighbouring memory, lanes side by side like equal work.
FN u32 next_item(ctx *c, u32 number) {
    if (LANES == 1) return number;
    u32 next = 0;
    if (ALONE) next = TAKE(c->mem + H_NEXT, 1);
    return from_lane(c, next, 0);
}
#ifndef NO_RUN_PLAN
ENTRY run_plan(GLOBAL u32 *mem) {
    CONTEXT(c);
    if (GROUP >= mem[H_GROUPS]) return;
    start_group(c, mem);
    taken results;
    results.at = results.end = 0;
    u32 span = LANES == 1 ? mem[H_SPAN] : 0, by = span ? 1 : mem[H_GROUPS], first = span ? GROUP * span : GROUP;
    u32 counts[N_WORDS], start = c->top, end = span ? first + span : mem[H_ITEMS];
    if (end > mem[H_ITEMS]) end = mem[H_ITEMS];
    for (u32 i = 0; i < N_WORDS; i++) counts[i] = 0;
    for (u32 number = next_item(c, first); number < end; number = next_item(c, number + by)) run_item(c, number, counts, &results);
    counts[N_MOST] = c->most - start;
    for (u32 i = 0; i < N_WORDS && ALONE; i++) mem[mem[H_COUNTERS] + N_WORDS * GROUP + i] = counts[i];
}
#endif

// One call per group: a function and up to four arguments.
enum { A_COUNT, A_FUNCTION = 4, A_ARGS = 8, A_WORDS = 24 };
FN void finish_call(ctx *c, val v) {
    u32 out = c->mem[H_OUTCOMES] + T_WORDS * GROUP;
    u64 limit = wide(c->mem, H_STEP_LOW);
    u64 cost = c->left < 0 ? limit : limit - (u64)c->left;
    u32 why = c->bail ? HANDED_BACK : FAULTY(v) ? v.a : NO_FAULT;
    sync_lanes(c);
    taken own;
    own.at = own.end = 0;
    put_outcome(c, &own, out, why, cost, c->bail, v);
}
FN u32 start_call(ctx *c, GLOBAL u32 *mem, val *f, val *av) {
    u32 at = mem[H_ITEM_TABLE] + A_WORDS * GROUP;
    start_group(c, mem);
    c->left = (i64)wide(mem, H_STEP_LOW);
    *f = load(c, at + A_FUNCTION, 0);
    for (u32 i = 0; i < 4; i++) av[i] = load(c, at + A_ARGS, i);
    return mem[at + A_COUNT];
}
#ifndef NO_RUN_CALLS
ENTRY run_calls(GLOBAL u32 *mem) {
    CONTEXT(c);
    if (GROUP >= mem[H_GROUPS]) return;
    val f, av[4];
    u32 n = start_call(c, mem, &f, av);
    finish_call(c, IN(go_on)(c, f, n, av[0], av[1], av[2], av[3], 0));
}
#endif
// One op per group, as a kernel of its own; MAKE gives v.
#define OP_KERNEL(name, n, MAKE) \
    ENTRY op_##name(GLOBAL u32 *mem) { \
        CONTEXT(c); \
        if (GROUP >= mem[H_GROUPS]) return; \
        val f, av[4]; \
        start_call(c, mem, &f, av); \
        u32 cost = COST(f.c); \
        val v = fault(F_BUDGET); \
        if (charge(c, cost == COST_UNIT ? CALL_COST : arguments_cost(cost, n, av[0], av[1], av[2], av[3]))) { \
            MAKE; \
            if (!FAULTY(v) && cost != COST_UNIT && !charge(c, size_of(v))) v = fault(F_BUDGET); \
        } \
        finish_call(c, v); \
    }
