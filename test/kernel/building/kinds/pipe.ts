/** @module pipe: two kinds for tests only, and a list of kinds that includes them. */
import * as z from 'zod';

import { beamMesh } from '../../../../kernel/building/geometry/members/member-mesh.ts';
import { profileArea, type Profile } from '../../../../kernel/building/geometry/members/profile.ts';
import { ringBounds } from '../../../../kernel/building/geometry/plan/polygon.ts';
import { segmentLengthMm } from '../../../../kernel/building/geometry/vector.ts';
import { KINDS } from '../../../../kernel/building/kinds/elements.ts';
import { inAllSchemas } from '../../../../kernel/building/kinds/facets/ifc.ts';
import { OBSTRUCTS } from '../../../../kernel/building/kinds/facets/presence.ts';
import { area, line } from '../../../../kernel/building/kinds/facets/symbol.ts';
import type {
  AnyKind,
  ElementFor,
  Filling,
  KindView,
} from '../../../../kernel/building/kinds/kind.ts';
import { defineKind } from '../../../../kernel/building/kinds/kind.ts';
import { Kinds } from '../../../../kernel/building/kinds/kinds.ts';
import type { HostCode } from '../../../../kernel/building/kinds/rules/hosting.ts';
import {
  fillingBounds,
  fillingOutline,
  fillingsIn,
  requireHost,
  requireSill,
} from '../../../../kernel/building/kinds/rules/hosting.ts';
import type { HostingCode } from '../../../../kernel/building/kinds/rules/in-wall.ts';
import {
  type LineCode,
  requireLine,
  stripCorners,
} from '../../../../kernel/building/kinds/rules/line.ts';
import { type LevelCode, requireLevel } from '../../../../kernel/building/kinds/rules/lookup.ts';
import {
  requireInModel,
  requirePointsInModel,
} from '../../../../kernel/building/kinds/rules/model-bounds.ts';
import { widened } from '../../../../kernel/building/kinds/shared/boxes.ts';
import { zeroLength } from '../../../../kernel/building/kinds/shared/faults.ts';
import { onLevel } from '../../../../kernel/building/kinds/shared/motion.ts';
import { Name, Ref } from '../../../../kernel/building/kinds/shared/params.ts';
import { lengthSize } from '../../../../kernel/building/kinds/shared/sizes.ts';
import { wall } from '../../../../kernel/building/kinds/wall/wall.ts';
import type { PlanContext } from '../../../../schemas/plan.ts';
import {
  CoordinateMm,
  DistanceMm,
  LengthMm,
  PlanPoint,
  toGrid,
} from '../../../../schemas/units.ts';

const params = z.strictObject({
  level_id: Ref,
  name: Name,
  start: PlanPoint,
  end: PlanPoint,
  /** Axis above the level's elevation. */
  elevation_offset: CoordinateMm,
  diameter: LengthMm,
  pressure_bar: z.number().int().min(0).max(400),
});
type Pipe = ElementFor<'pipe', typeof params>;

function sectionOf({ params: { diameter } }: Pipe): Profile {
  return { kind: 'circle', diameter };
}

/** A straight level pipe. */
export const pipe = defineKind({
  kind: 'pipe',
  category: 'Pipes',
  params,
  fixed: {},
  plain_numbers: { pressure_bar: null },
  refs: { level_id: 'stands_on' },
  check(element: Pipe, view: KindView, context: PlanContext<LevelCode | LineCode>) {
    const { level_id, start, end, elevation_offset, diameter } = element.params;
    const axis = requireLevel(view, level_id, context).params.elevation + elevation_offset;
    requireLine(start, end, context);
    requirePointsInModel('outline of the pipe', stripCorners(start, end, diameter), context);
    requireInModel('top of the pipe', { z: axis + diameter / 2 }, context);
    return { element, warnings: [], facts: { length_mm: toGrid(segmentLengthMm(start, end)) } };
  },
  integrity: ({ params: axis }: Pipe) => zeroLength(axis),
  reach({ params: { start, end, elevation_offset, diameter } }: Pipe) {
    const [box, half] = [widened(ringBounds([start, end]), diameter / 2), diameter / 2];
    return { grid: 'bodies', box, low: elevation_offset - half, high: elevation_offset + half };
  },
  inputs: () => [],
  body: {
    occupies: 'matter',
    may_fail: true,
    least_volume: 'of_body',
    mesh(element: Pipe, level) {
      const { start, end, elevation_offset } = element.params;
      const axis = level.params.elevation + elevation_offset;
      const profile = sectionOf(element);
      return beamMesh({ start: { ...start, z: axis }, end: { ...end, z: axis }, profile });
    },
    pieces: 'of_mesh',
  },
  workspace: 'none',
  obstructs: OBSTRUCTS,
  bears: 'post',
  covers: 'none',
  bounds: 'of_body',
  outline: ({ params: { start, end, diameter } }: Pipe) => {
    const [a, b, c, d] = stripCorners(start, end, diameter);
    return a === undefined || b === undefined || c === undefined || d === undefined
      ? null
      : [b, d, c, a];
  },
  quantities: ['length_mm', 'volume_mm3'],
  measures(element: Pipe) {
    const length_mm = segmentLengthMm(element.params.start, element.params.end);
    return { length_mm, volume_mm3: profileArea(sectionOf(element)) * length_mm };
  },
  transform: {
    points: ({ params: { start, end } }: Pipe) => [start, end],
    reference: ({ params: { start } }: Pipe) => start,
    moved: (element: Pipe, { point, dz }) => ({
      ...element,
      params: {
        ...element.params,
        start: point(element.params.start),
        end: point(element.params.end),
        elevation_offset: element.params.elevation_offset + dz,
      },
    }),
    relevelled: onLevel,
  },
  follows: 'none',
  fills: 'none',
  holds: 'none',
  file_mesh: 'none',
  appearance: { picture: [205, 205, 208], elevation: null, gltf: [0.3, 0.36, 0.42] },
  stated: 'none',
  ifc: {
    as: 'product',
    entity: () => ({
      IFC2X3: 'IfcFlowSegment',
      IFC4: 'IfcPipeSegment',
      IFC4X3: 'IfcPipeSegment',
    }),
    parts: 'none',
    attributes: () => ({}),
    type: ({ params: { diameter } }: Pipe) => ({
      entity: inAllSchemas('IfcPipeSegmentType'),
      name: `pipe ${diameter} mm`,
      attributes: { PredefinedType: ['RIGIDSEGMENT'] },
    }),
    shape(element: Pipe, { params: { elevation } }) {
      const { start, end, elevation_offset } = element.params;
      const length = segmentLengthMm(start, end);
      const x = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
      const at = {
        origin: { x: 0, y: 0, z: 0 },
        axis: { x: 1, y: 0, z: 0 },
        x: { x: 0, y: 1, z: 0 },
      };
      return {
        place: { origin: { ...start, z: elevation + elevation_offset }, x },
        items: [{ item: 'extrusion', section: sectionOf(element), depth: length, at }],
      };
    },
    properties: () => ({}),
    quantities: (element: Pipe, view) => ({ Length: view.measures(element.id).length_mm }),
  },
  symbol: {
    layer: 55,
    plans: 'body',
    marks: ({ params: { start, end } }: Pipe) => [line([start, end], 3)],
  },
  sizes: ({ params: axis }: Pipe) => [lengthSize(axis)],
  buildable: () => [],
  schedule: { type: null, columns: ['name', 'level', 'diameter', 'length_m'], summed: [] },
  shown: 'all',
});

