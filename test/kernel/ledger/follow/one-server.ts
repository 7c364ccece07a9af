/** @module one-server: starts one PostgreSQL server for all test files of a vitest run, if that is possible. */
import { postgresServer, shareServer, type PostgresServer } from './postgres-server.ts';

let server: PostgresServer | string = 'not started';

export async function setup(): Promise<void> {
  server = await postgresServer();
  if (typeof server !== 'string') shareServer(server);
}

export async function teardown(): Promise<void> {
  if (typeof server !== 'string') await server.stop();
}
