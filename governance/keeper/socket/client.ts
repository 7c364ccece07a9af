/** @module client: the requests to the keeper, typed, over a connection that follows it from process to process. */
import type { ApprovalRecord } from '../../../schemas/governance.ts';
import { committedIn } from '../protocol/decode-request.ts';
import { KeeperFault } from '../protocol/keeper-error.ts';
import type {
  CallsReply,
  CommittedNotice,
  DecideReply,
  Keeper,
  KeeperStatus,
  RegistryReply,
  RepairReply,
  SubmitReply,
  UnfinishedReply,
} from '../protocol/protocol.ts';
import {
  KeeperConnection,
  type ConnectionOptions,
  type KeeperMethod,
} from './keeper-connection.ts';

/** A client that keeps itself connected. */
export type KeeperClient = Keeper &
  Pick<KeeperConnection, 'connected' | 'connectNow' | 'fail' | 'noteProgress'>;

/** A client that connects at once. */
export function openClient(options: Omit<ConnectionOptions, 'onNotice'>): KeeperClient {
  const listeners = new Set<(notice: CommittedNotice) => void>();
  const connection = new KeeperConnection({
    ...options,
    onNotice: (message) => {
      if (listeners.size === 0) return;
      const notice = committedIn(message);
      if (notice !== null) for (const listener of listeners) listener(notice);
    },
  });

  /** The keeper runs the same code under the same user, so only the outline of an answer is checked. */
  const request = async <T>(
    method: KeeperMethod,
    params: unknown,
    isAnswer: (result: unknown) => result is T,
  ): Promise<T> => {
    const result = await connection.request(method, params);
    if (isAnswer(result)) return result;
    throw new KeeperFault(`got an answer of another form to \`${method}\``);
  };

  return {
    submit: (submission) => request('submit', submission, isSubmitReply),
    record: async (drafts) => {
      await request('record', drafts, isNothing);
    },
    decide: (decision) => request('decide', decision, isDecideReply),
    registry: (change) => request('registry', change, isRegistryReply),
    repair: (wish) => request('repair', wish, isRepairReply),
    termNonce: () => request('termNonce', null, isText),
    approval: (approval_id) => request('approval', approval_id, isApproval),
    calls: (calls) => request('calls', calls, isCallsReply),
    unfinished: (process) => request('unfinished', process, isUnfinishedReply),
    checkpoint: () => request('checkpoint', null, isText),
    status: () => request('status', null, isKeeperStatus),
    connected: connection.connected,
    connectNow: () => connection.connectNow(),
    fail: (error) => connection.fail(error),
    noteProgress: () => connection.noteProgress(),
    onCommitted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => connection.close(),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function hasStatus(value: unknown): boolean {
  return isRecord(value) && typeof value['status'] === 'string';
}

function isSubmitReply(value: unknown): value is SubmitReply {
  return hasStatus(value);
}

function isDecideReply(value: unknown): value is DecideReply {
  return hasStatus(value);
}

function isRegistryReply(value: unknown): value is RegistryReply {
  return hasStatus(value);
}

function isRepairReply(value: unknown): value is RepairReply {
  return hasStatus(value);
}

function isApproval(value: unknown): value is ApprovalRecord | null {
  return value === null || (isRecord(value) && typeof value['approval_id'] === 'string');
}

function isCallsReply(value: unknown): value is CallsReply {
  return isRecord(value) && typeof value['granted'] === 'number';
}

function isUnfinishedReply(value: unknown): value is UnfinishedReply {
  return isRecord(value) && typeof value['unfinished'] === 'number';
}

function isKeeperStatus(value: unknown): value is KeeperStatus {
  return isRecord(value) && typeof value['epoch'] === 'number';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNothing(value: unknown): value is null {
  return value === null;
}
