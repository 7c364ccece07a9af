/** @module subscriptions.test: the watches of one connection, and that none remain after it. */
import { setImmediate as soon } from 'node:timers/promises';

import { expect, test } from 'vitest';

import type { Features } from '../../../servers/host/features.ts';
import type { Service } from '../../../servers/host/requests.ts';
import { Subscriptions } from '../../../servers/host/subscriptions.ts';

test('repeated initialized notifications start one watch, which ends with the connection', async () => {
  const watching = new Set<object>();
  const features: Pick<Features, 'watchTools'> = {
    watchTools: () => {
      const watch = {};
      watching.add(watch);
      return Promise.resolve(() => watching.delete(watch));
    },
  };
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- no other member of a service is used
  const service = { features } as unknown as Service;
  const subscriptions = new Subscriptions(Promise.resolve(service), {
    resource: () => undefined,
    tools: () => undefined,
  });
  for (let i = 0; i < 50; i += 1) subscriptions.watchTools();
  await soon();
  expect(watching.size).toBe(1);
  subscriptions.end();
  await soon();
  expect(watching.size).toBe(0);
});
