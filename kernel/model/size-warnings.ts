/** @module size warnings: sizes that no building has, most likely metres given as millimetres or the other way round. */
import type { Element } from '../../schemas/elements.ts';
import { toGrid } from '../../schemas/units.ts';
import { ringBounds } from '../geometry/polygon.ts';
import type { Point2 } from '../geometry/vector.ts';
import { segmentLengthMm } from '../geometry/vector.ts';

/** A size in mm and the least that is plausible. */
type Size = readonly [name: string, mm: number, least: number];

/** Lengths, widths and heights of what people use, mm. */
const LEAST = 100;
/** Openings are also made for pipes, mm. */
const LEAST_OPENING = 10;
/** Thicknesses, mm. */
const LEAST_THICKNESS = 1;
/** One element of a building is not longer than this, mm. */
const MOST = 1_000_000;
/** Elements named; the rest is said to be there. */
const NAMED = 10;

/** Says which of the new or changed elements (with what they were) have sizes that look like another unit. */
export function sizeWarnings(
  changed: readonly { readonly before: Element | undefined; readonly after: Element }[],
): readonly string[] {
  const said = changed.flatMap(({ before, after }) => {
    const fresh = before === undefined;
    const warning = oddSizes(after, fresh);
    return warning === null || (!fresh && oddSizes(before, fresh) === warning) ? [] : [warning];
  });
  return said.length <= NAMED
    ? said
    : [...said.slice(0, NAMED), `${said.length - NAMED} more elements have such sizes`];
}

function oddSizes(element: Element, fresh: boolean): string | null {
  const sizes = sizesOf(element, fresh);
  const small = sizes.filter(([, mm, least]) => mm !== 0 && Math.abs(mm) < least);
  const large = sizes.filter(([, mm]) => Math.abs(mm) > MOST);
  const about = `${element.kind} \`${element.id}\` has`;
  if (small.length > 0)
    return `${about} ${shown(small)}: is that meant in metres? Tools take millimetres, 3000 for 3 m`;
  return large.length === 0
    ? null
    : `${about} ${shown(large)}: is the unit right? Tools take millimetres, scripts metres`;
}

function shown(odd: readonly Size[]): string {
  return odd.map(([name, mm]) => `\`${name}\` ${toGrid(mm)} mm`).join(', ');
}

function sizesOf(element: Element, fresh: boolean): readonly Size[] {
  switch (element.kind) {
    case 'level':
      // A level may well be moved by some millimetres, but hardly begins there.
      return [
        ...(fresh ? [['elevation', element.params.elevation, LEAST] as const] : []),
        ['height', element.params.height, LEAST],
      ];
    case 'wall':
      return [
        lengthOf(element.params),
        ['height', element.params.height, LEAST],
        ['thickness', element.params.thickness, LEAST_THICKNESS],
      ];
    case 'floor':
    case 'roof':
      return [
        extentOf(element.params.boundary_points),
        ['thickness', element.params.thickness, LEAST_THICKNESS],
      ];
    case 'room':
      return [extentOf(element.params.boundary_points), ['height', element.params.height, LEAST]];
    case 'column':
      return element.params.top_level_id === null ? [['height', element.params.height, LEAST]] : [];
    case 'stair':
      return [['width', element.params.width, LEAST]];
    case 'ramp':
      return [lengthOf(element.params), ['width', element.params.width, LEAST]];
    case 'railing':
      return [extentOf(element.params.path), ['height', element.params.height, LEAST]];
    case 'beam':
    case 'grid':
      return [lengthOf(element.params)];
    case 'door':
    case 'window':
    case 'opening': {
      const least = element.kind === 'opening' ? LEAST_OPENING : LEAST;
      return [
        ['width', element.params.width, least],
        ['height', element.params.height, least],
      ];
    }
    case 'solid':
      return [];
    default:
      return element satisfies never;
  }
}

function lengthOf({ start, end }: { readonly start: Point2; readonly end: Point2 }): Size {
  return ['length', segmentLengthMm(start, end), LEAST];
}

function extentOf(points: readonly Point2[]): Size {
  const { min, max } = ringBounds(points);
  return ['extent', Math.max(max.x - min.x, max.y - min.y), LEAST];
}
