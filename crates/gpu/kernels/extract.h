// From grids to objects and positions (extract/).

// The biased colour of a cell.
FN u32 biased_at(ctx *c, val grid, u32 i) { return ((u32)cells_of(c, grid)[i] & 255u) ^ 128u; }

// How cells are packed: bits below the colour and below the position.
FN u32 colour_shift(ctx *c) { return c->batt ? 0 : 24; }
FN u32 place_shift(ctx *c) { return c->batt ? 8 : 0; }
// A set of packed objects that ascend; their cells number `size`.
FN val mk_objects(u32 at, u32 n, u32 size) { return n ? mk(V_SET | 4u << 8, n, size, at) : empty(); }

// Completes objects that were stored before their keys were.
FN void note_first_key(ctx *c, u32 object) { c->mem[object + 2] = c->mem[c->mem[object + 3]]; }

// Colours in the order of their objects: the next one with cells in the table of `tally` and as
// yet no place in `next`. In batt objects start where their colours first occur.
FN u32 next_colour(ctx *c, val g, u32 t, u32 next, u32 hi, u32 *place) {
    if (!c->batt) {
        while (*place <= hi && !c->mem[t + *place]) ++*place;
        return (*place)++;
    }
    GLOBAL i8 *cells = cells_of(c, g);
    for (;;) {
        u32 k = (u32)cells[(*place)++] + 128u;
        if (c->mem[t + k] && !c->mem[next + k]) return k;
    }
}
// The cells of a packable grid with columns by colour, those of colour `without` left out: one
// object each, or in `whole` all in one, which then must be arc.
FN val grouped_aside(ctx *c, val g, u32 without, u32 whole) {
    u32 lo, hi, t = tally(c, g, &lo, &hi), places = aside(c, 256), groups = 0, total = cell_count(g);
    if (!t || !places) return fault(F_BUDGET);
    GLOBAL u32 *table = words_at(c, t), *next = words_at(c, places);
    if (without == MOST_COLOUR) {
        u32 most = 0;
        for (u32 k = lo; k <= hi; k++) if (table[k] > most) { most = table[k]; without = k; }
    }
    if (without < NO_COLOUR) { total -= table[without]; table[without] = 0; }
    for (u32 k = lo; k <= hi; k++) { groups += table[k] != 0; next[k] = 0; }
    u32 objects = whole ? 0 : alloc_vals(c, groups), keys = alloc(c, total + groups * (AT_ONCE - 1)), at = keys, place = c->batt ? 0 : lo;
    if (!keys || (!objects && !whole)) return fault(F_BUDGET);
    for (u32 i = 0; i < groups; i++) {
        u32 k = next_colour(c, g, t, places, hi, &place);
        if (!whole) store(c, objects, i, mk(V_CELLS, table[k], 0, at));
        next[k] = at;
        at += whole ? table[k] : WHOLE(table[k]);
    }
    u32 cs = colour_shift(c), ps = place_shift(c), step = 1u << ps, h = height_of(g), w = width_of(g);
    for (u32 r = 0; r < h; r++)
        for (u32 col = 0; col < w; col += 64) {
            u32 start = r * w + col, len = w - col < 64 ? w - col : 64, pos = pos_of((i32)r, (i32)col);
            u64 bits = changes(c, g, start, len);
            while (bits) {
                u32 s = LOWEST(bits);
                bits &= bits - 1;
                u32 n = (bits ? LOWEST(bits) : len) - s, k = biased_at(c, g, start + s);
                if (k == without) continue;
                write_run(words_at(c, next[k]), n, (pos + s) << ps | k << cs, step);
                next[k] += n;
            }
        }
    for (u32 i = 0; i < groups && !whole; i++) note_first_key(c, objects + 4 * i);
    return whole ? mk_keys(c, V_CELLS, keys, total) : mk_objects(objects, groups, total);
}
BIG val grouped(ctx *c, val g, u32 without, u32 whole) {
    u32 end = c->end;
    val v = grouped_aside(c, g, without, whole);
    back_to(c, end);
    return v;
}

