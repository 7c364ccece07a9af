/** @module tests of the comparison of branches whose imports have the same meshes in other blobs. */
import { expect, test } from 'vitest';

import { diffViews } from '../../../../../kernel/building/model/branches/branches.ts';
import type { ParamValues } from '../../../../../schemas/events.ts';
import { created, make, modifies, Site } from '../build.ts';

const LEVEL = make('level', 'L1', { name: 'Ground' });
const WALL = make('wall', 'W1', {
  level_id: 'L1',
  start: { x: 0, y: 0 },
  end: { x: 5000, y: 0 },
});
const DOOR = make('door', 'D1', { host_id: 'W1', offset: 2000 });

const appearance = (blob: string, digest = 'd') => ({
  mesh: { blob: blob.repeat(64), offset: blob === 'a' ? 0 : 7, length: 10 },
  digest: digest.repeat(64),
  low: { x: 0, y: -100, z: 0 },
  closed: true,
  glass: 0,
  mirrored: false,
  of: { width: 900 },
});

/** A branch with a door with this appearance and a body whose mesh is in the blob. */
function branch(blob: string, digest = 'd', edit: ParamValues | null = null): Site {
  const site = new Site();
  const mesh = { blob: blob.repeat(64), offset: blob === 'a' ? 0 : 7, length: 10 };
  const all = [
    LEVEL,
    WALL,
    { ...DOOR, params: { ...DOOR.params, appearance: appearance(blob, digest) } },
    make('body', 'B1', { level_id: 'L1', mesh, digest: 'd'.repeat(64) }),
  ];
  site.commit(
    'main',
    all.map(({ id, kind, params }) => created(kind, id, params)),
  );
  if (edit !== null) site.commit('main', [modifies(site.element('D1'), edit)]);
  return site;
}

const difference = (a: Site, b: Site) => diffViews(a.view(), b.view());

test('the same meshes in other blobs are no difference', () => {
  expect(difference(branch('a'), branch('b'))).toEqual([]);
});

test('an edited element with the same mesh in another blob differs in its edit only', () => {
  const changes = difference(branch('a'), branch('b', 'd', { width: 800 }));
  expect(changes).toMatchObject([
    { id: 'D1', change: 'modified', params: { width: { from: 900, to: 800 } } },
  ]);
  expect(changes.flatMap((one) => ('params' in one ? Object.keys(one.params) : []))).toEqual([
    'width',
  ]);
});

test('another mesh of the file is named as another one', () => {
  expect(difference(branch('a'), branch('b', 'e'))).toMatchObject([
    {
      id: 'D1',
      params: { appearance: { from: 'mesh of the file', to: 'another mesh of the file' } },
    },
  ]);
});
