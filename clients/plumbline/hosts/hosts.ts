/** @module hosts: the hosts whose configuration is known: where it lies and what an entry looks like. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { JsonValue } from './jsonc.ts';

/** How one server is started. */
export type Started = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

/** Where a host's files lie on this machine. */
export type Machine = {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** %APPDATA% on Windows. */
  readonly appData: string;
  /** The folder of the workspace, for files of a project. */
  readonly project: string;
};

/** The configuration of one host. */
export type Host = {
  readonly title: string;
  /** The file that the host reads; null where that is not known. */
  readonly file: (machine: Machine) => string | null;
  readonly form: 'json' | 'toml';
  /** Key of the servers in the file. */
  readonly key: string;
  readonly entry: (server: Started) => Readonly<Record<string, JsonValue>>;
  /** How the file refers to the token of an agent; null where that is not known. */
  readonly token: string | null;
  /** What was not confirmed by the host's own documents, for people. */
  readonly unsure?: string;
};

/** The form that most hosts share. */
function plain({ command, args, env }: Started): Readonly<Record<string, JsonValue>> {
  return { command, args, ...(Object.keys(env).length === 0 ? {} : { env }) };
}

const shared = { form: 'json', key: 'mcpServers', entry: plain, token: null } as const;

/** Settings of a program as the systems keep them: `~/.config` and on Windows %APPDATA%. */
function settings(machine: Machine, name: string, windows: string, file: string): string {
  const { platform, home, appData } = machine;
  return platform === 'win32' ? join(appData, windows, file) : join(home, '.config', name, file);
}

function desktopFile({ platform, home, appData }: Machine): string | null {
  const file = join('Claude', 'claude_desktop_config.json');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', file);
  return platform === 'win32' ? join(appData, file) : null;
}

/** The file of before is used where there is one and no new one. */
function windsurfFile(machine: Machine): string {
  const now = settings(machine, 'devin', 'devin', 'mcp_config.json');
  const before = join(machine.home, '.codeium', 'windsurf', 'mcp_config.json');
  return existsSync(before) && !existsSync(now) ? before : now;
}

export const HOSTS: Readonly<Record<string, Host>> = {
  claude: {
    ...shared,
    title: 'Claude Code',
    file: ({ project }) => join(project, '.mcp.json'),
    token: '${PLUMBLINE_TOKEN}',
  },
  'claude-desktop': {
    ...shared,
    title: 'Claude Desktop',
    file: desktopFile,
    unsure: 'where it looks on Linux',
  },
  cursor: {
    ...shared,
    title: 'Cursor',
    file: ({ project }) => join(project, '.cursor', 'mcp.json'),
    token: '${env:PLUMBLINE_TOKEN}',
  },
  vscode: {
    ...shared,
    title: 'VS Code',
    file: ({ project }) => join(project, '.vscode', 'mcp.json'),
    key: 'servers',
    entry: (server) => ({ type: 'stdio', ...plain(server) }),
    token: '${input:plumbline-token}',
  },
  codex: {
    ...shared,
    title: 'Codex',
    file: ({ home }) => join(home, '.codex', 'config.toml'),
    form: 'toml',
    key: 'mcp_servers',
  },
  gemini: {
    ...shared,
    title: 'Gemini CLI',
    file: ({ project }) => join(project, '.gemini', 'settings.json'),
    unsure: 'whether Antigravity, which took its place for personal accounts, reads this file',
  },
  windsurf: {
    ...shared,
    title: 'Windsurf, now Devin Desktop',
    file: windsurfFile,
  },
  zed: {
    ...shared,
    title: 'Zed',
    file: (machine) => settings(machine, 'zed', 'Zed', 'settings.json'),
    key: 'context_servers',
  },
  opencode: {
    ...shared,
    title: 'opencode',
    file: ({ project }) => join(project, 'opencode.json'),
    key: 'mcp',
    entry: ({ command, args, env }) => ({
      type: 'local',
      command: [command, ...args],
      ...(Object.keys(env).length === 0 ? {} : { environment: env }),
    }),
    unsure: 'how long version 2 waits for a server to start (version 1: 5 s)',
  },
};
