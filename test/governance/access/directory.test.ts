/** @module directory.test: the registry is read again when something was committed, by the word of the directory's own reader. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { openDirectory } from '../../../governance/access/directory.ts';
import { connectKeeper } from '../../../governance/keeper/connect.ts';
import { foundWorkspace } from '../../../governance/keeper/found.ts';
import { createWorkspaceFiles } from '../../../governance/keeper/workspace.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite.ts';
import { WorkspacePolicy } from '../../../schemas/permissions.ts';

test('a change of the policy is seen in the next call that asks, whoever else asked before', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'plumbline-directory-'));
  const paths = createWorkspaceFiles(dir);
  const keeper = await connectKeeper({ dir });
  await foundWorkspace(keeper, paths, {
    owner: 'owner',
    now: () => new Date(),
    randomId: randomUUID,
  });
  const [reader, other] = [openSqliteReader(paths.store), openSqliteReader(paths.store)];
  const directory = await openDirectory(reader);
  const limit = (): number | null => directory.workspace().policy.rate_limit_per_minute;
  const counter = reader.changeCounter();
  await keeper.registry({
    change: 'policy',
    policy: WorkspacePolicy.parse({ rate_limit_per_minute: 7 }),
    signed: null,
  });
  await directory.refresh({ of: reader, counter });
  expect(limit()).not.toBe(7);
  await directory.refresh({ of: other, counter });
  expect(limit()).toBe(7);
  await keeper.registry({
    change: 'policy',
    policy: WorkspacePolicy.parse({ rate_limit_per_minute: 8 }),
    signed: null,
  });
  await directory.refresh({ of: reader, counter: reader.changeCounter() });
  expect(limit()).toBe(8);
  reader.close();
  other.close();
  await keeper.close();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});
