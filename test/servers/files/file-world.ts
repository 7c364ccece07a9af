/** @module file-world: a test workspace with files of every origin, and agents with different READ scopes. */
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { connectionOf, principalOf } from '../../../governance/access/principal.ts';
import type { Gate } from '../../../governance/gate/gate.ts';
import type { Resources } from '../../../governance/gate/resources/governed-resources.ts';
import { workspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import { untimed } from '../../../governance/tool/step-timer.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import type { Principal } from '../../../schemas/governance.ts';
import { openBuildingDomain } from '../../../servers/building/domain.ts';
import { Gates } from '../../../servers/world/gates.ts';
import { World } from '../../../servers/world/world.ts';
import { okHere, testWorkspace, type TestWorkspace } from '../../e2e/connect.ts';
import { SHARED_CACHE } from '../../shared-cache.ts';

type Args = Readonly<Record<string, unknown>>;

const CREATE = {};
/** The permissions of each agent, by name. */
export const READERS = {
  whole: { READ: {}, CREATE },
  level: { READ: { levels: ['Ground'] }, CREATE },
  twin_level: { READ: { levels: ['Ground'] }, CREATE },
  region: {
    READ: { regions: [{ min: { x: 0, y: 0, z: 0 }, max: { x: 9000, y: 9000, z: 9000 } }] },
    CREATE,
  },
  walls: { READ: { categories: ['Walls', 'Levels'] }, CREATE },
  branch: { READ: { branch_patterns: ['design/*'] }, CREATE },
  blind: { CREATE },
} as const;
export type Reader = keyof typeof READERS;
/** Agents without an unrestricted READ. */
export const RESTRICTED = ['level', 'region', 'walls', 'branch', 'blind'] as const;

/** The workspace, with helpers for tests. */
export type FileWorld = {
  readonly world: World;
  readonly workspace: TestWorkspace;
  /** The gate of all servers together. */
  readonly gate: Gate;
  readonly gates: Gates;
  readonly resources: Resources;
  /** Absolute path of `artifacts/`. */
  readonly artifacts: string;
  readonly principal: (reader: Reader | 'owner') => Principal;
  readonly call: (reader: Reader | 'owner', tool: string, args: Args) => Promise<EnvelopeBody>;
  /** Calls a tool and returns its data; throws if the call fails. */
  readonly done: (
    reader: Reader | 'owner',
    tool: string,
    args: Args,
  ) => Promise<EnvelopeBody['data']>;
  readonly close: () => Promise<void>;
};

/** Opens the workspace and its agents; the building has two levels. */
export async function openFileWorld(): Promise<FileWorld> {
  const workspace = testWorkspace();
  const { dir } = workspace;
  await okHere(dir, 'policy', 'set', 'rate_limit_per_minute', '100000');
  const levels = new Map<string, string>();
  await registerAgents(dir, ['whole', 'blind', 'walls', 'branch', 'region'], levels);
  const world = await openWorld(dir);
  const made = await fileWorld(world, workspace);
  for (const name of ['Ground', 'Vault']) {
    const elevation = name === 'Ground' ? 0 : 3000;
    const { level_id } = await made.done('owner', 'create_level', { name, elevation });
    const wall = { level_id, start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } };
    await made.done('owner', 'create_wall', wall);
    levels.set(name, String(level_id));
  }
  await made.done('owner', 'create_branch', { name: 'other/x' });
  await made.done('owner', 'create_branch', { name: 'design/a' });
  await registerAgents(dir, ['level', 'twin_level'], levels);
  return made;
}

async function registerAgents(
  dir: string,
  names: readonly Reader[],
  levels: ReadonlyMap<string, string>,
): Promise<void> {
  for (const name of names) {
    const file = join(dir, `${name}.json`);
    const text = JSON.stringify({ permissions: READERS[name] });
    writeFileSync(file, text.replaceAll('"Ground"', JSON.stringify(levels.get('Ground') ?? 'L')));
    await okHere(dir, 'agent', 'add', name, '--permissions', file);
  }
}

/** Opens a world like a server; a second world of the same workspace simulates a second process. */
export async function openWorld(dir: string): Promise<World> {
  return await World.open({
    paths: workspacePaths(dir),
    owner: null,
    now: () => new Date(),
    randomId: randomUUID,
    log: () => {},
    process: { id: 'test', pid: process.pid, host: 'here' },
    timed: untimed,
    userCache: SHARED_CACHE,
    ending: new AbortController().signal,
    openBuilding: openBuildingDomain,
    experiment: { uuid: randomUUID, nonce: () => '0'.repeat(64), seed: () => 1, workers: 1 },
  });
}

