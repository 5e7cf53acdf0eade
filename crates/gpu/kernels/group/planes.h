// Grids of up to 32 rows and columns in bit planes: a row for each lane, a plane for each bit of a
// colour, colours being 0..15 (extract.h).

// `full` has a bit for every cell of this lane's row.
typedef struct { u32 full, p0, p1, p2, p3; } planes;

SMALL u32 takes_planes(val g) { return TAG(g) == V_GRID && height_of(g) <= 32 && width_of(g) <= 32 && width_of(g); }
// One bit of each of four bytes, side by side.
SMALL u32 bit_of_four(u32 word, u32 bit) { return (word >> bit & 0x01010101u) * 0x01020408u >> 24; }
// Reads a grid; 0 in *fine if it has other colours.
FN planes planes_of(ctx *c, val g, u32 *fine) {
    u32 skip, h = height_of(g), w = width_of(g), r = lane_id(), any = 0;
    GLOBAL u32 *words = grid_words(c, g, &skip);
    planes p;
    p.full = r < h ? ~0u >> (32 - w) : 0;
    p.p0 = p.p1 = p.p2 = p.p3 = 0;
    if (r < h) {
        u32 at = skip + r * w, i = at / 4, last = (at + w - 1) / 4, shift = at % 4 * 8, next = words[i];
        for (u32 k = 0; k < w; k += 4) {
            u32 word = next >> shift;
            if (++i <= last) next = words[i];
            if (shift) word |= next << (32 - shift);
            if (k + 4 > w) word &= ~0u >> 8 * (k + 4 - w);
            any |= word;
            p.p0 |= bit_of_four(word, 0) << k;
            p.p1 |= bit_of_four(word, 1) << k;
            p.p2 |= bit_of_four(word, 2) << k;
            p.p3 |= bit_of_four(word, 3) << k;
        }
    }
    *fine = !ballot(c, any & 0xf0f0f0f0u);
    return p;
}
// The cells of a colour.
SMALL u32 in_planes(planes p, u32 colour) {
    u32 other = p.p0 ^ (0 - (colour & 1u));
    other |= p.p1 ^ (0 - (colour >> 1 & 1u));
    other |= p.p2 ^ (0 - (colour >> 2 & 1u));
    other |= p.p3 ^ (0 - (colour >> 3 & 1u));
    return colour < 16 ? p.full & ~other : 0;
}
// Where rows have different colours.
SMALL u32 unlike_planes(planes p, planes q) { return (p.p0 ^ q.p0) | (p.p1 ^ q.p1) | (p.p2 ^ q.p2) | (p.p3 ^ q.p3); }
// Rows moved to higher columns, and to lower ones.
SMALL planes planes_right(planes p, u32 by) {
    p.full <<= by; p.p0 <<= by; p.p1 <<= by; p.p2 <<= by; p.p3 <<= by;
    return p;
}
SMALL planes planes_left(planes p, u32 by) {
    p.full >>= by; p.p0 >>= by; p.p1 >>= by; p.p2 >>= by; p.p3 >>= by;
    return p;
}
// The row of another lane.
SMALL planes planes_from_lane(ctx *c, planes p, u32 lane) {
    p.full = from_lane(c, p.full, lane);
    p.p0 = from_lane(c, p.p0, lane);
    p.p1 = from_lane(c, p.p1, lane);
    p.p2 = from_lane(c, p.p2, lane);
    p.p3 = from_lane(c, p.p3, lane);
    return p;
}
// The place of the highest bit; there is one.
SMALL u32 highest(u32 bits) { return 63 - LEADING((u64)bits); }

