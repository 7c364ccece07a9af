/**
 * @module import-twins: two workspaces with one imported file. In the first its whole building is imported, in the second
 * only the ground floor; what else they have is hidden, too, and different.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ServerDefinition } from '../../../../governance/tool/server-definition.ts';
import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import type { EventSource } from '../../../../kernel/building/view/event-source.ts';
import type { BuildingView } from '../../../../kernel/building/view/view.ts';
import type { SqliteReader } from '../../../../kernel/ledger/sqlite-reader.ts';
import type { StoredEvent } from '../../../../schemas/events.ts';
import type { AgentPermissions } from '../../../../schemas/permissions.ts';
import type { ArtefactStore } from '../../../../servers/documentation/artefacts/artefact-store.ts';
import { documentationServerOf } from '../../../../servers/documentation/server.ts';
import { ifcFilesIn } from '../../../../servers/files/ifc-files.ts';
import { geometryServerOf } from '../../../../servers/geometry/server.ts';
import { spatialServer } from '../../../../servers/spatial/server.ts';
import { validationServerOf } from '../../../../servers/validation/server.ts';
import {
  storeIn,
  type OpenedWorkspace,
} from '../../../servers/documentation/documentation-harness.ts';
import { openFiles } from '../../../servers/files/full-readers.ts';
import { houseFile } from '../../../servers/geometry/import-world.ts';
import { type Approving, approving } from '../approving.ts';
import { type Harness, openHarness } from '../harness.ts';
import { type OwnersRuns, runsOf } from './annex.ts';
import type { Label } from './twins.ts';

/** The branch of the import, and one whose import is the same in both twins. */
export const [BRANCH, OPEN] = ['given/house', 'open/house'] as const;
/** The visible storey. */
const GROUND = 'Ground';

/** The READ scopes of agents; their other permissions are unrestricted there. */
const READS: Readonly<
  Record<string, (ground: string) => NonNullable<AgentPermissions['permissions']['READ']>>
> = {
  storey: (ground) => ({ levels: [ground], branch_patterns: ['given/*', 'design/*'] }),
  shell: (ground) => ({
    levels: [ground],
    categories: ['Levels', 'Walls', 'Doors', 'Windows', 'Openings', 'Bodies'],
    branch_patterns: ['given/*', 'design/*'],
  }),
  branch: () => ({ branch_patterns: ['open/*'] }),
};
export const IMPORT_AGENTS: readonly string[] = Object.keys(READS);

/** One of the two twins. */
export type ImportTwin = {
  readonly harness: Harness;
  readonly owner: Approving;
  /** Ids of elements of the ground floor, by the names that the cases use. */
  readonly ids: Readonly<Record<Label, string>>;
  /** Ids of elements that only the owner sees. */
  readonly hidden: readonly string[];
  /** The import on `BRANCH`, the one on `OPEN`, and one on a hidden branch. */
  readonly imports: Readonly<Record<'given' | 'open' | 'secret', string>>;
  readonly runs: OwnersRuns;
  /** Absolute path of the exported files. */
  readonly folder: string;
  readonly end: () => Promise<void>;
};

/** Ids of the workspace and its first agent, which are the same in both twins. */
function founding(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  };
}

/** Times that depend on the kind of event alone. */
function timed<E extends StoredEvent>(event: E): E {
  const ms = Number.parseInt(sha256Hex(new TextEncoder().encode(event.type)).slice(0, 9), 16);
  return { ...event, at: new Date(ms).toISOString() };
}

function timedEvents(reader: SqliteReader): EventSource {
  return {
    eventsAfter: (...of) => reader.eventsAfter(...of).map((event) => timed(event)),
    eventTextsAfter: (...of) => reader.eventTextsAfter(...of),
    eventsOfBranch: (...of) => reader.eventsOfBranch(...of).map((event) => timed(event)),
    eventsOfOperation: (...of) => reader.eventsOfOperation(...of).map((event) => timed(event)),
    eventById: (id) => {
      const event = reader.eventById(id);
      return event === null ? null : timed(event);
    },
    eventsOfAggregate: (...of) => reader.eventsOfAggregate(...of).map((event) => timed(event)),
    eventsTouching: (...of) => reader.eventsTouching(...of).map((event) => timed(event)),
    pageTouching: (...of) => reader.pageTouching(...of).map((event) => timed(event)),
    blobPart: (...of) => reader.blobPart(...of),
  };
}

/** Every tool of the building. Everybody reads the file that is imported. */
function serverOver(folder: string, store: ArtefactStore): ServerDefinition<BuildingView> {
  const given = ifcFilesIn(openFiles(folder));
  const documentation = documentationServerOf(store, () => 'project', given);
  const { staging, runs } = documentation;
  return {
    ...geometryServerOf(given),
    runs: 'validation.run',
    ...(staging === undefined ? {} : { staging }),
    tools: [
      ...geometryServerOf(given).tools,
      ...spatialServer.tools,
      ...validationServerOf(() => ({ packs: [], warnings: [] }), given).tools,
      ...documentation.tools.map((tool) =>
        tool.type === 'job' ? Object.assign({ records: runs }, tool) : tool,
      ),
    ],
  };
}

