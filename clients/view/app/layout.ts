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

const NARROW = matchMedia('(max-width: 760px)');

/** Width of a page from which there is room for a plan next to the 3D view, pixels. */
const PLAN_FROM = 1100;

const stored = Object(remembered('layout'));

/** Sizes in pixels. `plan`: width of the plan next to the 3D view. */
export const layout = {
  left: signal(sizeOf('left', 280)),
  right: signal(sizeOf('right', 340)),
  bottom: signal(sizeOf('bottom', Math.max(260, Math.round(innerHeight * 0.28)))),
  plan: signal(sizeOf('plan', Math.max(420, Math.round(innerWidth * 0.25)))),
  isPlanOpen: signal(
    typeof stored.isPlanOpen === 'boolean' ? stored.isPlanOpen : innerWidth >= PLAN_FROM,
  ),
  /** Whether the page shows one dock at a time, as `60-narrow.css` does. */
  isNarrow: signal(NARROW.matches),
} as const;

/** Keeps the sizes. */
export function keepLayout(): () => void {
  NARROW.onchange = ({ matches }) => {
    layout.isNarrow.value = matches;
  };
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
