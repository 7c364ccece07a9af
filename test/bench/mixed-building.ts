/** @module mixed building: storeys of columns, beams, slabs, walls with doors and windows, pipes and ducts, as elements. */
import type { Element, ElementOf } from '../../kernel/building/kinds/elements.ts';

const BAY_MM = 6000;
const STOREY_MM = 3200;

/** `bays` × `bays` of 12 elements on each storey. */
export type MixedSize = { readonly storeys: number; readonly bays: number };

/** About 10,000 and 100,000 elements. */
export const MIXED_10K: MixedSize = { storeys: 2, bays: 20 };
export const MIXED_100K: MixedSize = { storeys: 8, bays: 32 };

type Bay = {
  readonly name: string;
  readonly level_id: string;
  readonly x: number;
  readonly y: number;
};

/** Everything that the building consists of, levels and hosts first. */
export function* mixedBuilding({ storeys, bays }: MixedSize): Generator<Element> {
  for (let s = 0; s < storeys; s++) {
    const level_id = `level_${s}`;
    const params = { name: `Storey ${s}`, elevation: s * STOREY_MM, height: STOREY_MM };
    yield { id: level_id, kind: 'level', params };
    for (let i = 0; i < bays; i++) {
      for (let j = 0; j < bays; j++) {
        const bay = { name: `${s}_${i}_${j}`, level_id, x: i * BAY_MM, y: j * BAY_MM };
        yield* frameOf(bay);
        yield* wallsOf(bay, i + j);
        yield* pipesOf(bay, i + j);
      }
    }
  }
}

function beam(
  bay: Bay,
  name: string,
  profile: string,
  more: Pick<ElementOf<'beam'>['params'], 'start' | 'end' | 'elevation_offset'>,
): ElementOf<'beam'> {
  const { level_id } = bay;
  return {
    id: `${name}_${bay.name}`,
    kind: 'beam',
    params: { level_id, name: null, profile, ...more },
  };
}

/** A column, two beams that it carries, and the slab of the bay. */
function* frameOf(bay: Bay): Generator<Element> {
  const { name, level_id, x, y } = bay;
  yield {
    id: `column_${name}`,
    kind: 'column',
    params: {
      level_id,
      name: null,
      location: { x, y },
      top_level_id: null,
      height: STOREY_MM,
      base_offset: 0,
      profile: '300x300',
    },
  };
  const at = { start: { x, y }, elevation_offset: 0 };
  yield beam(bay, 'beam_x', '300x500', { ...at, end: { x: x + BAY_MM, y } });
  yield beam(bay, 'beam_y', '300x500', { ...at, end: { x, y: y + BAY_MM } });
  yield {
    id: `slab_${name}`,
    kind: 'floor',
    params: {
      level_id,
      name: null,
      boundary_points: [
        { x, y },
        { x: x + BAY_MM, y },
        { x: x + BAY_MM, y: y + BAY_MM },
        { x, y: y + BAY_MM },
      ],
      holes: [],
      thickness: 200,
      top_offset: 0,
      floor_type: 'slab',
      fire_rating_min: null,
    },
  };
}

/** Two walls between the middles of bays, each with a door and a window. */
function* wallsOf({ name, level_id, x, y }: Bay, odd: number): Generator<Element> {
  const start = { x: x + BAY_MM / 2, y: y + BAY_MM / 2 };
  const ends = [
    { x: start.x + BAY_MM, y: start.y },
    { x: start.x, y: start.y + BAY_MM },
  ];
  for (const [k, end] of ends.entries()) {
    const id = `wall_${k}_${name}`;
    yield {
      id,
      kind: 'wall',
      params: {
        level_id,
        name: null,
        start,
        end,
        height: 2700,
        thickness: 100 + 50 * (odd % 3),
        base_offset: 0,
        wall_type: 'basic',
        usage: 'interior',
        fire_rating_min: null,
        load_bearing: false,
        join_type: 'auto',
      },
    };
    yield {
      id: `door_${k}_${name}`,
      kind: 'door',
      params: {
        host_id: id,
        name: null,
        offset: 600,
        width: 900,
        height: 2100,
        door_type: 'single',
        swing: 'left',
        fire_rating_min: null,
        is_exit: false,
      },
    };
    yield {
      id: `window_${k}_${name}`,
      kind: 'window',
      params: {
        host_id: id,
        name: null,
        offset: 3600,
        width: 1400,
        height: 1200,
        sill_height: 900,
        window_type: 'fixed',
      },
    };
  }
}

/** A round pipe and a duct, which go through walls; every third duct lies so high that it meets the beams. */
function* pipesOf(bay: Bay, odd: number): Generator<Element> {
  const { x, y } = bay;
  const [from, aside] = [{ x: x + 800, y: y + 1300 }, x + 1900];
  yield beam(bay, 'pipe', 'circle 110', {
    start: from,
    end: { x: from.x + BAY_MM - 300, y: from.y + 40 },
    elevation_offset: -700,
  });
  yield beam(bay, 'duct', '400x200', {
    start: { x: aside, y: y + 500 },
    end: { x: aside, y: y + BAY_MM },
    elevation_offset: odd % 3 === 0 ? -350 : -560,
  });
}
