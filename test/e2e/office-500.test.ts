/**
 * @module office-500.test: the office of examples/office-500.mjs built and checked through a real client, with progress, and
 * a run that is cancelled. Every number follows from the layout of the example.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { workspacePaths } from '../../governance/keeper/workspace/workspace-files.ts';
import { openSqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import { officeStorey, STOREYS } from '../office-storey.ts';
import { connect, ok, testWorkspace, type Connected, type TestWorkspace } from './connect.ts';

type Answer = Readonly<Record<string, unknown>>;

const why = { reasoning: 'check the office' };
/** Five rows of 25 offices along three corridors, on each storey. */
const OFFICES = STOREYS * 5 * 25;
const CORRIDORS = STOREYS * 3;
const ROOMS = OFFICES + CORRIDORS;
/** A door for each office, two exits for each corridor. */
const DOORS = OFFICES + 2 * CORRIDORS;
/** Nine walls along the building, two across its ends, 24 partitions in each row; two rows share a wall but no partition. */
const WALLS = STOREYS * (9 + 2 + 5 * 24);

let workspace: TestWorkspace;
let server: Connected;

/** A call that must succeed. */
async function data(tool: string, args: Answer = {}): Promise<Answer> {
  const { success, data: progress, error } = await server.call(tool, { ...args, ...why });
  expect({ tool, success, error }).toEqual({ tool, success: true, error: undefined });
  return progress;
}

beforeAll(async () => {
  workspace = testWorkspace();
  const permissions = join(workspace.dir, 'permissions.json');
  const all = { READ: {}, CREATE: {}, MODIFY: {} };
  writeFileSync(
    permissions,
    JSON.stringify({ permissions: all, max_elements_per_operation: 1000 }),
  );
  ok(workspace.dir, 'agent', 'grant', 'agent', '--permissions', permissions);
  ok(workspace.dir, 'policy', 'set', 'bulk_threshold', '1000');
  server = await connect(workspace.dir, 'all', { words: ['--toolsets', 'all'] });
  for (let number = 0; number < STOREYS; number++) {
    await data('run_script', { script: officeStorey(number), dry_run: false });
  }
});
afterAll(async () => {
  await server.close();
  workspace.remove();
});

test('the office has the rooms, walls and doors of the example', async () => {
  const { counts } = await data('get_model_summary');
  expect(counts).toEqual({
    Levels: STOREYS,
    Walls: WALLS,
    Floors: STOREYS,
    Rooms: ROOMS,
    Doors: DOORS,
    Sites: 1,
  });
});

/** The checks, with their expected results for this building. */
const CHECKS = [
  {
    name: 'clash_detection',
    args: {},
    says: {
      status: 'none',
      total: 0,
      elements: WALLS + DOORS + STOREYS,
      by_type: { hard: 0, contained: 0, duplicate: 0, workspace: 0, clearance: 0, touching: 0 },
      not_measured: { count: 0 },
      rules: expect.arrayContaining([
        expect.objectContaining({ rule_id: 'in-its-host', pairs: DOORS }),
        // Both ends of each partition, and of each wall along the building.
        expect.objectContaining({ rule_id: 'joined-walls', pairs: STOREYS * 2 * (5 * 24 + 9) }),
      ]),
    },
  },
  {
    name: 'code_compliance',
    args: { standard: 'IBC-2021', severity_threshold: 'advisory' },
    says: {
      // Nothing is modelled above the top storey or outside the exits.
      status: 'incomplete',
      total: 0,
      coverage: { failed: 0, not_evaluated_count: (2 * ROOMS) / STOREYS + 2 * CORRIDORS },
    },
  },
  {
    name: 'accessibility_check',
    args: { standard: 'ADA-2010' },
    // The exits in the east open into their corridors, with 425 mm beyond the latch: less than 18 in.
    says: { status: 'violations', total: CORRIDORS, coverage: { failed: CORRIDORS } },
  },
  {
    name: 'egress_analysis',
    args: {},
    says: {
      status: 'compliant',
      room_count: ROOMS,
      // Two people in each office, two exits of each corridor.
      storeys: Array.from({ length: STOREYS }, (_, number) =>
        expect.objectContaining({ name: `Storey ${number}`, occupants: 250, exit_count: 6 }),
      ),
      coverage: { failed: 0, not_evaluated_count: 0 },
    },
  },
  {
    name: 'fire_rating_check',
    args: {},
    says: {
      status: 'not_evaluated',
      total: 0,
      not_evaluated: [{ what: 'everything', count: WALLS + DOORS + STOREYS }],
    },
  },
  {
    name: 'structural_check',
    args: {},
    says: {
      // Walls of 2,900 mm end 100 mm below the slab above, so only the ground storey is supported.
      status: 'findings',
      bodies: {
        looked_at: WALLS + STOREYS,
        on_the_ground: WALLS / STOREYS + 1,
        unsupported: (STOREYS - 1) * (WALLS / STOREYS + 1),
      },
      total: (STOREYS - 1) * (WALLS / STOREYS + 1),
    },
  },
  { name: 'validate_constraints', args: {}, says: { status: 'holds', total: 0 } },
] as const;

