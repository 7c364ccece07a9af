/** @module old-workspace.test: a workspace of an earlier revision opens, verifies, and gives equal answers. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { connect, ok, plumbline, type Connected } from '../e2e/connect.ts';
import { approving } from '../e2e/digest-of.ts';

const FIXTURE = join(import.meta.dirname, '../fixtures/workspace-0b1aeba');

const Expected = z.strictObject({
  runner_token: z.string(),
  ids: z.record(z.string(), z.string()),
  approvals: z.record(z.string(), z.string()),
  verified: z.looseObject({ entries: z.number(), events: z.number() }),
  bodies_sha256: z.strictObject({ events: z.string(), audit: z.string() }),
  answers: z.array(
    z.strictObject({
      server: z.enum(['geometry', 'spatial', 'mpt', 'pseudo-axion']),
      tool: z.string(),
      arguments: z.record(z.string(), z.unknown()),
      data: z.unknown(),
      warnings: z.array(z.string()),
      error: z.string().optional(),
    }),
  ),
});
const expected = Expected.parse(JSON.parse(readFileSync(join(FIXTURE, 'expected.json'), 'utf8')));
const why = { reasoning: 'a later revision goes on with it' };
const really = { ...why, dry_run: false };

let dir: string;
const servers = new Map<string, Connected>();

async function server(name: string): Promise<Connected> {
  const open = servers.get(name);
  if (open !== undefined) return open;
  const opened = await connect(
    dir,
    name,
    name === 'geometry' ? { words: ['--toolsets', 'more'] } : {},
  );
  servers.set(name, opened);
  return opened;
}

/** SHA-256 of the first bodies of a table as they are stored, a line feed after each. */
function bodiesSha256(table: 'events' | 'audit', count: number): string {
  const store = new DatabaseSync(join(dir, '.plumbline', 'ledger.db'), { readOnly: true });
  const rows = store.prepare(`SELECT body FROM ${table} ORDER BY seq LIMIT ?`).all(count);
  store.close();
  const hash = createHash('sha256');
  for (const { body } of rows) hash.update(`${String(body)}\n`);
  return hash.digest('hex');
}

