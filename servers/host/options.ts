/** @module options: parses the arguments of `plumbline mcp` and `plumbline serve`. */
import { parseArgs } from 'node:util';

/** The workspace that is served. */
export type WorkspaceOptions = {
  /** Whether to create the workspace if it does not exist. */
  readonly init: boolean;
  /** Path as given; null: the nearest workspace at or above the working directory. */
  readonly workspace: string | null;
};

/** Which tools are offered. */
type OfferOptions = { readonly toolsets: readonly string[]; readonly readOnly: boolean };

/** One server over stdio. */
export type StdioOptions = WorkspaceOptions &
  OfferOptions & { readonly command: 'mcp'; readonly server: string };

/** All servers over HTTP. */
export type HubOptions = WorkspaceOptions &
  OfferOptions & {
    readonly command: 'serve';
    readonly host: string;
    readonly port: number;
    readonly allowedHosts: readonly string[];
    readonly sse: boolean;
    /** Whether requests from this machine without credentials act as the default agent. */
    readonly defaultAgent: boolean;
    /** Whether approvals are served. */
    readonly control: boolean;
    /** File that names the authorization server whose access tokens are accepted; null: none are accepted. */
    readonly oauth: string | null;
    /** Files of a certificate with its chain and of its private key; null: no TLS. */
    readonly tlsFiles: { readonly cert: string; readonly key: string } | null;
  };

/** The page of the workspace, on loopback. */
export type ViewOptions = WorkspaceOptions & {
  readonly command: 'view';
  /** Name of the person or agent who looks; null: the owner. */
  readonly as: string | null;
  /** Whether to open the link in the browser of the person. */
  readonly open: boolean;
  /** Null: the usual port, or any free one if it is taken. */
  readonly port: number | null;
};

/** Invalid arguments: what was given, what was expected, what to do next. Exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/**
 * Reads `view [--as NAME] [--open] [--port N] [--workspace DIR]`, `mcp <server> [--toolsets a,b] [--read-only] [--workspace DIR] [--init]`, or
 * `serve [--host H] [--port N] [--allow-host a,b] [--sse] [--default-agent] [--control] [--oauth FILE] [--tls-cert FILE --tls-key FILE] [--toolsets a,b] [--read-only] [--workspace DIR]`. Throws UsageError.
 */
export function readServeOptions(
  words: readonly string[],
  servers: readonly string[],
): StdioOptions | HubOptions | ViewOptions {
  const { values, positionals } = parsed(words);
  const [command, ...rest] = positionals;
  const shared = {
    toolsets: toolsetsOf(values.toolsets),
    readOnly: values['read-only'] === true,
    workspace: values.workspace ?? null,
  };
  if (command === 'view') return viewOptions(values, rest);
  const viewOnly = VIEW_ONLY.find((name) => Object.hasOwn(values, name));
  if (viewOnly !== undefined) throw new UsageError(`only \`view\` accepts --${viewOnly}`);
  if (command === 'serve') {
    if (rest[0] !== undefined) throw new UsageError(`unexpected argument \`${rest[0]}\``);
    if (values.init === true) {
      throw new UsageError('only `mcp` accepts --init; run `plumbline init` first');
    }
    const { host = '127.0.0.1', port = '7420' } = values;
    return {
      ...shared,
      init: false,
      command,
      host,
      port: portOf(port),
      allowedHosts: namesOf(values['allow-host']),
      sse: values.sse === true,
      defaultAgent: values['default-agent'] === true,
      control: values.control === true,
      oauth: values.oauth ?? null,
      tlsFiles: tlsFilesOf(values['tls-cert'], values['tls-key']),
    };
  }
  if (command !== 'mcp') {
    throw new UsageError(
      `${command === undefined ? 'no command was given' : `unknown command \`${command}\``}; expected \`mcp\` and the name of a server, or \`serve\``,
    );
  }
  const only = SERVE_ONLY.find((name) => Object.hasOwn(values, name));
  if (only !== undefined) throw new UsageError(`only \`serve\` accepts --${only}, not \`mcp\``);
  const [server, extra] = rest;
  if (server === undefined || !servers.includes(server)) {
    const what = server === undefined ? 'no server was given' : `unknown server \`${server}\``;
    throw new UsageError(`${what}; expected one of ${servers.join(', ')}`);
  }
  if (extra !== undefined) throw new UsageError(`unexpected argument \`${extra}\``);
  return { ...shared, command, server, init: values.init === true };
}

const namesOf = (text = ''): readonly string[] => text.split(',').filter((name) => name !== '');

function toolsetsOf(text: string | undefined): readonly string[] {
  const toolsets = namesOf(text);
  const unknown = toolsets.find((name) => !TOOLSETS.includes(name));
  if (unknown === undefined) return toolsets;
  throw new UsageError(
    `unknown toolset \`${unknown}\`; expected one or more of ${TOOLSETS.join(', ')}`,
  );
}

function tlsFilesOf(cert?: string, key?: string): HubOptions['tlsFiles'] {
  if (cert === undefined && key === undefined) return null;
  if (cert !== undefined && key !== undefined) return { cert, key };
  throw new UsageError('only one of --tls-cert and --tls-key was given; expected both or neither');
}

function viewOptions(
  values: ReturnType<typeof parseWords>['values'],
  [extra]: readonly string[],
): ViewOptions {
  if (extra !== undefined) throw new UsageError(`unexpected argument \`${extra}\``);
  const { workspace = null, as = null, open = false, port, ...others } = values;
  const other = Object.keys(others)[0];
  if (other !== undefined) throw new UsageError(`\`view\` does not accept --${other}`);
  const given = port === undefined ? null : portOf(port);
  return { command: 'view', init: false, workspace, as, open, port: given };
}

const VIEW_ONLY = ['as', 'open'];
const SERVE_ONLY = [
  'host',
  'port',
  'allow-host',
  'sse',
  'default-agent',
  'control',
  'oauth',
  'tls-cert',
  'tls-key',
];

const MAX_PORT = 65_535;

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= MAX_PORT) return port;
  throw new UsageError(
    `invalid port \`${text}\`; expected a number from 0 (any free port) to ${MAX_PORT}`,
  );
}

const TOOLSETS: readonly string[] = ['default', 'more', 'all'];

function parsed(words: readonly string[]): ReturnType<typeof parseWords> {
  try {
    return parseWords(words);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

// oxlint-disable-next-line typescript/explicit-function-return-type -- parseArgs infers it from the options
const parseWords = (words: readonly string[]) =>
  parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      toolsets: { type: 'string' },
      'read-only': { type: 'boolean' },
      workspace: { type: 'string' },
      init: { type: 'boolean' },
      host: { type: 'string' },
      port: { type: 'string' },
      'allow-host': { type: 'string' },
      sse: { type: 'boolean' },
      'default-agent': { type: 'boolean' },
      control: { type: 'boolean' },
      oauth: { type: 'string' },
      'tls-cert': { type: 'string' },
      'tls-key': { type: 'string' },
      as: { type: 'string' },
      open: { type: 'boolean' },
    },
  });
