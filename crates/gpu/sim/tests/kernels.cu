// Small kernels, one for each thing that the simulator must do as hardware does. What they give is
// checked by tests/sim. kernels.ptx is made of this by `gpu_sim ptx` (see make gpu-sim).
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
#define KERNEL extern "C" __global__ void
#define ME (blockIdx.x * blockDim.x + threadIdx.x)
#define ALL 0xffffffffu

KERNEL shuffles(const u32 *in, u32 *out) {
    u32 v = in[ME], *to = out + 8 * ME;
    to[0] = __shfl_sync(ALL, v, v & 31);
    to[1] = __shfl_sync(ALL, v, 5, 8);
    to[2] = __shfl_up_sync(ALL, v, 3);
    to[3] = __shfl_up_sync(ALL, v, 2, 8);
    to[4] = __shfl_down_sync(ALL, v, 7);
    to[5] = __shfl_down_sync(ALL, v, 1, 4);
    to[6] = __shfl_xor_sync(ALL, v, 9);
    to[7] = __shfl_xor_sync(ALL, v, 5, 4);
}

// Lanes of one half only take part.
KERNEL half_shuffles(const u32 *in, u32 *out) {
    u32 v = in[ME];
    if (threadIdx.x & 16) v += __shfl_xor_sync(0xffff0000u, v, 1);
    else v -= __shfl_sync(0x0000ffffu, v, 3);
    out[ME] = v;
}

// Two words as one.
KERNEL wide_shuffles(const u32 *in, u32 *out) {
    u64 v = __shfl_down_sync(ALL, (u64)in[ME] << 32 | (in[ME] ^ 77), 1);
    out[2 * ME] = (u32)v;
    out[2 * ME + 1] = (u32)(v >> 32);
}

KERNEL votes(const u32 *in, u32 *out) {
    u32 v = in[ME], *to = out + 8 * ME, uniform;
    to[0] = __ballot_sync(ALL, v & 1);
    to[1] = __all_sync(ALL, v & 1);
    to[2] = __any_sync(ALL, v & 1);
    to[3] = __all_sync(ALL, threadIdx.x < 1000);
    to[4] = __any_sync(ALL, threadIdx.x > 1000);
    asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; vote.sync.uni.pred q, !p, 0xffffffff; selp.u32 %0, 1, 0, q; }" : "=r"(uniform) : "r"(v & 2));
    to[5] = uniform;
    to[6] = v & 4 ? __activemask() : 0;
    to[7] = v & 8 ? 0 : __ballot_sync(__activemask(), v & 16);
}

KERNEL matches(const u32 *in, u32 *out) {
    u32 v = in[ME], *to = out + 4 * ME;
    int same;
    to[0] = __match_any_sync(ALL, v & 3);
    to[1] = __match_any_sync(ALL, (u64)(v & 1) << 40);
    to[2] = __match_all_sync(ALL, v & 3, &same) + same;
    to[3] = __match_all_sync(ALL, blockIdx.x, &same) - same;
}

KERNEL reductions(const u32 *in, u32 *out) {
    u32 v = in[ME], *to = out + 8 * ME;
    to[0] = __reduce_add_sync(ALL, v);
    to[1] = __reduce_min_sync(ALL, v);
    to[2] = __reduce_max_sync(ALL, v);
    to[3] = (u32)__reduce_min_sync(ALL, (int)v);
    to[4] = (u32)__reduce_max_sync(ALL, (int)v);
    to[5] = __reduce_and_sync(ALL, v);
    to[6] = __reduce_or_sync(ALL, v);
    to[7] = __reduce_xor_sync(ALL, v);
}

// The sum of all before, by shuffles and then over warps by shared memory.
KERNEL prefix_sums(const u32 *in, u32 *out) {
    __shared__ u32 sums[32];
    u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5, v = in[ME], sum = v;
    for (u32 by = 1; by < 32; by *= 2) {
        u32 other = __shfl_up_sync(ALL, sum, by);
        if (lane >= by) sum += other;
    }
    if (lane == 31) sums[warp] = sum;
    __syncthreads();
    for (u32 w = 0; w < warp; w++) sum += sums[w];
    out[ME] = sum - v;
}

