/** @module test of stops: how much of a model is looked at between two of them, counted and never timed. */
import { expect, test } from 'vitest';

import { drawView } from '../../../kernel/drawings/draw-view.ts';
import type { Steps } from '../../../kernel/findings/steps.ts';
import { glbOf } from '../../../kernel/gltf/glb.ts';
import { MAIN, Model } from '../../../kernel/model/model.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import type { ViewDefinition } from '../../../schemas/views.ts';
import { creation, stored } from '../../bench/building.ts';
import { mixedBuilding } from '../../bench/mixed-building.ts';
import { solids } from '../clash/clash-model.ts';

const model = new Model({ solids });
model.applyAll(stored(Array.from(mixedBuilding({ storeys: 2, bays: 10 }), creation)));
const main = model.view(MAIN);
if (main === null) throw new Error('main is always there');
const view: ModelView = main;

/** Most looks at the model between two stops. */
const MOST = 1300;

const DEFINITIONS: Readonly<Record<string, ViewDefinition>> = {
  plan: { view: 'plan', level_id: 'level_0', scale: 100, cut_height: 1200 },
  section: {
    view: 'section',
    origin: { x: 20_000, y: 15_500, z: 0 },
    normal: { x: 0, y: -1, z: 0 },
    depth: null,
    scale: 100,
  },
  elevation: { view: 'elevation', direction: 'south', scale: 100 },
  camera: {
    view: 'camera',
    kind: 'axonometric',
    direction: { x: 0.7, y: 1, z: -0.6 },
    scale: null,
  },
};

/** Looks at the model between stops: the most, and all of them. */
function looksOf(work: (counted: ModelView) => Steps<unknown>): {
  readonly most: number;
  readonly all: number;
  readonly stops: number;
} {
  let looks = 0;
  const counted = new Proxy(view, {
    get(target, name) {
      looks += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  let [most, all, stops] = [0, 0, 0];
  for (const { done, total, doing } of work(counted)) {
    if (doing === '' || done > total) throw new Error(`${doing}: ${done} of ${total}`);
    [most, all, stops, looks] = [Math.max(most, looks), all + looks, stops + 1, 0];
  }
  return { most: Math.max(most, looks), all: all + looks, stops };
}

test.each([...Object.keys(DEFINITIONS), 'GLB'])('%s: no step looks at all of the model', (name) => {
  const definition = DEFINITIONS[name];
  const { most, all, stops } = looksOf((counted) =>
    definition === undefined ? glbOf(counted) : drawView(definition, counted),
  );
  expect(all).toBeGreaterThan(2 * MOST);
  expect(most).toBeLessThan(MOST);
  expect(stops).toBeGreaterThan(10);
});
