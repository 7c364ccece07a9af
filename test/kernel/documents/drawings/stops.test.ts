/**
 * @module tests of checkpoints in drawings: the number of model queries between two checkpoints, which is independent
 * of time.
 */
import { expect, test } from 'vitest';

import { watched } from '../../../../kernel/base/work/checkpoint.ts';
import { MAIN, Model } from '../../../../kernel/building/model/model.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import { glbOf } from '../../../../kernel/documents/gltf/glb.ts';
import type { ViewDefinition } from '../../../../schemas/views.ts';
import { creation, stored } from '../../../bench/building.ts';
import { mixedBuilding } from '../../../bench/mixed-building.ts';
import { solids } from '../../checks/clash/clash-model.ts';

const model = new Model({ solids });
model.applyAll(stored(Array.from(mixedBuilding({ storeys: 2, bays: 10 }), creation)));
const main = model.view(MAIN);
if (main === null) throw new Error('main is always there');
const view: ModelView = main;

/** Maximum number of queries to the model between two checkpoints. */
const MAX_QUERIES = 1300;

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

/** Number of model queries during `work` (maximum between two checkpoints, and total), and number of checkpoints. */
function looksOf(work: (counted: ModelView) => unknown): {
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
  watched(
    ({ done, total, doing }) => {
      if (doing === '' || done > total) throw new Error(`${doing}: ${done} of ${total}`);
      [most, all, stops, looks] = [Math.max(most, looks), all + looks, stops + 1, 0];
    },
    () => work(counted),
  );
  return { most: Math.max(most, looks), all: all + looks, stops };
}

test.each([...Object.keys(DEFINITIONS), 'GLB'])(
  '%s: reaches checkpoints often, before all of the model has been queried',
  (name) => {
    const definition = DEFINITIONS[name];
    const { most, all, stops } = looksOf((counted) =>
      definition === undefined ? glbOf(counted) : drawView(definition, counted),
    );
    expect(all).toBeGreaterThan(2 * MAX_QUERIES);
    expect(most).toBeLessThan(MAX_QUERIES);
    expect(stops).toBeGreaterThan(10);
  },
);
