/** @module tests of recognised walls with their openings, doors and windows, on small files. */
import { describe, expect, test } from 'vitest';

import {
  axes,
  extrusion,
  named,
  paramsOf,
  point,
  polygon,
  polyline,
  type ProductText,
  recognised,
} from './building-text.ts';

const X = '{IFCDIRECTION((1.,0.,0.))}';
const Y = '{IFCDIRECTION((0.,1.,0.))}';

/** A wall of 4 m by 0.2 m by 2.5 m along x, its right side on y = 0. */
const BODY = extrusion(polygon([0, 0], [4000, 0], [4000, 200], [0, 200]), 2500);

function wall(more: Partial<ProductText> = {}): ProductText {
  return {
    entity: 'IFCWALL',
    name: 'wall',
    items: [BODY],
    axis: polyline([0, 0], [4000, 0]),
    ...more,
  };
}

/** A box: its lowest corner and sizes. */
function box(
  x: number,
  y: number,
  z: number,
  ...[dx = 0, dy = 0, dz = 0]: readonly number[]
): string {
  const area = polygon([x, y], [x + dx, y], [x + dx, y + dy], [x, y + dy]);
  return extrusion(area, dz, axes(point(0, 0, z)));
}

function door(width: number, height: number): ProductText {
  return {
    entity: 'IFCDOOR',
    name: 'door',
    items: [box(0, 0, 0, 900, 50, 2000)],
    rest: `,$,${height}.,${width}.,$,.SINGLE_SWING_RIGHT.,$`,
  };
}

test('a wall on its right face gets that location line, its sizes and pinned ends', () => {
  const found = recognised([wall()], { storeys: [['Ground', 1000]] });
  expect(paramsOf(found, 'wall')).toMatchObject({
    start: { x: 0, y: 100 },
    end: { x: 4000, y: 100 },
    thickness: 200,
    height: 2500,
    base_offset: 0,
    location_line: 'right',
    line_offset: -100,
    pins: {
      start: [
        { x: 0, y: 200 },
        { x: 0, y: 0 },
      ],
      end: [
        { x: 4000, y: 0 },
        { x: 4000, y: 200 },
      ],
    },
  });
  expect(named(found, 'wall').proof).toEqual({ volume: 0, box_mm: 0 });
});

test('the axis of a file that runs the other way gives the direction', () => {
  const found = recognised([wall({ axis: polyline([4000, 200], [0, 200]) })]);
  expect(paramsOf(found, 'wall')).toMatchObject({
    start: { x: 4000, y: 100 },
    end: { x: 0, y: 100 },
    location_line: 'right',
  });
});

test('a wall without an axis runs along its longest sides', () => {
  const { entity, name, items } = wall();
  const found = recognised([{ entity, items, ...(name === undefined ? {} : { name }) }]);
  expect(paramsOf(found, 'wall')).toMatchObject({
    thickness: 200,
    start: { y: 100 },
    end: { y: 100 },
  });
});

test('a wall that is drawn on its left face gets that location line', () => {
  const found = recognised([wall({ axis: polyline([0, 200], [4000, 200]) })]);
  expect(paramsOf(found, 'wall')).toMatchObject({ location_line: 'left', line_offset: 100 });
});

test('a mitred end is kept as it is', () => {
  const body = extrusion(polygon([0, 0], [4000, 0], [3800, 200], [0, 200]), 2500);
  const found = recognised([wall({ items: [body] })]);
  expect(paramsOf(found, 'wall')).toMatchObject({
    pins: {
      end: [
        { x: 4000, y: 0 },
        { x: 3800, y: 200 },
      ],
    },
  });
});

test('a notch in a side is a cut within a prism', () => {
  const ring = [
    [0, 0],
    [1000, 0],
    [1000, 50],
    [1200, 50],
    [1200, 0],
    [4000, 0],
    [4000, 200],
    [0, 200],
  ] as const;
  const found = recognised([wall({ items: [extrusion(polygon(...ring), 2500)] })]);
  expect(paramsOf(found, 'wall')).toMatchObject({
    cut_planes: [
      {
        point: { z: -1 },
        normal: { x: 0, y: 0, z: 1 },
        within: {
          axis: { x: 0, y: 0, z: 1 },
          // 1 mm beyond the side of the wall.
          points: expect.arrayContaining([
            { x: 1000, y: -1 },
            { x: 1200, y: 50 },
          ]),
        },
      },
    ],
  });
});

