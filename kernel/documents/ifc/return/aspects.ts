/** @module aspects: which parameters of an element each part of a patch writes. */
import type { Element } from '../../../building/kinds/elements.ts';

/**
 * Parameters of shape and place, by kind, and those that say why it is what it is, such as the level to which a wall rises.
 * Those of other kinds cannot be written.
 */
const SHAPES: Readonly<Record<string, readonly string[]>> = {
  wall: [
    'start',
    'end',
    'via',
    'height',
    'thickness',
    'base_offset',
    'cut_planes',
    'pins',
    'join_type',
    'location_line',
    'line_offset',
    'follows_level',
    'top_level_id',
    'top_offset',
    'top_under',
    'curtain',
  ],
  stair: [
    'start',
    'direction_deg',
    'width',
    'riser_max',
    'tread',
    'shape',
    'turn',
    'landing',
    'handrails',
    'top_level_id',
    'base_offset',
    'top_offset',
    'top_tread',
    'cut_floor',
  ],
  ramp: ['start', 'end', 'width', 'rise', 'thickness'],
  railing: ['path', 'height', 'base_offset'],
  door: ['offset', 'width', 'height', 'sill', 'anchor'],
  window: [
    'offset',
    'width',
    'height',
    'sill_height',
    'anchor',
    'flipped',
    'shape',
    'rise',
    'outline',
  ],
  opening: [
    'offset',
    'location',
    'turn_deg',
    'width',
    'height',
    'sill',
    'outline',
    'shape',
    'rise',
    'anchor',
    'stair_id',
  ],
  floor: ['boundary_points', 'boundary', 'holes', 'thickness', 'top_offset', 'slope', 'cut_planes'],
  roof: [
    'boundary_points',
    'boundary',
    'holes',
    'roof_type',
    'slope_deg',
    'edges',
    'upper_slope_deg',
    'break_height',
    'overhang',
    'thickness',
    'base_offset',
    'cut_planes',
  ],
  room: [
    'boundary_points',
    'boundary',
    'height',
    'base_offset',
    'holes',
    'cut_planes',
    'follows_level',
    'top_under',
  ],
  column: [
    'location',
    'top_location',
    'base_offset',
    'height',
    'profile',
    'outline',
    'turn_deg',
    'cut_planes',
    'follows_level',
    'top_level_id',
  ],
  body: ['offset', 'turn_deg', 'mirrored'],
  group: ['members', 'placements'],
  beam: [
    'start',
    'end',
    'elevation_offset',
    'end_offset',
    'profile',
    'outline',
    'roll_deg',
    'cut_planes',
  ],
};

/** Parameters that the type of a product states, and the attribute of the type. */
type Stated = { readonly params: readonly string[]; readonly attribute: string };

const STATED: Readonly<Record<string, Stated>> = {
  door: { params: ['door_type', 'swing'], attribute: 'OperationType' },
  window: { params: ['window_type'], attribute: 'PartitioningType' },
  floor: { params: ['floor_type'], attribute: 'PredefinedType' },
};

/** Parameters of names. */
const NAMES: Readonly<Record<string, readonly string[]>> = { room: ['name', 'number'] };

/** Whether a parameter is a part of the shape or place. */
export function isShape({ kind }: Element, param: string): boolean {
  return SHAPES[kind]?.includes(param) ?? false;
}

/** Whether an element has a shape that is written as such: storeys are moved, bodies placed, and groups have none. */
export function isShaped({ kind }: Element): boolean {
  return kind !== 'level' && kind !== 'body' && kind !== 'group';
}

/** The parameters that the type of an element states, and the attribute of that type; null without any. */
export function statedByType({ kind }: Element): Stated | null {
  return STATED[kind] ?? null;
}

/** Whether a parameter is a name. */
export function isName({ kind }: Element, param: string): boolean {
  return (NAMES[kind] ?? ['name']).includes(param);
}

/** Whether a parameter is the storey that contains the element, or the place of a storey. */
export function isContainer({ kind }: Element, param: string): boolean {
  return kind === 'level' ? param === 'elevation' : param === 'level_id';
}

/** Kinds whose types are entities of the file. Those of walls and floors are the layers of each element, too. */
const FITTED: ReadonlySet<string> = new Set(['door', 'window']);

/** Whether an element has a type that is an entity of the file: a door or window. */
export function isFitted({ kind }: Element): boolean {
  return FITTED.has(kind);
}

/** Kinds that host nothing and that nothing is placed on. */
const MEMBERS = new Set(['column', 'beam']);

/** Whether an element can be moved without anything else. */
export function isMember({ kind }: Element): boolean {
  return MEMBERS.has(kind);
}

/** Kinds whose products consist of parts, or of bodies that are not united. */
const WHOLES = new Set(['stair', 'ramp', 'railing']);

/** Whether the product of an element consists of parts; a wall may, too. */
export function isOfParts({ kind }: Element): boolean {
  return WHOLES.has(kind);
}
