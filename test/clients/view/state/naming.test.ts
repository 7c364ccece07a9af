import { afterEach, beforeEach, expect, test } from 'vitest';

import { model } from '../../../../clients/view/state/model.ts';
import { changeSentence, namedText, titleOfId } from '../../../../clients/view/state/naming.ts';

beforeEach(() => {
  for (const [id, kind, name] of [
    ['door_t1xdfgnx7x6h', 'door', ''],
    ['roof_v6en9hjcprdy', 'roof', ''],
    ['room_a74pb6a1ah4q', 'room', 'Living room'],
    ['wall_1', 'wall', 'Odd\u202E'],
  ] as const) {
    const where = { category: '', level: '', type: '', box: [0, 0, 0, 1, 1, 1] } as const;
    model.rows.set(id, { id, name, kind, ...where });
  }
  model.labels.set('door_t1xdfgnx7x6h', 'Landing–Bedroom 1');
});
afterEach(() => {
  model.rows.clear();
  model.labels.clear();
});

test('a door without a name is called by its rooms, a roof by the end of its id', () => {
  expect(titleOfId('door_t1xdfgnx7x6h')).toBe('Door Landing–Bedroom 1');
  expect(titleOfId('roof_v6en9hjcprdy')).toBe('Roof prdy');
});

test.each([
  ['also deletes `door_t1xdfgnx7x6h`', 'also deletes “Door Landing–Bedroom 1”'],
  ['top under none → roof_v6en9hjcprdy', 'top under none → Roof prdy'],
  ['rooms `room_a74pb6a1ah4q` (Living room) are', 'rooms “Living room” are'],
  ['`room_a74pb6a1ah4q` (before)', '“Living room” (before)'],
  ['wall `wall_1` moves', 'wall “Odd\\u{202e}” moves'],
  [
    'unknown `door_aaaaaaaaaaaa`, wall_bbbbbbbbbbbb',
    'unknown `door_aaaaaaaaaaaa`, wall_bbbbbbbbbbbb',
  ],
  ['run `plumbline restore`\u202E', 'run `plumbline restore`\\u{202e}'],
])('`%s` reads %s', (text, expected) => {
  expect(namedText(text)).toBe(expected);
});

test('a sentence about a change has names in quotation marks', () => {
  expect(changeSentence('area 4 → 3 m², follows wall `Kitchen <b>`')).toBe(
    'area 4 → 3 m², follows wall “Kitchen <b>”',
  );
});

test('a long text without ids takes no longer than it is', () => {
  expect(namedText('a_'.repeat(200_000))).toHaveLength(400_000);
  expect(namedText('`'.repeat(200_001))).toHaveLength(200_001);
});
