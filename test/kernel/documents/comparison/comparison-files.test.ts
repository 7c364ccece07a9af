/** @module tests of comparisons as CSV, JSON and BCF. */
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { compareViews } from '../../../../kernel/building/comparison/comparison.ts';
import { BCF_VERSIONS } from '../../../../kernel/documents/bcf/topic.ts';
import { comparisonBcf } from '../../../../kernel/documents/comparison/comparison-bcf.ts';
import { comparisonCsv } from '../../../../kernel/documents/comparison/comparison-csv.ts';
import { comparisonJson } from '../../../../kernel/documents/comparison/comparison-json.ts';
import { ifcGuid } from '../../../../kernel/documents/ifc/guid.ts';
import { publicFolder } from '../../../public-files.ts';
import { created, deletes, modifies } from '../../building/model/build.ts';
import { fourWalledSite } from '../../building/model/random-edits.ts';
import { faultsOf, partsOf } from '../bcf/read-bcf.ts';

const FORMULA = '=HYPERLINK("http://x","a")';

const site = fourWalledSite();
site.commit('main', [
  created('door', 'D1', { host_id: 'W1', offset: 2500 }),
  created('room', 'R1', { point: { x: 2000, y: 2000 }, name: FORMULA }),
  created('column', 'C1', { location: { x: 9000, y: 0 }, name: 'Old' }),
]);
const before = site.view();
const after = before.apply([
  modifies(before.element('W3'), { start: { x: 5000, y: 3550 }, end: { x: 0, y: 3550 } }),
  deletes(before.element('C1')),
  created('window', 'N1', { host_id: 'W2', offset: 2000, name: 'North\u202e"1",\r\n<b>' }),
]);
const comparison = compareViews(before, after);

describe('CSV', () => {
  const csv = comparisonCsv(comparison.rows);

  test('has a header with units and a line for each element', () => {
    const [header, ...lines] = csv.split('\r\n').filter((line) => line !== '');
    expect(header).toContain(
      'Distance (mm),Length before (mm),Length after (mm),Area before (mm²)',
    );
    const moved = lines.find((line) => line.startsWith('moved,W3,')) ?? '';
    expect(moved).toContain(',0,-450,0,450,');
    expect(csv).toContain('modified,R1,room,');
    expect(csv).toContain(',18240000,16080000,');
  });

  test('text that a spreadsheet could execute is quoted and inert', () => {
    expect(csv).toContain(`,"'=HYPERLINK(""http://x"",""a"")",`);
    expect(csv).not.toMatch(/,"?[=+@]/);
  });

  test('states who changed an element, or its cause, and why', () => {
    const author = {
      element_id: 'W3',
      event_id: 'e',
      operation_id: 'o',
      seq: null,
      at: '2026-01-02T03:04:05.678Z',
      user_id: 'ann',
      agent_id: 'agent-1',
      approval_id: null,
      reasoning: '=1+1',
      operations: 1,
    };
    const lines = comparisonCsv(comparison.rows, new Map([['W3', author]])).split('\r\n');
    expect(lines[0]).toMatch(/,Time,User,Agent,Approval,Reason$/);
    for (const id of ['W3', 'R1']) {
      const line = lines.find((one) => one.includes(`,${id},`)) ?? '';
      expect(line).toMatch(/,2026-01-02T03:04:05.678Z,ann,agent-1,,'=1\+1$/);
    }
    expect(lines.find((one) => one.includes(',C1,'))).toMatch(/,,,,,$/);
  });

  test('of no changes is a header', () => {
    expect(comparisonCsv([]).split('\r\n')).toHaveLength(2);
  });
});

test('JSON has the sides, the counts and the rows, and the same bytes each time', () => {
  const sides = {
    before: { branch: 'main', seq: 12 },
    after: { branch: 'design/a', seq: null },
  };
  const text = comparisonJson(comparison, sides);
  expect(JSON.parse(text)).toEqual({ ...sides, counts: comparison.counts, rows: comparison.rows });
  expect(comparisonJson(compareViews(before, after), sides)).toBe(text);
  expect(JSON.parse(comparisonJson({ ...comparison, rows: [] }, sides))).toMatchObject({
    rows: [],
  });
});

describe('BCF', () => {
  const bcf = (by: 'cause' | 'level' | 'kind', version: '2.1' | '3.0' = '3.0') =>
    comparisonBcf(comparison, {
      before,
      after,
      project: { key: 'p', name: 'Project' },
      key: 'main 12 14',
      by,
      at: '2026-01-02T03:04:05.678Z',
      author: 'ann@example.org',
      version,
      guidOf: ifcGuid,
    });
  const markups = async (archive: Buffer): Promise<readonly string[]> =>
    [...(await partsOf(archive))]
      .filter(([name]) => name.endsWith('markup.bcf'))
      .map(([, content]) => content.toString('utf8'));

  test('has a topic for each change of its own, with its consequences as comments', async () => {
    const found = await markups(bcf('cause'));
    expect(found).toHaveLength(3);
    const moved = found.find((text) => text.includes('wall W3'));
    expect(moved).toContain('moved by 450 mm to the south');
    expect(moved).toContain('area 18.24 → 16.08 m²');
    expect(moved).toContain('TopicType="Change"');
    const made = found.find((text) => text.includes('(N1)')) ?? '';
    expect(made).toContain('\\u{202e}');
    expect(made).not.toContain('<b>');
  });

  const folder = publicFolder('bcf');
  test.skipIf(folder === null).each(BCF_VERSIONS)(
    'every part of version %s is valid by the published schema',
    async (version) => {
      for (const by of ['cause', 'level', 'kind'] as const) {
        const { checked, faults } = await faultsOf(
          bcf(by, version),
          version,
          join(folder ?? '', 'xsd'),
        );
        expect(checked).toBeGreaterThan(3);
        expect(faults).toEqual([]);
      }
    },
  );

  test('shows a viewpoint with the places of the changes', async () => {
    const parts = await partsOf(bcf('cause', '2.1'));
    const views = [...parts].filter(([name]) => name.endsWith('.bcfv'));
    expect(views).toHaveLength(3);
    const all = views.map(([, content]) => content.toString('utf8')).join('\n');
    for (const id of ['W3', 'R1', 'C1', 'N1']) expect(all).toContain(`>${id}<`);
    expect(all).toContain('CB2431');
  });

  test('has a topic for each level or kind on request, and the same bytes each time', async () => {
    expect(await markups(bcf('level'))).toHaveLength(1);
    expect(await markups(bcf('kind'))).toHaveLength(4);
    expect(bcf('kind').equals(bcf('kind'))).toBe(true);
  });
});
