/** @module postgres-connection: a connection to PostgreSQL that is opened on demand; its errors contain no secrets. */
import { Client, type ClientConfig, DatabaseError } from 'pg';

import { LedgerError } from '../ledger.ts';
import { Interrupted } from './commit-log.ts';
import { postgresAddress } from './postgres-address.ts';

/** A parameter of a statement. */
export type Parameter = string | number;

/** Rows with columns by position, and the number of rows that a statement changed. */
export type Answer = { readonly rows: readonly (readonly unknown[])[]; readonly count: number };

/** At most one open connection. A lost connection is opened again for the next statement. */
export type PostgresConnection = {
  /**
   * Runs one statement. `inHold`: fails if the connection was lost, because the hold of the log was lost with it.
   *
   * @throws {Interrupted} if the connection is lost, or the database asks the client to repeat the transaction
   * @throws {LedgerError} UNREACHABLE for every other error, with the message of the database
   */
  readonly run: (
    sql: string,
    parameters?: readonly Parameter[],
    inHold?: boolean,
  ) => Promise<Answer>;
  /** Sets a deadline for all later statements, ms from now. A statement without an answer until then is interrupted. */
  readonly limit: (time_ms: number) => void;
  readonly close: () => Promise<void>;
};

/** Time limit for opening a connection, ms. */
const CONNECT_MS = 1500;
/** Time limit for the answer to a statement, ms. */
const ANSWER_MS = 2500;
/** Time after which the database ends the transaction of an idle client that holds the log, ms. */
const SILENT_HOLD_MS = 3000;

/** SQLSTATE of errors after which a transaction is repeated: serialization failure, deadlock, lock timeout. */
const REPEATED = new Set(['40001', '40P01', '55P03']);
/** Classes of SQLSTATE that concern the connection or the server. */
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
    // An orderly end would wait for a server that may not respond.
    client.connection.stream.destroy();
  };
  /** Remaining time, at most `most_ms`. Throws before the statement is sent, so that its outcome is known. */
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
      const fault = toFault(error, secrets);
      if (fault instanceof Interrupted && !isRepeated(error)) drop(client);
      throw fault;
    }
  };
  const connected = async (): Promise<Client> => {
    if (open !== null) return open;
    const time_ms = timeLeft(CONNECT_MS);
    const client = clientFor(config);
    // Pending statements also fail when the connection is lost.
    client.on('error', () => drop(client));
    client.on('end', () => drop(client));
    try {
      await within(time_ms, client.connect());
      await onOpen((sql, parameters = []) => runOn(client, sql, parameters));
    } catch (error) {
      drop(client);
      const fault = toFault(error, secrets);
      throw fault instanceof Interrupted ? new Interrupted(fault.message, false) : fault;
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

/**
 * Statement at the start of a transaction that holds the log. It is limited to the transaction: poolers reuse sessions.
 */
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
  // Rejects after pending input is processed: if this process was busy, the answer may have arrived in the meantime.
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

/**
 * Converts the error of a statement to `PostgresFault`, or to `Interrupted` if its outcome is unknown; masks secrets.
 */
function toFault(error: unknown, secrets: readonly string[]): unknown {
  if (error instanceof Interrupted || error instanceof LedgerError) return error;
  const raw_message = error instanceof Error ? error.message : String(error);
  const message = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), raw_message);
  if (!(error instanceof DatabaseError)) return new Interrupted(message);
  const code = error.code ?? '';
  if (REPEATED.has(code) || LOST_CLASSES.has(code.slice(0, 2))) return new Interrupted(message);
  return new PostgresFault(code, message);
}

/** A statement that the database refused. */
export class PostgresFault extends LedgerError {
  /** SQLSTATE. */
  readonly state: string;
  constructor(state: string, message: string) {
    super('UNREACHABLE', `the database refused a statement (${state}): ${message}`);
    this.state = state;
  }
}
