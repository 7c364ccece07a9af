/** @module shaped profile: angles, tees, channels, zeds, unequal I-sections, trapeziums, rounded rectangles and ellipses. */

import type { Ring } from '../plan/polygon.ts';
import { directionOf, onGrid } from '../vector.ts';
import { arcsFit, type Contour, type Corner, contourArea, contourRing } from './contour.ts';

/**
 * A cross-section around the middle of its box, mm; the width is along x and the depth along y. `fillet` is the radius
 * between the arms, 0 without one.
 */
export type ShapedProfile =
  /** The corner is at the lower left. */
  | {
      readonly kind: 'l_shape';
      readonly width: number;
      readonly depth: number;
      readonly thickness: number;
      readonly fillet: number;
    }
  /** The flange is at the top. */
  | (Flanged & { readonly kind: 't_shape' })
  /** The web is at the left. */
  | (Flanged & { readonly kind: 'u_shape' })
  /** `width` is that of one flange; the lower one points to the right. */
  | (Flanged & { readonly kind: 'z_shape' })
  /** The web is at the left. `inner` is the radius inside the corners, 0 for sharp corners. */
  | {
      readonly kind: 'c_shape';
      readonly width: number;
      readonly depth: number;
      readonly wall: number;
      readonly lip: number;
      readonly inner: number;
    }
  /** `width` and `flange` are those of the lower flange. */
  | (Flanged & {
      readonly kind: 'i_unequal';
      readonly top_width: number;
      readonly top_flange: number;
    })
  /** `width` is that of the bottom; `offset` the distance of the left end of the top from that of the bottom. */
  | {
      readonly kind: 'trapezium';
      readonly width: number;
      readonly depth: number;
      readonly top: number;
      readonly offset: number;
    }
  | {
      readonly kind: 'rectangle_rounded';
      readonly width: number;
      readonly depth: number;
      readonly radius: number;
    }
  | { readonly kind: 'ellipse'; readonly width: number; readonly depth: number };

type Flanged = {
  readonly width: number;
  readonly depth: number;
  readonly web: number;
  readonly flange: number;
  readonly fillet: number;
};

const SHAPED: ReadonlySet<string> = new Set([
  'l_shape',
  't_shape',
  'u_shape',
  'z_shape',
  'c_shape',
  'i_unequal',
  'trapezium',
  'rectangle_rounded',
  'ellipse',
] as const satisfies readonly ShapedProfile['kind'][]);

/** Whether a cross-section is one of these. */
export function isShaped(profile: { readonly kind: string }): profile is ShapedProfile {
  return SHAPED.has(profile.kind);
}

/** Width and depth of the box of a cross-section, mm. */
export function shapedSize(profile: ShapedProfile): readonly [width: number, depth: number] {
  const { width, depth } = profile;
  if (profile.kind === 'z_shape') return [2 * width - profile.web, depth];
  if (profile.kind === 'i_unequal') return [Math.max(width, profile.top_width), depth];
  if (profile.kind !== 'trapezium') return [width, depth];
  const { top, offset } = profile;
  return [Math.max(width, offset + top) - Math.min(0, offset), depth];
}

/** The forms that `shapedProfile` reads, for messages and documentation. */
export const SHAPED_FORMS =
  '`T`, `U` or `Z 100x200x8x12` (width x depth x web x flange), `I 200x300x10x15x100x12` (with the width and thickness of the top flange), `L 100x65x7` (depth x width x thickness), `C 200x80x3x20` (depth x width x wall x lip), `trapezium 300x500x200` (bottom x depth x top), `rounded 300x500x50` (width x depth x radius), `ellipse 300x200`';

/** A form: the least and the greatest number of its sizes, and the cross-section of these. */
type Form = {
  readonly count: readonly [least: number, most: number];
  readonly of: (sizes: readonly number[]) => ShapedProfile;
};

function flanged([
  width = 0,
  depth = 0,
  web = 0,
  flange = 0,
  fillet = 0,
]: readonly number[]): Flanged {
  return { width, depth, web, flange, fillet };
}

