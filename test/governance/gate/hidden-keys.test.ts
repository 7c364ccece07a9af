/** @module hidden-keys.test: keys, new names and ids of earlier calls reveal nothing that their caller may not see. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { AgentPermissions } from '../../../schemas/permissions.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { approving, type Approving, type Voice } from './approving.ts';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
let owner: Approving;
/** Reads and changes `design/*`. */
let designer: Voice;
/** Reads the level Ground. */
let low: Voice;
let ground: string;
let upper: string;

const DESIGN = { branch_patterns: ['design/*'] };

beforeAll(async () => {
  harness = await openHarness(geometryServer);
  owner = await approving(harness, {
    designer: { permissions: { CREATE: DESIGN, READ: DESIGN } },
    low: { permissions: { CREATE: {}, READ: { levels: ['Ground'] } } },
    maker: { permissions: { CREATE: {}, READ: DESIGN } },
    narrow: { permissions: { CREATE: {}, READ: {} } },
    earlier: { permissions: { CREATE: {}, READ: {}, DELETE: {} } },
  });
  [designer, low] = [owner.other('designer'), owner.other('low')];
  ground = await idOf('create_level', { name: 'Ground', elevation: 0 });
  upper = await idOf('create_level', { name: 'Upper', elevation: 3000 });
});
afterAll(() => harness.close());

/** Id of the element that the owner creates. */
async function idOf(tool: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  return String(Object.values((await owner.done(tool, args)).data)[0]);
}

const wallAt = (y: number): Readonly<Record<string, unknown>> => ({
  level_id: ground,
  start: { x: 0, y },
  end: { x: 3000, y },
  dry_run: false,
});

test('an idempotency key equal to an id does not reveal whether a hidden branch has that element', async () => {
  const wall = await idOf('create_wall', wallAt(0));
  await owner.done('create_branch', { name: 'design/a' });
  await owner.done('create_branch', { name: 'secret/a' });
  const keyed = { ...wallAt(9000), idempotency_key: wall };
  expect((await designer.ask('create_wall', { ...keyed, branch: 'design/a' })).success).toBe(true);
  const asked = async (branch: string): Promise<string> => {
    const { error } = await designer.ask('create_wall', { ...keyed, branch });
    return JSON.stringify(error).replaceAll(branch, '');
  };
  const [there, none] = [await asked('secret/a'), await asked('secret/b')];
  expect(there).toBe(none);
  expect(there).toContain('SCOPE_DENIED');
});

test('an idempotency key equal to a hidden id is answered like any other', async () => {
  const answers: EnvelopeBody[] = [];
  for (const [nth, key] of [upper, `${upper.slice(0, -1)}!`].entries()) {
    const keyed = { ...wallAt(20_000 + 1000 * nth), idempotency_key: key };
    expect((await low.ask('create_wall', keyed)).success).toBe(true);
    answers.push(await low.ask('create_wall', { ...keyed, end: { x: 4000, y: 0 } }));
  }
  expect(answers.map(({ error }) => error?.name)).toEqual([
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_MISMATCH',
  ]);
});

test('a repeated call does not name what its caller may no longer see', async () => {
  const narrow = owner.other('narrow');
  const keyed = { ...wallAt(30_000), level_id: upper, idempotency_key: 'once' };
  const wall_id = (await narrow.done('create_wall', keyed)).data['wall_id'];
  expect((await narrow.ask('create_wall', keyed)).data).toMatchObject({ wall_id });
  const permissions = { CREATE: {}, READ: { levels: [ground] } };
  await owner.narrowed('narrow', AgentPermissions.parse({ permissions }));
  const again = await narrow.ask('create_wall', keyed);
  expect(again.success).toBe(true);
  expect(JSON.stringify(again.data)).not.toContain(wall_id);
});

test.each([
  ['CREATE does not cover', 'designer', 'design/a'],
  ['starts from a branch that may not be read', 'maker', 'main'],
])(
  'a new name that %s is refused in the same way whether it is in use or not',
  async (_, who, branch) => {
    const voice = owner.other(who);
    for (const dry_run of [true, false]) {
      const asked = async (name: string): Promise<string> => {
        const { error } = await voice.ask('create_branch', { name, branch, dry_run });
        return JSON.stringify(error).replaceAll(/secret\/[abA]/gu, '');
      };
      const none = await asked('secret/b');
      expect(none).toMatch(/SCOPE_DENIED|BRANCH_NOT_FOUND/u);
      expect([await asked('secret/a'), await asked('secret/A')]).toEqual([none, none]);
    }
  },
);

test('get_operation does not wait for an approval that its caller may not see', async () => {
  const wall = await idOf('create_wall', wallAt(50_000));
  const approval_id = await owner.held('delete_elements', { element_ids: [wall] });
  let isAnswered = false;
  const asked = designer.ask('get_operation', { approval_id, wait_s: 20 }).finally(() => {
    isAnswered = true;
  });
  // A decision would end the wait, so it comes after the answer.
  await expect.poll(() => isAnswered, { timeout: 10_000 }).toBe(true);
  expect((await asked).error?.name).toBe('OPERATION_NOT_FOUND');
  expect(await owner.decide(approval_id)).toBe('executed');
});

test('an operation from before READ was narrowed does not reveal whether its branch is still open', async () => {
  const earlier = owner.other('earlier');
  const events: unknown[] = [];
  const approvals: string[] = [];
  for (const branch of ['hid/a', 'hid/b']) {
    await owner.done('create_branch', { name: branch });
    const { event_id, data } = await earlier.done('create_wall', { ...wallAt(60_000), branch });
    events.push(event_id);
    const element_ids = [data['wall_id']];
    approvals.push(await earlier.held('delete_elements', { element_ids, branch }));
    expect(await owner.decide(approvals.at(-1) ?? '')).toBe('executed');
  }
  const permissions = { CREATE: {}, READ: DESIGN };
  await owner.narrowed('earlier', AgentPermissions.parse({ permissions }));
  expect(await owner.decide(await owner.held('discard_branch', { name: 'hid/a' }))).toBe(
    'executed',
  );
  for (const operation_id of events) {
    const { data } = await earlier.ask('get_operation', { operation_id });
    expect(data['events']).toMatchObject([{ event_id: operation_id, aggregate_id: null }]);
  }
  for (const approval_id of approvals) {
    const { data } = await earlier.ask('get_operation', { approval_id });
    expect(data).toMatchObject({ status: 'executed' });
    expect(data).not.toHaveProperty('result');
  }
});
