/** @module metered: a metered module whose fuel counter a test reads and sets. */
import { FUEL_EXPORT, meter } from '../../../../../kernel/tools/runners/fuel/meter.ts';
import { moduleOf } from './module.ts';
import type { Bytes, ModuleSpec } from './module.ts';

type Exports = Record<string, (...args: number[]) => number>;

type Metered = {
  readonly exports: Exports;
  readonly raw: WebAssembly.Instance['exports'];
  /** Returns the fuel that `call` uses. */
  readonly used: (call: () => unknown, fuel?: bigint) => bigint;
  readonly stats: ReturnType<typeof meter>['stats'];
  readonly left: WebAssembly.Global;
};

export const load = (bytes: Uint8Array<ArrayBuffer>): WebAssembly.Instance =>
  new WebAssembly.Instance(new WebAssembly.Module(bytes), {});

/** Meters and instantiates a module. */
export function metered(spec: ModuleSpec, maxPages = 16): Metered {
  const { bytes, stats } = meter(moduleOf(spec), maxPages);
  const instance = load(bytes);
  const left = instance.exports[FUEL_EXPORT.left] as WebAssembly.Global;
  const used = (call: () => unknown, fuel = 1_000_000n): bigint => {
    left.value = fuel;
    call();
    return fuel - (left.value as bigint);
  };
  return { exports: instance.exports as Exports, raw: instance.exports, used, stats, left };
}

export const MEMORY: Bytes = [0, 1];
export const nops = (count: number): Bytes => Array.from({ length: count }, () => 0x01);