const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  [
    'L',
    {
      count: [2, 4],
      of: ([depth = 0, width = 0, thickness, fillet = 0]) =>
        thickness === undefined
          ? { kind: 'l_shape', depth, width: depth, thickness: width, fillet }
          : { kind: 'l_shape', depth, width, thickness, fillet },
    },
  ],
  ['T', { count: [4, 5], of: (sizes) => ({ kind: 't_shape', ...flanged(sizes) }) }],
  ['U', { count: [4, 5], of: (sizes) => ({ kind: 'u_shape', ...flanged(sizes) }) }],
  ['Z', { count: [4, 5], of: (sizes) => ({ kind: 'z_shape', ...flanged(sizes) }) }],
  [
    'I',
    {
      count: [6, 7],
      of: ([
        width = 0,
        depth = 0,
        web = 0,
        flange = 0,
        top_width = 0,
        top_flange = 0,
        fillet = 0,
      ]) => ({
        kind: 'i_unequal',
        width,
        depth,
        web,
        flange,
        fillet,
        top_width,
        top_flange,
      }),
    },
  ],
  [
    'C',
    {
      count: [4, 5],
      of: ([depth = 0, width = 0, wall = 0, lip = 0, inner = 0]) => ({
        kind: 'c_shape',
        width,
        depth,
        wall,
        lip,
        inner,
      }),
    },
  ],
  [
    'TRAPEZIUM',
    {
      count: [3, 4],
      of: ([width = 0, depth = 0, top = 0, offset = onGrid((width - top) / 2)]) => ({
        kind: 'trapezium',
        width,
        depth,
        top,
        offset,
      }),
    },
  ],
  [
    'ROUNDED',
    {
      count: [3, 3],
      of: ([width = 0, depth = 0, radius = 0]) => ({
        kind: 'rectangle_rounded',
        width,
        depth,
        radius,
      }),
    },
  ],
  [
    'ELLIPSE',
    { count: [2, 2], of: ([width = 0, depth = 0]) => ({ kind: 'ellipse', width, depth }) },
  ],
]);

/** A cross-section from its word in capitals and its sizes; null if there is no such form. */
export function shapedProfile(word: string, sizes: readonly number[]): ShapedProfile | null {
  const form = FORMS.get(word);
  const fits = form !== undefined && sizes.length >= form.count[0] && sizes.length <= form.count[1];
  return fits ? form.of(sizes) : null;
}

/** The expected dimensions, as text that starts with `expected`; null for a valid cross-section. */
export function shapedFault(profile: ShapedProfile): string | null {
  const sizes: Readonly<Record<string, unknown>> = profile;
  if (POSITIVE.some((name) => sizes[name] === 0)) return 'expected sizes greater than 0 mm';
  const limit = limitOf(profile);
  if (limit !== null) return `expected ${limit}`;
  return roundsFit(profile) ? null : 'expected radii that fit on its sides';
}

/** Sizes that must not be 0, in addition to the outer ones. */
const POSITIVE = ['web', 'flange', 'top_flange', 'thickness', 'wall', 'top', 'radius'] as const;

const THIN = 'a web thinner than the width and two flanges thinner than the depth';

/** The limit that sizes greater than 0 exceed; null if they do not. */
function limitOf(profile: ShapedProfile): string | null {
  const { width, depth } = profile;
  switch (profile.kind) {
    case 'l_shape':
      return profile.thickness < Math.min(width, depth) ? null : 'a thickness less than both legs';
    case 't_shape':
      return profile.web < width && profile.flange < depth
        ? null
        : 'a web thinner than the width and a flange thinner than the depth';
    case 'u_shape':
    case 'z_shape':
      return profile.web < width && 2 * profile.flange < depth ? null : THIN;
    case 'i_unequal': {
      const { web, flange, top_width, top_flange } = profile;
      return web < Math.min(width, top_width) && flange + top_flange < depth ? null : THIN;
    }
    case 'c_shape': {
      const { wall, lip } = profile;
      return wall < lip && 2 * wall < width && 2 * lip < depth
        ? null
        : 'lips longer than the wall is thick and shorter than half of the depth, and a wall thinner than half of the width';
    }
    case 'trapezium':
    case 'rectangle_rounded':
    case 'ellipse':
      return null;
    default:
      return profile satisfies never;
  }
}

function roundsFit(profile: ShapedProfile): boolean {
  return profile.kind === 'ellipse' || arcsFit(contourOf(profile));
}

/** Counter-clockwise outline, mm; an ellipse has this number of sides. */
export function shapedRing(profile: ShapedProfile, sides: number): Ring {
  if (profile.kind !== 'ellipse') return contourRing(contourOf(profile));
  return Array.from({ length: sides }, (_, i) => {
    const { x, y } = directionOf((i * 360) / sides);
    return { x: onGrid((profile.width / 2) * x), y: onGrid((profile.depth / 2) * y) };
  });
}

