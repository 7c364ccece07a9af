import { describe, expect, test } from 'vitest';

import {
  type Address,
  addressOf,
  fragmentOf,
  IDS_MAX,
  isSameMoment,
  START,
} from '../../../../clients/view/state/address.ts';

const FULL: Address = {
  moment: { branch: 'variant/à, 1&2=3', seq: 12, event: 'evt_1' },
  compared: { branch: 'main', seq: 3 },
  selection: ['wall_1', 'a,b', 'ü%2C'],
  panels: ['tree', 'element', 'list'],
  storey: 'level_1',
  camera: { position: [1.5, -2, 3], target: [0, 0, 1.25], fov: 45, height: 12.5 },
  section: { kind: 'box', box: [-1, -2, -3, 4, 5, 6.125] },
  hidden: ['door_1'],
  isolated: ['wall_1', 'door_2'],
  xray: true,
  spaces: true,
  explode: 0.5,
  colouring: 'fire_rating',
  run: 'evt_2',
  run_from: 'evt_1',
  finding: 'evt_2 0123456789abcdef',
};

describe('a link', () => {
  const states: readonly (readonly [string, Address])[] = [
    ['everything', FULL],
    ['the start', START],
    ['a plan', { ...START, moment: { plan: 'apr_1' }, compared: { plan: 'apr_2' } }],
    ['a parallel camera', { ...START, camera: { ...camera(), fov: null } }],
    ['a plane', { ...START, section: { kind: 'plane', normal: [0, 0, -1], offset: 2.5 } }],
    ['nothing isolated', { ...START, isolated: [] }],
    ['no open panel', { ...START, panels: [] }],
    ['an event', { ...START, moment: { branch: 'main', event: 'evt_9' } }],
  ];
  test.each(states)('restores %s', (_name, address) => {
    expect(addressOf(`#${fragmentOf(address)}`)).toEqual(address);
  });

  test('is readable', () => {
    const moment = { branch: 'main', seq: 7 };
    expect(fragmentOf({ ...START, moment, selection: ['wall_1', 'door_2'] })).toBe(
      'branch=main&seq=7&element=wall_1,door_2',
    );
  });

  test('keeps at most 100 ids', () => {
    const ids = Array.from({ length: IDS_MAX + 5 }, (_, index) => `w${index}`);
    const { selection } = addressOf(fragmentOf({ ...START, selection: ids }));
    expect(selection).toEqual(ids.slice(0, IDS_MAX));
  });

  const invalid: readonly string[] = [
    '',
    'seq=0',
    'seq=1.5',
    'seq=x',
    'camera=1,2,3',
    'camera=1,2,3,1,2,3,5,45',
    'camera=1,2,3,4,5,NaN,5,45',
    'camera=1e9,2,3,4,5,6,5,45',
    'camera=1,2,3,4,5,6,5,0',
    'section=box,1,1,1,0,2,2',
    'section=plane,0,0,0,1',
    'section=sphere,1,2,3',
    'explode=-1',
    'explode=11',
    'colour=price',
    'from_seq=3',
    'element=',
    '%E0%A4%A',
  ];
  test.each(invalid)('takes `%s` as if it were absent', (fragment) => {
    expect(addressOf(fragment)).toEqual(START);
  });
});

test('moments are equal if they name the same state', () => {
  expect(isSameMoment({ branch: 'main', seq: 1 }, { branch: 'main', seq: 1 })).toBe(true);
  expect(isSameMoment({ branch: 'main' }, { branch: 'main', seq: 1 })).toBe(false);
  expect(isSameMoment({ plan: 'a' }, { branch: 'a' })).toBe(false);
  expect(isSameMoment(null, null)).toBe(true);
  expect(isSameMoment(null, { plan: 'a' })).toBe(false);
});

function camera(): NonNullable<Address['camera']> {
  return { position: [1, 2, 3], target: [0, 0, 0], fov: 45, height: 10 };
}
