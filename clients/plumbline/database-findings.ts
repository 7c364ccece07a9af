/** @module database-findings: the findings of `doctor` about the shared database. */
import process from 'node:process';

import type { Fault } from '../../governance/audit/verify-report.ts';
import { logNameIn } from '../../governance/keeper/shared/portable.ts';
import { Interrupted } from '../../kernel/ledger/follow/commit-log.ts';
import type { PostgresLook } from '../../kernel/ledger/follow/postgres-look.ts';
import { LedgerError } from '../../kernel/ledger/ledger.ts';
import { fail, type Finding, pass, warn } from './finding.ts';
import type { Session } from './session.ts';

/** Clock difference (ms) above which times in the log are out of order; entries of two machines are compared by time. */
const AHEAD_MAX_MS = 2000;
/** Maximum lag (commits) of a machine while others write. */
const BEHIND_MAX = 1000;

/** The findings, empty for a workspace without a shared database. Writes neither here nor in the database. */
export async function databaseFindings({ reader, paths }: Session): Promise<readonly Finding[]> {
  const url = process.env['PLUMBLINE_DATABASE_URL'] ?? '';
  const followed = reader.followed();
  if (url === '') {
    if (followed === null) return [];
    const found =
      'this workspace follows a shared log in a database, and the address of the database is not set';
    return [fail('database', found, 'set PLUMBLINE_DATABASE_URL')];
  }
  if (followed === null) {
    return [
      fail(
        'database',
        'PLUMBLINE_DATABASE_URL is set, but this workspace has its own log',
        'unset it, or move the workspace with `plumbline export-workspace FILE` and `plumbline import-workspace FILE`',
      ),
    ];
  }
  // Imported here because only workspaces with a database need the driver.
  const { lookAtPostgres } = await import('../../kernel/ledger/follow/postgres-look.ts');
  const name = logNameIn(paths);
  if (name !== followed.log) {
    return [
      fail(
        'database',
        `this store follows the log \`${followed.log}\`, but the key here belongs to \`${name}\``,
        'restore the key of the log',
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
        'database',
        `cannot be reached: ${error.message}`,
        'check that it runs, and check host, password and certificates in PLUMBLINE_DATABASE_URL',
      ),
    ];
  }
}

/**
 * Faults of the position of this copy, compared with the database if its address is set. An unreachable database proves
 * nothing and is reported by `doctor`.
 *
 * @param name name of the log that the key of the workspace signs; null without a key
 */
export async function databaseFaults(
  { reader }: Pick<Session, 'reader'>,
  name: string | null,
): Promise<readonly Fault[]> {
  const url = process.env['PLUMBLINE_DATABASE_URL'] ?? '';
  const followed = reader.followed();
  if (url === '' || name === null) return [];
  if (followed === null) {
    return positionFault(
      'PLUMBLINE_DATABASE_URL is set, and the store does not state which shared log it follows',
    );
  }
  if (followed.log !== name) {
    return positionFault(
      `the store follows the log \`${followed.log}\`, but its key belongs to \`${name}\``,
    );
  }
  const { lookAtPostgres } = await import('../../kernel/ledger/follow/postgres-look.ts');
  try {
    const look = await lookAtPostgres(url, name, { followed: followed.n, now: () => Date.now() });
    const { head, followed_hash } = look;
    const isThere = followed.n === 0 || followed_hash === followed.hash;
    if (head !== null && head.n >= followed.n && isThere) return [];
    return positionFault(
      `commit ${followed.n} of this store is not in the database: the row was edited, or an older database was restored`,
    );
  } catch (error) {
    if (error instanceof Interrupted || error instanceof LedgerError) return [];
    throw error;
  }
}

function positionFault(detail: string): readonly Fault[] {
  return [{ kind: 'followed_mismatch', seq: 0, detail }];
}

function serverFinding({ where, version, connected_ms, answered_ms }: PostgresLook): Finding {
  const took = `connected in ${connected_ms.toFixed(0)} ms, answers in ${answered_ms.toFixed(1)} ms`;
  return pass('database', `${where}, version ${version}, ${took}`);
}

function clockFinding({ ahead_ms }: PostgresLook): Finding {
  const ms = Math.round(Math.abs(ahead_ms));
  const found = `the clock of the database is ${ms} ms ${ahead_ms < 0 ? 'behind' : 'ahead of'} this one`;
  if (ms <= AHEAD_MAX_MS) return pass('clock', found);
  return warn(
    'clock',
    found,
    'synchronise the clocks of all machines: each applies limits and expiries by its own clock',
  );
}

/** The tables, and the position of this machine in the log. */
function logFindings(
  { tables, known, head, followed_hash }: PostgresLook,
  followed: { readonly log: string; readonly n: number; readonly hash: string },
): readonly Finding[] {
  const versions = pass('tables', `version ${tables}, this program supports ${known}`);
  if (tables > known) return [{ ...versions, state: 'fail', next: 'upgrade the program' }];
  if (tables < known) {
    return [
      {
        ...versions,
        state: 'warn',
        next: 'the next keeper that starts creates the missing tables',
      },
    ];
  }
  if (head === null) {
    return [
      versions,
      fail(
        'database',
        `the database has no log \`${followed.log}\``,
        'set the address of the database of this workspace, or restore the database',
      ),
    ];
  }
  if (head.n < followed.n || (followed.n > 0 && followed_hash !== followed.hash)) {
    const found = `the log in the database ends with commit ${head.n} and lacks commit ${followed.n} of this machine: the database was restored, edited or replaced`;
    return [
      versions,
      fail(
        'database',
        found,
        'restore the newest state of the database; `plumbline audit export FILE` here exports the missing entries',
      ),
    ];
  }
  const behind = head.n - followed.n;
  const where = `commit ${head.n}, this machine is ${behind} commits behind`;
  return [
    versions,
    behind <= BEHIND_MAX
      ? pass('head', where)
      : warn('head', where, 'a server on this machine catches up automatically'),
  ];
}

function rightsFinding({ missing }: PostgresLook): Finding {
  const check = 'rights';
  if (missing === null) {
    return warn(
      check,
      'the database does not report the rights of this account',
      'see docs/decisions/0054',
    );
  }
  if (missing.length === 0) return pass(check, 'the account may read and append');
  return fail(
    check,
    `the account lacks ${missing.join(', ')}`,
    'let the owner of the tables GRANT them',
  );
}
