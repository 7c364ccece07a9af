/** @module tests of moved, turned and mirrored bodies in returned files. */
import { expect, test } from 'vitest';

import type { ElementOf } from '../../../../../kernel/building/kinds/elements.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import type { ParamValues } from '../../../../../schemas/events.ts';
import { publicFile } from '../../../../public-files.ts';
import { modifies } from '../../../building/model/build.ts';
import { damage } from '../patch/patching.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { readWithWebIfc } from '../write/web-ifc.ts';
import { importedWithBodies, type Read, returned } from './returned.ts';

/** Walls with doors and windows, which are not mirrored because these are placed on them. */
const HOSTS: Readonly<Record<string, readonly string[]>> = {
  SampleHouse4: ['3cUkl32yn9qRSPvBJVyWy4'],
};

const FILES: readonly (readonly [string, Buffer | null])[] = [
  ['a house in IFC2X3', exported(randomHouse(7), 'IFC2X3').file],
  ['a house in IFC4', exported(randomHouse(7), 'IFC4').file],
  ['Duplex_A', publicFile('ifc-real/cases/Duplex_A.ifc')],
  ['SampleHouse4', publicFile('ifc-real/cases/SampleHouse4.ifc')],
];

/** Quarter turns keep boxes exact. */
const MOTIONS: readonly (readonly [string, ParamValues])[] = [
  ['moved', { offset: { x: 1500, y: -750, z: 250 } }],
  ['turned and moved', { offset: { x: -300, y: 20, z: 0 }, turn_deg: 90 }],
  ['mirrored, turned and moved', { offset: { x: 10, y: 5, z: 75 }, turn_deg: 270, mirrored: true }],
];

/** Bodies of the file that web-ifc places where the model has them. */
function bodiesOf({ source }: Read, view: StateView, file: Buffer): ReadonlyMap<string, string> {
  const { bodies } = readWithWebIfc(file);
  const found = new Map<string, string>();
  for (const { element, guid } of source.rows) {
    const [box, body] = [view.bounds(element?.id ?? ''), bodies.get(guid ?? '')];
    if (element?.kind !== 'body' || box === null || body === undefined) continue;
    const { origin } = source.frame;
    const shown = (['min', 'max'] as const).flatMap((side) =>
      (['x', 'y', 'z'] as const).map((axis) =>
        Math.abs(box[side][axis] + origin[axis] - body.box[side][axis]) <= 2 ? '' : axis,
      ),
    );
    found.set(element.id, shown.join(''));
  }
  return found;
}

/** Every third body. */
function some(view: StateView): readonly ElementOf<'body'>[] {
  return [...view.elementsOf('body')].filter((_, i) => i % 3 === 0);
}

/** Ids of the bodies of these GlobalIds. */
function hostsOf({ source }: Read, guids: readonly string[]): readonly string[] {
  return source.rows.flatMap(({ element, guid }) =>
    element !== null && guids.includes(guid ?? '') ? [element.id] : [],
  );
}

for (const [name, bytes] of FILES) {
  for (const [what, updates] of MOTIONS) {
    test.skipIf(bytes === null)(`${name}: bodies that are ${what}`, async () => {
      const file = bytes ?? Buffer.alloc(0);
      const before = await importedWithBodies(file);
      const view = before.view.apply(some(before.view).map((body) => modifies(body, updates)));
      const made = returned(before, view);
      const hosts = updates['mirrored'] === true ? hostsOf(before, HOSTS[name] ?? []) : [];
      expect(made.not_expressible).toEqual(
        hosts.map((element_id) => ({
          element_id,
          why: 'a mirrored body on which others are placed cannot be written',
        })),
      );
      expect(damage(file, made.file)).toEqual([]);
      const known = bodiesOf(before, before.view, file);
      const now = bodiesOf(before, view, made.file);
      const wrong = [...now].filter(
        ([id, axes]) => axes !== '' && known.get(id) === '' && !hosts.includes(id),
      );
      expect(wrong).toEqual([]);
      expect([...now].filter(([, axes]) => axes === '').length).toBeGreaterThan(0);
    });
  }
}
