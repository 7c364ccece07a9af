/** @module hub-bench: a hub with approvals over its own workspace, an agent that requests them, and approvers in separate folders. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type AgentClient, connectAgent } from '../../../clients/plumbline/demo/agent-client.ts';
import { readKeyText } from '../../../clients/plumbline/keys/key-card.ts';
import { eventChecks } from '../../../kernel/building/model/checks/building-checks.ts';
import { ControlService } from '../../../servers/control/control-service.ts';
import { type Hub, openHub } from '../../../servers/http/hub.ts';
import { sourcesOf } from '../../../servers/start.ts';
import { World } from '../../../servers/world/world.ts';
import { runHere, type Ran } from '../../clients/run-cli.ts';
import { okHere, PASSPHRASE, testWorkspace } from '../../e2e/connect.ts';

/** A hub that serves approvals in this process. */
export type HubBench = {
  readonly dir: string;
  readonly url: string;
  readonly authority: string;
  readonly world: World;
  readonly agent: AgentClient;
  /** Moves the clock of the hub, ms. */
  readonly shift: (ms: number) => void;
  /** Lets the agent create a wall. */
  readonly wall: (y: number) => Promise<string>;
  /** Lets the agent request the deletion of elements; returns the id of the approval. */
  readonly asked: (ids: readonly string[], reasoning?: string) => Promise<string>;
  /** A folder with the key of an approver and nothing else. */
  readonly elsewhere: (approver: string) => string;
  readonly keyOf: (approver: string) => KeyObject;
  /** Runs the program in a folder, with `--hub` and `--as` after its arguments. */
  readonly cli: (folder: string, approver: string, ...words: readonly string[]) => Promise<Ran>;
  /** Restarts the hub on the same port. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Opens it with these approvers; the first signs for the others. */
export async function openHubBench(approvers: readonly string[]): Promise<HubBench> {
  const workspace = testWorkspace();
  const { dir } = workspace;
  const folders: string[] = [];
  const [first = '', ...others] = approvers;
  await okHere(dir, 'approver', 'add', first);
  for (const name of others) await okHere(dir, 'approver', 'add', name, '--by', first);
  for (const name of approvers) makeCardQuick(keyFileOf(dir, name));
  const world = await World.open(
    sourcesOf({ workspace: dir, init: false }, new AbortController().signal),
  );
  let shifted = 0;
  let runs = 0;
  const open = async (port: number): Promise<Hub> => {
    const { reader, keeper } = world.gates;
    runs += 1;
    const control = new ControlService({
      reader,
      keeper,
      logKey: createPrivateKey(readFileSync(join(dir, '.plumbline', 'keys', 'log.pem'))),
      now: () => new Date(Date.now() + shifted),
      run: `run${runs}`,
      checks: () => Promise.resolve(eventChecks),
      log: (line) => {
        throw new Error(line);
      },
    });
    const sources = {
      endpoints: [],
      identify: () => {
        throw new Error('no endpoint is served');
      },
      digest: (text: string) => text,
      catchUp: () => Promise.resolve(),
      assertHealthy: () => undefined,
      newId: () => 'ses_1',
      clock: () => performance.now(),
      log: (line: string) => {
        throw new Error(line);
      },
      control,
    };
    const address = {
      host: '127.0.0.1',
      port,
      allowedHosts: ['plans.example'],
      sse: false,
      defaultAgent: true,
    };
    return await openHub(sources, address);
  };
  let hub = await open(0);
  const { url } = hub;
  const agent = await connectAgent('geometry', dir);
  const built = async (tool: string, args: object): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await agent.call(tool, { ...args, dry_run: false, reasoning: 'a test builds' });
    if (!answer.success) throw new Error(JSON.stringify(answer));
    return answer.data;
  };
  const { level_id } = await built('create_level', { name: 'Ground', elevation: 0 });
  return {
    dir,
    url,
    authority: new URL(url).host,
    world,
    agent,
    shift: (ms) => (shifted += ms),
    async wall(y) {
      const ends = { start: { x: 0, y }, end: { x: 5000, y } };
      const { wall_id } = await built('create_wall', { level_id, ...ends, name: `wall at ${y}` });
      return String(wall_id);
    },
    async asked(ids, reasoning = 'it is in the way') {
      const args = { element_ids: [...ids], dry_run: false, reasoning };
      const answer = await agent.call('delete_elements', args);
      if (answer.approval_id === undefined) throw new Error(JSON.stringify(answer));
      return answer.approval_id;
    },
    elsewhere(approver) {
      const folder = mkdtempSync(join(tmpdir(), 'plumbline-elsewhere-'));
      folders.push(folder);
      cpSync(keyFileOf(dir, approver), join(folder, `${approver}.pem`));
      return folder;
    },
    keyOf: (approver) => {
      const { pem } = readKeyText(readFileSync(keyFileOf(dir, approver), 'utf8'));
      return createPrivateKey({ key: pem, format: 'pem', passphrase: PASSPHRASE });
    },
    cli: (folder, approver, ...words) =>
      runHere(folder, [...words, '--hub', url, '--as', approver], {
        env: { PLUMBLINE_PASSPHRASE: PASSPHRASE },
      }),
    async restart() {
      await hub.close(1000);
      hub = await open(Number(new URL(url).port));
    },
    async close() {
      await agent.close();
      await hub.close(1000);
      await world[Symbol.asyncDispose]();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
      workspace.remove();
    },
  };
}

function keyFileOf(dir: string, approver: string): string {
  return join(dir, '.plumbline', 'keys', 'approvers', `${approver}.pem`);
}

/** Encrypts the key as early versions did, which is fast to decrypt, with the same headers. */
function makeCardQuick(path: string): void {
  const text = readFileSync(path, 'utf8');
  const { pem } = readKeyText(text);
  const passphrase = PASSPHRASE;
  const key = createPrivateKey({ key: pem, format: 'pem', passphrase });
  const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const;
  writeFileSync(path, `${text.slice(0, -pem.length)}${key.export(cipher).toString()}`);
}
