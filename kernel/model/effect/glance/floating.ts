/** @module floating: roofs high above the walls that they should cover. */
import type { Element } from '../../../kinds/elements.ts';
import type { ModelView } from '../../view.ts';
import type { Glimpse } from './glimpse.ts';
import { meeting } from './meeting.ts';

/** What lies between a roof and what carries it is lower, mm. */
const GAP_MM = 500;

/** A roof with nothing near below it, over walls or columns that end far below. */
export function floating(element: Element, view: ModelView): readonly Glimpse[] {
  const box = element.kind === 'roof' ? view.bounds(element.id) : null;
  if (box === null) return [];
  const under = { min: { ...box.min, z: -Infinity }, max: box.max };
  const tops = meeting(under, ['wall', 'column', 'beam', 'floor'], view).flatMap((other) => {
    const top = view.bounds(other.id)?.max.z;
    return top === undefined ? [] : [{ other, top }];
  });
  const [highest] = tops.toSorted((a, b) => b.top - a.top);
  const gap = highest === undefined ? 0 : box.min.z - highest.top;
  if (highest === undefined || gap <= GAP_MM || highest.other.kind === 'floor') return [];
  return [
    {
      key: `${element.id} floats`,
      text: `roof \`${element.id}\` floats ${Math.round(gap)} mm above ${highest.other.kind} \`${highest.other.id}\`, the highest below it: put it on the level at that height`,
    },
  ];
}
