/** @module server-connection: an MCP client of one server that it starts as a child process, so that its calls pass the same gate as those of any host. */
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  getDefaultEnvironment,
  StdioClientTransport,
} from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type {
  JsonSchemaType,
  JsonSchemaValidator,
  jsonSchemaValidator,
} from '@modelcontextprotocol/sdk/validation/types.js';
import * as z from 'zod';

import { printable } from '../../../kernel/base/text/printable.ts';
import { CliFailure } from '../failure.ts';
import { LAUNCHER } from '../installation.ts';
import type { StartServer } from '../terminal.ts';

const Answer = z.looseObject({
  success: z.boolean(),
  data: z.looseObject({}),
  event_id: z.string().nullable(),
  warnings: z.array(z.string()),
  dry_run: z.boolean().optional(),
  approval_id: z.string().optional(),
  error: z
    .looseObject({
      code: z.number(),
      name: z.string(),
      message: z.string(),
      hint: z.string(),
      data: z.looseObject({}),
    })
    .optional(),
});
/** The envelope, parsed. */
export type Answer = z.output<typeof Answer>;

/** A tool as a server lists it. */
export type ListedTool = {
  readonly name: string;
  /** The JSON schema of each argument, by name. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly changes: boolean;
};

/** A report of a long call; `total` is null if it is unknown. */
export type Progress = {
  readonly done: number;
  readonly total: number | null;
  readonly message: string;
};

/** A connected server. */
export type ServerConnection = {
  readonly tools: () => Promise<readonly ListedTool[]>;
  readonly call: (
    tool: string,
    args: Readonly<Record<string, unknown>>,
    onProgress?: (progress: Progress) => void,
  ) => Promise<Answer>;
  readonly close: () => Promise<void>;
};

/** Time limit of a call without progress (ms), above the 10 minutes after which a server ends any call. */
const CALL_MS = 660_000;

/** Options of the server: words after its name, variables of its environment, and how it is started if not as a child process. */
export type ServerStart = {
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly start?: StartServer | undefined;
};

/** Starts a server in a workspace and connects to it. @throws CliFailure with the server's output if it does not start */
export async function connectServer(
  server: string,
  dir: string,
  { words = [], env = {}, start }: ServerStart = {},
): Promise<ServerConnection> {
  const given = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const all = ['mcp', server, '--workspace', dir, ...words];
  const variables = { ...getDefaultEnvironment(), ...Object.fromEntries(given) };
  const { transport, reason } =
    start === undefined
      ? childProcess(all, variables)
      : { transport: start(all, variables), reason: () => '' };
  const client = new Client(
    { name: 'plumbline', version: '1' },
    { jsonSchemaValidator: lateValidator(new AjvJsonSchemaValidator()) },
  );
  try {
    await client.connect(transport);
  } catch {
    throw new CliFailure(`the ${server} server did not start: ${reason()}`, DOCTOR);
  }
  return {
    tools: async () => await listedTools(client),
    call: async (tool, args, onProgress) => {
      try {
        const result = await client.callTool({ name: tool, arguments: { ...args } }, undefined, {
          timeout: CALL_MS,
          ...(onProgress === undefined ? {} : progressOptions(onProgress)),
        });
        return await withFaultText(Answer.parse(result.structuredContent), reason);
      } catch (error) {
        return answerIn(error, reason);
      }
    },
    close: async () => await client.close(),
  };
}

/** A server as a child process; `reason` returns what it has written to standard error. */
function childProcess(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): { readonly transport: Transport; readonly reason: () => string } {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, ...words],
    env: { ...env },
    stderr: 'pipe',
  });
  const output: string[] = [];
  transport.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString('utf8')));
  return { transport, reason: () => printable(output.join('').trim()) };
}

const DOCTOR = 'run `plumbline doctor`';

/** Compiles the schema of a tool's answers at its first answer: a command calls few of the tools that a server lists. */
function lateValidator(provider: jsonSchemaValidator): jsonSchemaValidator {
  return {
    getValidator: <T>(schema: JsonSchemaType): JsonSchemaValidator<T> => {
      let compiled: JsonSchemaValidator<T> | null = null;
      return (answer) => (compiled ??= provider.getValidator<T>(schema))(answer);
    },
  };
}

function progressOptions(onProgress: (progress: Progress) => void): object {
  return {
    resetTimeoutOnProgress: true,
    onprogress: ({ progress, total, message }: z.output<typeof Reported>) =>
      onProgress({ done: progress, total: total ?? null, message: message ?? '' }),
  };
}

const Reported = z.object({
  progress: z.number(),
  total: z.number().optional(),
  message: z.string().optional(),
});

async function listedTools(client: Client): Promise<readonly ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    for (const { name, inputSchema, annotations } of page.tools) {
      const changes = annotations?.readOnlyHint !== true;
      tools.push({ name, arguments: inputSchema.properties ?? {}, changes });
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

/** Interval and maximum number of looks at the output of a server for the text of a fault; the answer may be earlier. */
const [FAULT_WAIT_MS, FAULT_LOOKS] = [10, 50];

/** An answer whose message also has the text of its fault, which the server wrote to its standard error. */
export async function withFaultText(answer: Answer, reason: () => string): Promise<Answer> {
  const { error } = answer;
  const fault_id = error?.name === 'INTERNAL' ? error.data['fault_id'] : undefined;
  if (error === undefined || typeof fault_id !== 'string') return answer;
  for (let look = 0; look < FAULT_LOOKS; look += 1) {
    const output = reason();
    const at = output.indexOf(`fault ${fault_id}`);
    if (at >= 0) {
      const message = `${error.message}; the server wrote: ${output.slice(at)}`;
      return { ...answer, error: { ...error, message } };
    }
    await setTimeout(FAULT_WAIT_MS);
  }
  return answer;
}

/** The envelope in a protocol error, such as that of an unknown tool. @throws CliFailure for an error without one */
function answerIn(error: unknown, reason: () => string): Answer {
  if (!(error instanceof McpError)) throw error;
  const answer = Answer.safeParse(error.data);
  if (answer.success) return answer.data;
  const output = reason();
  throw new CliFailure(
    `${printable(error.message)}${output === '' ? '' : `; the server wrote: ${output}`}`,
    DOCTOR,
  );
}
