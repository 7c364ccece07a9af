/** @module tests of IDS files of a client through a real client: audit, check of the branch and of a file, dry runs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { partsOf } from '../kernel/documents/bcf/read-bcf.ts';
import { FIRE_RATING, idsAbout } from '../servers/validation/ids-about.ts';
import { connect, testWorkspace, type Connected, type TestWorkspace } from './connect.ts';

const why = { reasoning: 'checked by hand' };
const really = { dry_run: false, ...why };

const SIXTY = '<simpleValue>60 min</simpleValue>';
const PATTERN =
  '<xs:restriction base="xs:string"><xs:pattern value="REI [0-9]+"/></xs:restriction>';

let workspace: TestWorkspace;
let server: Connected;
let wall_id: string;

async function data(
  tool: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const envelope = await server.call(tool, { ...args, ...why });
  expect(envelope).toMatchObject({ success: true });
  return envelope.data;
}

function artefact(name: string, text: string): void {
  writeFileSync(join(workspace.dir, 'artifacts', name), text);
}

beforeAll(async () => {
  workspace = testWorkspace(false);
  server = await connect(workspace.dir, 'all', { words: ['--init'] });
  const level = { name: 'Ground', elevation: 0, height: 3000 };
  const { data: made } = await server.call('create_level', { ...level, ...really });
  const { data: built } = await server.call('create_wall', {
    level_id: made['level_id'],
    start: { x: 0, y: 0 },
    end: { x: 5000, y: 0 },
    ...really,
  });
  wall_id = String(built['wall_id']);
  artefact('client.ids', idsAbout(FIRE_RATING));
});
afterAll(async () => {
  await server.close();
  workspace.remove();
});

test('an IDS file is audited', async () => {
  expect(await data('audit_ids', { ids: 'client.ids' })).toMatchObject({ valid: true, total: 0 });
  artefact('wrong.ids', idsAbout(FIRE_RATING, 'IFCWAL'));
  expect(await data('audit_ids', { ids: 'wrong.ids' })).toMatchObject({
    valid: false,
    findings: [{ severity: 'error', element_ids: ['file'], line: 6 }],
  });
});

test('the branch is checked, a run is recorded, drawn and exported, and the next one is compared', async () => {
  const first = await data('check_ids', { ids: 'client.ids' });
  expect(first).toMatchObject({
    status: 'fail',
    schema: 'IFC4',
    specifications: [{ name: 'Fire rating', status: 'fail', applicable: 1, passed: 0, failed: 1 }],
    coverage: { specifications: 1, failed: 1 },
    counts: { error: 1 },
    findings: [{ element_ids: [wall_id], status: 'new', specification: 'Fire rating' }],
  });
  const [finding] = first['findings'] as { finding_id: string }[];
  const run = { validation_run_id: first['validation_run_id'] };
  expect(await data('render_finding', { ...run, finding: finding?.finding_id })).toMatchObject({
    element_ids: [wall_id],
  });
  expect(await data('export_bcf', { ...run, dry_run: true })).toMatchObject({ topics: 1 });

  const set = { element_id: wall_id, parameter_name: 'fire_rating_min', value: 60 };
  const check = ['ids:client.ids'];
  const { data: preview } = await server.call('modify_parameter', { ...set, check, ...why });
  expect(preview).toMatchObject({
    checks: {
      'ids:client.ids': {
        counts: { new: 0, resolved: 1 },
        resolved: [{ element_ids: [wall_id], finding_id: finding?.finding_id }],
        ids: {
          path: 'client.ids',
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/u),
          specifications: [
            {
              name: 'Fire rating',
              before: 'fail',
              after: 'pass',
              failed_before: 1,
              failed_after: 0,
            },
          ],
        },
      },
    },
  });
  await server.call('modify_parameter', { ...set, ...really });
  expect(await data('check_ids', { ids: 'artifacts/client.ids' })).toMatchObject({
    status: 'pass',
    compared_with: first['validation_run_id'],
    resolved_count: 1,
    total: 0,
  });
});

/** The status of the only topic of a BCF file. */
async function statusIn(artifact: unknown): Promise<string | undefined> {
  const parts = await partsOf(readFileSync(join(workspace.dir, 'artifacts', String(artifact))));
  const markup = [...parts].find(([name]) => name.endsWith('markup.bcf'))?.[1].toString();
  return /TopicStatus="(?<status>\w+)"/u.exec(markup ?? '')?.groups?.['status'];
}

