/** @module witness-address: a witness as a policy names it: a file, or the address of one with its key, `URL#VKEY`. */
import type { TrustedKey } from '../../kernel/canonical/checkpoint.ts';
import { NOTE_COSIGNATURE } from '../../kernel/canonical/note.ts';
import { parseVerifierKey, verifierKeyFault } from '../../kernel/canonical/verifier-key.ts';
import { urlTextFault } from '../../schemas/url-text.ts';

/** A witness over HTTP: its address without `/` at its end, and the key that its cosignatures are by. */
export type WitnessAddress = { readonly url: string; readonly key: TrustedKey };

/** Whether a setting names a witness over HTTP; any other names a file. */
export function isWitnessUrl(setting: string): boolean {
  return /^https?:\/\//i.test(setting);
}

/** The address in a setting, or what is wrong with it. */
export function witnessAddress(
  setting: string,
): ({ readonly ok: true } & WitnessAddress) | { readonly ok: false; readonly fault: string } {
  const hash = setting.indexOf('#');
  if (hash === -1) return fault('it has no key: want URL#VKEY, as `plumbline witness` prints it');
  const text = setting.slice(0, hash);
  if (!isWitnessUrl(text) || !URL.canParse(text)) return fault('it begins with no address');
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
      `what follows \`#\` is no key: ${verifierKeyFault(word) ?? 'it is of no known type'}`,
    );
  }
  if (key.type !== NOTE_COSIGNATURE) return fault('the key is that of a log, not of a witness');
  const { name, publicKey } = key;
  return { ok: true, url: url.href.replace(/\/+$/, ''), key: { name, publicKey } };
}

function fault(text: string): { readonly ok: false; readonly fault: string } {
  return { ok: false, fault: text };
}
