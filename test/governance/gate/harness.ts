/** @module harness: a gate over a real workspace in this process, with injected time. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openDirectory, type Directory } from '../../../governance/access/directory.ts';
import { fileReader } from '../../../governance/access/file-reading.ts';
import { connectionOf, principalOf } from '../../../governance/access/principal.ts';
import { Recorder } from '../../../governance/gate/call/recorder.ts';
import type { GateAnswer } from '../../../governance/gate/entered-answer.ts';
import { createGate, type Gate } from '../../../governance/gate/gate.ts';
import { hourlyLimit } from '../../../governance/gate/limits/hourly.ts';
import { rateLimit } from '../../../governance/gate/limits/rate.ts';
import { connectKeeper } from '../../../governance/keeper/connect-keeper.ts';
import type { Keeper } from '../../../governance/keeper/protocol/protocol.ts';
import { foundWorkspace } from '../../../governance/keeper/workspace/found-workspace.ts';
import { createWorkspaceFiles } from '../../../governance/keeper/workspace/workspace-files.ts';
import type { ServerDefinition } from '../../../governance/tool/server-definition.ts';
import { untimed } from '../../../governance/tool/step-timer.ts';
import { StoredMeshes } from '../../../kernel/building/imports/stored-meshes.ts';
import { KINDS } from '../../../kernel/building/kinds/elements.ts';
import type { Kinds } from '../../../kernel/building/kinds/kinds.ts';
import { BUILDING_CHECKS } from '../../../kernel/building/model/checks/checks-module.ts';
import type { EventSource } from '../../../kernel/building/view/event-source.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { openSqliteReader, type SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import type { AgentRecord, Principal } from '../../../schemas/governance.ts';
import { openBuildingDomain } from '../../../servers/building/domain.ts';
import { PictureFiles } from '../../../servers/files/picture-files.ts';
import { assertFitsListed } from '../../contract/fits-listed.ts';

/** A gate and its parts. */
export type Harness = {
  readonly gate: Gate;
  readonly keeper: Keeper;
  readonly directory: Directory;
  readonly reader: SqliteReader;
  readonly recorder: Recorder;
  readonly agent: AgentRecord;
  readonly principal: Principal;
  readonly lines: readonly string[];
  /** Path of the store. */
  readonly store: string;
  /** Absolute path of `artifacts/`. */
  readonly artifacts: string;
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<GateAnswer>;
  /** Advances the gate's clock, in milliseconds. */
  readonly pass: (ms: number) => void;
  readonly auditText: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** The parts of a harness that differ from the usual ones. */
type Parts = {
  readonly kinds?: Kinds;
  readonly checks?: URL;
  readonly randomId?: () => string;
  /** The reads of the domain. */
  readonly read?: (reader: SqliteReader) => EventSource;
  /** The submissions of the gate. */
  readonly submit?: (keeper: Keeper) => Keeper['submit'];
};

/** Founds a workspace with ids from `randomId`, and opens a gate for `server` over a model with elements of these kinds. */
export async function openHarness(
  server: ServerDefinition<BuildingView>,
  {
    kinds = KINDS,
    checks = BUILDING_CHECKS,
    randomId = randomUUID,
    read = (reader) => reader,
    submit,
  }: Parts = {},
): Promise<Harness> {
  const dir = mkdtempSync(join(tmpdir(), 'plumbline-gate-'));
  const paths = createWorkspaceFiles(dir);
  const keeper = await connectKeeper({ checks, dir, timeoutMs: 60_000 });
  const { agent } = await foundWorkspace(keeper, paths, {
    owner: 'owner',
    now: () => new Date(),
    randomId,
  });
  const reader = openSqliteReader(paths.store);
  const directory = await openDirectory(reader);
  const recorder = new Recorder(keeper);
  const lines: string[] = [];
  let offset = 0;
  const now = (): Date => new Date(Date.now() + offset);
  const made = createGate(
    server,
    { toolsets: ['all'], readOnly: false },
    {
      server: server.name,
      domain: await openBuildingDomain(read(reader), {
        kinds,
        meshes: new StoredMeshes(reader.blobPart),
      }),
      directory,
      keeper: submit === undefined ? keeper : { ...keeper, submit: submit(keeper) },
      reader,
      recorder,
      limitRate: rateLimit(keeper),
      limitHour: hourlyLimit(reader),
      pictures: new PictureFiles({
        folder: paths.artifacts,
        readerOf: (one) => fileReader(directory, one),
        now,
        log: (line) => lines.push(line),
      }),
      process: { id: 'test', pid: 1, host: 'here' },
      timed: untimed,
      salt: 'salt of the test',
      now,
      randomId: randomUUID,
      log: (line) => lines.push(line),
    },
  );
  const gate: Gate = {
    ...made,
    call: async (from, call) => {
      const answer = await made.call(from, call);
      const { envelope } = answer;
      assertFitsListed(made.list(from.identify().principal), call.tool, envelope);
      return answer;
    },
  };
  const principal = principalOf(agent, 'ses_test');
  return {
    gate,
    keeper,
    directory,
    reader,
    recorder,
    agent,
    principal,
    lines,
    store: paths.store,
    artifacts: paths.artifacts,
    pass: (ms) => {
      offset += ms;
    },
    call: (tool, args) =>
      gate.call(connectionOf(principal), {
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
