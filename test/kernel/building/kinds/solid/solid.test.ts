/** @module tests of solids. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { boxMesh } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { solid } from '../../../../../kernel/building/kinds/solid/solid.ts';
import { planCopy } from '../../../../../kernel/building/model/plan/copy.ts';
import { planModify } from '../../../../../kernel/building/model/plan/modify.ts';
import { planRotate } from '../../../../../kernel/building/model/plan/rotate.ts';
import { make } from '../../model/build.ts';
import { context, anyOf, lies, moves, mm, refusalOf, verdict, withElement } from '../bench.ts';

/** A cuboid of these sizes from the origin, as it is stored. */
function cuboid(x: number, y: number, z: number): { positions: number[]; triangles: number[] } {
  const mesh = boxMesh({ min: { x: 0, y: 0, z: 0 }, max: { x, y, z } });
  return { positions: [...mesh.positions], triangles: [...mesh.triangles] };
}

const at = (x: number, y: number, z: number): { x: number; y: number; z: number } => ({ x, y, z });

describe('a solid', () => {
  test.each([
    ['needs a level', { level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    ['may touch the edge of the model', { offset: at(1e7 - 1000, 0, 0) }, {}],
    [
      'may not exceed the edge of the model by 0.001 mm',
      { offset: at(1e7 - 999.999, 0, 0) },
      'OUT_OF_MODEL_BOUNDS',
    ],
    [
      'may not exceed the top of the model',
      { offset: at(0, 0, 1e7 - 999.999) },
      'OUT_OF_MODEL_BOUNDS',
    ],
    [
      'may not exceed the bottom of the model',
      { offset: at(0, 0, -1e7 - 0.001) },
      'OUT_OF_MODEL_BOUNDS',
    ],
  ])('%s', (_what, params, expected) => {
    expect(verdict('solid', params)).toEqual(expected);
  });

  test('a solid has world coordinates: its offset places it, not its level', () => {
    const view = withElement('solid', {
      ...cuboid(100, 200, 300),
      level_id: 'L2',
      offset: at(10, 20, 30),
    });
    expect(view.bounds('X')).toEqual({ min: at(10, 20, 30), max: at(110, 220, 330) });
    expect(view.measures('X')).toMatchObject({ length_mm: null, volume_mm3: 6e6 });
  });

  test('a solid moves up by the difference between levels', () => {
    const view = withElement('solid', { ...cuboid(1, 1, 1), level_id: 'L2' });
    const [copy] = planCopy({ element_id: 'X', to_level_id: 'L3', count: 1 }, view, context).events;
    expect(copy).toMatchObject({
      payload: { element: { params: { level_id: 'L3', offset: { z: 4000 } } } },
    });
  });

  test('a solid cannot be turned, and its sources cannot be set', () => {
    const view = withElement('solid');
    const turn = { element_id: 'X', angle_deg: 90 };
    expect(refusalOf(() => planRotate(turn, view, context))).toBe('INVALID_ARGUMENT');
    const modify = { element_id: 'X', parameter_name: 'positions', value: [] };
    expect(refusalOf(() => planModify(modify, view, context))).toBe('UNKNOWN_PARAMETER');
  });

  test('answers show the size of the mesh of a solid instead of the mesh', () => {
    expect(solid.shown === 'all' ? null : solid.shown(make('solid', 'X'))).toMatchObject({
      vertex_count: 4,
      triangle_count: 4,
    });
  });
});

describe('any solid', () => {
  const any = anyOf(
    'solid',
    fc
      .tuple(
        mm(1, 9000),
        mm(1, 9000),
        mm(1, 9000),
        fc.record({ x: mm(-9000, 9000), y: mm(-9000, 9000), z: mm(-9000, 9000) }),
      )
      .map(([x, y, z, offset]) => Object.assign(cuboid(x, y, z), { offset })),
  );
  lies(any);
  moves(any);
});
