/** @module twins: two workspaces that differ only in what their restricted agents may not see. */
import type { ServerDefinition } from '../../../../governance/tool/server-definition.ts';
import type { EventSource } from '../../../../kernel/building/view/event-source.ts';
import type { BuildingView } from '../../../../kernel/building/view/view.ts';
import type { SqliteReader } from '../../../../kernel/ledger/sqlite-reader.ts';
import type { EnvelopeBody } from '../../../../schemas/envelope.ts';
import type { AgentPermissions } from '../../../../schemas/permissions.ts';
import { approving, type Approving } from '../approving.ts';
import { openHarness, type Harness } from '../harness.ts';
import { annex, runsOf, type OwnersRuns } from './annex.ts';
import { BUILDING_SERVERS } from './building-servers.ts';

type Permissions = AgentPermissions['permissions'];
type Operation = { readonly tool: string; readonly arguments: object; readonly as?: string };

/** The elements that every agent of the twins sees, by the names that the cases use. */
export const VISIBLE = [
  'ground',
  'first',
  'south',
  'east',
  'north',
  'west',
  'floor',
  'room',
  'door',
  'window',
  'column',
  'beam',
  'other',
  'solid',
  'grouped',
] as const;
export type Label = (typeof VISIBLE)[number];

/** One of the two twins. */
export type Twin = {
  readonly harness: Harness;
  readonly owner: Approving;
  /** Ids of visible elements. */
  readonly ids: Readonly<Record<Label, string>>;
  /** A visible event, and a hidden one. */
  readonly events: { readonly seen: string; readonly hidden: string };
  /** Ids of hidden elements. */
  readonly hidden: string[];
  /** Checks that its owner, who sees everything, ran before anybody else. */
  readonly runs: OwnersRuns;
};

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
/** Contains everything visible and nothing hidden. */
const REGION = { min: { x: -1000, y: -1000, z: -1000 }, max: { x: 30_000, y: 30_000, z: 9000 } };
const BRANCHES = ['main', 'design/*'];

/** The READ scopes of agents; their other permissions are unrestricted there. */
const READS: Readonly<Record<string, (ids: Twin['ids']) => NonNullable<Permissions['READ']>>> = {
  levels: ({ ground, first }) => ({ levels: [ground, first], branch_patterns: BRANCHES }),
  named: () => ({ levels: ['Ground', 'First'], branch_patterns: BRANCHES }),
  region: () => ({ regions: [REGION], branch_patterns: BRANCHES }),
  shell: () => ({
    categories: ['Levels', 'Walls', 'Floors', 'Rooms'],
    regions: [REGION],
    branch_patterns: BRANCHES,
  }),
  doors: () => ({
    categories: ['Doors', 'Windows', 'Solids'],
    regions: [REGION],
    branch_patterns: BRANCHES,
  }),
  designer: () => ({ regions: [REGION], branch_patterns: ['design/*'] }),
};
export const AGENTS: readonly string[] = Object.keys(READS);

const SHELL: readonly Label[] = [
  'ground',
  'first',
  'south',
  'east',
  'north',
  'west',
  'floor',
  'room',
];
/** The visible elements that an agent sees, if not all of them. */
const PARTS: Readonly<Record<string, readonly Label[]>> = {
  shell: SHELL,
  doors: ['door', 'window', 'solid'],
};

/** Ids and reasons that an answer to an agent must never contain. */
export function hiddenFrom(agent: string, { ids, hidden }: Twin): readonly string[] {
  const part = PARTS[agent] ?? VISIBLE;
  // Changes on an unreadable branch and their reasons are not shown where that branch was continued.
  const reasons = agent === 'designer' ? ['a house'] : [];
  return [
    ...reasons,
    ...hidden,
    ...VISIBLE.filter((label) => !part.includes(label)).map((label) => ids[label]),
  ];
}

