/** @module hosts: the supported hosts: path of the configuration file, form of an entry, and the host's own command. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A value of JSON. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** An entry of a host's configuration: one server. */
export type Entry = Readonly<Record<string, JsonValue>>;

/** The program of one server. */
export type LocalServer = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

/** The address of one server of a hub. */
export type RemoteServer = {
  readonly url: string;
  /** The header `Authorization` with the host's reference to the token; null if none is sent or the host has no such reference. */
  readonly authorization: string | null;
};

/** The folders that contain hosts' files on this machine. */
export type Machine = {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** %APPDATA% on Windows. */
  readonly appData: string;
  /** The folder of the workspace, for hosts with a file per project. */
  readonly project: string;
};

/** A host's own command for its servers. Each list is the arguments of one call. */
export type HostProgram = {
  readonly program: string;
  /** Succeeds if the server is already configured. */
  readonly get: (name: string) => readonly string[];
  readonly add: (name: string, server: LocalServer | RemoteServer) => readonly string[];
  readonly remove: (name: string) => readonly string[];
};

/** The configuration of one host. */
export type Host = {
  readonly title: string;
  /** The file that the host reads; null if unknown. */
  readonly file: (machine: Machine) => string | null;
  /** The host's own command, for a file that is not JSON; null if `--write` edits the file as JSON. */
  readonly program: HostProgram | null;
  /** Key of the servers in the file. */
  readonly key: string;
  readonly entry: (server: LocalServer) => Entry;
  /** Key of the environment in an entry. */
  readonly environment: 'env' | 'environment';
  /** The entry of a server over HTTP; null if the host's file supports none. */
  readonly remote: ((server: RemoteServer, file: string | null) => Entry) | null;
  /** The host's reference to the token of an agent; null if it has none. */
  readonly token: string | null;
  /** A property that the host's own documentation does not confirm, in words. */
  readonly unsure?: string;
};

/** The entry of most hosts. */
function plain({ command, args, env }: LocalServer): Entry {
  return { command, args, ...(Object.keys(env).length === 0 ? {} : { env }) };
}

function headersOf({ authorization }: RemoteServer): Entry {
  return authorization === null ? {} : { headers: { Authorization: authorization } };
}

/** The entry of most hosts for a server over HTTP; some require a type in addition. */
function atUrl(server: RemoteServer): Entry {
  return { url: server.url, ...headersOf(server) };
}

function typed(server: RemoteServer): Entry {
  return { type: 'http', ...atUrl(server) };
}

const shared = {
  program: null,
  key: 'mcpServers',
  entry: plain,
  environment: 'env',
  remote: atUrl,
  token: null,
} as const;

/** A settings file in the standard folder of the system: `~/.config`, on Windows %APPDATA%. */
function settings(machine: Machine, name: string, windows: string, file: string): string {
  const { platform, home, appData } = machine;
  return platform === 'win32' ? join(appData, windows, file) : join(home, '.config', name, file);
}

function desktopFile({ platform, home, appData }: Machine): string | null {
  const file = join('Claude', 'claude_desktop_config.json');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', file);
  return platform === 'win32' ? join(appData, file) : null;
}

/** The file of Windsurf; that of earlier versions if only that exists. */
function windsurfFile(machine: Machine): string {
  const now = settings(machine, 'devin', 'devin', 'mcp_config.json');
  const before = join(machine.home, '.codeium', 'windsurf', 'mcp_config.json');
  return existsSync(before) && !existsSync(now) ? before : now;
}

const CODEX: HostProgram = {
  program: 'codex',
  get: (name) => ['mcp', 'get', name],
  add: (name, server) => [
    'mcp',
    'add',
    name,
    ...('url' in server
      ? [
          '--url',
          server.url,
          ...(server.authorization === null ? [] : ['--bearer-token-env-var', 'PLUMBLINE_TOKEN']),
        ]
      : [
          ...Object.entries(server.env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
          '--',
          server.command,
          ...server.args,
        ]),
  ],
  remove: (name) => ['mcp', 'remove', name],
};

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
    unsure: 'the location of its file on Linux',
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
    program: CODEX,
    key: 'mcp_servers',
    // Codex reads the token from this variable and sends the header itself.
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
    unsure: 'whether Antigravity, its successor for personal accounts, reads this file',
  },
  windsurf: {
    ...shared,
    title: 'Windsurf, now Devin Desktop',
    file: windsurfFile,
    // The file of earlier versions has another name for the address.
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
    environment: 'environment',
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
