/** @module system-error: an error of the system in words: which path, what is wrong with it, what to do. */

/** `message` in one line, `next` step. */
export type SystemErrorText = { readonly message: string; readonly next: string };

const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  EACCES: [
    'this user may not',
    'run it as the user whom the folder belongs to, or name another one',
  ],
  EPERM: [
    'this user may not',
    'run it as the user whom the folder belongs to, or name another one',
  ],
  EROFS: ['it is on a read-only file system', 'name a folder that can be written'],
  ENOENT: ['there is nothing there', 'check the path, or make its folder first'],
  ENOTDIR: ['a part of the path is no folder', 'name a folder'],
  EISDIR: ['it is a folder', 'name a file'],
  EEXIST: ['it is there already', 'name another one, or move it away'],
  ENOSPC: ['the disk is full', 'make room and try again'],
  EDQUOT: ['the quota of this user is used up', 'make room and try again'],
  ENAMETOOLONG: ['the path is too long', 'use a shorter one'],
  ELOOP: ['its links lead in a circle', 'check the path'],
  EFBIG: ['the file is larger than this user may write', 'make it smaller, or raise the limit'],
  EIO: ['the disk does not answer as it should', 'check the disk'],
  EMFILE: ['too many files are open', 'close some programs and try again'],
};

const NO_FOLDERS = [
  'no folder can be made there',
  'name a folder on a disk that can be written',
] as const;

/** What system calls do; the others use a file. */
const VERBS: Readonly<Record<string, string>> = {
  mkdir: 'make',
  open: 'open',
  read: 'read',
  write: 'write',
  scandir: 'read the folder',
  rename: 'replace',
  unlink: 'remove',
};

/** The words for an error of the system, null for any other error. */
export function systemErrorText(error: unknown): SystemErrorText | null {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null;
  const call = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : '';
  // What is missing above a folder is made first, so this is a file system that takes none.
  const takesNone = call === 'mkdir' && error.code === 'ENOENT';
  const known = takesNone ? NO_FOLDERS : WORDS[error.code];
  if (known === undefined) return sqliteText(error);
  const [because, next] = known;
  const path = 'path' in error && typeof error.path === 'string' ? `\`${error.path}\`` : 'a file';
  return { message: `cannot ${VERBS[call] ?? 'use'} ${path}: ${because} (${error.code})`, next };
}

/** An error of SQLite that names no fault of the store: the disk, or a file that is not one. */
function sqliteText(error: Error): SystemErrorText | null {
  if (!('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return null;
  return {
    message: `the store cannot be used: ${error.message}`,
    next: 'check the disk and the files in .plumbline/, or run `plumbline doctor`',
  };
}
