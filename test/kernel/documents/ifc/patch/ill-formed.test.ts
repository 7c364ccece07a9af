/** @module tests of edits of files that are not as the standard has them: the rest stays byte for byte. */
import { describe, expect, test } from 'vitest';

import {
  enumeration,
  integer,
  NO_VALUE,
  real,
  reals,
} from '../../../../../kernel/documents/ifc/patch/patch-value.ts';
import { FilePatch } from '../../../../../kernel/documents/ifc/patch/patch.ts';
import { stepText } from '../step-text.ts';
import { CONTEXT, damage, difference, patchOf } from './patching.ts';
import { ID, sampleText } from './sample.ts';

const SPACE = "#161=IFCSPACE('0000000000000000000015',#5,'1',$,$,#160,$,'Room',";

/** The sample with other text in place of that of its space's name. */
function withSpace(text: string): string {
  return sampleText('IFC4').replace(SPACE, text);
}

/** The bytes before and after the name that a rename replaces. */
function renamed(text: string | Buffer): { readonly before: string; readonly after: string } {
  const { patch, bytes, row } = patchOf(text);
  patch.rename(row(ID.space), { Name: 'NEW' });
  return { before: bytes.toString('latin1'), after: patch.write().toString('latin1') };
}

describe('an edit replaces one argument', () => {
  test.each([
    [
      'comments',
      "#161 /* a */ = /* b; */ IFCSPACE /* ( */ ('x',$, /* , */ '1' /* ' */ ,$,$,#160,$,'Room',",
      "#161 /* a */ = /* b; */ IFCSPACE /* ( */ ('x',$, /* , */ 'NEW' /* ' */ ,$,$,#160,$,'Room',",
    ],
    [
      'line breaks',
      "#161\n=\nIFCSPACE\n(\n'x',\n$,\n'1'\n,$,$,#160,$,'Room',",
      "#161\n=\nIFCSPACE\n(\n'x',\n$,\n'NEW'\n,$,$,#160,$,'Room',",
    ],
    [
      'an apostrophe of a directive',
      "#161=IFCSPACE('\\S\\'',$,'it''s',$,$,#160,$,'a)b;(',",
      "#161=IFCSPACE('\\S\\'',$,'NEW',$,$,#160,$,'a)b;(',",
    ],
    [
      'a line break in a number',
      "#1\n61=IFCSPACE('x',$,'1',$,$,#1\r\n60,$,'Room',",
      "#1\n61=IFCSPACE('x',$,'NEW',$,$,#1\r\n60,$,'Room',",
    ],
    [
      'small letters',
      "#161=IfcSpace('x',$,'1',$,$,#160,$,'Room',",
      "#161=IfcSpace('x',$,'NEW',$,$,#160,$,'Room',",
    ],
    [
      'zeros before a number',
      "#00161=IFCSPACE('x',$,'1',$,$,#00160,$,'Room',",
      "#00161=IFCSPACE('x',$,'NEW',$,$,#00160,$,'Room',",
    ],
    [
      'a record without an end before it',
      "#700=IFCLABEL('x);\n#161=IFCSPACE('x',$,'1',$,$,#160,$,'Room',",
      "#700=IFCLABEL('x);\n#161=IFCSPACE('x',$,'NEW',$,$,#160,$,'Room',",
    ],
    [
      'a comment without an end before it',
      "/* never ends \n#161=IFCSPACE('x',$,'1',$,$,#160,$,'Room',",
      "/* never ends \n#161=IFCSPACE('x',$,'NEW',$,$,#160,$,'Room',",
    ],
    [
      'a missing semicolon before it',
      "#700=IFCLABEL('x')\n#161=IFCSPACE('x',$,'1',$,$,#160,$,'Room',",
      "#700=IFCLABEL('x')\n#161=IFCSPACE('x',$,'NEW',$,$,#160,$,'Room',",
    ],
    [
      'a statement that is none',
      "nonsense;\n#161=IFCSPACE('x',$,'1',$,$,#160,$,'Room',",
      "nonsense;\n#161=IFCSPACE('x',$,'NEW',$,$,#160,$,'Room',",
    ],
  ])('with %s', (_, was, is) => {
    const { before, after } = renamed(withSpace(was));
    const header = (text: string): string => text.slice(text.indexOf('FILE_SCHEMA'));
    expect(header(after)).toBe(header(before).replace(was, is));
  });

  test('raw bytes of other encodings stay', () => {
    for (const raw of ['Küche', 'K\xfcche \x80']) {
      const text = Buffer.from(withSpace(SPACE.replace('Room', raw)), 'latin1');
      expect(renamed(text).after).toContain(`'NEW',$,$,#160,$,'${raw}',`);
    }
  });
});

