/** @module document: a report as a document: the same sections for every format. */
import type { ReportData } from '../report-data.ts';
import { isRestricted } from '../selection.ts';
import { paragraph, type ReportDocument, type Section, timeText } from './blocks.ts';
import { checksSection, filesSection, refusalsSection, registrySection } from './lists.ts';
import { approvalsSection, operationsSection, picturesSection } from './operations.ts';
import { callersSection, summarySection, verificationSection } from './summary.ts';

/** The document of the data. A report on an empty period has no sections about calls. */
export function reportDocument(data: ReportData): ReportDocument {
  const { workspace, stretch, verification, filter } = data;
  const period =
    stretch === null
      ? 'empty period'
      : `${timeText(stretch.from_at)} to ${timeText(stretch.to_at)} (UTC)`;
  const reported =
    stretch === null
      ? []
      : [
          callersSection(data),
          picturesSection(data),
          operationsSection(data),
          approvalsSection(data),
          refusalsSection(data),
          checksSection(data),
          filesSection(data),
          ...(isRestricted(filter) ? [] : [registrySection(data)]),
        ];
  return {
    title: 'Activity report',
    subtitle: `Workspace ${workspace.workspace_id}, ${period}, log head ${verification.head.seq}`,
    footer: `Activity report, log head ${verification.head.seq} ${verification.head.hash}`,
    sections: [summarySection(data), verificationSection(data), ...reported, basisSection(data)],
  };
}

/** What the report is based on, and how another person checks it. */
function basisSection({ verification }: ReportData): Section {
  return {
    id: 'basis',
    title: 'Basis of this report',
    blocks: [
      paragraph(
        'This report is computed from the log of the workspace alone; only the state of files on disk is read from the disk. The same log and files give the same report, byte by byte; it contains no time of its own. The log records requests, answers, plans and signatures. It does not prove that a stated reason is true.',
      ),
      paragraph(
        'Secrets and personal data that the log masks are masked here, also in the values of elements. Invisible characters, and characters that reorder text, are written as their code points, such as \\u{202e}.',
      ),
      paragraph(
        `To check it: \`plumbline audit verify\` verifies the log and prints its head, which is ${verification.head.seq} ${verification.head.hash} in this report. \`plumbline audit export FILE\` writes the log for a person without the workspace.`,
      ),
    ],
    parts: [],
  };
}
