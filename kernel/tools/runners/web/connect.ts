/** @module connect: opens connections and checks the IP address of each one. */
import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

import { Agent, buildConnector } from 'undici';

import { TaskStop } from '../task/task-stop.ts';
import { isOpened, isPublicAddress, portOf } from './policy.ts';
import type { WebPolicy } from './policy.ts';

/** All addresses of a host name, in text form. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/** Resolves a host name with the system resolver. */
export const resolveBySystem: ResolveHost = async (hostname) =>
  (await systemLookup(hostname, { all: true })).map(({ address }) => address);

/** How long a connection may take, ms. */
const CONNECT_MS = 10_000;

/**
 * An agent that connects only to public addresses and to endpoints that the policy allows. The address is checked when
 * the connection is opened, which defeats DNS rebinding. A host with at least one private address is refused. The
 * caller must destroy the agent.
 */
export function guardedAgent(policy: WebPolicy, resolve: ResolveHost): Agent {
  return new Agent({
    connections: 1,
    pipelining: 0,
    connect(options, callback) {
      const { hostname } = options;
      const allowed = isOpened(policy, hostname, portOf(options));
      const lookup = guardedLookup(resolve, allowed);
      const connect = buildConnector({ lookup, timeout: CONNECT_MS, allowH2: false });
      connect(options, (...[error, socket]) => {
        if (error !== null) {
          callback(error, null);
          return;
        }
        // The address of the connected peer is checked as well, however it was resolved
        const address = socket.remoteAddress ?? '';
        if (allowed || isPublicAddress(address)) {
          callback(null, socket);
          return;
        }
        socket.destroy();
        callback(notPublic(hostname, address), null);
      });
    },
  });
}

function guardedLookup(resolve: ResolveHost, allowed: boolean): LookupFunction {
  return (hostname, options, callback) => {
    void (async () => {
      let found: readonly Address[];
      try {
        found = await checkedAddresses(hostname, resolve, allowed);
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
  allowed: boolean,
): Promise<readonly Address[]> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new Error(`\`${hostname}\` has no address`);
  const bad = allowed ? undefined : addresses.find((address) => !isPublicAddress(address));
  if (bad !== undefined) throw notPublic(hostname, bad);
  return addresses.map(withFamily);
}

function withFamily(address: string): Address {
  return { address, family: address.includes(':') ? 6 : 4 };
}

function notPublic(hostname: string, address: string): TaskStop {
  return new TaskStop(
    'TOOL_UNSAFE',
    `host \`${hostname}\` resolves to \`${address}\`, which is not public`,
  );
}
