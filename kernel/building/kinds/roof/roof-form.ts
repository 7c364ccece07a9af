/** @module roof form: the roof over an outline from its parameters, or the reason why it cannot be built. */
import * as z from 'zod';

import { type PlanPoint, LengthMm, toGrid } from '../../../../schemas/units.ts';
import { slopedArea } from '../../geometry/ceilings/cover.ts';
import { at } from '../../geometry/indexed.ts';
import type { Region } from '../../geometry/plan/polygon.ts';
import type { RoofEdge, RoofKind } from '../../geometry/roofs/roof-forms.ts';
import type { RoofLine } from '../../geometry/roofs/roof-lines.ts';
import type { Courted, OutlineSide } from '../../geometry/roofs/roof-rings.ts';
import { outlineSides, turnedRing } from '../../geometry/roofs/roof-rings.ts';
import type { RoofFault, RoofShape, ShapeResult } from '../../geometry/roofs/roof-shape.ts';
import { coveredRegion, roofShape, undersideParts } from '../../geometry/roofs/roof-shape.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import { type HoldingView, heldBy } from '../shared/held.ts';

export const ROOF_TYPES = [
  'flat',
  'shed',
  'gable',
  'hip',
  'mansard',
] as const satisfies readonly RoofKind[];

const EdgeSlope = z
  .number()
  .min(1, 'expected at least 1 degree')
  .max(85, 'expected at most 85 degrees');

/** One side of the outline: it slopes like the roof or at its own angle, has a break at a height, or is a gable. */
const Edge = z.strictObject({
  slope_deg: EdgeSlope.exactOptional(),
  gable: z.boolean().exactOptional(),
  upper_slope_deg: EdgeSlope.exactOptional(),
  break_height: LengthMm.exactOptional(),
});
/**
 * One entry for each side, starting with the side from the first to the second corner; sides of courtyards follow those
 * of the outline.
 */
const Edges = z.array(Edge).min(3).max(2000);
/** Roofs of older logs lack these, and an undo sets null: then `roof_type` determines the form. */
export const FormParams = {
  edges: Edges.nullable().exactOptional(),
  upper_slope_deg: EdgeSlope.nullable().exactOptional(),
  break_height: LengthMm.nullable().exactOptional(),
};

/** Default upper slope and break of a mansard: degrees, and mm above the outline. */
export const MANSARD = { upper_slope_deg: 30, break_height: 2000 } as const;

/** The parameters of the form of a roof. */
export type Formed = {
  readonly boundary_points: PlanPoint[];
  readonly roof_type: RoofKind;
  readonly slope_deg: number;
  readonly overhang: number;
  readonly edges?: RoofEdge[] | null;
  readonly upper_slope_deg?: number | null;
  readonly break_height?: number | null;
  readonly holes?: PlanPoint[][] | null;
};

/** The outline with its courtyards. */
export function courtedOf({
  boundary_points,
  holes,
}: Pick<Formed, 'boundary_points' | 'holes'>): Courted {
  return { boundary: boundary_points, holes: holes ?? [] };
}

const SHAPES = new WeakMap<Formed, ShapeResult>();

/** The shape of a roof over its outline, computed once for its parameters. */
export function shapeOf(params: Formed): ShapeResult {
  const known = SHAPES.get(params);
  if (known !== undefined) return known;
  const made = roofShape({
    kind: params.roof_type,
    ...courtedOf(params),
    slope_deg: params.slope_deg,
    upper_slope_deg: params.upper_slope_deg ?? MANSARD.upper_slope_deg,
    break_height: params.break_height ?? MANSARD.break_height,
    edges: params.edges ?? null,
    overhang: params.overhang,
  });
  SHAPES.set(params, made);
  return made;
}

/** The area that the roof covers in plan with its overhang, mm; courtyards clockwise. */
export function coveredBy(params: Formed): Region {
  const made = shapeOf(params);
  if (made.ok) return coveredRegion(made.shape);
  const { boundary, holes } = courtedOf(params);
  return { boundary, holes: holes.map(turnedRing) };
}

/** The steepest slope that a side has, degrees. */
export function steepest({ slope_deg, edges }: Formed): number {
  return Math.max(slope_deg, ...(edges ?? []).map((edge) => edge.slope_deg ?? 0));
}

/** Figures of a roof in addition to its measures: lengths mm, areas mm². */
export const ROOF_FIGURES = [
  'sloped_area_mm2',
  'ridge_height_mm',
  'ridge_length_mm',
  'hip_length_mm',
  'valley_length_mm',
  'eave_length_mm',
  'verge_length_mm',
] as const;
export type RoofFigures = { readonly [name in (typeof ROOF_FIGURES)[number]]: number };

