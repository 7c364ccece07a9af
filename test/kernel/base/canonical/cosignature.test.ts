/** @module cosignature.test: cosignatures and verifier keys in the formats of C2SP. */
import { createPrivateKey, verify } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { readCheckpoint, signCheckpoint } from '../../../../kernel/base/canonical/checkpoint.ts';
import { cosign, verifyCosignatures } from '../../../../kernel/base/canonical/cosignature.ts';
import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import {
  NOTE_COSIGNATURE,
  NOTE_ED25519,
  signatureLines,
  type SplitNote,
} from '../../../../kernel/base/canonical/note.ts';
import { publicKeyOf, readPublicKey } from '../../../../kernel/base/canonical/signature.ts';
import {
  formatVerifierKey,
  parseVerifierKey,
} from '../../../../kernel/base/canonical/verifier-key.ts';

/** The Ed25519 private key with a seed of 32 equal bytes. */
function keyFromSeed(byte: number): ReturnType<typeof createPrivateKey> {
  const head = Buffer.from('302e020100300506032b657004220420', 'hex');
  const der = Buffer.concat([head, Buffer.alloc(32, byte)]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

const witness = { name: 'witness.example/w1', privateKey: keyFromSeed(7) };
const pinned = { name: witness.name, publicKey: publicKeyOf(witness.privateKey) };
const trusted = [pinned];
const note = signCheckpoint(
  { origin: 'example.org/log', size: 7, rootHash: sha256Hex('root'), extensions: ['chain ab'] },
  { name: 'example.org/log', privateKey: keyFromSeed(1) },
);

function parts(text: string): SplitNote {
  const read = readCheckpoint(text);
  if (read === undefined) throw new Error('no checkpoint');
  return read;
}
const { text } = parts(note);
const line = cosign(text, 1_700_000_000, witness);
const verifiedIn = (signed: string) => {
  const { text: own, signatures } = parts(signed);
  return verifyCosignatures(own, signatures, trusted);
};

describe('a cosignature', () => {
  test('signs a time and the whole text of the checkpoint', () => {
    const [only] = signatureLines(line) ?? [];
    const bytes = only?.signature ?? Buffer.alloc(0);
    expect(bytes).toHaveLength(72);
    expect(bytes.readBigUInt64BE()).toBe(1_700_000_000n);
    const message = Buffer.from(`cosignature/v1\ntime 1700000000\n${text}`);
    const key = readPublicKey(pinned.publicKey);
    expect(key && verify(null, message, key, bytes.subarray(8))).toBe(true);
    expect(verifiedIn(note + line)).toEqual([{ name: witness.name, time: 1_700_000_000, line }]);
  });

  test('by an unknown key is ignored, and an invalid one by a trusted key fails the verification', () => {
    expect(verifiedIn(note)).toEqual([]);
    const other = cosign(text, 5, { name: 'witness.example/w1', privateKey: keyFromSeed(8) });
    expect(verifiedIn(note + other)).toEqual([]);
    const forged = cosign(text.replace('\n7\n', '\n8\n'), 5, witness);
    expect(verifiedIn(note + forged)).toBeUndefined();
    const bytes = Buffer.from(line.split(' ')[2] ?? '', 'base64');
    for (const changed of [bytes.subarray(0, 40), bytes.with(11, 1), bytes.with(4, 0xff)]) {
      const bad = `— ${witness.name} ${Buffer.from(changed).toString('base64')}\n`;
      expect(verifiedIn(note + line + bad)).toBeUndefined();
    }
  });

  test('requires a positive integer as time', () => {
    for (const time of [0, -1, 1.5, Number.NaN]) {
      expect(() => cosign(text, time, witness)).toThrow(RangeError);
    }
  });
});

describe('a verifier key', () => {
  test('is parsed to the same key and type as it was formatted from', () => {
    // The published key of the Go checksum database.
    const published = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
    const key = parseVerifierKey(published);
    expect(key).toMatchObject({ name: 'sum.golang.org', type: NOTE_ED25519 });
    expect(key && formatVerifierKey(key)).toBe(published);
    const own = formatVerifierKey({ ...pinned, type: NOTE_COSIGNATURE });
    expect(own).toBe('witness.example/w1+aa4a09d1+BOpKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs');
    expect(parseVerifierKey(own)).toEqual({ ...pinned, type: NOTE_COSIGNATURE });
  });

  test.each([
    '',
    'sum.golang.org',
    'sum.golang.org+033de0af+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8',
    'sum.golang.org+033DE0AE+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8',
    'sum.golang.com+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8',
    'sum.golang.org+033de0ae+As4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8',
    'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn',
    'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8 ',
  ])('is not parsed from %j', (word) => {
    expect(parseVerifierKey(word)).toBeUndefined();
  });

  test('cannot have a name with `+`', () => {
    expect(() => formatVerifierKey({ ...pinned, name: 'a+b', type: NOTE_ED25519 })).toThrow(
      RangeError,
    );
  });
});
