/** @module ids-change: a check of a change against an IDS file visits an unchanged branch once. */
import { Buffer } from 'node:buffer';

import { expect, test } from 'vitest';

import { watched } from '../../../../kernel/base/work/checkpoint.ts';
import type { BuildingView } from '../../../../kernel/building/view/view.ts';
import { idsChange, type IdsChange } from '../../../../servers/building/checks/ids-change.ts';
import { FIRE_RATING, idsAbout } from '../../validation/ids-about.ts';
import { PRINCIPAL, World } from '../world.ts';

const asked = (text: string): Parameters<typeof idsChange>[2] => ({
  files: {
    pathOf: async () => await Promise.resolve('client.ids'),
    read: async () => await Promise.resolve(Buffer.from(text)),
  },
  principal: PRINCIPAL,
  hint: '',
});
const CLIENT = asked(idsAbout(FIRE_RATING));

/** The change, and the number of branches that were stated for it. */
async function counted(
  before: BuildingView,
  after: BuildingView,
  file = CLIENT,
): Promise<{ readonly change: IdsChange; readonly stated: number }> {
  let stated = 0;
  const change = await watched(
    ({ doing, done }) => {
      if (doing === 'writing elements' && done === 0) stated += 1;
    },
    () => idsChange({ before, after }, 'client.ids', file),
  );
  return { change, stated };
}

test('a branch is checked once for each state and each content of the IDS file', async () => {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  const place = { start: { x: 0, y: 0 }, end: { x: 4000, y: 0 } };
  const wall_id = await world.make('create_wall', { level_id, ...place });
  await world.domain.catchUp();
  const before = world.domain.view('main');
  const set = { element_id: wall_id, parameter_name: 'fire_rating_min', value: 60 };
  const { events } = await world.plan('modify_parameter', set);
  const first = await counted(before, before.apply(events));
  expect(first.stated).toBe(2);
  expect(first.change.ids.specifications).toMatchObject([{ before: 'fail', after: 'pass' }]);

  await world.domain.catchUp();
  const again = world.domain.view('main');
  const second = await counted(again, again.apply(events));
  expect(second.stated).toBe(1);
  expect(second.change).toEqual(first.change);

  const other = asked(idsAbout(FIRE_RATING.replace('60 min', '90 min')));
  const third = await counted(again, again.apply(events), other);
  expect(third.stated).toBe(2);
  expect(third.change.ids.specifications).toEqual([]);

  await world.do('modify_parameter', set);
  await world.domain.catchUp();
  const now = world.domain.view('main');
  const fourth = await counted(now, now);
  expect(fourth.change.ids.specifications).toEqual([]);
  expect(fourth.change.found.resolved).toEqual([]);
});
