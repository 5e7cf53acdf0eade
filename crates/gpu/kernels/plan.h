// Whole plans and single calls, one group each (run.rs). Groups share nothing but the counters of items and of
// the result area, and no value depends on what these say.

// The words at the start of the buffer. H_RESULTS says where the counter of the result area is.
enum {
    H_OPS = 1, H_GROUPS, H_ARENA, H_ARENA_WORDS, H_RESULTS, H_RESULTS_END, H_BATT,
    H_STEP_LOW, H_STEP_HIGH, H_PROGRAM_LOW, H_PROGRAM_HIGH, H_POLICY, H_ITEMS, H_ITEM_TABLE,
    H_COUNTERS, H_OUTCOMES, H_SPAN = 24, H_TAKE, H_NEXT
};
enum { P_STRICT, P_SAFE, P_LOGS };
// An item (chunk, inputs, first outcome), a chunk of programs, a step, a program, an outcome and
// a group's counters, in words.
enum { I_CHUNK, I_INPUTS, I_OUTCOMES, I_KNOWN, I_WORDS = 4 };
// I_KNOWN: what steps give on all samples of a task, if not 0: how many there are in the first of four words; then for each its slot and its
// cost in four words, and its value.
enum { K_SLOT, K_COST_LOW, K_COST_HIGH, K_WORDS = 8 };
// C_STATES: what slots hold at first, then what they cost. C_I and so on: the slots of a sample's values.
enum { C_STATES, C_SLOT_COUNT, C_SOURCE_COUNT, C_STEPS, C_PROGRAMS, C_PROGRAM_COUNT, C_I, C_C, C_S, C_WORDS };
enum { S_OP, S_COUNT, S_DEFAULT, S_BUILDER, S_ARGS, S_WORDS = 12 };
enum { G_ROOT, G_STEPS, G_STEP_COUNT, G_KEEPS, G_KEEP_COUNT, G_WORDS = 8 };
enum { T_FAULT, T_COST_LOW, T_COST_HIGH, T_AT, T_VALUE, T_WORDS = 8 };
enum { N_STEPS, N_BUILDERS, N_SHARED, N_BACK, N_MOST, N_REASONS, N_WORDS = 16 };
#define APPLIES 0xffffffffu
#define HANDED_BACK 255u
#define NO_FAULT 254u

FN u64 wide(GLOBAL u32 *mem, u32 at) { return (u64)mem[at] | (u64)mem[at + 1] << 32; }
FN void start_group(ctx *c, GLOBAL u32 *mem) {
    c->mem = mem;
    c->top = mem[H_ARENA] + GROUP * mem[H_ARENA_WORDS];
    c->end = c->top + mem[H_ARENA_WORDS] - SPARE;
    c->most = c->top;
    c->out = c->out_end = 0;
    c->batt = mem[H_BATT];
    c->ops = mem[H_OPS];
    c->bail = 0;
    c->depth = 0;
    c->left = 0;
}
// Words of the result area; 0 if there are none left. The counter is what groups wait for, so they
// take more than they need at once.
FN u32 take_results(ctx *c, u32 words) {
    if (words > c->out_end - c->out) {
        u32 most = c->mem[H_TAKE] > words ? c->mem[H_TAKE] : words, end = c->mem[H_RESULTS_END];
        u32 to = 0;
        if (ALONE) to = TAKE(c->mem + c->mem[H_RESULTS], most);
        to = from_lane(c, to, 0);
        if (to >= end || words > end - to) return 0;
        c->out = to;
        c->out_end = most > end - to ? end : to + most;
    }
    u32 to = c->out;
    c->out += words;
    return to;
}
// Writes an outcome, its value into the result area.
FN u32 put_outcome(ctx *c, u32 at, u32 why, u64 cost, u32 step, val v) {
    u32 back = 0;
    if (why == NO_FAULT) {
        u32 words = nested(v) ? IN(words_of)(c, v, 0, 4 * SIZE_LIMIT) : words_own(v);
        u32 to = words == ~0u ? 0 : words == 0 ? 1 : take_results(c, words);
        if (to == 0) { why = HANDED_BACK; back = 1; }
        else if (nested(v)) v = IN(copy_out)(c, v, 0, to, 0);
        else v = IN(moved)(c, v, &to);
    }
    c->mem[at + T_FAULT] = why;
    c->mem[at + T_COST_LOW] = (u32)cost;
    c->mem[at + T_COST_HIGH] = (u32)(cost >> 32);
    c->mem[at + T_AT] = step;
    store(c, at + T_VALUE, 0, v);
    return back;
}
FN val default_value(u32 kind) { return kind == 0 ? mk_int(0) : kind == 1 ? empty() : kind == 4 ? mk(V_ANYFN, 0, 0, 0) : unit(); }

