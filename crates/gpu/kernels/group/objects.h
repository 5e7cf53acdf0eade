// Components of grids, by a group of lanes (extract.h).
//
// A row for each lane. A segment is a stretch of cells of one component in a row, named by row and
// first column: 32 r + k. Segments that touch are joined in a forest, the roots of which are the
// first segments of their components.

typedef struct {
    planes p;
    u32 cells;           // those of this row that belong to any component
    u32 joined;          // those that are of one segment with the cell on the left
    u32 starts, roots;   // first cells of segments, and of those among them that are roots
    u32 names;           // where the forest is, and then the numbers of components
    u32 labels;          // where the roots of segments are
    u32 colours;         // in arc those of components
    u32 sole;            // whether components begin with their roots: not in arc if they have several colours
    u32 parts, rows;     // components; rows of all passes over the cells
    u32 counts;          // how many cells each component has in each of these
} parts_info;

// The segment that a cell is in.
SMALL u32 segment_at(u32 row, u32 starts, u32 k) { return row << 5 | highest(starts & ((2u << k) - 1)); }
// Joins the trees of two segments; other lanes may be joining others. What lanes read may be out of
// date, but parents are always earlier segments of the same component.
SMALL void join_segments(volatile GLOBAL u32 *names, u32 a, u32 b) {
    for (;;) {
        for (u32 p = names[a]; p != a; p = names[a]) a = p;
        for (u32 p = names[b]; p != b; p = names[b]) b = p;
        if (a == b) return;
        u32 late = a > b ? a : b, early = a + b - late, old = LOWER(names + late, early);
        if (old == late) return;
        a = old;
        b = early;
    }
}

// Where the cells of this row touch cells of the row above: straight, to the left and to the right;
// of contacts between the same two segments one is enough.
typedef struct { u32 straight, left, right; } contacts;
SMALL contacts contacts_above(ctx *c, parts_info *m, u32 uni, u32 diag, u32 *starts) {
    u32 lane = lane_id(), above = lane ? lane - 1 : 0, cells = from_lane(c, m->cells, above), joined = from_lane(c, m->joined, above);
    planes q = uni ? planes_from_lane(c, m->p, above) : m->p;
    contacts t;
    *starts = from_lane(c, m->starts, above);
    if (!lane) cells = 0;
    u32 touching = m->cells & cells & ~unlike_planes(m->p, q);
    t.straight = touching & ~(touching << 1 & m->joined & joined);
    t.left = t.right = 0;
    if (!diag) return t;
    u32 unlike_left = uni ? unlike_planes(m->p, planes_right(q, 1)) : 0, unlike_right = uni ? unlike_planes(m->p, planes_left(q, 1)) : 0;
    t.left = m->cells & cells << 1 & ~unlike_left & ~(touching & joined) & ~(touching << 1 & m->joined);
    t.right = m->cells & cells >> 1 & ~unlike_right & ~(touching & joined >> 1) & ~((touching & m->joined) >> 1);
    return t;
}
// Joins all segments that touch.
SMALL void join_touching(ctx *c, parts_info *m, u32 uni, u32 diag) {
    u32 above, lane = lane_id();
    contacts t = contacts_above(c, m, uni, diag, &above);
    GLOBAL u32 *names = words_at(c, m->names);
    for (u32 left = m->starts; left; left &= left - 1) { u32 id = lane << 5 | LOWEST32(left); names[id] = id; }
    sync_lanes(c);
    while (t.straight | t.left | t.right) {
        u32 k, up;
        if (t.straight) { up = k = LOWEST32(t.straight); t.straight &= t.straight - 1; }
        else if (t.left) { k = LOWEST32(t.left); up = k - 1; t.left &= t.left - 1; }
        else { k = LOWEST32(t.right); up = k + 1; t.right &= t.right - 1; }
        join_segments(names, segment_at(lane, m->starts, k), segment_at(lane - 1, above, up));
    }
    sync_lanes(c);
}
// Notes the root of every segment.
SMALL void find_roots(ctx *c, parts_info *m) {
    GLOBAL u32 *names = words_at(c, m->names);
    m->roots = 0;
    for (u32 left = m->starts; left; left &= left - 1) {
        u32 k = LOWEST32(left), id = lane_id() << 5 | k, root = id;
        for (u32 p = names[root]; p != root; p = names[root]) root = p;
        c->mem[m->labels + id] = root;
        if (root == id) m->roots |= 1u << k;
    }
    m->parts = sum_of(c, POPCOUNT32(m->roots));
    sync_lanes(c);
}

