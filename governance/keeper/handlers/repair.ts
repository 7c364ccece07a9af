/** @module repair: voids an event that no model can apply; only the signature of an approver permits it. */
import { manifestElements } from '../../../kernel/base/manifest/manifest-elements.ts';
import type { LedgerRead, LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { manifestSwap } from '../../../schemas/element-changes.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { type EventChecks, isAboutElements } from '../../../schemas/event-checks.ts';
import { storedEvents } from '../../../schemas/event-schemas.ts';
import {
  VOIDED,
  type ElementRecord,
  type EventRecord,
  type StoredEvent,
} from '../../../schemas/events.ts';
import type { ApproverRecord } from '../../../schemas/governance.ts';
import { DECISION_SKEW_MS } from '../../approval/decision.ts';
import { assertPresentTerm } from '../../approval/present-term.ts';
import { verifyRepair } from '../../approval/repair-text.ts';
import { openAppender } from '../../audit/append.ts';
import { maskRefusal, maskSecrets } from '../../audit/entry.ts';
import { eventDigest, eventRecordIn } from '../../audit/event-digest.ts';
import { type CheckedLog, elementAt } from '../elements/element-states.ts';
import { importStanding } from '../elements/import-standing.ts';
import {
  isManifestEvent,
  manifestChanges,
  type ManifestElements,
  type ManifestEvent,
  NONE_LEFT,
} from '../elements/manifest-changes.ts';
import { leftBefore } from '../elements/planned-manifests.ts';
import type { RepairReply, RepairRequest } from '../protocol/protocol.ts';
import { refusable, type HandlersContext } from './context.ts';
import { activeApprover } from './records/registered-reader.ts';

/** An event that may be voided, and the approver. */
type Checked = {
  readonly event: EventRecord;
  readonly why: string;
  readonly approver: ApproverRecord;
};

/** Handles one repair inside the keeper's transaction. A refused repair is recorded on the chain too. */
export async function repair(
  context: HandlersContext,
  tx: LedgerTransaction,
  request: RepairRequest,
): Promise<RepairReply> {
  const checked = await refusable(() => check(context, tx, request));
  const audit = openAppender(tx);
  const at = context.now().toISOString();
  if ('status' in checked) {
    await audit.write(at, {
      kind: 'approval',
      outcome: 'refused',
      ...maskRefusal(checked.refusal),
      ...maskSecrets({ seq: request.seq, approver: request.approver }),
    });
    return checked;
  }
  const { approver, event, why } = checked;
  const { seq, event_id } = event;
  const { reason, decided_at, challenge, signature, event_digest } = request;
  const { name, user_id, public_key } = approver;
  const voiding = {
    seq,
    event_id,
    event_digest,
    why: why.toWellFormed(),
    reason,
    decided_at,
    ...(challenge === undefined ? {} : { challenge }),
    signature,
  };
  const [stored] = await tx.appendEvents([
    {
      event_id: context.randomId(),
      operation_id: context.randomId(),
      type: 'event.voided',
      aggregate_id: VOIDED,
      payload: { ...voiding, approver: name, user_id, public_key },
      branch: 'main',
      user_id,
      agent_id: null,
      approval_id: null,
      reasoning: reason,
      at,
    },
  ]);
  if (stored === undefined) throw new Error('the store returned no event after appending one');
  await audit.write(at, {
    kind: 'approval',
    step: 'voided',
    outcome: 'ok',
    operation_id: stored.operation_id,
    branch: stored.branch,
    first_seq: stored.seq,
    last_seq: stored.seq,
    events_digest: [eventDigest(stored)],
    principal: { kind: 'human', name, user_id, agent_id: null },
    voided: { seq, event_id, event_digest },
  });
  // Cached elements may depend on the voided event.
  context.elements.forget();
  return { status: 'done', event_id: stored.event_id };
}

async function check(
  context: HandlersContext,
  tx: LedgerTransaction,
  request: RepairRequest,
): Promise<Checked> {
  const [row] = await tx.eventTextsAfter(request.seq - 1, 1);
  const event = row === undefined || row.seq !== request.seq ? null : eventRecordIn(row.body);
  if (event === null || eventDigest(event) !== request.event_digest) {
    throw new Refusal(
      'OPERATION_NOT_FOUND',
      `event ${request.seq} of the log differs from the event that was shown`,
      'run `plumbline repair` again and look',
      { seq: request.seq },
    );
  }
  const approver = await activeApprover(context.registered, tx, request.approver);
  assertPresentTerm(context, request.challenge);
  const { workspace_id } = await context.registered.workspace(tx);
  const late = Math.abs(Date.parse(request.decided_at) - context.now().getTime());
  const statement = { ...request, workspace_id, event_id: event.event_id };
  if (
    !(late <= DECISION_SKEW_MS) ||
    !verifyRepair(approver.public_key, statement, request.signature)
  ) {
    throw new Refusal(
      'SIGNATURE_INVALID',
      `the signature of \`${approver.name}\` over this event is invalid, or was not made within 10 min of now`,
      'run `plumbline repair` again and sign with the registered key',
    );
  }
  const why = await whyNotApplied(context, tx, event);
  if (why !== null) return { event, why, approver };
  throw new Refusal(
    'INVALID_ARGUMENT',
    `event ${event.seq} can be applied, so it is not voided`,
    'undo its operation instead',
    { seq: event.seq },
  );
}

/** More repairs than any log has. */
const ALL = 1_000_000_000;

/** Why no model can apply an event of the log; null when a model can, or when the event is already voided. */
async function whyNotApplied(
  context: HandlersContext,
  read: LedgerRead,
  record: EventRecord,
): Promise<string | null> {
  const voided = await read.eventsOfAggregate(VOIDED, 'main', ALL);
  if (voided.some(({ type, payload }) => type === 'event.voided' && payload.seq === record.seq)) {
    return null;
  }
  const known = storedEvents.validate(record);
  if ('error' in known) {
    const [issue] = known.error.issues;
    return `this version does not support this \`${record.type}\`: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`;
  }
  const event = known.data;
  return isAboutElements(event) ? whyElementsNot(context, read, event) : whyBranchNot(read, event);
}

async function whyElementsNot(
  context: HandlersContext,
  read: LedgerRead,
  event: StoredEvent,
): Promise<string | null> {
  const checks = await context.checks();
  if (isManifestEvent(event)) return whyManifestsNot(checks, read, event);
  const before = { branch: event.branch, until: event.seq - 1 };
  const known = new Map<string, ElementRecord | null>();
  for (const id of checks.about(event)) {
    known.set(id, await elementAt({ read, checks }, before, id));
  }
  const result = checks.apply(event, (id) => known.get(id) ?? null);
  return result.ok ? null : result.why;
}

/** Why no model can apply an event with manifests: one of them is missing, or an element is not as the event needs it. */
async function whyManifestsNot(
  checks: EventChecks,
  read: LedgerRead,
  event: ManifestEvent & Pick<StoredEvent, 'branch' | 'seq'>,
): Promise<string | null> {
  const manifests: { own: readonly ElementRecord[]; superseded: readonly ElementRecord[] } = {
    own: [],
    superseded: [],
  };
  const { brought, ended } = manifestSwap(event);
  for (const [side, named] of Object.entries({ own: brought, superseded: ended })) {
    if (named === null) continue;
    const { sha256, elements: expected } = named.manifest;
    const manifest = await manifestElements((n) => read.blobPart(sha256, n));
    if (manifest === null) return `its manifest \`${sha256}\` is missing or cannot be read`;
    const { elements } = manifest;
    if (elements.length !== expected) return `its manifest has ${elements.length} elements`;
    manifests[side === 'own' ? 'own' : 'superseded'] = elements;
  }
  const log = { read, checks };
  const before = { branch: event.branch, until: event.seq - 1 };
  const known = new Map<string, ElementRecord | null>();
  for (const { id } of [...manifests.own, ...manifests.superseded]) {
    if (!known.has(id)) known.set(id, await elementAt(log, before, id));
  }
  const left = await leftOf(log, event, manifests);
  const result = manifestChanges(
    checks,
    event,
    { ...manifests, left },
    (id) => known.get(id) ?? null,
  );
  return result.ok ? null : result.why;
}

/** Ids of the elements that an undone revision had left. */
async function leftOf(
  log: CheckedLog,
  event: ManifestEvent & Pick<StoredEvent, 'branch' | 'seq'>,
  { own, superseded }: Pick<ManifestElements, 'own' | 'superseded'>,
): Promise<ReadonlySet<string>> {
  if (event.type !== 'import.reverted' || event.payload.restores === undefined) return NONE_LEFT;
  const { branch } = event;
  const before = { branch, until: event.seq - 1 };
  const revision = await importStanding(log.read, before, event.payload.import_id);
  const ids = new Set([...own, ...superseded].map(({ id }) => id));
  const undoes = revision?.seq ?? event.seq;
  return await leftBefore(log, before, { own, superseded, undoes }, ids);
}

async function whyBranchNot(read: LedgerRead, event: StoredEvent): Promise<string | null> {
  if (event.type !== 'branch.created' && event.type !== 'branch.merged') return null;
  const [name, seq] =
    event.type === 'branch.created'
      ? [event.payload.from, event.payload.from_seq]
      : [event.payload.source, event.payload.source_seq];
  const head = await read.branchHead(name);
  if (head === null) return `no branch \`${name}\``;
  return seq < head.from_seq ? `\`${name}\` did not exist at seq ${seq}` : null;
}
