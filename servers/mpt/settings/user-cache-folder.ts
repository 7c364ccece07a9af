/** @module user-cache-folder: locates the user's cache folder, which all workspaces share. */
import { join, posix, win32 } from 'node:path';

/** The part of the environment that determines the folder. */
export type UserEnvironment = {
  readonly platform: string;
  readonly home: string;
  readonly XDG_CACHE_HOME: string | undefined;
  readonly LOCALAPPDATA: string | undefined;
};

/**
 * The user's folder for interpreters: below `XDG_CACHE_HOME`, else `~/.cache`; on Windows below `LOCALAPPDATA`.
 * Undefined if that is not an absolute path; a relative `XDG_CACHE_HOME` is ignored.
 */
export function userCacheFolder(environment: UserEnvironment): string | undefined {
  const { platform, home, XDG_CACHE_HOME, LOCALAPPDATA } = environment;
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
