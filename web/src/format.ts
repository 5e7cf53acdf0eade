/** Numbers as people read them: grouped, rounded and with their unit. */

/** A whole number in groups of three: `1,234,567`. */
export function count(n: number): string {
  const digits = Math.round(Math.abs(n)).toString();
  const grouped = digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return n < 0 && digits !== "0" ? `\u2212${grouped}` : grouped;
}

/** A number and what it counts: `1 task`, `20 tasks`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${Math.abs(n) === 1 ? one : many}`;
}

/** A number with three digits that matter, grouped; no zeros at the end. */
export function rounded(n: number): string {
  if (!Number.isFinite(n)) return "\u2013";
  const size = Math.abs(n);
  if (size >= 100 || Number.isInteger(n)) return count(n);
  const text = size.toFixed(size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4).replace(/\.?0+$/, "");
  return n < 0 && text !== "0" ? `\u2212${text}` : text;
}

/** A share in percent, with one digit after the point. */
export function percent(n: number): string {
  const text = Math.abs(n).toFixed(1).replace(/\.0$/, "");
  return `${n < 0 && text !== "0" ? "\u2212" : ""}${text} %`;
}

/** A part of a whole in percent; nothing of nothing is 0 %. */
export function share(part: number, whole: number): string {
  const n = whole > 0 ? (100 * part) / whole : 0;
  return n > 0 && n < 0.05 ? "< 0.1 %" : percent(n);
}

/** A time span, in at most two units: `2 h 5 min`. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "\u2013";
  if (seconds < 0) return `\u2212${duration(-seconds)}`;
  if (seconds === 0) return "0 s";
  if (seconds < 0.0009995) return `${rounded(seconds * 1e6)} \u00b5s`;
  if (seconds < 0.9995) return `${rounded(seconds * 1e3)} ms`;
  if (seconds < 9.95) return `${seconds.toFixed(1).replace(/\.0$/, "")} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return pair(whole, 60, "min", "s");
  // Half a minute less: 23 h 59.6 min is a day.
  if (whole < 86370) return pair(Math.round(whole / 60), 60, "h", "min");
  return pair(Math.round(whole / 3600), 24, "d", "h");
}

function pair(n: number, size: number, big: string, small: string): string {
  const rest = n % size;
  return `${count((n - rest) / size)} ${big}${rest ? ` ${rest} ${small}` : ""}`;
}

/** An amount of memory: `1.23 MB`. Units are powers of 1000. */
export function bytes(n: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let unit = 0;
  let size = n;
  while (Math.abs(size) >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  if (unit === 0) return n === 1 ? "1 byte" : `${count(n)} bytes`;
  return `${rounded(size)} ${units[unit]}`;
}

/** A number for an axis: `1.5 M` rather than `1,500,000`. */
export function short(n: number): string {
  const size = Math.abs(n);
  if (size >= 1e9) return `${rounded(n / 1e9)} G`;
  if (size >= 1e6) return `${rounded(n / 1e6)} M`;
  if (size >= 1e4) return `${rounded(n / 1e3)} k`;
  return rounded(n);
}

/** A number with its sign, for differences. */
export function signed(n: number, write: (n: number) => string): string {
  return n > 0 ? `+${write(n)}` : write(n);
}

/** The generation that made a program; those of files come before the first. */
export function made(generation: number | null): string {
  return generation ? count(generation) : "start";
}

/** What "found" programs that came as they are. */
export const FILE = "file";

/** What found programs, as a name: `layers`, `from files`. */
export const finderName = (from: string): string => (from === FILE ? "from files" : from);

/** What found a program, in a sentence: `found by layers`. */
export function foundBy(from: string): string {
  return from === FILE ? "from a file" : `found by ${from}`;
}

/** Points of a task: `2,400 of 3,000 points`. */
export function points(best: number, perfect: number): string {
  return `${count(best)} of ${counted(perfect, "point")}`;
}
