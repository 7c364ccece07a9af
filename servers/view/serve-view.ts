/** @module serve-view: serves the page of a workspace on loopback until a signal, and prints links that sign in. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

import { bearerConnection } from '../../governance/access/bearer.ts';
import { type Directory, tokenHash } from '../../governance/access/directory.ts';
import { principalOf } from '../../governance/access/principal.ts';
import { codePointEscape, withoutUnseen } from '../../kernel/base/text/invisible-characters.ts';
import { UsageError, type ViewOptions } from '../host/options.ts';
import { type Hub, openHub } from '../http/hub.ts';
import type { HubSources } from '../http/routes.ts';
import { log, sourcesOf } from '../start.ts';
import { World } from '../world/world.ts';
import { openView } from './open-view.ts';
import type { Viewer } from './thread/messages.ts';

const clock = (): number => performance.now();

/** The usual port: the stored viewpoints of a page belong to its address. */
const PORT = 7421;
const GRACE_MS = 2000;
/** Time (ms) after which the file that opens the browser is removed. */
const OPENED_MS = 30_000;
/** The address of this machine in each version of the protocol; `localhost` may mean either. */
const LOOPBACK = ['127.0.0.1', '::1'] as const;

/** Serves until SIGINT, SIGTERM or SIGHUP. Throws UsageError for an unknown name and a port that is taken. */
export async function serveView(options: ViewOptions): Promise<void> {
  const ending = new AbortController();
  const sources = sourcesOf(options, ending.signal);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => resolve());
    }
  });
  await using world = await World.open(sources);
  const { directory, reader } = world.gates;
  const viewer = viewerNamed(directory, options.as);
  let seen = -1;
  const catchUp = async (): Promise<void> => {
    const now = await reader.changeCounter();
    if (now !== seen) await directory.refresh();
    seen = now;
  };
  const view = openView(
    { ...world.gates, catchUp },
    { dir: sources.paths.dir, clock, redirects: true },
  );
  const { service } = view;
  const hubs = await onBothAddresses(options.port, {
    endpoints: [],
    identify: (credential, session_id) => bearerConnection(directory, credential, session_id),
    digest: tokenHash,
    catchUp,
    assertHealthy: () => undefined,
    newId: () => 'ses_view',
    clock,
    log,
    view: service,
  });
  const port = new URL(hubs[0]?.url ?? '').port;
  const link = (): string => `http://localhost:${port}${service.link(viewer)}`;
  const isOpened = options.open && openInBrowser(link());
  if (!isOpened) process.stdout.write(`${link()}\n`);
  log(`showing ${sources.paths.dir} until Ctrl-C; the link works once, within ten minutes`);
  moreLinks(link);
  await stopped;
  for (const hub of hubs) await hub.close(GRACE_MS);
  await view.thread[Symbol.asyncDispose]();
  ending.abort();
}

/** The person who looks. Throws UsageError for an unknown name. */
function viewerNamed(directory: Directory, name: string | null): Viewer {
  if (name === null || name === directory.workspace().owner.name) return { kind: 'owner' };
  const record = directory.agent(name);
  if (record?.status === 'active') {
    return { kind: 'registered', principal: principalOf(record, 'ses_view') };
  }
  throw new UsageError(
    `unknown or revoked name \`${withoutUnseen(name, codePointEscape)}\` in --as; \`plumbline agent list\` shows the agents and people, \`plumbline agent add NAME --human\` adds a person such as an approver, and without --as the owner looks`,
  );
}

/**
 * Listens on the same port of both loopback addresses, because a browser may use either for `localhost`, and another user
 * of the machine could listen on a free one. Throws UsageError if the port is taken.
 */
async function onBothAddresses(given: number | null, sources: HubSources): Promise<readonly Hub[]> {
  const wanted = given ?? PORT;
  const hubs = await listening(wanted, sources);
  if (hubs !== null) return hubs;
  if (given !== null) {
    throw new UsageError(`port ${given} of this machine is taken; give another one with --port`);
  }
  for (let tries = 0; tries < 10; tries += 1) {
    const free = await listening(0, sources);
    if (free !== null) return free;
  }
  throw new UsageError('no port is free on both loopback addresses; give one with --port');
}

/** The hubs on a port (0: any); null if it is taken on one of the addresses. */
async function listening(port: number, sources: HubSources): Promise<readonly Hub[] | null> {
  const hubs: Hub[] = [];
  for (const host of LOOPBACK) {
    const known = hubs[0] === undefined ? port : Number(new URL(hubs[0].url).port);
    try {
      const address = { host, port: known, allowedHosts: [], sse: false, defaultAgent: false };
      hubs.push(await openHub(sources, address));
    } catch (error) {
      const code = Object(error).code;
      // A machine without IPv6 has only the first address
      if (host === '::1' && code !== 'EADDRINUSE' && code !== 'EACCES') continue;
      for (const hub of hubs) await hub.close(0);
      if (code !== 'EADDRINUSE') throw error;
      return null;
    }
  }
  return hubs;
}

/** Prints another link for each line of a person at the terminal, such as for a second tab. */
function moreLinks(link: () => string): void {
  if (!process.stdin.isTTY) return;
  log('press Enter for another link');
  const lines = createInterface({ input: process.stdin });
  lines.on('line', () => void process.stdout.write(`${link()}\n`));
  process.once('SIGINT', () => lines.close());
}

/**
 * Opens a link in the browser; returns false if that is impossible. Command lines can be read by every user of the machine,
 * so the browser gets the path of a file that only this user can read, and the file leads to the link.
 */
function openInBrowser(link: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-view-'));
  const file = join(folder, 'open.html');
  const text = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${link}"><title>Plumbline</title>`;
  writeFileSync(file, text, { mode: 0o600 });
  const [program = '', ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, file], { stdio: 'ignore', detached: true });
  child.once('error', () => {
    process.stdout.write(`${link}\n`);
    log(`no browser could be opened with \`${program}\`; open the link`);
  });
  child.unref();
  setTimeout(() => rmSync(folder, { recursive: true, force: true }), OPENED_MS).unref();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return true;
}

/** The program that opens a file, by platform. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};
