/** @module floating: roofs high above the walls that they should cover. */
import type { Element } from '../../../kinds/elements.ts';
import type { ModelView } from '../../view.ts';
import type { Glimpse } from './glimpse.ts';
import { meeting } from './meeting.ts';
import { standingIn, uprightOver } from './upright.ts';

/** Maximum usual height of the construction between a roof and its support, mm. */
const GAP_MM = 500;

/** Tolerance in plan, mm: a roof drawn along inner faces lies next to its walls. */
const NEAR_MM = 50;

/** Reports a roof with nothing close below it, over walls or columns that end far below. */
export function floating(element: Element, view: ModelView): readonly Glimpse[] {
  const box = element.kind === 'roof' ? view.bounds(element.id) : null;
  if (box === null) return [];
  const low = { min: { ...box.min, z: -Infinity }, max: box.max };
  const met = meeting(low, ['wall', 'column', 'beam', 'floor'], view);
  const feet = met.map(({ id }) => view.bounds(id)?.min.z ?? box.min.z);
  const lowest = { ...box.min, z: Math.min(box.min.z, ...feet) };
  const under = uprightOver(element.id, { min: lowest, max: box.max }, view, NEAR_MM);
  const tops = met.flatMap((other) => {
    const top = view.bounds(other.id)?.max.z;
    return top === undefined || !standingIn(under, other, view) ? [] : [{ other, top }];
  });
  const [highest] = tops.toSorted((a, b) => b.top - a.top);
  const gap = highest === undefined ? 0 : box.min.z - highest.top;
  if (highest === undefined || gap <= GAP_MM || highest.other.kind === 'floor') return [];
  return [
    {
      key: `${element.id} floats`,
      text: `roof \`${element.id}\` floats ${Math.round(gap)} mm above ${highest.other.kind} \`${highest.other.id}\`, the highest element below it: put it on the level at that height`,
    },
  ];
}
