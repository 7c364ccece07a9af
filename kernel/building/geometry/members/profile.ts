/** @module profile: cross-sections of columns and beams, parsed from text such as `300x500` or `HEA200`, or outlines. */

import { CIRCLE_SIDES, type Detail } from '../plan/circle-sides.ts';
import { type Region, regionArea, type Ring, ringBounds } from '../plan/polygon.ts';
import { directionOf, onGrid, type Point2 } from '../vector.ts';
import { nearestSections, ROLLED_SECTIONS } from './rolled-sections.ts';
import {
  isShaped,
  SHAPED_FORMS,
  shapedArea,
  shapedFault,
  type ShapedProfile,
  shapedProfile,
  shapedRing,
  shapedSize,
} from './shaped-profile.ts';

/** A cross-section. Lengths in mm; in a beam the width is horizontal and the depth vertical. */
export type Profile = PlainProfile | ShapedProfile | OutlineProfile;

/** A region about the axis of the member. */
type OutlineProfile = Region & { readonly kind: 'outline' };

type PlainProfile =
  | { readonly kind: 'rectangle'; readonly width: number; readonly depth: number }
  | { readonly kind: 'circle'; readonly diameter: number }
  | {
      readonly kind: 'i_shape';
      readonly width: number;
      readonly depth: number;
      readonly web: number;
      readonly flange: number;
      /** Radius of the fillets between web and flanges; 0 if there are none. */
      readonly root: number;
    }
  | {
      readonly kind: 'rectangle_hollow';
      readonly width: number;
      readonly depth: number;
      readonly wall: number;
      /** Radii of the corners, outside and inside; 0 for sharp corners. */
      readonly outer: number;
      readonly inner: number;
    }
  | { readonly kind: 'circle_hollow'; readonly diameter: number; readonly wall: number };

export type ProfileResult =
  | { readonly ok: true; readonly profile: Profile }
  | { readonly ok: false; readonly fault: string };

/** Smallest outer dimension, mm. */
const SMALLEST_MM = 1;

/** Largest outer dimension, mm. */
export const LARGEST_PROFILE_MM = 10_000;

const ACCEPTED_FORMS = `expected \`300x500\`, \`rect 300x500\`, \`circle 400\`, \`round 400\`, \`I 200x190x6.5x10\` (width x depth x web x flange), a hollow section such as \`RHS 200x100x6.3\` (depth x width x wall), \`SHS 100x5\` or \`CHS 168.3x7.1\`, a rolled section such as \`HEA200\`, \`IPE300\` or \`UC 203x203x46\`, or ${SHAPED_FORMS}`;

/**
 * Parses a cross-section; letter case and spaces are ignored. Dimensions in mm, outer ones from 1 to 10,000. The fault
 * names the received text and the accepted forms.
 */
export function parseProfile(text: string): ProfileResult {
  const name = catalogueName(text);
  const rolled = ROLLED_SECTIONS.get(name);
  if (rolled !== undefined) {
    const { depth, width, web, flange, root_radius: root } = rolled;
    return { ok: true, profile: { kind: 'i_shape', width, depth, web, flange, root } };
  }
  const match = FORM.exec(name);
  const sizes = (match?.[2] ?? '').split('x').map((size) => onGrid(Number(size)));
  const profile = match === null ? null : shapeOf(match[1] ?? 'RECT', sizes);
  if (profile === null) {
    const nearest = nearestSections(name);
    const closest =
      nearest.length === 0 ? '' : `; the closest tabulated sections: ${nearest.join(', ')}`;
    return { ok: false, fault: `received profile \`${text}\`, ${ACCEPTED_FORMS}${closest}` };
  }
  const expected = faultOf(profile);
  return expected === null
    ? { ok: true, profile }
    : { ok: false, fault: `received profile \`${text}\`, ${expected}` };
}

const FORM =
  /^(RECT|CIRCLE|ROUND|I|RHS|SHS|CHS|L|T|U|C|Z|TRAPEZIUM|ROUNDED|ELLIPSE)?(\d+(?:\.\d+)?(?:x\d+(?:\.\d+)?)*)$/u;

