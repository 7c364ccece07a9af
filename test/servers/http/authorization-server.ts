/** @module authorization-server: a small authorization server that signs access tokens, for tests. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';

/** Behaviour of the key set endpoint. */
export type KeysMode = 'well' | 'down' | 'slow' | 'huge' | 'moved' | 'secret';

type SigningKey = { readonly kid: string; readonly key: CryptoKey; readonly jwk: JWK };

/** Claims of a token, and its irregularities. */
export type Forged = {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** An empty `kid` is omitted. */
  readonly header?: Partial<JWTHeaderParameters>;
  /** Signs with this key instead of the newest one. */
  readonly key?: CryptoKey | Uint8Array;
};

export const SECRET = 'the secret of the client';

async function newKey(): Promise<SigningKey> {
  const kid = randomUUID();
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  return { kid, key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, use: 'sig' } };
}

/** Serves metadata, keys and tokens until it is closed. Its clients are `planner` and, with PKCE and no secret, `desktop`. */
export class AuthorizationServer implements AsyncDisposable {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #codes = new Map<string, Consent>();
  #keys: SigningKey[] = [];
  mode: KeysMode = 'well';
  /** Number of requests for the keys. */
  asked = 0;
  /** The resources for which clients requested tokens. */
  readonly asks: { readonly resource: string; readonly scope: string }[] = [];
  /** The scopes that it grants on request. */
  scopes: readonly string[] = [];
  /** Lifetime of the tokens that clients get, s. */
  lifetime = 300;

  static async open(): Promise<AuthorizationServer> {
    const made = new AuthorizationServer();
    await made.rotate();
    await new Promise<void>((resolve) => {
      made.#server.listen(0, '127.0.0.1', resolve);
    });
    return made;
  }

  get issuer(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('it does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  get jwk(): JWK {
    return this.#newest().jwk;
  }

  /** Signs with a new key from now on; the previous one is no longer published. */
  async rotate(): Promise<void> {
    this.#keys = [await newKey()];
  }

  /** A token for an audience, valid for five minutes unless it is forged. */
  async token(
    aud: string | readonly string[],
    { claims, header = {}, key }: Forged = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const newest = this.#newest();
    const { kid = newest.kid, ...unnamed } = header;
    const named = kid === '' ? {} : { kid };
    return await new SignJWT({
      iss: this.issuer,
      aud: typeof aud === 'string' ? aud : [...aud],
      sub: 'planner',
      client_id: 'planner',
      iat: now,
      exp: now + this.lifetime,
      jti: randomUUID(),
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...named, ...unnamed })
      .sign(key ?? newest.key);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  #newest(): SigningKey {
    const newest = this.#keys.at(-1);
    if (newest === undefined) throw new Error('it has no key');
    return newest;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.issuer);
    if (url.pathname === '/keys') this.#answerKeys(response);
    else if (url.pathname.startsWith('/.well-known/')) this.#answerMetadata(url.pathname, response);
    else if (url.pathname === '/authorize') this.#answerAuthorize(url.searchParams, response);
    else if (url.pathname === '/token') await this.#answerToken(request, response);
    else json(response, 404, {});
  }

  #answerMetadata(pathname: string, response: ServerResponse): void {
    if (pathname !== '/.well-known/oauth-authorization-server') {
      json(response, 404, {});
      return;
    }
    json(response, 200, {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      grant_types_supported: ['client_credentials', 'authorization_code'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      code_challenge_methods_supported: ['S256'],
    });
  }

  #answerKeys(response: ServerResponse): void {
    this.asked += 1;
    const keys = this.#keys.map(({ jwk }) => jwk);
    switch (this.mode) {
      case 'well':
        json(response, 200, { keys });
        break;
      case 'down':
        response.destroy();
        break;
      case 'slow':
        response.writeHead(200).write('{"keys":');
        break;
      case 'huge':
        json(response, 200, { keys, padding: ' '.repeat(300_000) });
        break;
      case 'moved':
        response.writeHead(302, { location: `${this.issuer}/elsewhere` }).end();
        break;
      case 'secret':
        json(response, 200, { keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'shared' }] });
        break;
    }
  }

  /** A person who authorizes every client. */
  #answerAuthorize(given: URLSearchParams, response: ServerResponse): void {
    const code = randomUUID();
    const [challenge, resource] = [given.get('code_challenge'), given.get('resource')];
    const scope = given.get('scope') ?? '';
    if (given.get('code_challenge_method') !== 'S256' || challenge === null || resource === null) {
      json(response, 400, { error: 'invalid_request' });
      return;
    }
    this.#codes.set(code, { challenge, resource, scope });
    const back = new URL(given.get('redirect_uri') ?? '');
    back.searchParams.set('code', code);
    back.searchParams.set('state', given.get('state') ?? '');
    response.writeHead(302, { location: back.href }).end();
  }

  async #answerToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    const form = new URLSearchParams(text);
    const given =
      form.get('grant_type') === 'client_credentials'
        ? this.#byClient(request, form)
        : this.#byCode(form);
    if (given === null) {
      json(response, 400, { error: 'invalid_grant' });
      return;
    }
    const { resource, scope: wanted, ...claims } = given;
    this.asks.push({ resource, scope: wanted });
    const scope = wanted
      .split(' ')
      .filter((name) => this.scopes.includes(name))
      .join(' ');
    const access_token = await this.token(resource, { claims: { ...claims, scope } });
    json(response, 200, { access_token, token_type: 'Bearer', expires_in: this.lifetime, scope });
  }

  #byClient({ headers }: IncomingMessage, form: URLSearchParams): Given | null {
    const basic = Buffer.from((headers.authorization ?? '').slice(6), 'base64').toString('utf8');
    const [id, secret] =
      headers.authorization === undefined
        ? [form.get('client_id'), form.get('client_secret')]
        : basic.split(':').map(decodeURIComponent);
    const resource = form.get('resource');
    if (id !== 'planner' || secret !== SECRET || resource === null) return null;
    const scope = form.get('scope') ?? '';
    return { sub: 'planner', client_id: 'planner', resource, scope };
  }

  #byCode(form: URLSearchParams): Given | null {
    const code = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (code === undefined || code.challenge !== challenge) return null;
    if (form.get('resource') !== code.resource) return null;
    const { resource, scope } = code;
    return { sub: 'anna', client_id: 'desktop', resource, scope };
  }
}

/** The grant of a person to a client. */
type Consent = { readonly challenge: string; readonly resource: string; readonly scope: string };

type Given = Omit<Consent, 'challenge'> & { readonly sub: string; readonly client_id: string };

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