// Writes the keys of the cells of each lane's row.
SMALL void write_cells(ctx *c, u32 to, u32 cells, u32 colour) {
    u32 ps = place_shift(c), key = pos_of((i32)lane_id(), 0) << ps | (colour + 128) << colour_shift(c);
    keys_of_bits(c, to, cells, key, lane_id() << ps);
}
// In the lanes of colours: where they first occur.
SMALL u32 first_places(ctx *c, planes p, u32 present) {
    u32 order = 0;
    for (; present; present &= present - 1) {
        u32 colour = LOWEST32(present), cells = in_planes(p, colour), row = LOWEST32(ballot(c, cells));
        u32 col = LOWEST32(from_lane(c, cells, row));
        if (lane_id() == colour) order = row << 5 | col;
    }
    return order;
}
// In the lanes of colours: how many of the others come before.
SMALL u32 colours_before(ctx *c, planes p, u32 present) {
    if (!c->batt) return POPCOUNT32(present & BELOW_LANE);
    u32 order = first_places(c, p, present), n = 0;
    for (; present; present &= present - 1) n += from_lane(c, order, LOWEST32(present)) < order;
    return n;
}
// As `grouped`, for grids that planes take; V_NONE when they do not.
BIG val g_grouped(ctx *c, val g, u32 without, u32 whole) {
    u32 fine, present = colours_present(c, g, &fine);
    if (!fine) return mk(V_NONE, 0, 0, 0);
    if (without == MOST_COLOUR) present &= ~(1u << (group_most_colour(c, g) - 128));
    planes p = planes_of(c, g, &fine);
    u32 groups = POPCOUNT32(present), place = colours_before(c, p, present);
    if (!(present >> lane_id() & 1u)) place = NO_COLOUR;
    u32 objects = whole ? 0 : alloc_vals(c, groups), keys = whole ? alloc(c, cell_count(g)) : 0, total = 0;
    if (!objects && !keys) return fault(F_BUDGET);
    for (u32 i = 0; i < groups; i++) {
        u32 colour = LOWEST32(ballot(c, place == i)), cells = in_planes(p, colour);
        u32 all = sum_of(c, POPCOUNT32(cells)), at = whole ? keys + total : alloc(c, all);
        if (!at) return fault(F_BUDGET);
        total += all;
        if (!whole) store(c, objects, i, mk(V_CELLS, all, 0, at));
        write_cells(c, at, cells, colour);
    }
    sync_lanes(c);
    EACH(i, whole ? 0 : groups) note_first_key(c, objects + 4 * i);
    sync_lanes(c);
    return whole ? mk_keys(c, V_CELLS, keys, total) : mk_objects(objects, groups, total);
}
GROUP_OP1(partition) {
    val v = mk(V_NONE, 0, 0, 0);
    if (takes_planes(a)) v = g_grouped(c, a, NO_COLOUR, 0);
    if (TAG(v) == V_NONE) BY_ONE(v, k_partition(c, a));
    return v;
}
GROUP_OP1(fgpartition) {
    val v = mk(V_NONE, 0, 0, 0);
    if (takes_planes(a)) v = g_grouped(c, a, MOST_COLOUR, 0);
    if (TAG(v) == V_NONE) BY_ONE(v, k_fgpartition(c, a));
    return v;
}

// All cells of a packable grid with cells as an object, in batt: cells in reading order, one for each lane and round.
SMALL val cells_in_reading_order(ctx *c, val g) {
    u32 n = cell_count(g), w = width_of(g), at = alloc(c, n), r = lane_id() / w, k = lane_id() % w;
    u32 down = LANES / w, right = LANES % w;
    GLOBAL i8 *cells = cells_of(c, g);
    if (!at) return fault(F_BUDGET);
    EACH(i, n) {
        c->mem[at + i] = pos_of((i32)r, (i32)k) << 8 | (((u32)cells[i] & 255u) ^ 128u);
        r += down;
        k += right;
        if (k >= w) { k -= w; r++; }
    }
    sync_lanes(c);
    return mk_keys(c, V_CELLS, at, n);
}
// As whole_object, for packable grids with cells.
SMALL val g_whole_object(ctx *c, val g) {
    val v = mk(V_NONE, 0, 0, 0);
    if (c->batt) return cells_in_reading_order(c, g);
    if (takes_planes(g)) v = g_grouped(c, g, NO_COLOUR, 1);
    if (TAG(v) == V_NONE) BY_ONE(v, whole_object(c, g));
    return v;
}
GROUP_OP1(asobject) {
    val v;
    if (TAG(a) == V_GRID && packable(a)) return cell_count(a) ? g_whole_object(c, a) : empty();
    BY_ONE(v, k_asobject(c, a));
    return v;
}
GROUP_OP1(is_no_grid) { return mk_bool(!grid_like(c, a)); }

