/** @module bodies: the solid of one element from its parameters, its levels, its host and what it holds. */
import type { Element, ElementOf } from '../../schemas/elements.ts';
import { toGrid } from '../../schemas/units.ts';
import { extrudeRegion } from '../geometry/extrude.ts';
import { beamMesh, columnMesh } from '../geometry/member-mesh.ts';
import type { Mesh } from '../geometry/mesh.ts';
import { meshBounds, translateMesh } from '../geometry/mesh.ts';
import type { Region, Ring } from '../geometry/polygon.ts';
import { offsetRing, validateRegion } from '../geometry/polygon.ts';
import type { Profile } from '../geometry/profile.ts';
import { parseProfile, profileArea, profileRing } from '../geometry/profile.ts';
import { planRailing } from '../geometry/railing.ts';
import { rampSection } from '../geometry/ramp.ts';
import { roofMesh } from '../geometry/roof.ts';
import type { SolidKernel } from '../geometry/solid-kernel.ts';
import type { FlightFrame } from '../geometry/stair.ts';
import { flightFootprint, flightSolid, planStair } from '../geometry/stair.ts';
import { segmentLengthMm } from '../geometry/vector.ts';
import type { WallFootprint } from '../geometry/wall-joins.ts';
import type { WallSolid } from '../geometry/wall-mesh.ts';
import { wallMesh, wallSolid } from '../geometry/wall-mesh.ts';
import {
  beamTop,
  columnSpan,
  floorSpan,
  hostWall,
  sillOf,
  spanInWall,
  wallSpan,
} from './heights.ts';
import { hostedIn, levelIn } from './lookup.ts';
import type { BranchState } from './state.ts';
import type { HostedElement } from './view.ts';
import { rectangleAround, rectangleInWall, straightWall } from './wall-plan.ts';

type Level = ElementOf<'level'>;

/** Posts and rail of a railing, mm. */
const POST: Profile = { kind: 'rectangle', width: 40, depth: 40 };
const RAIL: Profile = { kind: 'rectangle', width: 50, depth: 40 };
const POST_SPACING_MM = 1200;

/** What a body depends on beside the element itself. */
export type BodyContext = {
  readonly state: BranchState;
  readonly level: Level;
  readonly solids: SolidKernel | null;
  readonly footprint: (wall: ElementOf<'wall'>) => WallFootprint;
  readonly roomRegion: (room: ElementOf<'room'>) => Region;
};

/** A body that cannot be made; the message says of what, got and wanted. */
function impossible(element: Element, why: string): never {
  throw new RangeError(`${element.kind} \`${element.id}\`: ${why}`);
}

/** The mesh of an element, null for kinds without a body. Throws `RangeError` when it cannot be made. */
export function bodyMesh(element: Element, context: BodyContext): Mesh | null {
  const { level, state } = context;
  switch (element.kind) {
    case 'level':
    case 'grid':
    case 'opening':
      return null;
    case 'wall':
      return wallBody(element, context);
    case 'floor': {
      const { low, high } = floorSpan(level, element);
      return extrudeRegion(floorRegion(state, element), low, high);
    }
    case 'roof':
      return roofBody(element, context);
    case 'column': {
      const { low: z0, high: z1 } = columnSpan(state, level, element);
      const { location } = element.params;
      return columnMesh({ location, z0, z1, profile: profileOf(element).profile });
    }
    case 'beam': {
      const { profile, depth } = profileOf(element);
      const z = beamTop(level, element) - depth / 2;
      const { start, end } = element.params;
      return beamMesh({ start: { ...start, z }, end: { ...end, z }, profile });
    }
    case 'stair':
      return stairPlan(state, element).mesh;
    case 'ramp':
      return rampBody(level, element);
    case 'railing': {
      const z = level.params.elevation + element.params.base_offset;
      const path = element.params.path.map((point) => ({ ...point, z }));
      const { height } = element.params;
      return planRailing({ path, height, postSpacing: POST_SPACING_MM, post: POST, rail: RAIL })
        .mesh;
    }
    case 'room': {
      const low = level.params.elevation;
      return extrudeRegion(context.roomRegion(element), low, low + element.params.height);
    }
    case 'door':
    case 'window':
      return fillBody(element, context);
    case 'solid': {
      const { positions, triangles, offset } = element.params;
      const mesh = {
        positions: Float64Array.from(positions),
        triangles: Uint32Array.from(triangles),
      };
      return translateMesh(mesh, offset);
    }
    default:
      return element satisfies never;
  }
}

function wallBody(wall: ElementOf<'wall'>, context: BodyContext): Mesh {
  const openings = hostedIn(context.state, wall.id).map((hosted) => ({
    offset: hosted.params.offset ?? 0,
    width: hosted.params.width,
    sill: sillOf(hosted),
    height: hosted.params.height,
  }));
  const { low: base } = wallSpan(context.level, wall);
  const spec: WallSolid = {
    wall: straightWall(wall),
    footprint: context.footprint(wall),
    base,
    height: wall.params.height,
    openings,
  };
  const { mesh, unresolved } = wallMesh(spec);
  if (unresolved.length === 0) return mesh;
  return wallSolid(needed(context.solids, wall), spec);
}