test('a value that is written in another way is the same', () => {
  const { patch, bytes, row } = patchOf(
    withSpace(SPACE.replace('Room', 'K\\X\\FCche')).replace('2100.,900.', '2.1E3,0900.00'),
  );
  expect(patch.rename(row(ID.space), { LongName: 'Küche' })).toBe(false);
  expect(patch.setAttribute(row(ID.door), 'OverallWidth', real(900))).toBe(false);
  expect(patch.setAttribute(row(ID.door), 'OverallHeight', real(2100))).toBe(false);
  expect(patch.write()).toBe(bytes);
});

describe('numbers', () => {
  test.each([
    ['above 2^32', '5000000000', '5000000001'],
    ['above 2^53', '18446744073709551616', '18446744073709551617'],
  ])('%s are continued', (_, id, next) => {
    const { patch, bytes } = patchOf(
      sampleText('IFC4').replace('#195=', `#${id}=IFCDIRECTION((0.,1.));\n#195=`),
    );
    const first = patch.add('IfcDirection', { DirectionRatios: reals([1, 0]) });
    patch.add('IfcVector', {
      Orientation: { kind: 'ref', row: first },
      Magnitude: { kind: 'real', value: 1 },
    });
    const after = patch.write();
    expect(after.toString()).toContain(`#${next}=IFCDIRECTION((1.,0.));`);
    expect(after.toString()).toContain(`=IFCVECTOR(#${next},1.);`);
    expect(damage(bytes, after)).toEqual([]);
  });

  test('in comments and texts are none', () => {
    const text = sampleText('IFC4').replace('(#43,#61),#172', '(#43,/* #900 */#61),#172');
    const { patch } = patchOf(text.replace("'Room'", "'#901'"));
    expect(patch.idText(patch.add('IfcDirection', { DirectionRatios: reals([1, 0]) }))).toBe('197');
  });

  test('of another file are not used again', () => {
    const reference = 'REFERENCE;\n#800=<other.ifc#a>;\nENDSEC;\nDATA;';
    const { patch } = patchOf(sampleText('IFC4').replace('DATA;', reference));
    expect(patch.idText(patch.add('IfcDirection', { DirectionRatios: reals([1, 0]) }))).toBe('801');
  });

  test('that two records have are edited by row', () => {
    const twice = '#40=IFCCARTESIANPOINT((1.,1.));\n#195=';
    const { patch, bytes, model } = patchOf(sampleText('IFC4').replace('#195=', twice));
    const rows = model.rows('IfcCartesianPoint').filter((row) => model.file.idOf(row) === 40);
    patch.setAttribute(rows[1] ?? -1, 'Coordinates', reals([2, 2]));
    const changed = patch.write().toString();
    expect(changed).toContain('#40=IFCCARTESIANPOINT((4000.,0.));');
    expect(changed).toContain('#40=IFCCARTESIANPOINT((2.,2.));');
    expect(bytes.toString()).not.toContain('#40=IFCCARTESIANPOINT((2.,2.));');
  });
});

