/** @module tests of edits of round, arched and outlined windows of imported files, which two other readers judge. */
import type { Buffer } from 'node:buffer';

import { describe, expect, test } from 'vitest';

import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { ParamValues, PlannedEvent } from '../../../../../schemas/events.ts';
import { created, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage } from '../patch/patching.ts';
import { exported } from '../write/reread.ts';
import { importedAs, judged } from './judged.ts';
import { returned } from './returned.ts';

const P = (x: number, y: number) => ({ x, y });

function window(id: string, offset: number, more: object): PlannedEvent {
  const usual = { width: 1000, height: 1000, sill_height: 800, window_type: 'fixed' } as const;
  return created('window', id, { host_id: 'w', offset, ...usual, ...more });
}

const HOUSE = modelOf(
  created('wall', 'w', {
    level_id: 'L1',
    start: P(0, 0),
    end: P(8000, 0),
    thickness: 300,
    height: 3000,
  }),
  window('circle', 500, { shape: 'round' }),
  window('arch', 2500, { shape: 'arched', height: 1500 }),
  window('triangle', 4500, { outline: [P(0, 0), P(1000, 0), P(500, 1000)] }),
  created('opening', 'hole', {
    host_id: 'w',
    location: null,
    offset: 6500,
    sill: 900,
    width: 800,
    height: 800,
    shape: 'round',
  }),
);

/** What other readers see otherwise; @ifc-lite gives circles fewer sides. */
async function seen(view: StateView, file: Buffer): Promise<readonly string[]> {
  const found = await judged(view, file);
  return found.filter((one) => !/^ifc-lite: window circle: \S+ mm³/u.test(one));
}

const ONLY_STRETCHED = 'the outline of a door or window can only be stretched';

describe.each(IFC_SCHEMAS)('%s', (schema) => {
  const { file } = exported(HOUSE, schema);

  test.each<[string, string, ParamValues]>([
    ['a circle is moved', 'circle', { offset: 700, sill_height: 1200 }],
    ['a circle becomes an ellipse', 'circle', { width: 1200, height: 900 }],
    ['an arch is moved', 'arch', { offset: 2600 }],
    ['a round opening becomes an arched one', 'hole', { shape: 'arched', height: 1200 }],
    [
      'an outline is stretched',
      'triangle',
      { width: 1500, outline: [P(0, 0), P(1500, 0), P(750, 1000)] },
    ],
  ])('%s', async (_, id, updates) => {
    const before = await importedAs(HOUSE, file);
    expect(await seen(before.view, file)).toEqual([]);
    const view = before.view.apply([modifies(before.view.element(id), updates)]);
    const made = returned(before, view);
    expect(made.not_expressible).toEqual([]);
    expect(damage(file, made.file)).toEqual([]);
    const differing = await seen(view, made.file);
    // A patch stretches the frame of the file with the rest; the frame of the model keeps its width.
    const isStretched = 'width' in updates && id !== 'hole';
    const volume = new RegExp(`: window ${id}: \\d+(?:\\.\\d+)? mm³ of `, 'u');
    expect(differing.filter((one) => !(isStretched && volume.test(one)))).toEqual([]);
  });

  test.each<[string, string, ParamValues]>([
    ['a circle becomes an arch', 'circle', { shape: 'arched' }],
    ['an arch gets wider', 'arch', { width: 1200 }],
    ['a circle becomes a rectangle', 'circle', { shape: null }],
  ])('%s: refused with the reason', async (_, id, updates) => {
    const before = await importedAs(HOUSE, file);
    const view = before.view.apply([modifies(before.view.element(id), updates)]);
    const made = returned(before, view);
    expect(made.not_expressible.map(({ why }) => why)).toEqual([ONLY_STRETCHED]);
  });
});
