//! Objects made once: small integers, and positions and cells of usual size.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyTuple};

/// Rows and columns 0..SIDE and colours 0..COLOURS have tuples of their own.
const SIDE: usize = 32;
const COLOURS: usize = 10;

type Slot = PyOnceLock<Py<PyTuple>>;

static PAIRS: [Slot; SIDE * SIDE] = [const { Slot::new() }; SIDE * SIDE];
static CELLS: [[Slot; SIDE * SIDE * COLOURS]; 2] =
    [const { [const { Slot::new() }; SIDE * SIDE * COLOURS] }; 2];

fn below(n: i64, end: usize) -> bool {
    (n as u64) < end as u64
}

fn kept<'py>(
    py: Python<'py>,
    slot: &Slot,
    make: impl FnOnce() -> PyResult<Bound<'py, PyTuple>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let tuple = slot.get_or_try_init(py, || make().map(Bound::unbind))?;
    Ok(tuple.bind(py).clone())
}

/// The tuple (i, j).
pub fn pair(py: Python<'_>, i: i64, j: i64) -> PyResult<Bound<'_, PyTuple>> {
    let make = || (i, j).into_pyobject(py);
    match below(i, SIDE) && below(j, SIDE) {
        true => kept(py, &PAIRS[i as usize * SIDE + j as usize], make),
        false => make(),
    }
}

/// The cell of a colour at (i, j) in a dialect's layout.
pub fn cell(
    py: Python<'_>,
    batt: bool,
    colour: i64,
    (i, j): (i64, i64),
) -> PyResult<Bound<'_, PyTuple>> {
    let make = || match batt {
        false => (colour, pair(py, i, j)?).into_pyobject(py),
        true => (i, j, colour).into_pyobject(py),
    };
    if !(below(i, SIDE) && below(j, SIDE) && below(colour, COLOURS)) {
        return make();
    }
    let place = (colour as usize * SIDE + i as usize) * SIDE + j as usize;
    kept(py, &CELLS[batt as usize][place], make)
}

/// Integers 0..SMALL are known by their objects: Python usually has one of each.
const SMALL: usize = 32;

/// Places of the table that finds one by its address: four times as many, so that most are empty.
const PLACES: usize = 4 * SMALL;

/// The objects of small integers, held for ever: what has the address of one is that one.
pub struct Ints {
    objects: Vec<Py<PyInt>>,
    /// Addresses with their integers; 0 where there is none.
    places: [(usize, i64); PLACES],
}

static INTS: PyOnceLock<Ints> = PyOnceLock::new();

impl Ints {
    /// The one table.
    pub fn of(py: Python<'_>) -> &'static Ints {
        INTS.get_or_init(py, || Ints::new(py))
    }

    fn new(py: Python<'_>) -> Ints {
        let Ok(objects) = (0..SMALL).map(|n| n.into_pyobject(py).map(Bound::unbind)).collect();
        let mut ints = Ints { objects, places: [(0, 0); PLACES] };
        for (n, object) in ints.objects.iter().enumerate() {
            let address = object.as_ptr().addr();
            let mut place = Ints::place(address);
            while ints.places[place].0 != 0 {
                place = (place + 1) % PLACES;
            }
            ints.places[place] = (address, n as i64);
        }
        ints
    }

    fn place(address: usize) -> usize {
        (address >> 5) % PLACES
    }

    /// The integer that an object is, if it is one of these.
    #[inline]
    pub fn get(&self, object: &Bound<'_, PyAny>) -> Option<i64> {
        let address = object.as_ptr().addr();
        let mut place = Ints::place(address);
        // Most places are empty, so the walk ends.
        loop {
            match self.places[place] {
                (found, n) if found == address => return Some(n),
                (0, _) => return None,
                _ => place = (place + 1) % PLACES,
            }
        }
    }

    /// An integer's object.
    #[inline]
    pub fn object<'py>(&self, py: Python<'py>, n: i64) -> Bound<'py, PyInt> {
        match self.objects.get(n as usize) {
            Some(object) => object.bind(py).clone(),
            None => {
                let Ok(object) = n.into_pyobject(py);
                object
            }
        }
    }
}
