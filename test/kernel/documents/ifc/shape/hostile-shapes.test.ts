/** @module tests of shapes that are made to hang, to fill the memory or to exceed the stack: each ends with a reason. */
import { describe, expect, test } from 'vitest';

import {
  axes,
  block,
  bodyOf,
  direction,
  extrusion,
  type FileOptions,
  point,
  polygon,
  readerOf,
  real,
  UP,
} from './shape-text.ts';
import { BODIES } from './written-bodies.ts';

const DEEP = 10_000;
const lines = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('\n');

/** First number of the instances of a chain. */
const FIRST = 100_000;

/** The reason why the body of a product cannot be computed. */
function why(items: string, options: FileOptions): string {
  const body = bodyOf(items, { ...options, sides: 16 });
  return body.ok ? 'ok' : body.why;
}

describe('booleans', () => {
  const chain = (count: number, make: (i: number) => string): FileOptions => ({
    data: `${lines(count, (i) => `#${FIRST + i}=${make(i)};`)}\n#${FIRST + count}=IFCBLOCK(${axes(point(0, 0, 0))},10.,10.,10.);\n#90=IFCSPHERE(${axes(point(0, 0, 0))},1.);`,
  });

  test('in each other 10,000 deep are refused', () => {
    const options = chain(DEEP, (i) => `IFCBOOLEANRESULT(.DIFFERENCE.,#${FIRST + i + 1},#90)`);
    expect(why(`#${FIRST}`, options)).toContain('in a tree of at most 1000 levels');
  });

  test('in each other 100 deep are computed', () => {
    const options = chain(100, (i) => `IFCBOOLEANRESULT(.DIFFERENCE.,#${FIRST + i + 1},#90)`);
    expect(why(`#${FIRST}`, options)).toBe('ok');
  });

  test('that double their operands are refused', () => {
    const options = chain(
      100,
      (i) => `IFCBOOLEANRESULT(.UNION.,#${FIRST + i + 1},#${FIRST + i + 1})`,
    );
    expect(why(`#${FIRST}`, options)).toContain('expected at most 10000 items');
  });

  test('in a circle are refused', () => {
    const data = `#80=IFCBOOLEANRESULT(.UNION.,#81,#81);\n#81=IFCBOOLEANRESULT(.UNION.,#80,#80);`;
    expect(why('#80', { data })).toContain('the item contains itself');
  });

  test('of a CSG solid of itself are refused', () => {
    expect(why('#80', { data: '#80=IFCCSGSOLID(#80);' })).toContain('the item contains itself');
  });
});

describe('maps', () => {
  const map = (id: number, items: string): string =>
    `#${id}=IFCREPRESENTATIONMAP(${axes(point(0, 0, 0))},{IFCSHAPEREPRESENTATION($,'Body','Any',(${items}))});`;
  const item = (source: number): string =>
    `{IFCMAPPEDITEM(#${source},{IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,${point(0, 0, 0)},1.,$)})}`;

  test('in each other 1,000 deep are refused', () => {
    const data = `${lines(1000, (i) => map(FIRST + i, item(FIRST + i + 1)))}\n${map(FIRST + 1000, block(0, 0, 0, 1, 1, 1))}`;
    expect(why(item(FIRST), { data })).toContain('expected at most 32 maps in each other');
  });

  test('that double their items are refused', () => {
    const twice = (i: number): string => [item(FIRST + i + 1), item(FIRST + i + 1)].join();
    const data = `${lines(24, (i) => map(FIRST + i, twice(i)))}\n${map(FIRST + 24, block(0, 0, 0, 1, 1, 1))}`;
    expect(why(item(FIRST), { data })).toContain('expected at most 20000 items in a body');
  });
});

describe('placements', () => {
  test('in each other 10,000 deep are computed', () => {
    const data = lines(DEEP, (i) => {
      const parent = i === 0 ? '$' : `#${FIRST + i - 1}`;
      return `#${FIRST + i}=IFCLOCALPLACEMENT(${parent},#90);`;
    });
    const { reader, row } = readerOf(block(0, 0, 0, 1, 1, 1), {
      placement: `#${FIRST + DEEP - 1}`,
      data: `${data}\n#90=IFCAXIS2PLACEMENT3D(#91,$,$);\n#91=IFCCARTESIANPOINT((1.,0.,0.));`,
    });
    expect(reader.place(row)[3]).toBe(DEEP);
    expect(reader.faults).toEqual([]);
  });

  test('in a circle of 10,000 have one fault', () => {
    const { reader, row } = readerOf(block(0, 0, 0, 1, 1, 1), {
      placement: `#${FIRST}`,
      data: `${lines(DEEP, (i) => `#${FIRST + i}=IFCLOCALPLACEMENT(#${FIRST + ((i + 1) % DEEP)},#90);`)}\n#90=IFCAXIS2PLACEMENT3D(#91,$,$);\n#91=IFCCARTESIANPOINT((1.,0.,0.));`,
    });
    expect(reader.place(row)[3]).toBe(DEEP);
    expect(reader.faults).toHaveLength(1);
  });
});

