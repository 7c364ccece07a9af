/** @module odd sizes: sizes that can be built but cannot be used. */
import { toGrid } from '../../../../../schemas/units.ts';
import { ringBounds, signedArea } from '../../../geometry/plan/polygon.ts';
import type { Element } from '../../../kinds/elements.ts';
import type { ModelView } from '../../view.ts';
import type { Glimpse } from './glimpse.ts';

/** Minimum usable sizes, mm: a person fits through, light enters. */
const MIN_SIZES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  door: { width: 500, height: 1600 },
  window: { width: 150, height: 150 },
  stair: { width: 500 },
  ramp: { width: 500 },
};
/** Maximum thickness that is built, mm. */
const MAX_THICKNESS_MM = 3000;
const THICK: ReadonlySet<string> = new Set(['wall', 'floor', 'roof']);
/** Below this size, another warning already suspects a wrong unit, so nothing more is reported, mm. */
const DOUBTED_MM = 100;
/** A smaller room is too small even for a service shaft, mm². */
const MIN_ROOM_MM2 = 100_000;

/** Reports elements that are too small for their use or too thick for any use. */
export function oddSizes(element: Element, view: ModelView): readonly Glimpse[] {
  const params: Readonly<Record<string, unknown>> = element.params;
  const small = Object.entries(MIN_SIZES[element.kind] ?? {}).flatMap(([name, least]) => {
    const size = params[name];
    if (typeof size !== 'number' || size >= least || size < DOUBTED_MM) return [];
    return [
      {
        key: `${element.id} ${name}`,
        text: `${element.kind} \`${element.id}\` has \`${name}\` ${toGrid(size)} mm, expected at least ${least} mm to be usable: is a digit missing?`,
      },
    ];
  });
  const { thickness } = params;
  if (THICK.has(element.kind) && typeof thickness === 'number' && thickness > MAX_THICKNESS_MM) {
    return [
      {
        key: `${element.id} thickness`,
        text: `${element.kind} \`${element.id}\` has \`thickness\` ${toGrid(thickness)} mm, expected at most ${MAX_THICKNESS_MM} mm: is there a digit too many?`,
      },
    ];
  }
  return element.kind === 'room' ? [...small, ...tinyRoom(element.id, view)] : small;
}

function tinyRoom(id: string, view: ModelView): readonly Glimpse[] {
  const outline = view.outline(id);
  const area = outline === null ? Infinity : signedArea(outline);
  if (outline === null || area >= MIN_ROOM_MM2) return [];
  const { min, max } = ringBounds(outline);
  if (Math.max(max.x - min.x, max.y - min.y) < DOUBTED_MM) return [];
  return [
    {
      key: `${id} area`,
      text: `room \`${id}\` has ${(area / 1e6).toFixed(3)} m²: is the outline in millimetres?`,
    },
  ];
}