function verified(): unknown {
  const checkpoint = join(dir, 'checkpoint.txt');
  return JSON.parse(ok(dir, 'audit', 'verify', '--checkpoint', checkpoint, '--json'));
}

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'plumbline-old-'));
  const { status, stderr } = spawnSync('tar', [
    '-xzf',
    join(FIXTURE, 'workspace.tar.gz'),
    '-C',
    dir,
  ]);
  if (status !== 0) throw new Error(`tar ended with ${status}: ${stderr.toString()}`);
});
afterAll(async () => {
  for (const opened of servers.values()) await opened.close();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

test('the log of an old workspace verifies, with its checkpoint and an issued proof', () => {
  expect(verified()).toEqual(expected.verified);
  expect(ok(dir, 'audit', 'check-proof', join(dir, 'proof.json'))).toMatch(/^ok /);
});

/** Types of relationships that were added after the answers were recorded. */
const LATER: readonly unknown[] = ['voids', 'fills', 'connects', 'contains', 'bounds'];

/** Measures that existed when the answers were recorded. */
const MEASURES = ['length_mm', 'area_mm2', 'perimeter_mm', 'volume_mm3'];

/** The answer without everything that was added to answers since they were recorded. */
function asThen(
  said: Readonly<Record<string, unknown>>,
  then: unknown,
): Readonly<Record<string, unknown>> {
  // An operation now has the decisions about its approval.
  const { decisions, ...undecided } = said;
  const answer = Array.isArray(decisions) && 'approval_id' in said ? undecided : said;
  // A summary now includes `site`, `site_place` and `references`, which are null and empty for the old workspace.
  const { site, site_place, references, ...before } = answer;
  if (
    site === null &&
    site_place === null &&
    Array.isArray(references) &&
    references.length === 0
  ) {
    return withFoundations(before);
  }
  const { relationships, measures } = answer;
  const isMeasured = typeof measures === 'object' && measures !== null;
  const known_measures = Object.entries(asBlock(withoutFillets(answer), then)).filter(([key]) =>
    MEASURES.includes(key),
  );
  const unswung = withoutSwingSeen(withoutNames(answer));
  const data = isMeasured ? { ...unswung, measures: Object.fromEntries(known_measures) } : unswung;
  if (Array.isArray(answer['elements'])) return withoutNullHosts(data, answer['elements']);
  if (!Array.isArray(relationships)) return data;
  const known = relationships.filter(({ type }: { type: unknown }) => !LATER.includes(type));
  return { ...data, relationships: known };
}

const Summary = z.looseObject({
  floor_area_mm2: z.number(),
  floor_areas_mm2: z.looseObject({ foundation: z.number() }),
});

/** A summary with the area of foundations in that of floors, to which it has not belonged since. */
function withFoundations(
  answer: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { floor_areas_mm2, ...summary } = Summary.parse(answer);
  return { ...summary, floor_area_mm2: summary.floor_area_mm2 + floor_areas_mm2.foundation };
}

/** Rows without the host of elements that have none, which is null since. */
function withoutNullHosts(
  data: Readonly<Record<string, unknown>>,
  elements: readonly unknown[],
): Readonly<Record<string, unknown>> {
  const rows = elements.map((row) => {
    const { host_id, ...others }: Readonly<Record<string, unknown>> = Object(row);
    return host_id === null ? others : row;
  });
  return { ...data, elements: rows };
}

const Diff = z.looseObject({ changes: z.array(z.looseObject({ change: z.string() })) });

/** Removes the names that modified elements in differences have been given since. */
function withoutNames(
  answer: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const found = Diff.safeParse(answer);
  if (!found.success) return answer;
  const changes = found.data.changes.map(({ name, ...change }) =>
    change.change === 'modified' || name === undefined ? change : Object.assign(change, { name }),
  );
  return { ...answer, changes };
}

const Door = z.looseObject({ params: z.looseObject({ swing_seen: z.string() }) });

/** Removes `swing_seen`, a description that doors have been given since. */
function withoutSwingSeen(
  answer: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const found = Door.safeParse(answer);
  if (!found.success) return answer;
  const { swing_seen: _, ...params } = found.data.params;
  return { ...answer, params };
}

const Rolled = z.object({
  params: z.object({ profile: z.literal('HEA 200') }),
  measures: z.looseObject({ length_mm: z.number(), volume_mm3: z.number() }),
});

/** The measures without the four fillets of 18 mm, which bodies of rolled sections have been given since. */
function withoutFillets(answer: Readonly<Record<string, unknown>>): object {
  const found = Rolled.safeParse(answer);
  if (!found.success) return Object(answer['measures'] ?? {});
  const { measures } = found.data;
  const { length_mm, volume_mm3 } = measures;
  const fillets = (4 - Math.PI) * 18 ** 2 * length_mm;
  const bare = (2 * 200 * 10 + 170 * 6.5) * length_mm;
  expect((volume_mm3 - bare) / fillets).toBeCloseTo(1, 3);
  return { ...measures, volume_mm3: bare };
}

const Fitted = z.looseObject({
  area_mm2: z.number(),
  volume_mm3: z.number(),
  frame_area_mm2: z.number(),
  leaf_area_mm2: z.number().optional(),
  glass_area_mm2: z.number(),
});
/** The volume that an answer had. */
const Then = z.looseObject({ measures: z.looseObject({ volume_mm3: z.number() }) });
/** Thickness of the walls with doors and windows, mm. */
const WALLS_MM = [300, 240.5, 200];

/**
 * The measures of a door or window as the block as thick as its wall that it was. Since then a door is a lining as deep as
 * the wall and a leaf of 40 mm, a window a frame of 60 mm with a sash of 40 mm around a pane of 24 mm.
 */
function asBlock(measures: object, then: unknown): object {
  const found = Fitted.safeParse(measures);
  if (!found.success) return measures;
  const { area_mm2, volume_mm3, frame_area_mm2, leaf_area_mm2, glass_area_mm2 } = found.data;
  const isDoor = leaf_area_mm2 !== undefined;
  const block = Then.parse(then).measures.volume_mm3;
  const wall = block / area_mm2;
  expect(WALLS_MM).toContain(wall);
  const [least, most] = isDoor ? [wall, wall] : [40, 60];
  const rest = (leaf_area_mm2 ?? 0) * 40 + glass_area_mm2 * 24;
  expect(volume_mm3).toBeGreaterThanOrEqual(frame_area_mm2 * least + rest);
  expect(volume_mm3).toBeLessThanOrEqual(frame_area_mm2 * most + rest);
  return { ...measures, volume_mm3: block };
}

test('an old workspace gives the same answers as before', async () => {
  expect(expected.answers.length).toBeGreaterThan(50);
  for (const { server: name, tool, arguments: given, error, ...answer } of expected.answers) {
    const { data, warnings, ...rest } = await (await server(name)).call(tool, { ...given, ...why });
    const relevant = warnings.filter(
      (warning) => !warning.startsWith('there are more events than'),
    );
    expect({
      tool,
      given,
      data: asThen(data, answer['data']),
      warnings: relevant,
      error: rest.error?.name,
    }).toEqual({
      tool,
      given,
      error,
      ...answer,
    });
  }
});

test('an old workspace continues: preview, commit, undo of an old deletion, merge of its open branch', async () => {
  const { level_id, open, doomed = '', doomedDoor = '' } = expected.ids;
  const { deletion, left_open = '' } = expected.approvals;
  const [geometry, spatial] = [await server('geometry'), await server('spatial')];
  const wall = { level_id, start: { x: 60_000, y: 0 }, end: { x: 64_000, y: 0 } };
  const preview = await geometry.call('create_wall', { ...wall, ...why });
  expect(preview).toMatchObject({ success: true, dry_run: true, event_id: null });
  const made = await geometry.call('create_wall', { ...wall, ...really });
  expect(made).toMatchObject({ success: true });
  const element_id = String(made.data['wall_id']);

  const late = plumbline(dir, ...approving(dir, left_open, 'alice'));
  expect([late.status, late.stdout]).toEqual([1, expect.stringContaining('expired')]);
  const asked = await geometry.call('delete_elements', { element_ids: [element_id], ...really });
  ok(dir, ...approving(dir, String(asked.approval_id), 'alice'));
  const gone = await spatial.call('get_element', { element_id, ...why });
  expect(gone.error?.name).toBe('ELEMENT_NOT_FOUND');

  const operation = await geometry.call('get_operation', { approval_id: deletion, ...why });
  const event_id = operation.data['event_id'];
  expect(await geometry.call('undo', { event_id, ...really })).toMatchObject({ success: true });
  for (const id of [doomed, doomedDoor]) {
    expect(await spatial.call('get_element', { element_id: id, ...why })).toMatchObject({
      data: { element_id: id },
    });
  }

  const merge = await geometry.call('merge_branch', { source: 'design/open', ...really });
  expect(merge.error).toMatchObject({ name: 'APPROVAL_PENDING' });
  ok(dir, ...approving(dir, String(merge.approval_id), 'bob'));
  const merged = await spatial.call('get_element', { element_id: open, ...why });
  expect(merged).toMatchObject({ success: true });
});

test('an old agent connects with its token and needs a new permit, because the old one has expired', async () => {
  const env = { PLUMBLINE_AGENT: 'runner', PLUMBLINE_TOKEN: expected.runner_token };
  const runner = await connect(dir, 'mpt', { env });
  const answer = await runner.call('code_js', { code: '4', reasoning: 'a run that asks first' });
  await runner.close();
  expect(answer.error?.name).toBe('APPROVAL_PENDING');
  expect(answer.approval_id).not.toBe(expected.approvals['permit_unused']);
});

test('the old events are stored unchanged, and old and new entries verify together', () => {
  const { entries, events } = expected.verified;
  expect(bodiesSha256('events', events)).toBe(expected.bodies_sha256.events);
  expect(bodiesSha256('audit', entries)).toBe(expected.bodies_sha256.audit);
  const now = z.looseObject({ events: z.number(), ok: z.boolean() }).parse(verified());
  expect(now).toMatchObject({ ok: true, faults: [] });
  expect(now.events).toBeGreaterThan(events);
});