// As cells_at.
FN val g_cells_at(ctx *c, val g, u32 places, u32 n, u32 shift) {
    u32 h = height_of(g), w = width_of(g), at = alloc(c, n), m = 0, cs = colour_shift(c), ps = place_shift(c);
    GLOBAL i8 *cells = cells_of(c, g);
    if (!at) return fault(F_BUDGET);
    for (u32 from = 0; from < n; from += LANES) {
        u32 i = from + lane_id(), pos = i < n ? c->mem[places + i] >> shift & 0xffffffu : 0;
        // Below 0 both are too large as well.
        u32 r = (pos >> 12) - BIAS, k = (pos & 0xfffu) - BIAS, keep = i < n && r < h && k < w, kept = ballot(c, keep);
        if (keep) c->mem[at + m + POPCOUNT32(kept & BELOW_LANE)] = pos << ps | (((u32)cells[r * w + k] & 255u) ^ 128u) << cs;
        m += POPCOUNT32(kept);
    }
    sync_lanes(c);
    if (m) m = group_sort_keys(c, at, m);
    c->top = at + m;
    return mk_keys(c, V_CELLS, at, m);
}
GROUP_OP2(toobject) {
    val v;
    if (TAG(b) != V_GRID || !packable(b)) { BY_ONE(v, k_toobject(c, a, b)); return v; }
    if (is_empty(a)) return empty();
    if (TAG(a) == V_CELLS || TAG(a) == V_POSES) return g_cells_at(c, b, a.c, a.a, c->batt && TAG(a) == V_CELLS ? 8 : 0);
    u32 n, at = g_tuple_places(c, a, &n, &v);
    return at ? g_cells_at(c, b, at, n, 0) : v;
}

// Where an object lies, as extent_of.
SMALL extent g_extent_of(ctx *c, val obj) {
    u32 shift = place_shift(c), r0 = 4095, r1 = 0, k0 = 4095, k1 = 0;
    EACH(i, obj.a) {
        u32 key = c->mem[obj.c + i], r = key >> (shift + 12) & 0xfffu, k = key >> shift & 0xfffu;
        r0 = r < r0 ? r : r0; r1 = r > r1 ? r : r1;
        k0 = k < k0 ? k : k0; k1 = k > k1 ? k : k1;
    }
    extent x;
    x.top = (i32)least_of(c, r0) - BIAS; x.bottom = (i32)most_of(c, r1) - BIAS;
    x.left = (i32)least_of(c, k0) - BIAS; x.right = (i32)most_of(c, k1) - BIAS;
    return x;
}
// The columns of this lane's row at which an object lies on cells like its own.
SMALL u32 matches_in_row(ctx *c, planes p, val obj, extent x, u32 bits) {
    u32 colour = ~0u, cells = 0, own_key = 0;
    for (u32 i = 0; i < obj.a && ballot(c, bits); i++) {
        // Each lane reads a key of the next ones.
        if (i % LANES == 0 && i + lane_id() < obj.a) own_key = c->mem[obj.c + i + lane_id()];
        u32 key = from_lane(c, own_key, i % LANES), pos = cell_pos(c, key), own = (u32)cell_colour(c, key);
        if (own != colour) cells = in_planes(p, own);
        colour = own;
        bits &= from_lane(c, cells, lane_id() + (u32)(row_of(pos) - x.top)) >> (col_of(pos) - x.left);
    }
    return bits;
}
// As occurrences_aside, with a place for each lane.
SMALL val occurrences_by_place(ctx *c, val g, val obj, extent x, u32 down, u32 along) {
    u32 w = width_of(g), n = down * along, m = 0, at = alloc(c, n);
    if (!at) return fault(F_BUDGET);
    GLOBAL i8 *cells = cells_of(c, g);
    EACH_ROUND(i, n) {
        u32 r = i / along, k = i % along, same = i < n;
        for (u32 j = 0; j < obj.a && ballot(c, same); j++) {
            u32 key = c->mem[obj.c + j], pos = cell_pos(c, key), in = (u32)(row_of(pos) - x.top) * w + (u32)(col_of(pos) - x.left);
            same = same && cells[r * w + k + in] == cell_colour(c, key);
        }
        u32 kept = ballot(c, same);
        if (same) c->mem[at + kept_place(kept, m)] = pos_of((i32)r, (i32)k);
        m += POPCOUNT32(kept);
    }
    sync_lanes(c);
    c->top = at + m;
    return mk_keys(c, V_POSES, at, m);
}
GROUP_OP2(occurrences) {
    u32 grid = TAG(a) == V_GRID && packable(a) && width_of(a) && TAG(b) == V_CELLS, fine = grid && takes_planes(a);
    val v;
    planes p;
    if (!grid) { BY_ONE(v, k_occurrences(c, a, b)); return v; }
    if (fine) p = planes_of(c, a, &fine);
    extent x = g_extent_of(c, b);
    i32 down = (i32)height_of(a) - (x.bottom - x.top), along = (i32)width_of(a) - (x.right - x.left);
    if (down <= 0 || along <= 0) return empty();
    if (!fine) return occurrences_by_place(c, a, b, x, (u32)down, (u32)along);
    u32 bits = matches_in_row(c, p, b, x, (i32)lane_id() < down ? ~0u >> (32 - along) : 0);
    u32 all = sum_of(c, POPCOUNT32(bits)), at = alloc(c, all);
    if (!at) return fault(F_BUDGET);
    keys_of_bits(c, at, bits, pos_of((i32)lane_id(), 0), lane_id());
    sync_lanes(c);
    return mk_keys(c, V_POSES, at, all);
}

