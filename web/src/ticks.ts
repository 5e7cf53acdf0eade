/** Where the marks of an axis stand. */

/** Steps of a time axis that people count in, in seconds. */
const TIMES = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400];

/** The smallest of 1, 2, 5 times a power of ten that is not below `n`. */
export function niceStep(n: number): number {
  if (!(n > 0) || !Number.isFinite(n)) return 1;
  const power = 10 ** Math.floor(Math.log10(n));
  for (const factor of [1, 2, 5]) {
    if (n <= factor * power * (1 + 1e-9)) return factor * power;
  }
  return 10 * power;
}

/** A step for `span` seconds that gives at most about `most` marks. */
export function timeStep(span: number, most: number): number {
  const least = span / Math.max(1, most);
  if (least < 1) return niceStep(least);
  const known = TIMES.find((step) => step >= least);
  return known ?? 86400 * niceStep(least / 86400);
}

/** Marks from 0 up to `max` or just above it, at least two. */
export function ticks(max: number, most: number, whole: boolean): number[] {
  let step = niceStep((max > 0 && Number.isFinite(max) ? max : 1) / Math.max(1, most));
  if (whole && step < 1) step = 1;
  return marks(step, max, true);
}

/** Marks of a time axis from 0, none beyond `max`. */
export function timeTicks(max: number, most: number): number[] {
  return marks(timeStep(max > 0 && Number.isFinite(max) ? max : 1, most), max, false);
}

function marks(step: number, max: number, over: boolean): number[] {
  const out = [0];
  // Counted, not added up: the marks stay round.
  for (let i = 1; i < 100; i++) {
    const mark = Number((i * step).toPrecision(12));
    const before = Number(((i - 1) * step).toPrecision(12));
    if (over ? i > 1 && before >= max : mark > max * (1 + 1e-9)) break;
    out.push(mark);
  }
  return out;
}
