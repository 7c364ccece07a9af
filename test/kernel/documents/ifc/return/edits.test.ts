/** @module tests of edited imports: the file with the edits is read again as the edited model. */
import { describe, expect, test } from 'vitest';

import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { publicFile } from '../../../../public-files.ts';
import { deletes, modifies } from '../../../building/model/build.ts';
import { damage } from '../patch/patching.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { differences, imported, type Read, returned } from './returned.ts';

const SEEDS = [7, 4711] as const;

const FILES: readonly (readonly [string, Buffer | null])[] = [
  ...SEEDS.flatMap((seed) =>
    IFC_SCHEMAS.map(
      (schema) => [`house ${seed} in ${schema}`, exported(randomHouse(seed), schema).file] as const,
    ),
  ),
  ['AC20-FZK-Haus', publicFile('ifc-real/cases/AC20-FZK-Haus.ifc')],
];

/** An edit of a branch; null if it has nothing to edit. */
type Edit = (view: StateView) => StateView | null;

function edited(view: StateView, event: Parameters<StateView['apply']>[0]): StateView {
  return view.apply(event);
}

const EDITS: readonly (readonly [string, Edit])[] = [
  [
    'a wall is renamed',
    (view) => {
      const wall = [...view.elementsOf('wall')][0];
      return wall === undefined ? null : edited(view, [modifies(wall, { name: 'Wand ü' })]);
    },
  ],
  [
    'a window is deleted',
    (view) => {
      const window = [...view.elementsOf('window')][0];
      return window === undefined ? null : edited(view, [deletes(window)]);
    },
  ],
  [
    'a wall is deleted with what it hosts',
    (view) => {
      const wall = [...view.elementsOf('wall')].find(({ id }) => view.hostedBy(id).length > 0);
      if (wall === undefined) return null;
      const doomed = view.cascadeOf(wall.id).toReversed();
      return edited(
        view,
        doomed.map(({ id, cascade_of }) => deletes(view.element(id), cascade_of)),
      );
    },
  ],
  [
    'a door is made wider and lower',
    (view) => {
      const door = [...view.elementsOf('door')][0];
      if (door === undefined) return null;
      const { width, height } = door.params;
      return edited(view, [modifies(door, { width: width + 25, height: height - 100 })]);
    },
  ],
  [
    'a door is moved along its wall',
    (view) => {
      const door = [...view.elementsOf('door')][0];
      if (door === undefined) return null;
      return edited(view, [modifies(door, { offset: door.params.offset + 30 })]);
    },
  ],
  [
    'the end of a wall is moved',
    (view) => {
      const wall = [...view.elementsOf('wall')].find(
        ({ id, params }) => (params.via ?? null) === null && view.hostedBy(id).length === 0,
      );
      if (wall === undefined) return null;
      const { start, end, pins } = wall.params;
      const length = Math.hypot(end.x - start.x, end.y - start.y);
      const along = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
      const there = {
        x: Math.round(end.x + 150 * along.x),
        y: Math.round(end.y + 150 * along.y),
      };
      const unpinned = (pins ?? null) === null ? {} : { pins: null };
      return edited(view, [modifies(wall, { end: there, ...unpinned })]);
    },
  ],
];

describe.each(FILES)('%s', (_, bytes) => {
  let first: Promise<Read> | null = null;
  const read = async (): Promise<Read> => {
    first ??= imported(bytes ?? Buffer.alloc(0));
    return await first;
  };

  test.skipIf(bytes === null)('without an edit the bytes are those of the file', async () => {
    const before = await read();
    const made = returned(before, before.view);
    expect(made.file.equals(bytes ?? Buffer.alloc(0))).toBe(true);
    expect(made.not_expressible).toEqual([]);
  });

  test.skipIf(bytes === null).each(EDITS)('%s', { timeout: 60_000 }, async (_name, edit) => {
    const before = await read();
    const view = edit(before.view);
    if (view === null) return;
    const made = returned(before, view);
    expect(made.not_expressible).toEqual([]);
    expect(damage(before.source.bytes, made.file)).toEqual([]);
    const again = await imported(made.file);
    expect(differences(view, again.view)).toEqual([]);
  });
});
