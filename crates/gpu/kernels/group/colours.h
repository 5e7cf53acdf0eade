// Colours of grids and objects, by a group of lanes (colour.h).

// More cells than this are counted by one lane: counts of one lane fit a byte below it.
#define MOST_COUNTED (LANES * 63u * 4u)
// How many cells of a grid have a colour.
FN u32 group_count_in_grid(ctx *c, val grid, i64 colour) {
    u32 skip, four = four_times(colour), sum = 0;
    GLOBAL u32 *words = grid_words(c, grid, &skip);
    u32 end = skip + cell_count(grid);
    EACH(i, (end + 3) / 4) sum += POPCOUNT32(zero_bytes(words[i] ^ four) & cell_bytes(i, skip, end));
    return sum_of(c, sum);
}

// Counts of colours 0..15 that a lane has found, eight bits each; `any` tells of larger ones.
typedef struct { u64 even, odd; u32 any; } lane_counts;
SMALL lane_counts counts_in_grid(ctx *c, val grid) {
    u32 skip;
    GLOBAL u32 *words = grid_words(c, grid, &skip);
    u32 end = skip + cell_count(grid);
    lane_counts m;
    m.even = m.odd = 0;
    m.any = 0;
    EACH(i, (end + 3) / 4) {
        // Bytes beside the cells count as cells of colour 0 at first.
        u32 word = words[i] & cell_bytes(i, skip, end);
        u64 four = four_of(word);
        m.any |= word;
        m.even += four & EVEN_BYTES;
        m.odd += four >> 4 & EVEN_BYTES;
    }
    m.any |= m.any >> 16;
    m.any = (m.any | m.any >> 8) & 255u;
    return m;
}
SMALL lane_counts counts_in_cells(ctx *c, val cells) {
    lane_counts m;
    m.even = m.odd = 0;
    m.any = 0;
    EACH(i, cells.a) {
        u32 colour = key_colour(c, c->mem[cells.c + i]) ^ 128u;
        u64 one = (u64)1 << 4 * (colour & 14u);
        m.any |= colour;
        if (colour & 1u) m.odd += one; else m.even += one;
    }
    return m;
}
// Half of the numbers that lanes have, of which the other half belongs to lanes that differ in bit `by`.
SMALL u32 half_to_lane(ctx *c, u32 low, u32 high, u32 by) {
    u32 upper = lane_id() & by;
    return (upper ? high : low) + across(c, upper ? low : high, by);
}
// The counts of colours 2i and 2i + 1 of a lane, sixteen bits each.
SMALL u32 two_counts(lane_counts m, u32 i) { return (u32)(m.even >> 8 * i & 255u) | (u32)(m.odd >> 8 * i & 255u) << 16; }
// Lane k gets the sum over all lanes of the counts of colour k, lanes from 16 on 0. The sums of
// four lanes side by side are those of two colours.
SMALL u32 counts_by_lane(ctx *c, lane_counts m) {
    u32 x0 = half_to_lane(c, two_counts(m, 0), two_counts(m, 4), 16), x1 = half_to_lane(c, two_counts(m, 1), two_counts(m, 5), 16);
    u32 x2 = half_to_lane(c, two_counts(m, 2), two_counts(m, 6), 16), x3 = half_to_lane(c, two_counts(m, 3), two_counts(m, 7), 16);
    u32 y0 = half_to_lane(c, x0, x2, 8), y1 = half_to_lane(c, x1, x3, 8), z = half_to_lane(c, y0, y1, 4), lane = lane_id();
    z += across(c, z, 2);
    z += across(c, z, 1);
    z = from_lane(c, z, lane << 1 & 28u);
    return lane < 16 ? z >> 16 * (lane & 1u) & 0xffffu : 0;
}
// In lane k the number of cells of colour k, of a grid or packed object; 0 in *fine if there are too
// many, or colours besides 0..15.
FN u32 colour_counts(ctx *c, val v, u32 *fine) {
    if (colours_in(v) > MOST_COUNTED) { *fine = 0; return 0; }
    lane_counts m;
    m.even = m.odd = 0;
    m.any = 0;
    if (TAG(v) == V_GRID) m = counts_in_grid(c, v);
    else if (TAG(v) == V_CELLS) m = counts_in_cells(c, v);
    *fine = !ballot(c, m.any > 15);
    if (!*fine) return 0;
    u32 count = counts_by_lane(c, m), skip = v.b & 3u, n = colours_in(v);
    // Bytes beside the cells of a grid were counted as cells of colour 0.
    return TAG(v) == V_GRID && ALONE ? count - ((skip + n + 3) / 4 * 4 - n) : count;
}
// Which of the colours 0..15 a grid or packed object has; 0 in *fine if there are others.
FN u32 colours_present(ctx *c, val v, u32 *fine) {
    u32 skip, n = colours_in(v), end, any = 0, present = 0;
    GLOBAL u32 *words = grid_words(c, v, &skip);
    end = skip + n;
    u32 first = TAG(v) == V_GRID && n ? four_times(cells_of(c, v)[0]) : 0;
    if (TAG(v) == V_CELLS) EACH(i, n) {
        u32 colour = key_colour(c, c->mem[v.c + i]) ^ 128u;
        any |= colour;
        present |= 1u << (colour & 15u);
    } else if (n) EACH(i, (end + 3) / 4) {
        // In place of bytes beside the cells stands the first cell.
        u32 bytes = cell_bytes(i, skip, end), word = (words[i] & bytes) | (first & ~bytes);
        any |= word;
        present |= 1u << (word & 15u) | 1u << (word >> 8 & 15u) | 1u << (word >> 16 & 15u) | 1u << (word >> 24 & 15u);
    }
    *fine = !ballot(c, any & 0xf0f0f0f0u);
    return bits_of_all(c, present);
}
// The most frequent of counted colours, biased, ties to the smallest.
FN u32 most_counted(ctx *c, u32 count) {
    u32 best = most_of(c, count ? count << 4 | (15 - lane_id()) : 0);
    return best ? 128 + 15 - (best & 15u) : NO_COLOUR;
}
// The most frequent colour as in most_colour.
BIG u32 group_most_colour(ctx *c, val v) {
    u32 n = colours_in(v), fine;
    if (!n) return NO_COLOUR;
    if (TAG(v) == V_GRID) {
        i32 guess = cells_of(c, v)[0];
        if (2 * group_count_in_grid(c, v, guess) > n) return (u32)guess + 128u;
    } else if (!c->batt && key_colour(c, v.b) == key_colour(c, c->mem[v.c + n - 1])) return key_colour(c, v.b);
    u32 count = colour_counts(c, v, &fine);
    if (fine) return most_counted(c, count);
    val most;
    BY_ONE(most, mk_int(most_colour(c, v)));
    return most.a;
}