test('topics of findings that the last run no longer has are closed by another export', async () => {
  artefact('closing.ids', idsAbout(FIRE_RATING.replace('60 min', '120 min')));
  const check = { ids: 'closing.ids' };
  const first = await data('check_ids', check);
  const [finding] = first['findings'] as { finding_id: string }[];
  const old = { validation_run_id: first['validation_run_id'], version: '2.1' };
  const open = await data('export_bcf', { ...old, path: 'open.bcf', dry_run: false });
  expect(open).toMatchObject({ topics: 1, closed: 0 });
  // A preview draws no pictures, and says so.
  const preview = await server.call('export_bcf', { ...old, dry_run: true, ...why });
  expect(preview.warnings).toContainEqual(expect.stringContaining('draws no pictures'));
  expect(Number(preview.data['size'])).toBeLessThan(Number(open['size']) / 2);
  expect(await statusIn(open['artifact'])).toBe('Active');

  const rating = { element_id: wall_id, parameter_name: 'fire_rating_min' };
  await server.call('modify_parameter', { ...rating, value: 120, ...really });
  const green = await data('check_ids', check);
  expect(green).toMatchObject({ status: 'pass', total: 0 });
  const closed = await data('export_bcf', { ...old, path: 'closed.bcf', dry_run: false });
  expect(closed).toMatchObject({ topics: 1, findings: 1, closed: 1 });
  expect(await statusIn(closed['artifact'])).toBe('Closed');

  // The green run itself has no topics; it says how to close the earlier ones, also one by one.
  const last = { validation_run_id: green['validation_run_id'] };
  const none = await server.call('export_bcf', { ...last, dry_run: true, ...why });
  expect(none).toMatchObject({ data: { topics: 0, closed: 0 } });
  expect(none.warnings).toContain(
    `1 finding is resolved since run \`${String(old.validation_run_id)}\`: export_bcf with this validation_run_id closes the topics of that run`,
  );
  const issues = [finding?.finding_id];
  expect(await data('export_bcf', { ...last, issues, dry_run: true })).toMatchObject({
    topics: 1,
    closed: 1,
  });
  const wrong = await server.call('export_bcf', { ...last, issues: ['f0'], ...why });
  expect(wrong.error?.message).toContain('no finding `f0` in run');

  // A finding that exists again is open again, in every run.
  await server.call('modify_parameter', { ...rating, value: 60, ...really });
  await data('check_ids', check);
  expect(await data('export_bcf', { ...old, dry_run: true })).toMatchObject({ closed: 0 });
});

test('the fix of a property that a parameter decides is the call that sets it', async () => {
  const set = 'Pset_WallCommon';
  const asked = { element_ids: [wall_id], set, properties: { FireRating: 'REI 90' } };
  expect(await server.call('set_properties', { ...asked, ...why })).toMatchObject({
    error: {
      name: 'INVALID_ARGUMENT',
      message: expect.stringMatching(
        /defined by `fire_rating_min` of wall .*: set that with modify_parameter; 60 \(minutes\) is written as `60 min`/u,
      ),
    },
  });
  artefact('pattern.ids', idsAbout(FIRE_RATING.replace(SIXTY, PATTERN)));
  const run = await data('check_ids', { ids: 'pattern.ids' });
  const fix = `set \`fire_rating_min\` with modify_parameter, so that \`FireRating\` in the set \`${set}\` is a text of the pattern \`REI [0-9]+\`; 60 (minutes) is written as \`60 min\``;
  expect(run).toMatchObject({ causes: [{ fix }], findings: [{ fix }] });
});

