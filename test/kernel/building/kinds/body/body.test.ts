/** @module tests of bodies: they move, turn and mirror as their meshes do, and cannot be reshaped. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  isWatertight,
  mergeMeshes,
  type Mesh,
  meshBounds,
  meshVolume,
  translateMesh,
} from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { KINDS } from '../../../../../kernel/building/kinds/elements.ts';
import { occupancyOf } from '../../../../../kernel/building/kinds/facets/per-element.ts';
import { shownParams } from '../../../../../kernel/building/kinds/kind.ts';
import { Model } from '../../../../../kernel/building/model/model.ts';
import { planCopy } from '../../../../../kernel/building/model/plan/copy.ts';
import { planModify } from '../../../../../kernel/building/model/plan/modify.ts';
import {
  mirroring,
  translation,
  turning,
} from '../../../../../kernel/building/model/plan/motions.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { Refusal } from '../../../../../schemas/errors.ts';
import { block } from '../../imports/meshes.ts';
import { created, make, Site } from '../../model/build.ts';
import { anyOf, context, lies, mm, moves, P, refusalOf, turns, verdict } from '../bench.ts';
import { type Given, type MadeBodies, madeBodies } from './bodies.ts';

const at = (x: number, y: number, z: number): { x: number; y: number; z: number } => ({ x, y, z });

/** A wedge, which no rotation maps to its mirror image. */
const WEDGE: Mesh = {
  positions: Float64Array.of(0, 0, 0, 3000, 0, 0, 0, 1000, 0, 0, 0, 500),
  triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
};

/** A building with bodies; without `made.source`, their meshes are not at hand. */
function viewOf({
  elements,
  source,
}: Pick<MadeBodies, 'elements'> & { source?: MadeBodies['source'] }): StateView {
  const site = new Site(new Model({ meshes: source ?? null }));
  site.commit('main', [
    created('level', 'L1', { name: 'Ground', elevation: 0, height: 3000 }),
    created('level', 'L2', { name: 'First', elevation: 3000, height: 3000 }),
    ...elements.map(({ id, params }) => created('body', id, params)),
  ]);
  return site.view();
}

function wedge(params: Given['params'] = {}): MadeBodies {
  return madeBodies({ X: { mesh: translateMesh(WEDGE, at(500, 600, 700)), params } });
}

