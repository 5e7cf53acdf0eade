// Colours of grids and objects: reading, counting and changing them (colour.rs). Where colours
// serve as numbers of places they are biased, so that their order is that of the places.

#define NO_COLOUR 256u
#define MOST_COLOUR 257u
#define NOWHERE 0xffffffffu

// Memory aside: the far end of a lane's free words, for what an op needs only while it runs.
// 0 when there is none left. Whoever takes some gives all of it back with `back_to`.
FN u32 aside(ctx *c, u32 words) {
    words = WHOLE(words);
    if (words > c->end - c->top) { hand_back(c, B_MEMORY); return 0; }
    c->end -= words;
    return c->end;
}
FN void back_to(ctx *c, u32 end) {
    u32 used = c->top + (end - c->end);
    if (used > c->most) c->most = used;
    c->end = end;
}

// Whether all positions of a grid can be packed.
FN u32 packable(val grid) { return height_of(grid) <= BIAS && width_of(grid) <= BIAS; }
// What is no packable grid, read as rows: V_NONE without cells, or the fault.
FN val odd_rows(ctx *c, val v) {
    if (!is_tuple(v)) return fault(F_TYPE);
    if (is_empty(v) || (TAG(v) == V_GRID && width_of(v) == 0)) return mk(V_NONE, 0, 0, 0);
    if (TAG(v) != V_TUPLE && TAG(v) != V_GRID) return fault(F_TYPE);
    for (u32 i = 0; TAG(v) == V_TUPLE && i < v.a; i++) if (!is_tuple(load(c, v.c, i))) return fault(F_TYPE);
    return hand_back(c, B_FORM);
}

// The words that hold a grid's cells, and how many bytes come before the first cell.
FN GLOBAL u32 *grid_words(ctx *c, val grid, u32 *skip) { *skip = grid.b & 3u; return c->mem + grid.c + grid.b / 4; }
FN u32 cell_count(val grid) { return height_of(grid) * width_of(grid); }
// The top bit of each byte that is 0.
FN u32 zero_bytes(u32 x) { return ~(((x & 0x7f7f7f7fu) + 0x7f7f7f7fu) | x | 0x7f7f7f7fu); }
FN u32 four_times(i64 colour) { return ((u32)colour & 255u) * 0x01010101u; }
// The top bit of each byte of word i that is a cell of the four-fold colour; n cells in all.
FN u32 hits_in(GLOBAL u32 *words, u32 i, u32 skip, u32 n, u32 four) {
    u32 hits = zero_bytes(words[i] ^ four), end = skip + n;
    if (i == 0) hits &= ~0u << 8 * skip;
    if (4 * i + 4 > end) hits &= ~0u >> 8 * (4 * i + 4 - end);
    return hits;
}
FN u32 count_in_grid(ctx *c, val grid, i64 colour) {
    u32 skip, n = cell_count(grid), four = four_times(colour), sum = 0;
    GLOBAL u32 *words = grid_words(c, grid, &skip);
    if (n == 0) return 0;
    u32 last = (skip + n - 1) / 4;
    sum = POPCOUNT(hits_in(words, 0, skip, n, four));
    // One bit of each hit goes to a byte of its own, whose counts are added up in time.
    for (u32 i = 1; i < last;) {
        u32 stop = i + 255 < last ? i + 255 : last, bytes = 0;
        for (; i < stop; i++) bytes += zero_bytes(words[i] ^ four) >> 7;
        sum += (bytes & 255u) + (bytes >> 8 & 255u) + (bytes >> 16 & 255u) + (bytes >> 24);
    }
    return last ? sum + POPCOUNT(hits_in(words, last, skip, n, four)) : sum;
}

