/** @module public-key.test: valid and invalid public keys, and the places that check them. */
import { describe, expect, it } from 'vitest';

import { parseLog } from '../../../../governance/witness/known-logs.ts';
import { witnessAddress } from '../../../../governance/witness/witness-address.ts';
import { NOTE_COSIGNATURE, NOTE_ED25519 } from '../../../../kernel/base/canonical/note.ts';
import { publicKeyFault } from '../../../../kernel/base/canonical/public-key.ts';
import { generateKeyPair, readPublicKey } from '../../../../kernel/base/canonical/signature.ts';
import { formatVerifierKey } from '../../../../kernel/base/canonical/verifier-key.ts';

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

/** The eight points of small order, in their canonical encodings. */
const SMALL_ORDER = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
];

/** Other encodings of points of small order: y not below p, or the sign of an x that is 0. */
const NOT_CANONICAL = [
  '0100000000000000000000000000000000000000000000000000000000000080',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
];

/**
 * A key of "Taming the many EdDSAs" (Chalkias, Garillot, Nikolaenko): a multiple of the base point and a point of order
 * 8.
 */
const MIXED_ORDER = 'cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d';

describe('a public key', () => {
  it('of a generated key pair, or published in RFC 8032, is accepted', () => {
    const made = Array.from({ length: 20 }, () => generateKeyPair().publicKey);
    const published = [
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    ].map(base64);
    expect([...made, ...published].map(publicKeyFault).filter((fault) => fault !== null)).toEqual(
      [],
    );
  });

  it.each(SMALL_ORDER)('of small order is refused: %s', (hex) => {
    expect(publicKeyFault(base64(hex))).toMatch(/small order/);
    expect(readPublicKey(base64(hex))).toBeUndefined();
  });

  it.each(NOT_CANONICAL)('in a non-canonical encoding is refused: %s', (hex) => {
    expect(publicKeyFault(base64(hex))).toMatch(/canonical encoding/);
    expect(readPublicKey(base64(hex))).toBeUndefined();
  });

  it('outside the group of prime order is refused', () => {
    expect(publicKeyFault(base64(MIXED_ORDER))).toMatch(/outside the group of prime order/);
  });

  it('is refused if its bytes are not a point of the curve, which is the case for about half of all values', () => {
    const none = Array.from({ length: 200 }, (_, y) => {
      const bytes = Buffer.alloc(32);
      bytes.writeUInt16LE(y + 2);
      return publicKeyFault(bytes.toString('base64'));
    }).filter((fault) => fault?.includes('not a point of the curve'));
    expect(none.length).toBeGreaterThan(60);
    expect(none.length).toBeLessThan(140);
  });

  const { publicKey } = generateKeyPair();
  const bytes = Buffer.from(publicKey, 'base64');
  /** The key with one of the two unused bits of its last base64 character set. */
  const trailing = publicKey.replace(/.=$/, (last) => {
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    return `${digits[digits.indexOf(last[0] ?? '') | 1] ?? ''}=`;
  });
  it.each([
    ['31 bytes', bytes.subarray(1).toString('base64'), /31 bytes/],
    ['33 bytes', Buffer.concat([bytes, Buffer.of(0)]).toString('base64'), /33 bytes/],
    ['an empty text', '', /0 bytes/],
    ['no padding', publicKey.slice(0, -1), /base64/],
    ['white space before it', ` ${publicKey}`, /base64/],
    ['a line break after it', `${publicKey}\n`, /base64/],
    ['hexadecimal digits', bytes.toString('hex'), /48 bytes|base64/],
    ['bits after its last byte', trailing, /base64/],
    ['URL-safe digits', `${'_'.repeat(42)}8=`, /base64/],
  ])('is refused in a malformed text: %s', (_form, text, fault) => {
    expect(publicKeyFault(text)).toMatch(fault);
    expect(readPublicKey(text)).toBeUndefined();
  });

  it('of small order is refused in the address of a witness and in the key of a log', () => {
    const publicWeak = base64(SMALL_ORDER[2] ?? '');
    const cosigner = { name: 'w', type: NOTE_COSIGNATURE, publicKey: publicWeak } as const;
    const address = `https://witness.example#${formatVerifierKey(cosigner)}`;
    expect(witnessAddress(address)).toMatchObject({
      ok: false,
      fault: expect.stringMatching(/small order/),
    });
    const log = { name: 'l', type: NOTE_ED25519, publicKey: publicWeak } as const;
    expect(parseLog(formatVerifierKey(log))).toBeUndefined();
    expect(parseLog(formatVerifierKey({ ...log, publicKey }))).toBeDefined();
  });
});
