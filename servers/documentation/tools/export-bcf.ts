/** @module export_bcf: writes findings of a run, or issues of the caller, as BCF topics. */
import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { bcfGuid } from '../../../kernel/documents/bcf/bcf-guid.ts';
import { inTurn } from '../../../kernel/documents/bcf/read/in-turn.ts';
import { BCF_VERSIONS, type BcfTopic } from '../../../kernel/documents/bcf/topic.ts';
import { idOf } from '../../building/arguments.ts';
import { FilePath } from '../arguments.ts';
import type { ArtefactStore } from '../artefacts/artefact-store.ts';
import { bcfOf, findingTopics, Issues, mattersOf, NO_PICTURES } from '../bcf-matters.ts';
import { modelHead } from '../model-head.ts';
import { jsonOf } from '../options-of.ts';
import { answeredFindings } from '../topics/answered-findings.ts';
import { topicsAsked } from '../topics/topic-arguments.ts';
import { writtenTopics } from '../topics/written-topics.ts';
import { FILE_REFUSALS, FileOutput, fileResult } from '../written.ts';

/** Exports to BCF. */
export function exportBcfOf(store: ArtefactStore, project: () => string): ToolValue<BuildingView> {
  return defineJob({
    name: 'export_bcf',
    title: 'Export findings to BCF',
    description:
      'Writes findings of a recorded run, your own issues, or topics, as a BCF file (2.1 or 3.0) with viewpoints and pictures. Clashes of one element are one topic. Topics whose findings the last run of the check no longer has are Closed. Imported topics keep everything that others wrote. GUIDs are the same in every export.',
    action: 'CREATE',
    openWorld: false,
    branched: true,
    previews: true,
    replaces: true,
    input: z.strictObject({
      validation_run_id: idOf('Run whose findings are written. Default: only issues.').optional(),
      issues: Issues.describe(
        'finding_ids of the run or of earlier runs of the check (default: all of the run), or own issues.',
      ).optional(),
      topics: z
        .union([z.literal('all'), z.array(idOf('topic_id from list_topics.')).min(1).max(1000)])
        .describe('Topics that are written too: `all`, or ids from list_topics. Default: none.')
        .optional(),
      version: z.enum(BCF_VERSIONS).describe('Version of the BCF format.').default('3.0'),
      path: FilePath,
    }),
    output: z.object({
      ...FileOutput,
      version: z.string(),
      topics: z.number(),
      findings: z.number(),
      closed: z.number().describe('Topics of findings that no longer exist, status Closed.'),
    }),
    refusals: {
      ...FILE_REFUSALS,
      RUN_NOT_FOUND: 'use a validation_run_id from the answer of a check or from get_history',
      ELEMENT_NOT_FOUND: 'use ids of elements of this branch from query_elements',
    },
    async run(input, view: BuildingView, context) {
      const { validation_run_id, issues, version, path } = input;
      const head = await modelHead(view);
      const request = { validation_run_id, issues, topics: input.topics };
      // A picture takes tenths of a second, and the preview shows none of them.
      const pictures = !context.dry_run;
      const own = await topicsAsked(input.topics, view, context.refuse);
      const matters = await mattersOf(request, view, head.at, context.refuse);
      const { author, of_files } = matters;
      const drawnTopics = findingTopics(matters, view, { pictures });
      const { findings, others, warnings: answered } = answeredFindings(drawnTopics, own);
      const { kept, warnings: lost } = await inTurn(() =>
        writtenTopics(others, view, { version, pictures, taken: guidsOf(findings) }),
      );
      const { content, topics, closed } = bcfOf(findings, view, {
        project: project(),
        version,
        kept,
      });
      const counts = { topics: topics + others.length, findings: matters.findings.length };
      const drawn = pictures || counts.topics === 0 ? [] : [NO_PICTURES];
      const warnings = [...matters.warnings, ...answered, ...lost, ...drawn];
      const written = await fileResult(
        {
          tool: 'export_bcf',
          type: 'export.created',
          options: jsonOf({ ...request, version }),
          path,
          folder: 'bcf',
          stem: validation_run_id === undefined ? 'issues' : author,
          ending: '.bcf',
          media_type: 'application/octet-stream',
          content,
          head,
          of_files,
          counts,
          warnings,
        },
        store,
        view,
        context,
      );
      return { ...written, data: { ...written.data, version, ...counts, closed } };
    },
  });
}

function guidsOf(topics: readonly BcfTopic[]): readonly string[] {
  return topics.map(({ key }) => bcfGuid(key));
}
