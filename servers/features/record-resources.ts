/** @module record-resources: pending approvals, the head of the audit log and the script grammar as resources. */
import { Buffer } from 'node:buffer';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import type { Directory } from '../../governance/access/directory.ts';
import type { FileReader } from '../../governance/access/file-reading.ts';
import { activeAgent } from '../../governance/access/principal.ts';
import type { Gate } from '../../governance/gate/gate.ts';
import type {
  ListedResource,
  ResourceContent,
  ResourceSource,
} from '../../governance/gate/resources/governed-resources.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import { PlanDocument, type Principal } from '../../schemas/governance.ts';
import type { ApprovalPreviews } from '../view/answers/approval-preview.ts';
import { ANSWERS, APPROVAL_PREVIEW, APPROVALS, AUDIT_HEAD, GRAMMAR, partsOf } from './addresses.ts';
import { APP_TYPE, PREVIEW_META, PREVIEW_PAGE, previewHtml } from './preview-page.ts';

/** The content of a resource. */
export type RecordSources = {
  readonly reader: Pick<LedgerRead, 'approvals' | 'auditHead'>;
  readonly now: () => Date;
};

/** The sources of these resources. */
export type ServerRecords = RecordSources & {
  readonly gate: Pick<Gate, 'answers'>;
  readonly directory: Directory;
  /** Opened at the first read. */
  readonly previews: () => Promise<ApprovalPreviews>;
};

/** Maximum number of listed approvals. */
const MAX_LISTED = 200;
const JSON_TYPE = 'application/json';
/** Path of the script grammar, in a clone and in a package. */
const PAGES = ['../../docs/script-grammar.md', '../../../docs/script-grammar.md'].map(
  (path) => new URL(path, import.meta.url),
);

const LISTED: readonly ListedResource[] = [
  {
    uri: GRAMMAR,
    name: 'script grammar',
    title: 'The modelling script',
    description: 'Statements, units and references of the scripts that run_script accepts.',
    mimeType: 'text/markdown',
  },
  {
    uri: APPROVALS,
    name: 'pending approvals',
    title: 'Pending approvals',
    description: 'Your own operations that await a decision. Reading decides nothing.',
    mimeType: JSON_TYPE,
  },
  {
    uri: PREVIEW_PAGE,
    name: 'preview',
    title: 'What would change, before and after',
    description: 'Shown by hosts with a preview or a pending change. It cannot approve.',
    mimeType: APP_TYPE,
    _meta: PREVIEW_META,
  },
];
const HEAD: ListedResource = {
  uri: AUDIT_HEAD,
  name: 'audit head',
  title: 'The head of the audit log',
  description: 'Number and hash of the last entry; a later log must continue from it.',
  mimeType: JSON_TYPE,
};

/** A pending approval of the caller. */
type PendingApproval = {
  readonly approval_id: string;
  readonly tool: string;
  readonly branch: string;
  readonly expires_at: string;
  readonly approvers_required: number;
};

/** The pending approvals of a principal, oldest first. */
export async function pendingApprovalsOf(
  { reader, now }: RecordSources,
  principal: Principal,
): Promise<readonly PendingApproval[]> {
  const at = now().toISOString();
  const pending = await reader.approvals('pending', MAX_LISTED, principal);
  return pending.flatMap(({ approval_id, plan: text, expires_at }) => {
    const plan = PlanDocument.parse(JSON.parse(text));
    const { tool, branch, approvers_required } = plan;
    return expires_at > at ? [{ approval_id, tool, branch, expires_at, approvers_required }] : [];
  });
}

/** The records of a workspace. The head of the log counts all activity, so only callers who may read everything see it. */
export function recordResources(sources: ServerRecords): ResourceSource {
  return {
    list: async ({ readsAll }) =>
      await Promise.resolve({ listed: readsAll ? [...LISTED, HEAD] : LISTED, next: null }),
    read: async (uri, reader) => {
      if (uri === PREVIEW_PAGE) {
        return { uri, mimeType: APP_TYPE, text: await previewHtml(), _meta: PREVIEW_META };
      }
      if (partsOf(APPROVAL_PREVIEW, uri) !== null) {
        return await previewAt(sources, uri, reader.principal);
      }
      const read = await contentOf(sources, uri, reader);
      if (read === null) return null;
      return typeof read === 'string'
        ? { uri, mimeType: 'text/markdown', text: read }
        : { uri, mimeType: JSON_TYPE, text: JSON.stringify(read) };
    },
  };
}

/** Returns a text, or a value to write as JSON; null if the caller may not read the resource. */
async function contentOf(
  sources: ServerRecords,
  uri: string,
  { principal, readsAll }: FileReader,
): Promise<string | object | null> {
  switch (uri) {
    case GRAMMAR: {
      const page = PAGES.find((url) => existsSync(url));
      if (page === undefined) {
        throw new Error('docs/script-grammar.md is missing from the installation');
      }
      return await readFile(page, 'utf8');
    }
    case APPROVALS:
      return { approvals: await pendingApprovalsOf(sources, principal) };
    case AUDIT_HEAD: {
      const head = readsAll ? await sources.reader.auditHead() : null;
      return head === null ? null : { seq: head.seq, hash: head.hash };
    }
    default:
      return sources.gate.answers(partsOf(ANSWERS, uri)?.['tool'] ?? '');
  }
}

/** A part of a pending approval; null for an unknown one, and one of another requester. */
async function previewAt(
  { directory, previews }: ServerRecords,
  uri: string,
  principal: Principal,
): Promise<ResourceContent | null> {
  const { approval_id = '', part = '' } = partsOf(APPROVAL_PREVIEW, uri) ?? {};
  if (part !== 'changes' && part !== 'before' && part !== 'after') return null;
  const read = await (await previews())(activeAgent(directory, principal), approval_id, part);
  if (read === null) return null;
  return 'changes' in read
    ? { uri, mimeType: JSON_TYPE, text: JSON.stringify(read.changes) }
    : {
        uri,
        mimeType: 'application/octet-stream',
        blob: Buffer.from(read.shapes).toString('base64'),
      };
}
