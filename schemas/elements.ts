/** @module elements: kinds, categories and parameters of the building elements, lengths in millimetres. */
import * as z from 'zod';

import { AngleDeg, CoordinateMm, DistanceMm, LengthMm, PlanPoint } from './units.ts';

const Name = z.string().min(1).max(200).nullable();
const Ref = z.string().min(1).max(100);
const Boundary = z.array(PlanPoint).min(3).max(2000);
const FireRating = z.number().int().min(0).max(480).nullable();

/** Usages of a wall, beside its construction type. */
export const WALL_TYPES = ['basic', 'structural', 'curtain', 'retaining'] as const;
export const WALL_USAGES = ['exterior', 'interior', 'partition'] as const;
export const DOOR_TYPES = [
  'single',
  'double',
  'sliding',
  'folding',
  'revolving',
  'pocket',
] as const;
export const SWINGS = ['left', 'right', 'both', 'none'] as const;
export const WINDOW_TYPES = [
  'fixed',
  'casement',
  'double_hung',
  'sliding',
  'awning',
  'hopper',
  'pivot',
] as const;
export const FLOOR_TYPES = ['slab', 'suspended', 'foundation'] as const;
export const ROOF_TYPES = ['flat', 'shed', 'gable', 'hip'] as const;
export const JOIN_TYPES = ['auto', 'miter', 'butt', 'none'] as const;
export const BOOLEAN_OPERATIONS = ['union', 'subtract', 'intersect'] as const;

/**
 * Parameters of each kind, exactly as stored in events. `modify_parameter` takes these names and no others.
 * `level_id` is the level the element stands on; `host_id` the wall, floor or roof that an opening cuts.
 */
