/** @module the example house as a view of the model. */
import { readFileSync } from 'node:fs';

import { loadSolidKernel } from '../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { World } from '../../../servers/building/world.ts';

const solids = await loadSolidKernel();

/** The branch main after running `examples/house.plumb`. */
export async function houseView(): Promise<ModelView> {
  const world = await World.create();
  const path = new URL('../../../../examples/house.plumb', import.meta.url);
  await world.do('run_script', { script: readFileSync(path, 'utf8') });
  const model = new Model({ solids });
  model.applyAll(world.log.all);
  const view = model.view('main');
  if (view === null) throw new Error('main is always there');
  return view;
}

/** Id of the level with the given elevation (mm). */
export function levelAt(view: ModelView, elevation: number): string {
  const level = view.levels().find(({ params }) => params.elevation === elevation);
  if (level === undefined) throw new Error(`no level at ${elevation}`);
  return level.id;
}
