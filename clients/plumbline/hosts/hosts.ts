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

/** Where one server is reached. */
export type Remote = {
  readonly url: string;
  /** The header `Authorization`, as the file refers to the token; null where none is sent, or the file cannot say it. */
  readonly authorization: string | null;
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
  /** The entry of a server that is reached over HTTP, as this file takes it; null where the host's file takes none. */
  readonly remote:
    | ((server: Remote, file: string | null) => Readonly<Record<string, JsonValue>>)
    | null;
  /** How the file refers to the token of an agent; null where that is not known. */
  readonly token: string | null;
  /** What was not confirmed by the host's own documents, for people. */
  readonly unsure?: string;
};

/** The form that most hosts share. */
function plain({ command, args, env }: Started): Readonly<Record<string, JsonValue>> {
  return { command, args, ...(Object.keys(env).length === 0 ? {} : { env }) };
}

function headersOf({ authorization }: Remote): Readonly<Record<string, JsonValue>> {
  return authorization === null ? {} : { headers: { Authorization: authorization } };
}

/** The form that most hosts share for servers over HTTP; some must be told the type. */
function atUrl(server: Remote): Readonly<Record<string, JsonValue>> {
  return { url: server.url, ...headersOf(server) };
}

function typed(server: Remote): Readonly<Record<string, JsonValue>> {
  return { type: 'http', ...atUrl(server) };
}

const shared = {
  form: 'json',
  key: 'mcpServers',
  entry: plain,
  remote: atUrl,
  token: null,
} as const;

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
    remote: typed,
    token: '${PLUMBLINE_TOKEN}',
  },
  'claude-desktop': {
    ...shared,
    title: 'Claude Desktop',
    file: desktopFile,
    remote: null,
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
    remote: typed,
    token: '${input:plumbline-token}',
  },
  codex: {
    ...shared,
    title: 'Codex',
    file: ({ home }) => join(home, '.codex', 'config.toml'),
    form: 'toml',
    key: 'mcp_servers',
    // The name of the variable that holds the token, whose header Codex writes itself.
    remote: ({ url, authorization }) => ({
      url,
      ...(authorization === null ? {} : { bearer_token_env_var: 'PLUMBLINE_TOKEN' }),
    }),
  },
  gemini: {
    ...shared,
    title: 'Gemini CLI',
    file: ({ project }) => join(project, '.gemini', 'settings.json'),
    remote: typed,
    unsure: 'whether Antigravity, which took its place for personal accounts, reads this file',
  },
  windsurf: {
    ...shared,
    title: 'Windsurf, now Devin Desktop',
    file: windsurfFile,
    // The file of before has another name for the address.
    remote: (server, file) =>
      file?.includes('.codeium') === true
        ? { serverUrl: server.url, ...headersOf(server) }
        : atUrl(server),
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
    remote: (server) => ({ type: 'remote', ...atUrl(server), oauth: false }),
    unsure: 'how long version 2 waits for a server to start (version 1: 5 s)',
  },
};