// One-coloured rows and columns: bits in all lanes.
typedef struct { u32 rows, cols; } plain_lines;
SMALL plain_lines find_plain(ctx *c, planes p) {
    plain_lines m;
    planes first = planes_from_lane(c, p, 0);
    u32 ends = (p.full & ~p.p0) && p.p0;
    ends |= (p.full & ~p.p1) && p.p1;
    ends |= (p.full & ~p.p2) && p.p2;
    ends |= (p.full & ~p.p3) && p.p3;
    m.rows = ballot(c, p.full && !ends);
    m.cols = first.full & ~bits_of_all(c, p.full & unlike_planes(p, first));
    return m;
}
// The order of a line among others: its first two keys, no two lines having both alike.
SMALL u64 line_order(u32 key, u32 by, u32 n) { return (u64)key << 32 | (n > 1 ? key + by : 0); }
// How many of the lines that `lines` tells of come before one.
SMALL u32 lines_before(ctx *c, u32 lines, u64 orders, u64 order) {
    u32 n = 0;
    for (; lines; lines &= lines - 1) n += wide_from_lane(c, orders, LOWEST32(lines)) < order;
    return n;
}
// Lines of this lane, a row and a column, with the keys of their first cells.
typedef struct { u32 row, col, right, down; } lane_lines;
// Stores the lines in canonical order; their keys go to `keys`.
SMALL void store_lines(ctx *c, plain_lines m, lane_lines t, u32 h, u32 w, u32 at, u32 keys) {
    u64 row = line_order(t.row, t.right, w), col = line_order(t.col, t.down, h);
    u32 before_row = lines_before(c, m.rows, row, row) + lines_before(c, m.cols, col, row), to = keys + POPCOUNT32(m.rows & BELOW_LANE) * WHOLE(w);
    u32 before_col = lines_before(c, m.rows, row, col) + lines_before(c, m.cols, col, col);
    if (m.rows >> lane_id() & 1u) {
        store(c, at, before_row, mk(V_CELLS, w, t.row, to));
        put_line(c, to, w, t.row, t.right);
    }
    to = keys + POPCOUNT32(m.rows) * WHOLE(w) + POPCOUNT32(m.cols & BELOW_LANE) * WHOLE(h);
    if (m.cols >> lane_id() & 1u) {
        store(c, at, before_col, mk(V_CELLS, h, t.col, to));
        put_line(c, to, h, t.col, t.down);
    }
    sync_lanes(c);
}
GROUP_OP1(frontiers) {
    u32 fine = takes_planes(a), lane = lane_id();
    val v;
    planes p;
    if (fine) p = planes_of(c, a, &fine);
    if (!fine) { BY_ONE(v, k_frontiers(c, a)); return v; }
    plain_lines m = find_plain(c, p);
    u32 h = height_of(a), w = width_of(a);
    // A single cell is one line.
    if (h * w == 1) m.cols = 0;
    u32 rows = POPCOUNT32(m.rows), n = rows + POPCOUNT32(m.cols), total = rows * w + (n - rows) * h;
    if (!n) return empty();
    u32 at = alloc_vals(c, n), keys = alloc(c, rows * WHOLE(w) + (n - rows) * WHOLE(h));
    if (!at || !keys) return fault(F_BUDGET);
    GLOBAL i8 *cells = cells_of(c, a);
    lane_lines t;
    t.row = lane < h ? cell_of(c, cells[lane * w], pos_of((i32)lane, 0)) : 0;
    t.col = lane < w ? cell_of(c, cells[lane], pos_of(0, (i32)lane)) : 0;
    t.right = cell_delta(c, 0, 1);
    t.down = cell_delta(c, 1, 0);
    store_lines(c, m, t, h, w, at, keys);
    return mk_objects(at, n, total);
}
