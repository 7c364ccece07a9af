/** @module urls: parses and serialises URLs by the URL standard, for the URL classes of programs. */

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
 * Answers a request of a program. `["url", text, base | null]` and `["set", href, part, text]` return the parts of a
 * URL, `["read", query]` the pairs of a query, and `["write", pairs]` the text of pairs. Requests and answers are
 * JSON; the answer is undefined for an invalid URL.
 */
export function answerUrl(question: string): string | undefined {
  try {
    const request: unknown = JSON.parse(question);
    const answer = Array.isArray(request) ? answerOf(request) : undefined;
    return answer === undefined ? undefined : JSON.stringify(answer);
  } catch {
    // Node throws a TypeError for an invalid URL
    return undefined;
  }
}

function answerOf([operation, ...args]: readonly unknown[]): unknown {
  const [first, second, third] = args;
  switch (operation) {
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

function pairsOf(value: unknown): [string, string][] {
  return Array.isArray(value)
    ? value.map((pair: unknown) => {
        const [key, text]: readonly unknown[] = Array.isArray(pair) ? pair : [];
        return [String(key), String(text)];
      })
    : [];
}
