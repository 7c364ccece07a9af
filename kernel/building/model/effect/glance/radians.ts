/** @module radians: angles that are next to nothing in degrees and a plain part of a circle in radians. */
import type { Element } from '../../../kinds/elements.ts';
import type { ModelView } from '../../view.ts';
import type { Glimpse } from './glimpse.ts';

/** As many digits as somebody may have left away. */
const NEAR = 0.002;
/** Parts of half a circle that are drawn. */
const PARTS = 12;

/** Angles of an element that look like radians. */
export function radians(element: Element, view: ModelView): readonly Glimpse[] {
  const params: Readonly<Record<string, unknown>> = element.params;
  const units: Readonly<Record<string, unknown>> = view.kinds.of(element).plain_numbers;
  return Object.entries(params).flatMap(([name, value]) => {
    const degrees = units[name] === 'deg' && typeof value === 'number' ? meantBy(value) : null;
    if (degrees === null) return [];
    return [
      {
        key: `${element.id} ${name}`,
        text: `\`${name}\` ${String(value)} of ${element.kind} \`${element.id}\` looks like radians: did you mean ${degrees} degrees?`,
      },
    ];
  });
}

/** The degrees of an angle in radians, null for what is none that is drawn. */
function meantBy(angle: number): number | null {
  const parts = Math.round((angle * PARTS) / Math.PI);
  const off = Math.abs(angle - (parts * Math.PI) / PARTS);
  return parts === 0 || Math.abs(parts) > 2 * PARTS || off > NEAR ? null : (parts * 180) / PARTS;
}
