/** @module tests of properties in returned files: numbers in the units of the file, truth values, and new sets. */
import { expect, test } from 'vitest';

import { publicFile } from '../../../../public-files.ts';
import { created, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage, patchOf } from '../patch/patching.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { imported, returned } from './returned.ts';

const P = (x: number, y: number) => ({ x, y });

/** The text of the value of each property with a name. */
function valuesOf(file: Buffer, name: string): readonly string[] {
  const text = file.toString('latin1');
  const pattern = new RegExp(`IFCPROPERTYSINGLEVALUE\\('${name}',\\$,([^;]*),\\$\\);`, 'gu');
  return [...text.matchAll(pattern)].map(([, value = '']) => value);
}

const PROPERTIES = {
  Pset_WallCommon: { ThermalTransmittance: 0.24, IsExternal: true },
  Own: { Price: 12.5, Checked: false, Code: 'ü' },
} as const;

/** The same house whose lengths are in metres, areas in mm² and angles in radians. */
function inMetres(file: Buffer): Buffer {
  const text = file
    .toString('latin1')
    .replace('IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)', 'IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)')
    .replace(
      'IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.)',
      'IFCSIUNIT(*,.AREAUNIT.,.MILLI.,.SQUARE_METRE.)',
    );
  return Buffer.from(text, 'latin1');
}

test('numbers and truth values are properties of their standard types, else of general ones', async () => {
  const read = await imported(exported(randomHouse(7), 'IFC4').file);
  const wall = [...read.view.elementsOf('wall')][0];
  const made = returned(read, read.view.apply([modifies(wall, { properties: PROPERTIES })]));
  expect(made.not_expressible).toEqual([]);
  expect(damage(read.source.bytes, made.file)).toEqual([]);
  expect(valuesOf(made.file, 'ThermalTransmittance')).toEqual([
    'IFCTHERMALTRANSMITTANCEMEASURE(0.24)',
  ]);
  expect(valuesOf(made.file, 'Price')).toEqual(['IFCREAL(12.5)']);
  expect(valuesOf(made.file, 'Checked')).toEqual(['IFCBOOLEAN(.F.)']);
});

test('a product without sets gets one', async () => {
  const read = await imported(exported(randomHouse(7), 'IFC2X3').file);
  const opening = [...read.view.elementsOf('opening')][0];
  const { Own } = PROPERTIES;
  const made = returned(read, read.view.apply([modifies(opening, { properties: { Own } })]));
  expect([made.not_expressible, damage(read.source.bytes, made.file)]).toEqual([[], []]);
  expect(made.records).toMatchObject({ changed: 0, removed: 0 });
  const { model } = patchOf(made.file);
  const sets = model.rows('IfcPropertySet').filter((row) => model.text(row, 'Name') === 'Own');
  expect(sets).toHaveLength(1);
  const [set = -1] = sets;
  const owners = model
    .referrers(set, 'IfcRelDefinesByProperties', 'RelatingPropertyDefinition')
    .flatMap((row) => model.refs(row, 'RelatedObjects'));
  expect(owners.map((row) => model.typeOf(row))).toEqual(['IfcOpeningElement']);
});

test('lengths, areas and angles are in the units of the file', async () => {
  const boundary_points = [P(0, 0), P(20, 0), P(20, 30), P(0, 30)];
  const tiny = modelOf(created('floor', 'floor', { boundary_points, thickness: 1 }));
  const read = await imported(inMetres(exported(tiny, 'IFC4').file));
  const level = read.view.levels()[0];
  const Pset_BuildingStoreyCommon = { GrossPlannedArea: 12_500_000, LoadBearingCapacity: 4000 };
  const properties = { Pset_BuildingStoreyCommon };
  const [slab] = read.view.elementsOf('floor');
  const Pset_SlabCommon = { PitchAngle: 30 };
  const Pset_ConcreteElementGeneral = { ConcreteCover: 12_500 };
  const made = returned(
    read,
    read.view.apply([
      modifies(level, { properties }),
      modifies(slab, { properties: { Pset_SlabCommon, Pset_ConcreteElementGeneral } }),
    ]),
  );
  expect(made.not_expressible).toEqual([]);
  expect(valuesOf(made.file, 'GrossPlannedArea')).toEqual(['IFCAREAMEASURE(12500000.)']);
  expect(valuesOf(made.file, 'PitchAngle')).toContain('IFCPLANEANGLEMEASURE(30.)');
  expect(valuesOf(made.file, 'ConcreteCover')).toEqual(['IFCPOSITIVELENGTHMEASURE(12.5)']);
});

const sample = publicFile('ifc-real/cases/SampleHouse4.ifc');

test.skipIf(sample === null)('a number keeps the type that the file gives to it', async () => {
  const read = await imported(sample ?? Buffer.alloc(0));
  const { model } = patchOf(sample ?? Buffer.alloc(0));
  // The set of a wall in which the file states a length, mm.
  const [wall, set] =
    read.source.rows
      .filter(({ element }) => element?.kind === 'wall')
      .flatMap(({ element, record }) =>
        model
          .referrers(model.file.rowOf(record), 'IfcRelDefinesByProperties', 'RelatedObjects')
          .flatMap((relation) => model.refs(relation, 'RelatingPropertyDefinition'))
          .filter((row) => hasLength(row))
          .map((row) => [element?.id ?? '', model.text(row, 'Name') ?? ''] as const),
      )
      .at(0) ?? [];
  const properties = { [set ?? '']: { Length: 1234.5 } };
  const view = read.view.apply([modifies(read.view.element(wall ?? ''), { properties })]);
  const made = returned(read, view);
  expect([made.not_expressible, damage(read.source.bytes, made.file)]).toEqual([[], []]);
  expect(valuesOf(made.file, 'Length')).toContain('IFCLENGTHMEASURE(1234.5)');

  function hasLength(set_row: number): boolean {
    return model.refs(set_row, 'HasProperties').some((row) => model.text(row, 'Name') === 'Length');
  }
});
