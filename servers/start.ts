/**
 * @module start: the common start of all ways to serve: opens the workspace and injects clock, random numbers and ids.
 */
import { randomBytes, randomInt, randomUUID, randomUUIDv7 } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { availableParallelism, homedir, userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import process from 'node:process';

import { hostId } from '../governance/keeper/workspace/host-id.ts';
import {
  createWorkspaceFiles,
  findWorkspace,
  workspacePaths,
  type WorkspacePaths,
} from '../governance/keeper/workspace/workspace-files.ts';
import { untimed } from '../governance/tool/step-timer.ts';
import { systemErrorText } from '../kernel/base/files/system-error.ts';
import {
  codePointEscape,
  jsonEscape,
  withoutUnseen,
} from '../kernel/base/text/invisible-characters.ts';
import { LedgerError } from '../kernel/ledger/ledger.ts';
import { Refusal } from '../schemas/errors.ts';
import { UsageError, type WorkspaceOptions } from './host/options.ts';
import { SettingsError } from './mpt/settings/settings-error.ts';
import { userCacheFolder } from './mpt/settings/user-cache-folder.ts';
import { openTelemetry } from './telemetry/open-telemetry.ts';
import type { Telemetry, TelemetrySources } from './telemetry/telemetry.ts';
import type { World, WorldSources } from './world/world.ts';

/** The version that every server reports. */
export const VERSION = '0.1.0';
/** Upper bound of the seeds that are drawn for the experiment. */
const SEED_MAX = 2 ** 47;
/** Pending approvals are counted only up to this number. */
const MAX_APPROVALS = 1000;

/** Writes a line for the operator: text, or one JSON object per line if `PLUMBLINE_LOG` is `json`. */
export const log = (line: string): void => {
  const json = process.env['PLUMBLINE_LOG'] === 'json';
  process.stderr.write(json ? `${jsonLine(line, new Date())}\n` : `${textLines(line)}\n`);
};

/**
 * Returns a log line as JSON with `time` (RFC 3339), `from` and `message`. It has no line break inside, and invisible
 * characters are escaped.
 */
export function jsonLine(message: string, at: Date): string {
  const line = JSON.stringify({ time: at.toISOString(), from: 'plumbline', message });
  return withoutUnseen(line, jsonEscape);
}

/**
 * Returns a message as text with invisible characters escaped. Only its first line has the log prefix; the others are
 * indented.
 */
export function textLines(message: string): string {
  const [first = '', ...rest] = message
    .split('\n')
    .map((line) => withoutUnseen(line, codePointEscape));
  return [`plumbline: ${first}`, ...rest.map((line) => `  ${line}`)].join('\n');
}

/** The closest folder at or above `start` with a workspace that this user may not enter; null if there is none. */
function closedTo(start: string): string | null {
  for (let dir = resolve(start); ; dir = dirname(dir)) {
    const { inner } = workspacePaths(dir);
    if (existsSync(inner)) return isOpen(inner) ? null : dir;
    if (dir === dirname(dir)) return null;
  }
}

function isOpen(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The workspace to serve. It is created only with --init, because a mistyped folder would become a workspace with its
 * own rules.
 */
function workspaceOf({ workspace, init }: WorkspaceOptions): WorkspacePaths {
  const dir = workspace ?? process.cwd();
  const found = findWorkspace(dir);
  if (found !== null && (workspace === null || found === resolve(dir))) {
    return workspacePaths(found);
  }
  if (init) return createWorkspaceFiles(dir);
  const closed = closedTo(dir);
  if (closed !== null) {
    throw new UsageError(
      `this user has no access to the workspace in ${closed}; start the server as its owner`,
    );
  }
  const looked = workspace === null ? `${dir} or above it` : resolve(dir);
  throw new UsageError(
    `no workspace in ${looked}; run \`plumbline init\` there, name another folder with --workspace DIR, or add --init to create one`,
  );
}

/**
 * Returns the sources from which the world of this process is opened. `ending` cancels its running work. Throws
 * UsageError if there is no workspace.
 */
export function sourcesOf(options: WorkspaceOptions, ending: AbortSignal): WorldSources {
  return {
    ending,
    paths: workspaceOf(options),
    owner: options.init ? userInfo().username : null,
    now: () => new Date(),
    randomId: randomUUIDv7,
    log,
    timed: untimed,
    process: { id: randomUUID(), pid: process.pid, host: hostId() },
    userCache: userCacheFolder({
      platform: process.platform,
      home: homedir(),
      XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'],
      LOCALAPPDATA: process.env['LOCALAPPDATA'],
    }),
    openBuilding: async (...given) => {
      const { openBuildingDomain } = await import('./building/domain.ts');
      return await openBuildingDomain(...given);
    },
    experiment: {
      uuid: randomUUID,
      nonce: () => randomBytes(32).toString('hex'),
      seed: () => randomInt(SEED_MAX),
      workers: availableParallelism(),
    },
  };
}

/** The telemetry of this process; null if the environment does not enable it. */
export async function telemetryOf(
  transport: TelemetrySources['transport'],
  { process: { id } }: WorldSources,
): Promise<Telemetry | null> {
  return await openTelemetry({
    env: process.env,
    transport,
    version: VERSION,
    instance: id,
    log,
  });
}

/** Reports the pending work of a world to telemetry. */
export function watchWorld(
  telemetry: Telemetry,
  { gates: { recorder, reader } }: Pick<World, 'gates'>,
  now: () => Date,
): void {
  telemetry.watch({
    auditWaiting: () => recorder.waiting,
    approvalsPending: async () => {
      const pending = await reader.approvals('pending', MAX_APPROVALS);
      const at = now().toISOString();
      return pending.filter(({ expires_at }) => expires_at > at).length;
    },
  });
}

/**
 * Returns the reason why the server ended, for its operator; null for a program fault, whose stack belongs in a bug
 * report.
 */
export function oneLine(error: unknown): string | null {
  if (error instanceof Refusal) return `${error.body.message}; ${error.body.hint}`;
  const text = systemErrorText(error);
  if (text !== null) return `${text.message}; ${text.next}`;
  const isExpected = [UsageError, LedgerError, SettingsError].some((kind) => error instanceof kind);
  return isExpected && error instanceof Error ? error.message : null;
}