export const ELEMENT_PARAMS = {
  level: z.strictObject({
    name: z.string().min(1).max(200),
    elevation: CoordinateMm,
    height: LengthMm,
  }),
  wall: z.strictObject({
    level_id: Ref,
    name: Name,
    start: PlanPoint,
    end: PlanPoint,
    height: LengthMm,
    thickness: LengthMm,
    base_offset: CoordinateMm,
    wall_type: z.enum(WALL_TYPES),
    usage: z.enum(WALL_USAGES),
    fire_rating_min: FireRating,
    load_bearing: z.boolean(),
    /** How the wall meets its neighbours; `auto` mitres corners and trims T-junctions. */
    join_type: z.enum(JOIN_TYPES),
  }),
  floor: z.strictObject({
    level_id: Ref,
    name: Name,
    boundary_points: Boundary,
    holes: z.array(Boundary).max(200),
    thickness: LengthMm,
    /** Top of the floor above its level. */
    top_offset: CoordinateMm,
    floor_type: z.enum(FLOOR_TYPES),
    fire_rating_min: FireRating,
  }),
  roof: z.strictObject({
    level_id: Ref,
    name: Name,
    boundary_points: Boundary,
    slope_deg: z
      .number()
      .min(0, 'expected at least 0 degrees')
      .max(85, 'expected at most 85 degrees'),
    thickness: LengthMm,
    base_offset: CoordinateMm,
    roof_type: z.enum(ROOF_TYPES),
    overhang: DistanceMm,
  }),
  column: z.strictObject({
    level_id: Ref,
    name: Name,
    location: PlanPoint,
    top_level_id: Ref.nullable(),
    /** Used when `top_level_id` is null. */
    height: LengthMm,
    base_offset: CoordinateMm,
    profile: z.string().min(1).max(60),
  }),
  beam: z.strictObject({
    level_id: Ref,
    name: Name,
    start: PlanPoint,
    end: PlanPoint,
    profile: z.string().min(1).max(60),
    /** Top of the beam above the top of its level (level elevation + level height). */
    elevation_offset: CoordinateMm,
  }),
  stair: z.strictObject({
    level_id: Ref,
    name: Name,
    top_level_id: Ref,
    start: PlanPoint,
    direction_deg: AngleDeg,
    width: LengthMm,
    riser_max: LengthMm,
    tread: LengthMm,
  }),
  ramp: z.strictObject({
    level_id: Ref,
    name: Name,
    start: PlanPoint,
    end: PlanPoint,
    width: LengthMm,
    rise: LengthMm,
    thickness: LengthMm,
  }),
  railing: z.strictObject({
    level_id: Ref,
    name: Name,
    path: z.array(PlanPoint).min(2).max(500),
    height: LengthMm,
    base_offset: CoordinateMm,
  }),
  grid: z.strictObject({
    level_id: Ref.nullable(),
    name: z.string().min(1).max(200),
    start: PlanPoint,
    end: PlanPoint,
  }),
  room: z.strictObject({
    level_id: Ref,
    name: z.string().min(1).max(200),
    number: z.string().min(1).max(60).nullable(),
    /** Net boundary on the wall faces, or as given. */
    boundary_points: Boundary,
    /** Set when the boundary follows the enclosing walls; the room is regenerated when they change. */
    point: PlanPoint.nullable(),
    usage: z.string().min(1).max(100).nullable(),
    occupancy: z.number().int().min(0).max(1_000_000).nullable(),
    height: LengthMm,
  }),
  opening: z.strictObject({
    host_id: Ref,
    name: Name,
    /** Along the wall from its start to the near edge; null for openings in floors and roofs. */
    offset: DistanceMm.nullable(),
    /** Centre in plan for openings in floors and roofs; null in walls. */
    location: PlanPoint.nullable(),
    sill: DistanceMm,
    width: LengthMm,
    /** Height in a wall; size along y in a floor or roof. */
    height: LengthMm,
  }),
  door: z.strictObject({
    host_id: Ref,
    name: Name,
    offset: DistanceMm,
    width: LengthMm,
    height: LengthMm,
    door_type: z.enum(DOOR_TYPES),
    swing: z.enum(SWINGS),
    fire_rating_min: FireRating,
    is_exit: z.boolean(),
  }),
  window: z.strictObject({
    host_id: Ref,
    name: Name,
    offset: DistanceMm,
    width: LengthMm,
    height: LengthMm,
    sill_height: DistanceMm,
    window_type: z.enum(WINDOW_TYPES),
  }),
  /** Result of a boolean; its mesh is kept exactly, positions in mm (x,y,z …), triangles as vertex indices. */
  solid: z.strictObject({
    level_id: Ref,
    name: Name,
    operation: z.enum(BOOLEAN_OPERATIONS),
    source_ids: z.array(Ref).length(2),
    positions: z.array(z.number()).max(600_000),
    triangles: z.array(z.number().int().min(0)).max(1_200_000),
    offset: z.strictObject({ x: CoordinateMm, y: CoordinateMm, z: CoordinateMm }),
  }),
} as const;

/** Kind of an element. */
export type ElementKind = keyof typeof ELEMENT_PARAMS;
export const ELEMENT_KINDS = [
  'level',
  'wall',
  'floor',
  'roof',
  'column',
  'beam',
  'stair',
  'ramp',
  'railing',
  'grid',
  'room',
  'opening',
  'door',
  'window',
  'solid',
] as const satisfies readonly ElementKind[];

/** Parameters of one kind. */
export type ParamsOf<K extends ElementKind> = z.output<(typeof ELEMENT_PARAMS)[K]>;

/** An element: id and kind never change, everything else is a parameter. */
export type ElementOf<K extends ElementKind> = {
  readonly [Kind in K]: {
    readonly id: string;
    readonly kind: Kind;
    readonly params: ParamsOf<Kind>;
  };
}[K];
export type Element = ElementOf<ElementKind>;

/** Category names as in permissions, schedules and queries. */
export const CATEGORY_OF = {
  level: 'Levels',
  wall: 'Walls',
  floor: 'Floors',
  roof: 'Roofs',
  column: 'Columns',
  beam: 'Beams',
  stair: 'Stairs',
  ramp: 'Ramps',
  railing: 'Railings',
  grid: 'Grids',
  room: 'Rooms',
  opening: 'Openings',
  door: 'Doors',
  window: 'Windows',
  solid: 'Solids',
} as const satisfies Record<ElementKind, string>;

export const CATEGORIES = Object.values(CATEGORY_OF);