/** Opens a twin. */
export async function openImportTwin(which: 'a' | 'b'): Promise<ImportTwin> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-twin-'));
  mkdirSync(join(folder, 'imports'));
  writeFileSync(join(folder, 'imports', 'house.ifc'), houseFile(7));
  writeFileSync(join(folder, 'imports', 'other.ifc'), houseFile(which === 'a' ? 8 : 12));
  writeFileSync(join(folder, 'imports', 'last.ifc'), houseFile(20));
  const opened: OpenedWorkspace = { reader: null, harness: null };
  const store = storeIn(folder, opened);
  const harness = await openHarness(serverOver(folder, store), {
    randomId: founding(),
    read: (reader) => {
      opened.reader = reader;
      return timedEvents(reader);
    },
  });
  opened.harness = harness;
  const permissions = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };
  const owner = await approving(
    harness,
    Object.fromEntries(
      IMPORT_AGENTS.map((name) => [name, { permissions, max_import_elements: 1000 }]),
    ),
  );
  return { ...(await filled(harness, owner, which)), folder, end: ending(harness, folder) };
}

function ending(harness: Harness, folder: string): () => Promise<void> {
  return async () => {
    await harness.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Imports, and changes that only the owner sees, before and after them. */
async function filled(
  harness: Harness,
  owner: Approving,
  which: 'a' | 'b',
): Promise<Omit<ImportTwin, 'folder' | 'end'>> {
  const secret = `secret/${which}`;
  const level = { name: which === 'a' ? 'Vault' : 'Mast', elevation: 90_000 };
  await owner.done('create_branch', { name: secret });
  await owner.done('create_level', { ...level, branch: secret });
  // In one twin, the log names the upper storey of the file first, on a hidden branch.
  if (which === 'b') {
    const part = { as: `${secret}/part`, only: { levels: ['First'] } };
    await imported(owner, { path: 'imports/house.ifc', ...part });
  }
  const imports = {
    secret: await imported(owner, { path: 'imports/other.ifc', as: `${secret}/tower` }),
    open: await imported(owner, { path: 'imports/house.ifc', as: OPEN }),
    given: await imported(owner, {
      path: 'imports/house.ifc',
      as: BRANCH,
      ...(which === 'a' ? {} : { only: { levels: [GROUND] } }),
    }),
  };
  const levels = await rowsOf(owner, { categories: ['Levels'] });
  const level_id = levels.find(({ name }) => name === GROUND)?.element_id ?? '';
  const seen = await rowsOf(owner, { level_id });
  const all = await rowsOf(owner, {});
  const hidden = all
    .map(({ element_id }) => element_id)
    .filter((id) => id !== level_id && seen.every(({ element_id }) => element_id !== id));
  hidden.push(...(await hiddenChanges(owner, which, hidden)));
  const ids = labelled(level_id, seen);
  for (const name of IMPORT_AGENTS) {
    const reads = READS[name];
    if (reads === undefined) continue;
    const scoped = { CREATE: {}, MODIFY: {}, DELETE: {}, READ: reads(level_id) };
    const { permissions: _, ...rest } = harness.agent.permissions;
    await owner.narrowed(name, { ...rest, max_import_elements: 1000, permissions: scoped });
  }
  const there = (call: Approving['ask']): Approving['ask'] => {
    return (tool, args) => call(tool, { ...args, branch: BRANCH });
  };
  const onBranch = { ...owner, ask: there(owner.ask), done: there(owner.done) };
  return { harness, owner, ids, hidden, imports, runs: await runsOf(onBranch, hidden) };
}

/** Imports a file with the approval of a person; returns the id of the import. */
export async function imported(owner: Approving, args: object): Promise<string> {
  const shown = await owner.ask('import_ifc', { ...args });
  const verdict = await owner.decide(await owner.held('import_ifc', { ...args }));
  if (verdict !== 'executed') throw new Error(`${verdict}: ${JSON.stringify(shown)}`);
  return String(shown.data['import_id']);
}

/** Changes of the hidden part: of imported elements in the first twin, of a level of its own in both. */
async function hiddenChanges(
  owner: Approving,
  which: 'a' | 'b',
  hidden: readonly string[],
): Promise<readonly string[]> {
  const on = { branch: BRANCH };
  const level = await owner.done('create_level', {
    ...on,
    name: which === 'a' ? 'Attic' : 'Mast',
    elevation: which === 'a' ? 30_000 : 50_000,
  });
  const wall = hidden.find((id) => id.startsWith('wall_'));
  if (wall !== undefined) {
    const change = { element_id: wall, parameter_name: 'name', value: 'Vault' };
    await owner.done('modify_parameter', { ...on, ...change });
  }
  return [String(level.data['level_id'])];
}

type Row = { readonly element_id: string; readonly kind: string; readonly name: string | null };

/** Elements of the imported branch, in order of their ids. */
async function rowsOf(owner: Approving, filter: object): Promise<readonly Row[]> {
  const asked = { filter, branch: BRANCH, fields: ['name'], limit: 500 };
  const { data, error } = await owner.ask('query_elements', asked);
  const rows: unknown = data['elements'];
  if (!Array.isArray(rows)) throw new Error(JSON.stringify(error));
  return rows
    .map((row: unknown): Row => Object(row))
    .toSorted((one, other) => (one.element_id < other.element_id ? -1 : 1));
}

/** The n-th element of each kind under the name of the cases. */
function labelled(level: string, rows: readonly Row[]): ImportTwin['ids'] {
  const nth = (kind: string, n = 0): string => {
    const id = rows.filter((row) => row.kind === kind)[n]?.element_id;
    if (id === undefined) throw new Error(`no ${kind} ${n} on the ground floor`);
    return id;
  };
  return {
    ground: level,
    first: level,
    south: nth('wall', 0),
    east: nth('wall', 1),
    north: nth('wall', 2),
    west: nth('wall', 3),
    floor: nth('floor'),
    room: nth('room'),
    door: nth('door'),
    window: nth('window'),
    column: nth('column'),
    beam: nth('beam'),
    other: nth('column', 1),
    solid: nth('body'),
    grouped: nth('beam', 1),
  };
}
