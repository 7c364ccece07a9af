/** @module tests of views of earlier moments: each equals a model that has read the log up to that moment. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { loadSolidKernel } from '../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { KINDS } from '../../../kernel/building/kinds/elements.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { HISTORY, livedThrough } from '../../kernel/building/model/histories.ts';
import { answersInBoxes, answersOf, replayedView } from './past-answers.ts';
import { World } from './world.ts';

const solids = await loadSolidKernel();

test('every moment of every branch is that of a full replay up to it', async () => {
  await fc.assert(
    fc.asyncProperty(HISTORY, fc.nat(1000), async (moves, salt) => {
      const { world, events, ends } = await livedThrough(moves);
      await world.domain.catchUp();
      const branches = world.view.branches().map(({ name }) => name);
      const moments = Array.from({ length: events.length + 1 }, (_, seq) => seq);
      // Kept states are used in both directions.
      const order = moments.toSorted((a, b) => ((a * 7919 + salt) % 97) - ((b * 7919 + salt) % 97));
      for (const seq of order) {
        const branch = branches[(seq + salt) % branches.length] ?? 'main';
        const past = await world.domain.past(branch, seq);
        const replayed = await replayedView(world.log, { solids }, { branch, seq });
        expect(answersOf(past)).toEqual(answersOf(replayed));
        expect([past.branch, past.seq]).toEqual([branch, seq]);
        // At its fork, before its first event, a branch has the state of its parent.
        expect([0, replayed.branch_seq]).toContain(past.branch_seq);
        for (const { kind } of KINDS.all) expect(past.count(kind)).toBe(replayed.count(kind));
        const isEnd = ends.includes(seq);
        expect(isEnd && answersInBoxes(past)).toEqual(isEnd && answersInBoxes(replayed));
      }
    }),
    { numRuns: 12 },
  );
});

test('the history of a moment ends there, and begins with its ancestors', async () => {
  await fc.assert(
    fc.asyncProperty(HISTORY, fc.nat(1000), async (moves, pick) => {
      const { world, events } = await livedThrough(moves);
      const branches = world.view.branches();
      const { name = 'main' } = branches[pick % branches.length] ?? {};
      const seq = pick % (events.length + 1);
      const past = await world.domain.past(name, seq);
      const whole = await world.domain.past(name, events.length);
      const history = await whole.history({ element_id: null, limit: 1000 });
      const then = history.filter((event) => event.seq <= seq);
      expect(await past.history({ element_id: null, limit: 1000 })).toEqual(then);
      for (const event of events) {
        const isThen = then.some(({ event_id }) => event_id === event.event_id);
        expect(past.includes(event)).toBe(
          isThen || (event.type === 'name.given' && past.includes(event)),
        );
        const operation = await past.operationOf(event.event_id);
        const own = events.filter(({ operation_id }) => operation_id === event.operation_id);
        expect(operation === null).toBe(own.some((one) => one.seq > seq));
      }
    }),
    { numRuns: 20 },
  );
});

test('unchanged elements of earlier moments are those of the current model, so that their meshes are made once', async () => {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  const wall = { level_id, start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } };
  const first = await world.make('create_wall', wall);
  const second = await world.make('create_wall', {
    ...wall,
    start: { x: 0, y: 3000 },
    end: { x: 5000, y: 3000 },
  });
  await world.do('modify_parameter', { element_id: second, parameter_name: 'height', value: 2500 });
  const past = await world.domain.past('main', world.log.all.length - 1);
  expect(past.element(first)).toBe(world.view.element(first));
  expect(past.mesh(first)).toBe(world.view.mesh(first));
  expect(past.element(second)).not.toEqual(world.view.element(second));
});

test('other branches are as they are now, and an earlier moment is not merged', async () => {
  const world = await World.create();
  await world.do('create_level', { name: 'Ground', elevation: 0 });
  await world.do('create_branch', { name: 'design/a', from: 'main' });
  world.branch = 'design/a';
  await world.do('create_level', { name: 'First', elevation: 3000 });
  const past = await world.domain.past('main', 1);
  expect(past.compare('design/a', 'main')?.changes).toHaveLength(1);
  expect(past.merge('design/a', 'main')).toBeNull();
  expect(past.head('main')).toEqual({ branch: 'main', seq: 1 });
});

test('refuses unknown branches and moments, and has those of discarded branches', async () => {
  const world = await World.create();
  await world.do('create_level', { name: 'Ground', elevation: 0 });
  await world.do('create_branch', { name: 'design/a', from: 'main' });
  await world.do('discard_branch', { name: 'design/a' });
  const last = world.log.all.length;
  expect((await world.domain.past('design/a', last)).count()).toBe(1);
  const refused = async (branch: string, seq: number): Promise<unknown> =>
    await world.domain
      .past(branch, seq)
      .catch((error: unknown) =>
        error instanceof Refusal ? [error.body.name, error.body.message] : error,
      );
  expect(await refused('design/b', 1)).toEqual(['BRANCH_NOT_FOUND', 'no branch `design/b`']);
  for (const seq of [-1, 0.5, last + 1, Number.NaN]) {
    expect(await refused('main', seq)).toEqual([
      'INVALID_ARGUMENT',
      `seq was \`${seq}\`; expected an integer from 0 to ${last}`,
    ]);
  }
});