// All cells of a packable grid as an object.
FN val whole_object(ctx *c, val g) {
    u32 n = cell_count(g), w = width_of(g);
    if (n == 0) return empty();
    if (!c->batt) return grouped(c, g, NO_COLOUR, 1);
    u32 at = alloc(c, n);
    if (!at) return fault(F_BUDGET);
    GLOBAL i8 *cells = cells_of(c, g);
    GLOBAL u32 *keys = words_at(c, at);
    for (u32 r = 0, i = 0; i < n; r++) {
        u32 pos = pos_of((i32)r, 0);
        for (u32 k = 0; k < w; k++, i++) keys[i] = (pos + k) << 8 | (((u32)cells[i] & 255u) ^ 128u);
    }
    return mk_keys(c, V_CELLS, at, n);
}

OP1(partition) {
    if (TAG(a) == V_GRID && packable(a) && width_of(a)) return grouped(c, a, NO_COLOUR, 0);
    val v = odd_rows(c, a);
    return FAULTY(v) ? v : empty();
}
OP1(fgpartition) {
    if (TAG(a) == V_GRID && packable(a) && width_of(a)) return grouped(c, a, MOST_COLOUR, 0);
    val v = odd_rows(c, a);
    return FAULTY(v) ? v : c->batt ? empty() : fault(F_EMPTY);
}

// Components. A run is a stretch of one colour in a row: two words, the packed first cell, and
// the column behind the last one below the run's parent, which is no later run of its component.
// At the end the component's number stands in place of the parent.
#define END_BITS 12
#define RUN_END(word) ((word) & 0xfffu)

FN u32 run_root(GLOBAL u32 *runs, u32 r) {
    for (;;) {
        u32 word = runs[2 * r + 1], p = word >> END_BITS;
        if (p == r) return r;
        u32 q = runs[2 * p + 1] >> END_BITS;
        if (q == p) return p;
        runs[2 * r + 1] = q << END_BITS | RUN_END(word);
        r = q;
    }
}
typedef struct {
    u32 uni, diag, bg;   // what makes a component; bg is NO_COLOUR if all cells count
    u32 count;           // runs
    u32 parts;           // components
    u32 cells;
    u32 lo, hi;          // range of biased colours
} runs_info;

// Finds the runs of a grid and joins those that touch.
FN void find_runs(ctx *c, val g, GLOBAL u32 *runs, runs_info *m) {
    u32 h = height_of(g), w = width_of(g), cs = colour_shift(c), ps = place_shift(c);
    u32 uni = m->uni, diag = m->diag, bg = m->bg, count = 0, parts = 0, cells = 0, lo = 255, hi = 0, above = 0;
    for (u32 r = 0; r < h; r++) {
        u32 first = count, p = above;
        for (u32 col = 0; col < w; col += 64) {
            u32 start = r * w + col, len = w - col < 64 ? w - col : 64;
            u64 bits = changes(c, g, start, len);
            while (bits) {
                u32 s = LOWEST(bits);
                bits &= bits - 1;
                u32 e = col + (bits ? LOWEST(bits) : len), k = biased_at(c, g, start + s);
                if (k == bg) continue;
                s += col;
                u32 own = count;
                // Its left neighbour, which may have the same colour where a word of columns ends.
                if (count > first && RUN_END(runs[2 * count - 1]) == s
                    && (!uni || (runs[2 * count - 2] >> cs & 255u) == k)) own = run_root(runs, count - 1);
                while (p < first && RUN_END(runs[2 * p + 1]) + diag <= s) p++;
                for (u32 q = p; q < first; q++) {
                    u32 key = runs[2 * q];
                    if ((key >> ps & 0xfffu) >= e + diag + BIAS) break;
                    if (uni && (key >> cs & 255u) != k) continue;
                    u32 other = run_root(runs, q);
                    if (own == other) continue;
                    if (own == count) { own = other; continue; }
                    // The later root goes below the earlier one.
                    u32 late = own > other ? own : other;
                    own = own + other - late;
                    runs[2 * late + 1] = own << END_BITS | RUN_END(runs[2 * late + 1]);
                    parts--;
                }
                parts += own == count;
                cells += e - s;
                lo = k < lo ? k : lo;
                hi = k > hi ? k : hi;
                runs[2 * count] = pos_of((i32)r, (i32)s) << ps | k << cs;
                runs[2 * count + 1] = own << END_BITS | e;
                count++;
            }
        }
        above = first;
    }
    m->count = count; m->parts = parts; m->cells = cells; m->lo = lo; m->hi = hi;
}

