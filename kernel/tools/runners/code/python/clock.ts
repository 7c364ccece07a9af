/** @module clock: the clock of Python programs: it starts at a fixed time and advances only by reads and sleeps. */

/** Milliseconds since 1970 at which every program starts: 2026-01-01T00:00:00Z. */
const EPOCH_MS = 1_767_225_600_000;
/** Step of the clock per read. */
const TICK_NS = 1000n;
/** Largest time since the start, about 146 years: later times do not fit into the interpreter's 64 bits. */
const LATEST_NS = 2n ** 62n;
/** Reads less than this much fuel apart come from a busy loop in C: Python code cannot read so often. */
const SPIN_FUEL = 400n;

/**
 * A clock that advances by one microsecond per read and by the duration of each sleep. While C code polls it in a
 * busy loop, the step doubles with every read, so that a long wait costs little fuel. A program always reads the same
 * times.
 */
export class PythonClock {
  #ns = 0n;
  #step = TICK_NS;
  #lastRead = 0n;
  #slept = false;

  /** Nanoseconds since the start of the program. `fuel`: fuel used so far. */
  read(fuel: bigint): bigint {
    this.#step = fuel - this.#lastRead < SPIN_FUEL ? this.#step * 2n : TICK_NS;
    this.#lastRead = fuel;
    if (this.#slept) this.#step = TICK_NS;
    else this.#ns += this.#step;
    this.#slept = false;
    return this.#ns;
  }

  /** Advances by `ns` nanoseconds; the next read returns exactly that time. False if it would exceed the range. */
  sleep(ns: bigint): boolean {
    if (this.#ns + ns > LATEST_NS) return false;
    this.#ns += ns;
    this.#slept = true;
    return true;
  }

  /** Nanoseconds since 1970. */
  readDate(fuel: bigint): bigint {
    return BigInt(EPOCH_MS) * 1_000_000n + this.read(fuel);
  }
}

/** Fields of C's `struct tm`, UTC, in their order in memory. */
export function brokenDown(seconds: bigint): readonly number[] {
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return [0, 0, 0, 1, 0, 70, 4, 0, 0];
  const year = date.getUTCFullYear();
  const dayOfYear = Math.floor((date.getTime() - Date.UTC(year, 0, 1)) / 86_400_000);
  return [
    date.getUTCSeconds(),
    date.getUTCMinutes(),
    date.getUTCHours(),
    date.getUTCDate(),
    date.getUTCMonth(),
    year - 1900,
    date.getUTCDay(),
    dayOfYear,
    0,
  ];
}

/** Seconds since 1970 of a `struct tm` in UTC; −1 for an invalid date. */
export function fromBrokenDown(fields: readonly number[]): bigint {
  const [second = 0, minute = 0, hour = 0, day = 1, month = 0, year = 70] = fields;
  const date = new Date(0);
  date.setUTCFullYear(year + 1900, month, day);
  date.setUTCHours(hour, minute, second, 0);
  return Number.isNaN(date.getTime()) ? -1n : BigInt(date.getTime() / 1000);
}