test('a wall cut by a plane keeps the plane; heights are above its level', () => {
  const roof = `{IFCHALFSPACESOLID({IFCPLANE(${axes(point(0, 0, 2000), '{IFCDIRECTION((-0.6,0.,0.8))}', Y)})},.F.)}`;
  const cut = `{IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,${BODY},${roof})}`;
  const found = recognised([wall({ items: [cut] })], { storeys: [['Up', 3000]] });
  expect(paramsOf(found, 'wall')).toMatchObject({
    height: 2500,
    cut_planes: [
      { point: { x: 0, y: 0, z: 2000 }, normal: { x: -0.6, y: 0, z: 0.8 }, within: null },
    ],
  });
});

test('a wall along an arc', () => {
  const centre = axes(point(0, 0, 0))
    .replace('IFCAXIS2PLACEMENT3D', 'IFCAXIS2PLACEMENT2D')
    .replace(',$,$)', ',$)');
  const arc = (radius: number, from: number, to: number, sense: string): string =>
    `{IFCTRIMMEDCURVE({IFCCIRCLE(${centre},${radius}.)},(IFCPARAMETERVALUE(${from})),(IFCPARAMETERVALUE(${to})),.${sense}.,.PARAMETER.)}`;
  const piece = (curve: string): string => `{IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,${curve})}`;
  const half = '1.5707963267948966';
  const curve = `{IFCCOMPOSITECURVE((${[
    arc(5200, 0, Number(half), 'T'),
    polyline([0, 5200], [0, 5000]),
    arc(5000, Number(half), 0, 'F'),
    polyline([5000, 0], [5200, 0]),
  ]
    .map((one) => piece(one))
    .join()}),.F.)}`.replaceAll('(IFCPARAMETERVALUE(0))', '(IFCPARAMETERVALUE(0.))');
  const body = extrusion(`{IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${curve})}`, 2500);
  const found = recognised([{ entity: 'IFCWALL', name: 'wall', items: [body] }]);
  expect(paramsOf(found, 'wall')).toMatchObject({
    start: { x: 5100, y: 0 },
    via: { x: 3606.245, y: 3606.245 },
    end: { x: 0, y: 5100 },
    thickness: 200,
  });
  const opened = wall({
    items: [body],
    openings: [{ items: [box(5000, 500, 900, 200, 800, 1000)] }],
  });
  expect(named(recognised([opened]), 'wall').reason).toBe('curved with openings');
});

