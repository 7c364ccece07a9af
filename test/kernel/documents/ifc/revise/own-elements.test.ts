/** @module tests of products of a revision that are elements of the branch itself. */
import { beforeAll, describe, expect, test } from 'vitest';

import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { RevisionFault } from '../../../../../kernel/documents/ifc/revise/decisions.ts';
import type { OwnElements } from '../../../../../kernel/documents/ifc/revise/own-elements.ts';
import type { ElementRecord } from '../../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../../schemas/imports.ts';
import { fileOf, firstHouse, laterHouse, revised, rowsOf } from './houses.ts';

const DOOR = ifcGuid('new-door');
const TABLE = ifcGuid('a-table');

let old: readonly ManifestRow[];
let fresh: readonly ManifestRow[];
beforeAll(async () => {
  [old, fresh] = [await rowsOf(fileOf(firstHouse())), await rowsOf(fileOf(laterHouse()))];
});

/** A branch with these elements of the later house, with the boxes that they have there. */
function branch(...elements: readonly ElementRecord[]): OwnElements {
  const house = laterHouse();
  return {
    elements,
    guidOf: ifcGuid,
    extentOf: (id) => {
      const box = house.element(id) === undefined ? null : house.bounds(id);
      return box === null ? null : { box, volume_mm3: null };
    },
  };
}

const elementOf = (guid: string): ElementRecord | null =>
  fresh.find((row) => row.guid === guid)?.element ?? null;

/** The door of the later house under its own id, with parameters that no file states. */
function door(params: ElementRecord['params'] = {}): ElementRecord {
  const found = elementOf(DOOR);
  if (found === null) throw new Error('the file has no new door');
  const host = old.find(({ guid }) => guid === ifcGuid('L1-w1'))?.element?.id ?? '';
  return { ...found, id: 'new-door', params: { ...found.params, host_id: host, ...params } };
}

describe('a product with the GlobalId of an element of the branch', () => {
  test('is that element, with what the file does not state, and its row says so', () => {
    const own = door({ fire_rating_min: 30 });
    const { rows, match } = revised(old, fresh, { own: branch(own) });
    const row = rows.find(({ guid }) => guid === DOOR);
    expect(row).toMatchObject({ element: { id: 'new-door', params: { fire_rating_min: 30 } } });
    expect(row?.reason).toContain('an element of the branch');
    expect(match.own).toEqual({ found: ['new-door'], differing: [] });
    expect(match.differences.created).not.toContain('new-door');
    expect(match.differences.created).toHaveLength(1);
    expect(rows.filter(({ element }) => element?.id === 'new-door')).toHaveLength(1);
    expect(revised(old, fresh, { own: branch(own) }).rows).toEqual(rows);
  });

  test('is as the file has it if that has another place or extent', () => {
    const own = {
      ...branch(door({ offset: 4000 })),
      extentOf: () => ({
        box: { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } },
        volume_mm3: null,
      }),
    };
    const { rows, match } = revised(old, fresh, { own });
    expect(match.own).toEqual({ found: ['new-door'], differing: ['new-door'] });
    const row = rows.find(({ guid }) => guid === DOOR);
    expect(row?.element).toMatchObject({ id: 'new-door', params: { offset: 2000 } });
  });

  test('stays of the kind that the branch has', () => {
    const own: ElementRecord = { ...door(), id: 'a-table' };
    const { rows } = revised(old, fresh, { own: branch(own) });
    expect(rows.find(({ guid }) => guid === TABLE)?.element).toEqual(own);
  });

  test('has no element that names what the manifest lacks', () => {
    const { rows } = revised(old, fresh, { own: branch(door({ type_id: 'own-type' })) });
    const row = rows.find(({ guid }) => guid === DOOR);
    expect(row?.element).toMatchObject({ id: 'new-door', params: { offset: 2000 } });
    expect(row?.element?.params['type_id'] ?? null).toBeNull();
    const other = { ...door({ type_id: 'own-type' }), id: 'a-table' };
    const { match } = revised(old, fresh, { own: branch(other) });
    expect(match.own.found).toEqual([]);
  });

  test('can be matched to another element of the branch, or be new', () => {
    const own = branch(door(), { ...door(), id: 'other' });
    const choices = (element_id: string | null) => [{ guid: DOOR, record: null, element_id }];
    const chosen = revised(old, fresh, { own, choices: choices('other') });
    expect(chosen.match.own.found).toEqual(['other']);
    expect(chosen.match.matches).toEqual([]);
    const isNew = revised(old, fresh, { own, choices: choices(null) });
    expect(isNew.match.own.found).toEqual([]);
    const wall: ElementRecord = { ...door(), id: 'wall', kind: 'wall' };
    expect(() => revised(old, fresh, { own: branch(wall), choices: choices('wall') })).toThrow(
      new RevisionFault(
        'received `matches` with `wall`, which is a wall, expected a door like the product',
      ),
    );
    expect(() => revised(old, fresh, { own, choices: choices('nothing') })).toThrow(
      /expected one of the superseded import, or one of the branch/u,
    );
  });
});
