/** @module tests of randomly broken files: each is read and checked in as few steps as a valid one, with a finding. */
import { Buffer } from 'node:buffer';

import { expect, test } from 'vitest';

import { watched } from '../../../../../kernel/base/work/checkpoint.ts';
import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import { IFC_RULES } from '../../../../../kernel/documents/ifc/rules/all-rules.ts';
import { runIfcRules } from '../../../../../kernel/documents/ifc/rules/run-rules.ts';
import { lcg } from '../../../../bench/building.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { exported } from '../write/reread.ts';

const FILES = 500;
/** A valid file takes one step for each rule and some for its instances. */
const MAX_STEPS = 2 * IFC_RULES.length;

const wall = created('wall', 'w', {
  level_id: 'L1',
  start: { x: 0, y: 0 },
  end: { x: 6000, y: 0 },
});
const door = created('door', 'd', { host_id: 'w', offset: 500, name: "Tür 'A'" });
const whole = exported(modelOf(wall, door), 'IFC4').file;
const data = whole.indexOf('DATA;') + 6;

/** One way to break a file; `fails`: whether the file can never pass. */
type Mutation = {
  readonly fails: boolean;
  readonly make: (at: number, length: number, random: (below: number) => number) => Buffer;
};

/** The file with a part of it replaced. */
function spliced(at: number, removed: number, put: Buffer): Buffer {
  return Buffer.concat([whole.subarray(0, at), put, whole.subarray(at + removed)]);
}

/** The position of the next of some bytes from a position on, else of the last one. */
function next(at: number, ...bytes: readonly string[]): number {
  const found = bytes.map((byte) => whole.indexOf(byte, at)).filter((place) => place >= 0);
  return found.length > 0 ? Math.min(...found) : whole.lastIndexOf(')');
}

const MUTATIONS: readonly Mutation[] = [
  { fails: true, make: (at) => whole.subarray(0, at) },
  { fails: true, make: (at) => spliced(next(at, '(', ')'), 1, Buffer.alloc(0)) },
  { fails: true, make: (at) => spliced(next(at, '='), 1, Buffer.from('(')) },
  { fails: true, make: (at) => spliced(next(at, "'"), 1, Buffer.alloc(0)) },
  { fails: false, make: (at, length) => spliced(at, length, Buffer.alloc(0)) },
  { fails: false, make: (at, length) => spliced(at, 0, whole.subarray(data, data + 9 * length)) },
  {
    fails: false,
    make: (at, length, random) =>
      spliced(at, length, Buffer.from(Array.from({ length }, () => random(256)))),
  },
  {
    fails: false,
    make: (at, length, random) =>
      spliced(at, 1, Buffer.from('#$*(),;=\'/."\\'[random(13)]?.repeat(length) ?? '')),
  },
];

/** The result of the work. Throws if it passes too many checkpoints. */
function bounded<T>(work: () => T): T {
  let count = 0;
  return watched(() => {
    count += 1;
    if (count > MAX_STEPS) throw new Error('too many checkpoints');
  }, work);
}

test(`${FILES} broken files`, () => {
  const random = lcg(11);
  const silent: string[] = [];
  for (let i = 0; i < FILES; i += 1) {
    const mutation = MUTATIONS[i % MUTATIONS.length];
    const at = data + random(whole.length - data - 20);
    const bytes = mutation?.make(at, 1 + random(40), random) ?? whole;
    const file = bounded(() => readStepFile(bytes));
    const results = bounded(() => runIfcRules(file, IFC_RULES));
    // GRF003 is also found in the valid file.
    const failed = results.filter(({ rule, found }) => found > 0 && rule.id !== 'GRF003');
    if (mutation?.fails === true && failed.length === 0) silent.push(`file ${i}, broken at ${at}`);
  }
  expect(silent).toEqual([]);
});