function visible(): readonly Operation[] {
  const corners = [P(0, 0), P(10_000, 0), P(10_000, 6000), P(0, 6000)];
  const wall = (as: string, n: number): Operation => ({
    tool: 'create_wall',
    arguments: { level_id: '$ground', start: corners[n], end: corners[(n + 1) % 4] },
    as,
  });
  return [
    { tool: 'create_level', arguments: { name: 'Ground', elevation: 0 }, as: 'ground' },
    { tool: 'create_level', arguments: { name: 'First', elevation: 3000 }, as: 'first' },
    wall('south', 0),
    wall('east', 1),
    wall('north', 2),
    wall('west', 3),
    {
      tool: 'create_floor',
      arguments: { level_id: '$ground', boundary_points: corners },
      as: 'floor',
    },
    {
      tool: 'create_room',
      arguments: { level_id: '$ground', point: P(5000, 3000) },
      as: 'room',
    },
    { tool: 'place_door', arguments: { wall_id: '$south', offset: 1000 }, as: 'door' },
    { tool: 'place_window', arguments: { wall_id: '$north', offset: 1000 }, as: 'window' },
    {
      tool: 'create_column',
      arguments: { level_id: '$ground', location: P(3000, 3000), profile: '300x300', height: 2500 },
      as: 'column',
    },
    {
      tool: 'create_beam',
      arguments: {
        level_id: '$ground',
        start: P(1000, 3000),
        end: P(9000, 3000),
        profile: '200x400',
      },
      as: 'beam',
    },
    {
      tool: 'create_column',
      arguments: { level_id: '$ground', location: P(3100, 3000), profile: '300x300', height: 2500 },
      as: 'other',
    },
    {
      tool: 'create_column',
      arguments: { level_id: '$ground', location: P(3000, 3000), profile: '300x300', height: 2400 },
      as: 'blank',
    },
    {
      tool: 'create_column',
      arguments: { level_id: '$ground', location: P(8000, 5000), profile: '300x300', height: 2500 },
      as: 'grouped',
    },
    ...annex(),
  ];
}

/** A beam 2.5 m deep whose bottom is this far above the ground (mm), along the annex and far beyond. */
function hiddenBeam(y: number, bottom: number): Operation {
  const line = { start: P(-5000, y), end: P(45_000, y) };
  // Its level reaches up to 23 m.
  const elevation_offset = bottom + 2500 - 23_000;
  return {
    tool: 'create_beam',
    arguments: { level_id: '$level', ...line, profile: '200x2500', elevation_offset },
  };
}

/** A group of visible elements, with another placement where it is hidden. */
function grouped(name: string, ...placements: readonly object[]): Operation {
  return { tool: 'create_group', arguments: { name, element_ids: ['$grouped'], placements } };
}

/** Elements hidden from everyone, with other kinds, sizes, names and numbers in each twin. */
const HIDDEN: Readonly<Record<'a' | 'b', readonly (readonly Operation[])[]>> = {
  a: [
    [{ tool: 'create_level', arguments: { name: 'Vault', elevation: 20_000 }, as: 'level' }],
    [
      {
        tool: 'create_wall',
        arguments: { level_id: '$level', start: P(40_000, 0), end: P(45_000, 0) },
        as: 'w',
      },
      { tool: 'place_door', arguments: { wall_id: '$w', offset: 500 } },
    ],
    [
      {
        tool: 'create_column',
        arguments: { level_id: '$level', location: P(50_000, 0), profile: '300x300' },
      },
    ],
    // Between visible elements, on the storey of the annex: they extend beyond the region and are on a hidden level.
    [hiddenBeam(21_000, -1000), hiddenBeam(22_500, 600), hiddenBeam(24_500, -2000)],
    [grouped('Pair', { move: P(900, 0), level_id: '$level' })],
  ],
  b: [
    [
      {
        tool: 'create_level',
        arguments: { name: 'Attic', elevation: 30_000, height: 2500 },
        as: 'level',
      },
    ],
    [{ tool: 'create_level', arguments: { name: 'Mast', elevation: 50_000 } }],
    [
      {
        tool: 'create_floor',
        arguments: {
          level_id: '$level',
          boundary_points: [P(60_000, 0), P(70_000, 0), P(70_000, 9000)],
        },
      },
    ],
    [],
    [grouped('Row', { move: P(0, 400), level_id: '$level' })],
  ],
};