/** Helpers for calls through the gates of a world. `close` also deletes the workspace. */
export async function fileWorld(world: World, workspace: TestWorkspace): Promise<FileWorld> {
  const gates = new Gates(world, { toolsets: ['all'], readOnly: false });
  const gate = await gates.open('all');
  const { directory } = world.gates;
  const principal: FileWorld['principal'] = (reader) => {
    if (reader !== 'owner') {
      const agent = directory.agent(reader);
      if (agent === undefined) throw new Error(`no agent \`${reader}\``);
      return principalOf(agent, `ses_${reader}`);
    }
    const agent = directory.agent(directory.workspace().default_agent);
    if (agent === undefined) throw new Error('no default agent');
    return { ...principalOf(agent, 'ses_owner') };
  };
  const call: FileWorld['call'] = async (reader, tool, args) => {
    await directory.refresh();
    const { envelope } = await gate.call(connectionOf(principal(reader)), {
      tool,
      arguments: { reasoning: 'a test', ...previews(gate, tool), ...args },
      signal: new AbortController().signal,
      progress: () => {},
    });
    return envelope;
  };
  return {
    world,
    workspace,
    gate,
    gates,
    resources: gates.resources('all'),
    artifacts: world.files.folder,
    principal,
    call,
    done: async (reader, tool, args) => {
      const { success, data, error } = await call(reader, tool, args);
      if (!success) throw new Error(`${reader} ${tool}: ${JSON.stringify(error)}`);
      return data;
    },
    close: async () => {
      await world[Symbol.asyncDispose]();
      workspace.remove();
    },
  };
}

/** `dry_run: false` for tools with this argument. */
function previews(gate: Gate, tool: string): Args {
  const listed = gate.list({ kind: 'agent' }).find(({ name }) => name === tool);
  const takes = Object.hasOwn(listed?.inputSchema['properties'] ?? {}, 'dry_run');
  return takes ? { dry_run: false } : {};
}

/** Creates files of every origin that restricted agents may not read; returns their paths below `artifacts/`. */
export async function makeSecrets(made: FileWorld): Promise<readonly string[]> {
  const { artifacts, done } = made;
  const exported = async (tool: string, args: Args): Promise<string> =>
    String((await done('owner', tool, args))['artifact']);
  const { view_id } = await done('owner', 'create_elevation', { direction: 'south' });
  const secrets = [
    await exported('export_ifc', { schema: 'IFC4', path: 'out/house.ifc' }),
    await exported('generate_schedule', {
      category: 'Walls',
      format: 'csv',
      path: 'out/walls.csv',
    }),
    await exported('generate_schedule', {
      category: 'Walls',
      format: 'xlsx',
      path: 'out/walls.xlsx',
    }),
    await exported('export_drawing', { view_id, format: 'png', path: 'out/south.png' }),
    await exported('generate_schedule', {
      category: 'Walls',
      format: 'csv',
      path: 'out/other.csv',
      branch: 'other/x',
    }),
  ];
  // Files of an agent with the same READ scope as `level`, and of a run of the owner.
  const of_twin = await done('twin_level', 'generate_schedule', {
    category: 'Walls',
    format: 'csv',
    path: 'mine.csv',
  });
  secrets.push(String(of_twin['artifact']));
  const long = await done('owner', 'code_js', { code: '"a,b\\n" + "1,2\\n".repeat(4000)' });
  const { output } = long as {
    readonly output: { readonly artefact: { readonly artifact: string } };
  };
  secrets.push(output.artefact.artifact);
  const { run_id } = await done('owner', 'run_scenario', {
    agent: 'honest',
    scenario: 'basic',
    steps: 3,
  });
  secrets.push(`experiments/${String(run_id)}/audit_honest.log.jsonl`);
  // Files of unknown origin, copied by hand.
  for (const [from, to] of [
    ['out/walls.csv', 'drop/walls.csv'],
    ['out/house.ifc', 'drop/house.ifc'],
    ['out/south.png', 'drop/south.png'],
  ] as const) {
    mkdirSync(dirname(join(artifacts, to)), { recursive: true });
    copyFileSync(join(artifacts, from), join(artifacts, to));
    secrets.push(to);
  }
  return secrets;
}
