// Runs a kernel on the host: kernel, input file, output file, words of the buffer.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    size_t words = strtoull(argv[4], 0, 10);
    u32 *mem = calloc(words ? words : 1, 4);
    FILE *in = fopen(argv[2], "rb");
    if (!mem || !in) return 2;
    size_t got = fread(mem, 4, words, in);
    fclose(in);
    (void)got;
    u32 groups = mem[H_GROUPS];
    for (host_group = 0; host_group < groups; host_group++) {
        if (!strcmp(argv[1], "run_plan")) run_plan(mem);
        else run_calls(mem);
    }
    FILE *out = fopen(argv[3], "wb");
    // Groups' own memory is of no interest.
    size_t end = strcmp(argv[1], "all") ? mem[H_ARENA] : words;
    if (!out || fwrite(mem, 4, end, out) != end) return 2;
    fclose(out);
    free(mem);
    return 0;
}
