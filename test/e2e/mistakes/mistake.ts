/** @module mistake: one call as language models get it wrong, with the call that was meant. */
import { P, type Args, type Ids } from './building.ts';

/** Arguments as they come and as they should; the tool where that was wrong, too. */
export type Mistake = {
  readonly what: string;
  readonly tool: string;
  readonly wrong: Args;
  readonly right: Args;
  readonly meant_tool?: string;
  /** What a warning says where the call is taken as it was meant. */
  readonly said?: RegExp;
};

/** Mistakes by class. */
export type Table = Readonly<Record<string, readonly Mistake[]>>;

/** An outline beside the building, mm. */
export const RING = [P(10_000, 0), P(16_000, 0), P(16_000, 4000), P(10_000, 4000)];
/** Its first side. */
export const LINE = { start: P(10_000, 0), end: P(16_000, 0) };

/** One row. */
export function row(tool: string, what: string, wrong: Args, right: Args): Mistake {
  return { tool, what, wrong, right };
}

/** What most calls have: the level, a wall on it, a door in the south wall, a stair to the next level. */
export function usualCalls(ids: Ids): Readonly<Record<'on' | 'wall' | 'door' | 'stair', Args>> {
  const on = { level_id: ids.ground };
  const stair = {
    base_level_id: ids.ground,
    top_level_id: ids.first,
    start: P(1000, 1000),
    direction_deg: 0,
    width: 1200,
  };
  return { on, wall: { ...on, ...LINE }, door: { wall_id: ids.south, offset: 3000 }, stair };
}
