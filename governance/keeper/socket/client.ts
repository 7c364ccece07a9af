/** @module client: typed requests to the keeper, over a connection that follows it from process to process. */
import * as z from 'zod';

import type { ApprovalRecord } from '../../../schemas/governance.ts';
import { encodedChunk, type BlobDropReply, type BlobPutReply } from '../protocol/blob-requests.ts';
import { committedIn } from '../protocol/decode-request.ts';
import { KeeperFault } from '../protocol/keeper-error.ts';
import type {
  CallsReply,
  CommentReply,
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

/** A client that reconnects by itself. */
export type KeeperClient = Keeper &
  Pick<KeeperConnection, 'connected' | 'connectNow' | 'fail' | 'noteProgress'>;

/** Options of a client. */
type ClientOptions = Omit<ConnectionOptions, 'onNotice'> & {
  /** Called before each request. */
  readonly onRequest?: (method: KeeperMethod) => void;
};

/** A client that connects at once. */
export function openClient({ onRequest, ...options }: ClientOptions): KeeperClient {
  const listeners = new Set<(notice: CommittedNotice) => void>();
  const connection = new KeeperConnection({
    ...options,
    onNotice: (message) => {
      if (listeners.size === 0) return;
      const notice = committedIn(message);
      if (notice !== null) for (const listener of listeners) listener(notice);
    },
  });

  /** The keeper runs the same code under the same user, so only the basic form of an answer is checked. */
  const request = async <T>(
    method: KeeperMethod,
    params: unknown,
    answer: z.ZodType<T>,
  ): Promise<T> => {
    onRequest?.(method);
    const read = answer.safeParse(await connection.request(method, params));
    if (read.success) return read.data;
    throw new KeeperFault(`the answer to \`${method}\` has an unknown form`);
  };

  return {
    submit: (submission) => request('submit', submission, submitReply),
    record: async (drafts) => {
      await request('record', drafts, z.null());
    },
    decide: (decision) => request('decide', decision, decideReply),
    comment: (remark) => request('comment', remark, commentReply),
    registry: (change) => request('registry', change, registryReply),
    repair: (voiding) => request('repair', voiding, repairReply),
    termNonce: () => request('termNonce', null, z.string()),
    approval: (approval_id) => request('approval', approval_id, knownApproval),
    calls: (calls) => request('calls', calls, callsReply),
    unfinished: (process) => request('unfinished', process, unfinishedReply),
    blobPut: (chunk) => request('blobPut', encodedChunk(chunk), blobPutReply),
    blobDrop: (drop) => request('blobDrop', drop, blobDropReply),
    checkpoint: () => request('checkpoint', null, z.string()),
    status: () => request('status', null, keeperStatus),
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

/** Whether an answer is an object with a member of this type; the keeper is trusted for the rest of its form. */
function has(name: string, type: 'string' | 'number'): (value: unknown) => boolean {
  return (value) =>
    typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === type;
}

const submitReply = z.custom<SubmitReply>(has('status', 'string'));
const decideReply = z.custom<DecideReply>(has('status', 'string'));
const commentReply = z.custom<CommentReply>(has('status', 'string'));
const registryReply = z.custom<RegistryReply>(has('status', 'string'));
const repairReply = z.custom<RepairReply>(has('status', 'string'));
const knownApproval = z.custom<ApprovalRecord>(has('approval_id', 'string')).nullable();
const callsReply = z.custom<CallsReply>(has('granted', 'number'));
const unfinishedReply = z.custom<UnfinishedReply>(has('unfinished', 'number'));
const blobPutReply = z.custom<BlobPutReply>(has('status', 'string'));
const blobDropReply = z.custom<BlobDropReply>(has('status', 'string'));
const keeperStatus = z.custom<KeeperStatus>(has('epoch', 'number'));
