// Bytes in whole words: read from anywhere, written one after the other, turned in blocks.
//
// A byte costs a device as much as a word. So cells are read in words and written through a sink,
// which puts the bytes together. Where words may stand at any byte (ANY_BYTE) there is nothing to put
// together: words are written whole, and what is too much of one the next one overwrites. That is
// why a sink must be at the end of the memory in use.

FN u32 low_bytes(u32 n) { return n >= 4 ? ~0u : (1u << 8 * n) - 1; }
FN u32 swapped(u32 w) { return w << 24 | (w & 0xff00u) << 8 | (w >> 8 & 0xff00u) | w >> 24; }
// All bits of the bytes of w that are not 0.
FN u32 unlike(u32 w) { return ((((w & 0x7f7f7f7fu) + 0x7f7f7f7fu) | w) >> 7 & 0x01010101u) * 255u; }

#if ANY_BYTE

typedef struct { u32 w; } __attribute__((packed, may_alias)) any_u32;
typedef struct { u64 w; } __attribute__((packed, may_alias)) any_u64;
FN u32 get_word(GLOBAL u8 *p) { return ((GLOBAL any_u32 *)p)->w; }
FN u64 get_words(GLOBAL u8 *p) { return ((GLOBAL any_u64 *)p)->w; }
FN void set_word(GLOBAL u8 *p, u32 w) { ((GLOBAL any_u32 *)p)->w = w; }
FN void set_words(GLOBAL u8 *p, u64 w) { ((GLOBAL any_u64 *)p)->w = w; }

typedef struct { GLOBAL u8 *to; } sink;
FN sink sink_at(ctx *c, u32 at) {
    sink s;
    s.to = (GLOBAL u8 *)(c->mem + at);
    return s;
}
FN void sink_put(sink *s, u32 w, u32 n) { set_word(s->to, w); s->to += n; }
FN void sink_word(sink *s, u32 w) { sink_put(s, w, 4); }
FN void sink_words(sink *s, u64 w) { set_words(s->to, w); s->to += 8; }
FN void sink_end(sink *s) { (void)s; }
FN u32 peek(GLOBAL u32 *m, u32 p, u32 n) { (void)n; return get_word((GLOBAL u8 *)m + p); }
FN void sink_bytes(sink *s, GLOBAL u32 *m, u32 p, u32 n) {
    GLOBAL u8 *from = (GLOBAL u8 *)m + p;
    for (u32 i = 0; i < n; i += 8) set_words(s->to + i, get_words(from + i));
    s->to += n;
}
FN void sink_back(sink *s, GLOBAL u32 *m, u32 p, u32 n) {
    GLOBAL u8 *end = (GLOBAL u8 *)m + p + n;
    for (u32 i = 0; i < n; i += 4) set_word(s->to + i, swapped(get_word(end - i - 4)));
    s->to += n;
}

#else

typedef struct {
    GLOBAL u32 *to;
    u64 held;  // bytes not yet written, the first in the lowest bits
    u32 have;  // bits held, below 32
} sink;

FN sink sink_at(ctx *c, u32 at) {
    sink s;
    s.to = c->mem + at;
    s.held = 0;
    s.have = 0;
    return s;
}
// Appends the n low bytes of w, the others of which are 0.
FN void sink_put(sink *s, u32 w, u32 n) {
    s->held |= (u64)w << s->have;
    s->have += 8 * n;
    if (s->have >= 32) {
        *s->to++ = (u32)s->held;
        s->held >>= 32;
        s->have -= 32;
    }
}
// Appends four bytes.
FN void sink_word(sink *s, u32 w) {
    u64 x = (u64)w << s->have | s->held;
    *s->to++ = (u32)x;
    s->held = x >> 32;
}
// Appends eight bytes.
FN void sink_words(sink *s, u64 w) { sink_word(s, (u32)w); sink_word(s, (u32)(w >> 32)); }
FN void sink_end(sink *s) { if (s->have) *s->to = (u32)s->held; }

// The n bytes (1 to 4) that start p bytes after m; what stands above them is anything. Words
// without any of them are not touched, as they may lie outside of memory.
FN u32 peek(GLOBAL u32 *m, u32 p, u32 n) {
    u32 s = 8 * (p & 3u), w = m[p / 4] >> s;
    if (s + 8 * n > 32) w |= m[p / 4 + 1] << (32 - s);
    return w;
}

// Appends the n bytes that start p bytes after m.
FN void sink_bytes(sink *s, GLOBAL u32 *m, u32 p, u32 n) {
    u32 head = 4 - (p & 3u), i = p / 4;
    if (head < 4 || n < 4) {
        if (head > n) head = n;
        if (!head) return;
        sink_put(s, m[i++] >> 8 * (p & 3u) & low_bytes(head), head);
        n -= head;
    }
    for (; n >= 4; n -= 4) sink_word(s, m[i++]);
    if (n) sink_put(s, m[i] & low_bytes(n), n);
}
// The same from the last byte to the first.
FN void sink_back(sink *s, GLOBAL u32 *m, u32 p, u32 n) {
    u32 i = (p + n) / 4, tail = (p + n) & 3u;
    if (tail) {
        u32 w = swapped(m[i] << (32 - 8 * tail));
        if (tail > n) tail = n;
        if (!tail) return;
        sink_put(s, w & low_bytes(tail), tail);
        n -= tail;
    }
    for (; n >= 4; n -= 4) sink_word(s, swapped(m[--i]));
    if (n) sink_put(s, swapped(m[--i]) & low_bytes(n), n);
}

