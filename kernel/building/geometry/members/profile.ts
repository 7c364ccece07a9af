/** @module cross-sections of columns and beams, read from text such as `300x500` or `HEA200`. */

import type { Region, Ring } from '../plan/polygon.ts';
import type { Point2 } from '../vector.ts';
import { directionOf, onGrid } from '../vector.ts';
import { nearestSections, ROLLED_SECTIONS } from './rolled-sections.ts';

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
      /** Radius of the fillets between web and flanges, 0 without. */
      readonly root: number;
    }
  | {
      readonly kind: 'rectangle_hollow';
      readonly width: number;
      readonly depth: number;
      readonly wall: number;
      /** Radii of the corners, 0 where they are square. */
      readonly outer: number;
      readonly inner: number;
    }
  | { readonly kind: 'circle_hollow'; readonly diameter: number; readonly wall: number };

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

const WANTED =
  'want `300x500`, `rect 300x500`, `circle 400`, `round 400`, `I 200x190x6.5x10` (width x depth x web x flange), a hollow section such as `RHS 200x100x6.3` (depth x width x wall), `SHS 100x5` or `CHS 168.3x7.1`, or a rolled section such as `HEA200`, `IPE300` or `UC 203x203x46`';

/**
 * Reads a cross-section; letter case and spaces do not matter. Measures in mm, outer ones 1 to 10,000.
 * The fault says what was got and what is wanted.
 */
export function parseProfile(text: string): ProfileResult {
  const name = catalogueName(text);
  const rolled = ROLLED_SECTIONS.get(name);
  if (rolled !== undefined) {
    const { depth, width, web, flange, root_radius: root } = rolled;
    return { ok: true, profile: { kind: 'i_shape', width, depth, web, flange, root } };
  }
  const match = /^(RECT|CIRCLE|ROUND|I|RHS|SHS|CHS)?(\d+(?:\.\d+)?(?:x\d+(?:\.\d+)?)*)$/u.exec(
    name,
  );
  const sizes = (match?.[2] ?? '').split('x').map((size) => onGrid(Number(size)));
  const profile = match === null ? null : shapeOf(match[1] ?? 'RECT', sizes);
  if (profile === null) {
    const nearest = nearestSections(name);
    const known = nearest.length === 0 ? '' : `; the nearest of the tables: ${nearest.join(', ')}`;
    return { ok: false, fault: `got profile \`${text}\`, ${WANTED}${known}` };
  }
  const wanted = faultOf(profile);
  return wanted === null
    ? { ok: true, profile }
    : { ok: false, fault: `got profile \`${text}\`, ${wanted}` };
}

/** What is wanted of sizes that make no cross-section; null where they do. */
function faultOf(profile: Profile): string | null {
  const isRound = profile.kind === 'circle' || profile.kind === 'circle_hollow';
  const outer = isRound ? [profile.diameter] : [profile.width, profile.depth];
  if (outer.some((size) => size < SMALLEST || size > LARGEST_PROFILE_MM)) {
    return `want outer measures from ${SMALLEST} to ${LARGEST_PROFILE_MM} mm`;
  }
  if (profile.kind === 'i_shape') {
    const { web, flange, width, depth } = profile;
    const fits = web > 0 && flange > 0 && web < width && 2 * flange < depth;
    return fits ? null : 'want a web thinner than the width and two flanges thinner than the depth';
  }
  if (profile.kind === 'rectangle_hollow' || profile.kind === 'circle_hollow') {
    const fits = profile.wall > 0 && outer.every((size) => 2 * profile.wall < size);
    return fits ? null : 'want a wall thinner than half of the outer measures';
  }
  return null;
}

/** How a section is called in the tables: capital letters, no spaces, `HE200A` as `HEA200`. */
function catalogueName(text: string): string {
  const name = text.toUpperCase().replaceAll(/\s+/gu, '').replaceAll(/[×*]/gu, 'X');
  return name.replace(/^HE(\d+)([ABM])$/u, 'HE$2$1').replaceAll(/(?<=\d)X(?=\d)/gu, 'x');
}

/** A section of the tables, or a hollow section of EN 10210: its name, and what it has with its fillets and corners. */
export type CatalogueSection = {
  readonly name: string;
  /** mm². */
  readonly area: number;
  /** kg/m. */
  readonly mass: number;
};

/** Density of steel in the standards, kg/mm³. */
const STEEL = 7.85e-6;

/** What the tables say of a section; null for one that is in none. */
export function catalogueSection(text: string): CatalogueSection | null {
  const name = catalogueName(text);
  const rolled = ROLLED_SECTIONS.get(name);
  if (rolled !== undefined) return rolled;
  const parsed = /^(?:RHS|SHS|CHS)/u.test(name) ? parseProfile(name) : null;
  if (parsed === null || !parsed.ok) return null;
  const area = profileArea(parsed.profile);
  return { name, area, mass: area * STEEL * 1000 };
}

/** A hollow section with corners of 1.5 times the wall outside and once inside, as EN 10210-2 reckons; square where these have no room. */
function hollow(width: number, depth: number, wall: number): Profile {
  const isRound = 4 * wall <= Math.min(width, depth);
  const [outer, inner] = isRound ? [onGrid(1.5 * wall), wall] : [0, 0];
  return { kind: 'rectangle_hollow', width, depth, wall, outer, inner };
}

