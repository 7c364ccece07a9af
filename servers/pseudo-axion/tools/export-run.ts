/** @module export_run: exports a finished run as tables or as Inspect logs, or one episode as a page. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { AxionFault } from '../../../kernel/axion/axion-fault.ts';
import {
  EXPORT_FORMATS,
  exportRun,
  type ExportedFile,
} from '../../../kernel/axion/exports/export-run.ts';
import { EPISODE_COLUMNS, STEP_COLUMNS } from '../../../kernel/axion/exports/rows.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { addRunFiles, EXPORTS } from '../add-run-files.ts';
import { EpisodeId, HINTS, RunId } from '../arguments.ts';
import { fileReports, runFolder, RunFileReport } from '../run-files.ts';
import type { RunsView } from '../view.ts';

/** Exports a run. */
export const exportRunTool = defineJob({
  name: 'export_run',
  title: 'Export a run',
  description:
    'Writes files about a run into its folder under artifacts: episodes and turns as JSON lines or Parquet, one log per agent for the viewer of Inspect AI, or one episode as an HTML page with grid, claims, replay, questions and verdicts. Episodes are replayed from configuration or transcript. The digests are recorded in the ledger.',
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({
    run_id: RunId,
    format: z
      .enum(EXPORT_FORMATS)
      .describe('Format of the exported files; html writes one page for one episode.'),
    episode_id: EpisodeId.optional().describe(
      'Id of the only episode to export. Default: all episodes, for html the first.',
    ),
  }),
  output: z.looseObject({
    run_id: z.string(),
    folder: z.string(),
    files: z.record(z.string(), RunFileReport),
  }),
  refusals: {
    RUN_NOT_FOUND: HINTS.RUN_NOT_FOUND,
    EXTERNAL_FAILURE: HINTS.EXTERNAL_FAILURE,
    EXPORT_FAILED: HINTS.EXPORT_FAILED,
  },
  async run(
    { run_id, format, episode_id },
    view: RunsView,
    { event_id, principal, refuse, signal, progress },
  ) {
    const run = view.find(run_id, principal) ?? refuse('RUN_NOT_FOUND', `no run \`${run_id}\``);
    const { text, ended_at: created, subject } = run;
    const total = run.report().episodes.length;
    const onProgress = (done: number): void =>
      progress(done, total, `${done} of ${total} episodes`);
    let exported: readonly ExportedFile[];
    try {
      exported = await exportRun(
        { run_id, created, claimed: subject ?? null, text },
        { format, episode_id, onProgress, signal },
      );
    } catch (error) {
      if (!(error instanceof AxionFault)) throw error;
      return error.code === 'CANCELLED'
        ? refuse('EXTERNAL_FAILURE', 'the export was cancelled; nothing was written')
        : refuse('RUN_NOT_FOUND', error.message);
    }
    const fault = await addRunFiles(run, exported);
    if (fault !== null) return refuse('EXPORT_FAILED', fault);
    const files = Object.fromEntries(exported.map(({ name, bytes }) => [name, sha256Hex(bytes)]));
    const where = `${runFolder(run_id)}/${EXPORTS}`;
    const columns = { episodes: EPISODE_COLUMNS, steps: STEP_COLUMNS };
    return {
      data: {
        run_id,
        format,
        folder: where,
        files: await fileReports(view, principal, {
          run_id,
          subfolder: EXPORTS,
          digests: files,
        }),
        ...(format === 'jsonl' || format === 'parquet' ? { columns } : {}),
      },
      events: [
        {
          type: 'experiment.run',
          // Each export is a separate aggregate: the run's record does not change, and a run can be exported
          // repeatedly.
          aggregate_id: `${run_id} export ${event_id}`,
          payload: { kind: 'export', run_id, folder: where, format, files },
        },
      ],
    };
  },
});
