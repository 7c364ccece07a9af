/** @module tests of recognised roofs and plates: own exports in all schemas come back with the same body. */
import { describe, expect, test } from 'vitest';

import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { manifestRowsOf } from '../../../../../kernel/documents/ifc/recognise/manifest-rows.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { recognise } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { rectangle } from '../../../building/kinds/bench.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { direction } from '../shape/shape-text.ts';
import { readWithIfcLite } from '../write/ifc-lite.ts';
import { differences, exported } from '../write/reread.ts';
import { ruleFaults } from '../write/rule-faults.ts';
import {
  axes,
  extrusion,
  kernels,
  named,
  paramsOf,
  point,
  polygon,
  recognised,
} from './building-text.ts';

const S = Math.SQRT1_2;
const DEPTH = 200 / S;

function roofOf(id: string, params: Partial<ParamsOf<'roof'>>): PlannedEvent {
  return created('roof', id, {
    level_id: 'L2',
    boundary_points: rectangle(0, 0, 6000, 4000),
    slope_deg: 45,
    overhang: 0,
    thickness: 200,
    base_offset: 0,
    ...params,
  });
}

const UP = { x: 0, y: 0, z: 1 };
const frame = { origin: { x: 0, y: 0, z: 0 }, axis: UP, x: { x: 1, y: 0, z: 0 } };

/** Roofs and plates that come back as one of the same kind, with as many planes. */
const CASES: Readonly<Record<string, PlannedEvent>> = {
  'a gable roof with eaves square to its slopes': roofOf('E', {
    roof_type: 'gable',
    cut_planes: [0, 4000].map((y) => ({
      point: { x: 0, y, z: DEPTH },
      normal: { x: 0, y: y === 0 ? 0 - S : S, z: 0 - S },
      within: null,
    })),
  }),
  'a gable roof with one eave higher than the other': roofOf('E', {
    roof_type: 'gable',
    cut_planes: [{ point: { x: 0, y: 3000, z: 0 }, normal: { x: 0, y: 1, z: 0 }, within: null }],
  }),
  'a hip roof with a bay of a higher eave': roofOf('E', {
    roof_type: 'hip',
    cut_planes: [
      {
        point: { x: 0, y: 0, z: -10 },
        normal: UP,
        within: { ...frame, points: rectangle(1000, 3600, 2000, 4100) },
      },
    ],
  }),
  'the roof of a dormer that ends in the slope of another': roofOf('E', {
    roof_type: 'gable',
    cut_planes: [
      { point: { x: 3000, y: 0, z: 500 }, normal: { x: 0.8, y: 0, z: -0.6 }, within: null },
    ],
  }),
  'a shed roof with a level foot': roofOf('E', {
    roof_type: 'shed',
    cut_planes: [{ point: { x: 0, y: 0, z: 100 }, normal: { x: 0, y: 0, z: -1 }, within: null }],
  }),
  'a hip roof of two slopes': roofOf('E', {
    roof_type: 'hip',
    edges: [{ slope_deg: 40 }, { slope_deg: 60 }, { slope_deg: 40 }, { slope_deg: 60 }],
  }),
  'a mansard roof': roofOf('E', {
    roof_type: 'mansard',
    slope_deg: 65,
    upper_slope_deg: 20,
    break_height: 1200,
  }),
  'a flat roof around a courtyard': roofOf('E', {
    roof_type: 'flat',
    holes: [rectangle(2000, 1000, 3000, 2000)],
  }),
  'a sloping plate with a level foot in a part of it': created('floor', 'E', {
    level_id: 'L2',
    boundary_points: rectangle(0, 0, 4000, 3000),
    holes: [],
    thickness: 200,
    top_offset: 0,
    slope: { point: { x: 0, y: 0 }, direction_deg: 0, pitch_deg: 45, edges: 'plumb' },
    cut_planes: [
      {
        point: { x: 0, y: 0, z: -100 },
        normal: { x: 0, y: 0, z: -1 },
        within: { ...frame, points: rectangle(0, 0, 183, 1000) },
      },
    ],
  }),
  'a ceiling': created('floor', 'E', {
    level_id: 'L2',
    boundary_points: rectangle(0, 0, 4000, 3000),
    holes: [],
    thickness: 57,
    top_offset: 2700,
    floor_type: 'ceiling',
    fire_rating_min: 30,
  }),
  'a level slab with a step': created('floor', 'E', {
    level_id: 'L2',
    boundary_points: rectangle(0, 0, 4000, 3000),
    holes: [],
    thickness: 300,
    top_offset: 0,
    cut_planes: [
      {
        point: { x: 0, y: 0, z: -100 },
        normal: UP,
        within: { ...frame, points: rectangle(3000, -10, 4010, 3010) },
      },
    ],
  }),
};

