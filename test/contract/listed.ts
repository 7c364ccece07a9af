import { registerServer, type ListedTool } from '../../governance/tool/registry.ts';
/** @module listed: every tool of every server as it is listed, made from the values themselves. */
import { ArtefactStore } from '../../servers/documentation/artefacts/artefact-store.ts';
import { documentationServerOf } from '../../servers/documentation/server.ts';
import { geometryServer } from '../../servers/geometry/server.ts';
import { mptServer } from '../../servers/mpt/server.ts';
import { pseudoAxionServer } from '../../servers/pseudo-axion/server.ts';
import { spatialServer } from '../../servers/spatial/server.ts';
import { ifcFilesIn } from '../../servers/validation/ifc-files.ts';
import { validationServerOf } from '../../servers/validation/server.ts';

/** Servers by name with all their toolsets. */
export const SERVERS = [
  geometryServer,
  spatialServer,
  validationServerOf(
    () => ({ packs: [], warnings: [] }),
    ifcFilesIn('no-folder', () => Promise.resolve(false)),
  ),
  documentationServerOf(
    new ArtefactStore({
      folder: '/nowhere',
      events: { eventById: () => null, eventsOfAggregate: () => [] },
      now: () => 0,
      log: () => undefined,
    }),
    () => 'project',
  ),
  mptServer,
  pseudoAxionServer,
];

/** Tools of all servers, those outside the default set included, as an agent sees them. */
export function listedTools(toolsets: readonly string[] = ['all']): readonly {
  readonly server: string;
  readonly tool: ListedTool;
  readonly action: string;
  readonly type: string;
  /** Whether it takes `dry_run`. */
  readonly previews: boolean;
  /** Whether a run may replace what an earlier one made. */
  readonly replaces: boolean;
}[] {
  return SERVERS.flatMap((server) =>
    [...registerServer<never>(server, { toolsets, readOnly: false }).values()].map(
      ({ listed, action, tool }) => ({
        server: server.name,
        tool: listed.agent,
        action,
        type: tool.type,
        previews: tool.type === 'command' || (tool.type === 'job' && tool.previews === true),
        replaces: tool.type === 'job' && tool.replaces === true,
      }),
    ),
  );
}

/** Tokens of a listed tool, as a rule of thumb: four characters of JSON each. */
export function tokensOf(tool: ListedTool): number {
  return Math.ceil(JSON.stringify(tool).length / 4);
}