const sleeveParams = z.strictObject({
  /** The name differs from that of building kinds: `refs` gives the meaning of a parameter. */
  through: Ref,
  name: Name,
  offset: DistanceMm,
  sill: DistanceMm,
  diameter: LengthMm,
});
type Sleeve = ElementFor<'sleeve', typeof sleeveParams>;

const HOSTS: readonly AnyKind[] = [wall];

function fillingFor({ id, kind, params: given }: Sleeve): Filling {
  const { through: host_id, offset, sill, diameter } = given;
  const cut = { host_id, offset, location: null, sill, width: diameter, height: diameter };
  return { id, kind, cut };
}

/** A hole through a wall for a pipe. */
export const sleeve = defineKind({
  kind: 'sleeve',
  category: 'Sleeves',
  params: sleeveParams,
  fixed: {},
  plain_numbers: {},
  refs: { through: 'sits_in' },
  check(
    element: Sleeve,
    view: KindView,
    context: PlanContext<HostCode | HostingCode>,
    siblings?: readonly Filling[],
  ) {
    const { element: host, holds } = requireHost(view, element.params.through, HOSTS, context);
    const others = siblings ?? fillingsIn(view, host.id);
    holds.requireFits(host, fillingFor(element), others, context);
    return { element, warnings: [], facts: {} };
  },
  integrity: () => null,
  reach: 'none',
  inputs: (element: Sleeve, site) => [site.element(element.params.through)],
  body: 'none',
  workspace: 'none',
  obstructs: 'none',
  bears: 'none',
  covers: 'none',
  bounds: (element: Sleeve, level, site) => fillingBounds(fillingFor(element), HOSTS, level, site),
  outline: (element: Sleeve, site) => fillingOutline(fillingFor(element), HOSTS, site),
  quantities: ['area_mm2'],
  measures: ({ params: { diameter } }: Sleeve) => ({ area_mm2: diameter * diameter }),
  transform: 'in_host',
  follows: 'none',
  fills: {
    hosts: HOSTS,
    cut: (element: Sleeve) => fillingFor(element).cut,
    slid(element: Sleeve, { offset, dz }, context) {
      const sill = requireSill(element.params.sill + dz, fillingFor(element), context);
      return { ...element, params: { ...element.params, offset, sill } };
    },
    carried: (element: Sleeve, host) => ({
      ...element,
      params: { ...element.params, through: host.id },
    }),
  },
  holds: 'none',
  file_mesh: 'none',
  appearance: 'none',
  stated: 'none',
  ifc: {
    as: 'void',
    entity: () => inAllSchemas('IfcOpeningElement'),
    parts: 'none',
    attributes: () => ({}),
    type: () => null,
    shape: 'panel',
    properties: () => ({}),
    quantities: () => ({}),
  },
  symbol: {
    layer: 85,
    plans: 'body',
    marks(element: Sleeve, site) {
      const outline = fillingOutline(fillingFor(element), HOSTS, site);
      return outline === null ? [] : [area('gap', outline)];
    },
  },
  sizes: () => [],
  buildable: () => [],
  schedule: { type: null, columns: ['host', 'diameter'], summed: [] },
  shown: 'all',
});

/** The building kinds and these two. */
export const WITH_PIPES = new Kinds([...KINDS.all, pipe, sleeve]);
