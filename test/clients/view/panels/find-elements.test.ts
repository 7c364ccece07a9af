import { expect, test } from 'vitest';

import { entriesOf, found } from '../../../../clients/view/panels/search/find-elements.ts';

const ROWS = [
  row('wall_1', 'Kitchen wall', 'wall', 'Brick 240'),
  row('wall_2', 'Wall', 'wall', 'Brick 115'),
  row('curtain_1', '', 'curtain_wall', ''),
  row('door_1', 'Kitchen door', 'door', 'Oak'),
];
const ENTRIES = entriesOf(ROWS);

test.each([
  ['kitchen', ['wall_1', 'door_1']],
  ['KITCHEN Brick', ['wall_1']],
  ['wall', ['wall_2', 'wall_1', 'curtain_1']],
  ['door_1', ['door_1']],
  ['curtain wall', ['curtain_1']],
  ['', []],
  ['   ', []],
  ['stairs', []],
])('`%s` finds %j', (query, ids) => {
  expect(found(ENTRIES, query).map(({ id }) => id)).toEqual(ids);
});

function row(
  id: string,
  name: string,
  kind: string,
  type: string,
): Parameters<typeof entriesOf>[0] extends Iterable<infer R> ? R : never {
  return { id, name, kind, type, category: '', level: '', box: [0, 0, 0, 1, 1, 1] };
}
