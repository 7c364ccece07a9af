/** @module staging: sends blobs to the keeper of a test. */
import type {
  BlobDropReply,
  BlobPutReply,
  BlobPutRequest,
} from '../../../../governance/keeper/protocol/blob-requests.ts';
import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import type { AgentRecord } from '../../../../schemas/governance.ts';
import { chunksOf } from '../../../../schemas/imports.ts';
import { chunksIn, type MadeImport } from '../../../made-import.ts';
import { principalOf, ROBOT, type Workspace } from './workspace.ts';

/** Sends one chunk of a blob. */
export function putChunk(
  ws: Workspace,
  content: Uint8Array,
  n: number,
  { from = ROBOT, ...changes }: Partial<BlobPutRequest> & { readonly from?: AgentRecord } = {},
): Promise<BlobPutReply> {
  const request = {
    principal: principalOf(from),
    sha256: sha256Hex(content),
    bytes: content.length,
    n,
    of: chunksOf(content.length),
    content: chunksIn(content)[n] ?? Buffer.of(),
    ...changes,
  };
  return ws.transact((tx) => ws.handlers.blobPut(tx, request));
}

/** Sends a whole blob, each chunk in a transaction of its own. */
export async function stage(ws: Workspace, content: Uint8Array, from = ROBOT): Promise<void> {
  for (const n of chunksIn(content).keys()) {
    const reply = await putChunk(ws, content, n, { from });
    if (reply.status !== 'received') throw new Error(JSON.stringify(reply));
  }
}

/** Sends both blobs of an import. */
export async function stageMade(ws: Workspace, made: MadeImport, from = ROBOT): Promise<void> {
  await stage(ws, made.file, from);
  await stage(ws, made.manifest, from);
}

export function dropBlob(ws: Workspace, sha256: string, from = ROBOT): Promise<BlobDropReply> {
  return ws.transact((tx) => ws.handlers.blobDrop(tx, { principal: principalOf(from), sha256 }));
}

/** The states of all blobs, by digest. */
export function blobStates(ws: Workspace): Promise<Readonly<Record<string, string>>> {
  return ws.transact(async (tx) =>
    Object.fromEntries((await tx.blobs()).map(({ sha256, state }) => [sha256, state])),
  );
}
