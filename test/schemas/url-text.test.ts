/** @module url-text.test: addresses that URL parsing changes are refused. */
import { describe, expect, test } from 'vitest';

import { hubUrl } from '../../clients/plumbline/hosts/servers.ts';
import { hubAddress } from '../../clients/plumbline/hub/hub-address.ts';
import { witnessAddress } from '../../governance/witness/witness-address.ts';
import { postgresAddress } from '../../kernel/ledger/follow/postgres-address.ts';
import { OAuthFile } from '../../schemas/oauth.ts';
import { urlTextFault } from '../../schemas/url-text.ts';
import { webhookFault } from '../../schemas/webhook-address.ts';

/** The text of an address, and the result of the URL parser. */
const CHANGED: readonly (readonly [string, string])[] = [
  ['a line break', 'https://plans.example/\r\nx'],
  ['a line break at the end', 'https://plans.example/\n'],
  ['a tab in the scheme', 'ht\ttps://plans.example/'],
  ['a space at the beginning', ' https://plans.example/'],
  ['a control character at the end', 'https://plans.example/\u0000'],
  ['a soft hyphen in the host', 'https://pl\u00adans.example/'],
  ['a zero-width space in the host', 'https://pl\u200bans.example/'],
  ['a no-break space', 'https://plans.example/a\u00a0b'],
  ['a backslash before an at sign', String.raw`https://plans.example\@other.example/`],
  ['one slash', 'https:/plans.example/'],
  ['no slashes', 'https:plans.example'],
];

describe('an address with', () => {
  test.each(CHANGED)('%s is refused as a webhook', (_, address) => {
    expect(urlTextFault(address)).not.toBeNull();
    expect(webhookFault(address)).not.toBeNull();
  });

  test.each(CHANGED)('%s is refused as that of a hub', (_, address) => {
    expect(() => hubAddress(address, false)).toThrow(/expected an address/);
    expect(() => hubUrl(address)).toThrow(/is not the address of a hub/);
  });

  test.each(CHANGED)('%s is refused as that of a witness', (_, address) => {
    expect(witnessAddress(`${address}#key`)).toMatchObject({
      ok: false,
      fault: expect.stringContaining('address'),
    });
  });

  test.each(['\u0001', '\u007f', '\\', '"', '\u200b'])(
    '%j in the path is refused in the file for access tokens',
    (character) => {
      const { issuer } = OAuthFile.shape;
      expect(issuer.safeParse('https://login.example/a').success).toBe(true);
      expect(issuer.safeParse(`https://login.example/a${character}b`).success).toBe(false);
    },
  );

  test.each(['postgresql://u@db/pl\r\nans', 'postgresql://u@db/plans\t', 'https://u@db/plans'])(
    'the text %j is refused as that of a database',
    (address) => {
      expect(() => postgresAddress(address)).toThrow(/the address of the database cannot be used/);
    },
  );
});

test.each([
  'https://plans.example',
  'https://plans.example:8443/a%20b?c=d#e',
  'HTTP://127.0.0.1:7420/',
  'https://pläne.example/grundriss',
])('%s is accepted', (address) => {
  expect(urlTextFault(address)).toBeNull();
});
