/** @module hostile-hub: a hub over one server with small limits, for malicious requests. */
import { bearerConnection } from '../../../governance/access/bearer.ts';
import { tokenHash } from '../../../governance/access/directory.ts';
import { openHub } from '../../../servers/http/hub.ts';
import { LIMITS } from '../../../servers/http/routes.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { openHarness } from '../../governance/gate/harness.ts';

export const BODY = { bytes: 10_000, ms: 300, depth: 20 };
export const SESSIONS = { max: 4, maxPerOwner: 3, idleMs: 60_000 };

/** A hub that listens on this machine. */
export type HostileHub = { readonly port: number; readonly close: () => Promise<void> };

/** Opens it. It has one endpoint, `/mcp/spatial`, and fails if it logs a line. */
export async function openHostileHub(defaultAgent = true): Promise<HostileHub> {
  const harness = await openHarness(spatialServer);
  const { directory, gate } = harness;
  let ids = 0;
  const hub = await openHub(
    {
      endpoints: [
        {
          path: '/mcp/spatial',
          about: { name: 'spatial', title: 'Spatial', version: '0', instructions: '' },
          service: async (connection) => ({ connection, gate }),
        },
      ],
      identify: (credential, session_id) => bearerConnection(directory, credential, session_id),
      digest: tokenHash,
      catchUp: () => Promise.resolve(),
      assertHealthy: () => undefined,
      newId: () => `ses_${(ids += 1)}`,
      clock: () => performance.now(),
      log: (line) => {
        throw new Error(line);
      },
    },
    { host: '127.0.0.1', port: 0, allowedHosts: ['plans.example'], sse: false, defaultAgent },
    { ...LIMITS, body: BODY, sessions: SESSIONS },
  );
  return {
    port: Number(new URL(hub.url).port),
    close: async () => {
      await hub.close(1000);
      await harness.close();
    },
  };
}
