/** @module open-url: the tool web.open_url: one web page as Markdown, as untrusted data. */
import { extname } from 'node:path';

import { z } from 'zod';

import type { RunBudget, Runner } from '../runner.ts';
import { parseInput } from '../task/parse-input.ts';
import { endOf, outcomeOf, TaskStop } from '../task/task-stop.ts';
import { TaskThreads } from '../task/task-threads.ts';
import { kindOf } from './page.ts';
import type { PageJob } from './page.ts';
import { checkUrl } from './policy.ts';
import { discard, nextHop, readBody, send } from './request.ts';
import type { WebAnswer, WebSession } from './request.ts';
import { RobotsRules } from './robots.ts';
import { runInSession } from './session.ts';
import type { WebOptions } from './session.ts';

/** Options of the runner. */
export type OpenUrlOptions = WebOptions & {
  /** `honour` (default) robots.txt, or `ignore` it on the operator's responsibility. */
  readonly robots?: 'honour' | 'ignore';
};

const OpenUrlInput = z.strictObject({
  url: z.string().min(1).max(2048),
  max_chars: z.int().min(1).max(200_000).default(20_000),
});

/** Milliseconds to normalise a page, at most; the worst pages known take one second on an idle machine. */
const NORMALISE_MS = 15_000;

/**
 * The runner of `web.open_url`. Input: `url` and `max_chars` (UTF-16 units of Markdown, default 20,000). Output:
 * `{url, final_url, redirects, status, content_type, title, byline, markdown, chars_total, truncated, extracted,
 * hidden_elements, notice, body_sha256, robots, untrusted: true}`. Only public addresses are reached, checked again at every
 * redirect and every connection. Price: 400 gas for each request, every redirect being one, and 1 gas per started
 * 4 KiB of decoded bytes. The robots.txt of a site is one of the run's web requests, unless an earlier run has read it.
 */
export function createWebOpenUrlRunner(options: OpenUrlOptions): Runner {
  const robots = new RobotsRules(options.agent_name ?? 'plumbline');
  const honours = options.robots !== 'ignore';
  const threads = new TaskThreads(
    new URL(`./page-worker${extname(import.meta.url)}`, import.meta.url),
  );
  return {
    async run(input, budget, signal) {
      let asked: z.output<typeof OpenUrlInput>;
      try {
        asked = parseInput(OpenUrlInput, input);
      } catch (error) {
        return outcomeOf(endOf(error, 0, 'input'), budget.gas, { latency_ms: 0, provenance: {} });
      }
      const run = { budget, signal, adapter: 'web-open-url@1' };
      return await runInSession(options, run, async (session, leftMs) => {
        const check = async (url: URL): Promise<void> => {
          // Both or none: a page that cannot be asked for any more needs no robots.txt either
          session.meter.mustHaveLeft(honours && !robots.knows(url) ? 2 : 1);
          if (honours) await robots.check(session, url);
        };
        const { answer, redirects } = await follow(session, asked.url, check);
        const page = await normalise(threads, answer, { session, budget, leftMs: leftMs() });
        const { markdown, ...about } = page;
        const text = String(markdown);
        return {
          output: {
            url: asked.url,
            final_url: answer.url.href,
            redirects,
            status: answer.status,
            content_type: answer.content_type,
            ...about,
            markdown: text.slice(0, asked.max_chars),
            chars_total: text.length,
            truncated: text.length > asked.max_chars,
            body_sha256: answer.body_sha256,
            robots: honours ? 'honoured' : 'ignored',
            untrusted: true,
          },
          provenance: provenanceOf(answer),
        };
      });
    },
    [Symbol.asyncDispose]: async () => await threads[Symbol.asyncDispose](),
  };
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
      const refused = unreadable(response.status, type, url);
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

const ACCEPTED =
  'text/html, application/xhtml+xml, text/plain;q=0.9, application/pdf;q=0.8, application/json;q=0.8';
/** Decoded bytes of a PDF file, most of which are pictures and fonts. */
const PDF_BYTES_MAX = 10_000_000;

function unreadable(status: number, contentType: string, url: URL): TaskStop | undefined {
  if (status < 200 || status > 299) {
    return new TaskStop('TOOL_FAIL', `\`${url.host}\` answered with status ${status}`, { status });
  }
  if (kindOf(contentType) === undefined) {
    return new TaskStop(
      'TOOL_FAIL',
      `\`${url.host}\` answered with \`${contentType.slice(0, 80)}\`, wanted HTML, PDF or text`,
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
  },
): Promise<Readonly<Record<string, unknown>>> {
  const job: PageJob = {
    body: answer.body,
    content_type: answer.content_type,
    base: answer.url.href,
  };
  const end = await threads.run({
    job,
    heap_mb: within.budget.mem_mb,
    time_ms: Math.max(1, Math.min(NORMALISE_MS, within.leftMs)),
    signal: within.session.signal,
  });
  if (end.ok) return end.output;
  throw new TaskStop(end.code, end.cause, end.detail);
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
