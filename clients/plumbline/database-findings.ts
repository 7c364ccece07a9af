/** @module database-findings: what `doctor` says of the database that the machines of a workspace share. */
import process from 'node:process';

import type { Fault } from '../../governance/audit/verify-report.ts';
import { logNameIn } from '../../governance/keeper/shared/portable.ts';
import { Interrupted } from '../../kernel/ledger/follow/commit-log.ts';
import type { PostgresLook } from '../../kernel/ledger/follow/postgres-look.ts';
import { LedgerError } from '../../kernel/ledger/ledger.ts';
import { type Finding, fine } from './finding.ts';
import type { Session } from './session.ts';

/** More than this (ms) and times in the log stand out of order; entries of two machines are compared by them. */
const AHEAD_MS = 2000;
/** Commits that a machine may be behind while others write. */
const BEHIND = 1000;

/** Nothing of a workspace on this machine alone. Nothing is written, there or here. */
export async function databaseFindings({ reader, paths }: Session): Promise<readonly Finding[]> {
  const url = process.env['PLUMBLINE_DATABASE_URL'] ?? '';
  const followed = reader.followed();
  if (url === '') {
    if (followed === null) return [];
    const found = 'this workspace is one of several on a database, and its address is not set';
    return [fail(found, 'set PLUMBLINE_DATABASE_URL')];
  }
  if (followed === null) {
    return [
      fail(
        'PLUMBLINE_DATABASE_URL is set, and this workspace has a log of its own',
        'unset it, or move the workspace with `plumbline export-workspace` and `plumbline import-workspace`',
      ),
    ];
  }
  // The driver is loaded by who has a database.
  const { lookAtPostgres } = await import('../../kernel/ledger/follow/postgres-look.ts');
  const name = logNameIn(paths);
  if (name !== followed.log) {
    return [
      fail(
        `this store follows \`${followed.log}\`, the key here is that of \`${name}\``,
        'put the key back',
      ),
    ];
  }
  try {
    const look = await lookAtPostgres(url, name, { followed: followed.n, now: () => Date.now() });
    return [
      serverFinding(look),
      clockFinding(look),
      ...logFindings(look, followed),
      rightsFinding(look),
    ];
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    return [
      fail(
        `cannot be reached: ${error.message}`,
        'look whether it runs, and at host, password and certificates in PLUMBLINE_DATABASE_URL',
      ),
    ];
  }
}

/**
 * What verification says of the position of a copy, by the database where its address is set. A database that is not
 * reached proves nothing, and is left to `doctor`.
 *
 * @param name of the log that the key of the workspace signs, null where there is no key
 */
export async function databaseFaults(
  { reader }: Pick<Session, 'reader'>,
  name: string | null,
): Promise<readonly Fault[]> {
  const url = process.env['PLUMBLINE_DATABASE_URL'] ?? '';
  const followed = reader.followed();
  if (url === '' || name === null) return [];
  if (followed === null) {
    return misplaced(
      'PLUMBLINE_DATABASE_URL is set, and no row says which shared log this store follows',
    );
  }
  if (followed.log !== name) {
    return misplaced(
      `the store follows the log \`${followed.log}\`, its key is that of \`${name}\``,
    );
  }
  const { lookAtPostgres } = await import('../../kernel/ledger/follow/postgres-look.ts');
  try {
    const look = await lookAtPostgres(url, name, { followed: followed.n, now: () => Date.now() });
    const { head, followed_hash } = look;
    const isThere = followed.n === 0 || followed_hash === followed.hash;
    if (head !== null && head.n >= followed.n && isThere) return [];
    return misplaced(
      `commit ${followed.n} of this store is not in the database: the row was edited, or the database was set back`,
    );
  } catch (error) {
    if (error instanceof Interrupted || error instanceof LedgerError) return [];
    throw error;
  }
}

function misplaced(detail: string): readonly Fault[] {
  return [{ kind: 'followed_mismatch', seq: 0, detail }];
}

function fail(found: string, next: string): Finding {
  return { check: 'database', state: 'fail', found, next };
}

function serverFinding({ where, version, connected_ms, answered_ms }: PostgresLook): Finding {
  const took = `connected in ${connected_ms.toFixed(0)} ms, answers in ${answered_ms.toFixed(1)} ms`;
  return fine('database', `${where}, version ${version}, ${took}`);
}

function clockFinding({ ahead_ms }: PostgresLook): Finding {
  const ms = Math.round(Math.abs(ahead_ms));
  const found = `the clock of the database is ${ms} ms ${ahead_ms < 0 ? 'behind' : 'ahead of'} this one`;
  if (ms <= AHEAD_MS) return fine('clock', found);
  return {
    check: 'clock',
    state: 'warn',
    found,
    next: 'set the clocks of all machines by one source: limits and expiries go by the clock of each',
  };
}

/** The tables, and where this machine stands in the log. */
function logFindings(
  { tables, known, head, followed_hash }: PostgresLook,
  followed: { readonly log: string; readonly n: number; readonly hash: string },
): readonly Finding[] {
  const versions = fine('tables', `version ${tables}, this program knows ${known}`);
  if (tables > known) return [{ ...versions, state: 'fail', next: 'upgrade the program' }];
  if (tables < known) {
    return [
      { ...versions, state: 'warn', next: 'the next keeper that starts lays what is missing' },
    ];
  }
  if (head === null) {
    return [
      versions,
      fail(
        `it has no log \`${followed.log}\``,
        'name the database of this workspace, or restore it',
      ),
    ];
  }
  if (head.n < followed.n || (followed.n > 0 && followed_hash !== followed.hash)) {
    const found = `it ends with commit ${head.n}, and commit ${followed.n} of this machine is not in it: it was set back, edited or replaced`;
    return [
      versions,
      fail(
        found,
        'restore the newest state of the database; `plumbline audit export` here prints what it has lost',
      ),
    ];
  }
  const behind = head.n - followed.n;
  const where = `commit ${head.n}, this machine is ${behind} behind`;
  return [
    versions,
    behind <= BEHIND
      ? fine('head', where)
      : {
          check: 'head',
          state: 'warn',
          found: where,
          next: 'any server that runs here catches up by itself',
        },
  ];
}

function rightsFinding({ missing }: PostgresLook): Finding {
  const check = 'rights';
  if (missing === null) {
    return {
      check,
      state: 'warn',
      found: 'the database does not say what this account may do',
      next: 'see docs/decisions/0054',
    };
  }
  if (missing.length === 0) return fine(check, 'the account may read and append');
  return {
    check,
    state: 'fail',
    found: `the account lacks ${missing.join(', ')}`,
    next: 'let the owner of the tables GRANT it',
  };
}