/** The expected dimensions, as text that starts with `expected`; null for a valid cross-section. */
function faultOf(profile: Profile): string | null {
  const outer = outerSizes(profile);
  if (outer.some((size) => size < SMALLEST_MM || size > LARGEST_PROFILE_MM)) {
    return `expected outer dimensions from ${SMALLEST_MM} to ${LARGEST_PROFILE_MM} mm`;
  }
  if (isShaped(profile)) return shapedFault(profile);
  switch (profile.kind) {
    case 'rectangle':
    case 'circle':
      return null;
    case 'outline':
      return isNearAxis(profile.boundary)
        ? null
        : `expected points within ${LARGEST_PROFILE_MM} mm of the axis along x and y`;
    case 'i_shape': {
      const { web, flange, width, depth, root } = profile;
      const fits = web > 0 && flange > 0 && web < width && 2 * flange < depth;
      if (!fits) {
        return 'expected a web thinner than the width and two flanges thinner than the depth';
      }
      return 2 * root <= Math.min(width - web, depth - 2 * flange)
        ? null
        : 'expected a fillet that fits between the flanges';
    }
    case 'rectangle_hollow':
    case 'circle_hollow': {
      const fits = profile.wall > 0 && outer.every((size) => 2 * profile.wall < size);
      return fits ? null : 'expected a wall thinner than half of each outer dimension';
    }
    default:
      return profile satisfies never;
  }
}

function isNearAxis(ring: Ring): boolean {
  return ring.every(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)) <= LARGEST_PROFILE_MM);
}

/** Width and depth of a cross-section, or its diameter, mm. */
function outerSizes(profile: Profile): readonly number[] {
  if (isShaped(profile)) return shapedSize(profile);
  if ('diameter' in profile) return [profile.diameter];
  if (profile.kind !== 'outline') return [profile.width, profile.depth];
  const { min, max } = ringBounds(profile.boundary);
  return [max.x - min.x, max.y - min.y];
}

/** An outline as a cross-section, or why its sizes are invalid, as text that starts with `expected`. */
export function outlineProfile(region: Region): ProfileResult {
  const profile = { kind: 'outline', ...region } as const;
  const fault = faultOf(profile);
  return fault === null ? { ok: true, profile } : { ok: false, fault };
}

/** The name of a section as written in the tables: capital letters, no spaces, `HE200A` as `HEA200`. */
function catalogueName(text: string): string {
  const name = text.toUpperCase().replaceAll(/\s+/gu, '').replaceAll(/[×*]/gu, 'X');
  return name.replace(/^HE(\d+)([ABM])$/u, 'HE$2$1').replaceAll(/(?<=\d)X(?=\d)/gu, 'x');
}

/** A tabulated section or a hollow section of EN 10210. The area includes fillets and excludes rounded-off corners. */
export type CatalogueSection = {
  readonly name: string;
  /** Area, mm². */
  readonly area: number;
  /** Mass, kg/m. */
  readonly mass: number;
};

/** Density of steel by the standards, kg/mm³. */
const STEEL_DENSITY = 7.85e-6;

/** Name, area and mass of a rolled or hollow section; null for any other text. */
export function catalogueSection(text: string): CatalogueSection | null {
  const name = catalogueName(text);
  const rolled = ROLLED_SECTIONS.get(name);
  if (rolled !== undefined) return rolled;
  const parsed = /^(?:RHS|SHS|CHS)/u.test(name) ? parseProfile(name) : null;
  if (parsed === null || !parsed.ok) return null;
  const area = profileArea(parsed.profile);
  return { name, area, mass: area * STEEL_DENSITY * 1000 };
}

/**
 * A hollow section with corner radii of 1.5 times the wall outside and 1 times inside (EN 10210-2); sharp corners if
 * these do not fit.
 */
function hollowProfile(width: number, depth: number, wall: number): Profile {
  const isRound = 4 * wall <= Math.min(width, depth);
  const [outer, inner] = isRound ? [onGrid(1.5 * wall), wall] : [0, 0];
  return { kind: 'rectangle_hollow', width, depth, wall, outer, inner };
}

