/** @module server: the definition of the documentation server, which draws, counts and exports the building. */
import type { ServerDefinition } from '../../governance/tool/server-definition.ts';
import { KINDS } from '../../kernel/building/kinds/elements.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import type { IfcFiles } from '../files/ifc-files.ts';
import type { ArtefactStore } from './artefacts/artefact-store.ts';
import { documentationIntroduction } from './introduction.ts';
import { commentTopic } from './tools/comment-topic.ts';
import { createElevation } from './tools/create-elevation.ts';
import { createIdsOf } from './tools/create-ids.ts';
import { createPlan } from './tools/create-plan.ts';
import { createSection } from './tools/create-section.ts';
import { createSheet } from './tools/create-sheet.ts';
import { createTopic } from './tools/create-topic.ts';
import { estimateOf } from './tools/estimate.ts';
import { exportBcfOf } from './tools/export-bcf.ts';
import { exportCobieOf } from './tools/export-cobie.ts';
import { exportDrawingOf } from './tools/export-drawing.ts';
import { exportGltfOf } from './tools/export-gltf.ts';
import { exportIfcOf } from './tools/export-ifc.ts';
import { generateScheduleOf } from './tools/generate-schedule.ts';
import { importBcfOf } from './tools/import-bcf.ts';
import { lintDrawingTool } from './tools/lint-drawing.ts';
import { listTopics } from './tools/list-topics.ts';
import { quantityTakeoff } from './tools/quantity-takeoff.ts';
import { renderView } from './tools/render-view.ts';
import { updateTopic } from './tools/update-topic.ts';

/**
 * The documentation server. `store` writes the files below `artifacts/`; `project` returns the permanent key of the
 * project, from which GUIDs are derived; `files` are those that tools read.
 */
export function documentationServerOf(
  store: ArtefactStore,
  project: () => string,
  files: IfcFiles,
): ServerDefinition<BuildingView> & { readonly name: 'documentation' } {
  return {
    ...documentationIntroduction,
    runs: 'export.created',
    staging: store,
    tools: [
      createPlan,
      createSection,
      createElevation,
      createSheet,
      exportDrawingOf(store),
      renderView,
      generateScheduleOf(store),
      quantityTakeoff,
      estimateOf(store, files),
      exportIfcOf(store, project),
      exportBcfOf(store, project),
      exportGltfOf(store),
      exportCobieOf(store, project),
      createIdsOf(store, KINDS),
      lintDrawingTool,
      importBcfOf(files),
      listTopics,
      createTopic,
      updateTopic,
      commentTopic,
    ],
  };
}
