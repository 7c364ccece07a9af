/** @module tests of the sets in which properties are written: those that the schema has for the class of the product. */
import { expect, test } from 'vitest';

import type { ParamValues } from '../../../../../schemas/events.ts';
import { created, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage } from '../patch/patching.ts';
import { exported } from '../write/reread.ts';
import { importedAs } from './judged.ts';
import { returned } from './returned.ts';

const P = (x: number, y: number) => ({ x, y });

const THEIRS = { properties: { Theirs: { FireExit: false } } };

const HOUSE = modelOf(
  created('wall', 'wall', { start: P(0, 0), end: P(6000, 0) }),
  created('door', 'door', { host_id: 'wall', offset: 2000, width: 900 }),
  created('floor', 'floor', {
    level_id: 'L1',
    boundary_points: [P(0, 2000), P(4000, 2000), P(4000, 6000), P(0, 6000)],
    thickness: 200,
    ...THEIRS,
  }),
);

/** The file with its slab as a footing, for which the standard has other sets. */
function footing(): string {
  const text = exported(HOUSE, 'IFC4').file.toString('latin1');
  const made = text.replaceAll(
    /=IFCSLAB\((.*),[^,]*\);/gu,
    (_, args: string) => `=IFCFOOTING(${args},.NOTDEFINED.);`,
  );
  expect(made).toContain('=IFCFOOTING(');
  return made;
}

async function edited(given: Buffer | string, id: string, updates: ParamValues) {
  const file = Buffer.from(given);
  const before = await importedAs(HOUSE, file);
  const made = returned(before, before.view.apply([modifies(before.view.element(id), updates)]));
  expect(damage(file, made.file)).toEqual([]);
  const left = made.not_expressible.map(({ why }) => why);
  return { left, text: made.file.toString('latin1'), isSame: made.file.equals(file) };
}

test('a property is in the common set of the class that the product has', async () => {
  const given = footing();
  const { left, text } = await edited(given, 'floor', {
    properties: { Pset_SlabCommon: { Reference: 'P1' }, Own: { Known: true } },
  });
  expect(left).toEqual([]);
  expect(text).toContain("'Pset_FootingCommon'");
  expect(text).toContain("'Own'");
});

test('a property that the class does not have is left, with the reason', async () => {
  const { left, isSame } = await edited(footing(), 'floor', {
    fire_rating_min: 60,
    properties: { Pset_SlabCommon: { AcousticRating: '50 dB' } },
  });
  expect(left).toEqual([
    '`Pset_SlabCommon.AcousticRating` is not written: `Pset_FootingCommon` of IFC4 has no `AcousticRating`',
    'its `fire_rating_min` cannot be written: `Pset_FootingCommon` of IFC4 has no `FireRating`',
  ]);
  expect(isSame).toBe(true);
});

test('a set that the class does not have is left, with the reason', async () => {
  const { left, isSame } = await edited(footing(), 'floor', {
    properties: {
      Pset_ConcreteElementGeneral: { ConcreteCover: 30 },
      Pset_DoorWindowGlazingType: { IsWired: true },
    },
  });
  expect(left).toEqual([
    '`Pset_DoorWindowGlazingType.IsWired` is not written: `Pset_DoorWindowGlazingType` is for IfcDoor, IfcWindow, the file has an IfcFooting',
  ]);
  expect(isSame).toBe(false);
});

test('a set or a property that the schema of the file lacks is left', async () => {
  const { file } = exported(HOUSE, 'IFC2X3');
  const { left, isSame } = await edited(file, 'door', {
    properties: {
      Pset_DoorCommon: { HasDrive: true },
      Pset_ServiceLife: { ServiceLifeDuration: 'P50Y' },
    },
  });
  expect(left).toEqual([
    '`Pset_DoorCommon.HasDrive` is not written: `Pset_DoorCommon` of IFC2X3 has no `HasDrive`',
    '`Pset_ServiceLife.ServiceLifeDuration` is not written: IFC2X3 has no set `Pset_ServiceLife`',
  ]);
  expect(isSame).toBe(true);
});

test('what the file states already is changed there, also against the standard', async () => {
  const given = footing().replaceAll("'Theirs'", "'Pset_DoorCommon'");
  const { left, text } = await edited(given, 'floor', {
    properties: { Theirs: { FireExit: false }, Pset_DoorCommon: { FireExit: true } },
  });
  expect([left, /'FireExit',\$,IFCBOOLEAN\(\.T\.\)/u.test(text)]).toEqual([[], true]);
});
