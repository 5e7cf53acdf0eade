// Runs a kernel on the host: kernel, input file, output file, words of the buffer, and a number that chooses the order of lanes.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static u32 *mem;
static const char *kernel;

static void run_lane(void) {
    if (!strcmp(kernel, "run_plan")) run_plan(mem);
    else run_calls(mem);
}

#if LANES == 1
static void run_group(void) { run_lane(); }
#else
// The lanes of a group are contexts that take turns at barriers. Between two barriers they run in any order, each time another, so that
// what depends on it shows. All must come to the same barriers.
#include <ucontext.h>
#define LANE_STACK (1 << 20)
static ucontext_t lanes[LANES], home;
static u32 order[LANES], turn, ended, seed;
static u32 met;

static u32 chance(void) {
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}
static void new_round(void) {
    for (u32 i = LANES - 1; i && seed; i--) {
        u32 j = chance() % (i + 1), other = order[j];
        order[j] = order[i];
        order[i] = other;
    }
    turn = 0;
}
static void fail(const char *why) {
    fprintf(stderr, "group %u, lane %u: %s\n", host_group, host_lane, why);
    exit(3);
}
// Goes on with the next lane, from where a lane waits or has ended.
static void pass_on(ucontext_t *from) {
    if (++turn == LANES) {
        if (ended == LANES) setcontext(&home);
        if (ended) fail("others have ended at a barrier");
        new_round();
    }
    host_lane = order[turn];
    if (from != &lanes[host_lane]) swapcontext(from, &lanes[host_lane]);
}
static void host_barrier(u32 line) {
    u32 own = host_lane;
    if (ended) fail("a barrier that others have ended before");
    if (turn && met != line) fail("a barrier, and others wait at another one");
    met = line;
    pass_on(&lanes[own]);
}
static void begin_lane(void) {
    run_lane();
    ended++;
    pass_on(&lanes[host_lane]);
}
static void prepare(ucontext_t *lane, char *stack) {
    getcontext(lane);
    lane->uc_stack.ss_sp = stack;
    lane->uc_stack.ss_size = LANE_STACK;
    lane->uc_link = 0;
    makecontext(lane, begin_lane, 0);
}
static void run_group(void) {
    static char *stacks;
    if (!stacks) stacks = malloc((size_t)LANES * LANE_STACK);
    for (u32 i = 0; i < LANES; i++) {
        prepare(&lanes[i], stacks + (size_t)i * LANE_STACK);
        order[i] = i;
    }
    ended = 0;
    new_round();
    host_lane = order[0];
    swapcontext(&home, &lanes[host_lane]);
}
#endif

int main(int argc, char **argv) {
    if (argc != 6) return 2;
    size_t words = strtoull(argv[4], 0, 10);
    kernel = argv[1];
#if LANES > 1
    seed = (u32)strtoul(argv[5], 0, 10);
#endif
    mem = calloc(words ? words : 1, 4);
    FILE *in = fopen(argv[2], "rb");
    if (!mem || !in) return 2;
    size_t got = fread(mem, 4, words, in);
    fclose(in);
    (void)got;
    u32 groups = mem[H_GROUPS];
    for (host_group = 0; host_group < groups; host_group++) run_group();
    FILE *out = fopen(argv[3], "wb");
    // Groups' own memory is of no interest.
    size_t end = strcmp(argv[1], "all") ? mem[H_ARENA] : words;
    if (!out || fwrite(mem, 4, end, out) != end) return 2;
    fclose(out);
    free(mem);
    return 0;
}
