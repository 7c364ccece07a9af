/** @module export_bcf: findings of a run, or issues that are given, as BCF topics. */
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
import { Issues, mattersOf } from '../bcf-matters.ts';
import { modelHead } from '../model-head.ts';
import { jsonOf } from '../options-of.ts';
import { FILE_REFUSALS, FileOutput, writtenFile } from '../written.ts';

/** Exports to BCF. */
export function exportBcfOf(store: ArtefactStore, project: () => string): ToolValue<BuildingView> {
  return defineJob({
    name: 'export_bcf',
    title: 'Export findings to BCF',
    description:
      'Writes findings of a recorded run, or issues of your own, as BCF topics (2.1 or 3.0) with viewpoints, pictures and selected elements below artifacts/ and links to it; clashes of one element are one topic. GUIDs are the same in every export. Previews unless dry_run is false.',
    action: 'CREATE',
    openWorld: false,
    branched: true,
    previews: true,
    replaces: true,
    input: z.strictObject({
      validation_run_id: idOf('The run; without, issues with titles.').optional(),
      issues: Issues.describe(
        'Only these finding_ids of the run; or issues of your own.',
      ).optional(),
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
      ELEMENT_NOT_FOUND: 'use ids of elements of this branch, as query_elements answers them',
    },
    async run({ validation_run_id, issues, version, path }, view: BuildingView, context) {
      const head = await modelHead(view);
      const asked = { validation_run_id, issues };
      const matters = await mattersOf(asked, view, head.at, context.refuse);
      const { findings, at, author, of_files, warnings } = matters;
      const topics = await drained(topicsOf(view, findings, { at, author }), context);
      const named = { key: project(), name: 'Plumbline' };
      const counts = { topics: topics.length, findings: findings.length };
      const written = await writtenFile(
        {
          tool: 'export_bcf',
          type: 'export.created',
          options: jsonOf({ ...asked, version }),
          path,
          folder: 'bcf',
          stem: validation_run_id === undefined ? 'issues' : author,
          ending: '.bcf',
          media_type: 'application/octet-stream',
          content: bcfArchive({ project: named, topics, version }),
          head,
          of_files,
          counts,
          warnings,
        },
        store,
        view,
        context,
      );
      return { ...written, data: { ...written.data, version, ...counts } };
    },
  });
}
