/** @module open-url: the tool web.open_url, which returns one web page as Markdown, marked as untrusted. */
import { extname } from 'node:path';

import { z } from 'zod';

import type { RunBudget, Runner } from '../runner.ts';
import { TaskStop } from '../task/task-stop.ts';
import type { TaskEnd } from '../task/task-stop.ts';
import { TaskThreads } from '../task/task-threads.ts';
import { kindOf } from './page.ts';
import type { PageJob } from './page.ts';
import { checkUrl } from './policy.ts';
import { discard, nextHop, readBody, send } from './request.ts';
import type { WebAnswer, WebSession } from './request.ts';
import { RobotsRules } from './robots.ts';
import { AGENT_NAME, webRunner } from './session.ts';
import type { WebOptions } from './session.ts';

/** Options of the runner. */
export type OpenUrlOptions = WebOptions & {
  /** Whether to obey robots.txt: `honour` (default), or `ignore` on the operator's responsibility. */
  readonly robots?: 'honour' | 'ignore';
  /** Class names and ids of elements that always belong to the main part of a page. */
  readonly keep?: readonly string[];
};

const OpenUrlInput = z.strictObject({
  url: z.string().min(1).max(2048),
  max_chars: z.int().min(1).max(200_000).default(20_000),
  whole: z.boolean().default(false),
});

/** Time limit for converting a page, ms; the slowest known pages take one second on an idle machine. */
const NORMALISE_MS = 15_000;
/** Share of the time left in which the main part of a page must be found; the rest is for the whole page. */
const EXTRACT_TIME_SHARE = 0.75;

/**
 * The runner of `web.open_url`. Input: `url`, `max_chars` (UTF-16 units of Markdown, default 20,000) and `whole` (the whole
 * page instead of its main part, default false). Output:
 * `{url, final_url, redirects, status, content_type, title, byline, markdown, chars_total, truncated, extracted,
 * hidden_elements, dropped_elements, left_out, notice, body_sha256, robots, untrusted: true}`. Only public addresses are reached; they are checked
 * again at every redirect and every connection. Price: 400 gas per request, including every redirect, and 1 gas per
 * started 4 KiB of decoded bytes. Reading robots.txt counts as a web request, unless an earlier run has read it.
 */
export function createWebOpenUrlRunner(options: OpenUrlOptions): Runner {
  const robots = new RobotsRules(AGENT_NAME);
  const honours = options.robots !== 'ignore';
  const threads = new TaskThreads(
    new URL(`./page-worker${extname(import.meta.url)}`, import.meta.url),
  );
  return webRunner(options, {
    shape: OpenUrlInput,
    adapter: 'web-open-url@1',
    job:
      (input, { budget }) =>
      async (session, leftMs) => {
        const check = async (url: URL): Promise<void> => {
          // Requires both requests: reading robots.txt is useless if no request is left for the page
          session.meter.mustHaveLeft(honours && !robots.knows(url) ? 2 : 1);
          if (honours) await robots.check(session, url);
        };
        const { answer, redirects } = await follow(session, input.url, check);
        const page = await normalise(threads, answer, {
          session,
          budget,
          leftMs: leftMs(),
          whole: input.whole,
          keep: options.keep ?? [],
        });
        const { markdown, ...about } = page;
        const text = String(markdown);
        return {
          output: {
            url: input.url,
            final_url: answer.url.href,
            redirects,
            status: answer.status,
            content_type: answer.content_type,
            ...about,
            markdown: text.slice(0, input.max_chars),
            chars_total: text.length,
            truncated: text.length > input.max_chars,
            body_sha256: answer.body_sha256,
            robots: honours ? 'honoured' : 'ignored',
            untrusted: true,
          },
          provenance: provenanceOf(answer),
        };
      },
    close: async () => await threads[Symbol.asyncDispose](),
  });
}

/** Requests a URL and follows its redirects. Every address is checked before its request. */
async function follow(
  session: WebSession,
  first: string,
  check: (url: URL) => Promise<void>,
): Promise<{ readonly answer: WebAnswer; readonly redirects: readonly string[] }> {
  const redirects: string[] = [];
  let url = checkUrl(first, session.policy);
  for (;;) {
    await check(url);
    session.meter.request();
    const response = await send(session, url, { headers: { accept: ACCEPTED } });
    const next = nextHop(response, url, session.policy);
    if (next === undefined) {
      const type = response.headers.get('content-type') ?? '';
      const refused = readFault(response.status, type, url);
      const kind = kindOf(type);
      if (refused === undefined) {
        const bytes_max = kind === 'pdf' ? PDF_BYTES_MAX : session.bytes_max;
        return { answer: await readBody({ ...session, bytes_max }, response, url), redirects };
      }
      await discard(response);
      throw refused;
    }
    await discard(response);
    redirects.push(next.href);
    url = next;
  }
}

/** The `accept` header of a page request. */
const ACCEPTED =
  'text/html, application/xhtml+xml, text/plain;q=0.9, application/pdf;q=0.8, application/json;q=0.8';
/** Limit of the decoded bytes of a PDF file, which consists mainly of pictures and fonts. */
const PDF_BYTES_MAX = 10_000_000;

function readFault(status: number, contentType: string, url: URL): TaskStop | undefined {
  if (status < 200 || status > 299) {
    return new TaskStop('TOOL_FAIL', `\`${url.host}\` answered with status ${status}`, { status });
  }
  if (kindOf(contentType) === undefined) {
    return new TaskStop(
      'TOOL_FAIL',
      `\`${url.host}\` answered with \`${contentType.slice(0, 80)}\`, expected HTML, PDF or text`,
      { content_type: contentType.slice(0, 80) },
    );
  }
  return undefined;
}

async function normalise(
  threads: TaskThreads,
  answer: WebAnswer,
  within: {
    readonly session: WebSession;
    readonly budget: RunBudget;
    readonly leftMs: number;
    readonly whole: boolean;
    readonly keep: readonly string[];
  },
): Promise<Readonly<Record<string, unknown>>> {
  const job: PageJob = {
    body: answer.body,
    content_type: answer.content_type,
    base: answer.url.href,
    whole: within.whole,
    keep: within.keep,
  };
  const until = performance.now() + within.leftMs;
  const run = async (task: PageJob, share: number): Promise<TaskEnd> =>
    await threads.run({
      job: task,
      heap_mb: within.budget.mem_mb,
      time_ms: Math.max(1, Math.min(NORMALISE_MS, (until - performance.now()) * share)),
      signal: within.session.signal,
    });
  const html = kindOf(answer.content_type) === 'html';
  const end = await run(job, html ? EXTRACT_TIME_SHARE : 1).catch(async (error: unknown) => {
    if (!html || !exceedsBound(error)) throw error;
    return await run({ ...job, extract: false }, 1);
  });
  if (end.ok) return end.output;
  throw new TaskStop(end.code, end.cause, end.detail);
}

/** Whether a conversion ended at its limit of time or memory. */
function exceedsBound(error: unknown): boolean {
  return error instanceof TaskStop && (error.code === 'TOOL_TIMEOUT' || error.code === 'BOUND_MEM');
}

function provenanceOf(answer: WebAnswer): Readonly<Record<string, string | number>> {
  return {
    final_host: answer.url.host,
    status: answer.status,
    content_type: answer.content_type,
    body_sha256: answer.body_sha256,
    ...(answer.etag === null ? {} : { etag: answer.etag }),
    ...(answer.last_modified === null ? {} : { last_modified: answer.last_modified }),
  };
}