describe('curves', () => {
  const profiled = (curve: string): string =>
    extrusion(`{IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${curve})}`, 1);

  test('in themselves are refused', () => {
    const data = `#80=IFCCOMPOSITECURVE((#81),.F.);\n#81=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#80);`;
    expect(why(profiled('#80'), { data })).toContain('expected at most 16 curves in each other');
  });

  test('that double their parts are refused', () => {
    const segment = (curve: number): string =>
      `{IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#${curve})}`;
    const parts = (i: number): string =>
      Array.from({ length: 10 }, () => segment(FIRST + i + 1)).join();
    const data = `${lines(15, (i) => `#${FIRST + i}=IFCCOMPOSITECURVE((${parts(i)}),.F.);`)}\n#${FIRST + 15}=IFCPOLYLINE(());`;
    expect(why(profiled(`#${FIRST}`), { data })).toContain('expected at most 2000000 points');
  });
});

describe('bodies', () => {
  test('of a profile that crosses itself end', () => {
    const star = polygon([0, 0], [10, 10], [10, 0], [0, 11]);
    expect(['ok', 'the solid kernel refused a body']).toContain(
      why(extrusion(star, 10), {}).split(':')[0],
    );
  });

  test('with holes outside of their outline end', () => {
    const ring = (x: number): string =>
      `{IFCPOLYLINE((${[
        [x, 0],
        [x + 5, 0],
        [x + 5, 5],
        [x, 5],
      ]
        .map((corner) => point(...corner))
        .join()}))}`;
    const area = `{IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,${ring(0)},(${ring(20)},${ring(20)}))}`;
    expect(() => why(extrusion(area, 10), {})).not.toThrow();
  });

  test('of one point many times have no volume', () => {
    const faces = Array.from({ length: 1000 }, () => '(1,1,1)').join();
    const item = `{IFCTRIANGULATEDFACESET({IFCCARTESIANPOINTLIST3D(((0.,0.,0.)))},$,.T.,(${faces}),$)}`;
    const body = bodyOf(item);
    expect(body).toMatchObject({ ok: true, closed: false, volume_mm3: null });
  });

  test('of many round items that overlap are limited by their triangles', () => {
    const spheres = Array.from(
      { length: 200 },
      (_, i) => `{IFCSPHERE(${axes(point(i, 0, 0))},100.)}`,
    );
    const body = bodyOf(spheres.join(), { sides: 100 });
    expect(body.ok ? 'ok' : body.why).toContain('triangles in all steps');
  });

  test('of numbers at the limits of doubles are refused', () => {
    const place = axes(point(0, 0, 0), direction(0, 0, 1), direction(1, 0, 0));
    for (const size of ['1.E308', '1.E-320', '-1.', '0.']) {
      const body = bodyOf(
        `{IFCEXTRUDEDAREASOLID({IFCRECTANGLEPROFILEDEF(.AREA.,$,$,${size},1.)},${place},${UP},1.)}`,
      );
      expect(body.ok).toBe(false);
    }
    expect(real(1e-7)).toBe('1.E-7');
  });

  test.each(BODIES)('of %s with any number replaced end', (_, item) => {
    const numbers = [...item.matchAll(/(?<=[(,])-?\d+\.?\d*(?:E-?\d+)?(?=[,)])/gu)];
    const values = ['0.', '-3.', '1.E9', '1.E-9', '1.E308', '$', '#2', '()', '.T.'];
    for (const [i, number] of numbers.entries()) {
      const value = values[i % values.length] ?? '';
      const end = number.index + number[0].length;
      const changed = `${item.slice(0, number.index)}${value}${item.slice(end)}`;
      const body = bodyOf(changed, { sides: 8 });
      expect(body.ok ? Number.isFinite(body.volume_mm3 ?? 0) : !body.crashed).toBe(true);
    }
  });

  test('leave the evaluator usable', () => {
    for (let i = 0; i < 3; i += 1) {
      why(extrusion(polygon([0, 0], [10, 10], [10, 0], [0, 11]), 10), {});
      expect(why(block(0, 0, 0, 1, 1, 1), {})).toBe('ok');
    }
  });
});
