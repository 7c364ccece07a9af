/** @module resource-server: the hub as a resource server of OAuth 2.1: its metadata, and the grants of tokens. */
import type { Grant } from '../../../governance/access/bearer.ts';
import type { Action } from '../../../schemas/permissions.ts';
import { HttpRefusal, NOT_SERVED } from '../http-refusal.ts';
import { grantOf, type NoGrant, type TokenChecks } from './access-token.ts';
import { KeysUnavailable } from './key-set.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Metadata of a protected resource (RFC 9728). */
export type ResourceMetadata = {
  readonly resource: string;
  readonly resource_name: string;
  readonly authorization_servers: readonly string[];
  readonly bearer_methods_supported: readonly string[];
  readonly scopes_supported?: readonly string[];
};

/** The hub for authorization servers and their clients. Each path is a resource, and so is the whole hub. */
export class ResourceServer {
  readonly #checks: TokenChecks;

  constructor(checks: TokenChecks) {
    this.#checks = checks;
  }

  /** The path of the resource whose metadata is at `pathname`, empty for the whole hub; null for any other path. */
  static resourceAt(pathname: string): string | null {
    if (pathname === WELL_KNOWN) return '';
    return pathname.startsWith(`${WELL_KNOWN}/`) ? pathname.slice(WELL_KNOWN.length) : null;
  }

  metadata(path: string): ResourceMetadata {
    const { resource, issuer, authorization_servers = [issuer], scopes } = this.#checks.file;
    return {
      resource: resource + path,
      resource_name: `Plumbline ${path}`.trim(),
      authorization_servers,
      bearer_methods_supported: ['header'],
      ...(scopes === undefined ? {} : { scopes_supported: Object.keys(scopes) }),
    };
  }

  /** The grant of a token at a path; the token may be for this path or the whole hub. Refuses (503) while no keys are available. */
  async grantOf(token: string, path: string): Promise<Grant | NoGrant> {
    const { resource } = this.#checks.file;
    try {
      // URL adds `/` to an address without a path.
      return await grantOf(token, [resource, `${resource}/`, resource + path], this.#checks);
    } catch (error) {
      if (!(error instanceof KeysUnavailable)) throw error;
      throw new HttpRefusal(
        [503, NOT_SERVED],
        'access tokens cannot be verified, because the keys of the authorization server cannot be read; try again',
        { 'retry-after': '10' },
      );
    }
  }

  /** The parameter of a `WWW-Authenticate` header with the address of the metadata. */
  pointer(path: string): string {
    return `resource_metadata="${this.#checks.file.resource}${WELL_KNOWN}${path}"`;
  }

  /** The scopes for these actions, each with the fewest other permissions, as a `scope` parameter. */
  scopesFor(actions: readonly Action[]): string {
    const { scopes = {} } = this.#checks.file;
    const narrowest = Object.entries(scopes).toSorted(([, a], [, b]) => a.length - b.length);
    const chosen = new Set<string>();
    const covered = new Set<Action>();
    for (const action of actions) {
      const [scope, may] = narrowest.find(([, some]) => some.includes(action)) ?? ['', []];
      if (covered.has(action) || scope === '') continue;
      chosen.add(scope);
      for (const also of may) covered.add(also);
    }
    return [...chosen].join(' ');
  }
}
