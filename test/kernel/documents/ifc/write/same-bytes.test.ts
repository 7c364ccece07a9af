/** @module tests of reproducible files: another process writes the same bytes, and an edit changes only affected lines. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import process from 'node:process';

import { expect, test } from 'vitest';

import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { PAGE } from '../../../../../kernel/documents/ifc/write/step/line-numbers.ts';
import { AFTER_TYPES } from '../../../../../kernel/documents/ifc/write/type-objects.ts';
import { created, deletes, modifies } from '../../../building/model/build.ts';
import { randomHouse } from './random-house.ts';
import { exported } from './reread.ts';

test('another process writes the same bytes', () => {
  const [house, reread] = ['random-house', 'reread'].map((file) =>
    JSON.stringify(new URL(`./${file}.ts`, import.meta.url).href),
  );
  const code = `
    import { createHash } from 'node:crypto';
    import { randomHouse } from ${house};
    import { exported } from ${reread};
    for (const schema of ${JSON.stringify(IFC_SCHEMAS)}) {
      const { file } = exported(randomHouse(7), schema);
      console.log(createHash('sha256').update(file).digest('hex'));
    }`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8' },
  });
  const here = IFC_SCHEMAS.map((schema) =>
    createHash('sha256')
      .update(exported(randomHouse(7), schema).file)
      .digest('hex'),
  );
  expect(printed.trim().split('\n')).toEqual(here);
});

function linesOf(view: ModelView): ReadonlyMap<string, string> {
  const { text } = exported(view, 'IFC4');
  return new Map(
    text.split('\n').flatMap((line) => {
      const [number = '', rest] = line.split('=', 2);
      return rest === undefined ? [] : [[number, line]];
    }),
  );
}

/** Names of the pages of elements, and of the few lines that list many elements. */
function ownersOf(view: ModelView, lines: ReadonlyMap<string, string>) {
  const guids = new Map([...view.elements()].map(({ id }) => [ifcGuid(id), id]));
  const pages = new Map<number, string>();
  for (const [number, line] of lines) {
    const id = guids.get(/\('([^']{22})',/u.exec(line)?.[1] ?? '');
    if (id !== undefined) pages.set(pageOf(number), id);
  }
  addFurther(pages, lines);
  return (number: string): string => {
    const line = lines.get(number) ?? '';
    const lists = /=(IFCRELCONTAINED\w+|IFCRELDEFINESBYTYPE|IFCRELAGGREGATES)\(/u.exec(line);
    return lists?.[1] ?? pages.get(pageOf(number)) ?? (pageOf(number) < 0 ? 'a type' : 'nobody');
  };
}

/**
 * Adds the further pages of rooms with many boundaries. A boundary is a line of its room, which is the first line to which
 * it refers. Points and surfaces are lines of the element whose lines refer to them.
 */
function addFurther(pages: Map<number, string>, lines: ReadonlyMap<string, string>): void {
  const own = new Set(pages.keys());
  const add = (page: number, owner: string | undefined): void => {
    if (owner === undefined || own.has(page) || page < 0) return;
    expect([page, pages.get(page) ?? owner]).toEqual([page, owner]);
    pages.set(page, owner);
  };
  for (const [number, line] of lines) {
    if (!line.includes('=IFCRELSPACEBOUNDARY')) continue;
    add(pageOf(number), pages.get(pageOf(/[(,](#\d+)/u.exec(line)?.[1] ?? '')));
  }
  for (const [number, line] of [...lines].toReversed()) {
    if (line.includes('=IFCREL')) continue;
    for (const [, ref = ''] of line.matchAll(/[(,](#\d+)/gu)) {
      add(pageOf(ref), pages.get(pageOf(number)));
    }
  }
}

function pageOf(number: string): number {
  return Math.floor((Number(number.slice(1)) - AFTER_TYPES) / PAGE);
}

/** The owners of lines that changed, disappeared or were added. */
function differenceOf(before: ModelView, after: ModelView) {
  const [was, is] = [linesOf(before), linesOf(after)];
  const [old, young] = [ownersOf(before, was), ownersOf(after, is)];
  const names = (found: readonly string[]): readonly string[] => [...new Set(found)].toSorted();
  const numbers = [...was.keys()];
  return {
    changed: names(numbers.filter((one) => is.has(one) && is.get(one) !== was.get(one)).map(old)),
    gone: names(numbers.filter((one) => !is.has(one)).map(old)),
    come: names([...is.keys()].filter((one) => !was.has(one)).map(young)),
  };
}

const house = randomHouse(7);
const corner = { x: -20_000, y: -20_000 };
const alone = created('wall', 'alone', {
  level_id: 'L1',
  start: corner,
  end: { x: -17_000, y: -20_000 },
});

test('an edit of a wall changes only its lines', () => {
  const after = house.apply([modifies(house.element('L2-skew'), { height: 2700 })]);
  // The adjacent room touches less of it.
  expect(differenceOf(house, after)).toEqual({
    changed: ['L2-found', 'L2-skew'],
    gone: [],
    come: [],
  });
  // Lower than its neighbour it has one extrusion in place of two, so that its own line has another number.
  const low = house.apply([modifies(house.element('L2-skew'), { height: 2555 })]);
  expect(differenceOf(house, low)).toEqual({
    changed: ['IFCRELCONTAINEDINSPATIALSTRUCTURE', 'IFCRELDEFINESBYTYPE', 'L2-found', 'L2-skew'],
    gone: ['L2-skew'],
    come: [],
  });
  const moved = house.apply([
    modifies(house.element('L2-skew'), { end: P(house, 'L2-skew', 100) }),
  ]);
  const { changed, gone, come } = differenceOf(house, moved);
  // Only the adjacent rooms and walls.
  expect([changed, gone, come]).toEqual([['L2-found', 'L2-skew'], [], []]);
});

/** The end of a wall, nearer to its start. */
function P(view: ModelView, id: string, by: number): { readonly x: number; readonly y: number } {
  const wall = view.elementOf(id, 'wall');
  if (wall === undefined) throw new Error(`no wall ${id}`);
  const { start, end } = wall.params;
  const share = 1 - by / Math.sqrt((end.x - start.x) ** 2 + (end.y - start.y) ** 2);
  const at = (from: number, to: number): number => Math.round(from + (to - from) * share);
  return { x: at(start.x, end.x), y: at(start.y, end.y) };
}

test('creating or deleting a wall changes no line of other elements', () => {
  const more = house.apply([alone]);
  expect(differenceOf(house, more)).toEqual({
    changed: ['IFCRELCONTAINEDINSPATIALSTRUCTURE'],
    gone: [],
    come: ['IFCRELDEFINESBYTYPE', 'a type', 'alone'],
  });
  const less = more.apply([deletes(more.element('alone'))]);
  expect(linesOf(less)).toEqual(linesOf(house));
  const first = house.element('L1-skew');
  const without = differenceOf(house, house.apply([deletes(first)]));
  // The room behind it is larger now and touches more, and no other element had its type.
  expect(without).toEqual({
    changed: ['IFCRELCONTAINEDINSPATIALSTRUCTURE', 'L1-found'],
    gone: ['IFCRELDEFINESBYTYPE', 'L1-skew', 'a type'],
    come: ['L1-found'],
  });
});
