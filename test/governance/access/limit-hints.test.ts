/** @module limit-hints.test: the refusal at each limit names the command that changes it. */
import { expect, test } from 'vitest';

import { assertLimit } from '../../../governance/access/scope-assertions.ts';
import { sessionRefusal } from '../../../governance/access/session-limit.ts';
import { rateLimit } from '../../../governance/gate/limits/rate.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { EXAMPLE_EVENTS } from '../../schemas/example-events.ts';
import { ROBOT } from '../keeper/handlers/workspace.ts';

const agent = { ...ROBOT, registered: ROBOT.permissions };

async function hintOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) return `${error.body.name}: ${error.body.hint}`;
    throw error;
  }
  throw new Error('nothing was refused');
}

function importOf(elements: number): PlannedEvent {
  const event = EXAMPLE_EVENTS['model.imported'];
  const { payload } = event;
  return { ...event, payload: { ...payload, manifest: { ...payload.manifest, elements } } };
}

test.each<[string, () => unknown, RegExp]>([
  [
    'elements of one operation',
    () => assertLimit({ agent }, { affected: 101, events: [] }),
    /^ELEMENT_LIMIT_EXCEEDED: .*`max_elements_per_operation`: `plumbline agent grant robot --max-elements 101 --by APPROVER`$/,
  ],
  [
    'elements of an import',
    () => assertLimit({ agent }, { affected: 101, events: [importOf(101)] }),
    /^ELEMENT_LIMIT_EXCEEDED: .*`max_import_elements`: `plumbline agent grant robot --max-import-elements 101 --by APPROVER`$/,
  ],
  [
    'operations of a session',
    () => Promise.reject(sessionRefusal(ROBOT, 1000) ?? new Error('not refused')),
    /^SESSION_LIMIT_EXCEEDED: .*`max_operations_per_session`: `plumbline agent grant robot --max-operations N --by APPROVER`$/,
  ],
  [
    'calls per minute',
    () =>
      rateLimit({
        calls: () => Promise.resolve({ granted: 0, retry_after_ms: 250 }),
      })('robot', 0, 60),
    /^RATE_LIMITED: wait 250 ms, .*`plumbline policy set rate_limit_per_minute N`$/,
  ],
])('the limit on %s names the command that changes it', async (_, work, hint) => {
  expect(await hintOf(work)).toMatch(hint);
});

test('exactly the allowed number of elements is not refused', () => {
  expect(() => assertLimit({ agent }, { affected: 100, events: [] })).not.toThrow();
  const both = { affected: 200, events: [importOf(100)] };
  expect(() => assertLimit({ agent }, both)).not.toThrow();
});
