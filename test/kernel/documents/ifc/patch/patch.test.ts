/** @module tests of edits of IFC files: attributes, added records, copies on write, the header. */
import { describe, expect, test } from 'vitest';

import { PatchFault } from '../../../../../kernel/documents/ifc/patch/patch-fault.ts';
import {
  DERIVED_VALUE,
  enumeration,
  integer,
  list,
  NO_VALUE,
  real,
  reals,
  ref,
  refs,
  text,
  typed,
} from '../../../../../kernel/documents/ifc/patch/patch-value.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { damage, difference, patchOf, recordsOf, sampleOf, SECONDS } from './patching.ts';
import { ID, sampleText } from './sample.ts';

describe.each(IFC_SCHEMAS)('%s', (schema) => {
  test('without an edit the bytes are the same', () => {
    const { patch, bytes } = sampleOf(schema);
    expect(patch.write()).toBe(bytes);
    expect(patch.summary()).toMatchObject({ changed: 0, removed: 0, added: 0, dangling: 0 });
  });

  test('a new name changes one argument and its owner history', () => {
    const { patch, bytes, row } = sampleOf(schema);
    expect(patch.rename(row(ID.space), { Name: "2'ä", LongName: 'Küche' })).toBe(true);
    const after = patch.write();
    expect(difference(bytes, after)).toEqual(['~161', '+197']);
    const records = recordsOf(after);
    expect(records.get('161')).toContain(
      ",#197,'2''\\X2\\00E4\\X0\\',$,$,#160,$,'K\\X2\\00FC\\X0\\che',",
    );
    expect(records.get('197')).toBe(
      `#197=IFCOWNERHISTORY(#3,#4,$,.MODIFIED.,${SECONDS},$,$,1600000000);`,
    );
    expect(damage(bytes, after)).toEqual([]);
  });

  test('the same name again changes nothing more, and the old one nothing at all', () => {
    const { patch, bytes, row } = sampleOf(schema);
    patch.rename(row(ID.wallA), { Name: 'Neu' });
    expect(patch.rename(row(ID.wallA), { Name: 'Neu' })).toBe(false);
    expect(patch.rename(row(ID.wallA), { Name: 'Wand Ä' })).toBe(true);
    expect(patch.write()).toBe(bytes);
  });

  test('a copied path leaves the records of others', () => {
    const { patch, bytes, row } = sampleOf(schema);
    const path = [ID.wallB, 60, 59, ID.extrusionB, 53, 54, 39].map(row);
    const owned = patch.own(path);
    expect(owned.slice(0, -1)).toEqual(path.slice(0, -1));
    patch.setAttribute(owned.at(-1) ?? -1, 'Coordinates', reals([1, 0]));
    const after = patch.write();
    // The polyline refers to the point twice; the axis of wall A keeps it. The wall gets a new owner history.
    expect(difference(bytes, after)).toEqual(['~54', '~61', '+197', '+198']);
    expect(recordsOf(after).get('54')).toBe('#54=IFCPOLYLINE((#197,#55,#56,#57,#197));');
    expect(patch.summary().copied).toBe(1);
  });

  test('a copied item gets its style and its layer', () => {
    const { patch, bytes, row } = sampleOf(schema);
    const other = patch.add('IfcShapeRepresentation', {
      ContextOfItems: ref(row(14)),
      Items: refs([row(ID.extrusionB)]),
    });
    patch.add('IfcPresentationLayerAssignment', { Name: text('L'), AssignedItems: refs([other]) });
    const shape = patch.add('IfcProductDefinitionShape', { Representations: refs([other]) });
    patch.setAttribute(row(ID.space), 'Representation', ref(shape));
    patch.own([ID.wallB, 60, 59, ID.extrusionB].map(row));
    const records = recordsOf(patch.write());
    expect(records.get('200')).toBe('#200=IFCEXTRUDEDAREASOLID(#53,#13,#11,2500.);');
    expect(records.get('201')).toMatch(/^#201=IFCSTYLEDITEM\(#200,/);
    expect(records.get('59')).toContain('(#200)');
    expect(damage(bytes, patch.write())).toEqual([]);
  });
});

describe('attributes', () => {
  test.each([
    [
      'IfcWindow',
      141,
      'OverallWidth',
      integer(900),
      'IfcWindow.OverallWidth: got `900`, expected a real number',
    ],
    ['a text', 141, 'OverallWidth', text('900'), 'expected a real number'],
    ['not a number', 141, 'OverallWidth', real(NaN), 'expected a finite number'],
    ['too long', 141, 'GlobalId', text('x'), 'expected a text of 22 characters'],
    ['required', 141, 'GlobalId', NO_VALUE, 'got `$`, expected a text'],
    [
      'another entity',
      141,
      'ObjectPlacement',
      ref(0),
      'expected a reference to IfcObjectPlacement',
    ],
    ['a list', 141, 'ObjectPlacement', refs([0]), 'got a list of 1'],
    ['derived', 141, 'Name', DERIVED_VALUE, 'got `*`, expected a text'],
    ['unknown', 141, 'Nothing', NO_VALUE, '#141 IfcWindow has no attribute `Nothing`'],
    [
      'an enumeration',
      161,
      'InteriorOrExteriorSpace',
      enumeration('NOWHERE'),
      'got `.NOWHERE.`, expected a value of',
    ],
    ['too few', 54, 'Points', refs([]), 'got a list of 0, expected at least 2 items'],
    [
      'an item',
      75,
      'Coordinates',
      list([text('1'), real(2)]),
      'expected a real number for each item',
    ],
    ['a select', 171, 'NominalValue', text('x'), 'expected a value of IfcValue'],
    [
      'a type',
      171,
      'NominalValue',
      typed('IfcBoolean', enumeration('MAYBE')),
      'expected a value of IfcValue',
    ],
    ['no type', 171, 'NominalValue', typed('IfcWall', text('x')), 'expected a value of IfcValue'],
  ])('%s: #%i.%s is refused', (...[, id, attribute, value, message]) => {
    const { patch, row, bytes } = sampleOf('IFC2X3');
    expect(() => patch.setAttribute(row(id), attribute, value)).toThrow(PatchFault);
    expect(() => patch.setAttribute(row(id), attribute, value)).toThrow(message);
    expect(patch.write()).toBe(bytes);
  });

  test('a text is at most as long as its type allows', () => {
    const { patch, row } = sampleOf('IFC4');
    expect(patch.rename(row(ID.space), { Name: '🏠'.repeat(255) })).toBe(true);
    expect(() => patch.rename(row(ID.space), { Name: 'x'.repeat(256) })).toThrow(
      'expected a text of at most 255 characters',
    );
  });

  test('values are written as the standard has them', () => {
    const { patch, row } = sampleOf('IFC4');
    patch.setAttribute(row(ID.window), 'OverallWidth', real(1e-7));
    patch.setAttribute(row(ID.window), 'PredefinedType', enumeration('window'));
    patch.setAttribute(row(171), 'NominalValue', typed('IfcText', text('\\')));
    patch.setAttribute(row(171), 'Unit', ref(row(16)));
    const records = recordsOf(patch.write());
    expect(records.get('141')).toMatch(/1200\.,1\.E-7,\.WINDOW\.,\$,\$\);$/);
    expect(records.get('171')).toBe(
      "#171=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCTEXT('\\\\'),#16);",
    );
  });

  test('an added record is numbered above the largest number that is written anywhere', () => {
    const data = '#7=IFCPOLYLINE((#8,#900));\n#8=IFCCARTESIANPOINT((0.,0.));';
    const { patch } = patchOf(
      sampleText('IFC4').replace('ENDSEC;\nEND-', `${data}\nENDSEC;\nEND-`),
    );
    const row = patch.add('IfcCartesianPoint', { Coordinates: reals([1, 2]) });
    expect(patch.idText(row)).toBe('901');
    expect(patch.write().toString()).toContain('\n#901=IFCCARTESIANPOINT((1.,2.));\nENDSEC;');
  });

  test.each([
    ['IfcRoot', {}, 'IFC4 has no records of IfcRoot'],
    ['IfcNothing', {}, 'IFC4 has no entity `IfcNothing`'],
    ['IfcDirection', {}, 'IfcDirection.DirectionRatios: got `$`, expected a list'],
    ['IfcDirection', { Ratios: reals([1]) }, 'IfcDirection has no attribute `Ratios`'],
  ])('%s with %o is not added', (entity, values, message) => {
    expect(() => sampleOf('IFC4').patch.add(entity, values)).toThrow(message);
  });

  test('users are listed once, also those that were one before', () => {
    const { patch, row } = sampleOf('IFC4');
    const users = [row(ID.axisOfA), row(54)];
    expect(patch.users(row(39))).toEqual(users);
    patch.setAttribute(row(ID.axisOfA), 'Points', refs([row(40), row(55)]));
    expect(patch.users(row(39))).toEqual([row(54)]);
    patch.setAttribute(row(ID.axisOfA), 'Points', refs([row(55), row(39)]));
    expect(patch.users(row(39))).toEqual(users);
  });

  test('a path that is none is refused', () => {
    const { patch, row } = sampleOf('IFC4');
    expect(() => patch.own([row(ID.wallA), row(ID.bodyA)])).toThrow(
      '#43 IfcWall does not refer to #37 IfcShapeRepresentation, expected a path of references',
    );
    expect(() => patch.setAttribute(9999, 'Name', NO_VALUE)).toThrow(
      /^got row 9999, expected one from 0 to/,
    );
  });
});

