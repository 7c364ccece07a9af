/** @module tests of edited properties and quantities. */
import { describe, expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { damage, difference, patchOf, recordsOf, sampleOf } from './patching.ts';
import { ID, sampleText } from './sample.ts';

const COMMON = 'Pset_WallCommon';

describe.each(IFC_SCHEMAS)('%s', (schema) => {
  test('a value of a shared set changes for one wall only', () => {
    const { patch, bytes, row } = sampleOf(schema);
    expect(patch.setProperty(row(ID.wallA), COMMON, 'IsExternal', false)).toBe(true);
    const after = patch.write();
    expect(difference(bytes, after)).toEqual(['~173', '+197', '+198', '+199', '+200', '+201']);
    const records = recordsOf(after);
    expect(records.get('173')).toContain(',(#61),#172);');
    expect(records.get('197')).toMatch(
      /^#197=IFCPROPERTYSET\('[^']{22}',#198,'Pset_WallCommon',\$,\(#170,#200\)\);$/,
    );
    expect(records.get('198')).toMatch(
      /^#198=IFCOWNERHISTORY\(#3,#4,\$,\.ADDED\.,\$,\$,\$,\d+\);$/,
    );
    expect(records.get('199')).toMatch(
      /^#199=IFCRELDEFINESBYPROPERTIES\('[^']{22}',#198,\$,\$,\(#43\),#197\);$/,
    );
    expect(records.get('200')).toBe(
      "#200=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.F.),$);",
    );
    expect(damage(bytes, after)).toEqual([]);
  });

  test('the same value changes nothing', () => {
    const { patch, bytes, row } = sampleOf(schema);
    expect(patch.setProperty(row(ID.wallA), COMMON, 'IsExternal', true)).toBe(false);
    expect(patch.setProperty(row(ID.wallA), COMMON, 'Nothing', null)).toBe(false);
    expect(patch.setProperty(row(ID.wallA), 'Nothing', 'IsExternal', null)).toBe(false);
    expect(patch.write()).toBe(bytes);
  });

  test('a value of an own set changes in place; a shared property is copied', () => {
    const { patch, bytes, row } = sampleOf(schema);
    patch.setProperty(row(ID.door), 'Pset_DoorCommon', 'Reference', 'D2');
    expect(difference(bytes, patch.write())).toEqual(['~175']);
    patch.setProperty(row(ID.door), 'Pset_DoorCommon', 'FireRating', 'T30');
    const records = recordsOf(patch.write());
    expect(records.get('170')).toContain("IFCLABEL('F30')");
    expect(records.get('176')).toContain("'Pset_DoorCommon',$,(#175,#197)");
    expect(records.get('175')).toContain("IFCIDENTIFIER('D2')");
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('a new property has its standard type', () => {
    const { patch, bytes, row } = sampleOf(schema);
    patch.setProperty(row(ID.door), 'Pset_DoorCommon', 'FireExit', true);
    patch.setProperty(row(ID.door), 'Pset_DoorCommon', 'Own', 1.5);
    patch.setProperty(row(ID.door), 'Pset_DoorCommon', 'Count', { type: 'IfcInteger', value: 3 });
    const records = recordsOf(patch.write());
    expect(records.get('176')).toContain('(#175,#170,#197,#198,#199)');
    expect(records.get('197')).toContain("'FireExit',$,IFCBOOLEAN(.T.),$");
    expect(records.get('198')).toContain("'Own',$,IFCREAL(1.5),$");
    expect(records.get('199')).toContain("'Count',$,IFCINTEGER(3),$");
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('a new set is added with its relation', () => {
    const { patch, bytes, row } = sampleOf(schema);
    patch.setProperty(row(ID.window), 'Pset_WindowCommon', 'Reference', 'F1');
    const after = patch.write();
    expect(difference(bytes, after)).toEqual(['+197', '+198', '+199', '+200']);
    expect(recordsOf(after).get('200')).toMatch(/,\(#141\),#199\);$/);
    expect(recordsOf(after).get('197')).toContain("'Reference',$,IFCIDENTIFIER('F1'),$");
    expect(damage(bytes, after)).toEqual([]);
  });

  test('a removed property leaves the set of the others', () => {
    const { patch, bytes, row } = sampleOf(schema);
    patch.setProperty(row(ID.wallB), COMMON, 'FireRating', null);
    const records = recordsOf(patch.write());
    expect(records.get('172')).toContain('(#170,#171)');
    expect(records.get('173')).toContain(',(#43),#172);');
    expect(records.get('197')).toContain("'Pset_WallCommon',$,(#171)");
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('the last property takes its set along', () => {
    const { patch, bytes, row } = sampleOf(schema);
    patch.setProperty(row(ID.door), 'Pset_DoorCommon', 'FireRating', null);
    expect(difference(bytes, patch.write())).toEqual(['~176', '+197']);
    patch.setProperty(row(ID.door), 'Pset_DoorCommon', 'Reference', null);
    expect(difference(bytes, patch.write())).toEqual(['-175', '-176', '-177']);
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('a property of a type changes for the type', () => {
    const { patch, bytes, row } = sampleOf(schema);
    patch.setProperty(row(ID.wallType), 'Own', 'Maker', 'Y');
    expect(difference(bytes, patch.write())).toEqual(['~192']);
    patch.setProperty(row(ID.wallType), 'More', 'Maker', 'Z');
    expect(recordsOf(patch.write()).get('190')).toMatch(/,\(#191,#\d+\),/);
    patch.setProperty(row(ID.wallType), 'More', 'Maker', null);
    patch.setProperty(row(ID.wallType), 'Own', 'Maker', null);
    const after = patch.write();
    expect(recordsOf(after).get('190')).toMatch(/,'T',\$,\$,\$,\$,/);
    expect(difference(bytes, after).filter((one) => one.startsWith('-'))).toEqual(['-191', '-192']);
    expect(damage(bytes, after)).toEqual([]);
  });

  test('a quantity changes, and is no longer stale', () => {
    const { patch, bytes, row } = sampleOf(schema);
    const set = schema === 'IFC2X3' ? 'BaseQuantities' : 'Qto_WallBaseQuantities';
    patch.setExtrusion(
      { product: row(ID.wallA), item: row(ID.extrusionA) },
      { rectangle: { x: 3800 } },
    );
    const names = (): readonly string[] =>
      patch
        .stale()
        .flatMap(({ kind, name, isStandard }) =>
          kind === 'quantity' ? [`${name} ${isStandard}`] : [],
        );
    expect(names()).toEqual(['Length true', 'Ansicht false']);
    expect(patch.setQuantity(row(ID.wallA), set, 'Length', 3800)).toBe(true);
    expect(names()).toEqual(['Ansicht false']);
    expect(recordsOf(patch.write()).get('180')).toContain("'Length',$,$,3800.");
    expect(() => patch.setQuantity(row(ID.wallA), set, 'Width', 1)).toThrow(
      `#43 IfcWall has no quantity \`Width\` in \`${set}\``,
    );
    expect(damage(bytes, patch.write())).toEqual([]);
  });
});

describe('sets', () => {
  test('an enumerated value keeps its form', () => {
    const text = sampleText('IFC4').replace(
      /#175=.*\n/,
      "#175=IFCPROPERTYENUMERATEDVALUE('Reference',$,(IFCLABEL('NEW')),$);\n",
    );
    const { patch, row } = patchOf(text);
    patch.setProperty(row(ID.door), 'Pset_DoorCommon', 'Reference', 'EXISTING');
    expect(recordsOf(patch.write()).get('175')).toContain("(IFCLABEL('EXISTING'))");
  });

  test('a new enumerated value has the standard form', () => {
    const { patch, row } = sampleOf('IFC4');
    patch.setProperty(row(ID.door), 'Pset_DoorCommon', 'Status', 'NEW');
    expect(recordsOf(patch.write()).get('197')).toBe(
      "#197=IFCPROPERTYENUMERATEDVALUE('Status',$,(IFCLABEL('NEW')),$);",
    );
  });

  test('a set that is split again has another GlobalId', () => {
    const first = sampleOf('IFC4');
    first.patch.setProperty(first.row(ID.wallA), COMMON, 'FireRating', 'F60');
    const shared = first.patch.write().toString().replace('(#43),#197', '(#43,#61),#197');
    const { patch, bytes, row } = patchOf(shared);
    patch.setProperty(row(ID.wallA), COMMON, 'FireRating', 'F90');
    const guids = [
      ...patch
        .write()
        .toString()
        .matchAll(/^#\d+=IFC\w+\('([^']{22})',/gm),
    ].map(([, guid]) => guid);
    expect(new Set(guids).size).toBe(guids.length);
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('a property without a single value is refused', () => {
    const text = sampleText('IFC4').replace(
      /#175=.*\n/,
      "#175=IFCPROPERTYLISTVALUE('Reference',$,(IFCLABEL('NEW')),$);\n",
    );
    const { patch, bytes, row } = patchOf(text);
    expect(() => patch.setProperty(row(ID.door), 'Pset_DoorCommon', 'Reference', 'x')).toThrow(
      '#175 IfcPropertyListValue `Reference` has no single value, expected IfcPropertySingleValue',
    );
    expect(patch.write()).toBe(bytes);
  });

  test('a set in a list of sets is copied for one object', () => {
    const text = sampleText('IFC4').replace(
      '(#43,#61),#172)',
      '(#43,#61),IFCPROPERTYSETDEFINITIONSET((#172,#184)))',
    );
    const { patch, bytes, row } = patchOf(text);
    patch.setProperty(row(ID.wallA), COMMON, 'FireRating', 'F90');
    const records = recordsOf(patch.write());
    expect(records.get('199')).toContain('(#43),IFCPROPERTYSETDEFINITIONSET((#197,#184))');
    expect(records.get('173')).toContain('(#61),IFCPROPERTYSETDEFINITIONSET((#172,#184))');
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('a set that is assigned twice is replaced twice', () => {
    const twice =
      "#700=IFCRELDEFINESBYPROPERTIES('0abcdefghijklmnopqrstu',#5,$,$,(#43),#172);\n" +
      "#701=IFCRELDEFINESBYPROPERTIES('0abcdefghijklmnopqrstv',#5,$,$,(#43,#61),#172);\n#175=";
    const { patch, bytes, row } = patchOf(sampleText('IFC4').replace('#175=', twice));
    patch.setProperty(row(ID.wallA), COMMON, 'FireRating', 'F90');
    const records = recordsOf(patch.write());
    expect(records.get('173')).toContain('(#61),#172');
    expect(records.get('701')).toContain('(#61),#172');
    expect(records.has('700')).toBe(false);
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test.each([
    [{ type: 'IfcBoolean', value: 'x' }, '`x` is no value of `IfcBoolean`'],
    [{ type: 'IfcWall', value: 'x' }, '`x` is no value of `IfcWall`'],
    [{ type: 'IfcInteger', value: 1.5 }, '`1.5` is no value of `IfcInteger`'],
  ])('%o is refused', (value, message) => {
    const { patch, bytes, row } = sampleOf('IFC4');
    expect(() => patch.setProperty(row(ID.wallA), COMMON, 'FireRating', value)).toThrow(message);
    expect(patch.write()).toBe(bytes);
  });

  test('a point has no properties', () => {
    const { patch, row } = sampleOf('IFC4');
    expect(() => patch.setProperty(row(40), 'A', 'B', 'c')).toThrow(
      'got #40 IfcCartesianPoint, expected an object or a type with properties',
    );
  });

  test('the GlobalIds of added records are different and always the same', () => {
    const edited = (): Buffer => {
      const { patch, row } = sampleOf('IFC4');
      patch.setProperty(row(ID.wallA), COMMON, 'FireRating', 'F90');
      patch.setProperty(row(ID.window), 'A', 'B', 'c');
      return patch.write();
    };
    expect(edited()).toEqual(edited());
    const guids = [
      ...edited()
        .toString()
        .matchAll(/^#\d+=IFC\w+\('([^']{22})',/gm),
    ].map(([, guid]) => guid);
    expect(new Set(guids).size).toBe(guids.length);
  });
});
