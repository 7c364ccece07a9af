/** @module tests of the hash chain: exact bytes, and detection of each kind of damage. */

import { createHash } from 'node:crypto';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  chainHash,
  GENESIS,
  verifyChain,
  type ChainLink,
} from '../../../../kernel/base/canonical/chain.ts';

function linkAfter(prev: { readonly seq: number; readonly hash: string }, body: string): ChainLink {
  const hash = chainHash(prev.hash, body);
  return { seq: prev.seq + 1, prev_hash: prev.hash, hash, body };
}

function chainOf(bodies: readonly string[]): ChainLink[] {
  const links: ChainLink[] = [];
  for (const body of bodies) links.push(linkAfter(links.at(-1) ?? { seq: 0, hash: GENESIS }, body));
  return links;
}

function faultsOf(links: Iterable<ChainLink>): string[] {
  return verifyChain(links).faults.map((fault) =>
    [fault.kind, fault.seq, ...('through' in fault ? [fault.through] : [])].join(' '),
  );
}

const six = chainOf(['a', 'b', 'c', 'd', 'e', 'f']);
const [one, two, three, four, five, last] = six as [
  ChainLink,
  ChainLink,
  ChainLink,
  ChainLink,
  ChainLink,
  ChainLink,
];

test('chainHash hashes the documented bytes', () => {
  const bytes = Buffer.concat([
    Buffer.from('706c756d626c696e652d636861696e2d76310a', 'hex'),
    Buffer.alloc(64, '0'),
    Buffer.from('0a7b7d', 'hex'),
  ]);
  expect(chainHash(GENESIS, '{}')).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test.each([
  ['a short predecessor', 'ab', ''],
  ['an upper-case predecessor', 'A'.repeat(64), ''],
  ['a lone surrogate', GENESIS, '\ud800'],
])('chainHash refuses %s', (_, prev, body) =>
  expect(() => chainHash(prev, body)).toThrow(RangeError),
);

test('verifyChain accepts an intact chain, an empty one, and a continuation of a trusted entry', () => {
  expect(verifyChain(six)).toStrictEqual({
    ok: true,
    count: 6,
    head: { seq: 6, hash: last.hash },
    faults: [],
  });
  expect(verifyChain([])).toStrictEqual({
    ok: true,
    count: 0,
    head: { seq: 0, hash: GENESIS },
    faults: [],
  });
  expect(verifyChain([four, five], { after: three }).ok).toBe(true);
  expect(verifyChain([four, five], { after: two }).ok).toBe(false);
});

describe('verifyChain on a damaged chain', () => {
  const edited = { ...three, body: 'C' };
  const rewritten = linkAfter(two, 'C');
  const rival = linkAfter(two, 'rival');
  const afterRival = linkAfter(rival, 'on');
  const rivalFour = { ...rival, seq: 4 };
  const afterFour = linkAfter(rivalFour, 'on');
  const rivalSix = { ...linkAfter(rivalFour, 'again'), seq: 6 };

  test.each<[string, readonly ChainLink[], readonly string[]]>([
    ['an edited body', [one, two, edited, four, five], ['edited 3']],
    ['an edited stored hash', [one, two, { ...three, hash: GENESIS }, four, five], ['edited 3']],
    ['an edited previous hash', [one, two, { ...three, prev_hash: GENESIS }, four], ['edited 3']],
    ['a previous hash that is not a digest', [one, { ...two, prev_hash: '' }, three], ['edited 2']],
    ['a body with a lone surrogate', [one, { ...two, body: '\ud800' }, three], ['edited 2']],
    ['an entry edited together with its hash', [one, two, rewritten, four, five], ['edited 3']],
    [
      'the first entry edited together with its hash',
      [linkAfter({ seq: 0, hash: one.hash }, 'a')],
      ['edited 1'],
    ],
    [
      'two adjacent edited entries after a missing one',
      [one, edited, { ...four, body: '' }, five],
      ['missing 2 2', 'edited 3', 'edited 4'],
    ],
    ['one missing entry', [one, two, four, five], ['missing 3 3']],
    ['missing first entries', [three, four], ['missing 1 2']],
    ['two gaps', [one, three, five, last], ['missing 2 2', 'missing 4 4']],
    ['a wide gap', [one, last], ['missing 2 5']],
    ['a repeated row', [one, two, two, three], ['duplicate 2']],
    ['a row repeated later', [one, two, three, one, four], ['duplicate 1']],
    ['a number below the start', [{ ...one, seq: 0 }, one], ['duplicate 0']],
    ['two writers with the same number', [one, two, three, rival, four], ['fork 3']],
    ['two writers of which the second continues', [one, two, three, rival, afterRival], ['fork 3']],
    ['two writers with different numbers', [one, two, three, { ...rival, seq: 4 }], ['fork 4']],
    ['two forks', [one, two, three, rivalFour, afterFour, rivalSix], ['fork 4', 'fork 6']],
    ['swapped adjacent entries', [one, three, two, four], ['reordered 2']],
    ['entries in reverse order', [three, two, one], ['reordered 1', 'reordered 2']],
    [
      'a late entry that its successor does not continue',
      [one, four, rewritten, two],
      ['reordered 2', 'reordered 3', 'edited 3'],
    ],
    ['a skipped number', [one, two, { ...three, seq: 4 }], ['missing 3 3']],
  ])('reports %s', (_, links, expected) => {
    expect(faultsOf(links)).toStrictEqual(expected);
  });

  test('does not report a truncated tail as a fault, but returns an earlier head', () => {
    expect(verifyChain([one, two])).toMatchObject({ ok: true, head: { seq: 2, hash: two.hash } });
  });

  test('names the entry that a fork continues twice', () => {
    expect(verifyChain([one, two, three, { ...rival, seq: 4 }]).faults).toStrictEqual([
      { kind: 'fork', seq: 4, after: 2 },
    ]);
  });

  test('returns the faults with the lowest numbers and the same verdict if limited', () => {
    const links = [one, { ...three, body: '' }, five];
    expect(verifyChain(links, { limit: 1 })).toMatchObject({
      ok: false,
      faults: [{ kind: 'missing', seq: 2, through: 2 }],
    });
    expect(verifyChain(links, { limit: 0 })).toMatchObject({ ok: false, faults: [] });
  });
});

test('law: editing any character of an entry reports this entry as edited', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 20 }),
      fc.constantFrom('body' as const, 'hash' as const, 'prev_hash' as const),
      fc.nat(),
      fc.nat(),
      (bodies, field, which, position) => {
        const links = chainOf(bodies);
        const index = which % links.length;
        const link = links[index] as ChainLink;
        const at = position % link[field].length;
        const changed = link[field][at] === '0' ? '1' : '0';
        const text = link[field].slice(0, at) + changed + link[field].slice(at + 1);
        links[index] = { ...link, [field]: text };
        expect(verifyChain(links).faults).toStrictEqual([{ kind: 'edited', seq: index + 1 }]);
      },
    ),
  );
});

test('law: all removed entries are reported as missing', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 30 }), (kept) => {
      const all = chainOf([...kept.map(String), 'end']);
      const links = all.filter((link, i) => kept[i] !== false || link.seq === all.length);
      const gone = verifyChain(links).faults.flatMap((fault): readonly (number | string)[] =>
        fault.kind === 'missing'
          ? Array.from({ length: fault.through - fault.seq + 1 }, (_, i) => fault.seq + i)
          : [fault.kind],
      );
      expect(gone).toStrictEqual(kept.flatMap((keep, i) => (keep ? [] : [i + 1])));
    }),
  );
});
