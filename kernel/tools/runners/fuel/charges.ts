/** @module charges: builds the instructions that the rewriter inserts into a metered module. */
import { signed, unsigned } from './wasm-encoding.ts';

/** Indices of the globals that metering adds to a module; their meaning is described at `FUEL_EXPORT`. */
export type FuelGlobals = {
  readonly left: number;
  readonly scratch: number;
  readonly pages: number;
  readonly pagesMax: number;
  /** Globals of the source with an index of at least `from` move up by `by`. */
  readonly moved: { readonly from: number; readonly by: number };
};

type Code = readonly number[];

/** Shift from bytes to fuel: 16 bytes of memory.copy, fill, init or grow cost one unit. */
const BYTES_SHIFT = 4n;
/** Shift from bytes to pages of 64 KiB. */
const PAGE_SHIFT = 16n;

const get = (index: number): Code => [0x23, ...unsigned(index)];
const set = (index: number): Code => [0x24, ...unsigned(index)];
const i64 = (value: bigint): Code => [0x42, ...signed(value)];
const MINUS_ONE: Code = [0x41, 0x7f];
const ZERO: Code = [0x41, 0x00];
const UNREACHABLE = [0x00];
const IF: Code = [0x04, 0x40];
const IF_I32: Code = [0x04, 0x7f];
const ELSE: Code = [0x05];
const END: Code = [0x0b];
const REAL_SIZE: Code = [0x3f, 0x00];
const REAL_GROW: Code = [0x40, 0x00];
const I32_EQ: Code = [0x46];
const I32_GT_U: Code = [0x4b];
const I32_SHR_U: Code = [0x76];
const I32_TWO: Code = [0x41, 0x02];
const SELECT: Code = [0x1b];
const I32_ADD: Code = [0x6a];
const I32_SUB: Code = [0x6b];
const I64_LT_S: Code = [0x53];
const I64_GT_U: Code = [0x56];
const I64_ADD: Code = [0x7c];
const I64_SUB: Code = [0x7d];
const I64_SHL: Code = [0x86];
const I64_SHR_U: Code = [0x88];
const EXTEND_U: Code = [0xad];

/** Code of `left -= cost; if (left < 0) unreachable`. `cost` is code that pushes an i64. */
function charge({ left }: FuelGlobals, cost: Code): Code {
  return [
    [get(left), cost, I64_SUB, set(left)].flat(),
    [get(left), i64(0n), I64_LT_S, IF, UNREACHABLE, END].flat(),
  ].flat();
}

/** Code that charges a fixed number of steps. */
export function stepsCode(globals: FuelGlobals, steps: number): Code {
  return charge(globals, i64(BigInt(steps)));
}

/** Code before a bulk instruction: charges by bytes or by elements, and keeps the count on the stack. */
export function bulkCode(globals: FuelGlobals, kind: 'bulk_bytes' | 'bulk_elements'): Code {
  const count = [get(globals.scratch), EXTEND_U].flat();
  const cost = kind === 'bulk_bytes' ? [count, i64(BYTES_SHIFT), I64_SHR_U].flat() : count;
  return [set(globals.scratch), charge(globals, cost), get(globals.scratch)].flat();
}

/** Code that replaces memory.size. */
export function sizeCode(globals: FuelGlobals): Code {
  return get(globals.pages);
}

/**
 * Code that replaces memory.grow; its result is the old page count, or −1 on failure. It fails above `pagesMax` (the
 * sum is an i64 against overflow) and if real memory cannot grow. Real memory grows only if it is too small, by a
 * quarter if possible, since an engine may copy all of it each time. The new pages are charged as bytes.
 */
export function growCode(globals: FuelGlobals): Code {
  const { scratch, pages, pagesMax } = globals;
  const total = [get(pages), get(scratch), I32_ADD].flat();
  const long = (index: number): Code => [get(index), EXTEND_U].flat();
  const overCap = [long(pages), long(scratch), I64_ADD, long(pagesMax), I64_GT_U].flat();
  const missing = [total, REAL_SIZE, I32_SUB].flat();
  const quarter = [REAL_SIZE, I32_TWO, I32_SHR_U].flat();
  const grownOr0 = [
    [total, REAL_SIZE, I32_GT_U, IF_I32].flat(),
    [missing, quarter, missing, quarter, I32_GT_U, SELECT, REAL_GROW].flat(),
    [MINUS_ONE, I32_EQ, IF_I32, missing, REAL_GROW, ELSE, ZERO, END].flat(),
    [ELSE, ZERO, END].flat(),
  ].flat();
  const cost = [long(scratch), i64(PAGE_SHIFT - BYTES_SHIFT), I64_SHL].flat();
  const accept = [charge(globals, cost), get(pages), total, set(pages)].flat();
  return [
    set(scratch),
    [overCap, IF_I32, MINUS_ONE, ELSE].flat(),
    [grownOr0, MINUS_ONE, I32_EQ, IF_I32, MINUS_ONE, ELSE].flat(),
    [accept, END, END].flat(),
  ].flat();
}
