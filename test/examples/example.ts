/** @module example: builds the scripts in examples/, and reads what they come to. */
import { readFileSync } from 'node:fs';

import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect } from 'vitest';

import type { BuildingView } from '../../kernel/building/view/view.ts';
import { schedule } from '../../kernel/documents/schedules/schedule.ts';
import { World } from '../servers/building/world.ts';

/** The text of a script in examples/. */
export const example = (name: string): string =>
  readFileSync(new URL(`../../examples/${name}.plumb`, import.meta.url), 'utf8');

/** Tokens of the request that builds a script. */
export const requestTokens = (script: string): number =>
  encode(JSON.stringify({ script, dry_run: false, reasoning: 'as agreed' })).length;

/** What a script leaves, how many elements of each kind, and what it warns of. */
export async function built(script: string): Promise<{
  readonly view: BuildingView;
  readonly count: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
}> {
  const world = await World.create();
  const { events, warnings = [] } = await world.plan('run_script', { script });
  const effect = world.effect(events);
  await world.do('run_script', { script });
  const count: Record<string, number> = {};
  for (const { kind } of world.view.elements()) count[kind] = (count[kind] ?? 0) + 1;
  return { view: world.view, count, warnings: [...warnings, ...effect.withNames(effect.warnings)] };
}

/** Net areas of rooms by their names, m². */
export function areasIn(view: BuildingView): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...view.elementsOf('room')].map(({ id, params }) => [
      params.name,
      (view.measures(id).area_mm2 ?? Number.NaN) / 1e6,
    ]),
  );
}

/** What each door opens from and to, such as `Hall > Office`, `-` outside; exits begin with `!`. Sorted. */
export function doorways(view: BuildingView): readonly string[] {
  const parameters = ['from_room', 'to_room', 'is_exit'];
  const table = schedule(view, { category: 'Doors', parameters }, (_code, message): never => {
    throw new Error(message);
  });
  const named = (cell: unknown): string => (typeof cell === 'string' && cell !== '' ? cell : '-');
  return table.rows
    .map(({ cells: [from, to, exit] }) => {
      return `${exit === true ? '! ' : ''}${named(from)} > ${named(to)}`;
    })
    .toSorted();
}

/** Width times depth, to a thousandth of a square millimetre. */
export const area = (width: number, depth: number): number => Math.round(width * depth * 1e9) / 1e9;

/** Equal to a millionth: of areas in m², to a square millimetre. */
export const close = (value: number | undefined): unknown => expect.closeTo(value ?? Number.NaN, 6);
