// Grids of up to 32 rows and columns in bit planes: a row for each lane, a plane for each bit of a
// colour, colours being 0..15 (extract.h).

// `full` has a bit for every cell of this lane's row.
typedef struct { u32 full, p0, p1, p2, p3; } planes;

FN u32 takes_planes(val g) { return TAG(g) == V_GRID && height_of(g) <= 32 && width_of(g) <= 32 && width_of(g); }
// One bit of each of four bytes, side by side.
FN u32 bit_of_four(u32 word, u32 bit) { return (word >> bit & 0x01010101u) * 0x01020408u >> 24; }
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
FN u32 in_planes(planes p, u32 colour) {
    u32 other = p.p0 ^ (0 - (colour & 1u));
    other |= p.p1 ^ (0 - (colour >> 1 & 1u));
    other |= p.p2 ^ (0 - (colour >> 2 & 1u));
    other |= p.p3 ^ (0 - (colour >> 3 & 1u));
    return colour < 16 ? p.full & ~other : 0;
}
// Where rows have different colours.
FN u32 unlike_planes(planes p, planes q) { return (p.p0 ^ q.p0) | (p.p1 ^ q.p1) | (p.p2 ^ q.p2) | (p.p3 ^ q.p3); }
// Rows moved to higher columns, and to lower ones.
FN planes planes_right(planes p, u32 by) {
    p.full <<= by; p.p0 <<= by; p.p1 <<= by; p.p2 <<= by; p.p3 <<= by;
    return p;
}
FN planes planes_left(planes p, u32 by) {
    p.full >>= by; p.p0 >>= by; p.p1 >>= by; p.p2 >>= by; p.p3 >>= by;
    return p;
}
// The row of another lane.
FN planes planes_from_lane(ctx *c, planes p, u32 lane) {
    p.full = from_lane(c, p.full, lane);
    p.p0 = from_lane(c, p.p0, lane);
    p.p1 = from_lane(c, p.p1, lane);
    p.p2 = from_lane(c, p.p2, lane);
    p.p3 = from_lane(c, p.p3, lane);
    return p;
}
// The place of the highest bit; there is one.
FN u32 highest(u32 bits) { return 63 - LEADING((u64)bits); }

