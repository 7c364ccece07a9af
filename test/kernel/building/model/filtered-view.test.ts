/** @module answers of a filtered view: hidden elements are absent from every answer of the model. */
import { expect, test } from 'vitest';

import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { Site, created, fourWalls } from './build.ts';
import { HidingView } from './hiding-view.ts';

const EVERYWHERE = {
  min: { x: -1e6, y: -1e6, z: -1e6 },
  max: { x: 1e6, y: 1e6, z: 1e6 },
};

function wholeView(): ModelView {
  const site = new Site();
  site.commit('main', [
    created('level', 'L1'),
    created('level', 'L2', { name: 'Upper', elevation: 3000 }),
    ...fourWalls(),
    created('door', 'D1'),
    created('window', 'N1', { name: 'North' }),
    created('column', 'C1'),
  ]);
  return site.view();
}

function hiding(...ids: readonly string[]): {
  readonly whole: ModelView;
  readonly view: HidingView;
} {
  const whole = wholeView();
  return { whole, view: new HidingView(whole, new Set(ids)) };
}

function idsOf(elements: Iterable<{ readonly id: string }>): readonly string[] {
  return [...elements].map(({ id }) => id);
}

test('answers about a visible element are those of the whole view', () => {
  const { whole, view } = hiding('C1');
  expect(view.element('W1')).toEqual(whole.element('W1'));
  expect(view.elementOf('W1', 'wall')).toEqual(whole.elementOf('W1', 'wall'));
  expect(view.version('W1')).toBe(whole.version('W1'));
  expect(view.bounds('W1')).toEqual(whole.bounds('W1'));
  expect(view.footprint('W1')).toEqual(whole.footprint('W1'));
  expect(view.outline('W1')).toEqual(whole.outline('W1'));
  expect(view.measures('W1')).toEqual(whole.measures('W1'));
  expect(view.levelOf('D1')).toBe('L1');
});

test('a hidden element has no data, geometry or measures', () => {
  const { whole, view } = hiding('W1');
  expect(whole.bounds('W1')).not.toBeNull();
  expect(view.element('W1')).toBeUndefined();
  expect(view.elementOf('W1', 'wall')).toBeUndefined();
  expect(view.version('W1')).toBe(0);
  expect(view.levelOf('W1')).toBeNull();
  expect([view.bounds('W1'), view.footprint('W1'), view.outline('W1')]).toEqual([null, null, null]);
  expect(view.fileMesh('W1')).toBeNull();
  expect([view.mesh('W1'), view.fineMesh('W1'), view.uncutMesh('W1')]).toEqual([null, null, null]);
  expect([view.pieces('W1'), view.workspace('W1')]).toEqual([null, []]);
  expect([view.marks('W1'), view.holes('W1'), view.joinedWalls('W1')]).toEqual([[], [], []]);
  const none = { length_mm: null, area_mm2: null, perimeter_mm: null, volume_mm3: null };
  expect([view.measures('W1'), view.grossMeasures('W1')]).toEqual([none, none]);
});

test('lists, counts and searches leave hidden elements out', () => {
  const { whole, view } = hiding('W2', 'N1');
  const visible = (ids: readonly string[]): readonly string[] =>
    ids.filter((id) => id !== 'W2' && id !== 'N1');
  expect(idsOf(view.elements())).toEqual(visible(idsOf(whole.elements())));
  expect(idsOf(view.elementsOf('wall'))).toEqual(['W1', 'W3', 'W4']);
  expect(idsOf(view.elementsOnLevel('L1'))).toEqual(visible(idsOf(whole.elementsOnLevel('L1'))));
  expect([view.count(), view.count('wall'), view.count('window')]).toEqual([
    whole.count() - 2,
    3,
    0,
  ]);
  expect(view.count('no_kind')).toBe(0);
  expect(idsOf(view.hostedBy('W1'))).toEqual(visible(idsOf(whole.hostedBy('W1'))));
  expect(view.joinedWalls('W1')).toEqual(['W4']);
  expect(idsOf(view.wallsNear('L1', EVERYWHERE))).toEqual(['W1', 'W3', 'W4']);
  expect(view.inBox(EVERYWHERE)).toEqual(visible(whole.inBox(EVERYWHERE)));
  expect(idsOf(whole.named('north'))).toEqual(['N1']);
  expect(view.named('north')).toEqual([]);
  expect(view.nearIds('W5', 3)).toEqual(visible(whole.nearIds('W5', Infinity)).slice(0, 3));
});

test('a hidden level has no elements, and no element names it', () => {
  const { view } = hiding('L1');
  expect(idsOf(view.levels())).toEqual(['L2']);
  expect([...view.elementsOnLevel('L1')]).toEqual([]);
  expect(view.wallsNear('L1', EVERYWHERE)).toEqual([]);
  expect(view.levelOf('W1')).toBeNull();
});

test('a cascade names the closest visible cause', () => {
  const { whole, view } = hiding('W1');
  expect(whole.cascadeOf('L1')).toContainEqual({ id: 'D1', cascade_of: 'W1' });
  expect(view.cascadeOf('L1')).toContainEqual({ id: 'D1', cascade_of: 'L1' });
  expect(idsOf(view.cascadeOf('L1'))).not.toContain('W1');
  expect(view.cascadeOf('W1')).toEqual([]);
});

test('positions in the log and other branches are withheld', () => {
  const { whole, view } = hiding('W1');
  expect([whole.position(1), whole.placeInLog('W2')]).not.toContain(null);
  expect([view.position(), view.placeInLog()]).toEqual([null, null]);
  expect(view.branchesWith()).toEqual([]);
});
