/** @module tests of removed products: what goes with them, and what stays. */
import { describe, expect, test } from 'vitest';

import { NO_VALUE } from '../../../../../kernel/documents/ifc/patch/patch-value.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { damage, difference, patchOf, recordsOf, sampleOf } from './patching.ts';
import { ID, sampleText } from './sample.ts';

/** Numbers of a kind of change, in their order. */
function numbers(changes: readonly string[], kind: string): readonly number[] {
  return changes.filter((one) => one.startsWith(kind)).map((one) => Number(one.slice(1)));
}

describe.each(IFC_SCHEMAS)('%s', (schema) => {
  test('a window goes with its opening, and nothing that others use', () => {
    const { patch, bytes, row } = sampleOf(schema);
    const removed = patch.removeProduct(row(ID.window));
    expect(removed).toEqual([ID.window, ID.openingB].map(row));
    const after = patch.write();
    const changes = difference(bytes, after);
    expect(numbers(changes, '-')).toEqual([
      110, 111, 112, 113, 116, 117, 118, 119, 120, 130, 138, 139, 140, 141, 142,
    ]);
    // The relations that contain it and that give it a material.
    expect(numbers(changes, '~')).toEqual([150, 196]);
    expect(numbers(changes, '+')).toEqual([197]);
    expect(recordsOf(after).get('150')).toContain(',(#43,#61,#101),#22);');
    expect(damage(bytes, after)).toEqual([]);
    expect(patch.summary()).toMatchObject({ changed: 2, removed: 15, added: 1, orphans: 0 });
    // The axis of its wall and the connections of that one are as they were.
    expect(patch.stale()).toEqual([]);
  });

  test('a wall goes with its opening; the door stays', () => {
    const { patch, bytes, row } = sampleOf(schema);
    patch.removeProduct(row(ID.wallA));
    const after = patch.write();
    const records = recordsOf(after);
    for (const id of [43, 79, 80, 102, 44, 163, 165, 181, 182, 183, 184, 185]) {
      expect(records.has(String(id)), `#${id}`).toBe(false);
    }
    expect(records.has('101')).toBe(true);
    // The door is placed on the opening, which is placed on the wall.
    for (const id of [30, 70, 90]) expect(records.has(String(id)), `#${id}`).toBe(true);
    // The set is shared, and the point is one of wall B.
    expect(records.get('173')).toContain(',(#61),#172);');
    expect(records.get('48')).toContain('(#59)');
    expect(records.has('39')).toBe(true);
    expect(records.has('45')).toBe(true);
    expect(damage(bytes, after)).toEqual([]);
  });

  test('a wall goes with its door if asked', () => {
    const { patch, bytes, row } = sampleOf(schema);
    const removed = patch.removeProduct(row(ID.wallA), { fillings: 'removed' });
    expect(removed).toEqual([ID.wallA, ID.openingA, ID.door].map(row));
    const records = recordsOf(patch.write());
    for (const id of [30, 70, 90, 101, 164, 175, 176, 177]) {
      expect(records.has(String(id)), `#${id}`).toBe(false);
    }
    // A property of the door's set is one of the walls' too.
    expect(records.has('170')).toBe(true);
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('both walls take their type, their set and their layer along', () => {
    const { patch, bytes, row } = sampleOf(schema);
    patch.removeProduct(row(ID.wallA), { fillings: 'removed' });
    patch.removeProduct(row(ID.wallB), { fillings: 'removed' });
    const records = recordsOf(patch.write());
    for (const id of [48, 45, 47, 92, 94, 150, 172, 173, 190, 191, 192, 193, 195, 196]) {
      expect(records.has(String(id)), `#${id}`).toBe(false);
    }
    expect(records.has('22')).toBe(true);
    expect(records.has('161')).toBe(true);
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('all products at once leave the storey', () => {
    const { patch, bytes, row } = sampleOf(schema);
    const all = [ID.wallA, ID.wallB, ID.door, ID.window].map(row);
    expect(patch.removeProducts(all)).toEqual([43, 79, 61, 119, 101, 141].map(row));
    const after = patch.write();
    expect(after.toString()).not.toMatch(
      /IFC(?:WALL|DOOR|WINDOW|OPENING|RELFILLS|RELVOIDS|RELCONT)/,
    );
    expect(recordsOf(after).has('161')).toBe(true);
    expect(damage(bytes, after)).toEqual([]);
  });

  test('an opening that stays leaves the hole', () => {
    const { patch, bytes, row } = sampleOf(schema);
    expect(patch.removeProduct(row(ID.door), { opening: 'kept' })).toEqual([row(ID.door)]);
    const records = recordsOf(patch.write());
    expect(records.has('79')).toBe(true);
    expect(records.has('102')).toBe(false);
    expect(damage(bytes, patch.write())).toEqual([]);
  });
});

describe('what is removed', () => {
  test('an opening with two fillings stays with the other one', () => {
    const extra = "#700=IFCRELFILLSELEMENT('0abcdefghijklmnopqrstu',#5,$,$,#119,#101);\n#150=";
    const { patch, bytes, row } = patchOf(sampleText('IFC4').replace('#150=', extra));
    expect(patch.removeProduct(row(ID.window))).toEqual([row(ID.window)]);
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('parts go with their whole', () => {
    const extra = "#700=IFCRELAGGREGATES('0abcdefghijklmnopqrstu',#5,$,$,#43,(#101));\n#150=";
    const { patch, bytes, row } = patchOf(sampleText('IFC4').replace('#150=', extra));
    expect(patch.removeProduct(row(ID.wallA))).toEqual([ID.wallA, ID.openingA, ID.door].map(row));
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('records that nothing used before stay', () => {
    const extra = '#700=IFCCARTESIANPOINT((7.,7.));\n#701=IFCPOLYLINE((#700,#40));\n#150=';
    const { patch, bytes, row } = patchOf(sampleText('IFC4').replace('#150=', extra));
    patch.removeProduct(row(ID.wallA));
    const records = recordsOf(patch.write());
    expect(records.has('701')).toBe(true);
    expect(records.has('40')).toBe(true);
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('a record whose number another one has stays, and is counted as an orphan', () => {
    const extra = '#40=IFCCARTESIANPOINT((1.,1.));\n#150=';
    const { patch, row } = patchOf(sampleText('IFC4').replace('#150=', extra));
    patch.removeProduct(row(ID.wallA));
    expect(patch.write().toString()).toContain('#40=IFCCARTESIANPOINT((4000.,0.));');
    expect(patch.summary().orphans).toBe(1);
  });

  test('an optional reference becomes `$`', () => {
    const extra =
      "#700=IFCRELSPACEBOUNDARY2NDLEVEL('0abcdefghijklmnopqrstu',#5,$,$,#161,#61,$,.PHYSICAL.,.INTERNAL.,$,#701);\n" +
      "#701=IFCRELSPACEBOUNDARY2NDLEVEL('0abcdefghijklmnopqrstv',#5,$,$,#161,#43,$,.PHYSICAL.,.INTERNAL.,$,#700);\n#150=";
    const { patch, bytes, row } = patchOf(sampleText('IFC4').replace('#150=', extra));
    patch.removeProduct(row(ID.wallA));
    const records = recordsOf(patch.write());
    expect(records.has('701')).toBe(false);
    expect(records.get('700')).toMatch(/,\$,\$\);$/);
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('a group that becomes empty stays', () => {
    const extra =
      "#700=IFCGROUP('0abcdefghijklmnopqrstu',#5,'G',$,$);\n" +
      "#701=IFCRELASSIGNSTOGROUP('0abcdefghijklmnopqrstv',#5,$,$,(#43),$,#700);\n#150=";
    const { patch, row } = patchOf(sampleText('IFC4').replace('#150=', extra));
    patch.removeProduct(row(ID.wallA));
    const records = recordsOf(patch.write());
    expect(records.has('700')).toBe(true);
    expect(records.has('701')).toBe(false);
    expect(patch.summary().orphans).toBe(0);
  });

  test('a reference that is set to `$` takes what only it used', () => {
    const { patch, bytes, row } = sampleOf('IFC4');
    patch.setAttribute(row(ID.wallA), 'Representation', NO_VALUE);
    const after = patch.write();
    const gone = numbers(difference(bytes, after), '-');
    expect(gone).toEqual([33, 34, 35, 36, 37, 38, 40, 41, 42, 44]);
    expect(damage(bytes, after)).toEqual([]);
  });

  test('a whole line goes, a record on a line with others goes alone', () => {
    const text = sampleText('IFC4')
      .replace('#111=', '  #111=')
      .replace('#112=', '/* kept */ #112=')
      .replace(/;\n#117=/, '; #117=')
      .replaceAll('\n', '\r\n');
    const { patch, bytes, row } = patchOf(text);
    patch.removeProduct(row(ID.window));
    const after = patch.write().toString();
    expect(after).toContain('/* kept */ \r\n');
    expect(after).not.toMatch(/^ {2,}\r$/m);
    expect(after).toContain('\r\n#197=IFCOWNERHISTORY');
    expect(after).not.toMatch(/[^\r]\n/);
    expect(damage(bytes, patch.write())).toEqual([]);
  });
});

describe('refusals', () => {
  test.each([
    ['a point', 40, '#40 IfcCartesianPoint, expected a product'],
    [
      'a storey with products',
      ID.storey,
      '#22 IfcBuildingStorey contains 5 products, expected none',
    ],
  ])('%s', (_, id, message) => {
    const { patch, bytes, row } = sampleOf('IFC4');
    expect(() => patch.removeProduct(row(id))).toThrow(message);
    expect(patch.write()).toBe(bytes);
  });

  test('a product twice', () => {
    const { patch, row } = sampleOf('IFC4');
    patch.removeProduct(row(ID.window));
    expect(() => patch.removeProduct(row(ID.window))).toThrow('#141 IfcWindow was removed');
    expect(() => patch.rename(row(ID.window), { Name: 'x' })).toThrow('was removed');
  });

  test('a product to which a record refers that cannot be read', () => {
    const extra = '#700=IFCRELNOTHING((#101,);\n#150=';
    const { patch, bytes, row } = patchOf(sampleText('IFC4').replace('#150=', extra));
    expect(() => patch.removeProduct(row(ID.door))).toThrow(
      '#700 IFCRELNOTHING cannot be changed, so that #101 IfcDoor to which it refers cannot be removed',
    );
    expect(patch.write()).toBe(bytes);
  });

  test('a product whose number another record has', () => {
    const extra = "#101=IFCMATERIAL('x',$,$);\n#150=";
    const { patch, bytes, row } = patchOf(sampleText('IFC4').replace('#150=', extra));
    expect(() => patch.removeProduct(row(ID.door))).toThrow(
      'the number of #101 IfcDoor is used twice',
    );
    expect(patch.write()).toBe(bytes);
  });
});