// The n cells of a grid from the i-th on, read four at a time; what is behind the last may be anything.
typedef struct { reader words; u32 next, shift; } cells;
SMALL cells cells_from(ctx *c, val grid, u32 i, u32 n) {
    cells x;
    u32 byte = grid.b + i, at = grid.c + byte / 4;
    x.words = read_from(c, at & ~3u, at & 3u, (at & 3u) + (byte % 4 + n + 3) / 4);
    x.next = NOW(x.words);
    x.shift = byte % 4 * 8;
    return x;
}
SMALL u32 four_cells(ctx *c, cells *x) {
    u32 word = x->next >> x->shift;
    read_on(c, &x->words, 1);
    if (x->words.i < x->words.n) x->next = NOW(x->words);
    return x->shift ? word | x->next << (32 - x->shift) : word;
}
// Of each four bytes' lowest bits one for each of n cells (1..64).
#define BITS_OF(ones, k) ((u64)((ones) * 0x01020408u >> 24) << (k))
FN u64 low_bits(u64 bits, u32 n) { return n < 64 ? bits & (((u64)1 << n) - 1) : bits; }
// Which of them have the four-fold colour.
FN u64 equal_bits(ctx *c, val grid, u32 i, u32 n, u32 four) {
    cells x = cells_from(c, grid, i, n);
    u64 bits = 0;
    for (u32 k = 0; k < n; k += 4) bits |= BITS_OF(zero_bytes(four_cells(c, &x) ^ four) >> 7, k);
    return low_bits(bits, n);
}
// Which of them differ from the one before; the first does.
FN u64 changes(ctx *c, val grid, u32 i, u32 n) {
    cells x = cells_from(c, grid, i, n);
    u32 before = ~(x.next >> x.shift) & 255u;
    u64 bits = 0;
    for (u32 k = 0; k < n; k += 4) {
        u32 word = four_cells(c, &x), y = word ^ (word << 8 | before);
        bits |= BITS_OF((((y & 0x7f7f7f7fu) + 0x7f7f7f7fu) | y) >> 7 & 0x01010101u, k);
        before = word >> 24;
    }
    return low_bits(bits, n);
}
// Writes the keys of n cells of one colour in a row.
FN void write_run(GLOBAL u32 *to, u32 n, u32 key, u32 step) { for (u32 i = 0; i < n; i++, key += step) to[i] = key; }

// Whether colours can be read without a look at every element; a colour as a byte, and biased.
FN u32 has_colours(val v) { return TAG(v) == V_GRID || TAG(v) == V_CELLS || is_empty(v); }
FN u32 colours_in(val v) { return TAG(v) == V_GRID ? cell_count(v) : TAG(v) == V_CELLS ? v.a : 0; }
FN u32 key_colour(ctx *c, u32 key) { return (c->batt ? key : key >> 24) & 255u; }

// Which bytes of a grid's word i are cells; its cells are the bytes skip..end.
SMALL u32 cell_bytes(u32 i, u32 skip, u32 end) {
    u32 bytes = i ? ~0u : ~0u << 8 * skip;
    return 4 * i + 4 > end ? bytes & ~0u >> 8 * (4 * i + 4 - end) : bytes;
}
// Counts of colours 0..15: four bits each for up to 15 cells, and eight bits each of even and odd colours.
#define EVEN_BYTES ((u64)0x0f0f0f0fu << 32 | 0x0f0f0f0fu)
FN u64 one_of(u32 colour) { return (u64)1 << 4 * (colour & 15u); }
FN u64 four_of(u32 word) { return one_of(word) + one_of(word >> 8) + one_of(word >> 16) + one_of(word >> 24); }
// Adds up to 255 counts of colours 0..15, eight bits each, to a table.
FN void add_counts(ctx *c, u32 table, u64 even, u64 odd) {
    for (u32 i = 0; i < 4; i++) {
        val m = load(c, table, i);
        store(c, table, i, mk(m.tag + ((u32)even & 255u), m.a + ((u32)odd & 255u), m.b + ((u32)even >> 8 & 255u), m.c + ((u32)odd >> 8 & 255u)));
        even >>= 16;
        odd >>= 16;
    }
}

