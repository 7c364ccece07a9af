/** @module addresses: addresses of the resources of a workspace besides its files. */

/** The summary of a branch. */
export const SUMMARY = 'plumbline://model/{branch}/summary';
export const LEVELS = 'plumbline://model/{branch}/levels';
export const ELEMENT = 'plumbline://model/{branch}/element/{element_id}';
export const APPROVALS = 'plumbline://approvals/pending';
export const AUDIT_HEAD = 'plumbline://audit/head';
/** The JSON Schema of the answers of a tool. */
export const ANSWERS = 'plumbline://schema/{tool}';
export const GRAMMAR = 'plumbline://script/grammar';

/** Longest part: branches and ids are shorter, each character takes at most three in an address. */
const PART_MOST = 400;

/** The variable parts of an address by name; null for an address of another form. */
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

/** The address of a template with these parts. */
export function addressOf(template: string, parts: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(parts[name] ?? ''),
  );
}

function decodedPart(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // Invalid percent-encoded UTF-8 addresses nothing.
    return null;
  }
}