test('a code meets a requirement on its system, whose name is written in one way', async () => {
  const asked = (system: string): string =>
    idsAbout(
      `<classification cardinality="required"><value><simpleValue>EF_25_10</simpleValue></value><system><simpleValue>${system}</simpleValue></system></classification>`,
    );
  artefact('code.ids', asked('Uniclass 2015'));
  artefact('short.ids', asked('uniclass'));
  const set = { element_ids: [wall_id], set: 'classification' };
  await server.call('set_properties', { ...set, properties: { Uniclass: 'EF_25_10' }, ...really });
  expect(await data('check_ids', { ids: 'code.ids' })).toMatchObject({ status: 'pass' });
  expect(await data('check_ids', { ids: 'short.ids' })).toMatchObject({
    causes: [
      { fix: expect.stringContaining('ask for the system `Uniclass 2015` in the IDS file') },
    ],
  });
});

test('the exported file gets the verdict of the branch', async () => {
  const { artifact } = await data('export_ifc', {
    schema: 'IFC4',
    path: 'out.ifc',
    dry_run: false,
  });
  expect(await data('check_ids', { ids: 'client.ids', path: artifact })).toMatchObject({
    status: 'pass',
    file: { path: artifact },
    specifications: [{ status: 'pass', applicable: 1 }],
  });
});

test('a dry run states what a change would break, and refuses a file that is no IDS file', async () => {
  const set = { element_id: wall_id, parameter_name: 'fire_rating_min', value: 30 };
  const asked = async (file: string): Promise<Awaited<ReturnType<Connected['call']>>> =>
    await server.call('modify_parameter', { ...set, check: [`ids:${file}`], ...why });
  const { data: preview } = await asked('client.ids');
  expect(preview).toMatchObject({
    checks: { 'ids:client.ids': { counts: { new: 1, resolved: 0 } } },
  });
  for (const file of ['absent.ids', '../client.ids', 'out.ifc', '']) {
    expect(await asked(file)).toMatchObject({
      success: false,
      error: { name: 'INVALID_ARGUMENT', message: expect.stringContaining('`check`') },
    });
  }
});

test('causes are before the findings, and a page that is shorter than its limit says why', async () => {
  const long = 'x'.repeat(300);
  const missing = FIRE_RATING.replace('FireRating', long).replace('Pset_WallCommon', 'Own');
  artefact('many.ids', idsAbout(missing.repeat(60)));
  const answer = await server.call('check_ids', { ids: 'many.ids', limit: 500, ...why });
  const names = Object.keys(answer.data);
  expect(names.indexOf('causes')).toBeLessThan(names.indexOf('findings'));
  expect(names.indexOf('status')).toBeLessThan(names.indexOf('findings'));
  const { length } = answer.data['findings'] as unknown[];
  expect(length).toBeLessThan(60);
  expect(answer.warnings).toContain(
    `the page has ${length} of at most 500 findings, because pages have at most 60000 characters: \`fields\` with few names gives more`,
  );
});

test('an IDS file is written from what the model states, which the model meets', async () => {
  const made = await data('create_ids', {
    name: 'As built',
    from: { model: { categories: ['Walls'] } },
    path: 'as-built.ids',
    dry_run: false,
  });
  expect(made).toMatchObject({ written: true, artifact: 'as-built.ids', specifications: 1 });
  expect(made['requirements']).toBeGreaterThan(3);
  expect(await data('audit_ids', { ids: 'as-built.ids' })).toMatchObject({ valid: true });
  expect(await data('check_ids', { ids: 'as-built.ids' })).toMatchObject({
    status: 'pass',
    specifications: [{ name: 'What every IFCWALL states', status: 'pass', applicable: 1 }],
  });
});