FN val g_listed_colours(ctx *c, u32 present) {
    u32 n = POPCOUNT32(present), at = alloc_bytes(c, n + 1), lane = lane_id();
    if (!at) return fault(F_BUDGET);
    if (present >> lane & 1u) bytes_at(c, at)[POPCOUNT32(present & BELOW_LANE)] = (i8)lane;
    sync_lanes(c);
    return row_value(c, at, 0, n);
}
BIG val g_colours_read(ctx *c, val v, u32 what) {
    u32 fine = 0, count = 0, present = 0;
    val out;
    if (has_colours(v) && what == COLOURS_MOST) {
        u32 k = group_most_colour(c, v);
        return k == NO_COLOUR ? fault(F_EMPTY) : mk_int((i32)k - 128);
    }
    if (has_colours(v) && what != COLOURS_LEAST) present = colours_present(c, v, &fine);
    else if (has_colours(v)) count = colour_counts(c, v, &fine);
    if (!fine) { BY_ONE(out, colours_read(c, v, what)); return out; }
    if (what == COLOURS_SET) return mk_bits(present);
    if (what == COLOURS_NUMBER) return mk_int(POPCOUNT32(present));
    if (what == COLOURS_TUPLE) return g_listed_colours(c, present);
    u32 least = least_of(c, count ? count << 4 | lane_id() : ~0u);
    return ~least ? mk_int(least & 15u) : fault(F_EMPTY);
}
GROUP_OP1(palette) { return g_colours_read(c, a, COLOURS_SET); }
GROUP_OP1(palette_tuple) { return g_colours_read(c, a, COLOURS_TUPLE); }
GROUP_OP1(numcolors) { return g_colours_read(c, a, COLOURS_NUMBER); }
GROUP_OP1(mostcolor) { return g_colours_read(c, a, COLOURS_MOST); }
GROUP_OP1(leastcolor) { return g_colours_read(c, a, COLOURS_LEAST); }
GROUP_OP1(color) { return first_colour(c, a); }

