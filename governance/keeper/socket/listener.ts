/** @module listener: listens at a Unix socket or named pipe, again where the file of the socket was removed. */
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';

/** How often the socket file is looked for (ms): cleaners of temporary folders remove it while the keeper runs. */
const PRESENCE_CHECK_MS = 1000;

/** What is done before each time that it begins to listen, and with each connection. */
export type ListenerOptions = {
  /** Makes sure of a private folder for the address; throws where there is none. */
  readonly prepare: () => void;
  readonly onConnection: (socket: Socket) => void;
};

/**
 * Listens until it is closed; connections that were accepted stay. Whatever lies at the address is removed.
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
    // Closing removes whatever lies at the address, so the new one comes after.
    server.close();
    prepare();
    server = await listen(address, onConnection);
  };
  const presence = setInterval(() => {
    if (isPipe(address) || existsSync(address)) return;
    // Where it cannot listen, the next check tries again.
    returnToAddress().catch(() => undefined);
  }, PRESENCE_CHECK_MS);
  return {
    close() {
      clearInterval(presence);
      server.close();
    },
  };
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
  try {
    // A socket that a cleaner has removed already is missed, and made again, by the next check of its presence.
    if (!isPipe(address) && existsSync(address)) chmodSync(address, 0o600);
  } catch (error) {
    server.close();
    throw error;
  }
  return server;
}