/** Area with exact arcs instead of facets, mm². */
export function shapedArea(profile: ShapedProfile): number {
  return profile.kind === 'ellipse'
    ? (Math.PI * profile.width * profile.depth) / 4
    : contourArea(contourOf(profile));
}

type Cornered = Exclude<ShapedProfile, { readonly kind: 'ellipse' }>;

function contourOf(profile: Cornered): Contour {
  const [a, b] = [profile.width / 2, profile.depth / 2];
  switch (profile.kind) {
    case 'l_shape': {
      const { thickness: t, fillet: radius } = profile;
      return [
        { x: -a, y: -b },
        { x: a, y: -b },
        { x: a, y: t - b },
        { x: t - a, y: t - b, radius },
        { x: t - a, y: b },
        { x: -a, y: b },
      ];
    }
    case 't_shape': {
      const [s, f] = [profile.web / 2, b - profile.flange];
      const stem = { y: f, radius: profile.fillet };
      return mirrored([
        { x: s, y: -b },
        { x: s, ...stem },
        { x: a, y: f },
        { x: a, y: b },
      ]);
    }
    case 'i_unequal': {
      const { web, flange, top_width, top_flange, fillet: radius } = profile;
      const [s, t, low, high] = [web / 2, top_width / 2, flange - b, b - top_flange];
      return mirrored([
        { x: a, y: -b },
        { x: a, y: low },
        { x: s, y: low, radius },
        { x: s, y: high, radius },
        { x: t, y: high },
        { x: t, y: b },
      ]);
    }
    case 'u_shape':
      return channel(profile);
    case 'z_shape': {
      const [s, f] = [profile.web / 2, b - profile.flange];
      const half: Contour = [
        { x: -s, y: -b },
        { x: profile.width - s, y: -b },
        { x: profile.width - s, y: -f },
        { x: s, y: -f, radius: profile.fillet },
      ];
      return [...half, ...half.map((corner) => at(corner, -corner.x, -corner.y))];
    }
    case 'c_shape':
      return lippedChannel(profile);
    case 'trapezium':
      return trapezium(profile);
    case 'rectangle_rounded':
      return mirrored([
        { x: a, y: -b, radius: profile.radius },
        { x: a, y: b, radius: profile.radius },
      ]);
    default:
      return profile satisfies never;
  }
}

/** A corner in another place, with the same radius. */
function at({ radius = 0 }: Corner, x: number, y: number): Corner {
  return { x, y, radius };
}

/** A contour from its right half, from the bottom to the top. */
function mirrored(right: Contour): Contour {
  return [...right, ...right.toReversed().map((corner) => at(corner, -corner.x, corner.y))];
}

function channel({
  width,
  depth,
  web,
  flange,
  fillet,
}: Extract<Cornered, { kind: 'u_shape' }>): Contour {
  const [a, b] = [width / 2, depth / 2];
  const [s, f, radius] = [web - a, b - flange, fillet];
  return [
    { x: -a, y: -b },
    { x: a, y: -b },
    { x: a, y: -f },
    { x: s, y: -f, radius },
    { x: s, y: f, radius },
    { x: a, y: f },
    { x: a, y: b },
    { x: -a, y: b },
  ];
}

function trapezium({
  width,
  depth,
  top,
  offset,
}: Extract<Cornered, { kind: 'trapezium' }>): Contour {
  const middle = (Math.min(0, offset) + Math.max(width, offset + top)) / 2;
  return [
    { x: 0 - middle, y: 0 - depth / 2 },
    { x: width - middle, y: 0 - depth / 2 },
    { x: offset + top - middle, y: depth / 2 },
    { x: offset - middle, y: depth / 2 },
  ];
}

function lippedChannel({
  width,
  depth,
  wall,
  lip,
  inner,
}: Extract<Cornered, { kind: 'c_shape' }>): Contour {
  const [a, b] = [width / 2, depth / 2];
  const [around, within] = [inner === 0 ? 0 : inner + wall, inner];
  const lower: Contour = [
    { x: -a, y: -b, radius: around },
    { x: a, y: -b, radius: around },
    { x: a, y: lip - b },
    { x: a - wall, y: lip - b },
    { x: a - wall, y: wall - b, radius: within },
    { x: wall - a, y: wall - b, radius: within },
  ];
  return [...lower, ...lower.toReversed().map((corner) => at(corner, corner.x, -corner.y))];
}
