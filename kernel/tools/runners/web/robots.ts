/** @module robots: fetches and applies the robots.txt of sites (RFC 9309). */
import { TaskStop } from '../task/task-stop.ts';
import { discard, GAS_PER_REQUEST, nextHop, readBody, send } from './request.ts';
import type { WebSession } from './request.ts';
import { allows, parseRobots } from './robots-rules.ts';
import type { RobotsGroup } from './robots-rules.ts';

/** Rules of one origin for this user agent; `undefined` if the site has none. */
type Rules = RobotsGroup | undefined;

/** Largest file that is read; RFC 9309, 2.5, requires at least 500 KiB. */
const BYTES_MAX = 512_000;
/** Largest number of requests per file, the first included. */
const HOPS_MAX = 3;
/** Number of origins whose rules are kept; the oldest is dropped first. */
const ORIGINS_MAX = 256;

/**
 * Rules by origin, kept for one runner. A file is fetched at most once, as one web request of the run; its redirects
 * cost gas like requests. If they end at the robots.txt of another origin, the rules are also kept for that origin,
 * because most sites redirect `http:` to `https:`.
 */
export class RobotsRules {
  readonly #agentName: string;
  readonly #known = new Map<string, Rules>();

  /** `agentName`: the product token of this user agent in robots.txt. */
  constructor(agentName: string) {
    this.#agentName = agentName;
  }

  /** Whether the rules for a URL are known already. */
  knows({ origin }: URL): boolean {
    return this.#known.has(origin);
  }

  /** Throws `TaskStop` TOOL_UNSAFE if the site disallows this URL. */
  async check(session: WebSession, url: URL): Promise<void> {
    const { origin } = url;
    if (!this.#known.has(origin)) {
      const { rules, at } = await fetchRules(session, origin, this.#agentName);
      this.#keep(origin, rules);
      if (at.pathname === '/robots.txt') this.#keep(at.origin, rules);
    }
    const rules = this.#known.get(origin);
    if (rules !== undefined && !allows(rules, `${url.pathname}${url.search}`)) {
      throw new TaskStop(
        'TOOL_UNSAFE',
        `robots.txt of \`${url.host}\` disallows \`${url.pathname.slice(0, 200)}\``,
      );
    }
  }

  #keep(origin: string, rules: Rules): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= ORIGINS_MAX && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(origin, rules);
  }
}

/** The rules, and the address at which they were found after redirects. */
type FetchedRules = { readonly rules: Rules; readonly at: URL };

/**
 * Fetches the rules of an origin. A site without the file has no rules. Throws `TaskStop` TOOL_FAIL for a server error,
 * since the rules are then unknown (RFC 9309, 2.3.1.4).
 */
async function fetchRules(
  session: WebSession,
  origin: string,
  agentName: string,
): Promise<FetchedRules> {
  const bounded = { ...session, bytes_max: BYTES_MAX };
  let url = new URL('/robots.txt', origin);
  session.meter.request();
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    const response = await send(bounded, url);
    const next = nextHop(response, url, session.policy);
    if (next !== undefined) {
      await discard(response);
      session.meter.charge(GAS_PER_REQUEST);
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
      return { rules: undefined, at: url };
    }
    const { body } = await readBody(bounded, response, url);
    return { rules: parseRobots(Buffer.from(body).toString('utf8'), agentName), at: url };
  }
  return { rules: undefined, at: url };
}