// Runs one step; its value or fault. Steps are numbered after the sources.
SMALL val run_step(ctx *c, u32 states, u32 step, u64 limit, u64 *cost) {
    GLOBAL u32 *s = c->mem + step, *from = s + S_ARGS;
    u32 op = s[S_OP], n = s[S_COUNT];
    val av[6], f = mk(V_OP, op, 0, 0);
    if (op == APPLIES) {
        f = load(c, states, *from++);
        n--;
    }
    av[0] = load(c, states, from[0]);
    av[1] = load(c, states, from[1]);
    // Slot 0 stands for what there is not.
    av[2] = load(c, states, from[2]);
    av[3] = load(c, states, from[3]);
    u32 mark = c->top;
    c->left = (i64)limit;
    c->depth = 0;
    val v = IN(call)(c, f, av, n);
    u64 spent = limit - (u64)c->left;
    *cost = c->left < 0 ? limit : spent;
    return IN(compact)(c, mark, v);
}

// Drops what a program made and no later program of the chunk reads.
FN void drop_garbage(ctx *c, u32 states, u32 keeps, u32 count, u32 mark) {
    u32 used = c->top - mark, total = 0;
    if (used < 512) return;
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
            store(c, states, slot, IN(copy_out)(c, v, from, to, 0));
            to += words;
        }
        if (!pass) to = start;
    }
    c->top = start + total;
}

// What is known before a sample is run: its own values, constants, and what steps without parameters give, and those of its task.
FN void start_states(ctx *c, u32 chunk, u32 states, u32 inputs, u32 known) {
    GLOBAL u32 *from = c->mem + c->mem[chunk + C_STATES], *to = c->mem + states;
    u32 words = 6 * c->mem[chunk + C_SLOT_COUNT];
    sync_lanes(c);
    EACH(i, words) to[i] = from[i];
    sync_lanes(c);
    for (u32 i = 0; i < 3; i++) {
        u32 slot = c->mem[chunk + C_I + i];
        if (slot != ~0u) store(c, states, slot, load(c, inputs, i));
    }
    u32 count = known ? c->mem[known] : 0, costs = states + 4 * c->mem[chunk + C_SLOT_COUNT];
    for (u32 i = 0; i < count; i++) {
        u32 row = known + 4 + K_WORDS * i, slot = c->mem[row + K_SLOT];
        store(c, states, slot, load(c, row, 1));
        c->mem[costs + 2 * slot] = c->mem[row + K_COST_LOW];
        c->mem[costs + 2 * slot + 1] = c->mem[row + K_COST_HIGH];
    }
}

