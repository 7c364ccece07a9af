/** @module radians: angles that are almost zero in degrees and a simple fraction of a circle in radians. */
import type { Element } from '../../../kinds/elements.ts';
import type { ModelView } from '../../view.ts';
import type { Glimpse } from './glimpse.ts';

/** Tolerance in radians, for an angle that was given with few digits. */
const NEAR = 0.002;
/** Usual angles are multiples of half a circle divided by this. */
const PARTS = 12;

/** Angles of an element that look like radians. */
export function radians(element: Element, view: ModelView): readonly Glimpse[] {
  const params: Readonly<Record<string, unknown>> = element.params;
  const units: Readonly<Record<string, unknown>> = view.kinds.of(element).plain_numbers;
  return Object.entries(params).flatMap(([name, value]) => {
    const degrees = units[name] === 'deg' && typeof value === 'number' ? degreesOf(value) : null;
    if (degrees === null) return [];
    return [
      {
        key: `${element.id} ${name}`,
        text: `\`${name}\` ${String(value)} of ${element.kind} \`${element.id}\` looks like radians: did you mean ${degrees} degrees?`,
      },
    ];
  });
}

/** Converts an angle in radians to degrees; null if the result is not a usual angle. */
function degreesOf(angle: number): number | null {
  const parts = Math.round((angle * PARTS) / Math.PI);
  const off = Math.abs(angle - (parts * Math.PI) / PARTS);
  return parts === 0 || Math.abs(parts) > 2 * PARTS || off > NEAR ? null : (parts * 180) / PARTS;
}
