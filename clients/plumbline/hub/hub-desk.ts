/** @module hub-desk: the approvals of a hub, for an approver with a key file and no workspace. */
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { HUB_PLACE } from '../../../governance/approval/term-challenge.ts';
import { Answers, MAX_EVENTS, MAX_WAIT_S } from '../../../governance/control/wire.ts';
import { publicKeyFault } from '../../../kernel/base/canonical/public-key.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import type { Desk } from '../approvals/desk.ts';
import { type Call, textOf } from '../command.ts';
import { TemporaryFailure, CliFailure, misuse } from '../failure.ts';
import { checkedName, readKeyFile, unlockKeyFile } from '../keys/approver-key.ts';
import { readKeyText } from '../keys/key-card.ts';
import { hubAddress } from './hub-address.ts';
import { HubClient } from './hub-client.ts';

/** Delay (ms) before the next request to an unreachable hub. */
const RETRY_MS = 2000;

/** Opens the approvals of a hub. Throws CliFailure for an unusable key, name or address, and for a hub of another workspace. */
export async function openHubDesk(address: string, call: Call): Promise<Desk> {
  const url = hubAddress(address, call.values['insecure'] === true);
  const name = nameOf(call);
  const file = keyFile(name, call);
  const { card } = readKeyText(readKeyFile(file, name));
  const logKey = logKeyOf(card.log_key, call, file);
  const key = await unlockKeyFile(file, name, call.terminal);
  const client = new HubClient({ url, name, key, logKey });
  const read = readFunctions(client);
  const { workspace } = await read.people();
  if (card.workspace_id !== null && card.workspace_id !== workspace.workspace_id) {
    throw new CliFailure(
      `the hub at ${url.origin} serves the workspace ${printable(workspace.workspace_id)}, but the key is for ${printable(card.workspace_id)}`,
      'sign nothing there; ask the operator for the address',
      { exit: 3 },
    );
  }
  const closed = new AbortController();
  return {
    ...read,
    term: {
      place: HUB_PLACE,
      termNonce: async () => (await client.ask(Answers.term, { path: 'term' })).nonce,
    },
    decide: ({ approval_id, decision }) =>
      client.ask(Answers.decided, {
        path: `approvals/${segment(approval_id)}/decisions`,
        send: decision,
      }),
    comment: ({ approval_id, comment }) =>
      client.ask(Answers.commented, {
        path: `approvals/${segment(approval_id)}/comments`,
        send: comment,
      }),
    // The hub does this itself before each list, and while a client waits for changes.
    settle: () => Promise.resolve(),
    onChanged(changed, failed) {
      client.resetCache();
      const on = {
        failed,
        changed: () => {
          client.resetCache();
          changed();
        },
      };
      void follow(client, closed.signal, on);
      return Promise.resolve(() => closed.abort());
    },
    keyFile: () => file,
    signer: { name, key },
    [Symbol.asyncDispose]: () => {
      closed.abort();
      return Promise.resolve();
    },
  };
}

/** The read functions of the desk. */
function readFunctions(
  client: HubClient,
): Pick<
  Desk,
  | 'people'
  | 'approvals'
  | 'planText'
  | 'idsWith'
  | 'approval'
  | 'comments'
  | 'eventsOfOperation'
  | 'branchHead'
  | 'eventsOfBranch'
  | 'blobPart'
> {
  const plans = new Map<string, string>();
  return {
    people: () => client.ask(Answers.people, { path: 'people', isCacheable: true }),
    async approvals(status, limit) {
      const query = status === null ? '' : `status=${status}&`;
      const path = `approvals?${query}limit=${limit}`;
      return (await client.ask(Answers.heads, { path, isCacheable: true })).approvals;
    },
    async planText({ approval_id, plan_digest }) {
      const known = plans.get(plan_digest);
      if (known !== undefined) return known;
      const path = `approvals/${segment(approval_id)}/plan`;
      const text = (await client.ask(Answers.plan, { path })).plan ?? '';
      plans.set(plan_digest, text);
      return text;
    },
    idsWith: async (part) => (await client.ask(Answers.ids, { path: `ids/${segment(part)}` })).ids,
    approval: async (id) =>
      (await client.ask(Answers.approval, { path: `approvals/${segment(id)}` })).approval,
    comments: async (id) =>
      (await client.ask(Answers.comments, { path: `approvals/${segment(id)}/comments` })).comments,
    eventsOfOperation: async (id) =>
      (await client.ask(Answers.events, { path: `operations/${segment(id)}` })).events,
    branchHead: async (branch) =>
      (await client.ask(Answers.branch, { path: `branches/${segment(branch)}` })).head,
    async blobPart(sha256, n) {
      const path = `blobs/${segment(sha256)}?part=${n}`;
      const { part } = await client.ask(Answers.part, { path });
      return part === null ? null : Buffer.from(part, 'base64');
    },
    async eventsOfBranch(branch, after, limit) {
      const max = Math.min(limit, MAX_EVENTS);
      const path = `branches/${segment(branch)}/events?after=${after}&limit=${max}`;
      return (await client.ask(Answers.events, { path })).events;
    },
  };
}

/** Polls for changes until it is stopped; `failed` receives errors other than connection errors. */
async function follow(
  client: HubClient,
  signal: AbortSignal,
  on: { readonly changed: () => void; readonly failed: (error: unknown) => void },
): Promise<void> {
  const waitMs = MAX_WAIT_S * 1000;
  for (let seen = ''; !signal.aborted;) {
    const path = `changes?seen=${segment(seen)}&wait_s=${MAX_WAIT_S}`;
    try {
      const now = await client.ask(Answers.changes, { path, waitMs, signal });
      if (now.seen !== seen) on.changed();
      ({ seen } = now);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof TemporaryFailure)) {
        on.failed(error);
        return;
      }
      await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

function nameOf(call: Call): string {
  const name = textOf(call, 'as');
  if (name !== null) return checkedName(name);
  throw misuse(
    '--hub requires an approver: --as NAME is missing',
    'add --as NAME; every request is signed by an approver',
  );
}

/** The file of --key, else NAME.pem in the folder of --key-dir or in the current folder. */
function keyFile(name: string, call: Call): string {
  const { cwd } = call.terminal;
  const file = textOf(call, 'key');
  return file === null
    ? join(resolve(cwd, textOf(call, 'key-dir') ?? '.'), `${name}.pem`)
    : resolve(cwd, file);
}

function logKeyOf(fromFile: string | null, call: Call, file: string): string {
  const key = textOf(call, 'log-key') ?? fromFile;
  if (key === null) {
    throw new CliFailure(
      `${printable(file)} does not name the key of its log, so a false hub could not be detected`,
      'add --log-key KEY; on the machine of the workspace `plumbline audit checkpoint` prints it',
    );
  }
  const fault = publicKeyFault(key);
  if (fault === null) return key;
  throw misuse(
    `invalid key of the log \`${printable(key)}\`: ${fault}`,
    'use the key that `plumbline audit checkpoint` prints',
  );
}

function segment(text: string): string {
  return encodeURIComponent(text);
}
