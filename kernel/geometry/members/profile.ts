/** @module cross-sections of columns and beams, read from text such as `300x500` or `HEA200`. */

import type { Ring } from '../plan/polygon.ts';
import { signedArea } from '../plan/polygon.ts';
import { directionOf, onGrid } from '../vector.ts';

/** A cross-section. Lengths in mm; width is horizontal for a beam, depth vertical. */
export type Profile =
  | { readonly kind: 'rectangle'; readonly width: number; readonly depth: number }
  | { readonly kind: 'circle'; readonly diameter: number }
  | {
      readonly kind: 'i_shape';
      readonly width: number;
      readonly depth: number;
      readonly web: number;
      readonly flange: number;
    };

export type ProfileResult =
  | { readonly ok: true; readonly profile: Profile }
  | { readonly ok: false; readonly fault: string };

/** Smallest and largest outer measure, mm. */
const SMALLEST = 1;
export const LARGEST_PROFILE_MM = 10_000;

/** How closely round parts are followed: as bodies usually are, or as the operands of a boolean. */
export type Detail = 'usual' | 'fine';

/** Sides of the polygon that stands for a circle in meshes: its area is 0.16 % and 0.01 % under the circle's. */
const CIRCLE_SIDES = { usual: 64, fine: 256 } as const satisfies Record<Detail, number>;

/** Rolled sections, EN 10365: depth, width, web, flange. Fillets are left out. */
const rolledSections: ReadonlyMap<string, readonly [number, number, number, number]> = new Map([
  ['HEA100', [96, 100, 5, 8]],
  ['HEA120', [114, 120, 5, 8]],
  ['HEA140', [133, 140, 5.5, 8.5]],
  ['HEA160', [152, 160, 6, 9]],
  ['HEA180', [171, 180, 6, 9.5]],
  ['HEA200', [190, 200, 6.5, 10]],
  ['HEA220', [210, 220, 7, 11]],
  ['HEA240', [230, 240, 7.5, 12]],
  ['HEA260', [250, 260, 7.5, 12.5]],
  ['HEA280', [270, 280, 8, 13]],
  ['HEA300', [290, 300, 8.5, 14]],
  ['HEB100', [100, 100, 6, 10]],
  ['HEB120', [120, 120, 6.5, 11]],
  ['HEB140', [140, 140, 7, 12]],
  ['HEB160', [160, 160, 8, 13]],
  ['HEB180', [180, 180, 8.5, 14]],
  ['HEB200', [200, 200, 9, 15]],
  ['HEB220', [220, 220, 9.5, 16]],
  ['HEB240', [240, 240, 10, 17]],
  ['HEB260', [260, 260, 10, 17.5]],
  ['HEB280', [280, 280, 10.5, 18]],
  ['HEB300', [300, 300, 11, 19]],
  ['IPE80', [80, 46, 3.8, 5.2]],
  ['IPE100', [100, 55, 4.1, 5.7]],
  ['IPE120', [120, 64, 4.4, 6.3]],
  ['IPE140', [140, 73, 4.7, 6.9]],
  ['IPE160', [160, 82, 5, 7.4]],
  ['IPE180', [180, 91, 5.3, 8]],
  ['IPE200', [200, 100, 5.6, 8.5]],
  ['IPE220', [220, 110, 5.9, 9.2]],
  ['IPE240', [240, 120, 6.2, 9.8]],
  ['IPE270', [270, 135, 6.6, 10.2]],
  ['IPE300', [300, 150, 7.1, 10.7]],
  ['IPE330', [330, 160, 7.5, 11.5]],
  ['IPE360', [360, 170, 8, 12.7]],
  ['IPE400', [400, 180, 8.6, 13.5]],
  ['IPE450', [450, 190, 9.4, 14.6]],
  ['IPE500', [500, 200, 10.2, 16]],
]);

const WANTED =
  'want `300x500`, `rect 300x500`, `circle 400`, `round 400`, `I 200x190x6.5x10` (width x depth x web x flange) or a rolled section such as `HEA200`';

