/** @module urls: what the URL classes of programs ask of the host: to read and write by the URL standard. */

const PARTS = [
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;
type Part = (typeof PARTS)[number] | 'href';

/**
 * Answers `["url", text, base | null]` and `["set", href, part, text]` with the parts of a URL, `["read", query]` with
 * its pairs and `["write", pairs]` with their text, all as JSON; undefined for what is no URL.
 */
export function answerUrl(question: string): string | undefined {
  try {
    const asked: unknown = JSON.parse(question);
    const answer = Array.isArray(asked) ? answerOf(asked) : undefined;
    return answer === undefined ? undefined : JSON.stringify(answer);
  } catch {
    // Node throws a TypeError for what it cannot read
    return undefined;
  }
}

function answerOf([what, ...given]: readonly unknown[]): unknown {
  const [first, second, third] = given;
  switch (what) {
    case 'url':
      return partsOf(new URL(String(first), typeof second === 'string' ? second : undefined));
    case 'set': {
      const url = new URL(String(first));
      const part = [...PARTS, 'href' as const].find((one): one is Part => one === second);
      if (part !== undefined) url[part] = String(third);
      return partsOf(url);
    }
    case 'read':
      return [...new URLSearchParams(String(first))];
    case 'write':
      return new URLSearchParams(pairsOf(first)).toString();
    default:
      return undefined;
  }
}

function partsOf(url: URL): Readonly<Record<string, string>> {
  return {
    href: url.href,
    origin: url.origin,
    ...Object.fromEntries(PARTS.map((part) => [part, url[part]])),
  };
}

function pairsOf(given: unknown): [string, string][] {
  return Array.isArray(given)
    ? given.map((pair: unknown) => {
        const [key, value]: readonly unknown[] = Array.isArray(pair) ? pair : [];
        return [String(key), String(value)];
      })
    : [];
}
