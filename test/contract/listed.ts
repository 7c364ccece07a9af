/** @module listed: every tool of every server as it is listed, generated from the tool values. */
import {
  getOperation,
  type OperationParts,
  previewOperation,
} from '../../governance/gate/operation-tools.ts';
import { hasPreview } from '../../governance/tool/define.ts';
import {
  registerServer,
  type ListedTool,
  type RegisteredTool,
} from '../../governance/tool/registry.ts';
import { ArtefactStore } from '../../servers/documentation/artefacts/artefact-store.ts';
import { documentationServerOf } from '../../servers/documentation/server.ts';
import { ifcFilesIn } from '../../servers/files/ifc-files.ts';
import { geometryServerOf } from '../../servers/geometry/server.ts';
import { mptServer } from '../../servers/mpt/server.ts';
import { pseudoAxionServer } from '../../servers/pseudo-axion/server.ts';
import { spatialServer } from '../../servers/spatial/server.ts';
import { validationServerOf } from '../../servers/validation/server.ts';
import { fullReader, openFiles } from '../servers/files/full-readers.ts';

/** Servers by name with all their toolsets. */
export const SERVERS = [
  geometryServerOf(ifcFilesIn(openFiles('/nowhere'))),
  spatialServer,
  validationServerOf(() => ({ packs: [], warnings: [] }), ifcFilesIn(openFiles('/nowhere'))),
  documentationServerOf(
    new ArtefactStore({
      folder: '/nowhere',
      events: { eventById: () => null, eventsOfAggregate: () => [] },
      readerOf: fullReader,
      now: () => 0,
      log: () => undefined,
    }),
    () => 'project',
    ifcFilesIn(openFiles('/nowhere')),
  ),
  mptServer,
  pseudoAxionServer,
];

/** Tools of all servers, including those outside the default set, as an agent sees them. */
export function listedTools(toolsets: readonly string[] = ['all']): readonly {
  readonly server: string;
  readonly tool: ListedTool;
  readonly action: string;
  readonly type: string;
  /** Whether it accepts `dry_run`. */
  readonly previews: boolean;
  /** Whether a dry run describes the run. */
  readonly describes: boolean;
  /** Whether a run may replace the output of an earlier one. */
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
        describes: tool.type === 'job' && tool.preview !== undefined,
        replaces: tool.type === 'job' && tool.replaces === true,
      }),
    ),
  );
}

/** The parts of the two tools that every server has; here they are only listed. */
const PARTS: OperationParts = {
  reader: undefined as never,
  keeper: undefined as never,
  maySee: () => false,
  readsBranch: () => false,
  readsAll: () => false,
  seesMark: () => Promise.resolve(() => false),
  concealment: async () => await Promise.resolve(null),
  preview: () => Promise.reject(new Error('this is only listed')),
};

/** `get_operation`, and `preview_operation` for servers with tools to preview. */
export function registeredOperationTools(
  server: (typeof SERVERS)[number],
): readonly RegisteredTool<never>[] {
  const tools = server.tools.some((tool) => hasPreview(tool))
    ? [getOperation<never>(PARTS), previewOperation<never>(PARTS)]
    : [getOperation<never>(PARTS)];
  return [
    ...registerServer<never>({ ...server, tools }, { toolsets: [], readOnly: false }).values(),
  ];
}

/** The same tools as an agent sees them. */
export function operationTools(server: (typeof SERVERS)[number]): readonly ListedTool[] {
  return registeredOperationTools(server).map((tool) => tool.listed.agent);
}
