/** @module tests of the log of the page: operations, refusals and rejections in their order, page by page. */
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { LogAnswer, LogRow } from '../../../../servers/view/protocol/log.ts';
import { approving, type Approving } from '../../../governance/gate/approving.ts';
import { type Harness, openHarness } from '../../../governance/gate/harness.ts';
import { BUILDING_SERVERS } from '../../../governance/gate/twin/building-servers.ts';
import { looker } from '../looking-of.ts';
import { WorkspacePage } from '../workspace-page.ts';

let harness: Harness;
let agent: Approving;
let page: WorkspacePage;
beforeEach(async () => {
  harness = await openHarness(BUILDING_SERVERS);
  agent = await approving(harness, { reader: { permissions: { READ: {} } } });
  page = await WorkspacePage.open(harness, looker());
});
afterEach(async () => await harness.close());

/** A level with a wall; returns their ids. */
async function walled(): Promise<{ readonly level_id: string; readonly wall_id: string }> {
  const level = await agent.done('create_level', { name: 'Ground', elevation: 0, reasoning: 'a' });
  const level_id = String(level.data['level_id']);
  const wall = await agent.done('create_wall', {
    level_id,
    start: { x: 0, y: 0 },
    end: { x: 5000, y: 0 },
    reasoning: 'the south side',
  });
  return { level_id, wall_id: String(wall.data['wall_id']) };
}

async function rowsOf(branch = 'main'): Promise<readonly LogRow[]> {
  return (await page.json('log', { branch })).rows;
}
const shortOf = ({ kind, tool, text }: LogRow): readonly unknown[] => [kind, tool, text];

test('lists operations with author, tool, reason and numbers, newest first', async () => {
  await walled();
  const [wall, level, ...others] = await rowsOf();
  expect(others).toEqual([]);
  expect(wall).toMatchObject({
    who: harness.agent.name,
    is_agent: true,
    session_id: 'ses_test',
    tool: 'create_wall',
    kind: 'change',
    text: 'creates 1 wall',
    reasoning: 'the south side',
    approval_id: null,
    counts: { created: 1, modified: 0, deleted: 0 },
    undone: false,
    seq: 2,
  });
  expect(level).toMatchObject({ text: 'creates level Ground', seq: 1 });
  expect(wall?.event).toBe(harness.reader.eventsAfter(1, 1)[0]?.event_id);
});

test('has refusals, rejections, undos and branches in their place', async () => {
  const { wall_id } = await walled();
  await agent.ask('place_door', { wall_id, offset: 4900, width: 900, dry_run: false });
  const deletion = { element_ids: [wall_id], dry_run: false };
  const first = await agent.held('delete_elements', deletion);
  expect(await agent.decide(first, 'reject')).toBe('rejected');
  const lower = { element_id: wall_id, parameter_name: 'height', value: 2500 };
  const { event_id } = await agent.done('modify_parameter', lower);
  await agent.done('undo', { event_id });
  await agent.done('create_branch', { name: 'design/a' });
  const rows = await rowsOf();
  expect(rows.map(shortOf)).toEqual([
    ['undo', 'undo', 'undoes an operation; modifies 1 wall: follows level, height'],
    ['change', 'modify_parameter', 'modifies 1 wall: follows level, height'],
    ['rejection', 'delete_elements', `rejects a plan of ${harness.agent.name}`],
    ['refusal', 'place_door', expect.stringMatching(/^OPENING_EXCEEDS_HOST: /u)],
    ['change', 'create_wall', 'creates 1 wall'],
    ['change', 'create_level', 'creates level Ground'],
  ]);
  expect(rows.map(({ undone }) => undone)).toEqual([false, true, false, false, false, false]);
  expect(rows[2]).toMatchObject({ who: 'alice', is_agent: false, reasoning: 'a test' });
  expect(rows[3]).toMatchObject({ event: null, seq: null, who: harness.agent.name });
  const forked = await rowsOf('design/a');
  expect(forked.slice(0, 1).map(shortOf)).toEqual([
    ['branch', 'create_branch', 'creates branch design/a from branch main'],
  ]);
  expect(forked.slice(1)).toEqual(rows);
});

test('a branch has the refusals on its parent before its fork, and not those after it', async () => {
  const { wall_id } = await walled();
  const refused = async (offset: number): Promise<void> => {
    await agent.ask('place_door', { wall_id, offset, width: 900, dry_run: false });
  };
  await refused(4901);
  await agent.done('create_branch', { name: 'design/a' });
  await refused(4902);
  await agent.done('modify_parameter', {
    element_id: wall_id,
    parameter_name: 'height',
    value: 2500,
  });
  await refused(4903);
  const kinds = (rows: readonly LogRow[]): readonly string[] => rows.map(({ kind }) => kind);
  expect(kinds(await rowsOf('design/a'))).toEqual(['branch', 'refusal', 'change', 'change']);
  expect(kinds(await rowsOf())).toEqual([
    'refusal',
    'change',
    'refusal',
    'refusal',
    'change',
    'change',
  ]);
});

test('a discarded branch has its log, for those who may read it', async () => {
  const { wall_id } = await walled();
  await agent.done('create_branch', { name: 'design/a' });
  const on = { branch: 'design/a' };
  const lower = { element_id: wall_id, parameter_name: 'height', value: 2500, ...on };
  await agent.done('modify_parameter', lower);
  const open = await rowsOf('design/a');
  const approval = await agent.held('discard_branch', { name: 'design/a', dry_run: false });
  await agent.decide(approval);
  const [discard, ...others] = await rowsOf('design/a');
  expect(others).toEqual(open);
  expect(discard).toMatchObject({ kind: 'branch', text: 'discards branch design/a' });
  const restricted = await WorkspacePage.open(harness, looker({ branch_patterns: ['main'] }));
  await expect(restricted.json('log', on)).rejects.toThrow(/design\/a/u);
  await expect(page.json('log', { branch: 'design/b' })).rejects.toThrow('no branch `design/b`');
});