// Cells by biased colour, in a table aside; only the places lo..=hi are meaningful. 0 when
// memory is out.
BIG u32 tally(ctx *c, val v, u32 *lo, u32 *hi) {
    u32 n = colours_in(v), at = aside(c, 256), is_grid = TAG(v) == V_GRID, shift = c->batt ? 0 : 24, any = 0, rounds = 0;
    if (!at) return 0;
    GLOBAL u32 *table = words_at(c, at);
    u32 in_grid = is_grid ? n : 0;
    cells x = cells_from(c, mk(V_GRID, 0, is_grid ? v.b : 0, v.c), 0, in_grid);
    // Nearly all colours are 0..15, whose counts fit registers for some time.
    u64 even = 0, odd = 0;
    *lo = 128;
    *hi = 143;
    for (u32 k = 32; k < 36; k++) store(c, at, k, mk(0, 0, 0, 0));
    for (u32 i = 0; i < in_grid; i += 4) {
        // Bytes behind the cells count as cells of colour 0 at first.
        u32 word = four_cells(c, &x) & low_bytes(in_grid - i);
        u64 counts = four_of(word);
        any |= word;
        even += counts & EVEN_BYTES;
        odd += counts >> 4 & EVEN_BYTES;
        if (++rounds == 63) { add_counts(c, at + 128, even, odd); even = odd = 0; rounds = 0; }
    }
    for (reader r = read_from(c, v.c, 0, is_grid ? 0 : n); r.i < r.n; rounds++) {
        u64 counts = 0;
        for (u32 i = 0; i < 15 && r.i < r.n; i++, read_on(c, &r, 1)) {
            u32 colour = (NOW(r) >> shift & 255u) ^ 128u;
            counts += one_of(colour);
            any |= colour;
        }
        if (rounds == 17) { add_counts(c, at + 128, even, odd); even = odd = 0; rounds = 0; }
        even += counts & EVEN_BYTES;
        odd += counts >> 4 & EVEN_BYTES;
    }
    add_counts(c, at + 128, even, odd);
    table[128] -= (0 - in_grid) & 3u;
    if (!(any & 0xf0f0f0f0u)) return at;
    *lo = 0;
    *hi = 255;
    for (u32 k = 0; k < 64; k++) store(c, at, k, mk(0, 0, 0, 0));
    GLOBAL u8 *bytes = (GLOBAL u8 *)cells_of(c, v);
    for (u32 i = 0; i < n; i++) table[is_grid ? bytes[i] ^ 128u : c->mem[v.c + i] >> shift & 255u]++;
    return at;
}
// The most frequent colour, biased, ties to the smallest; NO_COLOUR without cells or memory.
BIG u32 most_colour(ctx *c, val v) {
    if (TAG(v) == V_GRID && cell_count(v)) {
        // What more than half of the cells have needs no comparison with the others.
        i32 guess = cells_of(c, v)[0];
        if (2 * count_in_grid(c, v, guess) > cell_count(v)) return (u32)guess + 128u;
    }
    u32 lo, hi, end = c->end, t = tally(c, v, &lo, &hi), best = NO_COLOUR, most = 0;
    if (t) for (reader r = read_from(c, t, lo, hi + 1); r.i <= hi; read_on(c, &r, 1)) if (NOW(r) > most) { most = NOW(r); best = r.i; }
    back_to(c, end);
    return best;
}

enum { COLOURS_MOST, COLOURS_LEAST, COLOURS_NUMBER, COLOURS_SET, COLOURS_TUPLE };