describe('openings', () => {
  test('a door that states the sizes of its opening', () => {
    const opening = { items: [box(500, -50, 0, 900, 300, 2000)], filling: door(900, 2000) };
    const found = recognised([wall({ openings: [opening] })]);
    expect(paramsOf(found, 'door')).toMatchObject({
      offset: 500,
      width: 900,
      height: 2000,
      swing: 'right',
    });
    expect(named(found, 'IFCOPENINGELEMENT').outcome).toBe('parametric');
  });

  test('a door above the foot of its wall has a sill', () => {
    const opening = { items: [box(500, -50, 150, 900, 300, 2000)], filling: door(900, 2000) };
    expect(paramsOf(recognised([wall({ openings: [opening] })]), 'door')).toMatchObject({
      sill: 150,
    });
  });

  test('a door that states other sizes is a body in an opening', () => {
    const opening = { items: [box(500, -50, 0, 900, 300, 2000)], filling: door(898, 2000) };
    const found = recognised([wall({ openings: [opening] })]);
    expect(named(found, 'door').outcome).toBe('body');
    expect(named(found, 'IFCOPENINGELEMENT').element).toMatchObject({
      kind: 'opening',
      params: { width: 900 },
    });
  });

  test('two bodies that meet in the middle of the wall are one hole', () => {
    const items = [box(500, 0, 900, 1200, 100, 1000), box(500, 100, 900, 1200, 100, 1000)];
    const found = recognised([wall({ openings: [{ items }] })]);
    expect(paramsOf(found, 'IFCOPENINGELEMENT')).toMatchObject({
      offset: 500,
      sill: 900,
      width: 1200,
      height: 1000,
    });
  });

  test.each([
    ['on the right', 0, { x: 0, y: -1, z: 0 }, 100],
    ['on the left', 100, { x: 0, y: 1, z: 0 }, 100],
  ])('a niche %s is a plane of the wall, and its opening a part of it', (_side, y, normal, at) => {
    const found = recognised([
      wall({ openings: [{ items: [box(500, y, 900, 1200, 100, 1000)] }] }),
    ]);
    expect(named(found, 'wall')).toMatchObject({ outcome: 'parametric', reason: null });
    expect(paramsOf(found, 'wall')).toMatchObject({
      cut_planes: [{ point: { y: at }, normal, within: { points: { length: 4 } } }],
    });
    const { outcome, element } = named(found, 'IFCOPENINGELEMENT');
    expect([outcome, element?.id]).toEqual(['parametric', named(found, 'wall').element?.id]);
  });

  test('two bodies with a gap in the middle of the wall are two niches and no hole', () => {
    const items = [box(500, -10, 900, 1200, 90, 1000), box(500, 120, 900, 1200, 90, 1000)];
    const found = recognised([wall({ openings: [{ items }] })]);
    expect(paramsOf(found, 'wall')).toMatchObject({
      cut_planes: [{ point: { y: 80 } }, { point: { y: 120 } }],
    });
  });

  test('a body next to the wall cuts nothing', () => {
    const found = recognised([
      wall({ openings: [{ items: [box(500, 300, 900, 1200, 90, 1000)] }] }),
    ]);
    expect(named(found, 'wall').outcome).toBe('parametric');
    expect(named(found, 'IFCOPENINGELEMENT').element).toBeNull();
  });

  test('two doors in one opening are bodies in an opening', () => {
    const opening = { items: [box(500, -50, 0, 900, 300, 2000)], filling: door(900, 2000) };
    const second = { ...door(900, 2000), name: 'second', guid: 'second' };
    const found = recognised([wall({ openings: [opening] }), second], {
      data: "#950=IFCRELFILLSELEMENT('again',$,$,$,#101,#105);",
    });
    expect(named(found, 'second').outcome).toBe('body');
    expect(named(found, 'door').outcome).toBe('body');
    expect(named(found, 'IFCOPENINGELEMENT').element).toMatchObject({ kind: 'opening' });
  });

  test('an oblique hole that begins in the wall is an oblique niche', () => {
    const place = axes(
      point(1500, 50, 900),
      '{IFCDIRECTION((0.6,0.8,0.))}',
      '{IFCDIRECTION((0.,0.,1.))}',
    );
    const area = polygon([0, 0], [500, 0], [500, 400], [0, 400]);
    const found = recognised([wall({ openings: [{ items: [extrusion(area, 1500, place)] }] })]);
    expect(named(found, 'wall').outcome).toBe('parametric');
    expect(paramsOf(found, 'wall')).toMatchObject({
      cut_planes: [{ point: { x: 1500, y: 50 }, normal: { x: 0.6, y: 0.8 } }],
    });
  });

  test('an oblique body that only touches the wall makes no hole', () => {
    const place = axes(
      point(1500, 200, 900),
      '{IFCDIRECTION((0.6,0.8,0.))}',
      '{IFCDIRECTION((0.,0.,1.))}',
    );
    // Its lowest corner is on the face of the wall.
    const area = polygon([0, 0], [500, 0], [500, -400], [0, -400]);
    const found = recognised([wall({ openings: [{ items: [extrusion(area, 1500, place)] }] })]);
    expect(named(found, 'wall').outcome).toBe('parametric');
    expect(paramsOf(found, 'wall')).not.toHaveProperty('cut_planes');
    expect(named(found, 'IFCOPENINGELEMENT')).toMatchObject({
      outcome: 'body',
      reason: 'cuts nothing of its host',
    });
  });

  test('an outline that is swept through the wall', () => {
    const area = polygon([0, 0], [1000, 0], [500, 800]);
    const place = axes(point(1000, 300, 900), '{IFCDIRECTION((0.,-1.,0.))}', X);
    const found = recognised([wall({ openings: [{ items: [extrusion(area, 400, place)] }] })]);
    expect(paramsOf(found, 'IFCOPENINGELEMENT')).toMatchObject({
      outline: [
        { x: 1000, y: 900 },
        { x: 2000, y: 900 },
        { x: 1500, y: 1700 },
      ],
    });
  });

  test('an opening in another one is a part of it; overlapping ones are one outline', () => {
    const large = { items: [box(500, -50, 500, 1000, 300, 1000)] };
    const small = { items: [box(700, -50, 700, 200, 300, 200)] };
    const found = recognised([wall({ openings: [large, small] })]);
    const ids = found.products.flatMap(({ product, element }) =>
      product.class === 'IfcOpeningElement' ? [element?.id] : [],
    );
    expect(new Set(ids).size).toBe(1);
    const beside = { items: [box(1400, -50, 600, 600, 300, 200)] };
    const merged = recognised([wall({ openings: [large, beside] })]);
    expect(paramsOf(merged, 'IFCOPENINGELEMENT')).toMatchObject({
      width: 1500,
      outline: { length: 8 },
    });
  });

  test('an oblique hole is a cut of the wall', () => {
    const place = axes(
      point(1500, -300, 900),
      '{IFCDIRECTION((0.6,0.8,0.))}',
      '{IFCDIRECTION((0.,0.,1.))}',
    );
    const area = polygon([0, 0], [500, 0], [500, 400], [0, 400]);
    const found = recognised([wall({ openings: [{ items: [extrusion(area, 1500, place)] }] })]);
    expect(named(found, 'wall').outcome).toBe('parametric');
    expect(paramsOf(found, 'wall')).toMatchObject({
      cut_planes: [{ within: { axis: { x: 0.6, y: 0.8 } } }],
    });
    expect(named(found, 'IFCOPENINGELEMENT').element?.kind).toBe('wall');
  });
});

