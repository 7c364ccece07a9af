/** @module listed-gate.test: a gate over the stored list returns the same lists as the gate over the loaded tools, to every principal. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Connection, localConnection } from '../../../governance/access/principal.ts';
import { createGate, type Gate } from '../../../governance/gate/gate.ts';
import type { Selection } from '../../../governance/tool/registry.ts';
import { ifcFilesIn } from '../../../servers/files/ifc-files.ts';
import { geometryServerOf } from '../../../servers/geometry/server.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { Gates } from '../../../servers/world/gates.ts';
import { listedGate } from '../../../servers/world/listed-gate.ts';
import { readToolList } from '../../../servers/world/tool-list.ts';
import type { World } from '../../../servers/world/world.ts';
import { okHere, testWorkspace, type TestWorkspace } from '../../e2e/connect.ts';
import { openWorld } from '../files/file-world.ts';
import { openFiles } from '../files/full-readers.ts';

const SERVERS = {
  geometry: geometryServerOf(ifcFilesIn(openFiles('/nowhere'))),
  spatial: spatialServer,
} as const;
type Name = keyof typeof SERVERS;
const NAMES: readonly Name[] = ['geometry', 'spatial'];

const SELECTIONS: readonly Selection[] = [
  { toolsets: [], readOnly: false },
  { toolsets: [], readOnly: true },
  { toolsets: ['all'], readOnly: false },
  { toolsets: ['more'], readOnly: true },
];
const AGENTS = {
  reads: { READ: {} },
  creates: { READ: {}, CREATE: {} },
  deletes: { DELETE: {} },
  revoked: { READ: {} },
} as const;

let workspace: TestWorkspace;
let world: World;
beforeAll(async () => {
  workspace = testWorkspace();
  for (const [name, permissions] of Object.entries(AGENTS)) {
    const file = join(workspace.dir, `${name}.json`);
    writeFileSync(file, JSON.stringify({ permissions }));
    await okHere(workspace.dir, 'agent', 'add', name, '--permissions', file);
  }
  await okHere(workspace.dir, 'agent', 'revoke', 'revoked');
  world = await openWorld(workspace.dir);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  workspace.remove();
});

/** Connections of an agent, without credentials, with wrong ones, and with a credential for READ alone. */
function connections(): ReadonlyMap<string, Connection> {
  const { directory } = world.gates;
  const of = (agent: string | undefined, token?: string): Connection =>
    localConnection(directory, { agent, token }, 'ses_test');
  const whole = of(undefined);
  return new Map([
    ...Object.keys(AGENTS).map((name) => [name, of(name)] as const),
    ['no credentials', whole],
    ['unknown', of('nobody')],
    ['wrong token', of(undefined, 'wrong')],
    [
      'a credential for READ',
      {
        identify: () => {
          const { principal, refusal } = whole.identify();
          return { principal: { ...principal, within: ['READ'] }, refusal };
        },
      },
    ],
    [
      'a person',
      {
        identify: () => {
          const { principal, refusal } = whole.identify();
          return { principal: { ...principal, kind: 'human' }, refusal };
        },
      },
    ],
  ]);
}

async function loadedGate(name: Name, selection: Selection): Promise<Gate> {
  const domain = await world.building();
  return createGate(SERVERS[name], selection, { ...world.gates, server: name, domain });
}

/** The list of a gate for a principal, as text, and the missing permission of each tool. */
async function seen(gate: Gate, connection: Connection): Promise<object> {
  const names = gate.list({ kind: 'agent' }).map(({ name }) => name);
  return {
    list: JSON.stringify(await gate.listPermitted(connection)),
    missing: names.map((name) => [name, gate.missingPermission(connection, name)]),
  };
}

describe.each(NAMES)('%s', (name) => {
  test.each(SELECTIONS)(
    'lists the same bytes to every principal before its tools are loaded, for %j',
    async (selection) => {
      const stored = await new Gates(world, selection).open(name);
      const loaded = await loadedGate(name, selection);
      for (const [who, connection] of connections()) {
        const [ours, theirs] = [await seen(stored, connection), await seen(loaded, connection)];
        expect({ who, ...ours }).toEqual({ who, ...theirs });
        expect(stored.missingPermission(connection, 'no_such_tool')).toBe(null);
      }
      for (const kind of ['agent', 'human'] as const) {
        expect(JSON.stringify(stored.list({ kind }))).toBe(JSON.stringify(loaded.list({ kind })));
      }
      expect([...stored.withheld]).toEqual([...loaded.withheld]);
      for (const { name: tool } of loaded.list({ kind: 'agent' })) {
        expect(JSON.stringify(stored.answers(tool))).toBe(JSON.stringify(loaded.answers(tool)));
      }
      expect(stored.answers('no_such_tool')).toBe(null);
    },
  );
});

test('an agent without a permission is not shown the tools that need it', async () => {
  const gate = await new Gates(world, { toolsets: [], readOnly: false }).open('geometry');
  const reads = connections().get('reads');
  if (reads === undefined) throw new Error('no such agent');
  const names = (await gate.listPermitted(reads)).map((tool) => tool.name);
  expect(names).toEqual(['get_operation', 'preview_operation']);
});

test('a call whose gate cannot be opened is answered without the reason, entered, and the next call opens it', async () => {
  let isBroken = true;
  const selection = { toolsets: [], readOnly: false };
  const gate = listedGate(readToolList('spatial'), selection, {
    world: world.gates,
    server: 'spatial',
    open: async () => {
      if (isBroken) throw new Error('/home/owner/secret.json cannot be read');
      return await loadedGate('spatial', selection);
    },
  });
  const connection = connections().get('reads');
  if (connection === undefined) throw new Error('no such agent');
  const call = {
    tool: 'get_model_summary',
    arguments: { reasoning: 'test' },
    signal: new AbortController().signal,
    progress: () => {},
  };
  const { reader, recorder } = world.gates;
  const newest = async (): Promise<unknown> => {
    await recorder.flush();
    return JSON.parse((await reader.auditAfter(0, 1000)).at(-1)?.body ?? 'null');
  };
  const failed = await gate.call(connection, call);
  expect(failed.envelope.error).toMatchObject({ name: 'INTERNAL' });
  expect(failed.text).not.toContain('secret');
  expect(await newest()).toMatchObject({ tool: 'get_model_summary', action: 'READ' });
  isBroken = false;
  expect((await gate.call(connection, call)).envelope.success).toBe(true);
});