// Numbers the components in the order of their first runs and counts their cells: two words
// each, their number of cells and NOWHERE.
FN void number_parts(ctx *c, GLOBAL u32 *runs, GLOBAL u32 *parts, u32 count) {
    u32 n = 0, ps = place_shift(c);
    for (u32 r = 0; r < count; r++) {
        u32 word = runs[2 * r + 1], parent = word >> END_BITS, part;
        if (parent == r) {
            part = n++;
            parts[2 * part] = 0;
            parts[2 * part + 1] = NOWHERE;
        } else part = runs[2 * parent + 1] >> END_BITS;
        parts[2 * part] += RUN_END(word) + BIAS - (runs[2 * r] >> ps & 0xfffu);
        runs[2 * r + 1] = part << END_BITS | RUN_END(word);
    }
}

// Where the next object and the next new object's keys belong.
typedef struct { u32 object, keys; } harvest;
// Writes a run's keys behind its component's; runs come in the order of their keys, so
// components are met, and stored, in canonical order.
FN void harvest_run(ctx *c, GLOBAL u32 *run, GLOBAL u32 *parts, harvest *to, u32 ps) {
    u32 key = run[0], part = run[1] >> END_BITS, n = RUN_END(run[1]) + BIAS - (key >> ps & 0xfffu);
    u32 at = parts[2 * part + 1];
    if (at == NOWHERE) {
        at = to->keys;
        store(c, to->object, 0, mk(V_CELLS, parts[2 * part], key, at));
        to->object += 4;
        to->keys += WHOLE(parts[2 * part]);
    }
    write_run(words_at(c, at), n, key, 1u << ps);
    parts[2 * part + 1] = at + n;
}
// In arc keys go by colour: lists of each colour's runs, linked from the table `heads`.
FN void harvest_by_colour(ctx *c, GLOBAL u32 *runs, GLOBAL u32 *parts, harvest *to, GLOBAL u32 *heads, runs_info *m) {
    GLOBAL u32 *next = heads + 256;
    for (u32 k = m->lo; k <= m->hi; k++) heads[k] = NOWHERE;
    for (u32 r = m->count; r-- > 0;) {
        u32 k = runs[2 * r] >> 24;
        next[r] = heads[k];
        heads[k] = r;
    }
    for (u32 k = m->lo; k <= m->hi; k++)
        for (u32 r = heads[k]; r != NOWHERE; r = next[r]) harvest_run(c, runs + 2 * r, parts, to, 0);
}

FN val components_aside(ctx *c, val g, runs_info *m) {
    u32 at = aside(c, 2 * cell_count(g));
    if (!at) return fault(F_BUDGET);
    GLOBAL u32 *runs = words_at(c, at);
    find_runs(c, g, runs, m);
    u32 parts = aside(c, 2 * m->parts), heads = c->batt ? 1 : aside(c, 256 + m->count);
    harvest to;
    u32 objects = to.object = alloc_vals(c, m->parts);
    to.keys = alloc(c, m->cells + m->parts * (AT_ONCE - 1));
    if (!parts || !heads || !objects || !to.keys) return fault(F_BUDGET);
    number_parts(c, runs, words_at(c, parts), m->count);
    if (!c->batt) harvest_by_colour(c, runs, words_at(c, parts), &to, words_at(c, heads), m);
    else for (u32 r = 0; r < m->count; r++) harvest_run(c, runs + 2 * r, words_at(c, parts), &to, 8);
    return mk_objects(objects, m->parts, m->cells);
}
BIG val components(ctx *c, val g, u32 uni, u32 diag, u32 without_bg) {
    if (TAG(g) != V_GRID || !packable(g) || width_of(g) == 0) {
        val v = odd_rows(c, g);
        TRY(v);
        if (c->batt) return empty();
        return is_empty(g) ? fault(F_INDEX) : without_bg ? fault(F_EMPTY) : empty();
    }
    if (!uni && !without_bg) {
        val v = whole_object(c, g);
        TRY(v);
        u32 at = alloc_vals(c, 1);
        if (!at) return fault(F_BUDGET);
        store(c, at, 0, v);
        return mk_objects(at, 1, v.a);
    }
    u32 end = c->end;
    runs_info m;
    m.uni = uni;
    m.diag = diag;
    m.bg = without_bg ? most_colour(c, g) : NO_COLOUR;
    val v = c->bail ? fault(F_BUDGET) : components_aside(c, g, &m);
    back_to(c, end);
    return v;
}

