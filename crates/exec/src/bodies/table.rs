//! The ops that these functions are meant for: name, parameters, meaning.
//!
//! Bodies are sets of cells (row, column, colour); lists per body are tuples in the order of `bodies`; a mask is a
//! tuple of 0 and 1, and the integer 1 in its place stands for all bodies. A scene is made of a grid, its
//! ground and its bodies by [`super::Scene::new`].

/// Name, parameters, what it gives.
pub const OPS: &[(&str, &[&str], &str)] = &[
    ("bodies_b", &["I", "way"], "the bodies of a grid in reading order of first cells: segment::bodies, on 0 or on the most common colour"),
    ("attribute_b", &["I", "ground", "bodies", "number"], "one integer per body: attributes::attribute with ATTRIBUTES[number]"),
    ("derive_b", &["values", "how"], "values among each other: values::derive"),
    ("test_b", &["values", "how", "with"], "a mask: values::test"),
    ("look_up_b", &["values", "keys", "results", "default"], "per value the result at its key's place, else the default: values::look_up"),
    ("both_b", &["mask", "mask"], "1 where both are 1"),
    ("act_b", &["I", "ground", "bodies", "mask", "kind", "values"], "the bodies after an act on those of the mask: act::act; values are one integer per body, or one for all"),
    ("choose_b", &["mask", "bodies", "bodies"], "per body the first where the mask is 1, else the second"),
    ("join_each_b", &["bodies", "bodies"], "per body the first, and cells of the second where the first has none: Body::joined"),
    ("draw_b", &["I", "ground", "bodies", "after", "over"], "the grid with bodies replaced: draw::draw"),
    ("matrix_b", &["after"], "a grid with one cell per body: draw::matrix"),
    ("cut_b", &["I", "ground", "body", "how"], "a body as a grid: cut::cut"),
    ("sort_b", &["bodies", "mask", "values", "down"], "the bodies of the mask by value, rising or with down = 1 falling, equal ones in their order; one integer for all values leaves the order"),
    ("join_b", &["I", "ground", "list", "how"], "a grid from a list of bodies: cut::join"),
];
