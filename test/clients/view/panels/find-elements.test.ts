import { expect, test } from 'vitest';

import { entriesOf, found } from '../../../../clients/view/panels/search/find-elements.ts';
import { model } from '../../../../clients/view/state/model.ts';

const ROWS = [
  row('wall_1', 'Kitchen wall', 'wall', 'Brick 240'),
  row('wall_2', 'Wall', 'wall', 'Brick 115'),
  row('curtain_1', '', 'curtain_wall', ''),
  row('door_1', 'Kitchen door', 'door', 'Oak'),
  row('door_2', '', 'door', 'Oak'),
];
model.labels.set('door_2', 'Landing–Bedroom 1');
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
  ['landing-bedroom 1', ['door_2']],
  ['Door Landing–Bedroom 1', ['door_2']],
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