function needed(solids: SolidKernel | null, element: Element): SolidKernel {
  return solids ?? impossible(element, 'an opening needs the solid kernel, which is not loaded');
}

function fillBody(element: ElementOf<'door' | 'window'>, { state, level }: BodyContext): Mesh {
  const wall = hostWall(state, element);
  if (wall === undefined) return impossible(element, `no wall \`${element.params.host_id}\``);
  const { low, high } = spanInWall(level, wall, element);
  return extrudeRegion({ boundary: rectangleInWall(wall, element), holes: [] }, low, high);
}

/** Outline of a floor with its holes and the openings it holds. Throws `RangeError` when they collide. */
export function floorRegion(state: BranchState, floor: ElementOf<'floor'>): Region {
  const openings = openingsIn(state, floor).map((opening) => rectangleAround(opening));
  const { boundary_points, holes } = floor.params;
  const check = validateRegion(boundary_points, [...holes, ...openings]);
  if (check.ok) return check.region;
  return impossible(floor, `outline is not valid: ${check.fault.replaceAll('_', ' ')}`);
}

function openingsIn(
  state: BranchState,
  host: ElementOf<'floor' | 'roof'>,
): readonly ElementOf<'opening'>[] {
  return hostedIn(state, host.id).filter((hosted) => isOpening(hosted));
}

function isOpening(hosted: HostedElement): hosted is ElementOf<'opening'> {
  return hosted.kind === 'opening';
}

/** Outline of a roof with its overhang, mm. */
export function roofOutline({ params }: ElementOf<'roof'>): Ring {
  return offsetRing(params.boundary_points, params.overhang) ?? params.boundary_points;
}

function roofBody(roof: ElementOf<'roof'>, context: BodyContext): Mesh {
  const { boundary_points, slope_deg, thickness, base_offset, roof_type, overhang } = roof.params;
  const result = roofMesh({
    kind: roof_type,
    boundary: boundary_points,
    elevation: context.level.params.elevation + base_offset,
    slope_deg,
    thickness,
    overhang,
  });
  if (!result.ok) return impossible(roof, `no such roof: ${result.fault.replaceAll('_', ' ')}`);
  const openings = openingsIn(context.state, roof);
  if (openings.length === 0) return result.mesh;
  const { min, max } = meshBounds(result.mesh);
  const cutters = openings.map((opening) =>
    extrudeRegion({ boundary: rectangleAround(opening), holes: [] }, min.z - 1, max.z + 1),
  );
  return needed(context.solids, roof).subtractAll(result.mesh, cutters).mesh;
}

/** Cross-section of a column or beam, with its true area and depth (mm). Throws `RangeError` for a text that is none. */
export function profileOf(element: ElementOf<'column' | 'beam'>): {
  readonly profile: Profile;
  readonly area_mm2: number;
  readonly depth: number;
} {
  const parsed = parseProfile(element.params.profile);
  if (!parsed.ok) return impossible(element, parsed.fault);
  const { profile } = parsed;
  const depth = profile.kind === 'circle' ? profile.diameter : profile.depth;
  return { profile, area_mm2: profileArea(profile), depth };
}

/** Flight of a stair between its levels. Throws `RangeError` when they do not make one. */
export function stairPlan(
  state: BranchState,
  stair: ElementOf<'stair'>,
): { readonly mesh: Mesh; readonly footprint: Ring } {
  const { level_id, top_level_id, start, direction_deg, width, riser_max, tread } = stair.params;
  const [level, top] = [levelIn(state, level_id), levelIn(state, top_level_id)];
  if (level === undefined || top === undefined) return impossible(stair, 'a level is missing');
  const z = level.params.elevation;
  const rise_total = toGrid(top.params.elevation - z);
  const result = planStair({
    start: { ...start, z },
    direction_deg,
    width,
    rise_total,
    riser_max,
    tread,
  });
  if (result.ok) return result.plan;
  return impossible(
    stair,
    `no such flight over ${rise_total} mm: ${result.fault.replaceAll('_', ' ')}`,
  );
}

function rampFrame(
  level: Level,
  { params }: ElementOf<'ramp'>,
): {
  readonly frame: FlightFrame;
  readonly run: number;
} {
  const { start, end, width } = params;
  const run = segmentLengthMm(start, end);
  const direction = { x: (end.x - start.x) / run, y: (end.y - start.y) / run };
  return { frame: { start: { ...start, z: level.params.elevation }, direction, width }, run };
}

/** Counter-clockwise outline of a ramp, mm. */
export function rampOutline(level: Level, ramp: ElementOf<'ramp'>): Ring {
  const { frame, run } = rampFrame(level, ramp);
  return flightFootprint(frame, run);
}

function rampBody(level: Level, ramp: ElementOf<'ramp'>): Mesh {
  const { frame, run } = rampFrame(level, ramp);
  const { rise, thickness } = ramp.params;
  if (!(run > 0)) return impossible(ramp, 'start and end are the same point');
  return flightSolid(frame, rampSection(rise, run, thickness));
}

/** Counter-clockwise outline of a column, mm. */
export function columnOutline(column: ElementOf<'column'>): Ring {
  const { x, y } = column.params.location;
  return profileRing(profileOf(column).profile).map((point) => ({
    x: toGrid(x + point.x),
    y: toGrid(y + point.y),
  }));
}