// What is neither a grid nor a set of cells: a fault in nearly all cases.
FN val odd_colours(ctx *c, val v) {
    if (!is_container(v)) return fault(F_TYPE);
    u32 t = TAG(v), n = count(c, v);
    if (t != V_TUPLE && t != V_SET) return fault(F_TYPE);
    for (u32 i = 0; i < n; i++) {
        val x = load(c, v.c, i);
        if (!is_tuple(x) || (t == V_SET && count(c, x) != 2 + c->batt)) return fault(F_TYPE);
    }
    return hand_back(c, B_FORM);
}
FN val ints_as_set(ctx *c, u32 at, u32 n, u64 bits, u32 wide) {
    if (!wide) return mk_bits(bits);
    return at ? mk_set(c, at, n) : fault(F_BUDGET);
}
// In arc the colour of a position is its row, and the rows of a set of positions ascend.
FN val colours_of_poses(ctx *c, val v, u32 what) {
    GLOBAL u32 *keys = words_at(c, v.c);
    u32 at = what == COLOURS_SET ? alloc_vals(c, v.a) : 0, n = 0, found = 0, wide = 0;
    i32 best = 0;
    u64 bits = 0;
    if (what == COLOURS_SET && !at) return fault(F_BUDGET);
    for (u32 i = 0; i < v.a;) {
        u32 start = i;
        i32 row = row_of(keys[i]);
        while (i < v.a && row_of(keys[i]) == row) i++;
        u32 better = what == COLOURS_MOST ? i - start > found : i - start < found;
        if (n == 0 || better) { best = row; found = i - start; }
        if (at) store(c, at, n, mk_int(row));
        wide |= row < 0 || row > 63;
        bits |= (u64)1 << (row & 63);
        n++;
    }
    if (what == COLOURS_SET) return ints_as_set(c, at, n, bits, wide);
    return mk_int(what == COLOURS_NUMBER ? (i64)n : best);
}
// The colours present, as a set or tuple; the table is aside and stays so.
FN val listed_colours(ctx *c, u32 t, u32 lo, u32 hi, u32 what) {
    u32 n = 0, at = 0, wide = 0;
    u64 bits = 0;
    for (reader r = read_from(c, t, lo, hi + 1); r.i <= hi; read_on(c, &r, 1)) {
        u32 k = r.i, has = NOW(r) != 0;
        n += has;
        wide |= has && (k < 128 || k > 191);
        bits |= (u64)has << ((k - 128) & 63u);
    }
    if (what == COLOURS_SET && !wide) return mk_bits(bits);
    at = what == COLOURS_SET ? alloc_vals(c, n) : alloc_bytes(c, n + 1);
    if (!at) return fault(F_BUDGET);
    u32 i = 0;
    for (reader r = read_from(c, t, lo, hi + 1); r.i <= hi; read_on(c, &r, 1)) {
        i32 colour = (i32)r.i - 128;
        if (!NOW(r)) continue;
        if (what == COLOURS_SET) store(c, at, i++, mk_int(colour));
        else bytes_at(c, at)[i++] = (i8)colour;
    }
    return what == COLOURS_SET ? mk_set(c, at, n) : row_value(c, at, 0, n);
}
BIG val colours_read(ctx *c, val v, u32 what) {
    if (!has_colours(v)) return !c->batt && TAG(v) == V_POSES ? colours_of_poses(c, v, what) : odd_colours(c, v);
    if (what == COLOURS_MOST) {
        u32 k = most_colour(c, v);
        return k == NO_COLOUR ? fault(F_EMPTY) : mk_int((i32)k - 128);
    }
    u32 lo, hi, end = c->end, t = tally(c, v, &lo, &hi), best = NO_COLOUR, found = 0, n = 0;
    val out = fault(F_BUDGET);
    if (t && (what == COLOURS_SET || what == COLOURS_TUPLE)) out = listed_colours(c, t, lo, hi, what);
    else if (t) {
        for (reader r = read_from(c, t, lo, hi + 1); r.i <= hi; read_on(c, &r, 1)) {
            u32 m = NOW(r);
            if (!m) continue;
            if (!n++ || m < found) { best = r.i; found = m; }
        }
        if (what == COLOURS_NUMBER) out = mk_int(n);
        else out = n ? mk_int((i32)best - 128) : fault(F_EMPTY);
    }
    back_to(c, end);
    return out;
}

OP1(palette) { return colours_read(c, a, COLOURS_SET); }
OP1(palette_tuple) { return colours_read(c, a, COLOURS_TUPLE); }
OP1(numcolors) { return colours_read(c, a, COLOURS_NUMBER); }
OP1(mostcolor) { return colours_read(c, a, COLOURS_MOST); }
OP1(leastcolor) { return colours_read(c, a, COLOURS_LEAST); }

OP2(colorcount) {
    u32 poses = !c->batt && TAG(a) == V_POSES, sum = 0;
    if (!has_colours(a) && !poses) return odd_colours(c, a);
    if (!is_int(b)) return fault(F_TYPE);
    i64 colour = int_of(b);
    GLOBAL u32 *keys = words_at(c, a.c);
    if (poses) for (u32 i = 0; i < a.a; i++) sum += row_of(keys[i]) == colour;
    else if (is_i8(colour)) {
        if (TAG(a) == V_GRID) sum = count_in_grid(c, a, colour);
        else if (TAG(a) == V_CELLS) for (u32 i = 0; i < a.a; i++) sum += cell_colour(c, keys[i]) == colour;
    }
    return mk_int(sum);
}

// The colour of an object's first cell; in arc that is the first part of any pair.
FN val first_colour(ctx *c, val v) {
    if (TAG(v) == V_CELLS) return mk_int(cell_colour(c, v.b));
    if (!is_container(v)) return fault(F_TYPE);
    if (count(c, v) == 0) return fault(F_EMPTY);
    val x = item(c, v, 0);
    if (!is_tuple(x) || count(c, x) != 2 + c->batt) return fault(F_TYPE);
    return item(c, x, c->batt ? 2 : 0);
}
OP1(color) { return first_colour(c, a); }

