/** @module not-created.test: a dry run marks every id and every file in its answer that does not exist. */
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { CASES as CHANGES_AND_QUESTIONS, type Targets } from './cases.ts';
import { CHECKS } from './check-cases.ts';
import { DRAWING_CASES, type DrawingTargets } from './drawing-cases.ts';
import { openDrawingTwin, type DrawingTwin } from './drawing-twins.ts';

let twin: DrawingTwin;
/** An event on which no later one depends. */
let lastEvent: string | null;
beforeAll(async () => {
  twin = await openDrawingTwin('a');
  const level = { name: 'Last', elevation: 90_000, dry_run: false };
  ({ event_id: lastEvent } = await twin.owner.ask('create_level', level));
});
afterAll(async () => {
  await twin.end();
});

/** Answers of a tool to check. */
const MAX_ANSWERS = 3;
const CASES = { ...CHANGES_AND_QUESTIONS, ...CHECKS };
/** Cases in place of the shared ones: an issue needs no pictures of many findings, and a window a free wall. */
const OWN: Readonly<Record<string, (t: Targets) => readonly object[]>> = {
  export_bcf: () => [{ issues: [{ title: 'No handrail' }] }],
  import_bcf: () => [{ path: 'shared/next.bcf' }],
  undo: () => [{ event_id: lastEvent }],
  place_window: ({ ids }) => [{ wall_id: ids.north, offset: 5000 }],
};
const ID = /^[a-z]+_[0-9a-z]{12}$/u;

function targets(): Targets & DrawingTargets {
  const [level = '', wall = '', door = '', column = '', floor = ''] = twin.hidden;
  const { ids, runs, views, events } = twin;
  const own = { view: views.plan, sheet: views.sheet, run: 'none', finding: 'none' };
  const all: unknown = Object.assign(
    { ids, level, wall, door, column, floor, runs, views, own, event: events.hidden },
    { seen_event: events.seen, branch: 'secret/a', guessed_runs: runs },
    // Both kinds of cases contain guessed runs and views; here the guesses are replaced by the real ones.
    { guessed: { ...runs, ...views } },
  );
  return all as Targets & DrawingTargets;
}

/** Ids in a value, and paths of files with the mark `written` of the surrounding object. */
function* foundIn(
  value: unknown,
): Generator<{ readonly id?: string; readonly path?: string; readonly written?: unknown }> {
  if (typeof value === 'string' && ID.test(value)) yield { id: value };
  if (typeof value !== 'object' || value === null) return;
  const { path, written } = value as { readonly path?: unknown; readonly written?: unknown };
  if (typeof path === 'string' && isAbsolute(path)) yield { path, written };
  for (const inside of Object.values(value)) yield* foundIn(inside);
}

/** Whether something with this id was ever created, on any branch or on one. */
function exists(id: string, branch: string | null = null): boolean {
  return twin.harness.reader.eventsOfAggregate(id, branch, 1).length > 0;
}

/** Whether the newest event of an element is its deletion, so that a restore creates it again. */
function isDeleted(id: string): boolean {
  const [newest] = twin.harness.reader.eventsOfAggregate(id, null, 1);
  return newest?.type === 'element.deleted';
}

describe('a dry run of', () => {
  test.each([...Object.keys(CASES), ...Object.keys(DRAWING_CASES)])(
    '%s marks ids and files that do not exist yet',
    async (tool) => {
      const listed = twin.harness.gate.list(twin.harness.principal);
      const properties = listed.find(({ name }) => name === tool)?.inputSchema['properties'];
      if (!Object.hasOwn(properties ?? {}, 'dry_run')) return;
      const made = [
        ...((CASES as Record<string, (t: Targets) => readonly object[]>)[tool]?.(targets()) ?? []),
        ...((DRAWING_CASES as unknown as Record<string, (t: DrawingTargets) => readonly object[]>)[
          tool
        ]?.(targets()) ?? []),
      ];
      let answered = 0;
      for (const args of OWN[tool]?.(targets()) ?? made) {
        if (answered === MAX_ANSWERS) break;
        const envelope = await twin.owner.ask(tool, { ...args, dry_run: true });
        if (!envelope.success) continue;
        answered += 1;
        expect(envelope.dry_run).toBe(true);
        const { not_created = [], ...data } = envelope.data as {
          readonly not_created?: readonly string[];
        };
        // A merge creates on its target what exists on its source.
        const { target = 'main' } = args as { readonly target?: string };
        const on = tool === 'merge_branch' ? target : null;
        const found = [...foundIn(data)];
        const unmarked = found.filter(
          ({ id, path, written }) =>
            (id !== undefined && !exists(id) && !not_created.includes(id)) ||
            (path !== undefined && written !== false && !existsSync(path)),
        );
        expect(unmarked).toEqual([]);
        expect(not_created.filter((id) => exists(id, on) && !isDeleted(id))).toEqual([]);
      }
      expect([tool, answered > 0]).toEqual([tool, true]);
    },
  );
});
