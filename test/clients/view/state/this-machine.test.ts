import { expect, test } from 'vitest';

import { isThisMachine } from '../../../../clients/view/state/sync-address.ts';

test.each([
  ['localhost', true],
  ['site.localhost', true],
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['[::1]', true],
  ['localhost.example.com', false],
  ['notlocalhost', false],
  ['192.168.1.20', false],
  ['hub.example.com', false],
])('a link to %s opens on this machine only, or elsewhere, too', (hostname, expected) => {
  expect(isThisMachine(hostname)).toBe(expected);
});
