/** @module tests of findings on the page: runs, comparisons, pictures and BCF, also for a person who does not see everything. */
import { beforeAll, describe, expect, test } from 'vitest';

import type { ActingAgent } from '../../../../governance/access/principal.ts';
import { sightOf } from '../../../../governance/engine/call/caller-view.ts';
import type { BuildingView } from '../../../../kernel/building/view/view.ts';
import type { ValidationRecord } from '../../../../schemas/events.ts';
import type { RunAnswer } from '../../../../servers/view/protocol/findings.ts';
import { partsOf } from '../../../kernel/documents/bcf/read-bcf.ts';
import { World } from '../../building/world.ts';
import { looker, Page } from '../looking-of.ts';

const ON = { branch: 'main' };
const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

type House = {
  readonly world: World;
  readonly level_id: string;
  readonly walls: readonly string[];
};

/** Two walls in the same place, and a third one with free ends. */
async function house(): Promise<House> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const walls: string[] = [];
  for (const y of [0, 100, 4000]) {
    walls.push(await world.make('create_wall', { level_id, start: P(0, y), end: P(5000, y) }));
  }
  return { world, level_id, walls };
}

async function runOf(world: World, tool: string, args = {}, view?: BuildingView): Promise<string> {
  const data = await world.run(tool, args, view === undefined ? {} : { view });
  return String(data['validation_run_id']);
}

async function refusalOf(asked: Promise<unknown>): Promise<string> {
  return await asked.then(
    () => 'was not refused',
    (error: unknown) => String(error),
  );
}

test('a clash that was excluded between two runs is not resolved', async () => {
  const { world } = await house();
  const first = await runOf(world, 'clash_detection');
  const page = new Page(world);
  const [clash] = (await page.json('run', { ...ON, run_id: first })).findings;
  await world.do('exclude_clash', { clash_id: clash?.finding_id, because: 'built in layers' });
  await runOf(world, 'clash_detection');
  const [again] = (await page.json('runs', ON)).rows;
  expect(again?.compared).toEqual({ run_id: first, added: 0, resolved: 0, remaining: 0 });
  const { run } = await page.json('run', { ...ON, run_id: again?.run_id ?? '' });
  expect(run.compared?.resolved).toBe(0);
});

describe('two runs of a check, with the clash fixed between them', () => {
  let world: World;
  let walls: readonly string[];
  let runs: readonly string[];
  let page: Page;
  beforeAll(async () => {
    ({ world, walls } = await house());
    const first = await runOf(world, 'clash_detection');
    const other = await runOf(world, 'clash_detection', { clearance: 50 });
    await world.do('move_element', { element_id: walls[1], delta: P(0, 1500) });
    await world.do('delete_elements', { element_ids: [walls[2]] });
    const again = await runOf(world, 'clash_detection');
    const constraints = await runOf(world, 'validate_constraints');
    runs = [first, other, again, constraints];
    page = new Page(world);
  });

  test('runs are listed from the newest one, each compared with the one with the same arguments', async () => {
    const { rows, is_cut } = await page.json('runs', ON);
    expect(is_cut).toBe(false);
    expect(rows.map(({ run_id }) => run_id)).toEqual(runs.toReversed());
    const [, again, other, first] = rows;
    expect(first).toMatchObject({ check: 'clash_detection', findings: 1, compared: null });
    expect(first?.counts).toEqual({ error: 1, warning: 0, advisory: 0 });
    expect(other?.compared).toBeNull();
    expect(other?.about).toContain('clearance 50');
    expect(again?.compared).toEqual({ run_id: runs[0], added: 0, resolved: 1, remaining: 0 });
    expect(again?.findings).toBe(0);
  });

  test('a resolved finding is in the run that no longer has it, with what it was about', async () => {
    const [run_id = '', , again = '', constraints = ''] = runs;
    const before = await page.json('run', { ...ON, run_id });
    expect(before.findings).toMatchObject([
      {
        state: 'new',
        severity: 'error',
        rule: 'clash.hard',
        run_id,
        gone: [],
        changed: [walls[1]],
      },
    ]);
    expect(before.findings[0]?.element_ids.toSorted()).toEqual(walls.slice(0, 2).toSorted());
    const after = await page.json('run', { ...ON, run_id: again });
    expect(after.findings).toEqual([{ ...before.findings[0], state: 'resolved' }]);
    const same = await page.json('run', { ...ON, run_id: again, compared_with: again });
    expect(same.findings).toEqual([]);
    const reverse = await page.json('run', { ...ON, run_id, compared_with: again });
    expect(reverse.run.compared).toEqual({ run_id: again, added: 1, resolved: 0, remaining: 0 });
    const asked = page.json('run', { ...ON, run_id: constraints, compared_with: again });
    expect(await refusalOf(asked)).toContain('expected a run of `validate_constraints`');
  });

  test('the picture is that of the finding', async () => {
    const [run_id = ''] = runs;
    const { findings } = await page.json('run', { ...ON, run_id });
    const finding_id = findings[0]?.finding_id ?? '';
    const png = await page.bytes('finding_picture', { ...ON, run_id, finding_id });
    expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
    const unknown = page.bytes('finding_picture', { ...ON, run_id, finding_id: 'nothing' });
    expect(await refusalOf(unknown)).toContain('has no finding `nothing`');
  });

  test('BCF has the findings of the run', async () => {
    const [run_id = ''] = runs;
    const bytes = await page.bytes('run_bcf', { ...ON, run_id });
    const parts = await partsOf(Buffer.from(bytes));
    const names = [...parts.keys()].map((name) => name.split('/').at(-1));
    expect(names.filter((name) => name === 'markup.bcf')).toHaveLength(1);
    expect(await refusalOf(page.bytes('run_bcf', { ...ON, run_id: 'nothing' }))).toContain(
      'unknown validation run `nothing`',
    );
  });
});

