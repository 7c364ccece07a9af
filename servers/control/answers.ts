/** @module answers: the answers to the requests of approvers about the approvals of a workspace. */
import { idsWith } from '../../governance/approval/short-ids.ts';
import { commentCount, commentsOf } from '../../governance/audit/remarks/comments.ts';
import {
  CommentBody,
  DecisionBody,
  MAX_EVENTS,
  MAX_LIST,
  type ApprovalHead,
} from '../../governance/control/wire.ts';
import type { Keeper } from '../../governance/keeper/protocol/protocol.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import {
  APPROVAL_STATUSES,
  type ApprovalStatus,
  type ApproverRecord,
} from '../../schemas/governance.ts';
import { HttpRefusal, INVALID_REQUEST } from '../http/http-refusal.ts';
import { readPeople } from './people.ts';

/** A request with a valid signature. */
export type ControlRequest = {
  readonly method: string;
  /** Path below `/control/`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly approver: ApproverRecord;
};

type Sources = {
  readonly reader: LedgerRead;
  readonly keeper: Pick<Keeper, 'approval' | 'comment' | 'decide' | 'termNonce'>;
};

/** The answer; null for an unknown path, or another method than the path accepts. Refuses (400) a malformed request. */
export async function answerTo(request: ControlRequest, sources: Sources): Promise<object | null> {
  const [first = '', name = '', part, ...more] = request.path.split('/').map(decoded);
  if (more.length > 0) return null;
  const { reader, keeper } = sources;
  if (request.method === 'POST') {
    return first === 'approvals' ? await signedAnswer(request, { name, part }, keeper) : null;
  }
  switch (part === undefined ? `${first}${name === '' ? '' : '/'}` : `${first}//${part}`) {
    case 'term':
      return { nonce: await keeper.termNonce() };
    case 'people':
      return await readPeople(reader);
    case 'approvals':
      return { approvals: await listApprovals(request.query, reader) };
    case 'ids/':
      return { ids: idsWith(name, await allIds(reader)) };
    case 'approvals/':
      return { approval: await keeper.approval(name) };
    case 'approvals//plan':
      return { plan: await planText(name, reader) };
    case 'approvals//comments':
      return { comments: await commentsOf(reader, name) };
    case 'blobs/':
      return { part: await partOf(name, request.query, reader) };
    case 'operations/':
      return { events: await reader.eventsOfOperation(name) };
    case 'branches/':
      return { head: await branchHead(name, reader) };
    case 'branches//events': {
      const after = integerIn(request.query.get('after'), Number.MAX_SAFE_INTEGER, 0);
      const limit = integerIn(request.query.get('limit'), MAX_EVENTS, MAX_EVENTS);
      return { events: await reader.eventsOfBranch(name, after, limit) };
    }
    default:
      return null;
  }
}

/** The answer to a decision or comment; null for another part of an approval. */
async function signedAnswer(
  request: ControlRequest,
  { name, part }: { readonly name: string; readonly part: string | undefined },
  keeper: Pick<Keeper, 'comment' | 'decide'>,
): Promise<object | null> {
  if (part === 'comments') return await comment(request, name, keeper);
  return part === 'decisions' ? await decide(request, name, keeper) : null;
}

async function decide(
  { body, approver }: ControlRequest,
  approval_id: string,
  keeper: Pick<Keeper, 'decide'>,
): Promise<object> {
  const read = DecisionBody.safeParse(parsed(body));
  if (!read.success) throw badRequest('the body is not a decision');
  if (read.data.approver !== approver.name) {
    throw badRequest('the decision names another approver than the signature of the request');
  }
  return await keeper.decide({ approval_id, decision: read.data, via: 'hub' });
}

async function comment(
  { body, approver }: ControlRequest,
  approval_id: string,
  keeper: Pick<Keeper, 'comment'>,
): Promise<object> {
  const read = CommentBody.safeParse(parsed(body));
  if (!read.success) throw badRequest('the body is not a comment');
  if (read.data.approver !== approver.name) {
    throw badRequest('the comment names another approver than the signature of the request');
  }
  return await keeper.comment({ approval_id, comment: read.data, via: 'hub' });
}

async function branchHead(name: string, reader: LedgerRead): Promise<object | null> {
  const head = await reader.branchHead(name);
  return head === null ? null : { parent: head.parent, from_seq: head.from_seq };
}

async function planText(approval_id: string, reader: LedgerRead): Promise<string | null> {
  return (await reader.approval(approval_id))?.plan ?? null;
}

/** A chunk of a blob in base64; null after the last one. */
async function partOf(
  sha256: string,
  query: URLSearchParams,
  reader: LedgerRead,
): Promise<string | null> {
  const n = integerIn(query.get('part'), Number.MAX_SAFE_INTEGER, 0);
  const content = await reader.blobPart(sha256, n);
  return content === null ? null : Buffer.from(content).toString('base64');
}

async function listApprovals(
  query: URLSearchParams,
  reader: LedgerRead,
): Promise<readonly ApprovalHead[]> {
  const given = query.get('status');
  const status = given === null ? null : statusIn(given);
  const limit = integerIn(query.get('limit'), MAX_LIST, MAX_LIST);
  const heads: ApprovalHead[] = [];
  for (const { plan: _plan, ...head } of await reader.approvals(status, limit)) {
    heads.push({ ...head, comment_count: await commentCount(reader, head.approval_id) });
  }
  return heads;
}

function statusIn(text: string): ApprovalStatus {
  const status = APPROVAL_STATUSES.find((one) => one === text);
  if (status === undefined) throw badRequest('unknown `status`');
  return status;
}

async function allIds(reader: LedgerRead): Promise<readonly string[]> {
  const all = await reader.approvals(null, Number.MAX_SAFE_INTEGER);
  return all.map(({ approval_id }) => approval_id);
}

function integerIn(text: string | null, most: number, otherwise: number): number {
  if (text === null) return otherwise;
  if (!/^\d{1,16}$/.test(text)) throw badRequest('a number of the query is malformed');
  return Math.min(most, Number(text));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badRequest('the path is not valid percent-encoding');
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw badRequest('the body is not JSON');
  }
}

function badRequest(message: string): HttpRefusal {
  return new HttpRefusal([400, INVALID_REQUEST], message);
}
