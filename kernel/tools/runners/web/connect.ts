/** @module connect: connections whose IP address is checked when they are opened. */
import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

import { Agent, buildConnector } from 'undici';

import { TaskStop } from '../task/task-stop.ts';
import { isOpened, isPublicAddress } from './policy.ts';
import type { WebPolicy } from './policy.ts';

/** All addresses of a host name, in text form. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/** Resolves with the system resolver. */
export const resolveBySystem: ResolveHost = async (hostname) =>
  (await systemLookup(hostname, { all: true })).map(({ address }) => address);

const CONNECT_MS = 10_000;

/**
 * An agent that connects only to public addresses and to endpoints that the policy opens. The address is checked when
 * the connection is opened, so that a name that resolves differently after an earlier check (DNS rebinding) gains
 * nothing; one private address among several refuses them all. The caller destroys the agent.
 */
export function guardedAgent(policy: WebPolicy, resolve: ResolveHost): Agent {
  return new Agent({
    connections: 1,
    pipelining: 0,
    connect(options, callback) {
      const { hostname } = options;
      const port = options.port === '' ? defaultPort(options.protocol) : options.port;
      const free = isOpened(policy, hostname, port);
      const lookup = guardedLookup(resolve, free);
      const connect = buildConnector({ lookup, timeout: CONNECT_MS, allowH2: false });
      connect(options, (...[error, socket]) => {
        if (error !== null) {
          callback(error, null);
          return;
        }
        // Finally the address of the connected peer is checked, however it was found
        const address = socket.remoteAddress ?? '';
        if (free || isPublicAddress(address)) {
          callback(null, socket);
          return;
        }
        socket.destroy();
        callback(notPublic(hostname, address), null);
      });
    },
  });
}

function guardedLookup(resolve: ResolveHost, free: boolean): LookupFunction {
  return (hostname, options, callback) => {
    void (async () => {
      let found: readonly Address[];
      try {
        found = await checkedAddresses(hostname, resolve, free);
      } catch (error) {
        callback(error instanceof Error ? error : new Error('the name was not found'), '');
        return;
      }
      const [first] = found;
      if (options.all === true) callback(null, [...found]);
      else callback(null, first?.address ?? '', first?.family);
    })();
  };
}

type Address = { readonly address: string; readonly family: 4 | 6 };

async function checkedAddresses(
  hostname: string,
  resolve: ResolveHost,
  free: boolean,
): Promise<readonly Address[]> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new Error(`\`${hostname}\` has no address`);
  const bad = free ? undefined : addresses.find((address) => !isPublicAddress(address));
  if (bad !== undefined) throw notPublic(hostname, bad);
  return addresses.map(withFamily);
}

function withFamily(address: string): Address {
  return { address, family: address.includes(':') ? 6 : 4 };
}

function defaultPort(protocol: string): string {
  return protocol === 'https:' ? '443' : '80';
}

function notPublic(hostname: string, address: string): TaskStop {
  return new TaskStop(
    'TOOL_UNSAFE',
    `host \`${hostname}\` leads to address \`${address}\`, which is not public`,
  );
}
