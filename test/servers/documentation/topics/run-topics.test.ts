/** @module tests of findings of runs as topics: an excluded clash is not resolved. */
import { expect, test } from 'vitest';

import { type TopicFinding, topicsOf } from '../../../../kernel/documents/bcf/topics.ts';
import type { StoredEventOf } from '../../../../schemas/events.ts';
import { runTopics } from '../../../../servers/documentation/topics/run-topics.ts';
import { World } from '../../building/world.ts';

const AT = { at: '2026-01-01T00:00:00Z', author: 'a test', snapshots: 0 };

/** Two columns that overlap by 200 mm, checked once; `run` checks again. */
async function clashing() {
  const world = await World.create();
  const level = { name: 'Ground', elevation: 0, height: 3000 };
  const level_id = await world.make('create_level', level);
  const columns: string[] = [];
  for (const x of [0, 200]) {
    const column = { level_id, profile: '400x400', height: 3000, location: { x, y: 0 } };
    columns.push(await world.make('create_column', column));
  }
  await world.run('clash_detection', {});
  const runs = (): readonly StoredEventOf<'validation.run'>[] =>
    world.log.all.filter((event) => event.type === 'validation.run');
  const clash_id = runs()[0]?.payload.findings[0]?.finding_id ?? '';
  return { world, runs, clash_id, column: columns[1] ?? '' };
}

/** The findings of the first run, and the warnings, as an export has them now. */
async function exported({ world, runs }: Awaited<ReturnType<typeof clashing>>) {
  const [first] = runs();
  if (first === undefined) throw new Error('expected a run');
  return await runTopics(first, [], world.view, (_code, message) => {
    throw new Error(message);
  });
}

function topicOf(world: World, findings: readonly TopicFinding[]) {
  const [topic] = topicsOf(world.view, findings, AT);
  return { status: topic?.status, texts: topic?.comments.map(({ text }) => text) };
}

test('an excluded clash is exported as excluded with its reason, and is not closed', async () => {
  const of = await clashing();
  const { world, clash_id } = of;
  await world.do('exclude_clash', { clash_id, because: 'cast as one' });
  const states: unknown[] = [];
  for (let runs = 0; runs < 2; runs += 1) {
    const { findings, warnings } = await exported(of);
    states.push(topicOf(world, findings));
    expect(warnings).toEqual([]);
    expect(topicsOf(world.view, findings, AT)[0]?.description).toMatch(
      /\nIt is excluded by .*: cast/,
    );
    await world.run('clash_detection', {});
  }
  const message = of.runs()[0]?.payload.findings[0]?.message ?? '';
  const excluded = {
    status: 'Active',
    texts: [expect.stringMatching(/ \(excluded by \S+: cast as one\)$/)],
  };
  expect(states).toEqual([excluded, excluded]);
  await world.do('exclude_clash', { clash_id, because: 'no longer', excluded: false });
  const { findings } = await exported(of);
  // The last run did not report it, but it was excluded then.
  expect(topicOf(world, findings)).toEqual({ status: 'Active', texts: [message] });
});

test('a clash that was never excluded is closed when it is gone', async () => {
  const of = await clashing();
  const { world, column } = of;
  await world.do('modify_parameter', {
    element_id: column,
    parameter_name: 'location',
    value: { x: 5000, y: 0 },
  });
  await world.run('clash_detection', {});
  const { findings } = await exported(of);
  expect(topicOf(world, findings)).toMatchObject({
    status: 'Closed',
    texts: [expect.stringMatching(/ \(resolved\)$/)],
  });
});

test('an excluded clash of a deleted element is resolved', async () => {
  const of = await clashing();
  const { world, clash_id, column } = of;
  await world.do('exclude_clash', { clash_id, because: 'cast as one' });
  await world.do('delete_elements', { element_ids: [column] });
  await world.run('clash_detection', {});
  const { findings } = await exported(of);
  expect(topicOf(world, findings).status).toBe('Closed');
});
