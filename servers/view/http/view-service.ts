/** @module view-service: serves the page below `/view`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';

import * as z from 'zod';

import type { Keeper } from '../../../governance/keeper/protocol/protocol.ts';
import { answerJson, HttpRefusal, INVALID_REQUEST, NOT_SERVED } from '../../http/http-refusal.ts';
import { InFlight } from '../../http/in-flight.ts';
import { type BodyLimits, readBody } from '../../http/read-body.ts';
import type { NoticeAnswer, PageRefusal } from '../protocol/session.ts';
import { personOf, type Viewer } from '../thread/messages.ts';
import type { ViewThread } from '../thread/view-thread.ts';
import { LiveStreams } from './live-streams.ts';
import { pageFiles } from './page-files.ts';
import { type SignIn, SignIns } from './sign-ins.ts';

/** Dependencies of the page. */
export type ViewServiceSources = {
  readonly thread: Pick<ViewThread, 'ask' | 'forget'>;
  readonly keeper: Pick<Keeper, 'onCommitted'>;
  /** The registered principal of a bearer token; null for an invalid one. */
  readonly byToken: (token: string) => Promise<Viewer | null>;
  /** Reads the registry again if it has changed: another process may have revoked somebody. */
  readonly catchUp: () => Promise<void>;
  /** Whether a viewer is registered and active, as of the last `catchUp`. */
  readonly isActive: (viewer: Viewer) => boolean;
  readonly clock: () => number;
  readonly secret: () => string;
  readonly log: (line: string) => void;
  /**
   * Whether 127.0.0.1 redirects to localhost, so that stored viewpoints belong to one address. Only for a hub that has the port on both loopback
   * addresses: another user of the machine could listen on the other one.
   */
  readonly redirects: boolean;
};

/** Path of the page. */
const VIEW = '/view';
/** Header with the secret that only the page has. */
const PAGE_HEADER = 'x-plumbline-page';
const COOKIE = 'plumbline_view';
const BODY: BodyLimits = { bytes: 1024 * 1024, ms: 30_000, depth: 16 };
const IN_FLIGHT = 24;

/** Headers of every file and answer. */
const SAFE = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

const SignInBody = z.union([
  z.strictObject({ link: z.string().min(1).max(200) }),
  z.strictObject({ token: z.string().min(1).max(8192) }),
]);

/** The page, and the answers to its questions. */
export class ViewService {
  readonly #sources: ViewServiceSources;
  readonly #signIns: SignIns;
  readonly #live: LiveStreams;
  readonly #inFlight = new InFlight(IN_FLIGHT);

