/** @module oauth: the file of `serve --oauth`: the accepted issuer of access tokens, and the agents of its subjects. */
import * as z from 'zod';

import { ACTIONS } from './permissions.ts';

/** Signature algorithms with public keys. INVARIANT: none with a shared secret, because a public key could then serve as the secret. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

const LOOPBACK = String.raw`http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?`;
/** HTTPS, or HTTP on this machine. */
const Address = z
  .string()
  .max(2000)
  .regex(
    new RegExp(String.raw`^(https:\/\/[\w.[\]:-]+|${LOOPBACK})(\/[!$-[\]-~]*)?$`),
    'expected https://…, or http:// on this machine',
  );
/** An address without a path. */
const Origin = z
  .string()
  .max(300)
  .regex(
    new RegExp(String.raw`^(https:\/\/[\w.[\]:-]+|${LOOPBACK})$`),
    'expected https://HOST without a path, or http:// on this machine',
  );
/** A scope-token of RFC 6749. */
const Scope = z
  .string()
  .max(200)
  .regex(/^[!#-[\]-~]+$/, 'expected a scope without spaces and quotes');
const Claim = z.string().min(1).max(500);

/** The public keys of the authorization server: their address, a file relative to this one, or the keys themselves. */
const KeyPlace = z.union(
  [
    z.strictObject({ url: Address }),
    z.strictObject({ file: z.string().min(1).max(4096) }),
    z.strictObject({
      keys: z
        .array(z.looseObject({ kty: z.string() }))
        .min(1)
        .max(100),
    }),
  ],
  { error: 'expected {"url": "https://…"}, {"file": "PATH"} or {"keys": […]}' },
);

/** The file of `plumbline serve --oauth` (docs/hub.md). */
export const OAuthFile = z.strictObject({
  /** Public address of the hub; the audience of tokens is this address or one of its paths. */
  resource: Origin,
  /** Required `iss` of tokens. */
  issuer: Address,
  jwks: KeyPlace,
  /** Addresses at which clients get tokens. Default: the issuer. */
  authorization_servers: z.array(Address).min(1).max(10).optional(),
  /** Required `typ` of tokens: that of RFC 9068, or `JWT` for servers that do not follow it. */
  typ: z.enum(['at+jwt', 'JWT']).default('at+jwt'),
  algorithms: z.array(z.enum(ALGORITHMS)).min(1).default(['RS256', 'PS256', 'ES256', 'EdDSA']),
  /** Actions to which tokens of a scope are limited. Without it, scopes are ignored. */
  scopes: z.record(Scope, z.array(z.enum(ACTIONS)).min(1)).optional(),
  /** Maps tokens to agents and users of the workspace: a token must have all claims of the entry. */
  subjects: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(100),
        claims: z
          .record(Claim, Claim)
          .refine((claims) => Object.keys(claims).length > 0, {
            error: 'expected at least one claim, such as {"sub": "…"}',
          })
          .meta({ minProperties: 1 }),
      }),
    )
    .min(1)
    .max(1000),
});
export type OAuthFile = z.output<typeof OAuthFile>;
