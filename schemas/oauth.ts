/** @module oauth: the file that tells a hub whose access tokens it takes, and who of the workspace their subjects are. */
import * as z from 'zod';

import { ACTIONS } from './permissions.ts';

/** Signatures that are checked with a public key. INVARIANT: none with a shared secret, or a public key would be one. */
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
    'want https://…, or http:// on this machine',
  );
/** An address with no path. */
const Origin = z
  .string()
  .max(300)
  .regex(
    new RegExp(String.raw`^(https:\/\/[\w.[\]:-]+|${LOOPBACK})$`),
    'want https://HOST with no path, or http:// on this machine',
  );
/** A scope-token of RFC 6749. */
const Scope = z
  .string()
  .max(200)
  .regex(/^[!#-[\]-~]+$/, 'want a scope with no blanks and quotes');
const Claim = z.string().min(1).max(500);

/** The public keys of the authorization server: where they are published, a file beside this one, or the keys themselves. */
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
  { error: 'want {"url": "https://…"}, {"file": "PATH"} or {"keys": […]}' },
);

/** The file of `plumbline serve --oauth` (docs/hub.md). */
export const OAuthFile = z.strictObject({
  /** Public address of the hub. Tokens are for it, or for one of its paths. */
  resource: Origin,
  /** What `iss` of a token is. */
  issuer: Address,
  jwks: KeyPlace,
  /** Where clients get tokens; where it is not said, at the issuer. */
  authorization_servers: z.array(Address).min(1).max(10).optional(),
  /** What `typ` of a token is: that of RFC 9068, or that of servers which do not follow it. */
  typ: z.enum(['at+jwt', 'JWT']).default('at+jwt'),
  algorithms: z.array(z.enum(ALGORITHMS)).min(1).default(['RS256', 'PS256', 'ES256', 'EdDSA']),
  /** What tokens of a scope may do of what their agent may; where it is not said, scopes mean nothing. */
  scopes: z.record(Scope, z.array(z.enum(ACTIONS)).min(1)).optional(),
  /** Who a token is of: the agent or user of the workspace for whom it has all these claims. */
  subjects: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(100),
        claims: z
          .record(Claim, Claim)
          .refine((claims) => Object.keys(claims).length > 0, {
            error: 'want at least one claim, such as {"sub": "…"}',
          })
          .meta({ minProperties: 1 }),
      }),
    )
    .min(1)
    .max(1000),
});
export type OAuthFile = z.output<typeof OAuthFile>;
