/** @module agent-client: an MCP client over stdio, in the role of an agent's host. */
import process from 'node:process';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  getDefaultEnvironment,
  StdioClientTransport,
} from '@modelcontextprotocol/sdk/client/stdio.js';
import * as z from 'zod';

import { LAUNCHER } from '../installation.ts';

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

/** Time limit of a call (ms); the first program in a workspace also prepares the interpreter. */
const CALL_MS = 240_000;

/** A connected agent. */
export type AgentClient = {
  readonly tools: () => Promise<readonly string[]>;
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<Answer>;
  readonly close: () => Promise<void>;
};

/** Starts one server as a child process and connects to it. On failure, throws an error with the server's output. */
export async function connectAgent(
  server: string,
  dir: string,
  more: readonly string[] = [],
): Promise<AgentClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, 'mcp', server, '--workspace', dir, ...more],
    env: getDefaultEnvironment(),
    stderr: 'pipe',
  });
  const output: string[] = [];
  transport.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString('utf8')));
  const client = new Client({ name: 'plumbline-demo', version: '1' });
  try {
    await client.connect(transport);
  } catch (cause) {
    throw new Error(`the ${server} server did not start: ${output.join('').trim()}`, { cause });
  }
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (tool, args) => {
      const result = await client.callTool({ name: tool, arguments: { ...args } }, undefined, {
        timeout: CALL_MS,
      });
      return Answer.parse(result.structuredContent);
    },
    close: () => client.close(),
  };
}