test('elements that no longer exist are reported', async () => {
  const { world, walls } = await house();
  const run_id = await runOf(world, 'clash_detection');
  await world.do('delete_elements', { element_ids: walls.slice(0, 2) });
  const page = new Page(world);
  const { findings } = await page.json('run', { ...ON, run_id });
  expect(findings[0]?.gone.toSorted()).toEqual(walls.slice(0, 2).toSorted());
});

test('the rule of a standard has its title, its clause and a fix', async () => {
  const { world, level_id } = await house();
  const top_level_id = await world.make('create_level', { name: 'First', elevation: 3000 });
  const stair = await world.make('create_stair', {
    base_level_id: level_id,
    top_level_id,
    start: P(1000, 1000),
    direction_deg: 0,
    width: 600,
  });
  const asked = { standard: 'IBC-2021', severity_threshold: 'advisory' };
  const run_id = await runOf(world, 'code_compliance', asked);
  const { findings, run: row } = await new Page(world).json('run', { ...ON, run_id });
  expect(row.about).toContain('IBC-2021');
  const narrow = findings.find(({ text }) => text.includes(stair) && text.includes('width'));
  expect(narrow?.clause).toMatch(/^IBC-2021, /);
  expect(narrow?.hint).not.toBeNull();
  expect(narrow?.title).not.toBeNull();
});

