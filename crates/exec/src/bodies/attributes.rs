//! Attributes of bodies: integers, one per body; -1 where there is nothing to say.

use super::relations::{Kin, relation};
use super::shape::{Bitmap, holes};
use super::{Body, Scene};

/// How an attribute's values may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A colour, -1 for none.
    Colour,
    /// A number that can be compared.
    Number,
    /// 0 or 1.
    Truth,
    /// A number without order: equal for what is alike.
    Name,
    /// Bits: colours or sides.
    Bits,
}

/// Attribute, kind, cost in bits beyond the cheapest.
pub type Row = (Attribute, Kind, f32);

macro_rules! attributes {
    ($($name:ident $kind:ident $cost:literal $words:literal;)*) => {
        /// What can be asked of a body. The number of an attribute in programs is its place in this list.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Attribute { $(#[doc = $words] $name),* }

        /// All attributes in order of their numbers.
        pub const ATTRIBUTES: &[Row] = &[$((Attribute::$name, Kind::$kind, $cost)),*];
    };
}

attributes! {
    Colour Colour 0.0 "most common colour";
    Size Number 0.0 "number of cells";
    Height Number 1.0 "rows of the box";
    Width Number 1.0 "columns of the box";
    Area Number 1.0 "cells of the box";
    LongSide Number 1.0 "longer side of the box";
    ShortSide Number 1.0 "shorter side of the box";
    Full Truth 0.5 "fills its box";
    Square Truth 0.5 "box is a square";
    Line Truth 1.0 "one row or one column";
    Tall Number 1.0 "1 taller than wide, 2 wider than tall, 0 neither";
    Shape Name 0.5 "shape up to translation";
    FreeShape Name 0.5 "shape up to symmetry";
    ScaledShape Name 1.5 "shape up to scale";
    Look Name 0.5 "shape and colours";
    FreeLook Name 1.0 "shape and colours up to symmetry";
    Holes Number 0.0 "number of holes";
    HoleCells Number 1.0 "cells in holes";
    MirrorColumns Truth 1.0 "equals its left-right mirror image";
    MirrorRows Truth 1.0 "equals its upside-down image";
    Symmetries Number 0.5 "number of symmetries of the shape";
    LookSymmetries Number 0.5 "number of symmetries with colours";
    Edges Number 0.5 "number of grid edges it touches";
    Sides Bits 1.0 "grid edges it touches: 1 top, 2 bottom, 4 left, 8 right";
    Colours Number 0.5 "number of colours";
    Palette Bits 0.5 "colours as bits";
    OddColour Colour 0.5 "rarest colour";
    OddCells Number 1.0 "cells of colours other than the most common one";
    Figures Number 0.5 "cells of colours other than the ground";
    FigureColour Colour 0.5 "most common colour other than the ground";
    Top Number 0.5 "first row";
    Left Number 0.5 "first column";
    Bottom Number 1.0 "last row";
    Right Number 1.0 "last column";
    MiddleRow Number 1.5 "twice the middle row";
    MiddleColumn Number 1.5 "twice the middle column";
    RowInGrid Number 1.0 "how many different first rows of bodies lie above";
    ColumnInGrid Number 1.0 "how many different first columns of bodies lie to the left";
    Touching Number 0.5 "number of bodies that it touches, corners too";
    Adjacent Number 0.5 "number of bodies that it touches by sides";
    TouchingColour Colour 0.5 "colour of the largest body that it touches";
    TouchingPalette Bits 1.0 "colours of bodies that it touches";
    Containers Number 0.5 "number of bodies whose box encloses it";
    ContainerColour Colour 0.5 "colour of the smallest such body";
    Contents Number 0.5 "number of bodies inside its box";
    ContentColour Colour 0.5 "colour of the largest body inside its box";
    ContentPalette Bits 1.5 "colours of bodies inside its box";
    NearestColour Colour 1.0 "colour of the nearest other body";
    NearestOtherColour Colour 1.0 "colour of the nearest body of another colour";
    NearestDistance Number 1.5 "distance to the nearest other body";
    TwinColour Colour 1.0 "colour of the largest other body of the same shape and another colour";
    FreeTwinColour Colour 1.0 "the same up to symmetry";
    RowMates Number 1.5 "number of bodies in its rows";
    ColumnMates Number 1.5 "number of bodies in its columns";
    RowColour Colour 1.0 "colour of the nearest body of another colour in its rows";
    ColumnColour Colour 1.0 "colour of the nearest body of another colour in its columns";
    AboveColour Colour 1.5 "colour of the nearest body above in its columns";
    BelowColour Colour 1.5 "colour of the nearest body below in its columns";
    LeftColour Colour 1.5 "colour of the nearest body to the left in its rows";
    RightColour Colour 1.5 "colour of the nearest body to the right in its rows";
    LargestColour Colour 1.0 "colour of the largest body";
    SmallestColour Colour 1.0 "colour of the smallest body";
    RarestColour Colour 1.5 "rarest colour of the grid";
    SecondColour Colour 1.5 "second most common colour of the grid";
    Framed Truth 1.5 "all cells around the box, corners too, have one colour other than the ground";
    Enclosed Truth 0.5 "no way to the grid's edge over cells of the ground and its own";
    Bordering Colour 1.0 "colour of most cells that touch its sides, the ground left out";
    Corners Number 1.5 "cells with exactly two neighbours in the body, at a right angle";
    Ends Number 1.5 "cells with at most one neighbour in the body";
    Diagonal Truth 1.5 "a diagonal line";
    SameColour Number 1.0 "number of bodies of its most common colour";
    Cells1 Number 2.5 "cells of colour 1";
    Cells2 Number 2.5 "cells of colour 2";
    Cells3 Number 2.5 "cells of colour 3";
    Cells4 Number 2.5 "cells of colour 4";
    Cells5 Number 2.5 "cells of colour 5";
    Cells6 Number 2.5 "cells of colour 6";
    Cells7 Number 2.5 "cells of colour 7";
    Cells8 Number 2.5 "cells of colour 8";
    Cells9 Number 2.5 "cells of colour 9";
    Larger Number 1.5 "number of larger bodies of its colour";
}

