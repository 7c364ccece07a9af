/** @module server: the documentation server, which draws, counts and exports the building. */
import type { ServerDefinition } from '../../governance/tool/server-definition.ts';
import type { BuildingView } from '../building/view.ts';
import type { ArtefactStore } from './artefacts/artefact-store.ts';
import { documentationIntroduction } from './introduction.ts';
import { createElevation } from './tools/create-elevation.ts';
import { createPlan } from './tools/create-plan.ts';
import { createSection } from './tools/create-section.ts';
import { createSheet } from './tools/create-sheet.ts';
import { exportDrawingOf } from './tools/export-drawing.ts';
import { generateScheduleOf } from './tools/generate-schedule.ts';
import { quantityTakeoff } from './tools/quantity-takeoff.ts';

/** The documentation server; `store` has the files below `artifacts/`. */
export function documentationServerOf(
  store: ArtefactStore,
): ServerDefinition<BuildingView> & { readonly name: 'documentation' } {
  return {
    ...documentationIntroduction,
    runs: 'export.created',
    tools: [
      createPlan,
      createSection,
      createElevation,
      createSheet,
      exportDrawingOf(store),
      generateScheduleOf(store),
      quantityTakeoff,
    ],
  };
}
