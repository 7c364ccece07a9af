/** @module tests of elements that cannot be written: each is reported and does not prevent the export of the others. */
import { expect, test } from 'vitest';

import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { randomHouse } from './random-house.ts';
import { exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

/** The view with one method replaced. */
function answering<K extends 'footprint' | 'outline'>(
  view: ModelView,
  method: K,
  answer: (id: string) => ReturnType<ModelView[K]>,
): ModelView {
  return new Proxy(view, {
    get(target, name) {
      if (name === method) return answer;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('a wall without an outline is left out with its door, without effect on other elements', () => {
  const house = randomHouse(3);
  const broken = answering(house, 'footprint', (id) =>
    id === 'L1-inner' ? null : house.footprint(id),
  );
  const made = exported(broken, 'IFC4');
  expect(made.warnings).toEqual([
    'wall `L1-inner` is left out: has no outline',
    'door `L1-inner-door` is left out: its host `L1-inner` is not in the file',
  ]);
  expect(ruleFaults(made.file)).toEqual([]);
  for (const { id, kind } of house.elements()) {
    const there = made.text.includes(`('${ifcGuid(id)}',`) || kind === 'grid';
    expect([id, there]).toEqual([id, !id.startsWith('L1-inner')]);
  }
});

test('an element whose body throws leaves no entities in the file', () => {
  const house = randomHouse(3);
  const broken = answering(house, 'outline', (id) => {
    if (id === 'L2-given') throw new RangeError('no such outline');
    return house.outline(id);
  });
  const made = exported(broken, 'IFC2X3');
  expect(made.warnings).toEqual(['room `L2-given` is left out: no such outline']);
  expect(ruleFaults(made.file)).toEqual([]);
});

test('grid lines in only one direction are left out with a warning', () => {
  const line = (name: string, y: number) =>
    created('grid', name, { name, start: { x: 0, y }, end: { x: 9000, y } });
  const one = exported(modelOf(line('A', 0), line('B', 3000)), 'IFC4');
  expect(one.warnings).toEqual([
    'grid lines `A`, `B` are left out: they have only one direction, and a grid in IFC needs two',
  ]);
  const across = created('grid', '1', { name: '1', start: { x: 0, y: 0 }, end: { x: 0, y: 9000 } });
  const two = exported(modelOf(line('A', 0), line('B', 3000), across), 'IFC4');
  expect([two.warnings, two.counts.get('IfcGrid'), two.counts.get('IfcGridAxis')]).toEqual([
    [],
    1,
    3,
  ]);
});

test('an empty model yields a project, a site and a building', () => {
  for (const schema of ['IFC2X3', 'IFC4', 'IFC4X3'] as const) {
    const made = exported(modelOf(), schema);
    expect([made.warnings, ruleFaults(made.file)]).toEqual([[], []]);
    expect(made.counts.get('IfcBuildingStorey')).toBe(3);
  }
});

test('elements that are left out for the same reason are one sentence', () => {
  const house = randomHouse(3);
  const broken = answering(house, 'footprint', () => null);
  const { warnings } = exported(broken, 'IFC4');
  const about = warnings.filter((one) => one.includes('has no outline'));
  const walls = [...house.elementsOf('wall')].map(({ id }) => `\`${id}\``);
  expect(walls.length).toBeGreaterThan(5);
  expect(about).toEqual([
    `wall ${walls.slice(0, 5).join(', ')} and ${walls.length - 5} more are left out: has no outline`,
  ]);
});
