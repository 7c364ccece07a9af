/** @module tests of projected views: the level, the symbols and the extent of each element. */
import { describe, expect, test } from 'vitest';

import { ELEMENT_KINDS, KINDS } from '../../../../../kernel/building/kinds/elements.ts';
import { pointsOf } from '../../../../../kernel/building/kinds/facets/symbol.ts';
import { openProjection } from '../../../../../kernel/building/model/projection/open-projection.ts';
import { KIND_TABLE } from '../../kinds/kind-table.ts';
import { created, Site } from '../build.ts';
import { siteReader } from './site-reader.ts';

/** Kinds whose example only needs its level; each element has the name of its kind. */
const ALONE = ELEMENT_KINDS.filter((kind) => KIND_TABLE[kind].alone);

/** The layer of the symbol of a kind; 0 without a symbol. */
function layerOf(kind: string): number {
  const { symbol } = KINDS.of({ kind });
  return symbol === 'none' ? 0 : symbol.layer;
}

function everything(): Site {
  const site = new Site();
  site.commit('main', [
    created('level', 'L1'),
    created('level', 'L2', { name: 'First', elevation: 3000 }),
    created('wall', 'W1'),
    ...ALONE.map((kind) => created(kind, kind)),
    created('opening', 'opening', { offset: 4000, width: 500 }),
    created('door', 'door'),
    created('window', 'window'),
  ]);
  return site;
}

describe('every kind', async () => {
  const { view } = await openProjection(siteReader(everything()), 'main');

  test('every kind is drawn as its symbol declares, within its extent', () => {
    const listed = KINDS.all.map(({ kind, symbol }) => ({ kind, drawn: symbol !== 'none' }));
    const seen = KINDS.all.map(({ kind }) => {
      const id = [...view.model.elements()].find((element) => element.kind === kind)?.id ?? '';
      const points = view.marks(id).flatMap(pointsOf);
      const extent = view.extent(id);
      if (extent === null) return { kind, drawn: points.length > 0 };
      // A leaf swings out of its gap by the width of the door; the gap of a window is as deep as its wall.
      const margin = kind === 'door' ? 900 : kind === 'window' ? 100 : 0;
      const within = points.filter(
        ({ x, y }) =>
          x >= extent.min.x - margin &&
          x <= extent.max.x + margin &&
          y >= extent.min.y - margin &&
          y <= extent.max.y + margin,
      );
      return { kind, drawn: points.length > 0 && within.length === points.length };
    });
    expect(seen).toEqual(listed);
  });

  test('every element is on one level or on none, in the order of the layers', () => {
    const drawn = view.drawnOn('L1');
    const layers = drawn.map(({ kind }) => layerOf(kind));
    expect(layers).toEqual(layers.toSorted((a, b) => a - b));
    const onLevel = [...ALONE, 'wall', 'opening', 'door', 'window'].filter(
      (kind) => kind !== 'grid',
    );
    expect(drawn.map(({ kind }) => kind).toSorted()).toEqual(onLevel.toSorted());
    expect(view.drawnOn('L2')).toEqual([]);
    expect(view.drawnOn(null).map(({ id }) => id)).toEqual(['grid']);
    expect(view.storeyOf('grid')).toBeNull();
    expect(view.storeyOf('L2')).toBe('L2');
    expect(view.storeyOf('door')).toBe('L1');
    expect(view.storeyOf('nothing')).toBeNull();
  });
});

test('the extent is that of the body: a roof extends over its outline, a column has a width', async () => {
  const { view } = await openProjection(siteReader(everything()), 'main');
  expect(view.extent('roof')).toEqual({ min: { x: -300, y: -300 }, max: { x: 5300, y: 4300 } });
  expect(view.extent('column')).toEqual({ min: { x: -150, y: -150 }, max: { x: 150, y: 150 } });
});

test('an element that cannot be made has no marks and no extent, and causes no error', async () => {
  const site = new Site();
  site.commit('main', [
    created('level', 'L1'),
    created('level', 'L2', { elevation: -3000 }),
    created('wall', 'W1', { start: { x: 1, y: 1 }, end: { x: 1, y: 1 } }),
    created('stair', 'S1'),
    created('door', 'D1', { host_id: 'none' }),
  ]);
  const { view } = await openProjection(siteReader(site), 'main');
  const ids = ['W1', 'S1', 'D1', 'none'];
  expect(ids.map((id) => view.marks(id))).toEqual(ids.map(() => []));
  expect(ids.map((id) => view.extent(id))).toEqual(ids.map(() => null));
});