function shapeOf(word: string, sizes: readonly number[]): Profile | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = sizes;
  switch (`${word} ${sizes.length}`) {
    case 'I 4':
      return { kind: 'i_shape', width: first, depth: second, web: third, flange: fourth, root: 0 };
    case 'RECT 2':
      return { kind: 'rectangle', width: first, depth: second };
    case 'CIRCLE 1':
    case 'ROUND 1':
      return { kind: 'circle', diameter: first };
    case 'RHS 3':
    case 'SHS 3':
      return word === 'SHS' && first !== second ? null : hollow(second, first, third);
    case 'SHS 2':
      return hollow(first, first, second);
    case 'CHS 2':
      return { kind: 'circle_hollow', diameter: first, wall: second };
    default:
      return null;
  }
}

/** The section as a region around its centre, with the hole of a hollow one. */
export function profileRegion(profile: Profile, detail: Detail = 'usual'): Region {
  const boundary = profileRing(profile, detail);
  const hole = holeOf(profile);
  return { boundary, holes: hole === null ? [] : [profileRing(hole, detail).toReversed()] };
}

/** What a hollow section is open in. */
function holeOf(profile: Profile): Profile | null {
  if (profile.kind === 'circle_hollow') {
    return { kind: 'circle', diameter: profile.diameter - 2 * profile.wall };
  }
  if (profile.kind !== 'rectangle_hollow') return null;
  const { width, depth, wall, inner } = profile;
  const [w, d] = [width - 2 * wall, depth - 2 * wall];
  return { kind: 'rectangle_hollow', width: w, depth: d, wall: 0, outer: inner, inner: 0 };
}

/** Facets of a quarter circle: few enough, and no two so far turned (20°) that drawings show the edge between them. */
const QUARTER = 6;
const FACET_DEG = 90 / QUARTER;
/**
 * How far the corners between the facets lie from the centre, in radii, so that the facets cut off as much as they add:
 * (n - 2) q² + 2 q = (π / 2) / sin 15°. They leave the arc by less than 1 % of its radius, 0.3 mm at the roots of the tables.
 */
const FACET_REACH =
  (Math.sqrt(1 + ((QUARTER - 2) * Math.PI) / 2 / Math.sin((FACET_DEG * Math.PI) / 180)) - 1) /
  (QUARTER - 2);

/** A quarter circle as facets of the same area, from one angle to another in degrees; its ends are on it. */
function quarter(centre: Point2, radius: number, from_deg: number, to_deg: number): Ring {
  return Array.from({ length: QUARTER + 1 }, (_, i) => {
    const { x, y } = directionOf(from_deg + ((to_deg - from_deg) * i) / QUARTER);
    const reach = i === 0 || i === QUARTER ? radius : radius * FACET_REACH;
    return { x: onGrid(centre.x + reach * x), y: onGrid(centre.y + reach * y) };
  });
}

/** Counter-clockwise outer outline around the centre, mm; x is the width, y the depth. */
export function profileRing(profile: Profile, detail: Detail = 'usual'): Ring {
  switch (profile.kind) {
    case 'rectangle':
      return halves(profile.width, profile.depth).map(([x, y]) => ({ x, y }));
    case 'rectangle_hollow': {
      const { width, depth, outer: r } = profile;
      const corners = halves(width, depth);
      if (r === 0) return corners.map(([x, y]) => ({ x, y }));
      return corners.flatMap(([x, y], i) => {
        const centre = { x: x - Math.sign(x) * r, y: y - Math.sign(y) * r };
        return quarter(centre, r, 180 + 90 * i, 270 + 90 * i);
      });
    }
    case 'circle':
    case 'circle_hollow': {
      const radius = profile.diameter / 2;
      const sides = CIRCLE_SIDES[detail];
      return Array.from({ length: sides }, (_, i) => {
        const { x, y } = directionOf((i * 360) / sides);
        return { x: onGrid(radius * x), y: onGrid(radius * y) };
      });
    }
    case 'i_shape': {
      const [b, h, w] = [profile.width / 2, profile.depth / 2, profile.web / 2];
      const [f, r] = [h - profile.flange, profile.root];
      const fillets =
        r === 0
          ? [
              { x: w, y: -f },
              { x: w, y: f },
            ]
          : [
              ...quarter({ x: w + r, y: r - f }, r, 270, 180),
              ...quarter({ x: w + r, y: f - r }, r, 180, 90),
            ];
      const right = [{ x: b, y: -h }, { x: b, y: -f }, ...fillets, { x: b, y: f }, { x: b, y: h }];
      return [...right, ...right.toReversed().map(({ x, y }) => ({ x: -x, y }))];
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

/** Area in mm² of the true section: round parts without chords. */
export function profileArea(profile: Profile): number {
  const hole = holeOf(profile);
  const outer = outerArea(profile);
  return hole === null ? outer : outer - outerArea(hole);
}

/** What a fillet or a round corner is of the square over its radius. */
const SPANDREL = 1 - Math.PI / 4;

function outerArea(profile: Profile): number {
  switch (profile.kind) {
    case 'rectangle':
      return profile.width * profile.depth;
    case 'rectangle_hollow':
      return profile.width * profile.depth - 4 * SPANDREL * profile.outer ** 2;
    case 'circle':
    case 'circle_hollow':
      return (Math.PI * profile.diameter * profile.diameter) / 4;
    case 'i_shape': {
      const { width, depth, web, flange, root } = profile;
      return 2 * width * flange + (depth - 2 * flange) * web + 4 * SPANDREL * root ** 2;
    }
    default:
      return profile satisfies never;
  }
}
