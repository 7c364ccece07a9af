/** @module adjacency_matrix: neighbouring rooms of a level and their connections. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { requireLevel } from '../../../kernel/building/kinds/rules/lookup.ts';
import type { OpenPart } from '../../../kernel/building/spatial/adjacency.ts';
import { adjacencyOn } from '../../../kernel/building/spatial/adjacency.ts';
import type { Side } from '../../../kernel/building/spatial/outline-parts.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { toGrid } from '../../../schemas/units.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { Cursor, Limit, PageFields, pageOf } from '../../building/paging.ts';
import { sideName } from '../sides.ts';

/** Maximum number of ids in one row. */
const MAX_LISTED = 20;

const PairRow = z.object({
  a: z.string(),
  b: z.string(),
  wall_length_mm: z.number(),
  open_length_mm: z.number(),
  wall_ids: z.array(z.string()),
  door_ids: z.array(z.string()),
});

type Pair = {
  readonly a: string;
  readonly b: string;
  readonly wall_length_mm: number;
  readonly open_length_mm: number;
  readonly wall_ids: readonly string[];
  readonly door_ids: readonly string[];
};

/** Lists pairs of neighbours. */
export const adjacencyMatrix = defineQuery({
  name: 'adjacency_matrix',
  title: 'List which rooms are neighbours',
  description:
    'Lists the pairs of neighbouring rooms of a level: length of wall between them, open length, walls, and the doors and openings that connect them. a and b are room ids, "outside" or "space" (enclosed by walls, but no room). Pairs that are not listed are not neighbours.',
  branched: true,
  input: z.strictObject({
    level_id: elementId('Level of the rooms: id or @name.', 'level'),
    limit: Limit,
    cursor: Cursor,
  }),
  output: z.object({
    level_id: z.string(),
    room_count: z.number(),
    pairs: z.array(PairRow),
    ...PageFields,
  }),
  refusals: hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH', 'INVALID_ARGUMENT'),
  answer({ level_id, ...paging }, view: BuildingView, { refuse }) {
    requireLevel(view, level_id, { refuse });
    const pairs = pairsOn(view, level_id);
    const rooms = [...view.elementsOnLevel(level_id)].filter(({ kind }) => kind === 'room');
    const { items, total, next_cursor, warnings } = pageOf(pairs, paging, shownPair, {
      list: 'adjacency_matrix',
      query: level_id,
      key: ({ a, b }) => `${a} ${b}`,
      view,
      refuse,
    });
    return {
      data: { level_id, room_count: rooms.length, pairs: items, total, next_cursor },
      warnings,
    };
  },
});

function shownPair(pair: Pair): z.output<typeof PairRow> {
  return {
    ...pair,
    wall_length_mm: toGrid(pair.wall_length_mm),
    open_length_mm: toGrid(pair.open_length_mm),
    wall_ids: pair.wall_ids.slice(0, MAX_LISTED),
    door_ids: pair.door_ids.slice(0, MAX_LISTED),
  };
}

/** Pairs of neighbours, the smaller name first. */
function pairsOn(view: BuildingView, level_id: string): readonly Pair[] {
  const { parts, holes, open } = adjacencyOn(view, level_id);
  const found = new Map<string, Pair>();
  const update = (sides: readonly [Side, Side], change: (known: Pair) => Pair): void => {
    const [a = '', b = ''] = sides.map(sideName).toSorted();
    if (a === b) return;
    const key = `${a} ${b}`;
    const none = { wall_length_mm: 0, open_length_mm: 0, wall_ids: [], door_ids: [] };
    found.set(key, change(found.get(key) ?? { a, b, ...none }));
  };
  const walled = shorterSides(parts);
  for (const { wall_id, sides } of parts) {
    update(sides, (known) => ({
      ...known,
      wall_length_mm: walled(known),
      wall_ids: [...new Set([...known.wall_ids, wall_id])].toSorted(),
    }));
  }
  for (const { element_id, passable, sides } of holes) {
    if (!passable) continue;
    update(sides, (known) => ({ ...known, door_ids: [...known.door_ids, element_id] }));
  }
  const betweenRooms = open.filter(({ sides }) => sides.every(({ type }) => type === 'room'));
  const opened = shorterSides(betweenRooms);
  for (const { sides } of betweenRooms) {
    update(sides, (known) => ({ ...known, open_length_mm: opened(known) }));
  }
  return [...found.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair);
}

type Named = { readonly a: string; readonly b: string };

/**
 * A function that returns the length along which the two spaces of a pair face each other: the shorter of the lengths
 * of their two outlines. The outside has no outline.
 */
function shorterSides(parts: readonly OpenPart[]): (pair: Named) => number {
  const lengths = new Map<string, number>();
  for (const { length_mm, sides } of parts) {
    const key = sides.map(sideName).join(' ');
    lengths.set(key, (lengths.get(key) ?? 0) + length_mm);
  }
  return ({ a, b }) =>
    Math.min(lengths.get(`${a} ${b}`) ?? Infinity, lengths.get(`${b} ${a}`) ?? Infinity);
}
