/** @module pinned house: a house whose wall ends are pinned, as those of an import, and what edits unpin. */
import { endOutlines } from '../../../kernel/building/geometry/walls/pins/pinned-ends.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { modifies } from '../../kernel/building/model/build.ts';
import { World } from '../building/world.ts';

type Point = { readonly x: number; readonly y: number };
export type Input = Readonly<Record<string, unknown>>;

export const P = (x: number, y: number): Point => ({ x, y });

/** Outer walls south, east, north and west of 10 m by 6 m, and a partition from south to north. */
export const HOUSE: Readonly<Record<string, readonly [Point, Point, number]>> = {
  south: [P(0, 0), P(10_000, 0), 300],
  east: [P(10_000, 0), P(10_000, 6000), 300],
  north: [P(10_000, 6000), P(0, 6000), 240],
  west: [P(0, 6000), P(0, 0), 300],
  part: [P(4000, 0), P(4000, 6000), 100],
};

/** Creates the house; returns its level and its walls by name. */
export async function houseIn(
  place: World,
): Promise<{ level_id: string; ids: Record<string, string> }> {
  const level = await place.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const made: Record<string, string> = {};
  for (const [name, [start, end, thickness]] of Object.entries(HOUSE)) {
    made[name] = await place.make('create_wall', { level_id: level, start, end, thickness });
  }
  return { level_id: level, ids: made };
}

/** Pins both ends of all walls with their solved outlines, as an import does. */
export async function pinAll(place: World): Promise<void> {
  const events = [...place.view.elementsOf('wall')].flatMap((wall): readonly PlannedEvent[] => {
    const footprint = place.view.footprint(wall.id);
    if (footprint === null) return [];
    const { start, end } = endOutlines(footprint);
    return [modifies(wall, { pins: { start: [...start], end: [...end] } })];
  });
  place.log.append(place.branch, 'pins', events);
  await place.domain.catchUp();
}

/** Ends that are not pinned, by name of the wall. */
export type Loose = Readonly<Record<string, readonly string[]>>;

/** The house with pinned ends. */
export class PinnedHouse {
  readonly world: World;
  readonly level_id: string;
  readonly ids: Readonly<Record<string, string>>;
  /** Warnings of the last edit about ends that it unpins, with names of walls instead of ids. */
  said: readonly string[] = [];

  constructor(world: World, level_id: string, ids: Readonly<Record<string, string>>) {
    this.world = world;
    this.level_id = level_id;
    this.ids = ids;
  }

  static async create(): Promise<PinnedHouse> {
    const world = await World.create();
    const { level_id, ids } = await houseIn(world);
    await pinAll(world);
    return new PinnedHouse(world, level_id, ids);
  }

  id(name: string): string {
    return this.ids[name] ?? name;
  }

  loose(): Loose {
    return Object.fromEntries(
      Object.entries(this.ids).flatMap(([name, wall_id]) => {
        const wall = this.world.view.elementOf(wall_id, 'wall');
        if (wall === undefined) return [];
        const pins = wall.params.pins ?? null;
        const ends = (['start', 'end'] as const).filter((end) => (pins?.[end] ?? null) === null);
        return ends.length === 0 ? [] : [[name, ends]];
      }),
    );
  }

  /** Executes a call; returns the ends that are then not pinned. */
  async after(tool: string, input: Input): Promise<Loose> {
    const plan = await this.world.plan(tool, { ...input });
    this.said = this.world
      .effect(plan.events)
      .warnings.filter((text) => text.includes('no longer pinned'))
      .map((text) =>
        Object.entries(this.ids).reduce((now, [name, own]) => now.replaceAll(own, name), text),
      );
    await this.world.do(tool, { ...input });
    return this.loose();
  }
}
