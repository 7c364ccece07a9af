/** @module tests of the pictures of topics: buffers that one picture after another uses leave no trace. */
import { expect, test } from 'vitest';

import { topicsOf } from '../../../../kernel/documents/bcf/topics.ts';
import { viewpointOf } from '../../../../kernel/documents/bcf/viewpoints.ts';
import { DepthBuffers } from '../../../../kernel/documents/drawings/camera/depth-buffer.ts';
import { randomHouse } from '../ifc/write/random-house.ts';

test('each picture of a file is the one that is drawn alone', () => {
  const view = randomHouse(2);
  const findings = [...view.elementsOf('wall')].slice(0, 3).map(({ id }) => ({
    resolved: false,
    finding: {
      finding_id: `f ${id}`,
      check: 'issue',
      severity: 'warning' as const,
      element_ids: [id],
      level_id: null,
      message: `Look at ${id}`,
      location: null,
      box: null,
      details: {},
    },
  }));
  const options = { at: '2026-01-01T00:00:00.000Z', author: 'A' };
  const together = topicsOf(view, findings, options).map(({ viewpoints }) => viewpoints[0]);
  const alone = findings.map(({ finding }) =>
    viewpointOf(finding, { snapshots: new DepthBuffers() }, view),
  );
  expect(alone.length).toBe(3);
  expect(together).toEqual(alone);
  const [png] = alone.map((one) => Buffer.from(one?.snapshot ?? []));
  expect([png?.readUInt32BE(16), png?.readUInt32BE(20)]).toEqual([750, 562]);
});

test('a buffer that is taken again is empty', () => {
  const buffers = new DepthBuffers();
  const first = buffers.take(2, 2);
  first.near.fill(7);
  first.face.fill(7);
  buffers.give([first]);
  const other = buffers.take(3, 2);
  expect(other.near.length).toBe(6);
  const again = buffers.take(2, 2);
  expect(again).toBe(first);
  expect([...again.near, ...again.face]).toEqual([
    ...Array.from({ length: 4 }, () => -Infinity),
    ...Array.from({ length: 4 }, () => 0),
  ]);
});