describe('the header', () => {
  test('has a new time and program, and nothing else', () => {
    const { patch, bytes, row } = sampleOf('IFC4');
    patch.rename(row(ID.storey), { Name: 'OG' });
    const lines = patch.write().toString().split('\n');
    expect(lines[3]).toBe(
      "FILE_NAME('a.ifc','2026-11-29T12:00:00',(''),(''),'Plumbline 1','','');",
    );
    const old = bytes.toString().split('\n');
    expect(lines.slice(0, 7).filter((line, i) => line !== old[i])).toHaveLength(1);
  });

  test('a file without FILE_NAME stays without', () => {
    const { patch, row } = patchOf(sampleText('IFC4').replace(/FILE_NAME.*\n/, ''));
    patch.rename(row(ID.storey), { Name: 'OG' });
    expect(patch.write().toString()).not.toContain('FILE_NAME');
  });

  test('a malformed time is refused', () => {
    expect(() => sampleOf('IFC4', { time: 'today' })).toThrow(RangeError);
  });
});

describe('owner history', () => {
  test('the author is the last modifying user', () => {
    const author = { family_name: 'Müller', organization: 'Büro' };
    const { patch, bytes, row } = sampleOf('IFC4', { author });
    patch.rename(row(ID.space), { Name: '2' });
    patch.rename(row(ID.wallA), { Name: '2' });
    const after = patch.write();
    expect(difference(bytes, after)).toEqual(['~43', '~161', '+197', '+198', '+199', '+200']);
    expect(recordsOf(after).get('197')).toBe(
      `#197=IFCOWNERHISTORY(#3,#4,$,.MODIFIED.,${SECONDS},#200,$,1600000000);`,
    );
  });

  test('records without one get none', () => {
    const { patch, bytes, row } = patchOf(sampleText('IFC4').replaceAll(',#5,', ',$,'));
    patch.rename(row(ID.space), { Name: '2' });
    expect(difference(bytes, patch.write())).toEqual(['~161']);
  });

  test('each old history has its own new one', () => {
    const other = '#6=IFCOWNERHISTORY(#3,#4,$,.ADDED.,$,#3,#4,7);\n#10=';
    const changed = sampleText('IFC4')
      .replace('#10=', other)
      .replace(/(#61=IFCWALL\('\w+',)#5/, '$1#6');
    const { patch, row } = patchOf(changed);
    patch.rename(row(ID.wallA), { Name: '2' });
    patch.rename(row(ID.wallB), { Name: '2' });
    const records = recordsOf(patch.write());
    expect(records.get('197')).toMatch(/,1600000000\);$/);
    // Only wall B used the old one.
    expect(records.get('198')).toMatch(/,7\);$/);
    expect(records.has('6')).toBe(false);
  });
});
