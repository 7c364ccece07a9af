/** @module progress.test: progress of a call is sent only while its client waits for it. */
import { expect, test } from 'vitest';

import { connectionOf } from '../../../governance/access/principal.ts';
import type { Gate } from '../../../governance/gate/gate.ts';
import { callTool } from '../../../servers/host/requests.ts';
import { foundedCall } from '../../governance/engine/founded-call.ts';

test('reports no progress of a call after its client has cancelled it or left', async () => {
  const stop = new AbortController();
  const gate: Pick<Gate, 'call' | 'list'> = {
    list: () => [],
    call: async (_from, { progress }) => {
      progress(1, 2, 'before');
      stop.abort();
      progress(2, 2, 'after');
      return await Promise.reject(new Error('cancelled'));
    },
  };
  const reported: unknown[] = [];
  const service = {
    gate: gate as Gate,
    connection: connectionOf(foundedCall('test').principal),
  };
  const call = callTool(Promise.resolve(service), {
    name: 'export_ifc',
    arguments: {},
    signal: stop.signal,
    progress: (...at) => reported.push(at),
    client: {
      capabilities: {},
      ask: null,
      log: async () => await Promise.resolve(),
      inputs: {},
      state: undefined,
    },
    trace: {},
  });
  await expect(call).rejects.toThrow('cancelled');
  expect(reported).toEqual([[1, 2, 'before']]);
});
