/** @module house: the example buildings as views. */
import { readFileSync } from 'node:fs';

import { Model } from '../../../../../kernel/building/model/model.ts';
import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import { officeStorey, STOREYS } from '../../../../office-storey.ts';
import { World } from '../../../../servers/building/world.ts';
import { solids } from '../../../checks/clash/clash-model.ts';

/** The house of examples/, with the same ids every time. */
export async function houseView(): Promise<ModelView> {
  return await exampleView('house');
}

/** The building of a script of examples/, with the same ids every time. */
export async function exampleView(name: string): Promise<ModelView> {
  const file = new URL(`../../../../../examples/${name}.plumb`, import.meta.url);
  return await builtBy([readFileSync(file, 'utf8')]);
}

/** The office with 500 rooms of examples/. */
export async function officeView(): Promise<ModelView> {
  return await builtBy(Array.from({ length: STOREYS }, (_, storey) => officeStorey(storey)));
}

async function builtBy(scripts: readonly string[]): Promise<ModelView> {
  const world = await World.create();
  for (const script of scripts) await world.do('run_script', { script });
  const model = new Model({ solids });
  model.applyAll(world.log.all);
  const view = model.view('main');
  if (view === null) throw new Error('main is always there');
  return view;
}
