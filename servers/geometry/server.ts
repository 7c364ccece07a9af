/** @module server: the geometry server, which creates and changes the building. */
import type { ServerDefinition } from '../../governance/tool/server-definition.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import { changeChecksOf } from '../building/checks/change-checks.ts';
import type { IfcFiles } from '../files/ifc-files.ts';
import { COMPOSABLE, ELEMENT_TOOLS } from './composable.ts';
import { geometryIntroduction } from './introduction.ts';
import { applyChanges } from './tools/apply-changes.ts';
import { createBranch } from './tools/create-branch.ts';
import { discardBranch } from './tools/discard-branch.ts';
import { importIfcOf } from './tools/import-ifc.ts';
import { mergeBranch } from './tools/merge-branch.ts';
import { restore } from './tools/restore.ts';
import { runScript } from './tools/run-script.ts';
import { undo } from './tools/undo.ts';

/** The geometry server without import_ifc. */
export const geometryServer = {
  ...geometryIntroduction,
  runs: null,
  checks: changeChecksOf(null),
  composed: { by: applyChanges.name, parts: new Set(COMPOSABLE.keys()) },
  tools: [
    ...ELEMENT_TOOLS,
    applyChanges,
    runScript,
    createBranch,
    mergeBranch,
    undo,
    restore,
    discardBranch,
  ],
} satisfies ServerDefinition<BuildingView>;

/** The geometry server. `files`: the files that `import_ifc` and checks of changes may read. */
export function geometryServerOf(
  files: IfcFiles,
): ServerDefinition<BuildingView> & { readonly name: 'geometry' } {
  return {
    ...geometryServer,
    checks: changeChecksOf(files),
    tools: [...geometryServer.tools, importIfcOf(files)],
  };
}