/**
 * Reads a cross-section; letter case and spaces do not matter. Measures in mm, outer ones 1 to 10,000.
 * The fault says what was got and what is wanted.
 */
export function parseProfile(text: string): ProfileResult {
  const compact = text.toLowerCase().replaceAll(/\s+/gu, '');
  const rolled = rolledSections.get(compact.toUpperCase());
  if (rolled !== undefined) {
    const [depth, width, web, flange] = rolled;
    return { ok: true, profile: { kind: 'i_shape', width, depth, web, flange } };
  }
  const match = /^(rect|circle|round|i)?(\d+(?:\.\d+)?(?:x\d+(?:\.\d+)?)*)$/u.exec(compact);
  const sizes = (match?.[2] ?? '').split('x').map((size) => onGrid(Number(size)));
  const profile = match === null ? null : shapeOf(match[1] ?? 'rect', sizes);
  if (profile === null) {
    return { ok: false, fault: `got profile \`${text}\`, ${WANTED}` };
  }
  const outer = profile.kind === 'circle' ? [profile.diameter] : [profile.width, profile.depth];
  if (outer.some((size) => size < SMALLEST || size > LARGEST_PROFILE_MM)) {
    const range = `want outer measures from ${SMALLEST} to ${LARGEST_PROFILE_MM} mm`;
    return { ok: false, fault: `got profile \`${text}\`, ${range}` };
  }
  if (
    profile.kind === 'i_shape' &&
    !(
      profile.web > 0 &&
      profile.flange > 0 &&
      profile.web < profile.width &&
      2 * profile.flange < profile.depth
    )
  ) {
    const parts = 'want a web thinner than the width and two flanges thinner than the depth';
    return { ok: false, fault: `got profile \`${text}\`, ${parts}` };
  }
  return { ok: true, profile };
}

function shapeOf(word: string, sizes: readonly number[]): Profile | null {
  const [first, second, third, fourth] = sizes;
  if (word === 'i') {
    return sizes.length === 4 &&
      first !== undefined &&
      second !== undefined &&
      third !== undefined &&
      fourth !== undefined
      ? { kind: 'i_shape', width: first, depth: second, web: third, flange: fourth }
      : null;
  }
  if (word === 'rect') {
    return sizes.length === 2 && first !== undefined && second !== undefined
      ? { kind: 'rectangle', width: first, depth: second }
      : null;
  }
  return sizes.length === 1 && first !== undefined ? { kind: 'circle', diameter: first } : null;
}

/** Counter-clockwise outline around the centre, mm; x is the width, y the depth. */
export function profileRing(profile: Profile, detail: Detail = 'usual'): Ring {
  switch (profile.kind) {
    case 'rectangle':
      return halves(profile.width, profile.depth).map(([x, y]) => ({ x, y }));
    case 'circle': {
      const radius = profile.diameter / 2;
      const sides = CIRCLE_SIDES[detail];
      return Array.from({ length: sides }, (_, i) => {
        const { x, y } = directionOf((i * 360) / sides);
        return { x: onGrid(radius * x), y: onGrid(radius * y) };
      });
    }
    case 'i_shape': {
      const [b, h, w] = [profile.width / 2, profile.depth / 2, profile.web / 2];
      const f = h - profile.flange;
      const right = [
        [b, -h],
        [b, -f],
        [w, -f],
        [w, f],
        [b, f],
        [b, h],
      ] as const;
      return [...right, ...right.toReversed().map(([x, y]) => [-x, y] as const)].map(([x, y]) => ({
        x,
        y,
      }));
    }
    default:
      return profile satisfies never;
  }
}

function halves(width: number, depth: number): readonly (readonly [number, number])[] {
  const [x, y] = [width / 2, depth / 2];
  return [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ];
}

/** Area in mm² of the true section: a full circle, not its polygon. */
export function profileArea(profile: Profile): number {
  return profile.kind === 'circle'
    ? (Math.PI * profile.diameter * profile.diameter) / 4
    : signedArea(profileRing(profile));
}