KERNEL reversed(const u32 *in, u32 *out) {
    __shared__ u32 words[256];
    __shared__ u8 bytes[256];
    words[threadIdx.x] = in[ME];
    bytes[threadIdx.x] = (u8)in[ME];
    __syncthreads();
    u32 other = blockDim.x - 1 - threadIdx.x;
    out[ME] = words[other] + bytes[other ^ 1];
}

KERNEL shared_histogram(const u32 *in, u32 *out) {
    __shared__ u32 bins[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[ME] & 15], 1u);
    __syncwarp();
    __syncthreads();
    if (threadIdx.x < 16) out[16 * blockIdx.x + threadIdx.x] = bins[threadIdx.x];
}

// Words 0 to 8 are worked on by all, word 9 counts those that found word 8 as they wished.
KERNEL atomics(const u32 *in, u32 *out) {
    u32 v = in[ME];
    atomicAdd(out, v);
    atomicMax(out + 1, v);
    atomicMin(out + 2, v);
    atomicMax((int *)out + 3, (int)v);
    atomicMin((int *)out + 4, (int)v);
    atomicOr(out + 5, v);
    atomicAnd(out + 6, v);
    atomicXor(out + 7, v);
    if (atomicCAS(out + 8, ME, ME + 1) == ME) atomicAdd(out + 9, 1u);
    atomicExch(out + 16 + ME, v);
    atomicAdd((u64 *)(out + 10), (u64)v << 16);
    __threadfence();
}

// Warps take items from a counter until there are none. What they write depends on the item alone.
KERNEL handed_out(const u32 *in, u32 *out) {
    u32 items = in[0], lane = threadIdx.x & 31;
    for (;;) {
        u32 item = 0;
        if (lane == 0) item = atomicAdd(out, 1u);
        item = __shfl_sync(ALL, item, 0);
        if (item >= items) return;
        u32 sum = 0;
        for (u32 i = lane; i < item; i += 32) sum += i * in[1 + (i & 31)];
        for (u32 by = 16; by; by /= 2) sum += __shfl_xor_sync(ALL, sum, by);
        if (lane == 0) out[1 + item] = sum;
    }
}

KERNEL vectors(const uint4 *in, uint4 *out) {
    uint4 v = in[ME];
    uint2 w = ((const uint2 *)in)[ME];
    out[ME] = make_uint4(v.w + w.x, v.z, v.y, v.x + w.y);
}

__device__ __noinline__ u32 lop(u32 a, u32 b, u32 c) {
    u32 d;
    asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    return d;
}
KERNEL bits(const u32 *in, u32 *out) {
    u32 a = in[ME], b = in[ME ^ 1], *to = out + 24 * ME;
    u64 w = (u64)a << 32 | b;
    to[0] = __popc(a);
    to[1] = __clz(a >> (b & 31));
    to[2] = __ffs(a << (b & 31));
    to[3] = __brev(a);
    asm("prmt.b32 %0, %1, %2, 0x7a1c;" : "=r"(to[4]) : "r"(a), "r"(b));
    to[5] = __funnelshift_l(a, b, a & 63);
    to[6] = __funnelshift_rc(a, b, a & 63);
    to[7] = lop(a, b, a >> 3);
    asm("bfind.u32 %0, %1;" : "=r"(to[8]) : "r"(a >> (b & 31)));
    asm("bfind.s32 %0, %1;" : "=r"(to[9]) : "r"(a));
    asm("bfind.shiftamt.u32 %0, %1;" : "=r"(to[10]) : "r"(a >> (b & 31)));
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(to[11]) : "r"(a), "r"(b & 31), "r"(b >> 5 & 31));
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(to[12]) : "r"(a), "r"(b & 31), "r"(b >> 5 & 31));
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(to[13]) : "r"(a), "r"(b), "r"(a & 31), "r"(b & 31));
    to[14] = __popcll(w);
    to[15] = __clzll(w >> (a & 63));
    to[16] = __ffsll(w << (a & 63));
    to[17] = (u32)(__brevll(w) >> 16);
    to[18] = (u32)((long long)w >> (b & 63));
    to[19] = (u32)(w << (b & 63) >> 32);
    to[20] = a >> (b & 31) | (u32)((int)b >> (a & 31)) << 4;
    to[21] = (a & 1) && !(b & 2) || (a & b & 4) ? a : b;
    to[22] = __dp4a(a, b, 5u);
    to[23] = (u32)__dp4a((int)a, (int)b, -5);
}