test('an IDS file is written from a description, and audited before', async () => {
  const walls = (requirements: readonly object[], entity = 'IFCWALL'): object => ({
    name: 'Walls',
    from: {
      specifications: [
        {
          name: 'Fire rating',
          occurs: 'required',
          applies_to: [{ facet: 'entity', name: entity }],
          requirements,
        },
      ],
    },
    path: 'made.ids',
    dry_run: false,
  });
  const rating = {
    facet: 'property',
    set: 'Pset_WallCommon',
    name: 'FireRating',
    value: { one_of: ['60 min', '90 min'] },
    data_type: 'IFCLABEL',
  };
  const height = {
    facet: 'property',
    set: 'Qto_WallBaseQuantities',
    name: 'Height',
    value: { base: 'double', min: 2.4, below: 10 },
    data_type: 'IFCLENGTHMEASURE',
  };
  const inside = { facet: 'part_of', name: 'IFCBUILDINGSTOREY' };
  await data('create_ids', { ...walls([rating, height, inside]) });
  expect(await data('check_ids', { ids: 'made.ids' })).toMatchObject({ status: 'pass' });
  for (const [refused, why_] of [
    [walls([rating], 'IFCWAL'), 'IFCWAL'],
    [walls([{ facet: 'property', name: 'FireRating' }]), '`set`'],
    [walls([{ ...inside, value: 'x' }]), '`value`'],
    [{ name: 'x', from: {} }, '`specifications` or `model`'],
    [{ name: 'x', from: { model: { categories: ['Beams'] } } }, 'no elements'],
  ] as const) {
    expect(await server.call('create_ids', { ...refused, ...why })).toMatchObject({
      success: false,
      error: { name: 'INVALID_ARGUMENT', message: expect.stringContaining(why_) },
    });
  }
});

test('a file with faults is checked, but nothing passes for certain', async () => {
  const wrong = FIRE_RATING.replace('cardinality="required"', 'cardinality="always"');
  artefact('faulty.ids', idsAbout(wrong));
  const { data: run, warnings } = await server.call('check_ids', { ids: 'faulty.ids', ...why });
  expect(run).toMatchObject({ status: 'incomplete', total: 0 });
  expect(warnings).toEqual([expect.stringMatching(/`faulty\.ids` has 1 error: line 7: /u)]);
});

test('faults of an IDS file are a warning of the check in every status', async () => {
  const any = (text: string): string => text.replace('minOccurs="1"', 'minOccurs="0"');
  artefact('entity.ids', any(idsAbout(FIRE_RATING, 'IFCDOORX')));
  const nothing = await server.call('check_ids', { ids: 'entity.ids', ...why });
  expect(nothing).toMatchObject({ data: { status: 'incomplete', total: 0 } });
  expect(nothing.warnings).toEqual([expect.stringContaining('line 6: ')]);
  expect(nothing.warnings?.[0]).toContain('IFCDOOR');

  artefact('type.ids', idsAbout(FIRE_RATING.replace('IFCLABEL', 'IFCLABELL')));
  const fails = await server.call('check_ids', { ids: 'type.ids', ...why });
  expect(fails.warnings).toEqual([expect.stringMatching(/has 1 error: line 7: .*IFCLABEL/u)]);
  expect(fails).toMatchObject({
    data: { status: 'fail', causes: [{ fix: expect.stringContaining('correct the IDS file') }] },
  });

  artefact('set.ids', idsAbout(FIRE_RATING.replace('Pset_WallCommon', 'Pset_WallComon')));
  const reserved = await data('check_ids', { ids: 'set.ids' });
  expect(reserved).toMatchObject({
    causes: [{ fix: expect.stringMatching(/correct the IDS file, .*`Pset_WallCommon`/u) }],
  });
  const required = idsAbout(FIRE_RATING, 'IFCWALLX');
  artefact('required.ids', required);
  expect(await data('check_ids', { ids: 'required.ids' })).toMatchObject({
    causes: [{ requirement: null, fix: expect.stringContaining('correct the IDS file') }],
  });
});

