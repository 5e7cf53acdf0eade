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
// what depends on it shows. All must come to the same barriers. A context is entered once and goes on by jumps, which ask nothing of the system.
#include <setjmp.h>
#include <ucontext.h>
#define LANE_STACK (1 << 20)
static jmp_buf lanes[LANES], home;
static u32 order[LANES], turn, ended, begun, seed, met;

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
static void begin_lane(void);
static void enter_lane(void) {
    static ucontext_t first;
    host_lane = order[turn];
    if (begun >> host_lane & 1) _longjmp(lanes[host_lane], 1);
    begun |= 1u << host_lane;
    getcontext(&first);
    first.uc_stack.ss_sp = malloc(LANE_STACK);
    first.uc_stack.ss_size = LANE_STACK;
    first.uc_link = 0;
    makecontext(&first, begin_lane, 0);
    setcontext(&first);
}
// Lets the next lane go on, from where a lane waits or has ended.
static void pass_on(void) {
    if (_setjmp(lanes[host_lane])) return;
    if (++turn == LANES) {
        if (ended == LANES) _longjmp(home, 1);
        if (ended) fail("others have ended at a barrier");
        new_round();
    }
    enter_lane();
}
static void host_barrier(u32 line) {
    if (ended) fail("a barrier that others have ended before");
    if (turn && met != line) fail("a barrier, and others wait at another one");
    met = line;
    pass_on();
}
static void begin_lane(void) {
    for (;;) {
        run_lane();
        ended++;
        pass_on();
    }
}
static void run_group(void) {
    for (u32 i = 0; i < LANES; i++) order[i] = i;
    ended = 0;
    new_round();
    if (!_setjmp(home)) enter_lane();
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
