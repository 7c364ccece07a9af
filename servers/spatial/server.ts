/** @module server: the spatial server, which answers questions about the building. */
import type { ServerDefinition } from '../../governance/tool/server-definition.ts';
import type { BuildingView } from '../building/view.ts';
import { boundingAnalysis } from './tools/bounding-analysis.ts';
import { diffBranches } from './tools/diff-branches.ts';
import { getElement } from './tools/get-element.ts';
import { getHistory } from './tools/get-history.ts';
import { getModelSummary } from './tools/get-model-summary.ts';
import { levelElements } from './tools/level-elements.ts';
import { queryElements } from './tools/query-elements.ts';
import { relationshipQuery } from './tools/relationship-query.ts';

/** The spatial server. */
export const spatialServer = {
  name: 'spatial',
  title: 'Plumbline spatial',
  instructions: `Answers questions about the building model and changes nothing. Lengths are millimetres, areas mm², volumes mm³, x east, y north, z up. Every answer reflects what is committed at that moment on the branch asked for (default main).
Start with get_model_summary for levels and counts, then level_elements or query_elements to find ids, get_element for one element's parameters. Long answers come in pages: pass next_cursor as cursor.`,
  tools: [
    getModelSummary,
    getElement,
    levelElements,
    queryElements,
    relationshipQuery,
    boundingAnalysis,
    getHistory,
    diffBranches,
  ],
} satisfies ServerDefinition<BuildingView>;