function shapeOf(word: string, sizes: readonly number[]): Profile | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = sizes;
  switch (`${word} ${sizes.length}`) {
    case 'I 4':
    case 'I 5': {
      const root = sizes[4] ?? 0;
      return { kind: 'i_shape', width: first, depth: second, web: third, flange: fourth, root };
    }
    case 'RECT 2':
      return { kind: 'rectangle', width: first, depth: second };
    case 'CIRCLE 1':
    case 'ROUND 1':
      return { kind: 'circle', diameter: first };
    case 'RHS 3':
    case 'SHS 3':
      return word === 'SHS' && first !== second ? null : hollowProfile(second, first, third);
    case 'SHS 2':
      return hollowProfile(first, first, second);
    case 'CHS 2':
      return { kind: 'circle_hollow', diameter: first, wall: second };
    default:
      return shapedProfile(word, sizes);
  }
}

/** The cross-section as a region around its centre, or the axis of its outline, with its holes. */
export function profileRegion(profile: Profile, detail: Detail = 'usual'): Region {
  if (profile.kind === 'outline') return profile;
  const boundary = profileRing(profile, detail);
  const hole = holeOf(profile);
  return { boundary, holes: hole === null ? [] : [profileRing(hole, detail).toReversed()] };
}

/** The hole of a hollow section, as a profile; null if there is none. */
function holeOf(profile: Profile): PlainProfile | null {
  if (profile.kind === 'circle_hollow') {
    return { kind: 'circle', diameter: profile.diameter - 2 * profile.wall };
  }
  if (profile.kind !== 'rectangle_hollow') return null;
  const { width, depth, wall, inner } = profile;
  const [w, d] = [width - 2 * wall, depth - 2 * wall];
  return { kind: 'rectangle_hollow', width: w, depth: d, wall: 0, outer: inner, inner: 0 };
}

/**
 * Number of facets of a quarter circle: few, but with less than 20° between adjacent ones, so that drawings hide the
 * edges between them.
 */
const QUARTER_FACETS = 6;
const FACET_DEG = 90 / QUARTER_FACETS;

/**
 * Distance of the inner facet corners from the centre, divided by the radius, for which the facets have the same area
 * as the sector: with n facets, (n - 2) q² + 2 q = (π / 2) / sin 15°. The facets deviate from the arc by less than 1 %
 * of its radius, which is 0.3 mm at tabulated root radii.
 */
const FACET_REACH =
  (Math.sqrt(1 + ((QUARTER_FACETS - 2) * Math.PI) / 2 / Math.sin((FACET_DEG * Math.PI) / 180)) -
    1) /
  (QUARTER_FACETS - 2);

/** A quarter circle as facets with the same total area, between two angles in degrees; its ends are on the circle. */
function quarter(centre: Point2, radius: number, from_deg: number, to_deg: number): Ring {
  return Array.from({ length: QUARTER_FACETS + 1 }, (_, i) => {
    const { x, y } = directionOf(from_deg + ((to_deg - from_deg) * i) / QUARTER_FACETS);
    const reach = i === 0 || i === QUARTER_FACETS ? radius : radius * FACET_REACH;
    return { x: onGrid(centre.x + reach * x), y: onGrid(centre.y + reach * y) };
  });
}

/** Counter-clockwise outline of a cross-section around its centre, mm; x is along the width, y along the depth. */
export function profileRing(profile: Profile, detail: Detail = 'usual'): Ring {
  if (isShaped(profile)) return shapedRing(profile, CIRCLE_SIDES[detail]);
  switch (profile.kind) {
    case 'rectangle':
      return rectangleCorners(profile.width, profile.depth).map(([x, y]) => ({ x, y }));
    case 'rectangle_hollow': {
      const { width, depth, outer: r } = profile;
      const corners = rectangleCorners(width, depth);
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
    case 'outline':
      return profile.boundary;
    default:
      return profile satisfies never;
  }
}

function rectangleCorners(width: number, depth: number): readonly (readonly [number, number])[] {
  const [x, y] = [width / 2, depth / 2];
  return [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ];
}

/** Area of a cross-section with exact arcs instead of facets, mm². */
export function profileArea(profile: Profile): number {
  if (profile.kind === 'outline') return regionArea(profile);
  if (isShaped(profile)) return shapedArea(profile);
  const hole = holeOf(profile);
  const outer = outerArea(profile);
  return hole === null ? outer : outer - outerArea(hole);
}

/** Area of a fillet, or the area lost at a rounded corner, divided by the square of its radius. */
const SPANDREL = 1 - Math.PI / 4;

function outerArea(profile: PlainProfile): number {
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
