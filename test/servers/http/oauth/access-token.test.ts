/** @module access-token.test: invalid times in access tokens. */
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';

import { OAuthFile } from '../../../../schemas/oauth.ts';
import { grantOf, type TokenChecks } from '../../../../servers/http/oauth/access-token.ts';

const NOW_S = 1_800_000_000;
const DAY_S = 86_400;

let checks: (typ: 'at+jwt' | 'JWT') => TokenChecks;
let token: (typ: string, claims: Readonly<Record<string, unknown>>) => Promise<string>;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = await exportJWK(publicKey);
  checks = (typ) => ({
    file: OAuthFile.parse({
      resource: 'https://plans.example',
      issuer: 'https://login.example',
      jwks: { url: 'https://login.example/keys' },
      typ,
      subjects: [{ name: 'planner', claims: { sub: 'planner' } }],
    }),
    findKey: createLocalJWKSet({ keys: [jwk] }),
    now: () => new Date(NOW_S * 1000 + 500),
  });
  token = async (typ, claims) => {
    const given = {
      iss: 'https://login.example',
      aud: 'https://plans.example',
      sub: 'planner',
      client_id: 'planner',
      iat: NOW_S - 10,
      exp: NOW_S + 300,
      ...claims,
    };
    // JSON.stringify writes what it can and no more: 1e300 stays a number.
    return await new SignJWT(given).setProtectedHeader({ alg: 'ES256', typ }).sign(privateKey);
  };
});

const reasonFor = async (
  claims: Readonly<Record<string, unknown>>,
  typ: 'at+jwt' | 'JWT' = 'at+jwt',
): Promise<string | null> => {
  const grant = await grantOf(await token(typ, claims), ['https://plans.example'], checks(typ));
  return 'because' in grant ? grant.because : grant.name;
};

describe('a token is refused', () => {
  const WHOLE = /not a whole number of seconds/;
  test.each<[string, RegExp, Readonly<Record<string, unknown>>]>([
    ['whose exp is beyond any date', WHOLE, { exp: 1e300 }],
    ['whose exp is no longer exact', WHOLE, { exp: 2 ** 53 }],
    ['whose exp has a fraction', WHOLE, { exp: NOW_S + 0.5 + 60 }],
    ['whose exp is a text', WHOLE, { exp: String(NOW_S + 60) }],
    ['whose exp is null', WHOLE, { exp: null }],
    ['with no exp', /has no `exp`/, { exp: undefined }],
    ['whose exp is negative', /has expired/, { exp: -1 }],
    ['whose exp is this second', /has expired/, { exp: NOW_S }],
    ['whose iat has a fraction', WHOLE, { iat: NOW_S - 0.5 }],
    ['whose iat is a text', WHOLE, { iat: String(NOW_S) }],
    ['whose iat is negative', WHOLE, { iat: -1 }],
    ['whose iat is beyond any date', WHOLE, { iat: 1e300 }],
    ['that was issued 62 s from now', /issued in the future/, { iat: NOW_S + 62 }],
    [
      'that was issued in an hour',
      /issued in the future/,
      { iat: NOW_S + 3600, exp: NOW_S + 7200 },
    ],
    ['whose nbf is a text', WHOLE, { nbf: String(NOW_S - 60) }],
    ['whose nbf has a fraction', WHOLE, { nbf: NOW_S - 0.5 }],
    ['whose nbf is negative', WHOLE, { nbf: -1 }],
    ['whose nbf is in the future', /is not valid yet/, { nbf: NOW_S + 1 }],
    ['whose exp is its iat', /not after its `iat`/, { iat: NOW_S + 30, exp: NOW_S + 30 }],
    [
      'that is valid for a second more than 30 days',
      /longer than 30 days/,
      { iat: NOW_S - DAY_S, exp: NOW_S + 29 * DAY_S + 1 },
    ],
    ['that is valid for a thousand years', /longer than 30 days/, { exp: NOW_S + 365_000 * DAY_S }],
  ])('%s', async (_, because, claims) => {
    expect(await reasonFor(claims)).toMatch(because);
  });

  test('without iat, that is valid for more than 30 days from now', async () => {
    const exp = NOW_S + 30 * DAY_S;
    expect(await reasonFor({ iat: undefined, exp }, 'JWT')).toBe('planner');
    expect(await reasonFor({ iat: undefined, exp: exp + 1 }, 'JWT')).toMatch(/longer than 30 days/);
  });
});

test.each([
  ['issued 60 s from now by a clock that is ahead', { iat: NOW_S + 60 }],
  ['valid for exactly 30 days', { iat: NOW_S - DAY_S, exp: NOW_S + 29 * DAY_S }],
  ['in its last second', { exp: NOW_S + 1 }],
  ['valid from now', { nbf: NOW_S }],
])('a token is accepted that is %s', async (_, claims) => {
  expect(await reasonFor(claims)).toBe('planner');
});
