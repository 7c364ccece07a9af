/** @module tests of structural_check: its stated limits, and its answer to an agent with a restricted READ scope. */
import { expect, test } from 'vitest';

import { World } from '../building/world.ts';

/** A column of 3 m with another on top of it, whose level is 3 m up. */
async function columns(): Promise<{ world: World; lower: string; upper: string }> {
  const world = await World.create();
  const ground = await world.make('create_level', { name: 'Ground', elevation: 0 });
  const first = await world.make('create_level', { name: 'First', elevation: 3000 });
  const column = { location: { x: 0, y: 0 }, height: 3000, profile: '300x300' };
  const lower = await world.make('create_column', { ...column, level_id: ground });
  const upper = await world.make('create_column', { ...column, level_id: first });
  return { world, lower, upper };
}

test('states in every answer that it is not a design, with the sources of its limits', async () => {
  const { world, lower, upper } = await columns();
  const first = await world.run('structural_check', {});
  expect(first).toMatchObject({
    status: 'no_findings',
    scope: expect.stringContaining('a screening, not a design'),
    ground_elevation: 0,
    bodies: { looked_at: 2, on_the_ground: 1, carried: 1, unsupported: 0 },
    parameters: {
      floor_span_ratio: {
        value: 28,
        source: expect.stringContaining('not confirmed'),
        confidence: 'advisory',
      },
    },
    not_evaluated: [{ what: 'strength, stiffness and stability' }, {}],
  });
  await world.do('delete_elements', { element_ids: [lower] });
  const second = await world.run('structural_check', {});
  expect(second).toMatchObject({
    status: 'findings',
    scope: expect.stringContaining('a screening, not a design'),
    compared_with: first['validation_run_id'],
    counts: { error: 0, warning: 1, advisory: 0 },
    findings: [{ check: 'structure.unsupported', element_ids: [upper], status: 'new' }],
  });
  const raised = await world.run('structural_check', {
    ground_elevation: 3000,
    beam_span_ratio: 15,
  });
  expect(raised).toMatchObject({
    status: 'no_findings',
    compared_with: null,
    parameters: { beam_span_ratio: { value: 15, source: 'argument' } },
  });
  // The column is from 3,000 to 6,000 mm: with a ground at 6,000 it is partly below it, from 6,006 entirely.
  const within = await world.run('structural_check', { ground_elevation: 6000 });
  expect(within).toMatchObject({ status: 'no_findings', bodies: { below_ground: 0 } });
  expect(await world.run('structural_check', { ground_elevation: 6006 })).toMatchObject({
    status: 'nothing_to_check',
    bodies: { looked_at: 1, below_ground: 1 },
    not_evaluated: [{ what: '1 body', reason: 'entirely below the ground at 6006 mm' }, {}, {}],
  });
  expect(await (await World.create()).run('structural_check', {})).toMatchObject({
    status: 'nothing_to_check',
    ground_elevation: null,
    scope: expect.stringContaining('a screening, not a design'),
  });
});

test('warns an agent that does not see a support that one may exist', async () => {
  const { world, lower, upper } = await columns();
  const sees = {
    place: ({ boxes }: { readonly boxes: readonly { min: { z: number } }[] }) =>
      boxes.every((box) => box.min.z > 1000),
    key: 'test',
    maker: 'maker',
    own: () => false,
    branch: () => true,
  };
  const view = world.domain.callerView(world.view, sees).view;
  const data = await world.run('structural_check', {}, { view });
  expect(data).toMatchObject({
    scope: expect.stringContaining('supports may be outside the READ scope'),
    bodies: { looked_at: 1 },
    findings: [{ element_ids: [upper] }],
  });
  expect(JSON.stringify(data)).not.toContain(lower);
});
