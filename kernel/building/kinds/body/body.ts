/** @module body: an imported product without a parametric form; its mesh is kept as in its file. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { meshPieces } from '../../geometry/convex/mesh-pieces.ts';
import { meshBounds } from '../../geometry/mesh/mesh.ts';
import { STANDALONE } from '../facets/standalone.ts';
import { area } from '../facets/symbol.ts';
import { type AnyElement, type KindView, type Site, defineKind } from '../kind.ts';
import { type LevelCode, requireLevel } from '../rules/lookup.ts';
import { type BoundsCode, requireInModel } from '../rules/model-bounds.ts';
import { roundedBox } from '../shared/boxes.ts';
import { bearsOf, factsOf, familyOf, FAMILY_COLOURS } from './classes.ts';
import { bodyIfc } from './ifc.ts';
import { type BodyElement, BodyParams, isBody } from './params.ts';
import { cornersOf, isSquare, movedParams, outerBox, placedMesh, planBox } from './placement.ts';

export type BodyCode = LevelCode | BoundsCode | 'INVALID_ARGUMENT';

/** Why the shape of a body cannot be set. */
function shapeless({ params: { reason } }: BodyElement): string {
  return `it is a body of an imported file: ${reason}`;
}

const STATED_IN_FILE = 'the imported file states it';

/**
 * Most triangles of a mesh that is divided into convex pieces: the division compares each plane of a prism with each of its
 * corners. A finer one is clashed as a mesh.
 */
const MAX_PIECED = 4000;

/** The box of its mesh; the box around its turned box where the mesh cannot be read. */
function boundsOf(element: BodyElement, site: Site) {
  if (isSquare(element)) return outerBox(element);
  try {
    const mesh = placedMesh(element, site);
    return mesh === null ? outerBox(element) : roundedBox(meshBounds(mesh));
  } catch (error) {
    if (error instanceof RangeError) return outerBox(element);
    throw error;
  }
}

/** The colour of a body in its file; null without one, and for spaces, which are transparent. */
function colourOf({ params: { colour = null, ifc_class } }: BodyElement): string | null {
  if (colour === null || !/^#[0-9a-f]{6}$/u.test(colour)) return null;
  return familyOf(ifc_class) === 'space' ? null : colour;
}

/** Refuses INVALID_ARGUMENT for a class that is no IFC entity. */
function requireClass({ id, params }: BodyElement, context: PlanContext<BodyCode>): void {
  if (/^Ifc[A-Za-z0-9]+$/u.test(params.ifc_class)) return;
  context.refuse(
    'INVALID_ARGUMENT',
    `\`ifc_class\` of \`${id}\` is \`${params.ifc_class}\`, expected an IFC entity such as \`IfcWall\``,
  );
}

/** Refuses INVALID_ARGUMENT for a box that ends before it begins. */
function requireBox({ id, params }: BodyElement, context: PlanContext<BodyCode>): void {
  const { min, max } = params.box;
  const axis = (['x', 'y', 'z'] as const).find((one) => min[one] > max[one]);
  if (axis === undefined) return;
  context.refuse(
    'INVALID_ARGUMENT',
    `\`box\` of \`${id}\` ends at ${axis} = \`${max[axis]}\` mm, expected at least \`${min[axis]}\` mm, where it begins`,
  );
}

/** A body. */
export const body = defineKind({
  kind: 'body',
  category: 'Bodies',
  params: BodyParams,
  fixed: {
    '*': shapeless,
    box: shapeless,
    volume_mm3: shapeless,
    mesh: shapeless,
    digest: shapeless,
    ifc_class: STATED_IN_FILE,
    type_name: STATED_IN_FILE,
    tag: STATED_IN_FILE,
    predefined_type: STATED_IN_FILE,
    colour: STATED_IN_FILE,
    reason: STATED_IN_FILE,
  },
  plain_numbers: { volume_mm3: null, mesh: null, turn_deg: 'deg' },
  refs: { level_id: 'stands_on' },
  check(element: BodyElement, view: KindView, context: PlanContext<BodyCode>) {
    requireLevel(view, element.params.level_id, context);
    requireClass(element, context);
    requireBox(element, context);
    const { min, max } = outerBox(element);
    for (const corner of [min, max]) requireInModel('a corner of the body', corner, context);
    return { element, warnings: [], facts: {} };
  },
  integrity: () => null,
  reach: (element: BodyElement) => ({ grid: 'tall', box: planBox(element), low: 0, high: 0 }),
  inputs: () => [],
  ...STANDALONE,
  body: {
    occupies: ({ params: { ifc_class } }: BodyElement) => factsOf(ifc_class).occupies,
    // Its mesh is stored, so it needs no check; a missing one is a fault of the store.
    may_fail: false,
    least_volume: ({ params: { volume_mm3 } }: BodyElement) => volume_mm3 ?? 0,
    mesh: (element: BodyElement, _level, site) => placedMesh(element, site),
    pieces(element: BodyElement, _level, site) {
      if (element.params.volume_mm3 === null) return null;
      const mesh = placedMesh(element, site);
      if (mesh === null || mesh.triangles.length > 3 * MAX_PIECED) return null;
      return meshPieces(mesh);
    },
  },
  obstructs: ({ params: { ifc_class } }: BodyElement) => factsOf(ifc_class).obstructs,
  bears: ({ params: { ifc_class } }: BodyElement) => bearsOf(ifc_class),
  bounds: (element: BodyElement, _level, site) => boundsOf(element, site),
  outline: 'none',
  quantities: ['volume_mm3'],
  measures: ({ params: { volume_mm3 } }: BodyElement) => ({ volume_mm3 }),
  transform: {
    points: cornersOf,
    reference: (element: BodyElement) => {
      const [corner] = cornersOf(element);
      return corner ?? element.params.offset;
    },
    moved: (element: BodyElement, motion) => ({
      ...element,
      params: movedParams(element.params, motion),
    }),
    relevelled(element: BodyElement, target, view, context) {
      // A body has world coordinates, so its place includes the difference between the levels.
      const from = requireLevel(view, element.params.level_id, context).params.elevation;
      const { offset } = element.params;
      const lifted = { ...offset, z: offset.z + target.params.elevation - from };
      return { ...element, params: { ...element.params, level_id: target.id, offset: lifted } };
    },
  },
  appearance: {
    picture: [205, 205, 208],
    elevation: null,
    gltf: [0.5, 0.5, 0.48],
    variants: {
      listed: FAMILY_COLOURS,
      of: (element) => (isBody(element) ? familyOf(element.params.ifc_class) : ''),
    },
    own: (element) => (isBody(element) ? colourOf(element) : null),
  },
  stated: 'none',
  ifc: bodyIfc,
  symbol: {
    layer: 64,
    plans: 'body',
    // Its box: the outline would require its mesh.
    marks: (element: BodyElement) => [area('area', cornersOf(element))],
  },
  sizes: () => [],
  buildable: () => [],
  schedule: {
    type: 'type_name',
    columns: ['name', 'level', 'ifc_class', 'type_name', 'volume_m3'],
    summed: [],
  },
  shown({ params: values }: BodyElement) {
    const named = Object.entries(values).filter(([name]) => name !== 'mesh' && name !== 'digest');
    return { ...Object.fromEntries(named), has_mesh: values.mesh !== null };
  },
});

/** Whether an element is an imported body that is no construction element, such as furniture or a pipe. */
export function isLooseBody(element: AnyElement): boolean {
  return isBody(element) && !factsOf(element.params.ifc_class).is_construction;
}