KERNEL arithmetic(const u32 *in, u32 *out) {
    u32 a = in[ME], b = in[ME ^ 1], *to = out + 16 * ME;
    u64 wa = (u64)a << 32 | b, wb = (u64)b << 20 | a;
    to[0] = __umulhi(a, b);
    to[1] = (u32)__mulhi((int)a, (int)b);
    to[2] = (u32)(__umul64hi(wa, wb) >> 7);
    to[3] = (u32)((u64)a * b >> 5);
    to[4] = (u32)(((long long)(int)a * (int)b + (long long)wb) >> 9);
    to[5] = a / (b | 1) + a % (b | 1);
    to[6] = (u32)((int)a / (int)(b >> 8 | 1) - (int)a % (int)(b >> 8 | 1));
    to[7] = (u32)(wa / (wb | 1) + wa % (wb >> 13 | 1));
    to[8] = (u32)((long long)wa / (long long)(wb >> 30 | 1) + (long long)wa % (long long)(wb >> 30 | 1));
    to[9] = min(a, b) - max((int)a, (int)b) + abs((int)a);
    to[10] = (u32)(min(wa, wb) >> 32) + (u32)max((long long)wa, (long long)wb);
    to[11] = (u32)(short)a * (u32)(signed char)b + (unsigned short)(a * b);
    to[12] = a * b + a - 7u * b;
    to[13] = (u32)(wa * wb + wa);
    to[14] = (u32)(long long)(int)a >> 3;
    to[15] = (u32)((unsigned short)a < (unsigned short)b) | (u32)((short)a < (short)b) << 1 | (u32)(wa < wb) << 2 | (u32)((long long)wa >= (long long)wb) << 3;
}

// Lanes go different ways for different times.
KERNEL collatz(const u32 *in, u32 *out) {
    u32 n = (in[ME] & 0xfff) + 1, steps = 0;
    while (n != 1) {
        if (n & 1) n = 3 * n + 1;
        else n /= 2;
        if (++steps == 150) break;
        if (n == 16 && (in[ME] & 1)) continue;
        steps += n == 40;
    }
    out[ME] = steps;
}

KERNEL own_memory(const u32 *in, u32 *out) {
    u32 words[16];
    u64 wide[8];
    u8 bytes[32];
    for (u32 i = 0; i < 32; i++) bytes[i] = (u8)(in[ME] >> (i & 15));
    for (u32 i = 0; i < 16; i++) words[i] = in[ME ^ i] + bytes[i * 2];
    for (u32 i = 0; i < 8; i++) wide[i] = (u64)words[i] << 32 | words[15 - i];
    u32 at = in[ME];
    out[ME] = words[at & 15] + bytes[at >> 4 & 31] + (u32)(wide[at >> 9 & 7] >> 8);
}

struct four { u32 a, b; u64 c; };
__device__ __noinline__ four nested(u32 depth, u32 v) {
    four r = {v, depth, (u64)v << 8};
    if (depth == 0) return r;
    four below = nested(depth - 1, v * 3 + depth);
    if (v & 1) below.a ^= nested(depth / 2, v >> 1).b + v;
    below.c += r.c;
    below.b += below.a >> depth;
    return below;
}
KERNEL calls(const u32 *in, u32 *out) {
    four r = nested(in[ME] & 7, in[ME] >> 3);
    out[ME] = r.a + r.b + (u32)(r.c >> 4);
}

__constant__ u8 TABLE[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
__device__ u32 WORDS[4] = {10, 20, 30, 0x80000001};
__device__ __noinline__ u32 way(u32 n, u32 v) {
    switch (n) {
    case 0: return v + 1;
    case 1: return v * 5;
    case 2: return v ^ 0x55;
    case 3: return v / 7;
    case 4: return v % 9;
    case 5: return ~v;
    case 6: return v << 3;
    case 7: return v & 0xf0f0;
    default: return 0;
    }
}
KERNEL tables(const u32 *in, u32 *out) { out[ME] = way(in[ME] & 15, in[ME]) + TABLE[in[ME] >> 4 & 15] * WORDS[in[ME] >> 8 & 3]; }

KERNEL specials(const u32 *in, u32 *out) {
    u32 *to = out + 4 * ME, lane, below, above;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(above));
    to[0] = lane + 100 * threadIdx.x;
    to[1] = below;
    to[2] = above;
    to[3] = blockDim.x + 1000 * gridDim.x + blockIdx.x;
}

