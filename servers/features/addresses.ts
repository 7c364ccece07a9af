/** @module addresses: the addresses of what can be read of a workspace beside its files. */

/** The model of a branch, at a glance. */
export const SUMMARY = 'plumbline://model/{branch}/summary';
export const LEVELS = 'plumbline://model/{branch}/levels';
export const ELEMENT = 'plumbline://model/{branch}/element/{element_id}';
export const APPROVALS = 'plumbline://approvals/pending';
export const AUDIT_HEAD = 'plumbline://audit/head';
/** What a tool answers, as a whole JSON schema. */
export const ANSWERS = 'plumbline://schema/{tool}';
export const GRAMMAR = 'plumbline://script/grammar';

/** Branches and ids have fewer characters, each at most three when written in an address. */
const PART_MOST = 400;

/** The parts of an address that a template leaves open, by name; null for an address of another form. */
export function partsOf(template: string, uri: string): Readonly<Record<string, string>> | null {
  const [wanted, given] = [template.split('/'), uri.split('/')];
  if (wanted.length !== given.length) return null;
  const parts: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const got = given[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(want)?.[1];
    if (name === undefined) {
      if (want !== got) return null;
    } else {
      const decoded = got.length > PART_MOST ? null : decodedPart(got);
      if (decoded === null || decoded === '') return null;
      parts[name] = decoded;
    }
  }
  return parts;
}

/** The address that a template has with these parts. */
export function addressOf(template: string, parts: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(parts[name] ?? ''),
  );
}

function decodedPart(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // No text of percent-encoded UTF-8: an address of nothing.
    return null;
  }
}
