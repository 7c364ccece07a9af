/** @module docs-deletion.test: docs/pictures/deletion.png matches the picture for the approver; UPDATE_SNAPSHOTS=1 draws it again. */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

import { expect, test } from 'vitest';

import { planDrawing } from '../../clients/plumbline/approvals/plan-picture.ts';
import { png } from '../../kernel/documents/drawings/print/png.ts';
import { PIXELS_PER_MM } from '../../kernel/documents/drawings/shapes.ts';
import { effectOf } from '../../servers/approvals/effect.ts';
import { Site } from '../kernel/building/model/build.ts';
import { siteReader } from '../kernel/building/model/projection/site-reader.ts';
import { World } from '../servers/building/world.ts';

test('deletion.png shows the effect of deleting a wall between two rooms', async () => {
  const world = await World.create();
  const script = readFileSync(new URL('../../examples/house.plumb', import.meta.url), 'utf8');
  await world.do('run_script', { script });
  const [wall] = world.view.named('Study south');
  const site = new Site();
  site.commit('main', world.log.all);
  const { events } = await world.plan('delete_elements', { element_ids: [wall?.id ?? ''] });
  const planned = events.map((event, index) => Object.assign({ event_id: `${index}` }, event));
  const effect = await effectOf(siteReader(site), { branch: 'main', events: planned }, {});
  const drawing = planDrawing(effect, {
    title: 'delete_elements on main: pending',
    subtitle:
      'approval apr_01a20382-af09-77e0-96cb-cfda477d3f55, plan sha256 91dd3013fc571880240b6185b2c947e5cbffa6a7bf75b5e322aef0c836061f51',
  });
  const bytes = png(drawing, drawing.width_mm * PIXELS_PER_MM);
  const path = new URL('../../docs/pictures/deletion.png', import.meta.url);
  if (process.env['UPDATE_SNAPSHOTS'] === '1') writeFileSync(path, bytes);
  expect(readFileSync(path).equals(bytes)).toBe(true);
});
