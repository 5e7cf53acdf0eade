// Policy pile (run/pile.rs): every step of a plan in the plan's order, whichever programs have failed. The first failures are logged, with
// their arguments, and patched if there is an empty value for that. A chunk holds all programs of its plan, for the first failures are those of all.

// What a chunk has for every step: which programs need it, with USER_ENDS on those that have no later step, and the last step that reads it.
enum { U_LIST, U_COUNT, U_LAST, U_WORDS };
#define USER_ENDS (1u << 31)
// A logged failure takes as many outcomes as a step may have operands, behind those of the programs: each has an operand for its value; the first of them
// the step, and the failure and the number of operands in the place of the cost; or NO_LOG.
#define LOG_ROWS 5u
#define NO_LOG 253u
// What a program has spent that needs a step which was handed back: nobody knows.
#define UNKNOWN (~(u64)0)

// An item under way. `keeps` is a list of the slots whose values lie beyond `mark`; those from `old` on lie beyond `young`.
typedef struct {
    u32 states, costs, spent, keeps, kept, old, mark, young, programs, steps, users, out, log, logged, stop;
    u64 step_limit, limit;
    taken *own;
} pile;
enum { RUNS, UNSURE, TOO_DEAR };

// Whether some program that needs a step is within its budget.
FN u32 is_wanted(ctx *c, pile *p, u32 list, u32 n) {
    u32 answer = TOO_DEAR;
    for (u32 i = 0; i < n; i++) {
        u64 spent = wide(c->mem, p->spent + 2 * (c->mem[list + i] & ~USER_ENDS));
        if (spent <= p->limit) return RUNS;
        if (spent == UNKNOWN) answer = UNSURE;
    }
    return answer;
}

// Logs a failure of a step; whether there was room.
FN u32 log_failure(ctx *c, pile *p, u32 slot, u32 why) {
    u32 step = p->steps + S_WORDS * slot, n = STEP_COUNT(load(c, step, 0)), full = 0;
    u32 row = p->log + LOG_ROWS * T_WORDS * p->logged++;
    for (u32 i = 0; i == 0 || i < n; i++, row += T_WORDS) {
        val v = i < n ? load(c, p->states, c->mem[step + S_ARGS + i]) : unit();
        full |= put_outcome(c, p->own, row, NO_FAULT, (u64)n << 32 | why, slot, v);
    }
    return !full;
}

// Drops what no step behind this one reads, once there is enough of it: of what was made since the last time, or, with half of the memory taken, of all.
FN void drop_dead(ctx *c, pile *p, u32 slot) {
    u32 size = c->end - p->mark, all = c->top - p->mark > size / 2, first = all ? 0 : p->old, kept = first;
    if (c->top - p->young < size / 16) return;
    sync_lanes(c);
    for (u32 i = first; i < p->kept && ALONE; i++) {
        u32 at = c->mem[p->keeps + i];
        if (c->mem[p->users + U_WORDS * at + U_LAST] > slot) c->mem[p->keeps + kept++] = at;
    }
    p->kept = p->old = from_lane(c, kept, 0);
    sync_lanes(c);
    drop_garbage(c, p->states, p->keeps + first, p->kept - first, all ? p->mark : p->young);
    sync_lanes(c);
    p->young = c->top;
}

// Runs a step that has not been run; its value or fault. One with an operand that is not ok is not ok for the same reason.
FN val pile_step(ctx *c, pile *p, u32 slot, u64 *spent, u32 *counts) {
    u32 row = p->steps + S_WORDS * slot, *reasons = counts + N_REASONS;
    val step = load(c, row, 0);
    for (u32 i = 0; i < STEP_COUNT(step); i++) {
        val v = load(c, p->states, c->mem[row + S_ARGS + i]);
        if (FAULTY(v)) return v;
    }
    drop_dead(c, p, slot - 1);
    u32 top = c->top;
    val v = run_step(c, p->states, row, step, p->step_limit, spent);
    u32 first = p->logged < c->mem[H_PATCHED];
    if (c->bail) {
        reasons[c->bail & 7u]++;
        c->bail = 0;
        c->top = top;
        // It might have been one of the first failures.
        if (first) { reasons[B_LOG]++; p->stop = 1; }
        return fault(HANDED_BACK);
    }
    counts[STEP_BUILDS(step) ? N_BUILDERS : N_STEPS]++;
    if (!FAULTY(v) || !first) return v;
    sync_lanes(c);
    if (!log_failure(c, p, slot, v.a)) { reasons[B_RESULTS]++; p->stop = 1; }
    u32 kind = STEP_DEFAULT(step);
    return kind == 1 || kind == 2 ? default_value(kind) : v;
}

