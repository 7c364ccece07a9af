/** @module kinds: what there is to say of a kind is said in its file, and nothing else tells kinds apart by name. */
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { body } from '../../kernel/building/kinds/body/body.ts';
import { KINDS } from '../../kernel/building/kinds/elements.ts';
import { level } from '../../kernel/building/kinds/level/level.ts';
import { type } from '../../kernel/building/kinds/type/type.ts';
import { SOURCES } from './source-imports.ts';

const NAMES = KINDS.all.map(({ kind }) => kind);

/** A file may deal with walls and the rooms between them; one that knows a third kind by name goes over kinds. */
const NAMED_MAX = 2;

/** Files that name more kinds, and why that is no list of kinds. */
const ARGUED: Readonly<Record<string, string>> = {
  'kernel/base/text/nearest-tool.ts': 'other words for the nouns in names of tools',
  'kernel/checks/compliance/examples/elements.ts':
    'the elements of which examples of rules are built, with every parameter filled in',
  'kernel/checks/compliance/examples/rooms.ts': 'a room with what examples of rules put into it',
  'kernel/checks/compliance/guards.ts': 'the conditions of rules, each about one kind',
  'kernel/building/model/plan/stair-openings.ts':
    'stairs, the floors above them, and the openings that are cut in those',
  'kernel/building/model/effect/glance/doubled.ts':
    'rooms that overlap share an area and no body, grid lines have no body, walls are compared by their joints',
  'kernel/building/model/effect/glance/odd-sizes.ts':
    'sizes of use: who goes through doors, over stairs and up ramps',
  'kernel/building/model/effect/glance/blocked.ts':
    'doors, and the walls and columns that block them',
  'kernel/building/model/effect/glance/sliding-leaves.ts':
    'doors that slide, and the walls, columns, stairs and furniture next to them',
  'kernel/building/model/effect/glance/floating.ts':
    'roofs, and what carries them: walls, columns, beams and floors',
  'kernel/building/model/effect/glance/heights.ts':
    'columns and what may lie on them: floors, roofs, beams, walls; beams and the rooms under them',
  'kernel/building/model/effect/glance/passing-through.ts':
    'pairs of which a person sees at once that one does not stand in the other',
  'kernel/documents/ifc/return/aspects.ts':
    'the parameters of each kind that its product in a file shows',
  'kernel/building/script/statements.ts':
    'the words of the language: statements for tools, of which several make walls and some make nothing',
};

/** Tables of the rules of a standard: each row is about one kind. */
const RULE_TABLES = 'kernel/checks/compliance/packs/';

/** The text without comments. */
function codeOf(source: string): string {
  return source.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

/** The block that begins with the brace at or after `from`. */
function blockAt(code: string, from: number): string {
  const start = code.indexOf('{', from);
  let depth = 0;
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1;
    if (code[at] === '}') depth -= 1;
    if (depth === 0) return code.slice(start, at + 1);
  }
  return code.slice(start);
}

/** Kinds among the cases of switches over a `kind`. */
function switchedKinds(source: string): readonly string[] {
  const code = codeOf(source);
  return [...code.matchAll(/\bswitch \([^)]*\bkind\)/g)].flatMap(({ index }) => {
    const block = blockAt(code, index);
    return NAMES.filter((name) => block.includes(`case '${name}':`));
  });
}

/**
 * Kinds that a text names: compared with, listed, as keys of a record or as arguments. A level is not counted: it is
 * what everything stands on, and has an event of its own; nor are a type and a body, whose names are those of many a
 * field.
 */
function namedKinds(source: string): readonly string[] {
  const code = codeOf(source);
  return NAMES.filter(
    (name) =>
      name !== level.kind &&
      name !== type.kind &&
      name !== body.kind &&
      (code.includes(`'${name}'`) ||
        new RegExp(`(?:^|[{,])\\s*${name}: (?![A-Z]|string)`, 'm').test(code)),
  );
}

describe('the scan', () => {
  test('the scan finds a switch over kinds and no other switch', () => {
    const over = (what: string, name: string): string =>
      `switch (${what}) {\n  case 'x': {\n    break;\n  }\n  case '${name}':\n    return 1;\n}`;
    expect(switchedKinds(over('element.kind', 'beam'))).toEqual(['beam']);
    expect(switchedKinds(over('kind', 'beam'))).toEqual(['beam']);
    expect(switchedKinds(over('profile.kind', 'circle'))).toEqual([]);
    expect(switchedKinds(over('event.type', 'beam'))).toEqual([]);
    expect(switchedKinds(`${over('kind', 'x')} case 'beam':`)).toEqual([]);
  });

  test('the scan finds kinds in comparisons, lists and records', () => {
    expect(namedKinds("if (kind === 'wall' || kind !== 'room') f(['beam', 'level']);")).toEqual([
      'wall',
      'beam',
      'room',
    ]);
    expect(namedKinds('const by = { wall: 1, roof: 2,\n  door: 3 };')).toEqual([
      'wall',
      'roof',
      'door',
    ]);
    expect(namedKinds("// 'wall'\n/** 'room' */ const walls = 'walls';")).toEqual([]);
  });
});

describe('outside its own file', () => {
  const others = (name: string): readonly string[] =>
    SOURCES.filter((file) => file !== `kernel/building/kinds/${name}/${name}.ts`);

  test('the list of scanned files is complete', () => {
    expect(others('wall').length).toBe(SOURCES.length - 1);
  });

  test('no kind is a case of a switch over kinds', () => {
    const found = SOURCES.flatMap((file) =>
      switchedKinds(readFileSync(file, 'utf8'))
        .filter((name) => file !== `kernel/building/kinds/${name}/${name}.ts`)
        .map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  test('no file names more than two kinds', () => {
    const found = SOURCES.filter(
      (file) => !file.startsWith('kernel/building/kinds/') && !file.startsWith(RULE_TABLES),
    )
      .map((file) => [file, namedKinds(readFileSync(file, 'utf8'))] as const)
      .filter(([file, named]) => named.length > NAMED_MAX && ARGUED[file] === undefined)
      .map(([file, named]) => `${file}: ${named.join(', ')}`);
    expect(found).toEqual([]);
  });

  test('every exception names a file that needs it', () => {
    for (const file of Object.keys(ARGUED)) {
      expect([file, namedKinds(readFileSync(file, 'utf8')).length > NAMED_MAX]).toEqual([
        file,
        true,
      ]);
    }
  });
});
