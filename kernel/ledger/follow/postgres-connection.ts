/** @module postgres connection: one connection to PostgreSQL, opened when it is needed; its errors say nothing of secrets. */
import { Client, DatabaseError } from 'pg';

import { LedgerError } from '../ledger.ts';
import { Interrupted } from './commit-log.ts';

/** A value of a parameter. */
export type Parameter = string | number;

/** Rows with columns by position, and how many rows a statement has changed. */
export type Answer = { readonly rows: readonly (readonly unknown[])[]; readonly count: number };

/** One connection at a time. What is lost is not opened again until the next statement. */
export type PostgresConnection = {
  /**
   * Runs one statement. `inHold`: only on the connection that is open.
   *
   * @throws {Interrupted} when the connection is lost, or the database wants the transaction repeated
   * @throws {LedgerError} UNREACHABLE for every other error, with the database's own words
   */
  readonly run: (
    sql: string,
    parameters?: readonly Parameter[],
    inHold?: boolean,
  ) => Promise<Answer>;
  readonly close: () => Promise<void>;
};

/** Longest waits (ms): for a connection, for one answer, and of the database for a client that holds and is silent. */
const CONNECT_MS = 1500;
const ANSWER_MS = 2500;
const SILENT_HOLD_MS = 3000;

/** Serialization failure, deadlock, and classes of SQLSTATE that are about the connection or the server, not the statement. */
const REPEATED = new Set(['40001', '40P01', '55P03']);
const LOST_CLASSES = new Set(['08', '25', '53', '57', 'XX']);

/**
 * A connection for a URL of libpq's form; TLS by its `sslmode` and `sslrootcert`, or the variables of libpq.
 *
 * @param onOpen runs once on each new connection, before anything else
 */
export function postgresConnection(
  url: string,
  onOpen: (run: PostgresConnection['run']) => Promise<void>,
): PostgresConnection {
  let open: Client | null = null;

  const drop = (client: Client): void => {
    if (open === client) open = null;
    // An orderly end would wait for a server that may be away.
    client.connection.stream.destroy();
  };
  const runOn = async (
    client: Client,
    sql: string,
    parameters: readonly Parameter[],
  ): Promise<Answer> => {
    try {
      const query = client.query({ text: sql, values: [...parameters], rowMode: 'array' });
      const { rows, rowCount } = await within(ANSWER_MS, query);
      return { rows, count: rowCount ?? 0 };
    } catch (error) {
      const said = translated(error, url);
      if (said instanceof Interrupted && !isRepeated(error)) drop(client);
      throw said;
    }
  };
  const connected = async (): Promise<Client> => {
    if (open !== null) return open;
    const client = clientFor(url);
    // Whatever waits for an answer is told of the loss too.
    client.on('error', () => drop(client));
    client.on('end', () => drop(client));
    try {
      await within(CONNECT_MS, client.connect());
      await onOpen((sql, parameters = []) => runOn(client, sql, parameters));
    } catch (error) {
      drop(client);
      throw translated(error, url);
    }
    open = client;
    return client;
  };
  return {
    async run(sql, parameters = [], inHold = false) {
      if (inHold && open === null) throw new Interrupted('the connection was lost');
      return runOn(await connected(), sql, parameters);
    },
    async close() {
      const client = open;
      open = null;
      if (client === null) return;
      await within(CONNECT_MS, client.end()).catch(() => drop(client));
    },
  };
}

/** Sent after a connection is open; engines that do not know it ignore it. */
export const SILENT_HOLD = `SET idle_in_transaction_session_timeout = ${SILENT_HOLD_MS}`;

function clientFor(url: string): Client {
  try {
    return new Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'plumbline',
      connectionTimeoutMillis: CONNECT_MS,
    });
  } catch (error) {
    throw translated(error, url);
  }
}

async function within<T>(time_ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Interrupted(`no answer within ${time_ms} ms`));
  }, time_ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

function isRepeated(error: unknown): boolean {
  return error instanceof DatabaseError && REPEATED.has(error.code ?? '');
}

/** What a statement's error means to us: an answer of the database that stands, or nothing known. */
function translated(error: unknown, url: string): unknown {
  if (error instanceof Interrupted || error instanceof LedgerError) return error;
  const message = masked(error instanceof Error ? error.message : String(error), url);
  if (!(error instanceof DatabaseError)) {
    return /invalid url/i.test(message)
      ? new LedgerError('UNREACHABLE', 'the address of the database is not a url')
      : new Interrupted(message);
  }
  const code = error.code ?? '';
  if (REPEATED.has(code) || LOST_CLASSES.has(code.slice(0, 2))) return new Interrupted(message);
  return new PostgresFault(code, message);
}

/** A statement that the database has refused. */
export class PostgresFault extends LedgerError {
  /** SQLSTATE. */
  readonly state: string;
  constructor(state: string, message: string) {
    super('UNREACHABLE', `the database refuses it (${state}): ${message}`);
    this.state = state;
  }
}

/** A text without the address of the database and its password. */
function masked(message: string, url: string): string {
  const secret = /^[a-z]+:\/\/[^:/@]*:([^@]*)@/i.exec(url)?.[1];
  const plain = message.replaceAll(url, '***');
  if (secret === undefined || secret === '') return plain;
  return plain.replaceAll(secret, '***').replaceAll(decoded(secret), '***');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
