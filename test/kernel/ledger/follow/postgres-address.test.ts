/** @module postgres-address.test: TLS by database address, invalid addresses, and secrets in messages. */
import { describe, expect, test, vi } from 'vitest';

import { postgresAddress } from '../../../../kernel/ledger/follow/postgres-address.ts';

describe('an address', () => {
  test.each([
    ['postgresql://u@db.example/plans', true],
    ['postgresql://u@127.0.0.1/plans', false],
    ['postgresql://u@localhost/plans', false],
    ['postgresql://u@[::1]/plans', false],
    ['postgresql://u@127.evil.example/plans', true],
    ['postgresql:///plans?host=/var/run/postgresql', false],
    ['postgresql://u@localhost/plans?host=db.example', true],
    ['postgresql://u@db.example/plans?sslmode=disable', false],
    ['postgresql://u@localhost/plans?sslmode=require', true],
  ])('%s uses TLS: %s', (url, tls) => {
    const { config } = postgresAddress(url);
    expect(config.ssl !== false).toBe(tls);
    // The driver must not interpret TLS parameters itself.
    expect(config.connectionString).not.toContain('ssl');
  });

  test.each(['prefer', 'no-verify', 'allow', ''])(
    'an address with the sslmode `%s` is refused',
    (mode) => {
      expect(() => postgresAddress(`postgresql://u:s3cret@db/plans?sslmode=${mode}`)).toThrow(
        /expected disable, require or verify-full/,
      );
    },
  );

  test('an address that is no url or names a missing file is refused, and the message contains no password', () => {
    expect(() => postgresAddress('postgresql://u:s3#cret@db:x/plans')).toThrow(/it is not a url$/);
    const missing = 'postgresql://u:s3cret@db/plans?sslrootcert=/nowhere/ca.crt';
    expect(() => postgresAddress(missing)).toThrow(
      /`\/nowhere\/ca.crt` cannot be read \(ENOENT\)$/,
    );
  });

  test('passwords are secrets in their encoded and decoded form', () => {
    vi.stubEnv('PGPASSWORD', 'from outside');
    const url = 'postgresql://u:s3%21cret@db/plans?password=other';
    const { secrets, shown } = postgresAddress(url);
    vi.unstubAllEnvs();
    for (const secret of [url, 's3%21cret', 's3!cret', 'other', 'from outside']) {
      expect(secrets).toContain(secret);
      expect(shown).not.toContain(secret);
    }
    expect(shown).toBe('db/plans, TLS');
  });
});
