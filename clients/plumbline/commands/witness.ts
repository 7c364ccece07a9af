/** @module witness: the command that cosigns the checkpoints of other workspaces until a signal ends it. */
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import process from 'node:process';

import { type KnownLog, knownLogs, parseLog } from '../../../governance/witness/known-logs.ts';
import { openWitness, type OpenWitness } from '../../../governance/witness/open-witness.ts';
import { serveWitness } from '../../../governance/witness/serve-witness.ts';
import { StateFault } from '../../../governance/witness/witness-state.ts';
import { verifierKeyFault } from '../../../kernel/base/canonical/verifier-key.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { CliFailure, misuse } from '../failure.ts';
import { WITNESS_DEFAULTS } from '../usages/options.ts';

const { host: HOST, port: PORT, state: STATE } = WITNESS_DEFAULTS;

/** Runs a witness that cosigns checkpoints of the configured logs, until a signal ends it. */
export async function serveCosignatures(call: Call): Promise<Outcome> {
  const { terminal } = call;
  const address = { host: textOf(call, 'host') ?? HOST, port: portOf(call) };
  const named = logsOf(call);
  const file = fileOf(call, 'logs');
  const log = (line: string): void => terminal.err(`plumbline: ${printable(line)}`);
  if (named.length === 0 && file === null) {
    log('no log is configured, so every checkpoint is refused; add logs with --log or --logs');
  }
  const logs = knownLogs(named, file, log);
  const open = openFiles(call, logs);
  try {
    const service = await serveWitness(open.witness, address, { log });
    announce(call, service.url, open.vkey);
    await untilTerminated();
    await service.close();
  } finally {
    open.close();
  }
  return { json: undefined, lines: [] };
}

/** Prints the address and the public key of the witness; only the public key goes to standard output. */
function announce({ terminal, json }: Call, url: string, vkey: string): void {
  terminal.out(json ? JSON.stringify({ url, vkey }) : vkey);
  terminal.err(`plumbline: the witness listens on ${url}; workspaces on this machine use it with`);
  terminal.err(`  plumbline policy set witness '${url}#${printable(vkey)}'`);
}

function openFiles(call: Call, logs: Parameters<typeof openWitness>[1]['logs']): OpenWitness {
  const state = fileOf(call, 'state') ?? resolve(call.terminal.cwd, STATE);
  const key = fileOf(call, 'key') ?? `${state}.key`;
  const name = textOf(call, 'key-name');
  for (const path of [state, key]) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    return openWitness({ state, key, name }, { logs, now: () => new Date() });
  } catch (error) {
    if (error instanceof RangeError) {
      throw misuse(printable(error.message), 'omit --key-name, or create another witness');
    }
    if (!(error instanceof StateFault)) throw error;
    throw new CliFailure(
      printable(error.message),
      'name the correct files; a witness that has lost its state must not continue with its key: start another one with new files',
    );
  }
}

function portOf(call: Call): number {
  const text = textOf(call, 'port') ?? String(PORT);
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw misuse(
    `invalid --port \`${printable(text)}\`, expected a number from 0 to 65535`,
    `omit it for ${PORT}`,
  );
}

function logsOf(call: Call): readonly KnownLog[] {
  const words = (textOf(call, 'log') ?? '').split(',').filter((word) => word.trim() !== '');
  return words.map((word) => {
    const log = parseLog(word.trim());
    if (log !== undefined) return log;
    const fault = verifierKeyFault(word.trim().split(' ').at(-1) ?? '');
    throw misuse(
      `invalid --log \`${printable(word)}\`, expected the public key of a log: NAME+ID+KEY, preceded by its origin if that differs from NAME${fault === null ? '' : `: ${fault}`}`,
      '`plumbline audit checkpoint` prints it in the workspace of the log',
    );
  });
}

function fileOf(call: Call, option: string): string | null {
  const file = textOf(call, option);
  return file === null ? null : resolve(call.terminal.cwd, file);
}

/** Resolves at the first signal to terminate. */
function untilTerminated(): Promise<void> {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, end);
  return promise.finally(() => {
    for (const signal of signals) process.off(signal, end);
  });
}
