/** @module tests of BCF files: valid by the published schemas, readable by another program, and reproducible. */
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { xmlText } from '../../../../kernel/base/text/xml-text.ts';
import type { Finding } from '../../../../kernel/checks/findings/finding.ts';
import { bcfArchive } from '../../../../kernel/documents/bcf/archive.ts';
import { bcfGuid } from '../../../../kernel/documents/bcf/bcf-guid.ts';
import type { BcfTopic, BcfVector, BcfVersion } from '../../../../kernel/documents/bcf/topic.ts';
import { BCF_VERSIONS } from '../../../../kernel/documents/bcf/topic.ts';
import type { TopicFinding, TopicOptions } from '../../../../kernel/documents/bcf/topics.ts';
import { topicsOf } from '../../../../kernel/documents/bcf/topics.ts';
import { ifcGuid } from '../../../../kernel/documents/ifc/guid.ts';
import { publicFolder } from '../../../public-files.ts';
import { created } from '../../building/model/build.ts';
import { clashesIn, modelOf } from '../../checks/clash/clash-model.ts';
import { faultsOf, partsOf, readByThatOpen } from './read-bcf.ts';

const NASTY = 'Träger <1> & "2" \u0007 🏗';

/** Three columns of 300 mm in a row, 150 mm apart: the middle one is half in each of the others. */
const view = modelOf(
  created('column', 'B1', { name: NASTY, location: { x: 1000, y: 0 } }),
  created('column', 'C1', { location: { x: 1150, y: 0 } }),
  created('column', 'C2', { location: { x: 850, y: 0 } }),
  created('room', 'R1', { name: 'Hall' }),
);
const clashes = clashesIn(view).findings.filter(({ check }) => check === 'clash.hard');

const issue: Finding = {
  finding_id: '00112233445566ff',
  check: 'ibc.1020.2',
  severity: 'warning',
  element_ids: ['R1', 'gone'],
  level_id: 'L1',
  message: 'corridor is 900 mm wide',
  location: { x: 2500, y: 2000, z: 0 },
  box: { min: { x: 0, y: 0, z: 0 }, max: { x: 6000, y: 8000, z: 0 } },
  details: {},
};

const OPTIONS: TopicOptions = {
  at: '2026-01-02T03:04:05.678Z',
  author: 'checker@example.org',
  snapshots: 0,
};

function topics(
  findings: readonly TopicFinding[],
  options: Partial<TopicOptions> = {},
): readonly BcfTopic[] {
  return topicsOf(view, findings, { ...OPTIONS, ...options });
}

const open = (finding: Finding): TopicFinding => ({ finding, resolved: false });
const FOUND = [open(issue), ...clashes.map(open)];

/** Directions in its axes: y up. */
function yUp(vector: BcfVector | undefined): BcfVector | undefined {
  return vector === undefined ? undefined : { x: vector.x, y: vector.z, z: 0 - vector.y };
}

/** The topics with one of three possible pictures. */
const WANTED = topics(FOUND, { snapshots: 1 });

function archive(version: BcfVersion, found = WANTED): Buffer {
  const project = { key: 'office', name: 'Büro <A>' };
  return bcfArchive({ project, topics: found, version, guidOf: ifcGuid });
}

test('the model has two clashes of one column', () => {
  expect(clashes.map(({ element_ids }) => element_ids)).toEqual([
    ['B1', 'C1'],
    ['B1', 'C2'],
  ]);
});

