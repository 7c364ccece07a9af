/** @module server: the spatial server, which answers questions about the building. */
import type { ServerDefinition } from '../../governance/tool/server-definition.ts';
import { KINDS } from '../../kernel/building/kinds/elements.ts';
import type { Kinds } from '../../kernel/building/kinds/kinds.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import { spatialIntroduction } from './introduction.ts';
import { adjacencyMatrix } from './tools/adjacency-matrix.ts';
import { boundingAnalysis } from './tools/bounding-analysis.ts';
import { circulationCheck } from './tools/circulation-check.ts';
import { diffBranches } from './tools/diff-branches.ts';
import { getElement } from './tools/get-element.ts';
import { getHistory } from './tools/get-history.ts';
import { getModelSummary } from './tools/get-model-summary.ts';
import { levelElementsOf } from './tools/level-elements.ts';
import { measure } from './tools/measure.ts';
import { pathFinding } from './tools/path-finding.ts';
import { queryElementsOf } from './tools/query-elements.ts';
import { raycast } from './tools/raycast.ts';
import { relationshipQuery } from './tools/relationship-query.ts';
import { roomAnalysis } from './tools/room-analysis.ts';
import { spatialQueryOf } from './tools/spatial-query.ts';

type SpatialServer = ServerDefinition<BuildingView> & { readonly name: 'spatial' };

/** The spatial server over elements of these kinds. */
export function spatialServerOf(kinds: Kinds): SpatialServer {
  return {
    ...spatialIntroduction,
    runs: null,
    tools: [
      getModelSummary,
      getElement,
      levelElementsOf(kinds),
      queryElementsOf(kinds),
      relationshipQuery,
      boundingAnalysis,
      spatialQueryOf(kinds),
      roomAnalysis,
      adjacencyMatrix,
      circulationCheck,
      pathFinding,
      measure,
      raycast,
      getHistory,
      diffBranches,
    ],
  };
}

/** The spatial server. */
export const spatialServer = spatialServerOf(KINDS);
