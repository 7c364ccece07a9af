/** @module tests of a hidden site: an agent that may not see the site gets the same from a model with one and without one. */
import { Buffer } from 'node:buffer';

import { expect, test } from 'vitest';

import { ownView } from '../../../kernel/building/view/own-view.ts';
import { RestrictedView } from '../../../kernel/building/view/restricted-view.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { checkConstraints } from '../../../kernel/checks/constraints/constraints.ts';
import { drawView } from '../../../kernel/documents/drawings/draw-view.ts';
import { IFC_SCHEMAS } from '../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { exportIfc } from '../../../kernel/documents/ifc/write/export-ifc.ts';
import { siteIn, sitePlaceOf } from '../../../servers/building/site-place.ts';
import { placeWarnings } from '../../../servers/documentation/place-warnings.ts';
import { getModelSummary } from '../../../servers/spatial/tools/get-model-summary.ts';
import { PRINCIPAL, World } from '../building/world.ts';

/** A house with a site that has faults, or without a site; and its view for an agent without Sites. */
async function twin(sited: boolean): Promise<BuildingView> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  await world.do('create_wall', { level_id, start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } });
  if (sited) {
    await world.do('set_site', {
      name: 'Secret plot',
      true_north_deg: 33,
      boundary: [
        { x: -1000, y: -1000 },
        { x: 9000, y: -1000 },
        { x: 9000, y: 9000 },
      ],
      georeference: { crs: 'EPSG:25832', eastings: 5_334_000, northings: 691_000, height: 5 },
    });
  }
  return new RestrictedView(world.view, {
    key: 'k',
    maker: 'm',
    own: () => false,
    place: ({ category }) => category !== 'Sites',
    branch: () => true,
  });
}

/** Everything that the agent can learn about the place. */
async function answersOf(view: BuildingView): Promise<unknown> {
  const own = ownView(view);
  const [level] = own.levels();
  const head = { at: '2026-01-02T03:04:05.678Z' };
  const plan = {
    view: 'plan',
    level_id: level?.id ?? '',
    scale: 50,
    cut_height: 1200,
    coordinate_grid: true,
  } as const;
  const summary = await getModelSummary.answer({}, view, {
    refuse: () => {
      throw new Error('refused');
    },
    branch: 'main',
    principal: PRINCIPAL,
    signal: new AbortController().signal,
  });
  const { seq, ...data } = summary.data;
  return {
    data,
    has_position: seq !== undefined,
    place: siteIn(own),
    files: IFC_SCHEMAS.map((schema) =>
      Buffer.concat(exportIfc(own, { schema, head }).chunks).toString('latin1'),
    ),
    warnings: placeWarnings(own),
    findings: checkConstraints(own, null),
    drawing: drawView(plan, own),
  };
}

test('a hidden site is in no answer, file, drawing, finding or warning', async () => {
  const [sited, without] = [await twin(true), await twin(false)];
  expect(JSON.stringify(await answersOf(sited))).toBe(JSON.stringify(await answersOf(without)));
  expect(JSON.stringify(await answersOf(sited))).not.toContain('25832');
});

test('a site that is seen is in all of these', async () => {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  await world.do('create_wall', { level_id, start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } });
  const georeference = { crs: 'EPSG:25832', eastings: 5_334_000, northings: 691_000 };
  await world.do('set_site', { georeference });
  const site = siteIn(world.view);
  expect(site === null ? null : sitePlaceOf(site)).not.toBeNull();
  expect(placeWarnings(world.view)).toEqual([expect.stringContaining('probably swapped')]);
  expect(checkConstraints(world.view, null).map(({ check }) => check)).toContain('site_place');
});