GROUP_OP2(colorcount) {
    val v;
    u32 poses = !c->batt && TAG(a) == V_POSES, sum = 0;
    if ((!has_colours(a) && !poses) || !is_int(b)) { BY_ONE(v, k_colorcount(c, a, b)); return v; }
    i64 colour = int_of(b);
    if (!is_i8(colour) && !poses) return mk_int(0);
    if (TAG(a) == V_GRID) return mk_int(group_count_in_grid(c, a, colour));
    if (poses) EACH(i, a.a) sum += row_of(c->mem[a.c + i]) == colour;
    else EACH(i, colours_in(a)) sum += cell_colour(c, c->mem[a.c + i]) == colour;
    return mk_int(sum_of(c, sum));
}

// The biased colour of the i-th packed object, told by its first cell.
SMALL u32 object_colour(ctx *c, val objects, u32 i) { return key_colour(c, c->mem[objects.c + 4 * i + 2]); }
// Stores the objects of a colour, one behind the other.
FN void store_coloured(ctx *c, val objects, u32 colour, u32 first, u32 end, u32 to) {
    for (; first < end; first += LANES) {
        u32 i = first + lane_id(), keep = i < end && object_colour(c, objects, i) == colour, kept = ballot(c, keep);
        if (keep) store(c, to, POPCOUNT32(kept & BELOW_LANE), load(c, objects.c, i));
        to += 4 * POPCOUNT32(kept);
    }
    sync_lanes(c);
}
GROUP_OP2(colorfilter) {
    u32 n = TAG(a) == V_SET ? count(c, a) : 0, odd = 0, size = 0, kept = 0, first = n, last = 0;
    val v;
    EACH(i, n) odd |= (c->mem[a.c + 4 * i] & 255u) != V_CELLS;
    if (TAG(a) != V_SET || !is_int(b) || ballot(c, odd)) { BY_ONE(v, k_colorfilter(c, a, b)); return v; }
    if (!is_i8(int_of(b))) return empty();
    u32 colour = ((u32)int_of(b) & 255u) ^ 128u;
    for (u32 from = 0; from < n; from += LANES) {
        u32 i = from + lane_id(), keep = i < n && object_colour(c, a, i) == colour, hits = ballot(c, keep);
        if (!hits) continue;
        size += keep ? c->mem[a.c + 4 * i + 1] : 0;
        if (first == n) first = from + LOWEST32(hits);
        last = from + 31 - (LEADING(hits) - 32);
        kept += POPCOUNT32(hits);
    }
    if (kept == 0) return empty();
    if (kept == n) return a;
    size = sum_of(c, size);
    // Objects that stand together need no copy; in arc all of one colour do.
    if (last - first + 1 == kept) return mk_objects(a.c + 4 * first, kept, size);
    u32 at = alloc_vals(c, kept);
    if (!at) return fault(F_BUDGET);
    store_coloured(c, a, colour, first, last + 1, at);
    return mk_objects(at, kept, size);
}

GROUP_OP2(ofcolor) {
    val v;
    if (TAG(a) != V_GRID || !packable(a) || !is_int(b)) { BY_ONE(v, k_ofcolor(c, a, b)); return v; }
    if (!is_i8(int_of(b)) || width_of(a) == 0) return empty();
    u32 h = height_of(a), w = width_of(a), in_row = (w + 31) / 32, four = four_times(int_of(b)), at = alloc(c, h * w), to = at;
    if (!at) return fault(F_BUDGET);
    // Up to 32 cells of a row for each lane.
    EACH_ROUND(i, h * in_row) {
        u32 r = i / in_row, k = i % in_row * 32, n = w - k < 32 ? w - k : 32;
        to = keys_of_bits(c, to, r < h ? (u32)equal_bits(c, a, r * w + k, n, four) : 0, pos_of((i32)r, (i32)k), lane_id());
    }
    sync_lanes(c);
    c->top = to;
    return mk_keys(c, V_POSES, at, to - at);
}

