/** @module listener: listens at a Unix socket or named pipe, and listens again if the socket file was removed. */
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';

/** Interval (ms) of the check for the socket file: cleaners of temporary folders may remove it while the keeper runs. */
const PRESENCE_CHECK_MS = 1000;

/** Callbacks before each start of listening, and for each connection. */
export type ListenerOptions = {
  /** Ensures a private folder for the address; throws if that is impossible. */
  readonly prepare: () => void;
  readonly onConnection: (socket: Socket) => void;
};

/**
 * Listens until it is closed; accepted connections stay open. An existing file at the address is removed.
 *
 * @param address path of a Unix socket or named pipe
 */
export async function listenAt(
  address: string,
  { prepare, onConnection }: ListenerOptions,
): Promise<{ close(): void }> {
  prepare();
  let server = await listen(address, onConnection);
  const returnToAddress = async (): Promise<void> => {
    // Closing removes the file at the address, so the new server starts after it.
    server.close();
    prepare();
    server = await listen(address, onConnection);
  };
  const presence = setInterval(() => {
    if (isPipe(address) || existsSync(address)) return;
    // If this fails, the next check tries again.
    returnToAddress().catch(() => undefined);
  }, PRESENCE_CHECK_MS);
  return {
    close() {
      clearInterval(presence);
      server.close();
    },
  };
}

/** Named pipes of Windows are not files. */
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
  try {
    // If a cleaner has already removed the socket, the next check creates it again.
    if (!isPipe(address) && existsSync(address)) chmodSync(address, 0o600);
  } catch (error) {
    server.close();
    throw error;
  }
  return server;
}
