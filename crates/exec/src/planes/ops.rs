//! What trees are made of: tests, choices and constants.

/// 1 where a plane is at least a bound, else 0.
pub fn least(plane: &[i8], bound: i8, out: &mut [i8]) {
    out.iter_mut().zip(plane).for_each(|(o, &v)| *o = (v >= bound) as i8);
}

/// 1 where a plane has a value, else 0.
pub fn same(plane: &[i8], value: i8, out: &mut [i8]) {
    out.iter_mut().zip(plane).for_each(|(o, &v)| *o = (v == value) as i8);
}

/// One plane where the test is not 0, the other one elsewhere.
pub fn select(test: &[i8], then: &[i8], other: &[i8], out: &mut [i8]) {
    for (i, cell) in out.iter_mut().enumerate() {
        *cell = if test[i] != 0 { then[i] } else { other[i] };
    }
}

/// One value everywhere.
pub fn flat(value: i8, out: &mut [i8]) {
    out.fill(value);
}