// All programs of one chunk on one sample; counts what was done.
FN void run_item(ctx *c, u32 number, u32 *counts) {
    GLOBAL u32 *mem = c->mem;
    u32 start = c->top, item = mem[H_ITEM_TABLE] + I_WORDS * number;
    u32 chunk = mem[item + I_CHUNK], inputs = mem[item + I_INPUTS], out = mem[item + I_OUTCOMES];
    u32 sources = mem[chunk + C_SOURCE_COUNT], slots = mem[chunk + C_SLOT_COUNT];
    u64 step_limit = wide(mem, H_STEP_LOW), program_limit = wide(mem, H_PROGRAM_LOW);
    u32 states = alloc_vals(c, (3 * slots + 1) / 2), costs = states + 4 * slots;
    u32 ran = 0, built = 0, shared = 0, backs = 0, stop = !states, *reasons = counts + N_REASONS;
    if (stop) reasons[B_MEMORY]++;
    else start_states(c, chunk, states, inputs, mem[item + I_KNOWN]);
    u32 steps = mem[chunk + C_STEPS] - S_WORDS * sources, policy = mem[H_POLICY];
    for (u32 p = 0; p < mem[chunk + C_PROGRAM_COUNT]; p++, out += T_WORDS) {
        u32 program = mem[chunk + C_PROGRAMS] + G_WORDS * p, list = mem[program + G_STEPS];
        u32 mark = c->top, why = stop ? HANDED_BACK : NO_FAULT, slot = 0;
        u64 cost = 0;
        for (u32 end = list + mem[program + G_STEP_COUNT]; list < end && why == NO_FAULT; list++) {
            slot = mem[list];
            val v = load(c, states, slot);
            u64 spent = 0;
            if (TAG(v) == V_NONE) {
                u32 step = steps + S_WORDS * slot, top = c->top;
                v = run_step(c, states, step, step_limit, &spent);
                if (c->bail) {
                    reasons[c->bail & 7u]++;
                    v = fault(HANDED_BACK);
                    spent = 0;
                    c->bail = 0;
                    c->top = top;
                } else if (mem[step + S_BUILDER]) built++;
                else ran++;
                if (FAULTY(v) && v.a != HANDED_BACK && policy == P_SAFE) v = default_value(mem[step + S_DEFAULT]);
                store(c, states, slot, v);
                mem[costs + 2 * slot] = (u32)spent;
                mem[costs + 2 * slot + 1] = (u32)(spent >> 32);
            } else {
                shared++;
                spent = wide(mem, costs + 2 * slot);
            }
            cost += spent;
            if (cost > program_limit) why = F_BUDGET;
            if (FAULTY(v) && (why == NO_FAULT || v.a == HANDED_BACK)) why = v.a;
        }
        if (why < HANDED_BACK && why != NO_FAULT && policy == P_LOGS) { why = HANDED_BACK; reasons[B_LOG]++; stop = 1; }
        val root = why == NO_FAULT ? load(c, states, mem[program + G_ROOT]) : unit();
        sync_lanes(c);
        u32 back = put_outcome(c, out, why, cost, slot, root);
        if (back) { reasons[B_RESULTS]++; why = HANDED_BACK; }
        backs += why == HANDED_BACK;
        if (!stop) drop_garbage(c, states, mem[program + G_KEEPS], mem[program + G_KEEP_COUNT], mark);
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
    ctx own, *c = &own;
    if (GROUP >= mem[H_GROUPS]) return;
    start_group(c, mem);
    u32 span = LANES == 1 ? mem[H_SPAN] : 0, by = span ? 1 : mem[H_GROUPS], first = span ? GROUP * span : GROUP;
    u32 counts[N_WORDS], start = c->top, end = span ? first + span : mem[H_ITEMS];
    if (end > mem[H_ITEMS]) end = mem[H_ITEMS];
    for (u32 i = 0; i < N_WORDS; i++) counts[i] = 0;
    for (u32 number = next_item(c, first); number < end; number = next_item(c, number + by)) run_item(c, number, counts);
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
    put_outcome(c, out, why, cost, c->bail, v);
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
    ctx own, *c = &own;
    if (GROUP >= mem[H_GROUPS]) return;
    val f, av[6];
    u32 n = start_call(c, mem, &f, av);
    finish_call(c, IN(call)(c, f, av, n));
}
#endif
// One op per group, as a kernel of its own; MAKE gives v.
#define OP_KERNEL(name, n, MAKE) \
    ENTRY op_##name(GLOBAL u32 *mem) { \
        ctx own, *c = &own; \
        if (GROUP >= mem[H_GROUPS]) return; \
        val f, av[6]; \
        start_call(c, mem, &f, av); \
        u32 cost = op_cost(c, f.a); \
        val v = fault(F_BUDGET); \
        if (charge(c, cost == COST_UNIT ? CALL_COST : arguments_cost(cost, n, av[0], av[1], av[2], av[3]))) { \
            MAKE; \
            if (!FAULTY(v) && cost != COST_UNIT && !charge(c, size_of(v))) v = fault(F_BUDGET); \
        } \
        finish_call(c, v); \
    }