test('a required object that does not exist is one finding without elements', async () => {
  artefact('beams.ids', idsAbout(FIRE_RATING, 'IFCBEAM'));
  const run = await data('check_ids', { ids: 'beams.ids' });
  expect(run).toMatchObject({
    status: 'fail',
    specifications: [{ status: 'fail', applicable: 0, passed: 0, failed: 0 }],
    findings: [{ element_ids: [], check: 'ids.no-applicable-object', requirement: null }],
    total: 1,
  });
  const { validation_run_id } = run;
  const [finding] = run['findings'] as { finding_id: string }[];
  expect(await data('export_bcf', { validation_run_id, dry_run: true })).toMatchObject({
    topics: 1,
  });
  expect(
    await server.call('render_finding', {
      validation_run_id,
      finding: finding?.finding_id,
      ...why,
    }),
  ).toMatchObject({ success: false, error: { name: 'ELEMENT_NOT_FOUND' } });
});

const withPatterns = (sources: readonly string[]): string =>
  idsAbout(
    `<attribute><name><simpleValue>Name</simpleValue></name><value><xs:restriction base="xs:string">${sources
      .map((source) => `<xs:pattern value="${source}"/>`)
      .join('')}</xs:restriction></value></attribute>`,
  );

test('patterns that are too large are refused with their size and the limit', async () => {
  artefact(
    'patterns.ids',
    withPatterns(Array.from({ length: 1700 }, (_, at) => `Z${at}(.?){1600}`)),
  );
  expect(await server.call('check_ids', { ids: 'patterns.ids', ...why })).toMatchObject({
    success: false,
    error: {
      name: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/81\d{5} characters.*expected at most 250000 in all/u),
    },
  });
  expect(await data('audit_ids', { ids: 'patterns.ids' })).toMatchObject({
    valid: false,
    findings: [{ check: 'audit.pattern-limit', severity: 'error' }],
  });
});

test('a long check of a small branch leaves other calls answered, and can be cancelled', async () => {
  const name = 'W'.repeat(200);
  expect(
    await server.call('modify_parameter', {
      element_id: wall_id,
      parameter_name: 'name',
      value: name,
      ...really,
    }),
  ).toMatchObject({ success: true });
  const patterns = Array.from({ length: 50 }, (_, at) => `(.?){1600}Z${at}`);
  // Each requirement has its own results, so that the patterns are followed for each of them.
  const text = withPatterns(patterns);
  const requirement = /<attribute>.*<\/attribute>/u.exec(text)?.[0] ?? '';
  artefact('long.ids', text.replace(requirement, requirement.repeat(300)));
  const answered: string[] = [];
  const stop = new AbortController();
  const check = server.client
    .callTool({ name: 'check_ids', arguments: { ids: 'long.ids', ...why } }, undefined, {
      signal: stop.signal,
    })
    .finally(() => answered.push('check_ids'));
  await data('get_element', { element_id: wall_id });
  await server.call('create_level', { name: 'First', elevation: 3000, height: 3000, ...really });
  expect(answered).toEqual([]);
  stop.abort('no longer needed');
  await expect(check).rejects.toThrow('no longer needed');
  // The thread of the check is free again: its next call is answered.
  expect(await data('check_ids', { ids: 'client.ids' })).toMatchObject({ status: 'pass' });
});

test('what is no IDS file, no IFC file, or not below artifacts/ is refused', async () => {
  artefact('none.ids', 'no XML');
  artefact('bomb.ids', '<!DOCTYPE a [<!ENTITY a "&a;&a;">]><ids>&a;</ids>');
  for (const args of [
    { ids: 'none.ids' },
    { ids: 'bomb.ids' },
    { ids: '../client.ids' },
    { ids: 'absent.ids' },
    { ids: 'client.ids', path: 'client.ids' },
    { ids: 'client.ids', path: 'out.ifc', schema: 'IFC4' },
  ]) {
    expect(await server.call('check_ids', { ...args, ...why })).toMatchObject({
      success: false,
      error: { name: 'INVALID_ARGUMENT' },
    });
  }
  expect(await data('audit_ids', { ids: 'bomb.ids' })).toMatchObject({
    valid: false,
    findings: [{ check: 'audit.xml' }],
  });
});