describe.each(Object.entries(CASES))('%s', (_, event) => {
  test.each(IFC_SCHEMAS)('in %s is read by both readers, and comes back', async (schema) => {
    const view = modelOf(event);
    const made = exported(view, schema);
    expect(ruleFaults(made.file)).toEqual([]);
    expect(differences(view, made)).toEqual([]);
    expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
    const { model } = await openIfc(made.file);
    const rows = manifestRowsOf(recognise(model, 'lineage', kernels), model);
    const row = rows.find(({ guid }) => guid === ifcGuid('E'));
    const element = view.element('E');
    expect(row).toMatchObject({
      outcome: 'parametric',
      reason: null,
      element: { kind: element?.kind },
    });
    const was = new Map<string, unknown>(Object.entries(element?.params ?? {}));
    const is = new Map<string, unknown>(Object.entries(row?.element?.params ?? {}));
    expect(planesIn(is)).toBe(planesIn(was));
    expect(is.get('roof_type')).toBe(was.get('roof_type'));
    expect(is.get('floor_type') === 'ceiling').toBe(was.get('floor_type') === 'ceiling');
    const sizes = ['upper_slope_deg', 'break_height', 'thickness'].filter(
      (name) => typeof was.get(name) === 'number',
    );
    for (const name of sizes) expect(is.get(name)).toBeCloseTo(Number(was.get(name)), 2);
  });
});

/** The number of planes that cut an element. */
function planesIn(params: ReadonlyMap<string, unknown>): number {
  const planes = params.get('cut_planes');
  return Array.isArray(planes) ? planes.length : 0;
}

describe('openings of slabs', () => {
  const slab = (...openings: readonly string[]) =>
    recognised([
      {
        entity: 'IFCSLAB',
        name: 'slab',
        items: [extrusion(polygon([0, 0], [4000, 0], [4000, 3000], [0, 3000]), 300)],
        openings: openings.map((item) => ({ items: [item] })),
      },
    ]);

  test('across the edge cut the slab', () => {
    const notch = polygon([3500, 1000], [4500, 1000], [4500, 2000], [3500, 2000]);
    const found = slab(extrusion(notch, 500, axes(point(0, 0, -100))));
    expect(named(found, 'slab').reason).toBeNull();
    expect(paramsOf(found, 'slab')).toMatchObject({ cut_planes: { length: 1 }, thickness: 300 });
  });

  test('into its top or its foot are niches', () => {
    const square = polygon([1000, 1000], [2000, 1000], [2000, 2000], [1000, 2000]);
    const other = polygon([2500, 1000], [3500, 1000], [3500, 2000], [2500, 2000]);
    const found = slab(
      extrusion(square, 500, axes(point(0, 0, 200))),
      extrusion(other, 200, axes(point(0, 0, -100))),
    );
    expect(named(found, 'slab').proof?.volume).toBeLessThan(1e-6);
    expect(paramsOf(found, 'slab')).toMatchObject({
      cut_planes: [
        { point: { z: 200 }, normal: UP },
        { point: { z: 100 }, normal: { x: 0, y: 0, z: -1 } },
      ],
    });
  });

  test('with the same corners are one hole', () => {
    const corners = [
      [1000, 1000],
      [2000, 1000],
      [2000, 2000],
      [1000, 2000],
    ] as const;
    const turned = [...corners.slice(2), ...corners.slice(0, 2)];
    const other = polygon([2500, 1000], [3500, 1000], [3500, 2000], [2500, 2000]);
    const found = slab(
      extrusion(polygon(...corners), 500, axes(point(0, 0, -100))),
      extrusion(polygon(...turned), 700, axes(point(0, 0, -200))),
      extrusion(other, 500, axes(point(0, 0, -100))),
    );
    const rows = found.products.filter(({ product }) => product.class === 'IfcOpeningElement');
    const [first, second, third] = rows.map(({ element }) => element?.id);
    expect([rows.length, first === second, first === third]).toEqual([3, true, false]);
    expect(rows.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'parametric'));
  });

  test('of a sloping one are prisms that cut it', () => {
    const found = recognised([
      {
        entity: 'IFCSLAB',
        name: 'plate',
        items: [
          extrusion(
            polygon([0, 0], [4000, 0], [4000, 3000], [0, 3000]),
            200,
            axes(point(0, 0, 0), direction(0 - S, 0, S), direction(S, 0, S)),
          ),
        ],
        openings: [
          {
            items: [
              extrusion(
                polygon([1000, 1000], [1800, 1000], [1800, 2200], [1000, 2200]),
                600,
                axes(point(200 * S, 0, -200 * S), direction(0 - S, 0, S), direction(S, 0, S)),
              ),
            ],
          },
        ],
      },
    ]);
    expect(named(found, 'plate').reason).toBeNull();
    expect(paramsOf(found, 'plate')).toMatchObject({
      slope: { edges: 'square' },
      cut_planes: [{ within: { points: { length: 4 } } }],
    });
    const rows = found.products.filter(({ product }) => product.class === 'IfcOpeningElement');
    expect(rows.map(({ outcome, element }) => [outcome, element?.kind])).toEqual([
      ['parametric', 'floor'],
    ]);
  });
});
