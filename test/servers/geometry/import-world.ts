/** @module import-world: a gate with import_ifc, and files below its `artifacts/`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { ToolValue } from '../../../governance/tool/define.ts';
import type { ServerDefinition } from '../../../governance/tool/server-definition.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { IfcFiles } from '../../../servers/files/ifc-files.ts';
import { ifcFilesIn } from '../../../servers/files/ifc-files.ts';
import { geometryServerOf } from '../../../servers/geometry/server.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { getImport } from '../../../servers/validation/tools/get-import.ts';
import { type Harness, openHarness } from '../../governance/gate/harness.ts';
import { randomHouse } from '../../kernel/documents/ifc/write/random-house.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';
import { openFiles } from '../files/full-readers.ts';

/** A harness whose gate imports files, and a writer of files below `artifacts/`. */
export type ImportWorld = {
  readonly harness: Harness;
  readonly write: (path: string, content: Uint8Array) => void;
};

/** Opens a workspace whose gate has the geometry and spatial tools, get_import and further tools. */
export async function openImportWorld(
  more: readonly ToolValue<BuildingView>[] = [],
): Promise<ImportWorld> {
  let files: IfcFiles | null = null;
  const opened = (): IfcFiles => {
    if (files === null) throw new Error('the workspace is not open yet');
    return files;
  };
  const server: ServerDefinition<BuildingView> = geometryServerOf({
    pathOf: async (...given) => await opened().pathOf(...given),
    read: async (...given) => await opened().read(...given),
  });
  const harness = await openHarness({
    ...server,
    runs: 'validation.run',
    tools: [...server.tools, ...spatialServer.tools, getImport, ...more],
  });
  files = ifcFilesIn(openFiles(harness.artifacts));
  return {
    harness,
    write: (path, content) => {
      const file = join(harness.artifacts, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    },
  };
}

/** A random house as an IFC4 file. */
export function houseFile(seed: number): Buffer {
  return exported(randomHouse(seed), 'IFC4', 'house').file;
}
