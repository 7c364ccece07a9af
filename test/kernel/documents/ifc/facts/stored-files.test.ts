/** @module tests of stored files: they are opened when asked for, a bounded number of them, and read in linear time. */
import { expect, test } from 'vitest';

import { sha256Hex } from '../../../../../kernel/base/canonical/hash.ts';
import { FACTS_LIMITS, IfcFacts } from '../../../../../kernel/documents/ifc/facts/ifc-facts.ts';
import { StoredFiles } from '../../../../../kernel/documents/ifc/facts/stored-files.ts';
import { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { LedgerError } from '../../../../../kernel/ledger/ledger.ts';
import { readText, stepText } from '../step-text.ts';
import { factsText, WALL } from './facts-text.ts';

/** A store with files, and the number of times that each was read. */
function storeOf(...texts: readonly string[]): {
  readonly files: readonly string[];
  readonly read: readonly number[];
  readonly chunkOf: (sha256: string, n: number) => Uint8Array | null;
} {
  const contents = texts.map((text) => Buffer.from(text));
  const files = contents.map((content) => sha256Hex(content));
  const read = texts.map(() => 0);
  return {
    files,
    read,
    chunkOf: (sha256, n) => {
      const i = files.indexOf(sha256);
      if (n === 0 && i >= 0) read[i] = (read[i] ?? 0) + 1;
      return n === 0 ? (contents[i] ?? null) : null;
    },
  };
}

const TEXTS = [factsText('IFC2X3'), factsText('IFC4'), factsText('IFC4X3')] as const;

test('keeps the last opened files up to a size', () => {
  const store = storeOf(...TEXTS);
  const [a = '', b = '', c = ''] = store.files;
  const room = Math.max(...TEXTS.map((text) => text.length));
  const files = new StoredFiles(store.chunkOf, 2 * room);
  const name = 'Own.Cover';
  for (const file of [a, b, a, a, b]) expect(files.property(file, WALL, name)).toBe(25);
  expect(store.read).toEqual([1, 1, 0]);
  for (const file of [c, b, c, a]) expect(files.facts(file, WALL)?.entity).toBe('IfcWall');
  expect(store.read).toEqual([2, 1, 1]);
});

test('opens a file that is too large to be kept once for the work of one call', () => {
  const store = storeOf(TEXTS[1]);
  const files = new StoredFiles(store.chunkOf, 10);
  for (let i = 0; i < 5; i += 1) files.property(store.files[0] ?? '', WALL, 'Own.Cover');
  expect(store.read).toEqual([1]);
});

test('refuses a file that is missing, damaged, or no IFC file', () => {
  const [good = ''] = storeOf(TEXTS[1]).files;
  const damaged = new StoredFiles((_, n) => (n === 0 ? Buffer.from(TEXTS[0]) : null));
  const missing = new StoredFiles(() => null);
  const other = storeOf('no file');
  for (const files of [damaged, missing]) {
    expect(() => files.facts(good, WALL)).toThrow(LedgerError);
    expect(() => files.facts(good, WALL)).toThrow(`the file \`${good}\` of an import is missing`);
  }
  const none = new StoredFiles(other.chunkOf);
  expect(() => none.facts(other.files[0] ?? '', WALL)).toThrow('has no IFC schema');
});

/** Walls that share `relations` relationships, each with one set of many properties, and a type with as many sets. */
function sharing(walls: number, relations: number): IfcFacts & { readonly cost: () => number } {
  const all = Array.from({ length: walls }, (_, i) => `#${i + 1}`).join();
  const lines = Array.from(
    { length: walls },
    (_, i) => `#${i + 1}=IFCWALL('w${i}',$,$,$,$,$,$,$,$);`,
  );
  const many = Array.from({ length: relations }, (_, i) => `#${100_000 + i}`).join();
  for (let i = 0; i < relations; i += 1) {
    const [property, set, relation] = [100_000 + i, 200_000 + i, 300_000 + i];
    lines.push(
      `#${property}=IFCPROPERTYSINGLEVALUE('P${i}',$,IFCINTEGER(${i}),$);`,
      `#${set}=IFCPROPERTYSET('s${i}',$,'S',$,(${many}));`,
      `#${relation}=IFCRELDEFINESBYPROPERTIES('r${i}',$,$,$,(${all}),#${set});`,
    );
  }
  const sets = Array.from({ length: relations }, (_, i) => `#${200_000 + i}`).join();
  lines.push(
    `#400000=IFCWALLTYPE('t',$,'T',$,$,(${sets}),$,$,$,.STANDARD.);`,
    `#400001=IFCRELDEFINESBYTYPE('rt',$,$,$,(${all}),#400000);`,
  );
  const model = new IfcModel(readText(stepText('IFC4', lines.join('\n'))), 'IFC4');
  return Object.assign(new IfcFacts(model), { cost: () => model.reads });
}

test('reads a property of many walls in time of the size of the file and of what it lists', () => {
  const [walls, relations] = [2000, 20];
  const facts = sharing(walls, relations);
  for (let i = 1; i <= walls; i += 1) expect(facts.property(i, 'S.Missing')).toBeNull();
  // Each relationship lists each wall; each set is read once, not once for each wall.
  expect(facts.cost()).toBeLessThan(3 * walls * relations);
});

test('answers about one product are bounded, and say what is left out', () => {
  const facts = sharing(1, FACTS_LIMITS.sets + 1).of(1);
  const count = facts?.sets.reduce((sum, { properties }) => sum + properties.length, 0);
  expect(count).toBe(FACTS_LIMITS.properties);
  expect(facts?.left_out).toContain(`expected at most ${FACTS_LIMITS.sets} sets`);
});