describe('a person with a restricted READ', () => {
  const SEES = { categories: ['Levels', 'Walls'] };

  /** A house with hidden columns, in which its owner and an agent with this READ have run checks. */
  async function checked(xs: readonly number[]): Promise<House & { runs: readonly string[] }> {
    const { world, level_id, walls } = await house();
    for (const x of xs) {
      await world.make('create_column', {
        level_id,
        location: P(x, 300),
        profile: '300x300',
        height: 2500,
      });
    }
    const runs: string[] = [];
    for (const tool of ['clash_detection', 'validate_constraints']) {
      runs.push(await runOf(world, tool));
      const sight = sightOf(looker(SEES), 'main');
      runs.push(await runOf(world, tool, {}, world.domain.callerView(world.view, sight).view));
    }
    return { world, level_id, walls, runs };
  }

  /** The answers about all runs that the person sees. */
  async function answersTo(world: World, viewer: ActingAgent): Promise<readonly RunAnswer[]> {
    const page = new Page(world, viewer);
    const { rows } = await page.json('runs', ON);
    const answers: RunAnswer[] = [];
    for (const row of rows) {
      const answer = await page.json('run', { ...ON, run_id: row.run_id });
      expect(answer.run).toEqual(row);
      answers.push(answer);
    }
    return answers;
  }

  /** The file of each run for clashes, and the picture of its first finding. */
  async function filesFor(world: World, viewer: ActingAgent): Promise<readonly string[]> {
    const page = new Page(world, viewer);
    const files: string[] = [];
    for (const { run, findings } of await answersTo(world, viewer)) {
      const { run_id, check } = run;
      if (check !== 'clash_detection') continue;
      const bcf = await page.bytes('run_bcf', { ...ON, run_id });
      const finding_id = findings[0]?.finding_id ?? '';
      const png = await page.bytes('finding_picture', { ...ON, run_id, finding_id });
      files.push(...[bcf, png].map((bytes) => Buffer.from(bytes).toString('hex')));
    }
    return files;
  }

  test('gets the same answers, pictures and files whatever is hidden', async () => {
    const [{ world: one }, { world: other }] = [await checked([1000]), await checked([3000])];
    const mine = await answersTo(one, looker(SEES));
    expect(mine).toHaveLength(2);
    expect(mine.every(({ findings }) => findings.length > 0)).toBe(true);
    expect(await answersTo(other, looker(SEES))).toEqual(mine);
    const files = await filesFor(one, looker(SEES));
    expect(files).toHaveLength(2);
    expect(await filesFor(other, looker(SEES))).toEqual(files);
    // The twins differ for their owner.
    expect(await answersTo(other, looker())).not.toEqual(await answersTo(one, looker()));
    expect(await filesFor(one, looker())).not.toContain(files[1]);
  });

  test('gets no number of hidden events', async () => {
    const [one, other] = [await checked([1000]), await checked([1000, 3000])];
    const text = async ({ world, runs }: typeof one): Promise<string> =>
      runs.reduce(
        (said, id, index) => said.replaceAll(`"${id}"`, `"run ${index}"`),
        JSON.stringify(await answersTo(world, looker(SEES))),
      );
    expect(await text(other)).toBe(await text(one));
  });

  test('learns nothing of a hidden door that was placed after the run', async () => {
    const { world, walls } = await checked([1000]);
    const before = await answersTo(world, looker(SEES));
    await world.make('place_door', { wall_id: walls[0], offset: 2000, width: 900, height: 2100 });
    expect(await answersTo(world, looker(SEES))).toEqual(before);
  });

  test('gets nothing of runs with another READ permission, as if they did not exist', async () => {
    const { world, runs } = await checked([1000]);
    const page = new Page(world, looker(SEES));
    const [whole = '', own = ''] = runs;
    const ask = async (run_id: string): Promise<readonly string[]> =>
      await Promise.all([
        refusalOf(page.json('run', { ...ON, run_id })),
        refusalOf(page.json('run', { ...ON, run_id: own, compared_with: run_id })),
        refusalOf(page.bytes('run_bcf', { ...ON, run_id })),
        refusalOf(page.bytes('finding_picture', { ...ON, run_id, finding_id: 'x' })),
      ]);
    const refusals = await ask(whole);
    expect(refusals.map((text) => text.replaceAll(whole, 'ID'))).toEqual(
      (await ask('nothing')).map((text) => text.replaceAll('nothing', 'ID')),
    );
    expect(new Set(refusals)).not.toContain('was not refused');
    const narrower = new Page(world, looker({ categories: ['Walls'] }));
    expect(await narrower.json('runs', ON)).toEqual({ rows: [], is_cut: false });
  });
});

/** The record of a run of the whole branch. */
function recordOf(
  { view: { branch, branch_seq, seq } }: World,
  findings: ValidationRecord['findings'],
): ValidationRecord {
  return {
    tool: 'clash_detection',
    options: {},
    head: { branch, branch_seq, seq },
    whole: true,
    summary: {},
    findings,
    found: findings.length,
  };
}

test('a finding without a place of which no element exists has no picture', async () => {
  const { world } = await house();
  const finding_id = 'finding-1';
  const payload = recordOf(world, [
    {
      finding_id,
      check: 'clash.hard',
      severity: 'error',
      element_ids: ['wall_gone'],
      level_id: null,
      message: 'something of `wall_gone`',
      location: null,
      box: null,
      details: {},
      since: 'run-1',
    },
  ]);
  const event = { type: 'validation.run', aggregate_id: 'runs of clash_detection' } as const;
  world.log.append('main', 'run', [{ ...event, payload, event_id: 'run-1' }]);
  await world.domain.catchUp();
  const page = new Page(world);
  const { findings } = await page.json('run', { ...ON, run_id: 'run-1' });
  expect(findings).toMatchObject([{ gone: ['wall_gone'], at: null, level_id: null }]);
  const picture = page.bytes('finding_picture', { ...ON, run_id: 'run-1', finding_id });
  expect(await refusalOf(picture)).toContain('no element of finding `finding-1` exists');
});

test('at most 200 runs are listed', async () => {
  const { world } = await house();
  const payload = recordOf(world, []);
  const event = { type: 'validation.run', aggregate_id: 'runs of clash_detection' } as const;
  for (let n = 0; n < 230; n += 1) world.log.append('main', `run-${n}`, [{ ...event, payload }]);
  await world.domain.catchUp();
  const { rows, is_cut } = await new Page(world).json('runs', ON);
  expect(rows).toHaveLength(200);
  expect(is_cut).toBe(true);
  expect(rows.slice(0, -1).every(({ compared }) => compared !== null)).toBe(true);
});
