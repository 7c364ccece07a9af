/** @module tests of signed checkpoints: a note of a public log, round trips, forged notes. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  formatCheckpoint,
  signCheckpoint,
  verifyCheckpoint,
  type Checkpoint,
} from '../../../../kernel/base/canonical/checkpoint.ts';
import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import { generateKeyPair } from '../../../../kernel/base/canonical/signature.ts';

const pair = generateKeyPair();
const witness = generateKeyPair();
const trusted = [{ name: 'example.org/log', publicKey: pair.publicKey }];
const signer = { name: 'example.org/log', privateKey: pair.privateKey };
const checkpoint: Checkpoint = { origin: 'example.org/log', size: 7, rootHash: sha256Hex('root') };
const note = signCheckpoint(checkpoint, signer);
const [text = '', line = ''] = note.split('\n\n');

test('a checkpoint of the Go checksum database verifies with its published key', () => {
  // sum.golang.org+033de0ae+Ac4zctda…: the first byte of the key part is the signature type.
  const typed = Buffer.from('Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8', 'base64');
  const published =
    'go.sum database tree\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n' +
    '— sum.golang.org Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9' +
    'nTo+zyWE+xeMcTOAYQ8=\n';
  const keys = [{ name: 'sum.golang.org', publicKey: typed.subarray(1).toString('base64') }];
  expect(verifyCheckpoint(published, keys)).toStrictEqual({
    ok: true,
    origin: 'go.sum database tree',
    size: 20_852_163,
    rootHash: '0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62',
    extensions: [],
    signedBy: ['sum.golang.org'],
  });
  expect(verifyCheckpoint(published.replace('20852163', '20852164'), keys)).toStrictEqual({
    ok: false,
    fault: 'bad_signature',
  });
});

test('formatCheckpoint returns origin, size, root and extensions as lines', () => {
  expect(
    formatCheckpoint({
      origin: 'o',
      size: 0,
      rootHash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      extensions: ['chain-head 5', 'x'],
    }),
  ).toBe('o\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\nchain-head 5\nx\n');
});

test.each<[string, Partial<Checkpoint>]>([
  ['an empty origin', { origin: '' }],
  ['an origin of two lines', { origin: 'a\nb' }],
  ['a lone surrogate', { origin: '\ud800' }],
  ['a tab', { extensions: ['a\tb'] }],
  ['an empty extension', { extensions: [''] }],
  ['a negative size', { size: -1 }],
  ['a fraction', { size: 0.5 }],
  ['an unsafe size', { size: 2 ** 53 }],
  ['a short root', { rootHash: 'ab' }],
])('formatCheckpoint refuses %s', (_, change) => {
  expect(() => formatCheckpoint({ ...checkpoint, ...change })).toThrow(RangeError);
});

test.each(['', 'a b', 'a+b', 'a\nb', 'a\u00a0b', 'a\u0000'])(
  'signCheckpoint refuses the key name %j',
  (name) => {
    expect(() => signCheckpoint(checkpoint, { ...signer, name })).toThrow(RangeError);
  },
);

test('the signature of a witness is ignored until its key is trusted', () => {
  const cosigned = `${note}${signCheckpoint(checkpoint, { name: 'w', privateKey: witness.privateKey }).split('\n\n')[1] ?? ''}`;
  expect(verifyCheckpoint(cosigned, trusted)).toMatchObject({
    ok: true,
    signedBy: ['example.org/log'],
  });
  const both = [...trusted, { name: 'w', publicKey: witness.publicKey }];
  expect(verifyCheckpoint(cosigned, both)).toMatchObject({
    ok: true,
    signedBy: ['example.org/log', 'w'],
  });
});

describe('verifyCheckpoint on a faulty note', () => {
  const forged = signCheckpoint({ ...checkpoint, size: 8 }, signer).split('\n\n')[1] ?? '';

  test.each<[string, string, string]>([
    ['an empty note', '', 'malformed'],
    ['no signature', `${text}\n`, 'malformed'],
    ['an empty signature part', `${text}\n\n`, 'malformed'],
    ['no last line feed', note.slice(0, -1), 'malformed'],
    ['a hyphen', note.replace('—', '-'), 'malformed'],
    ['two spaces', note.replace('— ', '—  '), 'malformed'],
    ['a signature that is not base64', note.replace(/[^ ]+\n$/, '!!!!\n'), 'malformed'],
    ['a key id without a signature', note.replace(/[^ ]+\n$/, 'AAAAAA==\n'), 'malformed'],
    ['a fourth word', `${note.slice(0, -1)} x\n`, 'malformed'],
    ['carriage returns', note.replaceAll('\n', '\r\n'), 'malformed'],
    ['a leading zero', note.replace('\n7\n', '\n07\n'), 'malformed'],
    ['a sign', note.replace('\n7\n', '\n+7\n'), 'malformed'],
    ['an unsafe size', note.replace('\n7\n', '\n9007199254740992\n'), 'malformed'],
    ['a short root', note.replace(/\n[^\n]+=\n\n/, '\nAA==\n\n'), 'malformed'],
    ['no root', `a\n1\n\n${line}`, 'malformed'],
    ['an empty line in the text', note.replace('\n\n', '\n\nx\n\n'), 'malformed'],
    ['101 signatures', `${text}\n\n${line.repeat(101)}`, 'malformed'],
    ['a changed size', note.replace('\n7\n', '\n8\n'), 'bad_signature'],
    ['an added extension', note.replace('\n\n', '\nx\n\n'), 'bad_signature'],
    ['a valid and a forged signature line', `${note}${forged}`, 'bad_signature'],
    [
      'a short signature',
      `${text}\n\n— example.org/log ${line.split(' ')[2]?.slice(0, 8) ?? ''}\n`,
      'bad_signature',
    ],
    [
      'the name of another key',
      note.replace('— example.org/log', '— example.org/other'),
      'unknown_key',
    ],
  ])('refuses %s', (_, forgedNote, fault) => {
    expect(verifyCheckpoint(forgedNote, trusted)).toStrictEqual({ ok: false, fault });
  });

  test('accepts 100 signatures', () => {
    expect(verifyCheckpoint(`${text}\n\n${line.repeat(100)}`, trusted).ok).toBe(true);
  });

  test('does not accept another key with the same name', () => {
    const impostor = [{ name: 'example.org/log', publicKey: witness.publicKey }];
    expect(verifyCheckpoint(note, impostor)).toStrictEqual({ ok: false, fault: 'unknown_key' });
    expect(verifyCheckpoint(note, [])).toStrictEqual({ ok: false, fault: 'unknown_key' });
  });

  test('matches no signature with a malformed trusted key', () => {
    const garbage = [{ name: 'example.org/log', publicKey: 'garbage' }];
    expect(verifyCheckpoint(note, garbage)).toStrictEqual({ ok: false, fault: 'unknown_key' });
  });
});

const LINE = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter((sample) => sample.split('').every((unit) => unit >= ' '));

test('law: every signed checkpoint is read back unchanged', () => {
  fc.assert(
    fc.property(
      LINE,
      fc.maxSafeNat(),
      fc.array(LINE, { maxLength: 3 }),
      (origin, size, extensions) => {
        const rootHash = sha256Hex(origin);
        const signed = signCheckpoint({ origin, size, rootHash, extensions }, signer);
        expect(verifyCheckpoint(signed, trusted)).toStrictEqual({
          ok: true,
          origin,
          size,
          rootHash,
          extensions,
          signedBy: ['example.org/log'],
        });
      },
    ),
  );
});

test('law: a note with a changed character does not verify', () => {
  fc.assert(
    fc.property(fc.nat(text.length), (at) => {
      const changed = note.slice(0, at) + (note[at] === 'x' ? 'y' : 'x') + note.slice(at + 1);
      expect(verifyCheckpoint(changed, trusted).ok).toBe(false);
    }),
  );
});