// Runs: stretches of one segment that are gone through together. In arc the cells of components with several colours
// are gone through by colour, all others at once (`sole`).
// The first cells of runs, and the column behind the run that starts at k.
SMALL u32 heads_of(parts_info *m, u32 cells) { return cells & (m->starts | ~(cells << 1)); }
SMALL u32 end_of_run(u32 cells, u32 heads, u32 k) {
    u32 ends = (~cells | heads) >> k >> 1;
    return ends ? k + 1 + LOWEST32(ends) : 32;
}
// Where the label of the cell at k is; with `sole`, runs are segments.
SMALL u32 label_place(parts_info *m, u32 k, u32 sole) { return m->labels + (sole ? lane_id() << 5 | k : segment_at(lane_id(), m->starts, k)); }
SMALL u32 label_at(ctx *c, parts_info *m, u32 k) { return c->mem[label_place(m, k, 0)]; }

// Gives numbers to the components that begin with these cells, from `first` on; gives how many they are.
SMALL u32 number_parts_at(ctx *c, parts_info *m, u32 cells, u32 first, u32 sole) {
    u32 all, number = first + sum_before(c, POPCOUNT32(cells), &all);
    for (; cells; cells &= cells - 1) {
        u32 k = LOWEST32(cells), label = sole ? lane_id() << 5 | k : label_at(c, m, k);
        c->mem[m->names + label] = number++;
    }
    return all;
}
// Numbers components that begin with their roots, in arc by colour.
SMALL void number_roots(ctx *c, parts_info *m) {
    u32 met = 0;
    if (c->batt) number_parts_at(c, m, m->roots, 0, 1);
    else for (u32 colours = m->colours; colours; colours &= colours - 1)
        met += number_parts_at(c, m, m->roots & in_planes(m->p, LOWEST32(colours)), met, 1);
    sync_lanes(c);
}
// A name that says where a component is first met, until it has a number.
#define MET(id) (1u << 31 | (id))
// The cells with which components begin that were not met with earlier colours.
SMALL u32 newly_met(ctx *c, parts_info *m, u32 heads) {
    u32 fresh = 0, row = lane_id() << 5;
    for (u32 left = heads; left; left &= left - 1) {
        u32 k = LOWEST32(left);
        LOWER(c->mem + m->names + label_at(c, m, k), MET(row | k));
    }
    sync_lanes(c);
    for (u32 left = heads; left; left &= left - 1) {
        u32 k = LOWEST32(left);
        if (c->mem[m->names + label_at(c, m, k)] == MET(row | k)) fresh |= 1u << k;
    }
    sync_lanes(c);
    return fresh;
}
SMALL void number_by_colour(ctx *c, parts_info *m) {
    u32 met = 0;
    for (u32 left = m->roots; left; left &= left - 1) c->mem[m->names + (lane_id() << 5 | LOWEST32(left))] = ~0u;
    sync_lanes(c);
    for (u32 colours = m->colours; colours; colours &= colours - 1) {
        u32 cells = in_planes(m->p, LOWEST32(colours));
        met += number_parts_at(c, m, newly_met(c, m, heads_of(m, cells)), met, 0);
        sync_lanes(c);
    }
}
// Adds the cells of a pass to counts by row; labels are numbers.
SMALL void count_pass(ctx *c, parts_info *m, u32 cells, u32 row, u32 sole) {
    u32 heads = sole ? m->starts : heads_of(m, cells);
    for (u32 left = heads; left; left &= left - 1) {
        u32 k = LOWEST32(left);
        c->mem[m->counts + row * m->parts + c->mem[label_place(m, k, sole)]] += end_of_run(cells, heads, k) - k;
    }
}
// Counts the cells of components by row and pass; labels become numbers.
SMALL void count_by_row(ctx *c, parts_info *m, u32 h) {
    u32 row = lane_id();
    EACH(i, m->parts * m->rows) c->mem[m->counts + i] = 0;
    for (u32 left = m->starts; left; left &= left - 1) {
        u32 at = label_place(m, LOWEST32(left), 1);
        c->mem[at] = c->mem[m->names + c->mem[at]];
    }
    sync_lanes(c);
    if (m->sole) count_pass(c, m, m->cells, row, 1);
    else for (u32 colours = m->colours; colours; colours &= colours - 1, row += h)
        count_pass(c, m, in_planes(m->p, LOWEST32(colours)), row, 0);
    sync_lanes(c);
}
// From counts by row to places within components; stores the objects, whose keys are from `keys` on, and gives
// the number of words that these take.
SMALL u32 place_parts(ctx *c, parts_info *m, u32 objects, u32 keys) {
    u32 total = 0, all;
    for (u32 from = 0; from < m->parts; from += LANES) {
        u32 part = from + lane_id(), n = 0, parts = m->parts;
        GLOBAL u32 *count = words_at(c, m->counts + part);
        for (u32 rows = part < parts ? m->rows : 0; rows; rows--, count += parts) {
            u32 cells = *count;
            *count = n;
            n += cells;
        }
        u32 to = keys + total + sum_before(c, WHOLE(n), &all);
        if (part < parts) store(c, objects, part, mk(V_CELLS, n, 0, to));
        total += all;
    }
    sync_lanes(c);
    return total;
}
// Writes the keys of a run; in batt its cells may differ in colour.
SMALL void write_part(ctx *c, u32 to, u32 n, u32 pos, GLOBAL i8 *cells, u32 mixed) {
    u32 ps = place_shift(c), key = pos << ps;
    if (!mixed) write_run(c->mem + to, n, key | ((u32)*cells + 128u) << colour_shift(c), 1u << ps);
    else for (u32 i = 0; i < n; i++) c->mem[to + i] = key + 256 * i + (u32)cells[i] + 128u;
}
SMALL void write_pass(ctx *c, parts_info *m, u32 objects, GLOBAL i8 *bytes, u32 mixed, u32 cells, u32 row, u32 sole) {
    u32 heads = sole ? m->starts : heads_of(m, cells);
    for (u32 left = heads; left; left &= left - 1) {
        u32 k = LOWEST32(left), n = end_of_run(cells, heads, k) - k, part = c->mem[label_place(m, k, sole)];
        GLOBAL u32 *placed = words_at(c, m->counts + row * m->parts + part);
        u32 before = *placed;
        *placed = before + n;
        write_part(c, c->mem[objects + 4 * part + 3] + before, n, pos_of((i32)lane_id(), (i32)k), bytes + k, mixed);
    }
}
SMALL void write_parts(ctx *c, parts_info *m, val g, u32 objects, u32 mixed) {
    u32 row = lane_id();
    GLOBAL i8 *bytes = cells_of(c, g) + row * width_of(g);
    if (m->sole) write_pass(c, m, objects, bytes, mixed, m->cells, row, 1);
    else for (u32 colours = m->colours; colours; colours &= colours - 1, row += height_of(g))
        write_pass(c, m, objects, bytes, 0, in_planes(m->p, LOWEST32(colours)), row, 0);
    sync_lanes(c);
    EACH(i, m->parts) note_first_key(c, objects + 4 * i);
    sync_lanes(c);
}
// The components of cells of which m tells; V_NONE when memory is short.
SMALL val parts_aside(ctx *c, val g, parts_info *m, u32 uni, u32 diag) {
    u32 h = height_of(g), n = cell_count(g), objects;
    val none = mk(V_NONE, 0, 0, 0);
    if (c->end - c->top < 64 * h + n) return none;
    m->names = aside(c, 32 * h);
    m->labels = aside(c, 32 * h);
    join_touching(c, m, uni, diag);
    find_roots(c, m);
    m->rows = m->sole ? h : h * POPCOUNT32(m->colours);
    if (c->end - c->top < (m->rows + 4 + 2 * AT_ONCE) * m->parts + n) return none;
    m->counts = aside(c, m->rows * m->parts);
    objects = alloc_vals(c, m->parts);
    if (m->sole) number_roots(c, m);
    else number_by_colour(c, m);
    count_by_row(c, m, h);
    alloc(c, place_parts(c, m, objects, WHOLE(c->top)));
    write_parts(c, m, g, objects, c->batt && !uni);
    return mk_objects(objects, m->parts, sum_of(c, POPCOUNT32(m->cells)));
}
// As `components`, for grids that planes take; V_NONE when they do not, or memory is short.
SMALL val parts_of(ctx *c, val g, u32 uni, u32 diag, u32 without_bg) {
    parts_info m;
    u32 fine, end = c->end, bg = without_bg ? group_most_colour(c, g) - 128 : NO_COLOUR;
    m.p = planes_of(c, g, &fine);
    if (!fine) return mk(V_NONE, 0, 0, 0);
    m.cells = m.p.full & ~in_planes(m.p, bg);
    m.joined = m.cells & m.cells << 1 & ~(uni ? unlike_planes(m.p, planes_right(m.p, 1)) : 0);
    m.starts = m.cells & ~m.joined;
    m.colours = c->batt ? 1 : colours_present(c, g, &fine) & ~(without_bg ? 1u << bg : 0);
    m.sole = c->batt || uni;
    val v = parts_aside(c, g, &m, uni, diag);
    back_to(c, end);
    return v;
}
BIG val group_components(ctx *c, val g, u32 uni, u32 diag, u32 without_bg) {
    val v = mk(V_NONE, 0, 0, 0);
    if (takes_planes(g) && (uni || without_bg)) v = parts_of(c, g, uni, diag, without_bg);
    else if (TAG(g) == V_GRID && packable(g) && cell_count(g) && !uni && !without_bg) {
        val whole = g_whole_object(c, g);
        TRY(whole);
        u32 at = alloc_vals(c, 1);
        if (!at) return fault(F_BUDGET);
        store(c, at, 0, whole);
        return mk_objects(at, 1, whole.a);
    }
    if (TAG(v) == V_NONE) BY_ONE(v, components(c, g, uni, diag, without_bg));
    return v;
}
