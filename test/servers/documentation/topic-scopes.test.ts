/** @module tests of scopes of topics: a topic counts as a change of the elements that it names. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { ifcGuid } from '../../../kernel/documents/ifc/guid.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { openTopicWorld, topicParts, type TopicWorld } from './topic-world.ts';

let world: TopicWorld;

/** Reads everything; creates and changes inside a scope. */
function inside(scope: object): { permissions: { READ: object; CREATE: object; MODIFY: object } } {
  return { permissions: { READ: {}, CREATE: scope, MODIFY: scope } };
}

const LOW = { min: { x: -1000, y: -1000, z: 0 }, max: { x: 5000, y: 1000, z: 3000 } };

beforeAll(async () => {
  world = await openTopicWorld({
    doors: inside({ categories: ['Doors'] }),
    'ground-only': inside({ levels: ['Ground'] }),
    low: inside({ regions: [LOW] }),
    topics: inside({ categories: ['Walls', 'Topics'] }),
    'topics-only': inside({ categories: ['Topics'] }),
  });
});
afterAll(() => world.close());

/** Tries what changes a topic about these elements; returns `done`, or the message of the refusal. */
async function tries(agent: string, element_ids: readonly string[], args: object = {}) {
  const { owner } = world;
  const { ask } = owner.other(agent);
  const { data } = await owner.done('create_topic', { title: 'T', element_ids, ...args });
  const topic_id = String(Object(data)['topic_id']);
  const answers: EnvelopeBody[] = [];
  for (const [tool, given] of [
    ['create_topic', { title: agent, element_ids, ...args }],
    ['update_topic', { topic_id, status: 'Closed' }],
    ['comment_topic', { topic_id, text: 'x' }],
  ] as const) {
    answers.push(await ask(tool, { ...given, dry_run: false }));
  }
  return answers.map(({ success, error }) =>
    success ? 'done' : `${error?.name} ${error?.message.replaceAll(topic_id, 'ID')}`,
  );
}

test('a topic is inside a scope if all of its elements are', async () => {
  const { wall, upper } = world;
  const done = ['done', 'done', 'done'];
  const denied = (why: RegExp): readonly unknown[] =>
    done.map(() => expect.stringMatching(new RegExp(`SCOPE_DENIED .*${why.source}`)));
  expect(await tries('doors', [wall])).toEqual(denied(/category `Walls` is not one of Doors/));
  expect(await tries('ground-only', [wall])).toEqual(done);
  expect(await tries('ground-only', [wall, upper])).toEqual(
    denied(/level `First` is not one of Ground/),
  );
  expect(await tries('low', [wall])).toEqual(done);
  expect(await tries('low', [upper])).toEqual(denied(/is not inside an allowed region/));
  expect(await tries('whole', [wall, upper])).toEqual(done);
});

test('a topic without elements has only its place, and the category Topics', async () => {
  const at = (x: number): object => ({ location: { x, y: 0, z: 100 } });
  const created = async (agent: string, args: object): Promise<unknown> =>
    (await tries(agent, [], args))[0];
  expect(await created('doors', at(0))).toMatch(/category `Topics` is not one of Doors/);
  expect(await created('ground-only', at(0))).toMatch(/it is on no level/);
  expect(await created('low', at(0))).toBe('done');
  expect(await created('low', at(90_000))).toMatch(/is not inside an allowed region/);
  expect(await created('low', {})).toMatch(/it has no body/);
  expect(await created('topics', at(0))).toBe('done');
});

test('an import is judged by the elements of all its topics', async () => {
  const { owner, archived, wall, upper } = world;
  const guid = (first: string): string => `${first.repeat(8)}-3616-44c6-9af4-31151e8e0363`;
  const one = topicParts(guid('a'), { title: 'A', selected: [ifcGuid(wall)] });
  const two = topicParts(guid('b'), { title: 'B', selected: [ifcGuid(upper)] });
  const agent = owner.other('ground-only');
  const both = await agent.ask('import_bcf', {
    path: archived('both.bcf', ...one, ...two),
    dry_run: false,
  });
  expect(both.error?.message).toMatch(/level `First` is not one of Ground/);
  await agent.done('import_bcf', { path: archived('one.bcf', ...one) });
  const foreign = { title: 'C', selected: [ifcGuid(wall), '0000000000000000000001'] };
  const odd = await agent.ask('import_bcf', {
    path: archived('odd.bcf', ...topicParts(guid('c'), foreign)),
    dry_run: false,
  });
  expect(odd.error?.message).toMatch(/it is on no level/);
});

test('an import that names thousands of components is judged by its elements, and by those of the topic before', async () => {
  const { owner, archived, wall } = world;
  const agent = owner.other('topics-only');
  const made = await owner.done('create_topic', { title: 'Of the owner', element_ids: [wall] });
  const topic_id = String(Object(made.data)['topic_id']);
  const unknown = Array.from({ length: 20_001 }, (_, i) => ifcGuid(`x${i}`));
  const denied = /category `Walls` is not one of Topics/;
  const closed = { title: 'Of the owner', status: 'Closed', selected: [] };
  for (const count of [0, 20_000, 20_001]) {
    const parts = topicParts(topic_id, { ...closed, hidden: unknown.slice(0, count) });
    const path = archived(`closed-${count}.bcf`, ...parts);
    const { error } = await agent.ask('import_bcf', { path, dry_run: false });
    expect(error?.message).toMatch(denied);
  }
  const about = { title: 'New', selected: [ifcGuid(wall)], hidden: unknown };
  const parts = topicParts('f1f1f1f1-3616-44c6-9af4-31151e8e0363', about);
  const path = archived('about.bcf', ...parts);
  const { error } = await agent.ask('import_bcf', { path, dry_run: false });
  expect(error?.message).toMatch(denied);
});