test.each(CHECKS)('$name finds what the example implies and reports progress', async (check) => {
  const before = server.progress().length;
  const { structuredContent } = await server.client.callTool(
    { name: check.name, arguments: { ...check.args, ...why } },
    undefined,
    { onprogress: () => undefined },
  );
  expect(structuredContent).toMatchObject({ success: true, data: check.says });
  const reports = server.progress().slice(before);
  expect(reports.length).toBeGreaterThan(0);
  for (const [i, { progress, total = -1 }] of reports.entries()) {
    expect(progress).toBeGreaterThan(reports[i - 1]?.progress ?? -1);
    expect(progress).toBeLessThanOrEqual(total);
  }
});

/** The record of runs: the tools of recorded runs and of refused calls. */
function runRecords(): { readonly runs: readonly unknown[]; readonly refused: readonly unknown[] } {
  const reader = openSqliteReader(workspacePaths(workspace.dir).store);
  try {
    const events = reader.eventsAfter(0, 10_000);
    const entries = reader
      .auditAfter(0, 10_000)
      .map(({ body }) => Entry.parse(JSON.parse(body)))
      .filter(({ outcome }) => outcome === 'refused');
    return {
      runs: events.flatMap((event) =>
        event.type === 'validation.run' ? [event.payload.tool] : [],
      ),
      refused: entries.map(({ tool }) => tool),
    };
  } finally {
    reader.close();
  }
}

const Entry = z.looseObject({ outcome: z.string().optional(), tool: z.string().optional() });

test('a cancelled route search stops, and other calls are answered', async () => {
  const { levels } = await data('get_model_summary');
  const [ground] = z.array(z.object({ level_id: z.string() })).parse(levels);
  const cancelling = new AbortController();
  const request = {
    name: 'circulation_check',
    arguments: {
      level_id: ground?.level_id,
      // From the first office to the east end of the last corridor.
      start: { x: 2000, y: 2000 },
      end: { x: 99_000, y: 25_000 },
      ...why,
    },
  };
  const answer = server.client.callTool(request, undefined, { signal: cancelling.signal });
  cancelling.abort(new Error('enough'));
  await expect(answer).rejects.toThrow('enough');
  await data('get_model_summary');
  await expect.poll(() => runRecords().refused, { timeout: 60_000 }).toEqual(['circulation_check']);
});

test('a run cancelled at its first progress leaves no event, and other calls are answered', async () => {
  const recorded = CHECKS.map(({ name }) => name);
  expect(runRecords()).toEqual({ runs: recorded, refused: ['circulation_check'] });
  // All pairs of a storey lie within 100 m: 270,000 of them would be measured.
  const request = { name: 'clash_detection', arguments: { clearance: 100_000, ...why } };
  const cancelling = new AbortController();
  const before = server.progress().length;
  const run = server.client.callTool(request, undefined, {
    signal: cancelling.signal,
    onprogress: () => cancelling.abort(new Error('enough')),
  });
  await expect(run).rejects.toThrow('enough');
  expect((await data('get_model_summary'))['counts']).toMatchObject({ Walls: WALLS });
  await expect.poll(runRecords, { timeout: 60_000 }).toEqual({
    runs: recorded,
    refused: ['circulation_check', 'clash_detection'],
  });
  // Its last phase checks pairs.
  const reports = server.progress().slice(before);
  expect(reports.map(({ message }) => message)).not.toContain('listing clashes');
  await data('validate_constraints');
  expect(server.progress().slice(before)).toEqual(reports);
});
