/** @module server: the keeper's control service, JSON-RPC 2.0 on lines over a Unix socket or named pipe. */
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';

import {
  createJSONRPCErrorResponse,
  isJSONRPCRequest,
  JSONRPCServer,
  type JSONRPCRequest,
  type JSONRPCResponse,
} from 'json-rpc-2.0';

import { LedgerError } from '../../kernel/ledger/ledger.ts';
import type { GroupCommitter } from './keeper.ts';
import { lineSender, lineSplitter } from './lines.ts';
import { openNotices } from './notices.ts';
import type { CommittedNotice, KeeperStatus } from './protocol.ts';
import { InvalidParams, MESSAGE_LIMIT, METHODS, WIRE_ERROR } from './wire.ts';

/** The service while it listens. */
export type KeeperService = {
  /** Tells every connection: of approvals at once, of a longer log with its next answer or a little later. */
  readonly broadcast: (notice: CommittedNotice) => void;
  /** Hears no further request; what waits is still answered. */
  stopListening(): void;
  /** Lets answers leave and ends every connection. */
  close(): Promise<void>;
  /** Ends every connection at once, answers unsent: the askers will ask the next keeper. */
  abort(): void;
};

type Connection = {
  readonly socket: Socket;
  /** Sends a notice, or drops who has not read for too long. */
  readonly tell: (text: string) => void;
};

/** Requests of one connection that may wait before it is read no further. */
const WAITING_LIMIT = 1024;
/** Bytes that may wait for a reader that does not read before it is dropped. */
const UNREAD_LIMIT = 2 * MESSAGE_LIMIT;
/** How often the socket file is looked for (ms): cleaners of temporary folders remove it under a living keeper. */
const PRESENCE_CHECK_MS = 1000;
/** How long an ending connection may take to take its last answers (ms). */
const FAREWELL_MS = 500;

/**
 * Starts to listen. Only the holder of the keeper's lock may: whatever lies at the address is removed.
 *
 * @param address path of a Unix socket or named pipe; its folder exists and is private
 */
export async function serveKeeper(
  address: string,
  committer: GroupCommitter,
  maxMessage: number = MESSAGE_LIMIT,
): Promise<KeeperService> {
  const connections = new Set<Connection>();
  const notices = openNotices();
  const rpc = rpcFor(committer, () => connections.size);
  let open = true;

  const onConnection = (socket: Socket): void => {
    const send = lineSender(socket);
    const tell = (text: string): void => {
      if (socket.writableLength > UNREAD_LIMIT) socket.destroy();
      else send(text);
    };
    const connection: Connection = { socket, tell };
    connections.add(connection);
    notices.add(connection);
    const reply = (response: JSONRPCResponse): void => {
      notices.catchUp(connection);
      send(JSON.stringify(response));
    };
    const dismiss = (code: number, message: string): void => {
      reply(createJSONRPCErrorResponse(null, code, message));
      process.nextTick(() => socket.destroySoon());
    };
    const hear = async (request: JSONRPCRequest): Promise<void> => {
      const response = await rpc.receive(request, connection);
      if (response !== null) reply(response);
      if (socket.isPaused() && open && committer.waiting(connection) < WAITING_LIMIT / 2) {
        socket.resume();
      }
    };
    const onLine = (line: string): void => {
      if (!open || socket.destroyed) return;
      const request = parsed(line);
      if (request === undefined) return dismiss(WIRE_ERROR.PARSE, 'got a line that is not json');
      if (!isJSONRPCRequest(request)) {
        return dismiss(WIRE_ERROR.INVALID_REQUEST, 'got json that is not a json-rpc request');
      }
      void hear(request);
      if (committer.waiting(connection) >= WAITING_LIMIT) socket.pause();
    };
    const tooLong = (): void =>
      dismiss(WIRE_ERROR.INVALID_REQUEST, `got a message over ${maxMessage} bytes`);
    socket.on('data', lineSplitter(maxMessage, onLine, tooLong));
    // A connection that breaks is closed; the asker comes back and asks again.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      connections.delete(connection);
      notices.remove(connection);
    });
  };

  let server = await listen(address, onConnection);
  const returnToAddress = async (): Promise<void> => {
    // Closing removes whatever lies at the address, so the new one comes after.
    server.close();
    server = await listen(address, onConnection);
  };
  const presence = setInterval(() => {
    if (isPipe(address) || existsSync(address)) return;
    // Where it cannot listen, the next check tries again.
    returnToAddress().catch(() => undefined);
  }, PRESENCE_CHECK_MS);

  const stopListening = (): void => {
    if (!open) return;
    open = false;
    clearInterval(presence);
    server.close();
    for (const { socket } of connections) socket.pause();
  };
  const abort = (): void => {
    stopListening();
    for (const { socket } of connections) socket.destroy();
  };
  return {
    broadcast: notices.committed,
    stopListening,
    abort,
    async close() {
      stopListening();
      notices.close();
      await Promise.all([...connections].map(({ socket }) => farewell(socket)));
    },
  };
}

function rpcFor(
  committer: GroupCommitter,
  clients: () => number,
): JSONRPCServer<Connection | undefined> {
  // Faults travel to the asker, who logs them.
  const rpc = new JSONRPCServer<Connection | undefined>({ errorListener: () => undefined });
  rpc.mapErrorToJSONRPCErrorResponse = (id, error: unknown) =>
    createJSONRPCErrorResponse(
      id,
      codeOf(error),
      error instanceof Error ? error.message : String(error),
    );
  for (const [method, read] of Object.entries(METHODS)) {
    rpc.addMethod(method, (params: unknown, connection) =>
      committer.ask(connection ?? committer, read(params)),
    );
  }
  rpc.addMethod('status', (): KeeperStatus => ({
    pid: process.pid,
    epoch: committer.epoch,
    ...committer.heads,
    clients: clients(),
  }));
  return rpc;
}

function codeOf(error: unknown): number {
  if (error instanceof InvalidParams) return WIRE_ERROR.INVALID_PARAMS;
  return isStoreFailure(error) ? WIRE_ERROR.UNAVAILABLE : WIRE_ERROR.FAULT;
}

/** The store itself fails, as with a full disk; nothing is wrong with the request. */
function isStoreFailure(error: unknown): boolean {
  if (error instanceof LedgerError) return error.code !== 'DUPLICATE';
  return error instanceof Error && 'errcode' in error;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Named pipes of Windows are no files. */
function isPipe(address: string): boolean {
  return address.startsWith('\\\\');
}

async function listen(address: string, onConnection: (socket: Socket) => void): Promise<Server> {
  if (!isPipe(address)) rmSync(address, { force: true });
  const server = createServer(onConnection);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  if (!isPipe(address)) chmodSync(address, 0o600);
  return server;
}

function farewell(socket: Socket): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => socket.destroy(), FAREWELL_MS);
    socket.once('close', () => {
      clearTimeout(giveUp);
      resolve();
    });
    process.nextTick(() => socket.destroySoon());
  });
}
