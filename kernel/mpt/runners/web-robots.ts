/** @module web-robots: what a site asks of programs that read it (RFC 9309). */
import { TaskStop } from './task-stop.ts';
import { discard, nextHop, readBody, send } from './web-request.ts';
import type { WebSession } from './web-request.ts';
import { allows, parseRobots } from './web-robots-rules.ts';
import type { RobotsGroup } from './web-robots-rules.ts';

/** Rules that one origin has for this program; `undefined` where the site has none. */
type Rules = RobotsGroup | undefined;

/** Bytes of the file that are honoured at least (RFC 9309, 2.5). */
const BYTES_MAX = 512_000;
const HOPS_MAX = 3;
const ORIGINS_MAX = 256;

/**
 * Rules of the origins that were asked, kept for one runner. They are asked for at most once; that is not one of the
 * run's web requests, but what they weigh costs gas.
 */
export class RobotsRules {
  readonly #agentName: string;
  readonly #known = new Map<string, Rules>();

  /** `agentName`: the product token that sites address. */
  constructor(agentName: string) {
    this.#agentName = agentName;
  }

  /** Throws `TaskStop` TOOL_UNSAFE if the site does not want this URL read. */
  async check(session: WebSession, url: URL): Promise<void> {
    const { origin } = url;
    if (!this.#known.has(origin)) {
      const read = await readRules(session, origin, this.#agentName);
      const [oldest] = this.#known.keys();
      if (this.#known.size >= ORIGINS_MAX && oldest !== undefined) this.#known.delete(oldest);
      this.#known.set(origin, read);
    }
    const rules = this.#known.get(origin);
    if (rules !== undefined && !allows(rules, `${url.pathname}${url.search}`))
      throw new TaskStop(
        'TOOL_UNSAFE',
        `robots.txt of \`${url.host}\` does not want \`${url.pathname.slice(0, 200)}\` read by programs`,
      );
  }
}

/** A site without the file has no rules; one whose server fails is left alone for now. */
async function readRules(session: WebSession, origin: string, agentName: string): Promise<Rules> {
  const bounded = { ...session, bytes_max: BYTES_MAX };
  let url = new URL('/robots.txt', origin);
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    const response = await send(bounded, url);
    const next = nextHop(response, url, session.policy);
    if (next !== undefined) {
      await discard(response);
      url = next;
      continue;
    }
    if (response.status >= 500) {
      await discard(response);
      throw new TaskStop(
        'TOOL_FAIL',
        `robots.txt of \`${origin}\` cannot be read: the server answered ${response.status}`,
      );
    }
    if (response.status !== 200) {
      await discard(response);
      return undefined;
    }
    const { body } = await readBody(bounded, response, url);
    return parseRobots(Buffer.from(body).toString('utf8'), agentName);
  }
  return undefined;
}