/// The values of an attribute for all bodies of a scene.
pub fn attribute(scene: &Scene, which: Attribute) -> Vec<i64> {
    let kin = Kin::of(scene);
    attribute_with(scene, &kin, which)
}

/// The same with relations that were found before.
pub fn attribute_with(scene: &Scene, kin: &Kin, which: Attribute) -> Vec<i64> {
    (0..scene.bodies.len())
        .map(|i| {
            own(scene, &scene.bodies[i], which).unwrap_or_else(|| relation(scene, kin, i, which))
        })
        .collect()
}

/// An attribute that a body has by itself.
fn own(scene: &Scene, body: &Body, which: Attribute) -> Option<i64> {
    use Attribute::*;
    let (height, width, size) =
        (body.height() as i64, body.width() as i64, body.cells.len() as i64);
    let cells_of =
        |wanted: &dyn Fn(u8) -> bool| body.cells.iter().filter(|c| wanted(c.2)).count() as i64;
    Some(match which {
        Colour => body.colour() as i64,
        Size => size,
        Height => height,
        Width => width,
        Area => height * width,
        LongSide => height.max(width),
        ShortSide => height.min(width),
        Full => (size == height * width) as i64,
        Square => (height == width) as i64,
        Line => (height == 1 || width == 1) as i64,
        Tall => (height > width) as i64 + 2 * (width > height) as i64,
        Sides => sides(scene, body),
        Edges => sides(scene, body).count_ones() as i64,
        Colours => body.palette().count_ones() as i64,
        Palette => body.palette() as i64,
        OddColour => body.odd_colour() as i64,
        Cells1 | Cells2 | Cells3 | Cells4 | Cells5 | Cells6 | Cells7 | Cells8 | Cells9 => {
            let wanted = which as u8 - Cells1 as u8 + 1;
            cells_of(&|c| c == wanted)
        }
        OddCells => {
            let main = body.colour();
            cells_of(&|c| c != main)
        }
        Figures => cells_of(&|c| c != scene.ground),
        FigureColour => figure_colour(scene, body),
        Top => body.top as i64,
        Left => body.left as i64,
        Bottom => body.bottom as i64,
        Right => body.right as i64,
        MiddleRow => (body.top + body.bottom) as i64,
        MiddleColumn => (body.left + body.right) as i64,
        _ => return form(body, which),
    })
}

/// An attribute of a body's form.
fn form(body: &Body, which: Attribute) -> Option<i64> {
    use Attribute::*;
    let plain = || Bitmap::of(body, false);
    let coloured = || Bitmap::of(body, true);
    let symmetries = |map: Bitmap| (1..8).filter(|&how| map.symmetric(how)).count() as i64;
    Some(match which {
        Shape => plain().name(),
        FreeShape => plain().free_name(),
        ScaledShape => plain().reduced().name(),
        Look => coloured().name(),
        FreeLook => coloured().free_name(),
        Holes => holes(body).len() as i64,
        HoleCells => holes(body).iter().map(|h| h.len() as i64).sum(),
        MirrorColumns => coloured().symmetric(2) as i64,
        MirrorRows => coloured().symmetric(1) as i64,
        Symmetries => symmetries(plain()),
        LookSymmetries => symmetries(coloured()),
        Corners => joints(body).0,
        Ends => joints(body).1,
        Diagonal => diagonal(body) as i64,
        _ => return None,
    })
}

fn sides(scene: &Scene, body: &Body) -> i64 {
    let (height, width) = (scene.field.height as i16, scene.field.width as i16);
    let at = [body.top == 0, body.bottom == height - 1, body.left == 0, body.right == width - 1];
    at.iter().enumerate().map(|(i, &at)| (at as i64) << i).sum()
}

fn figure_colour(scene: &Scene, body: &Body) -> i64 {
    let mut counts = [0i64; 16];
    body.cells.iter().for_each(|&(_, _, c)| counts[c as usize & 15] += 1);
    let figure = |&c: &usize| c != scene.ground as usize && counts[c] > 0;
    (0..10).rev().filter(figure).max_by_key(|&c| counts[c]).map_or(-1, |c| c as i64)
}

/// Cells at corners, and at ends, of a body's lines.
fn joints(body: &Body) -> (i64, i64) {
    let map = Bitmap::of(body, false);
    let on =
        |r: usize, c: usize| r < map.height && c < map.width && map.cells[r * map.width + c] != 0;
    let (mut corners, mut ends) = (0, 0);
    for &(r, c, _) in &body.cells {
        let (r, c) = ((r - body.top) as usize, (c - body.left) as usize);
        let up = on(r.wrapping_sub(1), c) as u8 + 2 * on(r + 1, c) as u8;
        let over = on(r, c.wrapping_sub(1)) as u8 + 2 * on(r, c + 1) as u8;
        corners += (up.count_ones() == 1 && over.count_ones() == 1) as i64;
        ends += (up.count_ones() + over.count_ones() <= 1) as i64;
    }
    (corners, ends)
}

fn diagonal(body: &Body) -> bool {
    let square = body.height() == body.width()
        && body.cells.len() == body.height() as usize
        && body.height() > 1;
    let falls = || body.cells.iter().all(|c| c.0 - body.top == c.1 - body.left);
    let rises = || body.cells.iter().all(|c| c.0 - body.top == body.right - c.1);
    square && (falls() || rises())
}
