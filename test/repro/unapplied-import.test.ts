/** @module unapplied-import.test: an import that no model can apply is reported and can be removed; any other is not. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { verifyStore } from '../../governance/audit/verify-store.ts';
import type { ServerDefinition } from '../../governance/tool/server-definition.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import { openSqliteWriter } from '../../kernel/ledger/sqlite-writer.ts';
import type { EventRecord } from '../../schemas/events.ts';
import { geometryServer } from '../../servers/geometry/server.ts';
import { spatialServer } from '../../servers/spatial/server.ts';
import { approving, type Approving } from '../governance/gate/approving.ts';
import { openHarness, type Harness } from '../governance/gate/harness.ts';
import { committedAsBefore } from '../governance/keeper/committed-as-before.ts';
import {
  levelRecord,
  madeImport,
  revisionOf,
  stageImport,
  undoneImport,
  wallRecord,
  type MadeImport,
} from '../made-import.ts';

const server: ServerDefinition<BuildingView> = {
  ...geometryServer,
  tools: [...geometryServer.tools, ...spatialServer.tools],
};

let harness: Harness;
let agent: Approving;
beforeAll(async () => {
  harness = await openHarness(server);
  agent = await approving(harness);
});
afterAll(() => harness.close());

/** Stores an import without the checks of a keeper. */
async function stored(made: MadeImport): Promise<EventRecord> {
  const writer = openSqliteWriter(harness.store);
  await writer.transact((tx) => stageImport(tx, made));
  await writer.close();
  return committedAsBefore(harness.store, harness.agent, made.event);
}

const elements = async () => {
  const { data, warnings } = await agent.ask('query_elements', { filter: {} });
  return { text: JSON.stringify(data), warnings };
};
const LEVEL = levelRecord('level_i', 'Imported');

test('one with an element that does not fit is reported, and the next changes wait for its removal', async () => {
  const event = await stored(
    madeImport([LEVEL, { ...wallRecord('wall_i', LEVEL.id), params: {} }]),
  );
  const before = await elements();
  expect(String(before.warnings)).toMatch(/event 1 .*model.imported.*`wall_i` do not fit/);
  expect(before.text).not.toContain('level_i');
  expect(await agent.repair(event)).toMatchObject({ status: 'done' });
  expect((await elements()).warnings).toEqual([]);
  await agent.done('create_level', { name: 'Ground', elevation: 0 });
});

test('one that can be applied is not removed, and its ids are free after another one was', async () => {
  const event = await stored(
    madeImport([LEVEL, wallRecord('wall_i', LEVEL.id)], { text: 'other' }),
  );
  expect(await agent.repair(event)).toMatchObject({ refusal: { name: 'INVALID_ARGUMENT' } });
  const { text, warnings } = await elements();
  expect(warnings).toEqual([]);
  expect(text).toContain('wall_i');
  await agent.done('modify_parameter', {
    element_id: 'wall_i',
    parameter_name: 'height',
    value: 2500,
  });
});

test('an undo of changed elements is removed, a revision that leaves them is not', async () => {
  const made = madeImport([LEVEL, wallRecord('wall_i', LEVEL.id)], { text: 'other' });
  const undo = await committedAsBefore(harness.store, harness.agent, undoneImport(made));
  const { warnings } = await elements();
  expect(String(warnings)).toMatch(/import.reverted.*`wall_i` was changed after its import/);
  expect(await agent.repair(undo)).toMatchObject({ status: 'done' });
  expect((await elements()).warnings).toEqual([]);
  const later = madeImport([LEVEL, wallRecord('wall_j', LEVEL.id, 9000)], {
    import_id: 'import_2',
    text: 'later',
  });
  const revision = await stored(revisionOf(made, later));
  expect(await agent.repair(revision)).toMatchObject({ refusal: { name: 'INVALID_ARGUMENT' } });
  const { text } = await elements();
  expect([text.includes('wall_i'), text.includes('wall_j')]).toEqual([true, true]);
});

test('the log has no fault but that nobody approved them', async () => {
  const { faults } = await verifyStore(harness.store);
  expect(faults.map(({ kind }) => kind)).toEqual(
    Array.from({ length: 4 }, () => 'approval_mismatch'),
  );
});