/** All with the overhang, on the underside; `ridge_height_mm` is its highest point over the outline. */
export function figuresOf({ faces, lines, high }: RoofShape): RoofFigures {
  const length = (kind: string): number =>
    toGrid(
      lines.reduce(
        (sum, line) => (line.kind === kind ? sum + lengthOf(line.from, line.to) : sum),
        0,
      ),
    );
  return {
    sloped_area_mm2: toGrid(faces.reduce((sum, face) => sum + face.sloped_area_mm2, 0)),
    ridge_height_mm: toGrid(high),
    ridge_length_mm: length('ridge'),
    hip_length_mm: length('hip'),
    valley_length_mm: length('valley'),
    eave_length_mm: length('eave'),
    verge_length_mm: length('verge'),
  };
}

/** Area of the underside with the overhang and without its openings, mm². */
export function netSlopedArea(id: string, shape: RoofShape, view: HoldingView): number {
  const parts = undersideParts(shape);
  const gross = shape.faces.reduce((sum, face) => sum + face.sloped_area_mm2, 0);
  return heldBy(id, view).reduce((sum, opening) => {
    const outline = view.outline(opening.id);
    return outline === null ? sum : sum - slopedArea(outline, { parts });
  }, gross);
}

/** Lines in plan in addition to the outline. */
const FOLDS: readonly string[] = ['ridge', 'hip', 'valley', 'break'];

/** Where the planes of a roof meet: ridges, hips, valleys and breaks, heights mm over the outline. */
export function foldsOf(params: Formed): readonly RoofLine[] {
  const made = shapeOf(params);
  return made.ok ? made.shape.lines.filter(({ kind }) => FOLDS.includes(kind)) : [];
}

/** The sides that are gables and have a height. */
export function gablesOf(params: Formed): readonly number[] {
  const made = shapeOf(params);
  return made.ok
    ? made.shape.gables.flatMap((gable) => (gable.area_mm2 > 0 ? [gable.side] : []))
    : [];
}

type Place = { readonly x: number; readonly y: number; readonly z: number };

function lengthOf(from: Place, to: Place): number {
  const level = segmentLengthMm(from, to);
  return Math.sqrt(level * level + (to.z - from.z) ** 2);
}

/** The roof type that results from the sides. */
export function kindOfEdges(edges: readonly RoofEdge[]): RoofKind {
  if (edges.some(({ upper_slope_deg }) => upper_slope_deg !== undefined)) return 'mansard';
  const sloped = edges.filter(({ gable }) => gable !== true).length;
  if (sloped === edges.length) return 'hip';
  return sloped === 1 ? 'shed' : 'gable';
}

/** Why the sizes of the form are invalid in themselves; null if they are valid. */
export function formFault(params: Formed): string | null {
  for (const name of ['upper_slope_deg', 'break_height'] as const) {
    const checked = FormParams[name].safeParse(params[name] ?? null);
    if (!checked.success) return `\`${name}\`: ${checked.error.issues[0]?.message ?? ''}`;
  }
  for (const [i, edge] of (params.edges ?? []).entries()) {
    const issue = Edge.safeParse(edge).error?.issues[0];
    if (issue !== undefined) return `\`edges[${i}].${issue.path.join('.')}\`: ${issue.message}`;
    const { gable, slope_deg, upper_slope_deg, break_height } = edge;
    const sloped = slope_deg ?? upper_slope_deg ?? break_height;
    if (gable === true && sloped !== undefined) {
      return `\`edges[${i}]\` is a gable and has a slope: expected only one of the two`;
    }
    if ((upper_slope_deg === undefined) !== (break_height === undefined)) {
      return `\`edges[${i}]\` is broken at a height or has an upper slope only: expected \`upper_slope_deg\` and \`break_height\` together`;
    }
  }
  return null;
}

export type SlopeFound =
  | { readonly ok: true; readonly slope_deg: number }
  | { readonly ok: false; readonly why: string };

