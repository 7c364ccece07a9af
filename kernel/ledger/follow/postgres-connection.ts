/** @module postgres connection: one connection to PostgreSQL, opened when it is needed; its errors say nothing of secrets. */
import { Client, type ClientConfig, DatabaseError } from 'pg';

import { LedgerError } from '../ledger.ts';
import { Interrupted } from './commit-log.ts';
import { postgresAddress } from './postgres-address.ts';

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
  /** From now on what has no answer by the end of this time (ms) is interrupted. */
  readonly limit: (time_ms: number) => void;
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
 * A connection for a URL of libpq's form.
 *
 * @param onOpen runs once on each new connection, before anything else
 * @throws {LedgerError} UNREACHABLE for an address that cannot be used
 */
export function postgresConnection(
  url: string,
  onOpen: (run: PostgresConnection['run']) => Promise<void>,
): PostgresConnection {
  const { config, secrets } = postgresAddress(url);
  let open: Client | null = null;
  let deadline = Infinity;

  const drop = (client: Client): void => {
    if (open === client) open = null;
    // An orderly end would wait for a server that may be away.
    client.connection.stream.destroy();
  };
  /** Throws where none is left: what is not sent has no outcome that is not known. */
  const timeLeft = (most_ms: number): number => {
    const left_ms = deadline - performance.now();
    if (left_ms > 0) return Math.min(most_ms, left_ms);
    throw new Interrupted('no time is left', false);
  };
  const runOn = async (
    client: Client,
    sql: string,
    parameters: readonly Parameter[],
  ): Promise<Answer> => {
    try {
      const time_ms = timeLeft(ANSWER_MS);
      const query = client.query({ text: sql, values: [...parameters], rowMode: 'array' });
      const { rows, rowCount } = await within(time_ms, query);
      return { rows, count: rowCount ?? 0 };
    } catch (error) {
      const said = translated(error, secrets);
      if (said instanceof Interrupted && !isRepeated(error)) drop(client);
      throw said;
    }
  };
  const connected = async (): Promise<Client> => {
    if (open !== null) return open;
    const time_ms = timeLeft(CONNECT_MS);
    const client = clientFor(config);
    // Whatever waits for an answer is told of the loss too.
    client.on('error', () => drop(client));
    client.on('end', () => drop(client));
    try {
      await within(time_ms, client.connect());
      await onOpen((sql, parameters = []) => runOn(client, sql, parameters));
    } catch (error) {
      drop(client);
      const said = translated(error, secrets);
      throw said instanceof Interrupted ? new Interrupted(said.message, false) : said;
    }
    open = client;
    return client;
  };
  return {
    async run(sql, parameters = [], inHold = false) {
      if (inHold && open === null) throw new Interrupted('the connection was lost', false);
      return runOn(await connected(), sql, parameters);
    },
    limit(time_ms) {
      deadline = performance.now() + time_ms;
    },
    async close() {
      const client = open;
      open = null;
      if (client === null) return;
      await within(CONNECT_MS, client.end()).catch(() => drop(client));
    },
  };
}

/** Said at the beginning of a transaction that holds: for it alone, since a pooler gives the session to others afterwards. */
export const SILENT_HOLD = `SET LOCAL idle_in_transaction_session_timeout = ${SILENT_HOLD_MS}`;

function clientFor(config: ClientConfig): Client {
  return new Client({
    ...config,
    keepAlive: true,
    application_name: 'plumbline',
    connectionTimeoutMillis: CONNECT_MS,
  });
}

async function within<T>(time_ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const onLate = (): void => late.reject(new Interrupted(`no answer within ${time_ms} ms`));
  // After the input of that turn: where this process was late itself, the answer may have arrived in the meantime.
  const timer = setTimeout(() => setImmediate(onLate), time_ms);
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
function translated(error: unknown, secrets: readonly string[]): unknown {
  if (error instanceof Interrupted || error instanceof LedgerError) return error;
  const said = error instanceof Error ? error.message : String(error);
  const message = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), said);
  if (!(error instanceof DatabaseError)) return new Interrupted(message);
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