describe('topics', () => {
  test.each([
    [1, 'Elements: e0.'],
    [20, /Elements: e0, .*, e19\.$/],
    [21, /Elements: e0, .*, e19 and 1 more\.$/],
  ])('the description of a finding of %d elements lists at most 20', (count, text) => {
    const element_ids = Array.from({ length: count }, (_, n) => `e${n}`);
    const [topic] = topics([open({ ...issue, element_ids })]);
    expect(topic?.description.split('\n').at(-1)).toMatch(text);
  });

  test('clashes of one element share a topic; every other finding has its own', () => {
    const found = topics(FOUND);
    expect(
      found.map(({ title, type, status, priority, labels }) => ({
        title,
        type,
        status,
        priority,
        labels,
      })),
    ).toEqual([
      {
        title: 'corridor is 900 mm wide',
        type: 'Issue',
        status: 'Active',
        priority: 'Medium',
        labels: ['ibc.1020.2'],
      },
      {
        title: `Clashes of column ${NASTY} (B1)`,
        type: 'Clash',
        status: 'Active',
        priority: 'High',
        labels: ['clash.hard'],
      },
    ]);
    expect(found.map(({ comments, viewpoints }) => [comments.length, viewpoints.length])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(found[1]?.comments.map(({ viewpoint }) => viewpoint)).toEqual(
      clashes.map(({ finding_id }) => `viewpoint ${finding_id}`),
    );
  });

  test('a group keeps its GUID when its findings change, and closes when the last one is resolved', () => {
    const [first, second] = clashes;
    if (first === undefined || second === undefined) throw new Error('there are two clashes');
    const both = topics([open(first), open(second)]);
    const half = topics([{ finding: first, resolved: true }, open(second)]);
    const none = topics([first, second].map((finding) => ({ finding, resolved: true })));
    expect([both, half, none].map((made) => made.map(({ status }) => status))).toEqual([
      ['Active'],
      ['Active'],
      ['Closed'],
    ]);
    expect(new Set([both, half, none].map(([topic]) => topic?.key)).size).toBe(1);
    expect(half[0]?.comments[0]?.text).toBe(`${first.message} (resolved)`);
  });

  test('clashes are grouped by level or by hand on request', () => {
    const titles = (grouping: TopicOptions['grouping']): unknown =>
      topics(clashes.map(open), grouping === undefined ? {} : { grouping }).map(
        ({ title }) => title,
      );
    expect(titles({ by: 'level' })).toEqual(['Clashes of level Ground (L1)']);
    const finding_ids = clashes.map(({ finding_id }) => finding_id);
    expect(titles({ by: 'hand', groups: [{ name: 'axis A', finding_ids }] })).toEqual([
      'Clashes of axis A',
    ]);
  });

  test('the camera sees the whole box: its corners are inside the field of view', () => {
    for (const { finding } of FOUND) {
      const camera = topics([open(finding)])[0]?.viewpoints[0]?.camera;
      if (camera === undefined || finding.box === null) throw new Error('has a box and a camera');
      const { position, direction, up } = camera;
      const dot = (a: typeof up, b: typeof up): number => a.x * b.x + a.y * b.y + a.z * b.z;
      expect(
        [dot(direction, direction), dot(up, up), dot(direction, up)].map(
          (n) => Math.round(n * 1e9) / 1e9,
        ),
      ).toEqual([1, 1, 0]);
      const { min, max } = finding.box;
      for (const x of [min.x, max.x]) {
        for (const y of [min.y, max.y]) {
          for (const height of [min.z, max.z]) {
            const to = {
              x: x / 1000 - position.x,
              y: y / 1000 - position.y,
              z: height / 1000 - position.z,
            };
            const ahead = dot(to, direction);
            expect(ahead).toBeGreaterThan(0);
            // 30 degrees on all sides.
            expect(Math.sqrt(dot(to, to) - ahead * ahead)).toBeLessThan(
              ahead * Math.tan(Math.PI / 6),
            );
          }
        }
      }
    }
  });

  test('a finding without a location has no viewpoint; without a box its location or elements are shown', () => {
    const nowhere = { ...issue, box: null, location: null, element_ids: ['gone'] };
    expect(topics([open(nowhere)])[0]?.viewpoints).toEqual([]);
    const placed = topics([open({ ...issue, box: null })])[0]?.viewpoints[0];
    // 2 m back from the place, along (0.48, 0.64, -0.6).
    expect(placed?.camera.position).toEqual({ x: 1.54, y: 0.72, z: 1.2 });
    expect(topics([open({ ...issue, box: null, location: null })])[0]?.viewpoints.length).toBe(1);
  });

  test('no more pictures are drawn than requested', () => {
    const drawn = WANTED.flatMap(({ viewpoints }) =>
      viewpoints.map(({ snapshot }) => snapshot !== null),
    );
    expect(drawn).toEqual([true, false, false]);
  });
});

describe.each(BCF_VERSIONS)('version %s', (version) => {
  const folder = publicFolder('bcf');

  test.skipIf(folder === null)('every part is valid by the published schema', async () => {
    for (const found of [
      topics(FOUND),
      topics([]),
      topics([open({ ...issue, message: ' ', element_ids: [] })]),
    ]) {
      const { checked, faults } = await faultsOf(
        archive(version, found),
        version,
        join(folder ?? '', 'xsd'),
      );
      const viewpoints = found.reduce((sum, topic) => sum + topic.viewpoints.length, 0);
      expect(checked).toBe((version === '2.1' ? 2 : 3) + found.length + viewpoints);
      expect(faults).toEqual([]);
    }
  });

  test('another program reads the topics, comments, cameras, selections and pictures', async () => {
    const bytes = archive(version);
    const { topics: read, viewpoints } = readByThatOpen(bytes);
    // The reader does not decode XML entities.
    expect(
      read.map(({ comments, ...topic }) =>
        Object.assign(topic, { comments: comments.map(({ comment }) => comment) }),
      ),
    ).toEqual(
      WANTED.map(
        ({ key, title, status, type, labels, description, author, comments, viewpoints: own }) => ({
          guid: bcfGuid(key),
          title: xmlText(title),
          status,
          type,
          labels,
          description: xmlText(description),
          author,
          comments: comments.map(({ text }) => xmlText(text)),
          viewpoints: own.map((viewpoint) => bcfGuid(viewpoint.key)),
        }),
      ),
    );
    const views = WANTED.flatMap(({ viewpoints: own }) => own);
    expect(viewpoints.map(({ guid, selected }) => [guid, selected])).toEqual(
      views.map(({ key, selected }) => [bcfGuid(key), selected.map(ifcGuid)]),
    );
    for (const [index, { camera }] of viewpoints.entries()) {
      expect(camera).toMatchObject({
        camera_view_point: yUp(views[index]?.camera.position),
        camera_direction: yUp(views[index]?.camera.direction),
        field_of_view: 60,
      });
    }
    const parts = await partsOf(bytes);
    const pictures = [...parts].filter(([name]) => name.endsWith('.png'));
    expect(pictures.length).toBe(1);
    for (const [, png] of pictures) expect(png.toString('latin1', 1, 4)).toBe('PNG');
  });

  test('the same findings yield the same bytes', () => {
    const again = topics(FOUND, { snapshots: 1 });
    expect(archive(version).equals(archive(version, again))).toBe(true);
  });
});

// Computed in Python from the SHA-256 of `plumbline bcf guid v1\n` and the text. They never change.
test.each([
  ['finding 00112233445566ff', '98bc15e4-dfac-82dd-aa10-8bd24d03756c'],
  ['group 0', 'e43193bb-359e-8944-8413-9eaad2a3ab6a'],
])('the GUID of `%s` is %s for ever', (key, guid) => {
  expect(bcfGuid(key)).toBe(guid);
});
