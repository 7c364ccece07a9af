/** @module system-error: describes a system error: its path, its cause, and the next step. */

/** The cause in one line, and the next step for the user. */
export type SystemErrorText = { readonly message: string; readonly next: string };

/** Cause and next step by error code. */
const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  EACCES: ['permission denied', 'run the command as the owner of the folder, or use another path'],
  EPERM: ['permission denied', 'run the command as the owner of the folder, or use another path'],
  EROFS: ['the file system is read-only', 'use a writable folder'],
  ENOENT: ['no such file or folder', 'check the path, or create the parent folder first'],
  ENOTDIR: ['part of the path is not a folder', 'use the path of a folder'],
  EISDIR: ['it is a folder', 'use the path of a file'],
  EEXIST: ['it already exists', 'use another path, or move the existing file away'],
  ENOSPC: ['the disk is full', 'free some space and try again'],
  EDQUOT: ['the disk quota of this user is exceeded', 'free some space and try again'],
  ENAMETOOLONG: ['the path is too long', 'use a shorter path'],
  ELOOP: ['its symbolic links form a loop', 'check the path'],
  EFBIG: ['the file exceeds the size limit of this user', 'make it smaller, or raise the limit'],
  EIO: ['the disk reported an input or output error', 'check the disk'],
  EMFILE: ['too many files are open', 'close some programs and try again'],
};

/** Cause and next step of errors of addresses, by error code. */
const ADDRESS_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  EADDRINUSE: [
    'another program uses this address',
    'stop that program, or choose another port with --port N (0: any free port)',
  ],
  EADDRNOTAVAIL: [
    'this machine does not have this address',
    'use an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them',
  ],
  EACCES: ['this user may not listen on this port', 'use a port above 1023, or another user'],
  EAFNOSUPPORT: [
    'this machine does not support addresses of this kind',
    'use an IPv4 address, such as 127.0.0.1',
  ],
  EINVAL: ['the address is invalid', 'use an address of this machine, such as 127.0.0.1'],
  ENOTFOUND: ['this name has no address', 'check the name, or use an address such as 127.0.0.1'],
  EAI_AGAIN: [
    'the name could not be resolved',
    'check the name and the network, or use an address such as 127.0.0.1',
  ],
};

/** Cause and next step if a folder cannot be created although its parent exists. */
const NO_FOLDERS = ['no folder can be created there', 'use a folder on a writable disk'] as const;

/** Verbs for system calls; for any other call the verb is `use`. */
const VERBS: Readonly<Record<string, string>> = {
  mkdir: 'create',
  open: 'open',
  read: 'read',
  write: 'write',
  scandir: 'read the folder',
  rename: 'replace',
  unlink: 'delete',
};

/** The description of a system error or an SQLite error; null for any other error. */
export function systemErrorText(error: unknown): SystemErrorText | null {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null;
  const call = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : '';
  if (ADDRESS_CALLS.has(call)) return addressText(error, error.code);
  // Missing parents are created first, so ENOENT means that this file system allows no new folders.
  const takesNone = call === 'mkdir' && error.code === 'ENOENT';
  const known = takesNone ? NO_FOLDERS : WORDS[error.code];
  if (known === undefined) return sqliteText(error);
  const [because, next] = known;
  const path = 'path' in error && typeof error.path === 'string' ? `\`${error.path}\`` : 'a file';
  return { message: `cannot ${VERBS[call] ?? 'use'} ${path}: ${because} (${error.code})`, next };
}

/** The cause of a system error without its path, for messages that name the path; null for any other error. */
export function systemCause(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null;
  const words = WORDS[error.code];
  return words === undefined ? null : `${words[0]} (${error.code})`;
}

/** System calls that open or look up an address. */
const ADDRESS_CALLS: ReadonlySet<string> = new Set(['listen', 'bind', 'getaddrinfo']);

/** The description of an error of an address on which a server should listen. */
function addressText(error: Error, code: string): SystemErrorText | null {
  const words = ADDRESS_WORDS[code];
  if (words === undefined) return null;
  const host = ['address', 'hostname'].map((name) => Reflect.get(error, name)).find(isText) ?? 'it';
  const port: unknown = Reflect.get(error, 'port');
  const named = host.includes(':') ? `[${host}]` : host;
  const where = typeof port === 'number' ? `${named}:${port}` : named;
  return { message: `cannot listen on \`${where}\`: ${words[0]} (${code})`, next: words[1] };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The description of an SQLite error that is not a fault of the program: of the disk, or a file in another format. */
function sqliteText(error: Error): SystemErrorText | null {
  if (!('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return null;
  return {
    message: `the store cannot be used: ${error.message}`,
    next: 'check the disk and the files in .plumbline/, or run `plumbline doctor`',
  };
}