// Whether a value is a tuple of tuples of integers.
FN u32 grid_like(ctx *c, val v) {
    if (TAG(v) == V_GRID) return 1;
    if (TAG(v) != V_TUPLE) return 0;
    for (u32 i = 0; i < v.a; i++) {
        val row = load(c, v.c, i);
        if (!is_tuple(row)) return 0;
        u32 n = count(c, row);
        for (u32 j = 0; j < n; j++) if (!is_int(item(c, row, j))) return 0;
    }
    return 1;
}
OP1(is_no_grid) { return mk_bool(!grid_like(c, a)); }

OP1(asobject) {
    if (TAG(a) == V_GRID && packable(a)) return whole_object(c, a);
    if (c->batt && !grid_like(c, a)) return empty();
    // Rows may even be sets here.
    if (TAG(a) == V_TUPLE && a.a) return hand_back(c, B_FORM);
    val v = odd_rows(c, a);
    return FAULTY(v) ? v : empty();
}

// Cells of a packable grid at packed positions, as an object.
FN val cells_at(ctx *c, val g, u32 from, u32 n, u32 shift) {
    u32 h = height_of(g), w = width_of(g), at = alloc(c, n), cs = colour_shift(c), ps = place_shift(c);
    if (!at) return fault(F_BUDGET);
    GLOBAL i8 *cells = cells_of(c, g);
    writer to = write_to(at);
    for (reader i = read_from(c, from, 0, n); i.i < n; read_on(c, &i, 1)) {
        u32 pos = NOW(i) >> shift & 0xffffffu;
        // Below 0 both are too large as well.
        u32 r = (pos >> 12) - BIAS, k = (pos & 0xfffu) - BIAS;
        if (r < h && k < w) write_next(c, &to, pos << ps | (((u32)cells[r * w + k] & 255u) ^ 128u) << cs, 1);
    }
    u32 m = write_end(c, &to);
    m = m ? sort_keys(c, at, m) : 0;
    c->top = at + m;
    return mk_keys(c, V_CELLS, at, m);
}
OP2(toobject) {
    u32 packed = TAG(a) == V_CELLS || TAG(a) == V_POSES;
    if (TAG(b) == V_GRID && packable(b)) {
        if (is_empty(a)) return empty();
        if (packed) return cells_at(c, b, a.c, a.a, c->batt && TAG(a) == V_CELLS ? 8 : 0);
        val f;
        u32 n, at = tuple_places(c, a, &n, &f);
        return at ? cells_at(c, b, at, n, 0) : f;
    }
    if (!packed && !is_empty(a)) {
        if (first_is_cell(c, a) == 2) return fault(F_TYPE);
        return hand_back(c, B_FORM);
    }
    val v = odd_rows(c, b);
    return FAULTY(v) ? v : is_empty(b) ? fault(F_INDEX) : empty();
}