// Objects of a colour that are not all packed objects in a set.
FN val filtered(ctx *c, val objs, val colour) {
    u32 n = count(c, objs), kept = 0, at = alloc_vals(c, n + (n == 0));
    val wrong = mk(V_NONE, 0, 0, 0);
    if (!at) return fault(F_BUDGET);
    for (u32 i = 0; i < n; i++) {
        val x = item(c, objs, i), k = first_colour(c, x);
        // An empty object is named before a wrong one, wherever they stand.
        if (is_container(x) && count(c, x) == 0) return fault(F_EMPTY);
        if (FAULTY(k)) wrong = k;
        else if (equal(c, k, colour)) store(c, at, kept++, x);
    }
    if (FAULTY(wrong)) return wrong;
    return mk_set(c, at, kept);
}
OP2(colorfilter) {
    if (!is_container(a) || !is_int(b)) return fault(F_TYPE);
    u32 packed = TAG(a) == V_SET, n = count(c, a), kept = 0, first = n;
    for (u32 i = 0; i < n && packed; i++) packed = (c->mem[a.c + 4 * i] & 255u) == V_CELLS;
    if (!packed) return filtered(c, a, b);
    if (!is_i8(int_of(b))) return empty();
    u32 colour = ((u32)int_of(b) & 255u) ^ 128u, last = 0;
    for (u32 i = 0; i < n; i++) {
        if (key_colour(c, load(c, a.c, i).b) != colour) continue;
        if (first == n) first = i;
        last = i;
        kept++;
    }
    if (kept == 0) return empty();
    if (kept == n) return a;
    // Objects that stand together need no copy; in arc all of one colour do.
    if (last - first + 1 == kept) return mk_general(c, V_SET, a.c + 4 * first, kept);
    u32 at = alloc_vals(c, kept), m = 0;
    if (!at) return fault(F_BUDGET);
    for (u32 i = first; i <= last; i++) {
        val x = load(c, a.c, i);
        if (key_colour(c, x.b) == colour) store(c, at, m++, x);
    }
    return mk_general(c, V_SET, at, kept);
}

OP2(ofcolor) {
    if (TAG(a) != V_GRID || !packable(a)) { val v = odd_rows(c, a); TRY(v); }
    if (!is_int(b)) return fault(F_TYPE);
    if (TAG(a) != V_GRID || !is_i8(int_of(b)) || width_of(a) == 0) return empty();
    u32 h = height_of(a), w = width_of(a), four = four_times(int_of(b)), m, at = alloc(c, h * w);
    if (!at) return fault(F_BUDGET);
    writer to = write_to(at);
    for (u32 r = 0; r < h; r++)
        for (u32 k = 0; k < w; k += 64) {
            u64 bits = equal_bits(c, a, r * w + k, w - k < 64 ? w - k : 64, four);
            u32 pos = pos_of((i32)r, (i32)k);
            while (bits) {
                u32 s = LOWEST(bits);
                bits >>= s;
                // All bits may be set, and none be behind them.
                u32 n = ~bits ? LOWEST(~bits) : 64;
                pos += s;
                for (u32 i = 0; i < n; i++) write_next(c, &to, pos++, 1);
                bits = n < 64 ? bits >> n : 0;
            }
        }
    m = write_end(c, &to);
    c->top = at + m;
    return mk_keys(c, V_POSES, at, m);
}

