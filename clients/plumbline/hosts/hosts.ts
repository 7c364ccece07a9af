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
  /** The settings folder of Codex: CODEX_HOME, by default `~/.codex`. */
  readonly codex: string;
};

/** A host's own command for its servers. Each list is the arguments of one call. */
export type HostProgram = {
  readonly program: string;
  /** Succeeds if the server is already configured. */
  readonly get: (name: string) => readonly string[];
  /** Part of the error of `get` if there is no such server. Any other error does not show that there is none. */
  readonly notFound: (name: string) => string;
  readonly add: (name: string, server: LocalServer | RemoteServer) => readonly string[];
  readonly remove: (name: string) => readonly string[];
  /** Lines of a TOML entry that the command cannot write; they are inserted into the file after it has run. */
  readonly missing: readonly string[];
};

/** The configuration of one host. */
export type Host = {
  readonly title: string;
  /** The file that the host reads; null if unknown. */
  readonly file: (machine: Machine) => string | null;
  /** The host's own command, for a file that is not JSON; null if `--write` edits the file as JSON. */
  readonly program: HostProgram | null;
  /** Whether the file is for all workspaces, not for one folder. */
  readonly isUserWide: boolean;
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
  /** What to do after the installation of the servers of these names, one sentence each. */
  readonly start: (folder: string, names: readonly string[]) => readonly string[];
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
  isUserWide: false,
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

/**
 * Codex sends the first request to the model without the tools of servers that have not started yet, unless they are
 * required.
 */
const REQUIRED = 'required = true';

const CODEX: HostProgram = {
  program: 'codex',
  get: (name) => ['mcp', 'get', name, '--json'],
  // Of version 0.171; `npm run test:hosts` fails if it changes.
  notFound: (name) => `No MCP server named '${name}' found`,
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
  missing: [REQUIRED],
};

export const HOSTS: Readonly<Record<string, Host>> = {
  claude: {
    ...shared,
    title: 'Claude Code',
    start: (folder) => [
      `start \`claude\` in ${folder} and approve the servers of the project; \`/mcp\` lists them`,
    ],
    file: ({ project }) => join(project, '.mcp.json'),
    remote: typed,
    token: '${PLUMBLINE_TOKEN}',
  },
  'claude-desktop': {
    ...shared,
    title: 'Claude Desktop',
    isUserWide: true,
    start: () => ['quit Claude Desktop and start it again; it reads the file only when it starts'],
    file: desktopFile,
    remote: null,
    unsure: 'the location of its file on Linux',
  },
  cursor: {
    ...shared,
    title: 'Cursor',
    start: (folder) => [
      `open ${folder} in Cursor and enable the servers in its settings under MCP`,
    ],
    file: ({ project }) => join(project, '.cursor', 'mcp.json'),
    token: '${env:PLUMBLINE_TOKEN}',
  },
  vscode: {
    ...shared,
    title: 'VS Code',
    start: (folder) => [
      `open ${folder} in VS Code, trust the folder, and start the servers with the command \`MCP: List Servers\``,
    ],
    file: ({ project }) => join(project, '.vscode', 'mcp.json'),
    key: 'servers',
    entry: (server) => ({ type: 'stdio', ...plain(server) }),
    remote: typed,
    token: '${input:plumbline-token}',
  },
  codex: {
    ...shared,
    title: 'Codex',
    isUserWide: true,
    start: (folder, names) => [
      `start \`codex\` in ${folder}; \`/mcp\` lists the servers`,
      `before you delete or move the workspace or this program, run \`plumbline config --for codex --remove\`: Codex does not start without a required server; afterwards, ${names.map((name) => `\`codex mcp remove ${name}\``).join(', ')} repairs it`,
    ],
    file: ({ codex }) => join(codex, 'config.toml'),
    program: CODEX,
    key: 'mcp_servers',
    entry: (server) => ({ ...plain(server), required: true }),
    // Codex reads the token from this variable and sends the header itself.
    remote: ({ url, authorization }) => ({
      url,
      ...(authorization === null ? {} : { bearer_token_env_var: 'PLUMBLINE_TOKEN' }),
      required: true,
    }),
  },
  gemini: {
    ...shared,
    title: 'Gemini CLI',
    start: (folder) => [
      `start \`gemini\` in ${folder} and trust the folder: until then it ignores the settings of the project; \`/mcp\` lists the servers`,
    ],
    file: ({ project }) => join(project, '.gemini', 'settings.json'),
    remote: typed,
    unsure: 'whether Antigravity, its successor for personal accounts, reads this file',
  },
  windsurf: {
    ...shared,
    title: 'Windsurf, now Devin Desktop',
    isUserWide: true,
    start: () => ['refresh the MCP servers in its settings, or start it again'],
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
    isUserWide: true,
    start: (folder) => [`open ${folder} in Zed; the settings of the agent panel list the servers`],
    file: (machine) => settings(machine, 'zed', 'Zed', 'settings.json'),
    key: 'context_servers',
  },
  opencode: {
    ...shared,
    title: 'opencode',
    start: (folder) => [`start \`opencode\` in ${folder}; \`opencode mcp list\` lists the servers`],
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