// One-coloured cells of a line, which ascend in both dialects; `by` is the way to the next.
FN val line_of(ctx *c, u32 key, u32 by, u32 n) {
    u32 at = alloc(c, n);
    if (!at) return fault(F_BUDGET);
    put_line(c, at, n, key, by);
    return mk(V_CELLS, n, key, at);
}
// Marks the one-coloured rows and then the one-coloured columns of a grid; gives their number.
FN u32 mark_plain(ctx *c, val g, GLOBAL u32 *marks) {
    u32 h = height_of(g), w = width_of(g), n = 0;
    for (u32 r = 0; r < h; r++) {
        u32 plain = 1, colour = biased_at(c, g, r * w);
        for (u32 k = 0; k < w && plain; k += 64) {
            u32 len = w - k < 64 ? w - k : 64;
            plain = changes(c, g, r * w + k, len) == 1 && biased_at(c, g, r * w + k) == colour;
        }
        n += marks[r] = plain;
    }
    for (u32 k = 0; k < w; k += 4) {
        u32 m = w - k < 4 ? w - k : 4, first = peek(c->mem + g.c, g.b + k, m), differ = 0;
        for (u32 r = 1; r < h; r++) differ |= first ^ peek(c->mem + g.c, g.b + r * w + k, m);
        for (u32 j = k; j < w && j < k + 4; j++, differ >>= 8) n += marks[h + j] = (differ & 255u) == 0;
    }
    return n;
}
// The first two keys of a packed set as one number, which orders lines: no two have both alike.
FN u64 first_keys(ctx *c, val v) { return (u64)v.b << 32 | (v.a > 1 ? c->mem[v.c + 1] : 0); }
// Puts the i-th line where it belongs among those before.
FN void insert_line(ctx *c, u32 at, u32 i, val line) {
    u64 keys = first_keys(c, line);
    for (; i > 0; i--) {
        val v = load(c, at, i - 1);
        if (first_keys(c, v) <= keys) break;
        store(c, at, i, v);
    }
    store(c, at, i, line);
}
FN val frontiers_aside(ctx *c, val a) {
    u32 h = height_of(a), w = width_of(a), marked = aside(c, h + w), i = 0;
    if (!marked) return fault(F_BUDGET);
    GLOBAL u32 *marks = words_at(c, marked);
    GLOBAL i8 *cells = cells_of(c, a);
    u32 n = mark_plain(c, a, marks), at = alloc_vals(c, n + (n == 0));
    if (!at) return fault(F_BUDGET);
    // Lines of one colour come in order this way, but for row 0. A single cell is one line.
    for (u32 k = 0; k < w && h * w > 1; k++) {
        if (!marks[h + k]) continue;
        val v = line_of(c, cell_of(c, cells[k], pos_of(0, (i32)k)), cell_delta(c, 1, 0), h);
        TRY(v);
        insert_line(c, at, i++, v);
    }
    for (u32 r = 0; r < h; r++) {
        if (!marks[r]) continue;
        val v = line_of(c, cell_of(c, cells[r * w], pos_of((i32)r, 0)), cell_delta(c, 0, 1), w);
        TRY(v);
        insert_line(c, at, i++, v);
    }
    return i ? mk_general(c, V_SET, at, i) : empty();
}
OP1(frontiers) {
    if (TAG(a) != V_GRID || !packable(a)) {
        val v = odd_rows(c, a);
        return FAULTY(v) ? v : is_empty(a) ? fault(F_INDEX) : empty();
    }
    if (width_of(a) == 0) return empty();
    u32 end = c->end;
    val v = frontiers_aside(c, a);
    back_to(c, end);
    return v;
}