describe('walls of faces', () => {
  /** The faces of a prism over a ring in the plane of x and z, 200 mm deep along y, with holes. */
  function brep(
    ring: readonly (readonly [number, number])[],
    holes: readonly (readonly (readonly [number, number])[])[] = [],
  ): string {
    const loop = (corners: readonly (readonly number[])[]): string =>
      `{IFCPOLYLOOP((${corners.map((corner) => point(...corner)).join()}))}`;
    const face = (...loops: readonly string[]): string =>
      `{IFCFACE((${loops.map((one, i) => `{IFCFACE${i === 0 ? 'OUTER' : ''}BOUND(${one},.T.)}`).join()}))}`;
    const side = (
      y: number,
      from: readonly (readonly [number, number])[],
    ): readonly (readonly number[])[] => from.map(([x, z]) => [x, y, z]);
    const around = (from: readonly (readonly [number, number])[]): readonly string[] =>
      from.map(([x, z], i) => {
        const [x2, z2] = from[(i + 1) % from.length] ?? [x, z];
        return face(
          loop([
            [x, 0, z],
            [x, 200, z],
            [x2, 200, z2],
            [x2, 0, z2],
          ]),
        );
      });
    const front = face(
      loop(side(0, ring)),
      ...holes.map((hole) => loop(side(0, hole.toReversed()))),
    );
    const back = face(
      loop(side(200, ring.toReversed())),
      ...holes.map((hole) => loop(side(200, hole))),
    );
    const all = [
      front,
      back,
      ...around(ring),
      ...holes.flatMap((hole) => around(hole.toReversed())),
    ];
    return `{IFCFACETEDBREP({IFCCLOSEDSHELL((${all.join()}))})}`;
  }

  test('a gable is a wall with two planes; a hole in it is an opening without a product', () => {
    const ring = [
      [0, 0],
      [4000, 0],
      [4000, 2500],
      [2000, 4000],
      [0, 2500],
    ] as const;
    const hole = [
      [1000, 900],
      [2000, 900],
      [2000, 1900],
      [1000, 1900],
    ] as const;
    const found = recognised([wall({ items: [brep(ring, [hole])] })]);
    expect(paramsOf(found, 'wall')).toMatchObject({ height: 4000, cut_planes: { length: 2 } });
    expect(found.unnamed).toMatchObject([
      { kind: 'opening', params: { offset: 1000, sill: 900, width: 1000, height: 1000 } },
    ]);
  });

  test('a hollow inside is not lost: the wall is a body', () => {
    const outer = BODY;
    const inner = box(1000, 50, 1000, 500, 100, 500);
    const cut = `{IFCBOOLEANRESULT(.DIFFERENCE.,${outer},${inner})}`;
    expect(named(recognised([wall({ items: [cut] })]), 'wall').outcome).toBe('body');
  });

  test('layers that fill a wall are one wall, and parts of it', () => {
    const layer = (name: string, y: number, depth: number): ProductText => ({
      entity: 'IFCBUILDINGELEMENTPART',
      name,
      items: [box(0, y, 0, 4000, depth, 2500)],
      contained: false,
      rest: ',$,$',
    });
    const found = recognised(
      [
        wall({ items: [], axis: polyline([0, 0], [4000, 0]) }),
        layer('a', 0, 80),
        layer('b', 80, 120),
      ],
      { data: "#900=IFCRELAGGREGATES('agg',$,$,$,#100,(#101,#102));" },
    );
    expect(paramsOf(found, 'wall')).toMatchObject({ thickness: 200, height: 2500 });
    expect(named(found, 'a').element?.id).toBe(named(found, 'wall').element?.id);
  });
});
