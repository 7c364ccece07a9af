/** @module options: parses the arguments of `plumbline mcp`. */
import { parseArgs } from 'node:util';

/** What to serve and how. */
export type ServeOptions = {
  readonly server: string;
  readonly toolsets: readonly string[];
  readonly readOnly: boolean;
  /** Makes the workspace where there is none. */
  readonly init: boolean;
  /** As given; null: the nearest workspace above the working directory. */
  readonly workspace: string | null;
};

/** Invalid arguments: what was given, what was expected, what to do next. Exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Reads `mcp <server> [--toolsets a,b] [--read-only] [--workspace DIR] [--init]`. Throws UsageError. */
export function readServeOptions(
  words: readonly string[],
  servers: readonly string[],
): ServeOptions {
  const { values, positionals } = parsed(words);
  const [command, server, extra] = positionals;
  if (command !== 'mcp') {
    throw new UsageError(`got \`${command ?? 'nothing'}\`, want \`mcp\` and the name of a server`);
  }
  if (server === undefined || !servers.includes(server)) {
    throw new UsageError(`got server \`${server ?? 'none'}\`, want one of ${servers.join(', ')}`);
  }
  if (extra !== undefined) throw new UsageError(`got one word too many: \`${extra}\``);
  const toolsets = (values.toolsets ?? '').split(',').filter((name) => name !== '');
  const unknown = toolsets.find((name) => !TOOLSETS.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`got toolset \`${unknown}\`, want some of ${TOOLSETS.join(', ')}`);
  }
  return {
    server,
    toolsets,
    readOnly: values['read-only'] === true,
    init: values.init === true,
    workspace: values.workspace ?? null,
  };
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
    },
  });
