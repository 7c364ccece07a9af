/** @module leaving: a server as a child process, whose client leaves in different ways. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';

import * as z from 'zod';

import { workspacePaths } from '../../governance/keeper/workspace/workspace-files.ts';
import { openSqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import { LAUNCHER } from '../e2e/connect.ts';
import { TEST_CACHE_HOME } from '../shared-cache.ts';

const Answer = z.looseObject({
  id: z.number().nullable().optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
  result: z
    .looseObject({
      structuredContent: z
        .looseObject({
          success: z.boolean(),
          error: z.looseObject({ name: z.string() }).optional(),
        })
        .optional(),
    })
    .optional(),
});
export type Answer = z.output<typeof Answer>;

/** The protocol version of a client. */
export type Era = 'legacy' | 'modern';

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'host', version: '1' },
};
const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'host', version: '1' },
};

/** A server that receives lines. */
export type Asked = {
  readonly answers: Answer[];
  readonly call: (id: number, tool: string, args: Readonly<Record<string, unknown>>) => void;
  readonly endInput: () => void;
  /** Ends the input, and reads no more. */
  readonly leave: () => void;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** The exit of the process, and its standard error. */
  readonly ended: Promise<{ readonly code: unknown; readonly stderr: string }>;
};

/** Starts a server over a workspace. */
export function ask(dir: string, server: string, era: Era): Asked {
  const child = spawn(process.execPath, [LAUNCHER, 'mcp', server, '--workspace', dir], {
    env: { ...process.env, XDG_CACHE_HOME: TEST_CACHE_HOME },
  });
  const answers: Answer[] = [];
  let stderr = '';
  child.stdin.on('error', () => undefined);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    answers.push(Answer.parse(JSON.parse(line)));
  });
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  if (era === 'legacy') {
    send({ id: 0, method: 'initialize', params: INITIALIZE });
    send({ method: 'notifications/initialized' });
  }
  const _meta = era === 'modern' ? { _meta: ENVELOPE } : {};
  return {
    answers,
    call: (id, name, args) => {
      const given = { ...args, reasoning: 'the client leaves' };
      send({ id, method: 'tools/call', params: { name, arguments: given, ..._meta } });
    },
    endInput: () => child.stdin.end(),
    leave: () => {
      child.stdout.destroy();
      child.stdin.end();
    },
    kill: (signal) => child.kill(signal),
    ended: once(child, 'close').then(([code]: unknown[]) => ({ code, stderr })),
  };
}

/** The entries of the log of a workspace that are about calls: tool and outcome. */
export function entriesIn(dir: string): readonly string[] {
  const reader = openSqliteReader(workspacePaths(dir).store);
  try {
    const entries = reader.auditAfter(0, 1000).map(({ body }) => Entry.parse(JSON.parse(body)));
    return entries.filter(({ kind }) => kind === 'call').map((one) => `${one.tool} ${one.outcome}`);
  } finally {
    reader.close();
  }
}

const Entry = z.looseObject({
  kind: z.string(),
  tool: z.string().optional(),
  outcome: z.string().optional(),
});
