/** @module witness-address: the witness setting of a policy: a file, or an address with a key, `URL#VKEY`. */
import type { TrustedKey } from '../../kernel/base/canonical/checkpoint.ts';
import { NOTE_COSIGNATURE } from '../../kernel/base/canonical/note.ts';
import { parseVerifierKey, verifierKeyFault } from '../../kernel/base/canonical/verifier-key.ts';
import { urlTextFault } from '../../schemas/url-text.ts';

/** A witness over HTTP: its address without a trailing `/`, and the key of its cosignatures. */
export type WitnessAddress = { readonly url: string; readonly key: TrustedKey };

/** Whether a setting is a witness over HTTP; any other setting is a file. */
export function isWitnessUrl(setting: string): boolean {
  return /^https?:\/\//i.test(setting);
}

/** The address in a setting, or its fault. */
export function witnessAddress(
  setting: string,
): ({ readonly ok: true } & WitnessAddress) | { readonly ok: false; readonly fault: string } {
  const hash = setting.indexOf('#');
  if (hash === -1) {
    return fault('it has no key; expected URL#VKEY, as `plumbline witness` prints it');
  }
  const text = setting.slice(0, hash);
  if (!isWitnessUrl(text) || !URL.canParse(text)) return fault('it does not begin with an address');
  const textFault = urlTextFault(text);
  if (textFault !== null) return fault(`the address ${textFault}`);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.search !== '') {
    return fault('the address has a name, a password or a query');
  }
  const word = setting.slice(hash + 1);
  const key = parseVerifierKey(word);
  if (key === undefined) {
    return fault(
      `the text after \`#\` is not a key: ${verifierKeyFault(word) ?? 'its type is unknown'}`,
    );
  }
  if (key.type !== NOTE_COSIGNATURE) return fault('the key is that of a log, not of a witness');
  const { name, publicKey } = key;
  return { ok: true, url: url.href.replace(/\/+$/, ''), key: { name, publicKey } };
}

function fault(text: string): { readonly ok: false; readonly fault: string } {
  return { ok: false, fault: text };
}