describe('parts of a file', () => {
  test('anchors: what they name stays', () => {
    const anchors = 'ANCHOR;\n<wall>=#43;\n<end>=#40;\nENDSEC;\nDATA;';
    const { patch, bytes, row } = patchOf(sampleText('IFC4').replace('DATA;', anchors));
    expect(() => patch.removeProduct(row(ID.wallA))).toThrow(
      '#43 IfcWall is in the ANCHOR section, so that it must stay',
    );
    expect(patch.write()).toBe(bytes);
    patch.removeRepresentation(row(ID.wallA), row(41));
    const after = patch.write().toString();
    expect(after).toContain('#40=IFCCARTESIANPOINT((4000.,0.));');
    expect(after).not.toContain('#38=');
    expect(patch.summary().orphans).toBe(0);
  });

  test('several DATA sections: records are added to the last one', () => {
    const { patch } = patchOf(sampleText('IFC4').replace('#150=', 'ENDSEC;\nDATA;\n#150='));
    patch.add('IfcDirection', { DirectionRatios: reals([1, 0]) });
    expect(patch.write().toString()).toMatch(/#196=.*\n#197=IFCDIRECTION.*\nENDSEC;\nEND-ISO/);
  });

  test('a last record that cannot be read: records are added before it', () => {
    const { patch, row } = patchOf(
      `${sampleText('IFC4').split('ENDSEC;\nEND-')[0]}#700=IFCLABEL('x`,
    );
    patch.rename(row(ID.space), { Name: 'NEW' });
    expect(patch.write().toString()).toMatch(/#196=.*\n#701=IFCOWNERHISTORY.*\n#700=IFCLABEL\('x$/);
  });

  test('a last record without its semicolon: records are added before it', () => {
    const { patch, row } = patchOf(
      sampleText('IFC4').replace(');\nENDSEC;\nEND-', ')\nENDSEC;\nEND-'),
    );
    patch.rename(row(ID.space), { Name: 'NEW' });
    expect(patch.write().toString()).toMatch(/#195=.*;\n#197=.*;\n#196=.*\)\nENDSEC;\nEND-/);
  });

  test('a file that ends with its last record', () => {
    const [text = ''] = sampleText('IFC4').split('\nENDSEC;\nEND-');
    const { patch, row } = patchOf(text);
    patch.rename(row(ID.space), { Name: 'NEW' });
    expect(patch.write().toString()).toMatch(/#196=.*\n#197=IFCOWNERHISTORY.*;$/);
  });

  test('a file without records gets none', () => {
    const { patch, bytes } = patchOf(stepText('IFC4', ''));
    expect(patch.write()).toBe(bytes);
    expect(() => patch.add('IfcDirection', { DirectionRatios: reals([1, 0]) })).toThrow(
      'the file has no record that can be read, expected one to add others after it',
    );
    expect(patch.write()).toBe(bytes);
  });
});

describe('what cannot be read is refused', () => {
  test.each([
    [
      'a text without an end',
      "#700=IFCLABEL('x);",
      '#700 IFCLABEL cannot be read, so that it cannot be changed',
    ],
    [
      'a bracket without an end',
      "#700=IFCMATERIAL('x',($);",
      '#700 IfcMaterial cannot be read, so that it cannot be changed',
    ],
    [
      'a complex instance',
      '#700=(IFCA(1)IFCB(2));',
      '#700 (…) is a complex instance, which cannot be changed',
    ],
    ['an unknown entity', '#700=IFCNOTHING($);', '#700 IFCNOTHING has no attribute `Name`'],
    ['too few arguments', '#700=IFCMATERIAL();', '#700 IfcMaterial has 0 arguments, expected 3'],
  ])('%s', (_, record, message) => {
    const { patch, bytes, row } = patchOf(sampleText('IFC4').replace('#195=', `${record}\n#195=`));
    expect(() => patch.setAttribute(row(700), 'Name', NO_VALUE)).toThrow(message);
    expect(patch.write()).toBe(bytes);
  });

  test('what looks like a reference in it is one', () => {
    const open = "#700=IFCLABEL('#40);\n#195=";
    const { patch, row } = patchOf(sampleText('IFC4').replace('#195=', open));
    patch.removeProduct(row(ID.wallA));
    const after = patch.write();
    expect(after.toString()).toContain('#40=IFCCARTESIANPOINT((4000.,0.));');
    expect(after.toString()).toContain("#700=IFCLABEL('#40);");
  });

  test('a record with a long comment is removed whole', () => {
    const comment = `/* ${'-'.repeat(400)} */`;
    const text = sampleText('IFC4').replace('#141=IFCWINDOW(', `#141=${comment}IFCWINDOW(`);
    const { patch, row } = patchOf(text);
    patch.removeProduct(row(ID.window));
    expect(patch.write().toString()).not.toContain('---');
    expect(patch.write().toString()).not.toContain('#141');
  });

  test('a complex instance is a user', () => {
    const complex = '#700=(IFCA(#40)IFCB($));\n#195=';
    const { patch, bytes, row } = patchOf(sampleText('IFC4').replace('#195=', complex));
    patch.removeProduct(row(ID.wallA));
    expect(damage(bytes, patch.write())).toEqual([]);
    expect(patch.write().toString()).toContain('#40=IFCCARTESIANPOINT((4000.,0.));');
  });

  test('a record without its semicolon can be changed and removed', () => {
    const { patch, row, bytes } = patchOf(sampleText('IFC4').replace(/(#164=.*);/, '$1'));
    patch.setAttribute(row(164), 'InternalOrExternalBoundary', enumeration('EXTERNAL'));
    expect(patch.write().toString()).toMatch(/\.EXTERNAL\.\)\n#165=/);
    patch.removeProduct(row(ID.door));
    expect(patch.write().toString()).toMatch(/#163=.*;\n\n#165=/);
    expect(damage(bytes, patch.write())).toEqual([]);
  });
});

describe('UTF-16 and UTF-32', () => {
  const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
  const utf32 = (text: string): Buffer => {
    const codes = Uint32Array.from(text, (one) => one.codePointAt(0) ?? 0);
    return Buffer.from(codes.buffer);
  };
  const swapped32 = (text: string): Buffer => utf32(text).swap32();
  test.each([
    ['UTF-16LE', utf16],
    ['UTF-16BE', (text: string) => utf16(text).swap16()],
    ['UTF-32LE', utf32],
    ['UTF-32BE', swapped32],
  ])('%s, with and without a mark', (_, encode) => {
    for (const mark of ['', '\uFEFF']) {
      const text = mark + withSpace(SPACE.replace('Room', '台所 🏠'));
      const { patch, row, bytes } = patchOf(encode(text));
      expect(patch.write()).toBe(bytes);
      patch.setAttribute(row(ID.space), 'Name', { kind: 'text', value: 'NEW' });
      const after = patch.write();
      const lines = text.replace(
        SPACE.replace('Room', '台所 🏠'),
        SPACE.replace('Room', '台所 🏠').replace("'1'", "'NEW'").replace('#5', '#197'),
      );
      const whole = encode(lines.slice(lines.indexOf('FILE_SCHEMA'), lines.indexOf('#196=')));
      expect(after.includes(whole)).toBe(true);
      expect(after.subarray(0, encode(`${mark}ISO`).length)).toEqual(encode(`${mark}ISO`));
    }
  });

  test('half of a pair cannot be kept', () => {
    const { patch, bytes, row } = patchOf(utf16(withSpace(SPACE.replace('Room', '\uD83C'))));
    expect(patch.write()).toBe(bytes);
    expect(() => patch.rename(row(ID.space), { Name: 'x' })).toThrow(
      'the file has malformed characters in UTF-16 or UTF-32',
    );
  });
});

test('other bytes than those that were read are refused', () => {
  const { model, bytes } = patchOf(sampleText('IFC4'));
  expect(new FilePatch(model, Buffer.from(bytes), CONTEXT).write()).toEqual(bytes);
  expect(() => new FilePatch(model, Buffer.from('x'), CONTEXT)).toThrow(RangeError);
});

test('an edit that is refused in the middle leaves nothing', () => {
  const { patch, bytes, row } = patchOf(sampleText('IFC4'));
  expect(() => patch.rename(row(ID.wallA), { Name: 'x', LongName: 'y' })).toThrow(
    'no attribute `LongName`',
  );
  expect(patch.write()).toBe(bytes);
  expect(() => patch.setAttribute(row(40), 'Coordinates', integer(1))).toThrow('expected a list');
  expect(difference(bytes, patch.write())).toEqual([]);
});
