/** @module tests of check_ifc: a cancelled run, and a run on a file that is not IFC. */
import { expect, test } from 'vitest';

import { Interrupted, watched } from '../../../kernel/base/work/checkpoint.ts';
import { IFC_RULES } from '../../../kernel/documents/ifc/rules/all-rules.ts';
import { type Checked, checkedRun } from '../../../servers/validation/checked-run.ts';
import { checkedIfc } from '../../../servers/validation/ifc-findings.ts';
import { stepText } from '../../kernel/documents/ifc/step-text.ts';
import { withWall } from '../building/world.ts';

/** A file below the folder that test servers use as artifacts/; it is not a STEP file. */
const FILE = { path: 'world.ts' };
const EVERYTHING = {
  key: 'all',
  maker: 'maker',
  own: () => false,
  place: () => true,
  branch: () => true,
};

test('lists the rules that cannot be evaluated without a schema, and hides the file from an agent with a restricted READ scope', async () => {
  const { world } = await withWall();
  const data = await world.run('check_ifc', FILE);
  expect(data).toMatchObject({
    status: 'violations',
    file: { path: 'world.ts', schema: [], instances: 0 },
    coverage: { rules: 54, failed: 2, not_applicable: 6, not_evaluated: 46 },
    not_checked: [
      {
        reason: 'the header does not name an IFC schema',
        entity: null,
        line: null,
        rule_ids: expect.arrayContaining(['PJS101', 'GRF008']),
      },
    ],
    findings: [
      { check: 'STP001', element_ids: ['file'], line: 2 },
      { check: 'IFC101', element_ids: ['file'], line: null },
    ],
  });
  const seen = world.domain.callerView(world.view, EVERYTHING).view;
  const run = await seen.validationRun(String(data['validation_run_id']));
  expect(run).toBeNull();
});

test('checks a rule that the public engine has disabled only if it is named', async () => {
  const { world } = await withWall();
  const run = async (rules?: readonly string[]): Promise<unknown> =>
    (await world.run('check_ifc', { ...FILE, ...(rules === undefined ? {} : { rules }) }))[
      'not_evaluated'
    ];
  expect(await run()).not.toContain('BRP001');
  expect(await run(['shape'])).not.toContain('BRP001');
  expect(await run(['brp001'])).toEqual(['BRP001']);
  const { rules } = await world.ask('list_rules', { standard: 'IFC', limit: 100 });
  expect(rules).toContainEqual(expect.objectContaining({ rule_id: 'BRP001', by_default: false }));
  expect(rules).toContainEqual(expect.objectContaining({ rule_id: 'BRP002', by_default: true }));
});

test('an interrupted check of a file records no run', async () => {
  const { world } = await withWall();
  const before = world.log.all.length;
  const interrupt = (): never => {
    throw new Interrupted('cancelled');
  };
  await expect(
    watched(interrupt, async () => await world.run('check_ifc', FILE)),
  ).rejects.toBeInstanceOf(Interrupted);
  expect(world.log.all).toHaveLength(before);
});

test('findings of one rule about one subject have ids of their own, the same in the next run', () => {
  const text = stepText('IFC4', '')
    .replace("'2;1'", "'9;9'")
    .replace("'2026-01-01T00:00:00'", "''");
  const found = (): readonly string[] =>
    checkedIfc(
      { path: 'a.ifc', bytes: Buffer.from(text) },
      IFC_RULES.filter(({ id }) => id === 'STP002'),
    ).findings.map(({ finding_id, element_ids }) => `${element_ids.join()} ${finding_id}`);
  expect(found()).toHaveLength(2);
  expect(new Set(found()).size).toBe(2);
  expect(found()).toEqual(found());
});

test('names what is beyond a limit of the check, which is no violation', async () => {
  const data = checkedIfc(
    {
      path: 'deep.ifc',
      bytes: Buffer.from(stepText('IFC4', `#1=IFCPOLYLINE(${'('.repeat(40)}#2${')'.repeat(40)});`)),
    },
    IFC_RULES.filter(({ id }) => id === 'STP001' || id === 'SCH003'),
  );
  expect(data.findings).toEqual([]);
  expect(data.summary).toMatchObject({
    status: 'incomplete',
    coverage: { passed: 0, failed: 0, not_evaluated: 2 },
    failed: [],
    not_evaluated: ['STP001', 'SCH003'],
    not_checked: [
      {
        reason: 'not read by this check: column 48 of line 8 in `#1`: more than 32 nested brackets',
        line: 8,
        rule_ids: ['STP001'],
      },
      {
        reason: 'it, or an instance that it refers to, cannot be read (see STP001)',
        entity: '#1',
        line: 8,
        rule_ids: ['SCH003'],
      },
    ],
  });
});

test('counts all findings in the totals and the recorded run, also those that are not listed', async () => {
  const { world } = await withWall();
  const lines = Array.from({ length: 250 }, (_, at) => `#${at + 1}=IFCCARTESIANPOINT(1.);`);
  const source = { path: 'many.ifc', bytes: Buffer.from(stepText('IFC4', lines.join('\n'))) };
  const check = (): Checked =>
    checkedIfc(
      source,
      IFC_RULES.filter(({ id }) => id === 'SCH003'),
    );
  const run = { tool: 'check_ifc', list: 'findings', options: {}, check } as const;
  const answer = await checkedRun(run, { limit: 5 }, world.view, {
    event_id: 'event-run',
    dry_run: false,
    refuse: (code, message): never => {
      throw new Error(`${code}: ${message}`);
    },
    branch: world.branch,
    principal: {
      kind: 'agent',
      name: 'agent',
      user_id: 'u1',
      agent_id: 'a1',
      session_id: 's1',
    },
    signal: new AbortController().signal,
    progress: () => undefined,
    begin: async () => await Promise.resolve({ status: 'begun', web_requests: 0 }),
  });
  expect(answer.data).toMatchObject({
    failed: [{ rule_id: 'SCH003', found: 250, listed: 200 }],
    counts: { error: 250, warning: 0, advisory: 0 },
    total: 250,
  });
  expect(answer.warnings?.join(' ')).toContain('the run kept 200 of 250 findings');
  expect(answer.events[0]?.payload).toMatchObject({
    found: 250,
    summary: { counts: { error: 250 } },
  });
});
