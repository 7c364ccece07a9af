/** @module harness: a gate over a real workspace in this process, with injected time. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openDirectory } from '../../../governance/access/directory.ts';
import { principalOf } from '../../../governance/access/principal.ts';
import { createGate, type Gate, type GateAnswer } from '../../../governance/gate/gate.ts';
import { Recorder } from '../../../governance/gate/recorder.ts';
import { connectKeeper } from '../../../governance/keeper/connect.ts';
import { foundWorkspace } from '../../../governance/keeper/found.ts';
import type { Keeper } from '../../../governance/keeper/protocol.ts';
import { createWorkspaceFiles } from '../../../governance/keeper/workspace.ts';
import type { ServerDefinition } from '../../../governance/tool/server-definition.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite.ts';
import type { AgentRecord, Principal } from '../../../schemas/governance.ts';
import { openBuildingDomain } from '../../../servers/building/domain.ts';
import type { BuildingView } from '../../../servers/building/view.ts';

/** A gate and what it stands on. */
export type Harness = {
  readonly gate: Gate;
  readonly keeper: Keeper;
  readonly recorder: Recorder;
  readonly agent: AgentRecord;
  readonly principal: Principal;
  readonly lines: readonly string[];
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<GateAnswer>;
  /** Moves the gate's clock on, in milliseconds. */
  readonly pass: (ms: number) => void;
  readonly auditText: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** Founds a workspace and puts a gate in front of `server`. */
export async function openHarness(server: ServerDefinition<BuildingView>): Promise<Harness> {
  const dir = mkdtempSync(join(tmpdir(), 'plumbline-gate-'));
  const paths = createWorkspaceFiles(dir);
  const keeper = await connectKeeper({ dir });
  const { agent } = await foundWorkspace(keeper, paths, {
    owner: 'owner',
    now: () => new Date(),
    randomId: randomUUID,
  });
  const reader = openSqliteReader(paths.store);
  const directory = await openDirectory(reader);
  const recorder = new Recorder(keeper);
  const lines: string[] = [];
  let offset = 0;
  const now = (): Date => new Date(Date.now() + offset);
  const gate = createGate(
    server,
    { toolsets: ['all'], readOnly: false },
    {
      server: server.name,
      domain: await openBuildingDomain(reader),
      directory,
      keeper,
      reader,
      recorder,
      salt: 'salt of the test',
      now,
      randomId: randomUUID,
      log: (line) => lines.push(line),
    },
  );
  const principal = principalOf(agent, 'ses_test');
  return {
    gate,
    keeper,
    recorder,
    agent,
    principal,
    lines,
    pass: (ms) => {
      offset += ms;
    },
    call: (tool, args) =>
      gate.call(principal, {
        tool,
        arguments: args,
        signal: new AbortController().signal,
        progress: () => {},
      }),
    auditText: async () => {
      await recorder.flush();
      return reader
        .auditAfter(0, 10_000)
        .map(({ body }) => body)
        .join('\n');
    },
    close: async () => {
      reader.close();
      await keeper.close();
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