/** Ids of the workspace and its first agent: ids of visible elements are derived from these and are therefore equal in both twins. */
function founding(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  };
}

/** The parts behind the gate of a twin that differ from the usual ones. */
export type Behind = {
  readonly server: ServerDefinition<BuildingView>;
  /** The reads of events. */
  readonly read: (reader: SqliteReader) => EventSource;
};

/** The workspace of one twin: hidden elements are created before and after the visible ones. */
export async function openTwin(
  which: 'a' | 'b',
  { server = BUILDING_SERVERS, read = (reader) => reader }: Partial<Behind> = {},
): Promise<Twin> {
  const harness = await openHarness(server, { randomId: founding(), read });
  const everyone = Object.fromEntries(
    AGENTS.map((name) => [
      name,
      { permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} } } as const,
    ]),
  );
  const owner = await approving(harness, everyone);
  const [first = [], ...rest] = HIDDEN[which];
  const hidden: string[] = [];
  let made: readonly string[] = [];
  const make = async (operations: readonly Operation[]): Promise<EnvelopeBody> => {
    const level = hidden[0] ?? '$level';
    const text = JSON.stringify(operations)
      .replaceAll('$grouped', made[VISIBLE.indexOf('grouped')] ?? '$grouped')
      .replaceAll('"$level"', JSON.stringify(level));
    const known: readonly Operation[] = JSON.parse(text);
    const done = await owner.done('apply_changes', { operations: known, reasoning: `in ${which}` });
    hidden.push(...idsOf(done));
    return done;
  };
  const secret = await make(first);
  const seen = await owner.done('apply_changes', { operations: visible(), reasoning: 'a house' });
  made = await withSolid(idsOf(seen), owner);
  await owner.done('create_branch', { name: 'design/a' });
  await owner.done('create_branch', { name: `secret/${which}` });
  for (const operations of rest) if (operations.length > 0) await make(operations);
  const ids = labelled((label) => made[VISIBLE.indexOf(label)] ?? '');
  for (const name of AGENTS) {
    const reads = READS[name];
    if (reads === undefined) continue;
    const { max_import_elements: _, ...permissions } = harness.agent.permissions;
    await owner.narrowed(name, {
      ...permissions,
      permissions: { CREATE: {}, MODIFY: {}, DELETE: {}, READ: reads(ids) },
    });
  }
  const runs = await runsOf(owner, hidden);
  const events = { seen: seen.event_id ?? '', hidden: secret.event_id ?? '' };
  return { harness, owner, ids, events, hidden, runs };
}

function labelled(idOf: (label: Label) => string): Twin['ids'] {
  return {
    ground: idOf('ground'),
    first: idOf('first'),
    south: idOf('south'),
    east: idOf('east'),
    north: idOf('north'),
    west: idOf('west'),
    floor: idOf('floor'),
    room: idOf('room'),
    door: idOf('door'),
    window: idOf('window'),
    column: idOf('column'),
    beam: idOf('beam'),
    other: idOf('other'),
    solid: idOf('solid'),
    grouped: idOf('grouped'),
  };
}

/** The ids with that of a solid in place of the column that it replaces, which a person approves. */
async function withSolid(ids: readonly string[], owner: Approving): Promise<readonly string[]> {
  const [blank, other] = [VISIBLE.indexOf('solid'), VISIBLE.indexOf('other')];
  const { approval_id, error } = await owner.ask('boolean_operation', {
    element_a: ids[blank],
    element_b: ids[other],
    operation: 'subtract',
    dry_run: false,
  });
  const diff = Object(error?.data?.['diff']) as { readonly created?: readonly { id: string }[] };
  const made = diff.created?.[0]?.id;
  if (approval_id === undefined || made === undefined) throw new Error(JSON.stringify(error));
  await owner.decide(approval_id);
  return ids.with(blank, made);
}

function idsOf({ data }: EnvelopeBody): readonly string[] {
  const results: unknown = data['results'];
  return Array.isArray(results) ? results.map((result: unknown) => String(Object(result).id)) : [];
}
