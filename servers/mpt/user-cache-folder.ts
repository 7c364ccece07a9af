/** @module user-cache-folder: where a user keeps what all workspaces may share. */
import { join, posix, win32 } from 'node:path';

/** What of the environment says where. */
export type UserEnvironment = {
  readonly platform: string;
  readonly home: string;
  readonly XDG_CACHE_HOME: string | undefined;
  readonly LOCALAPPDATA: string | undefined;
};

/**
 * The folder of the user for interpreters: below `XDG_CACHE_HOME`, else `~/.cache`; on Windows below `LOCALAPPDATA`.
 * Undefined where neither is an absolute path, which both must be.
 */
export function userCacheFolder(given: UserEnvironment): string | undefined {
  const { platform, home, XDG_CACHE_HOME, LOCALAPPDATA } = given;
  if (platform === 'win32') {
    return LOCALAPPDATA !== undefined && win32.isAbsolute(LOCALAPPDATA)
      ? win32.join(LOCALAPPDATA, 'plumbline', 'engines')
      : undefined;
  }
  const base =
    XDG_CACHE_HOME !== undefined && posix.isAbsolute(XDG_CACHE_HOME)
      ? XDG_CACHE_HOME
      : join(home, '.cache');
  return posix.isAbsolute(base) ? posix.join(base, 'plumbline', 'engines') : undefined;
}
