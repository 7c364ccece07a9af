/** @module export_bcf: findings of a run as BCF topics. */
import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import { bcfArchive } from '../../../kernel/bcf/archive.ts';
import { BCF_VERSIONS } from '../../../kernel/bcf/topic.ts';
import { topicsOf } from '../../../kernel/bcf/topics.ts';
import { idOf } from '../../building/arguments.ts';
import { drained } from '../../building/drained.ts';
import type { BuildingView } from '../../building/view.ts';
import { FilePath } from '../arguments.ts';
import type { ArtefactStore } from '../artefacts/artefact-store.ts';
import { modelHead } from '../model-head.ts';
import { FILE_REFUSALS, FileOutput, writtenFile } from '../written.ts';

/** Findings that may be picked at once. */
const PICKED_MOST = 500;

/** Exports to BCF. */
export function exportBcfOf(store: ArtefactStore, project: () => string): ToolValue<BuildingView> {
  return defineJob({
    name: 'export_bcf',
    title: 'Export findings to BCF',
    description:
      'Writes findings of a recorded run as BCF topics (2.1 or 3.0) with viewpoints, pictures and selected elements below artifacts/ and links to it; clashes of one element are one topic. GUIDs are the same in every export. Previews unless dry_run is false.',
    action: 'CREATE',
    openWorld: false,
    branched: true,
    previews: true,
    replaces: true,
    input: z.strictObject({
      validation_run_id: idOf('The run.'),
      issues: z
        .array(z.string().min(1).max(100))
        .min(1)
        .max(PICKED_MOST)
        .describe('Only these finding_ids of it.')
        .optional(),
      version: z.enum(BCF_VERSIONS).describe('Of BCF.').default('3.0'),
      path: FilePath,
    }),
    output: z.object({
      ...FileOutput,
      version: z.string(),
      topics: z.number(),
      findings: z.number(),
    }),
    refusals: {
      ...FILE_REFUSALS,
      RUN_NOT_FOUND: 'use a validation_run_id from the answer of a check, or from get_history',
    },
    async run({ validation_run_id, issues, version, path }, view: BuildingView, context) {
      const run =
        (await view.validationRun(validation_run_id)) ??
        context.refuse('RUN_NOT_FOUND', `no validation run \`${validation_run_id}\``);
      const { findings: all, found } = run.payload;
      const strange = issues?.find((id) => all.every(({ finding_id }) => finding_id !== id));
      if (strange !== undefined) {
        context.refuse('INVALID_ARGUMENT', `no finding \`${strange}\` in run \`${run.event_id}\``);
      }
      const findings = all.filter(({ finding_id }) => issues?.includes(finding_id) !== false);
      const topics = await drained(
        topicsOf(
          view,
          findings.map((finding) => ({ finding, resolved: false })),
          { at: run.at, author: run.payload.tool },
        ),
        context,
      );
      const named = { key: project(), name: 'Plumbline' };
      const counts = { topics: topics.length, findings: findings.length };
      const written = await writtenFile(
        {
          tool: 'export_bcf',
          type: 'export.created',
          options: { validation_run_id, issues: issues ?? null, version },
          path,
          folder: 'bcf',
          stem: run.payload.tool,
          ending: '.bcf',
          media_type: 'application/octet-stream',
          content: bcfArchive({ project: named, topics, version }),
          head: await modelHead(view),
          counts,
          warnings: found > all.length ? [`the run kept ${all.length} of ${found} findings`] : [],
        },
        store,
        view,
        context,
      );
      return { ...written, data: { ...written.data, version, ...counts } };
    },
  });
}