describe('a body', () => {
  test.each([
    ['needs a level', { level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    ['may touch the edge of the model', { offset: at(1e7 - 1000, 0, 0) }, {}],
    ['may not exceed it', { offset: at(1e7 - 999.999, 0, 0) }, 'OUT_OF_MODEL_BOUNDS'],
    [
      'may not exceed it turned',
      { offset: at(1e7 - 1001, 0, 0), turn_deg: -30 },
      'OUT_OF_MODEL_BOUNDS',
    ],
    ['may not exceed its top', { offset: at(0, 0, 1e7 - 799.999) }, 'OUT_OF_MODEL_BOUNDS'],
    ['needs a class of IFC', { ifc_class: 'Chair' }, 'INVALID_ARGUMENT'],
    ['needs a box', { box: { min: at(0, 0, 1), max: at(9, 9, 0) } }, 'INVALID_ARGUMENT'],
  ])('%s', (_what, params, expected) => {
    expect(verdict('body', params)).toEqual(expected);
  });

  test('is where its mesh is', () => {
    const made = wedge();
    const view = viewOf(made);
    expect(view.bounds('X')).toEqual({ min: at(500, 600, 700), max: at(3500, 1600, 1200) });
    expect(view.mesh('X')).toEqual(translateMesh(WEDGE, at(500, 600, 700)));
    expect(view.measures('X').volume_mm3).toBe(meshVolume(WEDGE));
    expect(view.pieces('X')?.length).toBe(1);
  });

  test('has the box of its mesh after a turn by any angle, and that of its turned box without a mesh', () => {
    const made = wedge({ turn_deg: 30 });
    const mesh = viewOf(made).mesh('X');
    if (mesh === null) throw new Error('no mesh');
    const { min, max } = meshBounds(mesh);
    const bounds = viewOf(made).bounds('X');
    const without = viewOf({ elements: made.elements });
    expect(bounds?.max.x).toBeCloseTo(max.x, 3);
    expect(bounds?.min.y).toBeCloseTo(min.y, 3);
    expect(without.mesh('X')).toBeNull();
    expect(without.pieces('X')).toBeNull();
    expect(without.bounds('X')?.max.y).toBeGreaterThan(max.y + 100);
    expect(without.measures('X')).toEqual(viewOf(made).measures('X'));
  });

  test('is divided into convex pieces up to 4,000 triangles', () => {
    const blocks = (count: number): Given => ({
      mesh: mergeMeshes(
        Array.from({ length: count }, (_, i) => translateMesh(block(5, 5, 5), at(10 * i, 0, 0))),
      ),
    });
    const view = viewOf(madeBodies({ few: blocks(333), many: blocks(334) }));
    expect(view.pieces('few')?.length).toBe(333);
    expect(view.pieces('many')).toBeNull();
  });

  test('moves with its level, as it has world coordinates', () => {
    const view = viewOf(wedge());
    const [copy] = planCopy({ element_id: 'X', to_level_id: 'L2', count: 1 }, view, context).events;
    expect(copy).toMatchObject({
      payload: { element: { params: { level_id: 'L2', offset: at(0, 0, 3000) } } },
    });
  });

  test('cannot be reshaped, and says why', () => {
    const reason = 'its surface is not closed.';
    const view = viewOf({ elements: [make('body', 'X', { reason })] });
    const refusal = (parameter_name: string): string => {
      try {
        planModify({ element_id: 'X', parameter_name, value: 1 }, view, context);
      } catch (error) {
        if (error instanceof Refusal) return error.message;
        throw error;
      }
      return 'none';
    };
    for (const name of ['box', 'mesh', 'volume_mm3', 'digest', 'height', 'thickness']) {
      expect(refusal(name)).toContain(
        `\`${name}\` of a body cannot be set: it is a body of an imported file: its surface is not closed; expected one of`,
      );
    }
    expect(refusal('ifc_class')).toContain('the imported file states it');
    const renamed = { element_id: 'X', parameter_name: 'name', value: 'Desk' };
    expect(planModify(renamed, view, context).data).toMatchObject({ to: 'Desk' });
  });

  test('shows its class and reason, not the place of its mesh', () => {
    const [element] = wedge().elements;
    if (element === undefined) throw new Error('no element');
    const shown = shownParams(element, KINDS);
    expect(shown).toMatchObject({
      ifc_class: 'IfcBuildingElementProxy',
      reason: 'no kind fits its class',
      has_mesh: true,
    });
    expect(JSON.stringify(shown)).not.toMatch(/[0-9a-f]{64}/u);
  });

  test('of a space encloses one; of any other class it is solid', () => {
    const of = (ifc_class: string) => occupancyOf(make('body', 'X', { ifc_class }), KINDS);
    expect([of('IfcSpace'), of('IfcWall'), of('IfcValve')]).toEqual(['space', 'matter', 'matter']);
  });

  test('whose mesh is missing is a fault with its name; its box and volume are known', () => {
    const [element] = wedge().elements;
    const other = madeBodies({ Y: { mesh: block(1, 2, 3) } });
    if (element === undefined) throw new Error('no element');
    const view = viewOf({ elements: [element], source: other.source });
    expect(() => view.mesh('X')).toThrow(
      /^the mesh of body `X` cannot be read: .* no chunk 0 of blob/u,
    );
    expect(() => view.pieces('X')).toThrow(RangeError);
    expect(view.bounds('X')).toEqual({ min: at(500, 600, 700), max: at(3500, 1600, 1200) });
    const turned = viewOf({
      elements: [make('body', 'X', { ...element.params, turn_deg: 10 })],
      source: other.source,
    });
    expect(turned.bounds('X')).not.toBeNull();
    const renamed = { element_id: 'X', parameter_name: 'name', value: 'Desk' };
    const { events } = planModify(renamed, view, context);
    expect(view.apply(events).element('X')?.params).toMatchObject({ name: 'Desk' });
  });
});

const MOTIONS = fc.array(
  fc.oneof(
    fc
      .tuple(mm(-9000, 9000), mm(-9000, 9000), mm(-100, 100))
      .map(([x, y, z]) => translation({ x, y, z })),
    fc
      .tuple(mm(-9000, 9000), mm(-9000, 9000), fc.integer({ min: -359, max: 359 }))
      .map(([x, y, angle]) => turning(P(x, y), angle)),
    fc
      .tuple(mm(-9000, 0), mm(-9000, 9000), mm(1, 9000), mm(-9000, 9000))
      .map(([x0, y0, x1, y1]) => mirroring(P(x0, y0), P(x1, y1))),
  ),
  { maxLength: 5 },
);

describe('any body', () => {
  const any = anyOf(
    'body',
    fc.record({
      box: fc
        .tuple(mm(-500, 500), mm(-500, 500), mm(1, 900), mm(1, 900))
        .map(([x, y, w, d]) => ({ min: at(x, y, 0), max: at(x + w, y + d, 700) })),
      offset: fc.record({ x: mm(-9000, 9000), y: mm(-9000, 9000), z: mm(-9000, 9000) }),
      turn_deg: fc.integer({ min: 0, max: 359 }),
      mirrored: fc.boolean(),
    }),
  );
  lies(any);
  moves(any);
  turns(any);

  test('after any motions, its mesh is where they move its points, with the same volume', () => {
    const made = wedge();
    const [element] = made.elements;
    const { transform } = KINDS.of({ kind: 'body' });
    if (element === undefined || typeof transform === 'string') throw new Error('no transform');
    const start = translateMesh(WEDGE, at(500, 600, 700));
    fc.assert(
      fc.property(MOTIONS, (motions) => {
        const moved = motions.reduce<typeof element>((was, motion) => {
          const { params } = transform.moved(was, motion, context);
          return make('body', 'X', params);
        }, element);
        const view = viewOf({ elements: [moved], source: made.source });
        const mesh = view.mesh('X');
        if (mesh === null) throw new Error('no mesh');
        for (let i = 0; i < mesh.positions.length; i += 3) {
          const [x = 0, y = 0, z = 0] = start.positions.slice(i, i + 3);
          const there = motions.reduce((point, { point: map }) => map(point), P(x, y));
          const up = motions.reduce((sum, { dz }) => sum + dz, z);
          expect(mesh.positions[i]).toBeCloseTo(there.x, 3);
          expect(mesh.positions[i + 1]).toBeCloseTo(there.y, 3);
          expect(mesh.positions[i + 2]).toBeCloseTo(up, 3);
        }
        expect(isWatertight(mesh)).toBe(true);
        expect(meshVolume(mesh) / meshVolume(start)).toBeCloseTo(1, 6);
        const [box, around] = [view.bounds('X'), meshBounds(mesh)];
        expect(box?.min.x).toBeCloseTo(around.min.x, 2);
        expect(box?.max.y).toBeCloseTo(around.max.y, 2);
      }),
      { numRuns: 60 },
    );
  });

  test('that cannot be placed is refused', () => {
    const view = viewOf(wedge());
    const change = { element_id: 'X', parameter_name: 'level_id', value: 'L9' };
    expect(refusalOf(() => planModify(change, view, context))).toBe('LEVEL_NOT_FOUND');
  });
});
