/** @module conflicts.test: a plan that lost a race against another change is made again, up to eight times. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { geometryServer } from '../../../servers/geometry/server.ts';
import { approving, type Approving } from './approving.ts';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
let agent: Approving;
/** Number of submissions that the keeper still answers with a conflict, and number of submissions so far. */
let [conflicts, submissions] = [0, 0];

beforeAll(async () => {
  harness = await openHarness(geometryServer, {
    submit: (keeper) => async (plan) => {
      submissions += 1;
      if (submissions <= conflicts) return { status: 'conflict', changed: ['level_other'] };
      return await keeper.submit(plan);
    },
  });
  agent = await approving(harness, {});
});
beforeEach(() => ([conflicts, submissions] = [0, 0]));
afterAll(() => harness.close());

test.each([0, 1, 2, 7])('a call is committed after %i conflicts', async (count) => {
  conflicts = count;
  const level = { name: `Level ${count}`, elevation: 3000 * count, dry_run: false };
  const answer = await agent.ask('create_level', level);
  expect(answer).toMatchObject({ success: true, event_id: expect.any(String) });
  expect(submissions).toBe(count + 1);
});

test('a call is refused with VERSION_CONFLICT after eight conflicts, and changes nothing', async () => {
  conflicts = 8;
  const level = { name: 'Late', elevation: 90_000, dry_run: false };
  const answer = await agent.ask('create_level', level);
  expect(answer.error).toMatchObject({
    name: 'VERSION_CONFLICT',
    message: 'others kept changing `level_other` while this was planned 8 times',
    data: { changed: ['level_other'] },
  });
  expect(submissions).toBe(8);
  // The same level can be created afterwards.
  conflicts = 0;
  expect(await agent.ask('create_level', level)).toMatchObject({ success: true });
});
