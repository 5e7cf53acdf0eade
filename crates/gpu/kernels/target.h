// One source, three languages: OpenCL C 1.2, CUDA C, and plain C for checking on the host.

// How many lanes work on one item (group.h): 32 on GPUs, 1 on what is the CPU.
#ifndef LANES
#define LANES 1
#endif

#if defined(__OPENCL_VERSION__)
#define GLOBAL __global
#define FN static
#define ENTRY __kernel void
#define GROUP ((u32)get_global_id(0) / LANES)
#define SHARED __local
#define TOLD(words) __local u32 words
#define LANE ((u32)get_local_id(0))
#define MEET(fences) barrier(fences)
#define IN_GROUP CLK_LOCAL_MEM_FENCE
#define IN_ALL (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
typedef uchar u8;
typedef char i8;
typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;
#define POPCOUNT(x) ((u32)popcount((u64)(x)))
#define LEADING(x) ((u32)clz((u64)(x)))
#define POPCOUNT32(x) ((u32)popcount((u32)(x)))
#define TAKE(at, n) atomic_add((volatile __global u32 *)(at), (u32)(n))
#define MARK(at, bits) atomic_or((volatile __global u32 *)(at), (u32)(bits))
#define LOWER(at, n) atomic_min((volatile __global u32 *)(at), (u32)(n))
#if !defined(ANY_BYTE) && (defined(__x86_64__) || defined(__aarch64__))
#define ANY_BYTE 1
#endif
#elif defined(__CUDACC__)
// Lanes of a block, and the blocks that a multiprocessor is to hold at least: the compiler then takes no more registers than these leave.
#define BLOCK 64
#define BLOCKS 8
#define GLOBAL
#define FN static __device__
#define ENTRY extern "C" __global__ void __launch_bounds__(BLOCK, BLOCKS)
#define ALIGNED __align__(16)
#define SMALL FN __forceinline__
#define GROUP ((u32)(blockIdx.x * blockDim.x + threadIdx.x) / LANES)
typedef unsigned char u8;
typedef signed char i8;
typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;
#define POPCOUNT(x) ((u32)__popcll((u64)(x)))
#define LEADING(x) ((u32)__clzll((i64)(x)))
#define POPCOUNT32(x) ((u32)__popc((u32)(x)))
#define TAKE(at, n) atomicAdd((u32 *)(at), (u32)(n))
#define MARK(at, bits) atomicOr((u32 *)(at), (u32)(bits))
#define LOWER(at, n) atomicMin((u32 *)(at), (u32)(n))
#else
#define GLOBAL
#define FN static
#define ENTRY void
#define GROUP host_group
typedef unsigned char u8;
typedef signed char i8;
typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;
static u32 host_group;
#if LANES > 1
static u32 host_lane;
#endif
#define SHARED
#define TOLD(words) static u32 words
#define LANE host_lane
// Lanes of a group are contexts that take turns (host.c).
#define MEET(fences) host_barrier(__LINE__)
static void host_barrier(u32 line);
#define POPCOUNT(x) ((u32)__builtin_popcountll((u64)(x)))
#define LEADING(x) ((x) ? (u32)__builtin_clzll((u64)(x)) : 64u)
#define POPCOUNT32(x) ((u32)__builtin_popcount((u32)(x)))
static u32 host_set(u32 *at, u32 n) { u32 old = *at; *at = n; return old; }
#define TAKE(at, n) host_set((u32 *)(at), *(u32 *)(at) + (u32)(n))
#define MARK(at, bits) host_set((u32 *)(at), *(u32 *)(at) | (u32)(bits))
#define LOWER(at, n) host_set((u32 *)(at), *(u32 *)(at) < (u32)(n) ? *(u32 *)(at) : (u32)(n))
#endif

// Whether words may stand at any byte at no cost, as for the cores of a CPU (sink.h). Such words
// may go a few bytes beyond what is meant: SPARE words behind each group's memory are for that.
#ifndef ANY_BYTE
#define ANY_BYTE 0
#endif
#define SPARE 4u

// Values are loaded and stored at once where a device can.
#ifndef ALIGNED
#define ALIGNED
#endif
// A function that stays one: inlined everywhere, the interpreter would not fit a compiler.
#define BIG FN __attribute__((noinline))
// A function of several lines that is better inlined: others of them are kept apart for CUDA (program.rs).
#ifndef SMALL
#define SMALL FN
#endif
// Position of the lowest set bit; the argument is not 0.
#define LOWEST(x) (POPCOUNT(((u64)(x) & (0 - (u64)(x))) - 1))
#define LOWEST32(x) (POPCOUNT32(((u32)(x) & (0 - (u32)(x))) - 1))