// The packed positions of a tuple of cells or positions, in its order: where they are, and
// their number in *n. 0 for a fault, in *f.
FN u32 tuple_places(ctx *c, val v, u32 *n, val *f) {
    u32 w = TAG(v) == V_GRID ? width_of(v) : 0;
    *f = fault(F_TYPE);
    if (!is_container(v)) return 0;
    if (TAG(v) == V_GRID ? w != 2 && !(w == 3 && c->batt) : first_is_cell(c, v) == 2) return 0;
    if (TAG(v) != V_GRID && TAG(v) != V_TUPLE) { *f = hand_back(c, B_FORM); return 0; }
    *n = count(c, v);
    u32 at = alloc(c, *n);
    *f = fault(F_BUDGET);
    if (!at) return 0;
    if (TAG(v) == V_GRID) {
        GLOBAL i8 *bytes = cells_of(c, v);
        for (u32 i = 0; i < *n; i++) c->mem[at + i] = pos_of(bytes[w * i], bytes[w * i + 1]);
        return at;
    }
    u32 t = TAG(load(c, v.c, 0));
    for (u32 i = 0; i < *n; i++) {
        val x = load(c, v.c, i);
        u32 fine = TAG(x) == t && (t == V_CELL || (t == V_PAIR && pos_fits((i32)x.a, (i32)x.b)));
        if (!fine) { *f = hand_back(c, B_FORM); return 0; }
        c->mem[at + i] = t == V_CELL ? cell_pos(c, x.a) : pos_of((i32)x.a, (i32)x.b);
    }
    return at;
}

OP2(recolor) {
    if (!is_int(a)) return fault(F_TYPE);
    if (is_empty(b)) return empty();
    u32 n = b.a, at, from, t = TAG(b), small = is_i8(int_of(a)), shift = c->batt && t == V_CELLS ? 8 : 0;
    if (t != V_CELLS && t != V_POSES) {
        val f;
        at = tuple_places(c, b, &n, &f);
        if (!at) return f;
        if (!small) return hand_back(c, B_FORM);
        n = sort_keys(c, at, n);
        from = at;
    } else {
        if (!small) return hand_back(c, B_FORM);
        at = from = alloc(c, n);
        if (!at) return fault(F_BUDGET);
        if (t == V_POSES) from = b.c;
        else {
#define UNCOLOURED(key) ((key) >> shift & 0xffffffu)
            EACH_FOUR(i, n) {
                val k = keys_from(c, b.c, i, n);
                put_keys(c, at, i, FOUR_OF(k, UNCOLOURED));
            }
            n = sort_keys(c, at, n);
        }
    }
    c->top = at + n;
    u32 key = cell_of(c, (i32)int_of(a), 0), by = c->batt ? 8 : 0;
#define COLOURED(place) ((place) << by | key)
    EACH_FOUR(i, n) {
        val k = keys_from(c, from, i, n);
        put_keys(c, at, i, FOUR_OF(k, COLOURED));
    }
    return t == V_POSES ? mk(V_CELLS, n, COLOURED(b.b), at) : mk_keys(c, V_CELLS, at, n);
}

// A grid with cells of colour `from` changed to `to`, and with `both` the other way as well.
BIG val change_colours(ctx *c, val grid, val from, val to, u32 both) {
    if (TAG(grid) != V_GRID) { val v = odd_rows(c, grid); TRY(v); }
    if (!is_int(from) || !is_int(to)) return fault(F_TYPE);
    if (TAG(grid) != V_GRID || width_of(grid) == 0) return grid;
    i64 i = int_of(from), j = int_of(to);
    if (!is_i8(i) || !is_i8(j)) {
        // Numbers that no byte holds: nothing changes, or the result is no byte grid.
        u32 hit = is_i8(i) ? count_in_grid(c, grid, i) : both && is_i8(j) ? count_in_grid(c, grid, j) : 0;
        return hit ? hand_back(c, B_FORM) : grid;
    }
    u32 skip, n = cell_count(grid), x = four_times(i), y = four_times(j), any = 0;
    GLOBAL u32 *words = grid_words(c, grid, &skip);
    u32 count = (skip + n + 3) / 4, at = alloc(c, count);
    if (!at) return fault(F_BUDGET);
    GLOBAL u32 *out = words_at(c, at);
    for (u32 k = 0; k < count && !both; k++) {
        u32 word = words[k], hits = (zero_bytes(word ^ x) >> 7) * 255u;
        any |= hits;
        out[k] = word ^ ((x ^ y) & hits);
    }
    for (u32 k = 0; k < count && both; k++) {
        u32 word = words[k], hits = (zero_bytes(word ^ x) >> 7 | zero_bytes(word ^ y) >> 7) * 255u;
        any |= hits;
        out[k] = word ^ ((x ^ y) & hits);
    }
    if (!any || i == j) { c->top = at; return grid; }
    return mk(V_GRID, grid.a, skip, at);
}
OP3(replace) { return change_colours(c, a, b, d, 0); }
OP3(switch) { return change_colours(c, a, b, d, 1); }
