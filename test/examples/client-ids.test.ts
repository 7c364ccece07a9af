/** @module client-ids: an agent makes the office meet the IDS file of a client: previews, one approval, a green run, an empty BCF. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import type { EnvelopeBody } from '../../schemas/envelope.ts';
import { connect, type Connected, okHere, testWorkspace } from '../e2e/connect.ts';
import { example } from './example.ts';

const IDS = new URL('../../examples/client.ids', import.meta.url);
const FILE = 'client.ids';
const DOCS = readFileSync(new URL('../../docs/ids.md', import.meta.url), 'utf8');
const why = { reasoning: 'the client requires it' };

/** The words of the command that raises the limit of elements. */
const LIMIT = ['--max-elements', '605', '--by'];

const workspace = testWorkspace();
let agent: Connected;

const inWorkspace = async (...words: readonly string[]): Promise<string> =>
  await okHere(workspace.dir, ...words);

async function approved(pending: EnvelopeBody): Promise<string> {
  expect(pending).toMatchObject({ error: { name: 'APPROVAL_PENDING' } });
  const approval_id = pending.approval_id ?? '';
  const shown = await inWorkspace('approvals', 'show', approval_id);
  const plan = JSON.parse(await inWorkspace('approvals', 'show', approval_id, '--json')) as unknown;
  const { plan_digest } = z.looseObject({ plan_digest: z.string() }).parse(plan);
  await inWorkspace('approvals', 'approve', approval_id, '--as', 'anna', '--digest', plan_digest);
  expect(await agent.call('get_operation', { approval_id, ...why })).toMatchObject({
    success: true,
  });
  return shown;
}

const Run = z.looseObject({
  validation_run_id: z.string(),
  status: z.string(),
  specifications: z.array(
    z.looseObject({
      name: z.string(),
      status: z.string(),
      applicable: z.number(),
      failed: z.number(),
    }),
  ),
  causes: z.array(
    z.looseObject({ specification: z.string(), expected: z.string(), fix: z.string() }),
  ),
  findings: z.array(z.looseObject({ element_ids: z.array(z.string()), specification: z.string() })),
  total: z.number(),
  next_cursor: z.string().nullable(),
});

const Page = Run.pick({ findings: true, next_cursor: true });

/** A check of the branch, with the findings of all pages. */
async function checked(): Promise<z.output<typeof Run>> {
  const fields = ['element_ids', 'specification'];
  const { data } = await agent.call('check_ids', { ids: FILE, limit: 500, fields, ...why });
  const run = Run.parse(data);
  const { validation_run_id } = run;
  const findings = [...run.findings];
  for (let cursor = run.next_cursor; cursor !== null;) {
    const asked = { validation_run_id, limit: 500, fields, cursor, ...why };
    const page = Page.parse((await agent.call('get_validation_run', asked)).data);
    findings.push(...page.findings);
    cursor = page.next_cursor;
  }
  return { ...run, findings };
}

/** What the agent knows: the values of the building for what the client asks for, by specification. */
const VALUES: Readonly<Record<string, { readonly set: string; readonly properties: object }>> = {
  C1: { set: 'Pset_WallCommon', properties: { ThermalTransmittance: 0.24 } },
  C2: { set: 'Pset_WallCommon', properties: { AcousticRating: 'Rw 42 dB' } },
  C3: { set: 'Client_Operation', properties: { CostCentre: 'CC-4711' } },
};

beforeAll(async () => {
  const file = join(workspace.dir, 'builder.json');
  writeFileSync(file, JSON.stringify({ permissions: { READ: {}, CREATE: {}, MODIFY: {} } }));
  await inWorkspace('approver', 'add', 'anna');
  await inWorkspace('agent', 'add', 'builder', '--permissions', file, '--by', 'anna');
  await inWorkspace('agent', 'grant', 'builder', ...LIMIT, 'anna');
  agent = await connect(workspace.dir, 'all', { env: { PLUMBLINE_AGENT: 'builder' } });
  const script = { script: example('office'), dry_run: false, ...why };
  await approved(await agent.call('run_script', script));
  copyFileSync(IDS, join(workspace.dir, 'artifacts', FILE));
});
afterAll(async () => {
  await agent.close();
  workspace.remove();
});

test('the office meets the requirements of the client after one approval', async () => {
  expect(DOCS).toContain(`plumbline agent grant agent ${LIMIT.join(' ')} alice`);
  expect(await agent.call('audit_ids', { ids: FILE, ...why })).toMatchObject({
    data: { valid: true, total: 0 },
  });
  const before = await checked();
  expect(before.status).toBe('fail');
  expect(before.specifications.map(({ status }) => status)).toEqual([
    'fail',
    'fail',
    'fail',
    'fail',
    'pass',
  ]);
  for (const { name, applicable, failed: count } of before.specifications) {
    const fix = before.causes.find(({ specification }) => specification === name)?.fix ?? '';
    const cell = fix === '' ? '' : ` ${fix}`;
    expect(DOCS).toContain(`| ${name} | ${applicable} | ${count} |${cell} |`);
  }
  const failing = before.specifications.reduce((sum, { failed }) => sum + failed, 0);
  expect(before.total).toBe(failing);

  const failed = (code: string): readonly string[] =>
    before.findings
      .filter(({ specification }) => specification.startsWith(`${code} `))
      .flatMap(({ element_ids }) => element_ids);
  const operations = [
    ...Object.entries(VALUES).map(([code, values]) => ({
      tool: 'set_properties',
      arguments: { ...values, element_ids: failed(code) },
    })),
    ...failed('C4').map((element_id) => ({
      tool: 'modify_parameter',
      arguments: { element_id, parameter_name: 'fire_rating_min', value: 60 },
    })),
  ];
  const change = { operations, check: [`ids:${FILE}`], ...why };
  const preview = await agent.call('apply_changes', change);
  expect(preview.error).toBeUndefined();
  expect(preview).toMatchObject({
    success: true,
    dry_run: true,
    data: { checks: { [`ids:${FILE}`]: { counts: { new: 0, resolved: failing } } } },
  });

  const shown = await approved(await agent.call('apply_changes', { ...change, dry_run: false }));
  expect(shown).toContain(`0 new, ${failing} resolved`);
  expect(shown).toContain('Exterior walls insulate');

  const after = await checked();
  expect(after.status).toBe('pass');
  expect(after.total).toBe(0);
  expect(after.specifications.every(({ status }) => status === 'pass')).toBe(true);
  const { validation_run_id } = after;
  expect(
    await agent.call('export_bcf', { validation_run_id, dry_run: true, ...why }),
  ).toMatchObject({ success: true, data: { topics: 0, findings: 0 } });

  // The file that the client receives gets the same verdict.
  const { data } = await agent.call('export_ifc', {
    schema: 'IFC4',
    path: 'handover.ifc',
    dry_run: false,
    ...why,
  });
  const received = await agent.call('check_ids', { ids: FILE, path: data['artifact'], ...why });
  expect(received).toMatchObject({ data: { status: 'pass', total: 0 } });
});
