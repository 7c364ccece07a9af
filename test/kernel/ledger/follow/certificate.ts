/** @module certificate: creates a self-signed certificate for a test server with TLS. */
import { generateKeyPairSync, sign } from 'node:crypto';

const [SEQUENCE, SET, INTEGER, BITS, OCTETS, OID, TEXT, TIME, TRUE] = [
  0x30, 0x31, 0x02, 0x03, 0x04, 0x06, 0x0c, 0x18, 0x01,
];
/** Context-specific tags: version and extensions; DNS name and IP address of a subject. */
const [VERSION, EXTENSIONS, DNS, ADDRESS] = [0xa0, 0xa3, 0x82, 0x87];

const ECDSA_SHA256 = Buffer.from('2a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');
const SUBJECT_NAMES = Buffer.from('551d11', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('551d13', 'hex');

/** A value with its tag and length, in DER. */
function der(tag: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length =
    body.length < 128 ? [body.length] : [0x82, Math.floor(body.length / 256), body.length % 256];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

/**
 * Private key and self-signed certificate as PEM; the certificate is also the authority that clients must trust.
 *
 * @param names host names and IPv4 addresses for which it is valid
 */
export function selfSigned(names: readonly string[]): {
  readonly key: string;
  readonly cert: string;
} {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, der(OID, ECDSA_SHA256));
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, der(OID, COMMON_NAME), der(TEXT, Buffer.from('a test')))),
  );
  const subjects = names.map((each) =>
    /^[\d.]+$/.test(each) ? der(ADDRESS, each.split('.').map(Number)) : der(DNS, Buffer.from(each)),
  );
  const extensions = der(
    SEQUENCE,
    der(SEQUENCE, der(OID, BASIC_CONSTRAINTS), der(OCTETS, der(SEQUENCE, der(TRUE, [0xff])))),
    der(SEQUENCE, der(OID, SUBJECT_NAMES), der(OCTETS, der(SEQUENCE, ...subjects))),
  );
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, [2])),
    der(INTEGER, [1]),
    algorithm,
    name,
    der(
      SEQUENCE,
      ...['20200101000000Z', '20990101000000Z'].map((at) => der(TIME, Buffer.from(at))),
    ),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, extensions),
  );
  const cert = der(SEQUENCE, body, algorithm, der(BITS, [0], sign('sha256', body, privateKey)));
  const lines = cert.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
