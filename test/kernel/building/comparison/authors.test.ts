/** @module tests of authors: who changed elements between two moments, read from the log. */
import { expect, test } from 'vitest';

import { authorsOf } from '../../../../kernel/building/comparison/authors.ts';
import { HISTORY_WINDOW } from '../../../../kernel/building/view/event-source.ts';
import { RestrictedView } from '../../../../kernel/building/view/restricted-view.ts';
import type { BuildingView } from '../../../../kernel/building/view/view.ts';
import { importedWorld } from '../../../servers/building/import-file.ts';
import { withWall, type World } from '../../../servers/building/world.ts';
import { extrusion, fileOf, polygon } from '../../documents/ifc/recognise/building-text.ts';

const EVERYTHING = { from_seq: 0, to_seq: Number.MAX_SAFE_INTEGER };

function restricted(view: BuildingView, hidden: string): RestrictedView {
  return new RestrictedView(view, {
    key: 'k',
    maker: 'm',
    own: () => false,
    place: ({ category }) => category !== hidden,
    branch: () => true,
  });
}

async function setHeight(world: World, element_id: string, value: number): Promise<void> {
  await world.do('modify_parameter', { element_id, parameter_name: 'height', value });
}

test('the last change counts, and only changes of the stretch', async () => {
  const { world, level_id, wall_id } = await withWall();
  const created = world.view.seq;
  await setHeight(world, wall_id, 2900);
  await setHeight(world, wall_id, 2800);
  const { seq } = world.view;
  await setHeight(world, wall_id, 2700);
  const authors = await authorsOf(world.view, { from_seq: created, to_seq: seq }, [
    wall_id,
    level_id,
    'wall_none',
  ]);
  expect([...authors.keys()]).toEqual([wall_id]);
  expect(authors.get(wall_id)).toEqual({
    element_id: wall_id,
    event_id: `event-${seq}`,
    operation_id: `operation-${seq}`,
    seq,
    at: '2026-01-01T00:00:00.000Z',
    user_id: 'user-1',
    agent_id: null,
    approval_id: null,
    reasoning: 'because',
    operations: 2,
  });
});

test('a long stretch is read window by window, whatever the number of elements', async () => {
  const { world, level_id, wall_id } = await withWall();
  const from_seq = world.view.seq;
  const events = Array.from({ length: HISTORY_WINDOW + 5 }, (_, index) => ({
    type: 'element.modified' as const,
    aggregate_id: index === 0 ? level_id : wall_id,
    payload: {
      updates: { height: 2000 + index },
      previous: { height: index < 2 ? 3000 : 1999 + index },
    },
  }));
  world.log.append('main', 'operation-many', events);
  await world.domain.catchUp();
  expect(world.domain.unapplied()).toBeNull();
  const { view } = world;
  let queries = 0;
  const counting = {
    position: (seq: number) => view.position(seq),
    importedFile: async (id: string) => await view.importedFile(id),
    history: async (query: Parameters<BuildingView['history']>[0]) => {
      queries += 1;
      return await view.history(query);
    },
  };
  const ids = [wall_id, level_id, ...Array.from({ length: 50 }, (_, index) => `x${index}`)];
  const authors = await authorsOf(counting, { ...EVERYTHING, from_seq }, ids);
  expect(queries).toBe(2);
  expect(authors.get(level_id)?.seq).toBe(from_seq + 1);
  expect(authors.get(wall_id)).toMatchObject({
    seq: from_seq + HISTORY_WINDOW + 5,
    operations: 1,
  });
});

test('a caller with a restricted scope gets no positions and nothing about hidden elements', async () => {
  const { world, level_id, wall_id } = await withWall();
  const column_id = await world.make('create_column', {
    level_id,
    location: { x: 9000, y: 0 },
    profile: '300x300',
  });
  const view = restricted(world.view, 'Columns');
  const authors = await authorsOf(view, EVERYTHING, [wall_id, column_id]);
  expect([...authors.keys()]).toEqual([wall_id]);
  expect(authors.get(wall_id)?.seq).toBeNull();
  const { seq } = world.view;
  expect((await authorsOf(view, { from_seq: seq, to_seq: seq + 9 }, [wall_id])).size).toBe(0);
});

test('an import counts for its elements', async () => {
  const wall = {
    entity: 'IFCWALL',
    name: 'Wall',
    rest: ',$,$',
    items: [extrusion(polygon([0, 0], [4000, 0], [4000, 200], [0, 200]), 3000)],
  };
  const { view } = await importedWorld(fileOf([wall]));
  const [imported] = [...view.elementsOf('wall')];
  const id = imported?.id ?? '';
  expect((await authorsOf(view, EVERYTHING, [id])).get(id)).toMatchObject({
    element_id: id,
    user_id: 'user-1',
    operations: 1,
  });
});