#endif

typedef struct { u32 x0, x1, x2, x3; } turn_block;
// Four words of four cells as four columns.
FN turn_block turn_words(u32 a, u32 b, u32 d, u32 e) {
    turn_block t;
    u32 even = (a & 0x00ff00ffu) | (b & 0x00ff00ffu) << 8, odd = (a >> 8 & 0x00ff00ffu) | (b & 0xff00ff00u);
    u32 below = (d & 0x00ff00ffu) | (e & 0x00ff00ffu) << 8, under = (d >> 8 & 0x00ff00ffu) | (e & 0xff00ff00u);
    t.x0 = (even & 0xffffu) | below << 16;
    t.x1 = (odd & 0xffffu) | under << 16;
    t.x2 = even >> 16 | (below & 0xffff0000u);
    t.x3 = odd >> 16 | (under & 0xffff0000u);
    return t;
}

#if ANY_BYTE

// Turns a grid of at least 4 rows and columns: row r begins first + r * step bytes after m. The
// last blocks overlap those before them, so that all are whole.
FN void turn_large(GLOBAL u32 *m, GLOBAL u32 *out, u32 first, u32 step, u32 h, u32 w, u32 cols) {
    for (u32 i = 0; i < w; i += 4) {
        u32 k = i < w - 4 ? i : w - 4, p = first + (cols ? w - 4 - k : k);
        for (u32 j = 0; j < h; j += 4) {
            u32 r = j < h - 4 ? j : h - 4, q = p + r * step;
            GLOBAL u8 *to = (GLOBAL u8 *)out + k * h + r;
            turn_block x = turn_words(peek(m, q, 4), peek(m, q + step, 4), peek(m, q + 2 * step, 4), peek(m, q + 3 * step, 4));
            set_word(to, cols ? x.x3 : x.x0);
            set_word(to + h, cols ? x.x2 : x.x1);
            set_word(to + 2 * h, cols ? x.x1 : x.x2);
            set_word(to + 3 * h, cols ? x.x0 : x.x3);
        }
    }
}

#else

// One row of a turned grid while it is written, four cells at a time.
typedef struct {
    GLOBAL u32 *to;
    u32 shift, held;
} turn_row;
FN turn_row turn_start(GLOBAL u32 *out, u32 byte, u32 held) {
    turn_row t;
    t.to = out + byte / 4;
    t.shift = 8 * (byte & 3u);
    t.held = held;
    return t;
}
FN void turn_put(turn_row *t, u32 w) {
    u64 x = (u64)w << t->shift;
    *t->to++ = t->held | (u32)x;
    t->held = (u32)(x >> 32);
}
// Writes the last n cells, 1 to 3.
FN void turn_last(turn_row *t, u32 w, u32 n) {
    u64 x = (u64)w << t->shift;
    t->held |= (u32)x;
    t->shift += 8 * n;
    if (t->shift < 32) return;
    *t->to++ = t->held;
    t->held = (u32)(x >> 32);
    t->shift -= 32;
}
// The row below has written the word that this row ends in.
FN void turn_join(turn_row *t) { if (t->shift) *t->to |= t->held; }
// n cells of a row, from the last on if `back`.
FN u32 turn_peek(GLOBAL u32 *m, u32 p, u32 n, u32 back) {
    u32 w = peek(m, p, n);
    return back ? swapped(w) >> (32 - 8 * n) : w;
}

// Turns a grid of at least 4 rows: row r begins first + r * step bytes after m.
FN void turn_large(GLOBAL u32 *m, GLOBAL u32 *out, u32 first, u32 step, u32 h, u32 w, u32 cols) {
    u32 held = 0;
    for (u32 k = 0; k < w; k += 4) {
        u32 n = w - k < 4 ? w - k : 4, p = first + (cols ? w - k - n : k), r = 0, o = k * h;
        turn_row t0 = turn_start(out, o, held), t1 = turn_start(out, o + h, 0);
        turn_row t2 = turn_start(out, o + 2 * h, 0), t3 = turn_start(out, o + 3 * h, 0);
        for (; r + 4 <= h; r += 4, p += 4 * step) {
            turn_block x = turn_words(turn_peek(m, p, n, cols), turn_peek(m, p + step, n, cols),
                turn_peek(m, p + 2 * step, n, cols), turn_peek(m, p + 3 * step, n, cols));
            turn_put(&t0, x.x0);
            if (n > 1) turn_put(&t1, x.x1);
            if (n > 2) turn_put(&t2, x.x2);
            if (n > 3) turn_put(&t3, x.x3);
        }
        if (r < h) {
            u32 left = h - r, b = left > 1 ? turn_peek(m, p + step, n, cols) : 0;
            u32 d = left > 2 ? turn_peek(m, p + 2 * step, n, cols) : 0;
            turn_block x = turn_words(turn_peek(m, p, n, cols), b, d, 0);
            turn_last(&t0, x.x0, left);
            if (n > 1) turn_last(&t1, x.x1, left);
            if (n > 2) turn_last(&t2, x.x2, left);
            if (n > 3) turn_last(&t3, x.x3, left);
        }
        if (n > 1) turn_join(&t0);
        if (n > 2) turn_join(&t1);
        if (n > 3) turn_join(&t2);
        turn_row last = n == 1 ? t0 : n == 2 ? t1 : n == 3 ? t2 : t3;
        held = last.held;
        if (k + 4 >= w && last.shift) *last.to = held;
    }
}

#endif