// The empty object occurs at every position, border line included.
FN val everywhere(ctx *c, u32 h, u32 w) {
    if (too_large((u64)(h + 1) * (w + 1))) return fault(F_BUDGET);
    if (h >= BIAS || w >= BIAS) return hand_back(c, B_FORM);
    u32 at = alloc(c, (h + 1) * (w + 1));
    if (!at) return fault(F_BUDGET);
    for (u32 r = 0; r <= h; r++) write_run(words_at(c, at + r * (w + 1)), w + 1, pos_of((i32)r, 0), 1);
    return mk_keys(c, V_POSES, at, (h + 1) * (w + 1));
}
// Where an object lies.
typedef struct { i32 top, left, bottom, right; } extent;
FN extent extent_of(ctx *c, val obj) {
    u32 shift = place_shift(c), r0 = 4095, r1 = 0, k0 = 4095, k1 = 0;
    for (reader keys = read_from(c, obj.c, 0, obj.a); keys.i < obj.a; read_on(c, &keys, 1)) {
        u32 r = NOW(keys) >> (shift + 12) & 0xfffu, k = NOW(keys) >> shift & 0xfffu;
        r0 = r < r0 ? r : r0; r1 = r > r1 ? r : r1;
        k0 = k < k0 ? k : k0; k1 = k > k1 ? k : k1;
    }
    extent x;
    x.top = (i32)r0 - BIAS; x.bottom = (i32)r1 - BIAS; x.left = (i32)k0 - BIAS; x.right = (i32)k1 - BIAS;
    return x;
}
// Two words at a multiple of two.
#if LANES > 1
FN u64 two_words(GLOBAL u32 *at) { return *(GLOBAL u64 *)at; }
#else
FN u64 two_words(GLOBAL u32 *at) { return (u64)at[0] | (u64)at[1] << 32; }
#endif
// Bits of every row of a grid up to 64 columns wide for each colour of an object: two words each.
// Where those of each colour are; 0 when memory is out.
FN u32 rows_by_colour(ctx *c, val g, val obj) {
    u32 h = height_of(g), w = width_of(g), heads = aside(c, 256), last = NO_COLOUR;
    if (!heads) return 0;
    GLOBAL u32 *head = words_at(c, heads);
    for (reader r = read_from(c, obj.c, 0, obj.a); r.i < obj.a; read_on(c, &r, 1)) {
        u32 k = key_colour(c, NOW(r));
        if (k != last) head[k] = NOWHERE;
        last = k;
    }
    last = NO_COLOUR;
    for (reader r = read_from(c, obj.c, 0, obj.a); r.i < obj.a; read_on(c, &r, 1)) {
        u32 k = key_colour(c, NOW(r));
        if (k == last || head[k] != NOWHERE) continue;
        u32 at = aside(c, 2 * h);
        if (!at) return 0;
        head[k] = at;
        last = k;
        for (u32 i = 0; i < h; i++) {
            u64 bits = equal_bits(c, g, i * w, w, four_times((i64)(k ^ 128u)));
            c->mem[at + 2 * i] = (u32)bits;
            c->mem[at + 2 * i + 1] = (u32)(bits >> 32);
        }
    }
    return heads;
}
// The columns of a row at which an object may lie, and what was looked at last.
typedef struct { u64 bits, cells; u32 heads, colour, rows, at; } matcher;
SMALL void match_key(ctx *c, matcher *m, u32 key, extent x, u32 r) {
    u32 colour = key_colour(c, key), pos = cell_pos(c, key);
    if (colour != m->colour) m->rows = c->mem[m->heads + colour];
    m->colour = colour;
    u32 at = m->rows + 2 * (r + (u32)(row_of(pos) - x.top));
    if (at != m->at) m->cells = two_words(c->mem + at);
    m->at = at;
    m->bits &= m->cells >> (col_of(pos) - x.left);
}
// Those of a grid's row r at which it lies on cells like its own.
FN u64 matches_from(ctx *c, u32 heads, val obj, extent x, u32 r, u64 bits) {
    matcher m;
    m.bits = bits;
    m.cells = 0;
    m.heads = heads;
    m.colour = NO_COLOUR;
    m.rows = m.at = 0;
    for (u32 i = 0; i < obj.a && m.bits; i += AT_ONCE) {
        val k = keys_from(c, obj.c, i, obj.a);
#define MATCHED(key) match_key(c, &m, key, x, r)
        WITH_FOUR(k, MATCHED);
    }
    return m.bits;
}
FN val occurrences_aside(ctx *c, val g, val obj) {
    extent x = extent_of(c, obj);
    i32 h = (i32)height_of(g), w = (i32)width_of(g), down = h - (x.bottom - x.top), across = w - (x.right - x.left);
    if (down <= 0 || across <= 0) return empty();
    u32 at, m = 0;
    if (w <= 64) {
        u32 heads = rows_by_colour(c, g, obj);
        at = heads ? alloc(c, (u32)down * (u32)across) : 0;
        if (!at) return fault(F_BUDGET);
        writer to = write_to(at);
        for (u32 r = 0; r < (u32)down; r++) {
            u64 bits = matches_from(c, heads, obj, x, r, ~(u64)0 >> (64 - across));
            for (u32 pos = pos_of((i32)r, 0); bits; bits &= bits - 1) write_next(c, &to, pos + LOWEST(bits), 1);
        }
        m = write_end(c, &to);
    } else {
        at = alloc(c, (u32)down * (u32)across);
        if (!at) return fault(F_BUDGET);
        GLOBAL i8 *cells = cells_of(c, g);
        for (i32 r = 0; r < down; r++)
            for (i32 k = 0; k < across; k++) {
                u32 same = 1;
                for (u32 i = 0; i < obj.a && same; i++) {
                    u32 key = c->mem[obj.c + i], pos = cell_pos(c, key);
                    same = cells[(row_of(pos) - x.top + r) * w + col_of(pos) - x.left + k] == cell_colour(c, key);
                }
                if (same) c->mem[at + m++] = pos_of(r, k);
            }
    }
    c->top = at + m;
    return mk_keys(c, V_POSES, at, m);
}
OP2(occurrences) {
    if (!is_tuple(a) || !is_container(b)) return fault(F_TYPE);
    if (TAG(a) != V_GRID || !packable(a)) {
        val v = odd_rows(c, a);
        TRY(v);
        if (TAG(a) != V_GRID) return fault(F_INDEX);
    }
    if (is_empty(b)) return everywhere(c, height_of(a), width_of(a));
    if (TAG(b) != V_CELLS) {
        if (first_is_cell(c, b) != 1) return fault(F_TYPE);
        return hand_back(c, B_FORM);
    }
    if (!packable(a)) return width_of(a) == 0 ? empty() : hand_back(c, B_FORM);
    u32 end = c->end;
    val v = occurrences_aside(c, a, b);
    back_to(c, end);
    return v;
}
