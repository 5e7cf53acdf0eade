// Calls as one lane makes them.

#define IN(name) name
#define CALL_OP BIG
#define CALLS_IN_MACHINE 0
#define SERIAL(v, made) ((v) = (made))
#define TOGETHER ((void)0)
#define STACK frame stack[FRAMES]
#define FRAME(i) (&stack[i])
#define LOOP_AT_ONCE(v, r, k) do { if ((r)->n >= FEWEST_FLAT && (k) != K_rapply) (v) = loop_flat(c, r, k); } while (0)
#define END_LOOP(v, r, k) ((v) = loop_end(c, r, k))
