/** @module server: the keeper's control service, JSON-RPC 2.0 on lines over a Unix socket or named pipe. */
import type { GroupCommitter } from '../commit/group-committer.ts';
import type { CommittedNotice } from '../protocol/protocol.ts';
import { ensureSocketFolder } from '../workspace/socket-address.ts';
import type { WorkspacePaths } from '../workspace/workspace-files.ts';
import { ClientConnection } from './client-connection.ts';
import { KeeperHandshake } from './handshake.ts';
import { Intake } from './intake.ts';
import { listenAt } from './listener.ts';
import { openNotices } from './notices.ts';
import { rpcServer } from './rpc-methods.ts';
import { SOCKET_LIMITS, type SocketLimits } from './socket-limits.ts';

/** The service while it listens. */
export type KeeperService = {
  /** Notifies every client: of approvals immediately, of a longer log with its next answer or after a short delay. */
  readonly broadcast: (notice: CommittedNotice) => void;
  /** Accepts no further request; queued ones are still answered. */
  stopListening(): void;
  /** Sends outstanding answers and closes every connection. */
  close(): Promise<void>;
  /** Closes every connection without sending answers: the clients repeat their requests to the next keeper. */
  abort(): void;
};

/**
 * Starts to listen. Only the holder of the keeper's lock may do this, because an existing file at the address is removed.
 *
 * @throws {LedgerError} LOCKED when others can write to the folder of the socket
 */
export async function serveKeeper(
  place: Pick<WorkspacePaths, 'inner' | 'socket' | 'socketKey'>,
  committer: GroupCommitter,
  limits: SocketLimits = SOCKET_LIMITS,
): Promise<KeeperService> {
  const clients = new Set<ClientConnection>();
  /** Connections before the end of their handshake, oldest first. */
  const strangers = new Set<ClientConnection>();
  const notices = openNotices();
  const intake = new Intake(limits);
  const rpc = rpcServer(committer, () => clients.size);
  let open = true;
  const all = (): readonly ClientConnection[] => [...clients, ...strangers];

  const onProven = (connection: ClientConnection): boolean => {
    if (clients.size >= limits.clients) return false;
    strangers.delete(connection);
    clients.add(connection);
    notices.add(connection);
    return true;
  };
  const listener = await listenAt(place.socket, {
    prepare: () => ensureSocketFolder(place),
    onConnection: (socket) => {
      const connection = new ClientConnection(socket, {
        intake,
        handshake: new KeeperHandshake(place),
        onProven,
        handle: (request, from) => rpc.receive(request, from),
        beforeReply: notices.catchUp,
        unread: () => all().reduce((sum, { unread }) => sum + unread, 0),
      });
      const [oldest] = strangers;
      if (strangers.size >= limits.strangers) oldest?.abort();
      strangers.add(connection);
      socket.on('close', () => {
        strangers.delete(connection);
        clients.delete(connection);
        notices.remove(connection);
      });
      if (!open) connection.stopReading();
    },
  });

  const stopListening = (): void => {
    if (!open) return;
    open = false;
    listener.close();
    for (const connection of all()) connection.stopReading();
  };
  return {
    broadcast: notices.committed,
    stopListening,
    abort() {
      stopListening();
      for (const connection of all()) connection.abort();
    },
    async close() {
      stopListening();
      notices.close();
      await Promise.all(all().map((connection) => connection.drain()));
    },
  };
}
