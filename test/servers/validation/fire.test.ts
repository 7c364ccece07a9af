/** @module tests of fire_rating_check: its answer, also to an agent with a restricted READ scope. */
import { expect, test } from 'vitest';

import { withWall } from '../building/world.ts';

test('findings state the source of the expected share and that no code is checked', async () => {
  const { world, wall_id, level_id } = await withWall();
  const none = await world.run('fire_rating_check', {});
  expect(none).toMatchObject({
    status: 'not_evaluated',
    total: 0,
    not_evaluated: [{ what: 'everything', count: 1 }],
  });
  await world.do('modify_parameter', {
    element_id: wall_id,
    parameter_name: 'fire_rating_min',
    value: 60,
  });
  const door = await world.make('place_door', { wall_id, offset: 500, fire_rating_min: 30 });
  const data = await world.run('fire_rating_check', {});
  expect(data).toMatchObject({
    status: 'findings',
    scope: expect.stringContaining('the ratings that a code requires are not checked'),
    ratings: { Walls: { elements: 1, rated: 1 }, Doors: { elements: 1, rated: 1 } },
    parameters: { door_share: { value: 0.75, confidence: 'advisory' } },
    counts: { error: 0, warning: 0, advisory: 1 },
    findings: [{ check: 'fire.door_below_wall', element_ids: [door, wall_id], level_id }],
  });
  expect(JSON.stringify(data)).not.toMatch(/compliant/i);
  // Half of the wall's rating is enough if the caller sets that.
  const own = await world.run('fire_rating_check', { door_share: 0.5 });
  expect(own).toMatchObject({
    status: 'no_findings',
    total: 0,
    compared_with: null,
    parameters: { door_share: { value: 0.5, source: 'argument' } },
  });
});

test('an agent that does not see the rated wall gets no rating', async () => {
  const { world, wall_id, level_id } = await withWall();
  await world.do('modify_parameter', {
    element_id: wall_id,
    parameter_name: 'fire_rating_min',
    value: 60,
  });
  const axis = { start: { x: 5000, y: 0 }, end: { x: 9000, y: 0 } };
  const next = await world.make('create_wall', { level_id, ...axis });
  expect(await world.run('fire_rating_check', {})).toMatchObject({
    findings: [{ check: 'fire.line_broken', element_ids: [next, wall_id] }],
  });
  const sees = {
    place: ({ boxes }: { readonly boxes: readonly { min: { x: number } }[] }) =>
      boxes.every((box) => box.min.x > 1000),
    key: 'test',
    maker: 'maker',
    own: () => false,
    branch: () => true,
  };
  const data = await world.run(
    'fire_rating_check',
    {},
    { view: world.domain.callerView(world.view, sees).view },
  );
  expect(data).toMatchObject({
    status: 'not_evaluated',
    ratings: { Walls: { elements: 1, rated: 0 } },
    not_evaluated: [{ count: 1 }],
    resolved_count: 0,
  });
  expect(JSON.stringify(data)).not.toContain(wall_id);
});
