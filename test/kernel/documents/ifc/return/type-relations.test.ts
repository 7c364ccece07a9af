/** @module tests of types that several relations give to doors: only the edited door gets another type. */
import { expect, test } from 'vitest';

import { modifies } from '../../../building/model/build.ts';
import { damage } from '../patch/patching.ts';
import {
  axes,
  extrusion,
  fileOf,
  point,
  polygon,
  type ProductText,
} from '../recognise/building-text.ts';
import { imported, type Read, returned } from './returned.ts';

const OPENING = extrusion(polygon([0, 0], [900, 0], [900, 200], [0, 200]), 2100);

/** A wall with two doors. */
const WALL: ProductText = {
  entity: 'IFCWALL',
  items: [extrusion(polygon([0, 0], [12_000, 0], [12_000, 200], [0, 200]), 3000)],
  name: 'W',
  rest: ',$,$',
  openings: [0, 1].map((n) => ({
    items: [OPENING],
    at: axes(point(1000 + 3000 * n, 0, 0)),
    filling: {
      entity: 'IFCDOOR',
      items: [OPENING],
      name: `D${n}`,
      guid: `door${n}`,
      rest: ',$,2100.,900.,$,$,$',
      contained: false,
    },
  })),
};
const DOORS = [
  ...fileOf([WALL])
    .toString()
    .matchAll(/#(\d+)=IFCDOOR\(/gu),
].map(([, id]) => `#${id}`);
const FILE = fileOf([WALL], {
  data: [
    `#9000=IFCDOORTYPE('type',$,'Wide',$,$,$,$,$,$,.DOOR.,.SINGLE_SWING_LEFT.,$,$);`,
    ...DOORS.map((door, n) => `#${9001 + n}=IFCRELDEFINESBYTYPE('r${n}',$,$,$,(${door}),#9000);`),
  ].join('\n'),
});

function swingsIn({ view }: Read): readonly unknown[] {
  return [...view.elementsOf('door')]
    .map(({ params }) => [params.name, params.swing])
    .toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
}

test('a door that opens otherwise leaves the type of a door in another relation as it is', async () => {
  const before = await imported(FILE);
  const door = [...before.view.elementsOf('door')].find(({ params }) => params.name === 'D0');
  const made = returned(before, before.view.apply([modifies(door, { swing: 'right' })]));
  expect(DOORS).toHaveLength(2);
  expect(made.not_expressible).toEqual([]);
  expect(damage(FILE, made.file)).toEqual([]);
  expect(swingsIn(await imported(made.file))).toEqual([
    ['D0', 'right'],
    ['D1', 'left'],
  ]);
});
