/** @module ramps: example buildings with one ramp. */
import type { Example } from '../rule.ts';
import { floor, level, ramp, span } from './elements.ts';

type Options = {
  readonly rise?: number;
  readonly run?: number;
  readonly width?: number;
  /** Free depth of the floors at both ends, mm. */
  readonly landing?: number;
};

/** A ramp `P1` along +x from x = 0, with a floor at each end. */
export function aRamp(options: Options, shows: string): Example {
  const { rise = 300, run = 6000, width = 1500, landing = 1600 } = options;
  const half = width / 2;
  return {
    shows,
    subject: 'P1',
    elements: [
      level('L1', 0),
      floor('F1', span(0 - landing, 0 - half, 0, half)),
      floor('F2', span(run, 0 - half, run + landing, half), { top_offset: rise }),
      ramp('P1', { end: { x: run, y: 0 }, rise, width }),
    ],
  };
}
