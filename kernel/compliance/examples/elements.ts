/** @module elements: the elements of which examples are built, with every parameter filled in. */
import type { PlanPoint } from '../../../schemas/units.ts';
import type { Element, ElementOf, ParamsOf } from '../../kinds/elements.ts';

/** A corner in plan, mm. */
export type Corner = readonly [x: number, y: number];

const point = ([x, y]: Corner): PlanPoint => ({ x, y });

/** Counter-clockwise corners of a rectangle. */
export function rectangle([x0, y0]: Corner, [x1, y1]: Corner): PlanPoint[] {
  return [point([x0, y0]), point([x1, y0]), point([x1, y1]), point([x0, y1])];
}

/** A level; the first one is `L1`. */
export function level(id: string, elevation: number, height = 3000): Element {
  return { id, kind: 'level', params: { name: id, elevation, height } };
}

type Given<P> = Partial<P> & { readonly level_id?: string };

export function wall(
  id: string,
  [from, to]: readonly [Corner, Corner],
  given: Given<ParamsOf<'wall'>> = {},
): Element {
  return {
    id,
    kind: 'wall',
    params: {
      level_id: 'L1',
      name: null,
      start: point(from),
      end: point(to),
      height: 3000,
      thickness: 100,
      base_offset: 0,
      wall_type: 'basic',
      usage: 'interior',
      fire_rating_min: null,
      load_bearing: false,
      join_type: 'auto',
      ...given,
    },
  };
}

/** Four walls whose inner faces are the rectangle: `<id>1` below, then counter-clockwise. */
export function wallsAround(id: string, [x0, y0]: Corner, [x1, y1]: Corner): readonly Element[] {
  const corners: readonly Corner[] = [
    [x0 - 50, y0 - 50],
    [x1 + 50, y0 - 50],
    [x1 + 50, y1 + 50],
    [x0 - 50, y1 + 50],
  ];
  return corners.map((from, i) => wall(`${id}${i + 1}`, [from, corners[(i + 1) % 4] ?? from]));
}

export function door(
  id: string,
  host_id: string,
  given: Partial<ParamsOf<'door'>> = {},
): ElementOf<'door'> {
  return {
    id,
    kind: 'door',
    params: {
      host_id,
      name: null,
      offset: 1000,
      width: 1000,
      height: 2100,
      door_type: 'single',
      swing: 'left',
      fire_rating_min: null,
      is_exit: false,
      ...given,
    },
  };
}

export function opening(
  id: string,
  host_id: string,
  given: Partial<ParamsOf<'opening'>> = {},
): Element {
  return {
    id,
    kind: 'opening',
    params: {
      host_id,
      name: null,
      offset: 1000,
      location: null,
      sill: 0,
      width: 1000,
      height: 2100,
      ...given,
    },
  };
}

export function window(
  id: string,
  host_id: string,
  given: Partial<ParamsOf<'window'>> = {},
): Element {
  return {
    id,
    kind: 'window',
    params: {
      host_id,
      name: null,
      offset: 1000,
      width: 1200,
      height: 1200,
      sill_height: 900,
      window_type: 'casement',
      ...given,
    },
  };
}

export function floor(
  id: string,
  [from, to]: readonly [Corner, Corner],
  given: Given<ParamsOf<'floor'>> = {},
): Element {
  return {
    id,
    kind: 'floor',
    params: {
      level_id: 'L1',
      name: null,
      boundary_points: rectangle(from, to),
      holes: [],
      thickness: 200,
      top_offset: 0,
      floor_type: 'slab',
      fire_rating_min: null,
      ...given,
    },
  };
}

export function room(
  id: string,
  [from, to]: readonly [Corner, Corner],
  given: Given<ParamsOf<'room'>> = {},
): Element {
  return {
    id,
    kind: 'room',
    params: {
      level_id: 'L1',
      name: id,
      number: null,
      boundary_points: rectangle(from, to),
      point: null,
      usage: null,
      occupancy: null,
      height: 2500,
      ...given,
    },
  };
}

export function stair(id: string, given: Partial<ParamsOf<'stair'>> = {}): Element {
  return {
    id,
    kind: 'stair',
    params: {
      level_id: 'L1',
      name: null,
      top_level_id: 'L2',
      start: { x: 0, y: 0 },
      direction_deg: 0,
      width: 1200,
      riser_max: 200,
      tread: 300,
      ...given,
    },
  };
}

export function ramp(id: string, given: Partial<ParamsOf<'ramp'>> = {}): Element {
  return {
    id,
    kind: 'ramp',
    params: {
      level_id: 'L1',
      name: null,
      start: { x: 0, y: 0 },
      end: { x: 6000, y: 0 },
      width: 1500,
      rise: 300,
      thickness: 200,
      ...given,
    },
  };
}

export function railing(
  id: string,
  path: readonly Corner[],
  given: Given<ParamsOf<'railing'>> = {},
): Element {
  return {
    id,
    kind: 'railing',
    params: {
      level_id: 'L1',
      name: null,
      path: path.map(point),
      height: 1100,
      base_offset: 0,
      ...given,
    },
  };
}

export function column(id: string, [x, y]: Corner, given: Given<ParamsOf<'column'>> = {}): Element {
  return {
    id,
    kind: 'column',
    params: {
      level_id: 'L1',
      name: null,
      location: { x, y },
      top_level_id: null,
      height: 3000,
      base_offset: 0,
      profile: '300x300',
      ...given,
    },
  };
}

export function beam(
  id: string,
  [from, to]: readonly [Corner, Corner],
  given: Given<ParamsOf<'beam'>> = {},
): Element {
  return {
    id,
    kind: 'beam',
    params: {
      level_id: 'L1',
      name: null,
      start: point(from),
      end: point(to),
      profile: '200x200',
      elevation_offset: 0,
      ...given,
    },
  };
}