test('pages of any size have the same rows', async () => {
  const { wall_id } = await walled();
  for (let n = 0; n < 5; n += 1) {
    await agent.ask('place_door', { wall_id, offset: 4900, width: 900, dry_run: false });
    await agent.done('modify_parameter', {
      element_id: wall_id,
      parameter_name: 'height',
      value: 2500 + n,
    });
  }
  const all = await rowsOf();
  expect(all).toHaveLength(12);
  for (const limit of [1, 2, 5, 12, 100]) {
    const rows: LogRow[] = [];
    for (let before: object | null = {}; before !== null;) {
      const answer: LogAnswer = await page.json('log', { branch: 'main', limit, ...before });
      expect(answer.rows.length).toBeLessThanOrEqual(limit);
      rows.push(...answer.rows);
      before = answer.next === null ? null : { before: answer.next };
    }
    expect(rows).toEqual(all);
  }
  await expect(page.json('log', { branch: 'main', before: 'c2000' })).rejects.toThrow(
    'unknown cursor `c2000`',
  );
});

test('invisible and reordering characters of callers are visible, and secrets stay masked', async () => {
  await walled();
  await agent.ask('create_level', {
    name: 'x',
    elevation: 0,
    reasoning: 'safe \u202edrow \u0007 sk-abcdefghijklmnop',
    unknown: 'y',
  });
  const [refusal] = await rowsOf();
  expect(refusal?.kind).toBe('refusal');
  expect(refusal?.reasoning).toBe('[masked:secret]');
  await agent.ask('create_level', { elevation: 0, reasoning: 'safe \u202edrow \u0007' });
  const [next] = await rowsOf();
  expect(next?.reasoning).toBe('safe \\u{202e}drow \\u{7}');
});

test('steps are operations, sessions or days, oldest first', async () => {
  const { wall_id } = await walled();
  const reader = agent.other('reader');
  await reader.ask('delete_elements', { element_ids: [wall_id], dry_run: false });
  await agent.done('modify_parameter', {
    element_id: wall_id,
    parameter_name: 'height',
    value: 2500,
  });
  const rows = (await rowsOf()).filter(({ event }) => event !== null).toReversed();
  const events = await page.json('steps', { branch: 'main', by: 'event' });
  expect(events.cut).toBe(false);
  expect(events.steps.map(({ event, seq, label }) => [event, seq, label])).toEqual(
    rows.map(({ event, seq, text }) => [event, seq, text]),
  );
  const [last] = rows.slice(-1);
  const sessions = await page.json('steps', { branch: 'main', by: 'session' });
  expect(sessions.steps).toEqual([
    { event: last?.event, seq: 3, at: last?.at, label: harness.agent.name, operations: 3 },
  ]);
  const days = await page.json('steps', { branch: 'main', by: 'day' });
  expect(days.steps.reduce((sum, { operations }) => sum + operations, 0)).toBe(3);
  expect(days.steps.at(-1)).toMatchObject({ event: last?.event, seq: 3 });
});

test('elements that were moved equally are named with their distance, and the row leads to them', async () => {
  const { level_id, wall_id } = await walled();
  const ends = { start: { x: 0, y: 3000 }, end: { x: 5000, y: 3000 } };
  const second = await agent.done('create_wall', { level_id, ...ends, name: 'North' });
  const other = String(second.data['wall_id']);
  const move = async (element_id: string, y: number): Promise<void> => {
    await agent.done('move_element', { element_id, delta: { x: 0, y, z: 0 } });
  };
  await move(other, -300);
  const [row] = await rowsOf();
  expect(row).toMatchObject({ text: 'moves wall North by 300 mm to the south', elements: [other] });
  const plan = {
    operations: [wall_id, other].map((element_id) => ({
      tool: 'move_element',
      arguments: { element_id, delta: { x: 0, y: 200, z: 0 } },
    })),
  };
  const { data } = await agent.done('apply_changes', plan);
  expect(data).toBeDefined();
  const [both] = await rowsOf();
  expect(both?.text).toMatch(/^moves 2 walls \(North\) by 200 mm to the north$/);
  expect(both?.elements.toSorted()).toEqual([wall_id, other].toSorted());
});

test('one changed element is named with its changed parameters, several are counted by kind', async () => {
  const { level_id, wall_id } = await walled();
  const second = await agent.done('create_wall', {
    level_id,
    start: { x: 0, y: 3000 },
    end: { x: 5000, y: 3000 },
  });
  const renamed = { element_id: wall_id, parameter_name: 'name', value: 'Kitchen \u202esouth' };
  await agent.done('modify_parameter', renamed);
  const ids = [wall_id, String(second.data['wall_id'])];
  await agent.done('set_properties', {
    element_ids: ids,
    set: 'Own',
    properties: { Owner: 'me' },
  });
  const texts = (await rowsOf()).map(({ text }) => text);
  expect(texts.slice(0, 2)).toEqual([
    'modifies 2 walls (Kitchen \\u{202e}south)',
    'modifies wall Kitchen \\u{202e}south: name',
  ]);
});