/** The slope in degrees that puts the highest ridge this high over the outline, mm; the outline counter-clockwise. */
export function slopeFor(params: Formed, ridge_height: number): SlopeFound {
  const { edges, roof_type } = params;
  const own = edges?.some((edge) => (edge.slope_deg ?? edge.upper_slope_deg) !== undefined);
  if (roof_type === 'flat' || roof_type === 'mansard' || own === true) {
    const why = 'it defines only a roof of one slope: expected slopes instead';
    return { ok: false, why };
  }
  const made = shapeOf({ ...params, slope_deg: 45, overhang: 0 });
  if (!made.ok) return { ok: false, why: roofFaultText(made.why, params) };
  // At 45 degrees the roof is as high as it is wide, and the height grows with the tangent of the slope.
  const exact = (Math.atan(ridge_height / made.shape.high) * 180) / Math.PI;
  // Removes rounding noise: it changes a height of a kilometre by less than a micrometre.
  const slope_deg = Math.round(exact * 1e9) / 1e9;
  if (slope_deg >= 1 && slope_deg <= 85) return { ok: true, slope_deg };
  const why = `requires a slope of ${toGrid(slope_deg)} degrees: expected a slope from 1 to 85`;
  return { ok: false, why };
}

/** Whether the form is at fault rather than the outline. */
export function isFormFault({ fault }: RoofFault): boolean {
  return !['unresolved', 'overhang', 'overhang_collides', 'many_sides'].includes(fault);
}

/** Why the roof cannot be built, and what to change. */
export function roofFaultText(why: RoofFault, params: Formed): string {
  const side = (i: number): string => sideOf(params, i);
  switch (why.fault) {
    case 'edge_count':
      return `${params.edges?.length ?? 0} \`edges\` were given for an outline of ${why.sides} sides${courts(params)}: expected one for each side, starting with the side from the first to the second corner`;
    case 'level':
      return `${side(why.side)} has no slope: expected at least 1 degree, or \`gable\` true; for a flat roof \`roof_type\` flat without \`edges\``;
    case 'no_gable':
      return 'the gable sides are ambiguous: no side has nearly square outward corners at both ends; give `edges`, or `roof_type` hip';
    case 'court_gable':
      return 'a roof around a courtyard has no short ends: give `roof_type` hip, `edges` with those of `holes` after those of the outline, or a gable roof for each wing';
    case 'equal_gables':
      return `the gable sides are ambiguous: ${side(why.sides[0])} and ${side(why.sides[1])} are about equally long; give \`edges\`, or \`roof_type\` hip`;
    case 'break':
      return `${side(why.side)} is not flatter above its break than below: expected \`upper_slope_deg\` under its slope of ${slopeOf(params, why.side)}`;
    case 'in_line': {
      const [a, b] = why.sides;
      return `${side(a)} with ${slopeOf(params, a)} and ${side(b)} with ${slopeOf(params, b)} are collinear ${toGrid(why.height)} mm above the outline, where it is ambiguous which plane continues: give both the same slope, or split the outline between them into two roofs`;
    }
    case 'around':
      return `the plane of ${side(why.side)} would run all around a courtyard: give the sides slopes that are more alike, or split the outline beside the courtyard into two roofs`;
    case 'open':
      return `no slope closes the roof above its gables (${why.sides.map((i) => `side ${i}`).join(', ')}): give one of them a slope`;
    case 'unresolved':
      return 'the corners of the outline lie too close together for its slopes: remove corners that are less than a millimetre apart, or change a slope';
    case 'many_sides':
      return `an outline of ${outlineSides(courtedOf(params)).length} sides: a roof with a slope for each side has at most ${why.most}; remove corners, split the outline into several roofs, or give \`roof_type\` flat or shed`;
    case 'overhang':
      return `an overhang of ${params.overhang} mm leaves ${side(why.side)} no room: expected a smaller overhang`;
    case 'overhang_collides':
      return `an overhang of ${params.overhang} mm makes the outline cross itself`;
    case 'gable_inside':
      return `${side(why.side)} cannot be a gable, as it ends at a corner that turns inwards or a slope would pass its end: give it a slope, or split the outline along it into two roofs`;
    default:
      return why satisfies never;
  }
}

function slopeOf({ edges, slope_deg }: Formed, i: number): string {
  const edge = edges?.[i];
  return edge?.gable === true ? 'a gable' : `${edge?.slope_deg ?? slope_deg} degrees`;
}

function sideOf(params: Formed, i: number): string {
  const { from, to, hole } = sideAt(params, i);
  const of = hole === null ? '' : `of \`holes[${hole}]\`, `;
  return `side ${i} (${of}from (${from.x}, ${from.y}) to (${to.x}, ${to.y}))`;
}

/** A side by its number; the sides of courtyards follow those of the outline. */
export function sideAt(params: Pick<Formed, 'boundary_points' | 'holes'>, i: number): OutlineSide {
  return at(outlineSides(courtedOf(params)), i);
}

function courts({ holes }: Formed): string {
  return (holes ?? []).length === 0 ? '' : ' with its `holes`';
}
