/** @module building-servers: every tool of geometry, spatial and validation behind one gate. */
import type { ServerDefinition } from '../../../../governance/tool/server-definition.ts';
import type { BuildingView } from '../../../../kernel/building/view/view.ts';
import { changeChecksOf } from '../../../../servers/building/checks/change-checks.ts';
import { ifcFilesIn } from '../../../../servers/files/ifc-files.ts';
import { geometryServer } from '../../../../servers/geometry/server.ts';
import { spatialServer } from '../../../../servers/spatial/server.ts';
import { validationServerOf } from '../../../../servers/validation/server.ts';
import { openFiles } from '../../../servers/files/full-readers.ts';

const FILES = ifcFilesIn(openFiles(import.meta.dirname));

export const BUILDING_SERVERS: ServerDefinition<BuildingView> = {
  ...geometryServer,
  checks: changeChecksOf(FILES),
  runs: 'validation.run',
  tools: [
    ...geometryServer.tools,
    ...spatialServer.tools,
    ...validationServerOf(() => ({ packs: [], warnings: [] }), FILES).tools,
  ],
};
