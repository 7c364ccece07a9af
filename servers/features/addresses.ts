/** @module addresses: addresses of the resources of a workspace other than its files. */

/** The summary of a branch. */
export const SUMMARY = 'plumbline://model/{branch}/summary';
export const LEVELS = 'plumbline://model/{branch}/levels';
export const ELEMENT = 'plumbline://model/{branch}/element/{element_id}';
export const APPROVALS = 'plumbline://approvals/pending';
/** A part of a pending approval of the caller: `changes`, or the shapes `before` or `after` it. */
export const APPROVAL_PREVIEW = 'plumbline://preview/{approval_id}/{part}';
export const AUDIT_HEAD = 'plumbline://audit/head';
/** The JSON Schema of the answers of a tool. */
export const ANSWERS = 'plumbline://schema/{tool}';
export const GRAMMAR = 'plumbline://script/grammar';

/** Maximum length of a part; branch names and ids are shorter even with every character encoded as three. */
const MAX_PART_CHARS = 400;

/** The variable parts of an address by name; null for an address of another form. */
export function partsOf(template: string, uri: string): Readonly<Record<string, string>> | null {
  const [expected, actual] = [template.split('/'), uri.split('/')];
  if (expected.length !== actual.length) return null;
  const parts: Record<string, string> = {};
  for (const [index, pattern] of expected.entries()) {
    const part = actual[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(pattern)?.[1];
    if (name === undefined) {
      if (pattern !== part) return null;
    } else {
      const decoded = part.length > MAX_PART_CHARS ? null : decodedPart(part);
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
