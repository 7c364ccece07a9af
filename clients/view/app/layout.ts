/** @module layout: sizes of the areas, which this browser keeps. */
import { effect, signal } from '@preact/signals';

import { remember, remembered } from '../state/remembered.ts';

/** Smallest and largest sizes, pixels. */
export const RANGES = {
  left: [200, 640],
  right: [240, 720],
  bottom: [140, 800],
  plan: [220, 1600],
} as const;

type Area = keyof typeof RANGES;

const stored = Object(remembered('layout'));

/** Sizes in pixels. `plan`: width of the plan next to the 3D view. */
export const layout = {
  left: signal(sizeOf('left', 280)),
  right: signal(sizeOf('right', 340)),
  bottom: signal(sizeOf('bottom', 260)),
  plan: signal(sizeOf('plan', 420)),
  isPlanOpen: signal(stored.isPlanOpen !== false),
} as const;

/** Keeps the sizes. */
export function keepLayout(): () => void {
  return effect(() => {
    remember('layout', {
      left: layout.left.value,
      right: layout.right.value,
      bottom: layout.bottom.value,
      plan: layout.plan.value,
      isPlanOpen: layout.isPlanOpen.value,
    });
  });
}

function sizeOf(area: Area, usual: number): number {
  const value: unknown = stored[area];
  const [least, most] = RANGES[area];
  return typeof value === 'number' && value >= least && value <= most ? value : usual;
}
