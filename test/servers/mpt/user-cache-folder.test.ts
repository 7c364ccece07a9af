/** @module user-cache-folder.test: where each system keeps what a user's workspaces share. */
import { expect, test } from 'vitest';

import { userCacheFolder } from '../../../servers/mpt/user-cache-folder.ts';

const none = { XDG_CACHE_HOME: undefined, LOCALAPPDATA: undefined };

test.each([
  [{ ...none, platform: 'linux', home: '/home/ada' }, '/home/ada/.cache/plumbline/engines'],
  [{ ...none, platform: 'darwin', home: '/Users/ada' }, '/Users/ada/.cache/plumbline/engines'],
  [
    { ...none, platform: 'linux', home: '/home/ada', XDG_CACHE_HOME: '/fast' },
    '/fast/plumbline/engines',
  ],
  // The specification of XDG has relative paths ignored
  [
    { ...none, platform: 'linux', home: '/home/ada', XDG_CACHE_HOME: 'cache' },
    '/home/ada/.cache/plumbline/engines',
  ],
  [{ ...none, platform: 'linux', home: '' }, undefined],
  [
    { ...none, platform: 'win32', home: 'C:\\Users\\ada', LOCALAPPDATA: 'C:\\Local' },
    'C:\\Local\\plumbline\\engines',
  ],
  [{ ...none, platform: 'win32', home: 'C:\\Users\\ada', XDG_CACHE_HOME: '/x' }, undefined],
])('%j → %s', (given, folder) => {
  expect(userCacheFolder(given)).toBe(folder);
});
