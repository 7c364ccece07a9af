/** @module user-cache-folder.test: the cache folder that the workspaces of a user share, on each system. */
import { expect, test } from 'vitest';

import { userCacheFolder } from '../../../servers/mpt/settings/user-cache-folder.ts';

const none = { XDG_CACHE_HOME: undefined, LOCALAPPDATA: undefined };

test.each([
  [{ ...none, platform: 'linux', home: '/home/ada' }, '/home/ada/.cache/plumbline/engines'],
  [{ ...none, platform: 'darwin', home: '/Users/ada' }, '/Users/ada/.cache/plumbline/engines'],
  [
    { ...none, platform: 'linux', home: '/home/ada', XDG_CACHE_HOME: '/fast' },
    '/fast/plumbline/engines',
  ],
  // The XDG specification requires that relative paths are ignored
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
])('the cache folder for %j is %s', (given, folder) => {
  expect(userCacheFolder(given)).toBe(folder);
});
