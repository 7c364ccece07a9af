/** @module directory.test: a refresh reads the registry again. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { openDirectory } from '../../../governance/access/directory.ts';
import { connectKeeper } from '../../../governance/keeper/connect-keeper.ts';
import { foundWorkspace } from '../../../governance/keeper/workspace/found-workspace.ts';
import { createWorkspaceFiles } from '../../../governance/keeper/workspace/workspace-files.ts';
import { BUILDING_CHECKS } from '../../../kernel/building/model/checks/checks-module.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { WorkspacePolicy } from '../../../schemas/permissions.ts';

test('a change of the policy is visible after the next refresh', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'plumbline-directory-'));
  const paths = createWorkspaceFiles(dir);
  const keeper = await connectKeeper({ checks: BUILDING_CHECKS, dir, timeoutMs: 60_000 });
  await foundWorkspace(keeper, paths, {
    owner: 'owner',
    now: () => new Date(),
    randomId: randomUUID,
  });
  const reader = openSqliteReader(paths.store);
  const directory = await openDirectory(reader);
  const limit = (): number | null => directory.workspace().policy.rate_limit_per_minute;
  const set = async (rate_limit_per_minute: number): Promise<void> => {
    const policy = WorkspacePolicy.parse({ rate_limit_per_minute });
    await keeper.registry({ change: 'policy', policy, signed: null });
  };
  await set(7);
  expect(limit()).not.toBe(7);
  await directory.refresh();
  expect(limit()).toBe(7);
  reader.close();
  await keeper.close();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});