// Writes the keys of the cells of this lane's row.
FN void write_cells(ctx *c, u32 to, u32 cells, u32 colour) {
    u32 ps = place_shift(c), key = pos_of((i32)lane_id(), 0) << ps | (colour + 128) << colour_shift(c);
    for (; cells; cells &= cells - 1) c->mem[to++] = key + (LOWEST32(cells) << ps);
}
// In the lanes of colours: how many cells there are of others that come before, and how many such others.
typedef struct { u32 cells, colours; } colours_before;
FN colours_before before_colour(ctx *c, u32 present, u32 order, u32 count) {
    colours_before m;
    m.cells = m.colours = 0;
    for (; present; present &= present - 1) {
        u32 i = LOWEST32(present), other = from_lane(c, order, i), cells = from_lane(c, count, i);
        m.cells += other < order ? cells : 0;
        m.colours += other < order;
    }
    return m;
}
// In the lanes of colours: where they first occur.
FN u32 first_places(ctx *c, planes p, u32 present) {
    u32 order = 0;
    for (; present; present &= present - 1) {
        u32 colour = LOWEST32(present), cells = in_planes(p, colour), row = LOWEST32(ballot(c, cells));
        u32 col = LOWEST32(from_lane(c, cells, row));
        if (lane_id() == colour) order = row << 5 | col;
    }
    return order;
}
// As `grouped`; V_NONE when this is not for planes.
BIG val g_grouped(ctx *c, val g, u32 without, u32 whole) {
    u32 fine, count = colour_counts(c, g, &fine), lane = lane_id();
    val none = mk(V_NONE, 0, 0, 0);
    if (!fine || !takes_planes(g)) return none;
    planes p = planes_of(c, g, &fine);
    if (without == MOST_COLOUR && lane == most_counted(c, count) - 128) count = 0;
    u32 present = ballot(c, count), groups = POPCOUNT32(present), total = 0;
    colours_before m = before_colour(c, present, c->batt ? first_places(c, p, present) : lane, count);
    u32 objects = whole ? 0 : alloc_vals(c, groups), keys = c->top;
    if (!objects && !whole) return fault(F_BUDGET);
    if (count && !whole) store(c, objects, m.colours, mk(V_CELLS, count, 0, keys + m.cells));
    for (u32 left = present; left; left &= left - 1) {
        u32 colour = LOWEST32(left), cells = in_planes(p, colour), all;
        u32 to = sum_before(c, POPCOUNT32(cells), &all) + keys + from_lane(c, m.cells, colour);
        if (!alloc(c, all)) return fault(F_BUDGET);
        write_cells(c, to, cells, colour);
        total += all;
    }
    sync_lanes(c);
    return whole ? mk_keys(V_CELLS, keys, total) : mk_objects(objects, groups, total);
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
FN val cells_in_reading_order(ctx *c, val g) {
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
    return mk_keys(V_CELLS, at, n);
}
// As whole_object, for packable grids with cells.
FN val g_whole_object(ctx *c, val g) {
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

GROUP_OP2(toobject) {
    u32 t = TAG(a), shift = c->batt && t == V_CELLS ? 8 : 0, cs = colour_shift(c), ps = place_shift(c);
    val v;
    if (TAG(b) != V_GRID || !packable(b) || (t != V_CELLS && t != V_POSES)) { BY_ONE(v, k_toobject(c, a, b)); return v; }
    u32 h = height_of(b), w = width_of(b), n = a.a, at = alloc(c, n), m = 0;
    GLOBAL i8 *cells = cells_of(c, b);
    if (!at) return fault(F_BUDGET);
    for (u32 from = 0; from < n; from += LANES) {
        u32 i = from + lane_id(), pos = i < n ? c->mem[a.c + i] >> shift & 0xffffffu : 0;
        // Below 0 both are too large as well.
        u32 r = (pos >> 12) - BIAS, k = (pos & 0xfffu) - BIAS, keep = i < n && r < h && k < w, kept = ballot(c, keep);
        if (keep) c->mem[at + m + POPCOUNT32(kept & BELOW_LANE)] = pos << ps | (((u32)cells[r * w + k] & 255u) ^ 128u) << cs;
        m += POPCOUNT32(kept);
    }
    m = m ? in_order(c, at, m) : 0;
    c->top = at + m;
    sync_lanes(c);
    return mk_keys(V_CELLS, at, m);
}

// Where an object lies, as extent_of.
FN extent g_extent_of(ctx *c, val obj) {
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
FN u32 matches_in_row(ctx *c, planes p, val obj, extent x, u32 bits) {
    u32 colour = ~0u, cells = 0;
    for (u32 i = 0; i < obj.a && ballot(c, bits); i++) {
        u32 key = c->mem[obj.c + i], pos = cell_pos(c, key), own = (u32)cell_colour(c, key);
        if (own != colour) cells = in_planes(p, own);
        colour = own;
        bits &= from_lane(c, cells, lane_id() + (u32)(row_of(pos) - x.top)) >> (col_of(pos) - x.left);
    }
    return bits;
}
GROUP_OP2(occurrences) {
    u32 fine = takes_planes(a) && TAG(b) == V_CELLS, all;
    val v;
    planes p;
    if (fine) p = planes_of(c, a, &fine);
    if (!fine) { BY_ONE(v, k_occurrences(c, a, b)); return v; }
    extent x = g_extent_of(c, b);
    i32 down = (i32)height_of(a) - (x.bottom - x.top), along = (i32)width_of(a) - (x.right - x.left);
    if (down <= 0 || along <= 0) return empty();
    u32 bits = matches_in_row(c, p, b, x, (i32)lane_id() < down ? ~0u >> (32 - along) : 0);
    u32 to = sum_before(c, POPCOUNT32(bits), &all), at = alloc(c, all), pos = pos_of((i32)lane_id(), 0);
    if (!at) return fault(F_BUDGET);
    for (to += at; bits; bits &= bits - 1) c->mem[to++] = pos + LOWEST32(bits);
    sync_lanes(c);
    return mk_keys(V_POSES, at, all);
}
