/** @module rpc-methods: the methods of the keeper over JSON-RPC 2.0. */
import { createJSONRPCErrorResponse, JSONRPCServer } from 'json-rpc-2.0';

import { Unreachable } from '../../../kernel/ledger/follow/commit-log.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import type { GroupCommitter } from '../commit/group-committer.ts';
import { DECODERS, InvalidParams } from '../protocol/decode-request.ts';
import type { Lost } from '../protocol/keeper-error.ts';
import type { KeeperStatus } from '../protocol/protocol.ts';
import { RPC_ERROR } from '../protocol/rpc-error.ts';

/**
 * A JSON-RPC server over a committer. Each request comes with the connection that made it, whose requests take turns
 * with those of others.
 *
 * @param clients number of connections, for `status`
 */
export function rpcServer(
  committer: GroupCommitter,
  clients: () => number,
): JSONRPCServer<object | undefined> {
  // Faults travel to the client, which logs them.
  const rpc = new JSONRPCServer<object | undefined>({ errorListener: () => undefined });
  rpc.mapErrorToJSONRPCErrorResponse = (id, error: unknown) =>
    createJSONRPCErrorResponse(
      id,
      codeOf(error),
      error instanceof Error ? error.message : String(error),
      lostOf(error),
    );
  for (const [method, decode] of Object.entries(DECODERS)) {
    rpc.addMethod(method, (params: unknown, connection) =>
      committer.execute(connection ?? committer, decode(params)),
    );
  }
  rpc.addMethod('status', (): KeeperStatus => ({
    pid: process.pid,
    epoch: committer.epoch,
    ...committer.heads,
    clients: clients(),
    usable: committer.usable,
  }));
  return rpc;
}

function codeOf(error: unknown): number {
  if (error instanceof InvalidParams) return RPC_ERROR.INVALID_PARAMS;
  return isStoreFailure(error) ? RPC_ERROR.UNAVAILABLE : RPC_ERROR.FAULT;
}

/** The outcome of a request that the store did not accept. */
function lostOf(error: unknown): Lost {
  const reached = !(error instanceof LedgerError && error.code === 'UNREACHABLE');
  const unknown = error instanceof Unreachable && error.unknown;
  return { reached, outcome: unknown ? 'unknown' : 'none' };
}

/** Whether the store itself failed, for example with a full disk, and not the request. */
function isStoreFailure(error: unknown): boolean {
  if (error instanceof LedgerError) return error.code !== 'DUPLICATE';
  return error instanceof Error && 'errcode' in error;
}
