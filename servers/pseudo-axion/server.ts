/** @module server: the pseudo-axion server, which tests the reasons that agents give for their actions. */
import type { ServerDefinition } from '../../governance/tool/server-definition.ts';
import { pseudoAxionIntroduction } from './introduction.ts';
import { answerProbe } from './tools/answer-probe.ts';
import { compareRuns } from './tools/compare-runs.ts';
import { endEpisode } from './tools/end-episode.ts';
import { exportRunTool } from './tools/export-run.ts';
import { getCounterexample } from './tools/get-counterexample.ts';
import { getReport } from './tools/get-report.ts';
import { listRuns } from './tools/list-runs.ts';
import { listScenarios } from './tools/list-scenarios.ts';
import { observe } from './tools/observe.ts';
import { renderEpisode } from './tools/render-episode.ts';
import { runScenario } from './tools/run-scenario.ts';
import { runSuite } from './tools/run-suite.ts';
import { startEpisode } from './tools/start-episode.ts';
import { submitProposal } from './tools/submit-proposal.ts';
import { verifyAudit } from './tools/verify-audit.ts';
import type { RunsView } from './view.ts';

/** The pseudo-axion server. */
export const pseudoAxionServer = {
  ...pseudoAxionIntroduction,
  runs: 'experiment.run',
  tools: [
    listScenarios,
    runScenario,
    runSuite,
    listRuns,
    getReport,
    compareRuns,
    getCounterexample,
    verifyAudit,
    renderEpisode,
    exportRunTool,
    startEpisode,
    observe,
    submitProposal,
    answerProbe,
    endEpisode,
  ],
} satisfies ServerDefinition<RunsView>;
