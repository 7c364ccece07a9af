/** @module railing: a railing along a path. */

import type { PlanContext } from '../../../../schemas/plan.ts';
import { type PlanPoint, toGrid } from '../../../../schemas/units.ts';
import { at } from '../../geometry/indexed.ts';
import type { Profile } from '../../geometry/members/profile.ts';
import { planRailing } from '../../geometry/members/railing.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import { micrometres, segmentLengthMm } from '../../geometry/vector.ts';
import { OBSTRUCTS } from '../facets/presence.ts';
import { MATTER, STANDALONE } from '../facets/standalone.ts';
import { line } from '../facets/symbol.ts';
import { type KindView, defineKind } from '../kind.ts';
import { type LevelCode, requireLevel } from '../rules/lookup.ts';
import { type BoundsCode, requireInModel, requirePointsInModel } from '../rules/model-bounds.ts';
import { widened } from '../shared/boxes.ts';
import { onLevel } from '../shared/motion.ts';
import { builtSize, extentSize, MIN_MM } from '../shared/sizes.ts';
import { railingIfc } from './ifc.ts';
import { HALF_RAIL_DEPTH_MM, type Railing, RailingParams } from './params.ts';

export type RailingCode = LevelCode | BoundsCode | 'OUT_OF_RANGE';

/** Posts and rail, mm. */
const POST: Profile = { kind: 'rectangle', width: 40, depth: 40 };
const RAIL: Profile = { kind: 'rectangle', width: 50, depth: 40 };
const POST_SPACING_MM = 1200;
/** Posts and rails reach this far to each side of the path, mm. */
const HALF_RAIL_MM = 25;

function lengthOf(path: readonly PlanPoint[]): number {
  let sum = 0;
  for (const [i, point] of path.entries()) {
    const before = path[i - 1];
    if (before !== undefined) sum += segmentLengthMm(before, point);
  }
  return sum;
}

/** Most characters of the text of a path. */
const FORM_CHARS = 200;
/** Part of a millimetre at which lengths are cut: sizes of buildings are not near it, so that rounding changes none. */
const PHASE_MM = 0.237;

/** Whole millimetres of a length. */
function whole(mm: number): number {
  return Math.floor(mm + PHASE_MM);
}

/** A path wherever it is: its length, and whole millimetres of each point from the first one along the first part. */
function formOf(path: readonly PlanPoint[], mirrored: boolean): string {
  const [from, to] = [at(path, 0), at(path, 1)];
  const length = segmentLengthMm(from, to);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const points = path.slice(1).flatMap(({ x, y }) => {
    const [dx, dy] = [x - from.x, y - from.y];
    return [whole(dx * ux + dy * uy), whole((mirrored ? -1 : 1) * (dy * ux - dx * uy))];
  });
  return [whole(lengthOf(path)), ...points].join(' ').slice(0, FORM_CHARS);
}

/** A railing. */
export const railing = defineKind({
  kind: 'railing',
  category: 'Railings',
  params: RailingParams,
  fixed: {},
  plain_numbers: {},
  refs: { level_id: 'stands_on' },
  check(element: Railing, view: KindView, context: PlanContext<RailingCode>) {
    const { level_id, path, base_offset, height } = element.params;
    const { elevation } = requireLevel(view, level_id, context).params;
    requirePointsInModel('`path`', path, context);
    const edges = path.flatMap(({ x, y }) => [
      { x: x - HALF_RAIL_MM, y: y - HALF_RAIL_MM },
      { x: x + HALF_RAIL_MM, y: y + HALF_RAIL_MM },
    ]);
    requirePointsInModel('outline of the railing', edges, context);
    requireInModel('foot of the railing', { z: elevation + base_offset }, context);
    const rail = elevation + base_offset + height;
    requireInModel('top of the railing', { z: rail + HALF_RAIL_DEPTH_MM }, context);
    for (const [index, point] of path.entries()) {
      const before = path[index - 1];
      if (
        before !== undefined &&
        micrometres(point.x) === micrometres(before.x) &&
        micrometres(point.y) === micrometres(before.y)
      ) {
        context.refuse(
          'OUT_OF_RANGE',
          `\`path[${index - 1}]\` and \`path[${index}]\` are the same point, expected at least 0.001 mm between them`,
          { at: [index - 1, index] },
        );
      }
    }
    return { element, warnings: [], facts: { length_mm: toGrid(lengthOf(path)) } };
  },
  integrity: () => null,
  reach({ params: { path, base_offset: foot, height } }: Railing) {
    const box = widened(ringBounds(path), HALF_RAIL_MM);
    const low = foot + Math.min(0, height - HALF_RAIL_DEPTH_MM);
    return { grid: 'bodies', box, low, high: foot + height + HALF_RAIL_DEPTH_MM };
  },
  inputs: () => [],
  ...STANDALONE,
  file_mesh: {
    frame: ({ params: { path, base_offset } }: Railing, level) => {
      const [from, to] = [at(path, 0), at(path, 1)];
      const length = segmentLengthMm(from, to);
      return {
        origin: { ...from, z: level.params.elevation + base_offset },
        x: { x: (to.x - from.x) / length, y: (to.y - from.y) / length },
      };
    },
    madeFor: ({ params: { path, height } }: Railing, _site, mirrored) => ({
      height,
      path: formOf(path, mirrored),
    }),
  },
  body: {
    ...MATTER,
    mesh({ params: { path, base_offset, height } }: Railing, level) {
      const foot = level.params.elevation + base_offset;
      const points = path.map((point) => ({ ...point, z: foot }));
      const spec = { path: points, height, postSpacing: POST_SPACING_MM, post: POST, rail: RAIL };
      return planRailing(spec).mesh;
    },
    pieces: 'of_mesh',
  },
  obstructs: { ...OBSTRUCTS, path: ({ params: { path } }: Railing) => path },
  bears: 'none',
  bounds: 'of_body',
  outline: 'none',
  quantities: ['length_mm', 'volume_mm3'],
  measures: (element: Railing, site) => ({
    length_mm: lengthOf(element.params.path),
    volume_mm3: site.volume(element),
  }),
  transform: {
    points: ({ params: { path } }: Railing) => path,
    reference: ({ params: { path } }: Railing) => path[0] ?? { x: 0, y: 0 },
    moved: (element: Railing, { point, dz }) => ({
      ...element,
      params: {
        ...element.params,
        path: element.params.path.map(point),
        base_offset: element.params.base_offset + dz,
      },
    }),
    relevelled: onLevel,
  },
  appearance: { picture: [110, 112, 116], elevation: null, gltf: [0.12, 0.13, 0.15] },
  stated: { set: 'Pset_RailingCommon', has: ['is_external'] },
  ifc: railingIfc,
  symbol: { layer: 120, plans: 'body', marks: ({ params: { path } }: Railing) => [line(path, 2)] },
  sizes: ({ params: { path, height } }: Railing) => [extentSize(path), ['height', height, MIN_MM]],
  buildable: ({ params: { path, height } }: Railing) => [
    builtSize('length', lengthOf(path)),
    builtSize('height', height),
  ],
  schedule: {
    type: null,
    columns: ['name', 'level', 'height', 'length_m'],
    summed: [],
  },
  shown: 'all',
});
