/** @module hidden-conflicts.test: the keeper's answer about a plan that it does not commit names nothing hidden. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { SubmitReply } from '../../../governance/keeper/protocol/protocol.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { approving, type Approving, type Voice } from './approving.ts';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
let owner: Approving;
/** Reads the level Ground. */
let low: Voice;
let wall: Readonly<Record<string, unknown>>;
let hidden: string;
/** The keeper's answer to each plan; null for its own decision. */
let reply: SubmitReply | null = null;

beforeAll(async () => {
  harness = await openHarness(geometryServer, {
    submit: (keeper) => async (plan) => reply ?? (await keeper.submit(plan)),
  });
  const permissions = { CREATE: {}, READ: { levels: ['Ground'] } };
  owner = await approving(harness, { low: { permissions } });
  low = owner.other('low');
  const { data } = await owner.done('create_level', { name: 'Ground', elevation: 0 });
  const upper = await owner.done('create_level', { name: 'Upper', elevation: 3000 });
  wall = {
    level_id: data['level_id'],
    start: { x: 0, y: 0 },
    end: { x: 5000, y: 0 },
    dry_run: false,
  };
  hidden = String(upper.data['level_id']);
});
afterAll(() => harness.close());

const replies: readonly [string, (id: string) => SubmitReply][] = [
  ['a conflict that does not end', (id) => ({ status: 'conflict', changed: [id] })],
  [
    'a refusal',
    (id) => ({
      status: 'refused',
      refusal: {
        ...new Refusal('VERSION_CONFLICT', '', '').body,
        message: `\`${id}\` was changed`,
        hint: `look at \`${id}\``,
        data: { changed: [id] },
      },
    }),
  ],
];

test.each(replies)(
  '%s names a hidden level only to an agent that sees everything',
  async (_, made) => {
    reply = made(hidden);
    const [whole, part] = [
      await owner.ask('create_wall', wall),
      await low.ask('create_wall', wall),
    ];
    reply = null;
    expect([whole.success, part.success]).toEqual([false, false]);
    expect(whole.error).toMatchObject({ name: 'VERSION_CONFLICT', data: { changed: [hidden] } });
    expect(JSON.stringify(part)).not.toContain(hidden);
    expect((await low.ask('create_wall', wall)).success).toBe(true);
  },
);
