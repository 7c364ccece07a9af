/** @module read-back.test: success is reported only for values in the committed state. */
import { expect, test } from 'vitest';

import type { StoredEvent } from '../../../schemas/events.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { openHarness } from './harness.ts';

/** The event as returned by a store with a damaged page of level heights. */
function damaged(event: StoredEvent): StoredEvent {
  if (event.type !== 'level.created') return event;
  const { element } = event.payload;
  const params = { ...element.params, height: 1234 };
  return { ...event, payload: { element: { ...element, params } } };
}

test('a commit is not successful if the store returns other events than were planned', async () => {
  await using harness = await harnessOver(damaged);
  const level = { name: 'L', elevation: 0, height: 3000, reasoning: 'a test', dry_run: false };
  const { envelope } = await harness.call('create_level', level);
  expect(envelope).toMatchObject({ success: false, error: { name: 'INTERNAL' } });
  expect(harness.lines.join()).toContain('read back differently: level_');
});

test('a commit is successful if the store returns the planned events', async () => {
  await using harness = await harnessOver((event) => event);
  const level = { name: 'L', elevation: 0, height: 3000, reasoning: 'a test', dry_run: false };
  expect((await harness.call('create_level', level)).envelope.success).toBe(true);
});

async function harnessOver(
  given: (event: StoredEvent) => StoredEvent,
): Promise<Awaited<ReturnType<typeof openHarness>> & AsyncDisposable> {
  const harness = await openHarness(geometryServer, {
    read: (reader) => ({
      ...reader,
      eventsAfter: (seq, limit) => reader.eventsAfter(seq, limit).map(given),
    }),
  });
  return { ...harness, [Symbol.asyncDispose]: harness.close };
}
