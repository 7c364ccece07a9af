/** @module house: the example house as a view. */
import { readFileSync } from 'node:fs';

import { Model } from '../../../../kernel/model/model.ts';
import type { ModelView } from '../../../../kernel/model/view.ts';
import { World } from '../../../servers/building/world.ts';
import { solids } from '../../clash/clash-model.ts';

/** The house of examples/, with the same ids every time. */
export async function houseView(): Promise<ModelView> {
  const world = await World.create();
  const file = new URL('../../../../examples/house.plumb', import.meta.url);
  await world.do('run_script', { script: readFileSync(file, 'utf8') });
  const model = new Model({ solids });
  model.applyAll(world.log.all);
  const view = model.view('main');
  if (view === null) throw new Error('main is always there');
  return view;
}