// As tuple_places.
FN u32 g_tuple_places(ctx *c, val v, u32 *n, val *f) {
    u32 t = TAG(v), w = t == V_GRID ? width_of(v) : 0, odd = 0;
    *f = fault(F_TYPE);
    if (!is_container(v)) return 0;
    if (t == V_GRID ? w != 2 && !(w == 3 && c->batt) : first_is_cell(c, v) == 2) return 0;
    if (t != V_GRID && t != V_TUPLE) { *f = hand_back(c, B_FORM); return 0; }
    *n = count(c, v);
    u32 at = alloc(c, *n), kind = t == V_TUPLE ? TAG(load(c, v.c, 0)) : 0;
    *f = fault(F_BUDGET);
    if (!at) return 0;
    if (t == V_GRID) EACH(i, *n) c->mem[at + i] = pos_of(cells_of(c, v)[w * i], cells_of(c, v)[w * i + 1]);
    else EACH(i, *n) {
        val x = load(c, v.c, i);
        odd |= TAG(x) != kind || (kind != V_CELL && (kind != V_PAIR || !pos_fits((i32)x.a, (i32)x.b)));
        c->mem[at + i] = kind == V_CELL ? cell_pos(c, x.a) : pos_of((i32)x.a, (i32)x.b);
    }
    sync_lanes(c);
    if (!ballot(c, odd)) return at;
    *f = hand_back(c, B_FORM);
    return 0;
}
GROUP_OP2(recolor) {
    if (!is_int(a)) return fault(F_TYPE);
    if (is_empty(b)) return empty();
    u32 n = b.a, t = TAG(b), packed = t == V_CELLS || t == V_POSES, by = c->batt ? 8 : 0, shift = t == V_CELLS ? by : 0;
    val f = fault(F_BUDGET);
    u32 at = packed ? alloc(c, n) : g_tuple_places(c, b, &n, &f), from = packed ? b.c : at, key = cell_of(c, (i32)int_of(a), 0);
    if (!at) return f;
    if (!is_i8(int_of(a))) return hand_back(c, B_FORM);
    EACH(i, n) c->mem[at + i] = (c->mem[from + i] >> shift & 0xffffffu) << by | key;
    sync_lanes(c);
    if (t != V_POSES) n = group_sort_keys(c, at, n);
    c->top = at + n;
    return mk_keys(c, V_CELLS, at, n);
}

// As change_colours.
BIG val g_change_colours(ctx *c, val grid, val from, val to, u32 both) {
    val v;
    u32 odd = TAG(grid) != V_GRID || !is_int(from) || !is_int(to) || !is_i8(int_of(from)) || !is_i8(int_of(to));
    if (odd) { BY_ONE(v, change_colours(c, grid, from, to, both)); return v; }
    if (width_of(grid) == 0) return grid;
    u32 skip, x = four_times(int_of(from)), y = four_times(int_of(to)), any = 0;
    GLOBAL u32 *words = grid_words(c, grid, &skip);
    u32 count = (skip + cell_count(grid) + 3) / 4, at = alloc(c, count);
    if (!at) return fault(F_BUDGET);
    EACH(i, count) {
        u32 word = words[i], hits = zero_bytes(word ^ x);
        if (both) hits |= zero_bytes(word ^ y);
        hits = (hits >> 7) * 255u;
        any |= hits;
        c->mem[at + i] = word ^ ((x ^ y) & hits);
    }
    any = ballot(c, any);
    sync_lanes(c);
    if (!any || x == y) { c->top = at; return grid; }
    return mk(V_GRID, grid.a, skip, at);
}
GROUP_OP3(replace) { return g_change_colours(c, a, b, d, 0); }
GROUP_OP3(switch) { return g_change_colours(c, a, b, d, 1); }
