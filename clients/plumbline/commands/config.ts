/** @module config: what a host must be told to start the servers, with absolute paths. */
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { type Call, type Command, textOf } from '../command.ts';
import { misuse } from '../failure.ts';
import { workspaceDir } from '../session.ts';

/** The launcher that servers are started with. */
export const LAUNCHER = fileURLToPath(new URL('../../../bin/plumbline.js', import.meta.url));

/** Servers in the order in which they are offered; those whose folder is not there are left out. */
const SERVERS = ['geometry', 'spatial', 'validation', 'documentation', 'mpt', 'pseudo-axion'];

/** Hosts, the file that their configuration belongs in, and the key of the servers in it. */
const HOSTS = {
  claude: {
    file: '.mcp.json (Claude Code) or claude_desktop_config.json',
    form: 'json',
    key: 'mcpServers',
  },
  cursor: { file: '.cursor/mcp.json', form: 'json', key: 'mcpServers' },
  vscode: { file: '.vscode/mcp.json', form: 'json', key: 'servers' },
  codex: { file: '~/.codex/config.toml', form: 'toml', key: 'mcp_servers' },
} as const;
type HostName = keyof typeof HOSTS;

type ServerEntry = {
  readonly type?: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
};

/** Servers that this installation has. */
export function installedServers(): readonly string[] {
  return SERVERS.filter((name) =>
    existsSync(new URL(`../../../servers/${name}/`, import.meta.url)),
  );
}

/** Node by its absolute path: hosts start with a PATH of their own. */
function entryFor(server: string, dir: string, host: HostName): ServerEntry {
  const entry = {
    command: process.execPath,
    args: [LAUNCHER, 'mcp', server, '--workspace', dir],
  };
  return host === 'vscode' ? { type: 'stdio', ...entry } : entry;
}

function tomlOf(entries: Readonly<Record<string, ServerEntry>>): string {
  return Object.entries(entries)
    .map(([name, { command, args }]) =>
      [
        `[${HOSTS.codex.key}.${name}]`,
        `command = ${JSON.stringify(command)}`,
        `args = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]`,
        '',
      ].join('\n'),
    )
    .join('\n');
}

function hostOf(call: Call): HostName {
  const host = textOf(call, 'for');
  const known = Object.keys(HOSTS).join(', ');
  switch (host) {
    case 'claude':
    case 'cursor':
    case 'vscode':
    case 'codex':
      return host;
    case null:
      throw misuse('got no host, want --for HOST', `hosts: ${known}`);
    default:
      throw misuse(
        `got the host \`${host}\`, want one of ${known}`,
        'any other host: use the one for claude',
      );
  }
}

export const configCommand: Command = {
  words: 'config',
  takes: [],
  summary: 'print what a host needs to start the servers',
  options: { for: { type: 'string', value: 'HOST', help: 'claude, cursor, vscode or codex' } },
  async run(call) {
    const host = hostOf(call);
    const dir = workspaceDir(call);
    const entries = Object.fromEntries(
      installedServers().map((server) => [`plumbline-${server}`, entryFor(server, dir, host)]),
    );
    const { file, form, key } = HOSTS[host];
    const whole = { [key]: entries };
    call.terminal.err(`put this into ${file}`);
    return {
      json: whole,
      lines: [form === 'toml' ? tomlOf(entries).trimEnd() : JSON.stringify(whole, null, 2)],
    };
  },
};
