/** @module reference-checks.test: clashes see reference models; lists, sums and checks of the building are as without them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { KINDS } from '../../../kernel/building/kinds/elements.ts';
import { ownView } from '../../../kernel/building/view/own-view.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { clashes } from '../../../kernel/checks/clash/clashes.ts';
import { countByModels, type ModelPair } from '../../../kernel/checks/clash/model-pairs.ts';
import { runCompliance } from '../../../kernel/checks/compliance/run-compliance.ts';
import { checkConstraints } from '../../../kernel/checks/constraints/constraints.ts';
import { schedule } from '../../../kernel/documents/schedules/schedule.ts';
import { takeOff } from '../../../kernel/documents/schedules/take-off.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { quantityTakeoff } from '../../../servers/documentation/tools/quantity-takeoff.ts';
import { clashDetectionOf } from '../../../servers/validation/tools/clash-detection.ts';
import { solids } from '../../kernel/checks/clash/clash-model.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';
import { openReferenceWorld, type ReferenceWorld } from './reference-world.ts';

let opened: ReferenceWorld;
let alone: BuildingView;
let together: BuildingView;
let sums: readonly EnvelopeBody[];
beforeAll(async () => {
  opened = await openReferenceWorld([quantityTakeoff, clashDetectionOf(KINDS)]);
  alone = await opened.view();
  const before = await opened.people.ask('quantity_takeoff', {});
  await opened.refer();
  together = await opened.view();
  sums = [before, await opened.people.ask('quantity_takeoff', {})];
});
afterAll(async () => await opened.world.harness.close());

const refuse = (code: string, message: string): never => {
  throw new Error(`${code}: ${message}`);
};
const idOf = (name: string): string => together.named(name)[0]?.id ?? '';
const pairsIn = (view: BuildingView): readonly (readonly string[])[] =>
  clashes(view, { solids }).findings.map(({ element_ids }) => element_ids.toSorted());

describe('clashes', () => {
  test('are found between the building and the reference, not within the reference', () => {
    const [first = '', right = '', , left = ''] = opened.walls;
    const [door] = together.elementsOf('door');
    const expected = [
      [left, door?.id ?? ''],
      [first, idOf('S1')],
      [right, idOf('S1')],
      [left, idOf('S1')],
      [right, idOf('S2')],
      [left, idOf('S2')],
    ].map((pair) => pair.toSorted());
    expect(pairsIn(alone)).toEqual([]);
    const found = new Set(pairsIn(together).map((pair) => pair.join(' ')));
    expect(found).toEqual(new Set(expected.map((pair) => pair.join(' '))));
  });

  test('are found between two references', async () => {
    await opened.people.done('create_branch', { name: 'both' });
    await opened.refer('both', 'services.ifc');
    const both = await opened.view('both');
    const [c2 = '', c3 = '', k1 = ''] = ['C2', 'C3', 'K1'].map((name) => both.named(name)[0]?.id);
    const pairs = pairsIn(both).filter((ids) => ids.includes(k1));
    expect(pairs).toHaveLength(2);
    expect(pairs).toEqual(expect.arrayContaining([[c2, k1].toSorted(), [c3, k1].toSorted()]));
    expect(pairsIn(both)).not.toContainEqual([c2, c3].toSorted());
  });

  test.each([
    [['own'], []],
    [['mixed'], ['building + structure.ifc: 7']],
    [['references'], ['structure.ifc + services.ifc: 2']],
    [['own', 'references'], ['structure.ifc + services.ifc: 2']],
    [
      ['own', 'mixed', 'references'],
      ['building + structure.ifc: 7', 'structure.ifc + services.ifc: 2'],
    ],
  ] satisfies [ModelPair[], string[]][])('of the pairs %j are %j', async (pairs, expected) => {
    const both = await opened.view('both');
    const { findings } = clashes(both, { solids, pairs });
    const counts = countByModels(findings, both);
    expect(counts.map(({ models, count }) => `${models.join(' + ')}: ${count}`)).toEqual(expected);
    expect(counts.every(({ pair }) => pairs.includes(pair))).toBe(true);
  });

  test('within the building are of one model', async () => {
    const [first = ''] = opened.walls;
    const base = { level_id: opened.level, profile: '400x400', height: 3000 };
    await opened.people.done('create_column', {
      ...base,
      location: { x: 2500, y: 0 },
      branch: 'both',
    });
    const both = await opened.view('both');
    const { findings, elements } = clashes(both, { solids, pairs: ['own'] });
    expect(findings).toHaveLength(1);
    expect(findings[0]?.element_ids).toContain(first);
    expect(countByModels(findings, both)).toEqual([
      { pair: 'own', models: ['building'], count: 1 },
    ]);
    expect(elements).toBeLessThan(clashes(both, { solids }).elements);
  });

  test('are counted and filtered by the tool, which refuses pairs that cannot exist', async () => {
    const { data, error } = await opened.people.ask('clash_detection', { pairs: ['mixed'] });
    expect(error).toBe(undefined);
    expect(data['by_models']).toEqual([
      { pair: 'mixed', models: ['building', 'structure.ifc'], count: data['total'] },
    ]);
    const none = await opened.people.ask('clash_detection', {
      pairs: ['mixed', 'references'],
      branch: 'empty',
    });
    expect(none.error?.message).toContain('`pairs` has only pairs with reference models');
    const own = await opened.people.ask('clash_detection', { branch: 'empty', pairs: ['own'] });
    expect(own.data).not.toHaveProperty('by_models');
  });

  test('are listed on the level of the building, and name the file of the reference', () => {
    const { findings } = clashes(together, { solids });
    for (const { level_id, message } of findings) {
      expect(level_id).toBe(opened.level);
      expect(message).toMatch(/ of `structure\.ifc`/u);
    }
  });
});

describe('the building of a branch with a reference', () => {
  test.each(['Walls', 'Rooms', 'Levels', 'Doors', 'Columns'])(
    'has the same schedule of %s',
    (category) => {
      const own = schedule(ownView(together), { category }, refuse);
      const was = schedule(alone, { category }, refuse);
      expect(own.rows).toEqual(was.rows);
      expect(own.totals).toEqual(was.totals);
    },
  );

  test('has the same take-off, and the tool says what it leaves out', () => {
    const request = { categories: ['Walls', 'Columns', 'Doors'] };
    const [own, was] = [ownView(together), alone].map((view) => takeOff(view, request, refuse));
    expect(own).toEqual({ ...was, head: own?.head });
    const [before, after] = sums;
    expect(after?.data['count']).toBe(before?.data['count']);
    expect(after?.warnings.join()).toContain(
      'reference model `structure.ifc` with 9 elements is left out',
    );
    expect(before?.warnings.join()).not.toContain('reference');
  });

  test('has the same walls, joints and bodies', () => {
    for (const { id } of alone.elements()) {
      expect([id, together.footprint(id)]).toEqual([id, alone.footprint(id)]);
      expect([id, together.measures(id)]).toEqual([id, alone.measures(id)]);
      expect([id, together.mesh(id)]).toEqual([id, alone.mesh(id)]);
      expect(together.joinedWalls(id)).toEqual(alone.joinedWalls(id));
    }
  });

  test('has the same constraints and the same elements in a new file', () => {
    const [own, was] = [ownView(together), alone].map((view) => checkConstraints(view, null));
    expect(own).toEqual(was);
    const [file, before] = [ownView(together), alone].map((view) => exported(view, 'IFC4').counts);
    expect(file).toEqual(before);
  });

  test('is checked alone against standards', () => {
    const options = { standards: ['ADA-2010'] };
    const [all, own, was] = [together, ownView(together), alone].map(
      (view) => runCompliance(view, options).coverage.not_applicable,
    );
    expect(all).toBeGreaterThan(own ?? Infinity);
    expect(own).toBe(was);
  });

  test('lists nothing of the reference, and finds it by place', () => {
    const own = ownView(together);
    expect([...own.elements()].map(({ id }) => id)).toEqual(
      [...alone.elements()].map(({ id }) => id),
    );
    expect([own.count(), own.count('wall'), own.levels().length]).toEqual([6, 4, 1]);
    expect(own.named('S1')).toEqual([]);
    const box = together.bounds(idOf('C1'));
    if (box === null) throw new Error('no column');
    expect(own.inBox(box)).toContain(idOf('C1'));
    expect(ownView(alone)).toBe(alone);
  });
});
