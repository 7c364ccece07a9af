/** @module both servers: every tool of geometry and spatial behind one gate. */
import type { ServerDefinition } from '../../../../governance/tool/server-definition.ts';
import type { BuildingView } from '../../../../servers/building/view.ts';
import { geometryServer } from '../../../../servers/geometry/server.ts';
import { spatialServer } from '../../../../servers/spatial/server.ts';

export const BOTH_SERVERS: ServerDefinition<BuildingView> = {
  ...geometryServer,
  tools: [...geometryServer.tools, ...spatialServer.tools],
};
