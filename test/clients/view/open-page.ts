/** @module open-page: a workspace in this process with its hub and its page. */
import { bearerConnection } from '../../../governance/access/bearer.ts';
import { tokenHash } from '../../../governance/access/directory.ts';
import { connectionOf, principalOf } from '../../../governance/access/principal.ts';
import { workspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { openHub } from '../../../servers/http/hub.ts';
import { sourcesOf } from '../../../servers/start.ts';
import { openView } from '../../../servers/view/open-view.ts';
import type { Viewer } from '../../../servers/view/thread/messages.ts';
import { Gates } from '../../../servers/world/gates.ts';
import { World } from '../../../servers/world/world.ts';
import { testWorkspace } from '../../e2e/connect.ts';

/** The hub of a workspace with its page. */
export type PageHub = {
  /** Folder of the workspace. */
  readonly dir: string;
  /** `http://localhost:PORT`. */
  readonly origin: string;
  readonly world: World;
  /** A link that signs in once; default: as the owner. */
  readonly link: (viewer?: Viewer) => string;
  /** The viewer that an agent or a person is. */
  readonly viewer: (name: string) => Viewer;
  /** Calls a tool as an agent and returns its data; throws if the call fails. */
  readonly done: (
    tool: string,
    args: Readonly<Record<string, unknown>>,
    agent?: string,
  ) => Promise<EnvelopeBody['data']>;
  /** Calls a tool as an agent and returns its whole answer. */
  readonly ask: (
    tool: string,
    args: Readonly<Record<string, unknown>>,
    agent?: string,
  ) => Promise<EnvelopeBody>;
  readonly lines: readonly string[];
  readonly close: () => Promise<void>;
};

/** Opens a new workspace, or the one in `dir`. */
export async function openPageHub(dir?: string): Promise<PageHub> {
  const workspace = dir === undefined ? testWorkspace() : null;
  const folder = dir ?? workspace?.dir ?? '';
  const world = await World.open(
    sourcesOf({ workspace: folder, init: false }, new AbortController().signal),
  );
  const { directory } = world.gates;
  const gates = new Gates(world, { toolsets: ['all'], readOnly: false });
  const gate = await gates.open('all');
  const lines: string[] = [];
  const catchUp = async (): Promise<void> => await directory.refresh();
  const log = (line: string): void => void lines.push(line);
  const clock = (): number => performance.now();
  const { service, thread } = openView(
    { ...world.gates, catchUp, log },
    { dir: workspacePaths(folder).dir, clock, redirects: true },
  );
  let ids = 0;
  const hub = await openHub(
    {
      endpoints: [],
      identify: (credential, session_id) => bearerConnection(directory, credential, session_id),
      digest: tokenHash,
      catchUp,
      assertHealthy: () => undefined,
      newId: () => `ses_${(ids += 1)}`,
      clock,
      log,
      view: service,
    },
    { host: '127.0.0.1', port: 0, allowedHosts: [], sse: false, defaultAgent: false },
  );
  const origin = `http://localhost:${new URL(hub.url).port}`;
  const principalNamed = (name: string): ReturnType<typeof principalOf> => {
    const record = directory.agent(name);
    if (record === undefined) throw new Error(`expected an agent ${name}`);
    return principalOf(record, `ses_${name}`);
  };
  const ask: PageHub['ask'] = async (tool, args, agent = 'agent') => {
    const { envelope } = await gate.call(connectionOf(principalNamed(agent)), {
      tool,
      arguments: { reasoning: 'test', ...args },
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    return envelope;
  };
  return {
    dir: folder,
    origin,
    world,
    link: (viewer = { kind: 'owner' }) => `${origin}${service.link(viewer)}`,
    viewer: (name) => ({ kind: 'registered', principal: principalNamed(name) }),
    ask,
    done: async (tool, args, agent) => {
      const envelope = await ask(tool, args, agent);
      if (!envelope.success) throw new Error(JSON.stringify(envelope.error));
      return envelope.data;
    },
    lines,
    close: async () => {
      await hub.close(1000);
      await thread[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
      workspace?.remove();
    },
  };
}