// Writes what became of a program, all of whose steps are done.
FN void end_program(ctx *c, pile *p, u32 number, u32 *counts) {
    u32 program = p->programs + G_WORDS * number, list = c->mem[program + G_STEPS], end = list + c->mem[program + G_STEP_COUNT];
    u64 cost = wide(c->mem, p->spent + 2 * number);
    u32 why = cost == UNKNOWN ? HANDED_BACK : cost > p->limit ? F_BUDGET : NO_FAULT, at = ~0u;
    val root = load(c, p->states, c->mem[program + G_ROOT]);
    if (why == NO_FAULT && FAULTY(root)) why = root.a;
    for (; why < NO_FAULT && at == ~0u && list < end; list++)
        if (FAULTY(load(c, p->states, c->mem[list]))) at = c->mem[list];
    u32 back = put_outcome(c, p->own, p->out + T_WORDS * number, why, cost, at, root);
    counts[N_REASONS + B_RESULTS] += back;
    counts[N_BACK] += back || why == HANDED_BACK;
}

// Counts a step for the programs that need it, and ends those that have no later one.
FN void charge_users(ctx *c, pile *p, u32 list, u32 n, u64 spent, u32 *counts) {
    sync_lanes(c);
    for (u32 i = 0; i < n; i++) {
        u32 user = c->mem[list + i], at = p->spent + 2 * (user & ~USER_ENDS);
        u64 sum = wide(c->mem, at);
        sum = sum == UNKNOWN || spent == UNKNOWN ? UNKNOWN : sum + spent;
        sync_lanes(c);
        c->mem[at] = (u32)sum;
        c->mem[at + 1] = (u32)(sum >> 32);
        sync_lanes(c);
        if (user & USER_ENDS && !p->stop) end_program(c, p, user & ~USER_ENDS, counts);
    }
}

// One step, and all that follows from it.
FN void pile_slot(ctx *c, pile *p, u32 slot, u32 *counts) {
    u32 entry = p->users + U_WORDS * slot, list = c->mem[entry + U_LIST], n = c->mem[entry + U_COUNT];
    u32 wanted = is_wanted(c, p, list, n);
    val v = load(c, p->states, slot);
    u64 spent = 0;
    if (wanted == TOO_DEAR) v = fault(F_BUDGET);
    else if (wanted == UNSURE) v = fault(HANDED_BACK);
    else if (TAG(v) == V_NONE) v = pile_step(c, p, slot, &spent, counts);
    else spent = wide(c->mem, p->costs + 2 * slot);
    sync_lanes(c);
    store(c, p->states, slot, v);
    if (words_own(v)) c->mem[p->keeps + p->kept++] = slot;
    if (wanted == RUNS) counts[N_SHARED] += n - 1;
    charge_users(c, p, list, n, FAULTY(v) && v.a == HANDED_BACK ? UNKNOWN : spent, counts);
}

// The outcomes of an item of which nothing is known, and the end of its log.
FN void end_pile(ctx *c, pile *p, u32 programs, u32 *counts) {
    for (u32 i = 0; i < programs && p->stop; i++) c->mem[p->out + T_WORDS * i + T_FAULT] = HANDED_BACK;
    for (u32 i = p->stop ? 0 : p->logged; i < c->mem[H_PATCHED]; i++)
        c->mem[p->log + LOG_ROWS * T_WORDS * i + T_FAULT] = p->stop ? HANDED_BACK : NO_LOG;
    if (p->stop) counts[N_BACK] += programs;
}

FN void pile_item(ctx *c, u32 item, u32 *counts, taken *results) {
    GLOBAL u32 *mem = c->mem;
    u32 start = c->top, chunk = mem[item + I_CHUNK], backs = counts[N_BACK];
    u32 sources = mem[chunk + C_SOURCE_COUNT], slots = mem[chunk + C_SLOT_COUNT], programs = mem[chunk + C_PROGRAM_COUNT];
    pile own, *p = &own;
    p->own = results;
    p->step_limit = wide(mem, chunk + C_LIMITS);
    p->limit = wide(mem, chunk + C_LIMITS + 2);
    p->programs = mem[chunk + C_PROGRAMS];
    p->steps = mem[chunk + C_STEPS] - S_WORDS * sources;
    p->users = mem[chunk + C_USERS] - U_WORDS * sources;
    p->out = mem[item + I_OUTCOMES];
    p->log = p->out + T_WORDS * programs;
    p->logged = 0;
    p->kept = p->old = 0;
    p->states = alloc_vals(c, (7 * slots + 2 * programs + 3) / 4);
    p->costs = p->states + 4 * slots;
    p->spent = p->states + 6 * slots;
    p->keeps = p->spent + 2 * programs;
    p->stop = !p->states;
    if (p->stop) counts[N_REASONS + B_MEMORY]++;
    else start_states(c, chunk, p->states, mem[item + I_INPUTS], 0);
    for (u32 i = 0; i < 2 * programs && !p->stop; i++) mem[p->spent + i] = 0;
    sync_lanes(c);
    for (u32 i = 0; i < programs && !p->stop; i++)
        if (!mem[p->programs + G_WORDS * i + G_STEP_COUNT]) end_program(c, p, i, counts);
    p->mark = p->young = c->top;
    for (u32 slot = sources; slot < slots && !p->stop; slot++) pile_slot(c, p, slot, counts);
    if (p->stop) counts[N_BACK] = backs;
    sync_lanes(c);
    end_pile(c, p, programs, counts);
    sync_lanes(c);
    c->top = start;
    c->bail = 0;
}
