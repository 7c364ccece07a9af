/** @module one-server: one PostgreSQL for all files of a run of vitest; where there can be none, each file says so. */
import { postgresServer, shareServer, type PostgresServer } from './postgres-server.ts';

let server: PostgresServer | string = 'not started';

export async function setup(): Promise<void> {
  server = await postgresServer();
  if (typeof server !== 'string') shareServer(server);
}

export async function teardown(): Promise<void> {
  if (typeof server !== 'string') await server.stop();
}