// What must be refused.
KERNEL absent_members(const u32 *in, u32 *out) {
    if (threadIdx.x < 16) out[ME] = __shfl_sync(ALL, in[ME], 0);
    out[ME] += in[ME];
}
KERNEL divergent_barrier(const u32 *in, u32 *out) {
    if (threadIdx.x < 16) asm volatile("bar.sync 0;");
    else out[ME] = in[ME];
}
KERNEL beyond(const u32 *in, u32 *out) { out[1 << 28] = in[ME]; }
KERNEL askew(const u32 *in, u32 *out) { out[ME] = *(const u32 *)((const u8 *)in + 2); }

// What is counted: the same work in all lanes, work of each lane's own, lanes that take turns, banks that are all one.
KERNEL scalar_work(const u32 *in, u32 *out) {
    u32 sum = 0;
    for (u32 i = 0; i < 64; i++) sum = sum * 5 + in[i];
    out[ME] = sum;
}
KERNEL own_work(const u32 *in, u32 *out) {
    u32 sum = ME + 1;
    for (u32 i = 0; i < 64; i++) sum = sum * 5 + (sum >> 3);
    out[ME] = sum;
}
KERNEL one_by_one(const u32 *in, u32 *out) {
    for (u32 i = 0; i < 32; i++)
        if (threadIdx.x == i) out[ME] = in[i] / 3 + out[ME ^ 1];
}
KERNEL one_bank(const u32 *in, u32 *out) {
    __shared__ u32 words[1024];
    words[32 * threadIdx.x] = in[ME];
    __syncwarp();
    out[ME] = words[32 * (31 - threadIdx.x)];
}

// Accesses that nothing orders, and such that are.
KERNEL reads_of_others(const u32 *in, u32 *out) {
    out[ME] = in[ME];
    out[128 + ME] = out[ME ^ 1];
}
KERNEL shuffles_order_nothing(const u32 *in, u32 *out) {
    out[ME] = in[ME];
    u32 sum = __shfl_sync(ALL, in[ME], 3) + __ballot_sync(ALL, in[ME] & 1);
    out[128 + ME] = sum + out[ME ^ 1];
}
KERNEL writes_over_reads(const u32 *in, u32 *out) {
    u32 was = out[ME ^ 1];
    out[ME] = was + in[ME];
}
KERNEL writes_that_differ(const u32 *in, u32 *out) { out[0] = in[ME]; }
KERNEL written_anew_by_all(const u32 *in, u32 *out) {
    volatile u32 *first = out + 1;
    out[0] = in[0];
    out[ME + 2] = out[0] + *first;
    out[0] = in[1];
}
KERNEL bytes_of_one_word(const u32 *in, u32 *out) { ((u8 *)out)[ME] = (u8)in[ME]; }
KERNEL plain_beside_atomic(const u32 *in, u32 *out) {
    atomicAdd(out, in[ME]);
    out[ME + 1] = out[0];
}
KERNEL blocks_that_share(const u32 *in, u32 *out) {
    if (threadIdx.x) return;
    if (blockIdx.x) out[1] = out[0];
    else out[0] = in[0];
}
KERNEL warps_that_share(const u32 *in, u32 *out) {
    __shared__ u32 words[64];
    words[threadIdx.x] = in[ME];
    __syncwarp();
    out[ME] = words[63 - threadIdx.x];
}
KERNEL ordered(const u32 *in, u32 *out) {
    __shared__ u32 words[64];
    // The same by all, and seen by those who wrote it.
    out[256 + ME / 32] = in[0];
    out[ME] = out[256 + ME / 32] + in[ME];
    __syncwarp();
    out[ME ^ 1] += 1;
    // Meant to meet: the last one wins.
    *(volatile u32 *)(out + 270 + blockIdx.x) = threadIdx.x;
    words[threadIdx.x] = in[ME];
    asm volatile("bar.sync 0;");
    out[ME] += words[63 - threadIdx.x];
    atomicAdd(out + 300, 1);
}
