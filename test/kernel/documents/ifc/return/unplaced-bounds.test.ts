/** @module tests of the boundaries of spaces in files in which a space or a wall has no placement. */
import { describe, expect, test } from 'vitest';

import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { created, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { exported } from '../write/reread.ts';
import { imported, type Read, returned } from './returned.ts';

type Corner = readonly [x: number, y: number];

const WALLS = [
  ['south', [0, 0], [8000, 0], 'exterior'],
  ['east', [8000, 0], [8000, 4000], 'exterior'],
  ['north', [8000, 4000], [0, 4000], 'exterior'],
  ['west', [0, 4000], [0, 0], 'exterior'],
  ['between', [5000, 0], [5000, 4000], 'interior'],
] as const;

function roomOf(id: string, [x0, x1]: Corner) {
  const ring: readonly Corner[] = [
    [x0, 100],
    [x1, 100],
    [x1, 3900],
    [x0, 3900],
  ];
  return created('room', id, {
    level_id: 'L1',
    name: id,
    point: null,
    boundary_points: ring.map(([x, y]) => ({ x, y })),
    height: 2600,
  });
}

/** Two rooms with a wall between them. */
const HOUSE = modelOf(
  ...WALLS.map(([id, [x0, y0], [x1, y1], usage]) =>
    created('wall', id, {
      level_id: 'L1',
      start: { x: x0, y: y0 },
      end: { x: x1, y: y1 },
      thickness: 200,
      height: 2800,
      usage,
    }),
  ),
  roomOf('left', [100, 4900]),
  roomOf('right', [5100, 7900]),
);

const IDS = new Map([...HOUSE.elements()].map(({ id }) => [ifcGuid(id), id]));

/** The house as a file in which one product has no placement. */
function fileWithout(id: string): Buffer {
  const text = exported(HOUSE, 'IFC4').file.toString();
  const line = text.split('\n').find((one) => one.includes(ifcGuid(id))) ?? '';
  const without = line.replace(/^(#\d+=\s?IFC\w+\('[^']*',(?:[^,]*,){4})#\d+/u, '$1$$');
  expect(without).not.toBe(line);
  return Buffer.from(text.replace(line, without));
}

/** The lines of the boundaries of a space. */
function boundsOf(file: Buffer, space: string): readonly string[] {
  const lines = file.toString().split('\n');
  const [number = ''] = lines.find((one) => one.includes(ifcGuid(space)))?.split('=') ?? [];
  return lines.filter((one) => one.includes('IFCRELSPACEBOUNDARY') && one.includes(`,${number},`));
}

function edited(read: Read, id: string, updates: { readonly height: number }) {
  return returned(read, read.view.apply([modifies(read.view.element(id), updates)]));
}

describe('a space without a placement', () => {
  test('keeps its boundaries and is listed, and others get theirs', async () => {
    const file = fileWithout('right');
    const made = edited(await imported(file, IDS), 'south', { height: 2300 });
    expect(made.not_expressible).toEqual([
      {
        element_id: 'right',
        why: expect.stringMatching(
          /^its boundaries stay as they are: #\d+ IfcSpace has no placement/u,
        ),
      },
    ]);
    expect(boundsOf(file, 'right').length).toBeGreaterThan(4);
    expect(boundsOf(made.file, 'right')).toEqual(boundsOf(file, 'right'));
    const [was, is] = [file, made.file].map((one) => boundsOf(one, 'left'));
    expect(is).toHaveLength(was?.length ?? 0);
    expect(is).not.toEqual(was);
  });

  test('is not listed if its boundaries do not differ', async () => {
    const made = edited(await imported(fileWithout('right'), IDS), 'west', { height: 2300 });
    expect(made.not_expressible).toEqual([]);
  });
});

test('a wall without a placement keeps its second-level boundaries, which are not written again', async () => {
  const file = fileWithout('south');
  const read = await imported(file, IDS);
  const made = edited(read, 'left', { height: 2700 });
  const [number = ''] =
    file
      .toString()
      .split('\n')
      .find((one) => one.includes(ifcGuid('south')))
      ?.split('=') ?? [];
  const [was, is] = [file, made.file].map((one) =>
    ['left', 'right'].flatMap((space) =>
      boundsOf(one, space).filter((line) => line.includes(`,${number},`)),
    ),
  );
  expect(was).toHaveLength(4);
  expect(is).toEqual(was);
});
