/** @module catch-up.test: a gate reads what was committed, and only the change counter when nothing was. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDirectory } from '../../../governance/access/directory.ts';
import { catchUpFor } from '../../../governance/gate/catch-up.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { WorkspacePolicy } from '../../../schemas/permissions.ts';
import { BuildingDomain } from '../../../servers/building/domain.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(geometryServer);
});
afterAll(() => harness.close());

test('a catch-up applies what was committed, and reads nothing if nothing was', async () => {
  const sqlite = openSqliteReader(harness.store);
  const asked: string[] = [];
  const reader: typeof sqlite = {
    ...sqlite,
    registryAll: (kind) => {
      asked.push(kind);
      return sqlite.registryAll(kind);
    },
    eventsAfter: (seq, limit) => {
      asked.push('events');
      return sqlite.eventsAfter(seq, limit);
    },
  };
  const directory = await openDirectory(reader);
  const domain = new BuildingDomain(reader, null);
  const catchUp = catchUpFor({ reader, directory, domain });
  await catchUp();
  asked.length = 0;
  for (let call = 0; call < 5; call += 1) await catchUp();
  expect(asked).toEqual([]);
  const level = { name: 'L', elevation: 0, dry_run: false, reasoning: 'test' };
  expect((await harness.call('create_level', level)).envelope.success).toBe(true);
  const policy = WorkspacePolicy.parse({ rate_limit_per_minute: 7 });
  await harness.keeper.registry({ change: 'policy', policy, signed: null });
  await catchUp();
  expect(domain.view('main').levels()).toHaveLength(1);
  expect(directory.workspace().policy.rate_limit_per_minute).toBe(7);
  expect(asked.toSorted()).toEqual(['agent', 'events', 'workspace']);
  reader.close();
});
