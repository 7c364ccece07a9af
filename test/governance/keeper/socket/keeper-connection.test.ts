/** @module keeper-connection.test: a request that the keeper would not read does not end the connection of other requests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { connectKeeper } from '../../../../governance/keeper/connect-keeper.ts';
import { RequestRefused } from '../../../../governance/keeper/protocol/keeper-error.ts';
import { createWorkspaceFiles } from '../../../../governance/keeper/workspace/workspace-files.ts';
import { BUILDING_CHECKS } from '../../../../kernel/building/model/checks/checks-module.ts';
import { plainSubmit } from '../plain-handlers.ts';

test('a request with too many parts is refused alone, and others on the connection are answered', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'parts-'));
  createWorkspaceFiles(dir);
  const thread = new URL('../plain-thread.ts', import.meta.url);
  const keeper = await connectKeeper({ checks: BUILDING_CHECKS, dir, thread, timeoutMs: 60_000 });
  const parts = Array.from({ length: 5_000_000 }, () => []);
  const [bad, good] = await Promise.allSettled([
    keeper.record([{ kind: 'call', parts }]),
    keeper.submit(plainSubmit()),
  ]);
  expect(bad).toMatchObject({ status: 'rejected', reason: expect.any(RequestRefused) });
  expect(good.status).toBe('fulfilled');
  await keeper.close();
  rmSync(dir, { recursive: true });
});