  constructor(sources: ViewServiceSources) {
    this.#sources = sources;
    const { clock, secret, keeper, thread, log } = sources;
    this.#signIns = new SignIns({
      clock,
      secret,
      ended: (id) => {
        this.#live.end(id);
        thread.forget(id);
      },
    });
    this.#live = new LiveStreams(keeper, {
      notice: async (id, isFirst) => await this.#notice(id, isFirst),
      isValid: (id) => this.#signIns.current(id) !== null,
      log,
    });
  }

  /** Path and fragment of a link that signs in once as this viewer. */
  link(viewer: Viewer): string {
    return `${VIEW}#in=${this.#signIns.link(this.#person(viewer))}`;
  }

  /** Answers a request below `/view`, or throws HttpRefusal. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The other end may close at any moment
    response.on('error', () => undefined);
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const [, , first = '', name = '', ...more] = pathname.split('/');
    if (request.method === 'GET' && (first === '' || name === '')) {
      if (this.#sources.redirects && isNumericHost(request)) {
        redirect(request, response, `${pathname}${search}`);
        return;
      }
      await this.#file(first === '' ? 'index.html' : first, response);
      return;
    }
    if (request.method !== 'POST' || more.length > 0) {
      throw new HttpRefusal([404, NOT_SERVED], 'the page has no such path');
    }
    assertOwnPage(request);
    await this.#sources.catchUp();
    if (first === 'sign-in') {
      await this.#signIn(request, response);
      return;
    }
    const signIn = this.#signInOf(request);
    const body = await readBody(request, BODY);
    if (first === 'sign-out') {
      this.#signIns.signOut(signIn.id);
      answerJson(
        response,
        { status: 200, headers: { ...SAFE, 'set-cookie': cookieOf('', 0, request) } },
        {},
      );
    } else if (first === 'live') {
      await this.#live.open(signIn.id, response, SAFE);
    } else if (first === 'api') {
      const done = this.#inFlight.take(signIn.person);
      // A question counts until the thread has ended or dropped it, also if nobody waits any more
      await this.#ask({ signIn, name, input: parsed(body) }, response).finally(done);
    } else {
      throw new HttpRefusal([404, NOT_SERVED], 'the page has no such path');
    }
  }

  /** Ends all streams; resolves when no question runs. */
  async close(): Promise<void> {
    this.#live[Symbol.dispose]();
    await this.#inFlight.ended();
  }

  #person(viewer: Viewer): Omit<SignIn, 'id'> {
    return {
      viewer,
      person: personOf(viewer),
      isValid: () => this.#sources.isActive(viewer),
    };
  }

  async #signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = SignInBody.safeParse(parsed(await readBody(request, BODY)));
    if (!read.success) throw new HttpRefusal([400, INVALID_REQUEST], 'the body is not a sign-in');
    const secrets =
      'link' in read.data
        ? this.#signIns.redeem(read.data.link)
        : await this.#byToken(read.data.token);
    if (secrets === null) {
      throw new HttpRefusal(
        [401, NOT_SERVED],
        'link' in read.data
          ? 'this link signs nobody in: a link works once, within ten minutes; run `plumbline view` again'
          : 'this token signs nobody in: it is not that of an active agent or person; `plumbline agent token NAME` prints one for the operator',
      );
    }
    const headers = { ...SAFE, 'set-cookie': cookieOf(secrets.cookie, null, request) };
    answerJson(response, { status: 200, headers }, { page: secrets.page });
  }

  async #byToken(token: string): Promise<ReturnType<SignIns['redeem']>> {
    const viewer = await this.#sources.byToken(token);
    return viewer === null ? null : this.#signIns.signIn(this.#person(viewer));
  }

  #signInOf({ headers }: IncomingMessage): SignIn {
    const page = headers[PAGE_HEADER];
    const cookie = cookieIn(headers.cookie ?? '');
    const signIn =
      typeof page === 'string' && cookie !== null ? this.#signIns.find({ cookie, page }) : null;
    if (signIn !== null) return signIn;
    throw new HttpRefusal(
      [401, NOT_SERVED],
      'nobody is signed in on this page; run `plumbline view` for a new link',
    );
  }

  /** What the person of a sign-in sees now, in marks that change with it; null if that is unknown. */
  async #notice(id: string, isFirst: boolean): Promise<NoticeAnswer | null> {
    await this.#sources.catchUp();
    const signIn = this.#signIns.current(id);
    if (signIn === null) return null;
    // The page hears that its stream is open after the first one
    const question = { sign_in: id, viewer: signIn.viewer, is_unmeasured: !isFirst };
    const outcome = await this.#sources.thread.ask({ ...question, name: 'notice', input: {} });
    return outcome.how === 'json' ? JSON.parse(outcome.text) : null;
  }

  async #ask(
    {
      signIn,
      name,
      input,
    }: { readonly signIn: SignIn; readonly name: string; readonly input: unknown },
    response: ServerResponse,
  ): Promise<void> {
    const { thread, log } = this.#sources;
    const { id: sign_in, viewer } = signIn;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { signal } = gone;
    const outcome = await thread.ask({ sign_in, viewer, name, input, signal });
    if (response.destroyed) return;
    switch (outcome.how) {
      case 'json':
        send(response, 200, 'application/json', Buffer.from(outcome.text));
        break;
      case 'bytes': {
        const { media_type, bytes } = outcome.answer;
        send(response, 200, media_type, bytes);
        break;
      }
      case 'refused': {
        const { name: error, message, hint } = outcome.refusal;
        answerJson(response, { status: 422, headers: SAFE }, refusalBody(error, message, hint));
        break;
      }
      case 'failed':
        log(`the page could not be answered: ${outcome.fault}`);
        answerJson(
          response,
          { status: 500, headers: SAFE },
          refusalBody('INTERNAL', 'the question failed', 'the log of the hub states the reason'),
        );
        break;
      default:
        outcome satisfies never;
    }
  }

  async #file(name: string, response: ServerResponse): Promise<void> {
    const file = (await pageFiles()).get(name);
    if (file === undefined) throw new HttpRefusal([404, NOT_SERVED], 'the page has no such file');
    send(response, 200, file.media_type, file.bytes);
  }
}

function refusalBody(name: string, message: string, hint: string): PageRefusal {
  return { error: { name, message, hint } };
}

function send(
  response: ServerResponse,
  status: number,
  media_type: string,
  bytes: Uint8Array,
): void {
  response.writeHead(status, {
    ...SAFE,
    'content-type': media_type,
    'content-length': bytes.length,
  });
  response.end(bytes);
}

/** Refuses (403) a request that a script of another page may have sent: cookies of ports of one host are shared. */
function assertOwnPage({ headers }: IncomingMessage): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const isOwn = origin !== undefined && URL.parse(origin)?.host === host;
  if (isOwn && (site === undefined || site === 'same-origin')) return;
  throw new HttpRefusal([403, NOT_SERVED], 'only the page itself may ask');
}

function isNumericHost({ headers }: IncomingMessage): boolean {
  return /^(?:127\.|\[::1\])/.test(headers.host ?? '');
}

/** Redirects to the name of this machine. Browsers keep the fragment. */
function redirect(request: IncomingMessage, response: ServerResponse, path: string): void {
  const port = /:(\d+)$/.exec(request.headers.host ?? '')?.[1];
  const location = `http://localhost${port === undefined ? '' : `:${port}`}${path}`;
  response.writeHead(307, { ...SAFE, location, 'content-length': 0 });
  response.end();
}

function cookieOf(value: string, max_age: number | null, { socket }: IncomingMessage): string {
  const age = max_age === null ? '' : `; Max-Age=${max_age}`;
  const secure = socket instanceof TLSSocket ? '; Secure' : '';
  return `${COOKIE}=${value}; Path=${VIEW}; HttpOnly; SameSite=Strict${secure}${age}`;
}

function cookieIn(header: string): string | null {
  for (const part of header.split(';')) {
    const [name, value] = part.trim().split('=');
    if (name === COOKIE && value !== undefined) return value;
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    throw new HttpRefusal([400, INVALID_REQUEST], 'the body is not JSON');
  }
}
