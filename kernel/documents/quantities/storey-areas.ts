/** @module storey-areas: the enclosed area of a storey, its rooms, and the area within its outer walls. */
import { signedArea } from '../../building/geometry/plan/polygon.ts';
import {
  type Area,
  common,
  sizeOf,
  united,
  without,
} from '../../building/geometry/plan/regions.ts';
import type { Element, ElementOf } from '../../building/kinds/elements.ts';
import { isIfcProduct } from '../../building/kinds/facets/ifc.ts';
import { counterClockwise, slabOf } from '../../building/kinds/shared/slab-plan.ts';
import type { ModelView } from '../../building/model/view.ts';
import { adjacencyOn } from '../../building/spatial/adjacency.ts';
import { type Space, spacesOn } from '../../building/spatial/spaces.ts';
import { schemaOf } from '../ifc/schema/ifc-schema.ts';

/** A room, or an enclosed space without a room (`room` is null), with its net area. */
export type NetSpace = {
  readonly room: ElementOf<'room'> | null;
  /** Within the finished faces of the walls, without walls, columns and voids; mm². */
  readonly net_mm2: number;
  /** Within the finished faces of the walls; mm. */
  readonly area: Area;
};

/** The areas of a storey, mm². */
export type StoreyAreas = {
  readonly level: ElementOf<'level'>;
  readonly spaces: readonly NetSpace[];
  /** Within the outer faces of the outer walls, without voids. */
  readonly gross_mm2: number;
  /** Within the inner faces of the outer walls, without voids. */
  readonly inner_mm2: number;
  /** Ids of the walls around the spaces. */
  readonly wall_ids: readonly string[];
  /** The outer faces of these walls, counter-clockwise, and the ids of those that have one. */
  readonly outline: Area;
  readonly outer_ids: readonly string[];
  /** Ids of outer walls of which a part is between two spaces; the inner area lacks these parts. */
  readonly mixed: readonly string[];
  /** Why the areas within the outer walls are unknown; null if they are known. */
  readonly because: string | null;
};

/** Smaller areas are rounding, mm². */
const LEAST_MM2 = 100;
/** Heights above and below the level at which a stair is in a hole of its floor, mm. */
const NEAR_MM = 400;
/** The most ids that a reason names. */
const NAMED = 3;

const KNOWN = new WeakMap<ModelView, readonly StoreyAreas[]>();

/** The storeys with enclosed spaces, from the lowest up. Cached per view. */
export function storeysOf(view: ModelView): readonly StoreyAreas[] {
  const known = KNOWN.get(view);
  if (known !== undefined) return known;
  const made = view.levels().flatMap((level) => {
    const spaces = spacesOn(view, level.id);
    return spaces.length === 0 ? [] : [areasOf(level, spaces, view)];
  });
  KNOWN.set(view, made);
  return made;
}

function areasOf(
  level: ElementOf<'level'>,
  spaces: readonly Space[],
  view: ModelView,
): StoreyAreas {
  const wall_ids = [...new Set(spaces.flatMap((space) => space.wall_ids))];
  const [outside, inside] = [new Set<string>(), new Set<string>()];
  for (const { wall_id, sides } of adjacencyOn(view, level.id).parts) {
    (sides[1].type === 'outside' ? outside : inside).add(wall_id);
  }
  const all = spaces.map(({ area }) => area);
  const ringOf = (id: string): Area => {
    const footprint = view.footprint(id);
    return footprint === null ? [] : [counterClockwise(footprint.ring)];
  };
  const voids = voidsOn(level, view);
  const within = (ids: readonly string[]): Area => {
    const whole = united([...all, ...ids.map(ringOf)]);
    return united([whole.filter((ring) => signedArea(ring) > 0)]);
  };
  const outline = within(wall_ids);
  const standing = standingOn(level, view);
  const open = spaces.flatMap(({ room_id, wall_ids: around }) =>
    room_id !== null && around.length === 0 ? [room_id] : [],
  );
  return {
    level,
    spaces: spaces.map(({ room_id, area }) => ({
      room: room_id === null ? null : (view.elementOf(room_id, 'room') ?? null),
      area,
      net_mm2: sizeOf(without(without(area, standing), voids)),
    })),
    gross_mm2: sizeOf(without(outline, voids)),
    inner_mm2: sizeOf(without(within(wall_ids.filter((id) => !outside.has(id))), voids)),
    wall_ids,
    outline,
    outer_ids: wall_ids.filter((id) => outside.has(id)),
    mixed: wall_ids.filter((id) => outside.has(id) && inside.has(id)),
    because:
      open.length === 0 ? null : `no walls enclose ${named(open)}, so its outer faces are unknown`,
  };
}

/** The first ids of a list in backticks. */
export function named(ids: readonly string[]): string {
  const first = ids.slice(0, NAMED).map((id) => `\`${id}\``);
  const more = ids.length - first.length;
  return more > 0 ? `${first.join(', ')} and ${more} more` : first.join(', ');
}

/** Whether an element is written to IFC as one of these entities. */
export function isEntity(element: Element, view: ModelView, entities: readonly string[]): boolean {
  const { ifc } = view.kinds.of(element);
  if (!isIfcProduct(ifc)) return false;
  const { IFC4 } = ifc.entity(element, view);
  const schema = schemaOf('IFC4');
  return schema.entity(IFC4) !== undefined && entities.some((one) => schema.isA(IFC4, one));
}

/** Walls and columns of a storey in plan. */
function standingOn(level: ElementOf<'level'>, view: ModelView): Area {
  const areas: Area[] = [];
  for (const element of view.elementsOnLevel(level.id)) {
    if (!isEntity(element, view, ['IfcWall', 'IfcCurtainWall', 'IfcColumn'])) continue;
    const ring = view.footprint(element.id)?.ring ?? view.outline(element.id) ?? [];
    if (ring.length >= 3) areas.push([counterClockwise(ring)]);
  }
  return united(areas);
}

/** Holes in the floors of a storey that no stair or ramp crosses. */
function voidsOn(level: ElementOf<'level'>, view: ModelView): Area {
  const holes: Area[] = [];
  for (const element of view.elementsOnLevel(level.id)) {
    const { covers } = view.kinds.of(element);
    if (covers === 'none' || !isEntity(element, view, ['IfcSlab'])) continue;
    for (const ring of slabOf(element, view).holes) {
      if (signedArea(ring) > 0 && !hasFlight([ring], level, view)) holes.push([ring]);
    }
  }
  return united(holes);
}

function hasFlight(
  hole: Area,
  { params: { elevation } }: ElementOf<'level'>,
  view: ModelView,
): boolean {
  const xs = hole.flat().map(({ x }) => x);
  const ys = hole.flat().map(({ y }) => y);
  const box = {
    min: { x: Math.min(...xs), y: Math.min(...ys), z: elevation - NEAR_MM },
    max: { x: Math.max(...xs), y: Math.max(...ys), z: elevation + NEAR_MM },
  };
  return view.inBox(box).some((id) => {
    const element = view.element(id);
    const bounds = view.bounds(id);
    if (element === undefined || bounds === null) return false;
    if (!isEntity(element, view, ['IfcStair', 'IfcRamp'])) return false;
    const { min, max } = bounds;
    const plan = [
      { x: min.x, y: min.y },
      { x: max.x, y: min.y },
      { x: max.x, y: max.y },
      { x: min.x, y: max.y },
    ];
    return sizeOf(common([plan], hole)) > LEAST_MM2;
  });
}
