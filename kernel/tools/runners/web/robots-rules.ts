/** @module robots-rules: parses robots.txt for one user agent and applies its rules to a path (RFC 9309). */

/** The rules for one user agent; without rules everything is allowed. */
export type RobotsGroup = readonly RobotsRule[];

type RobotsRule = { readonly allow: boolean; readonly pattern: string };

/** Largest number of rules; later ones are ignored. */
const RULES_MAX = 5000;
/** Patterns and paths are compared up to this length, UTF-16 units. */
const PATTERN_CHARS_MAX = 2000;

/** The combined rules of all groups for the user agent, or of the groups for `*` if it has none. */
export function parseRobots(text: string, agentName: string): RobotsGroup {
  const own: RobotsRule[] = [];
  const anyone: RobotsRule[] = [];
  let named = false;
  let agents: string[] = [];
  let open = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    const field = key.toLowerCase();
    if (field === 'user-agent') {
      // Consecutive user-agent lines begin one group
      if (!open) agents = [];
      open = true;
      agents.push(productOf(value));
      named ||= productOf(value) === agentName.toLowerCase();
    } else if (field === 'allow' || field === 'disallow') {
      open = false;
      const rule = { allow: field === 'allow', pattern: normalise(value.trim()) };
      if (rule.pattern === '' || own.length + anyone.length >= RULES_MAX) continue;
      if (agents.includes(agentName.toLowerCase())) own.push(rule);
      else if (agents.includes('*')) anyone.push(rule);
    }
  }
  return named ? own : anyone;
}

/** Whether the rule with the longest matching pattern allows a path. Ties and paths without a match are allowed. */
export function allows(group: RobotsGroup, pathAndQuery: string): boolean {
  const path = normalise(pathAndQuery);
  let best: RobotsRule | undefined;
  for (const rule of group) {
    const longer = rule.pattern.length - (best?.pattern.length ?? 0);
    const wins = longer > 0 || (longer === 0 && rule.allow);
    if (wins && matches(rule.pattern, path)) best = rule;
  }
  return best?.allow ?? true;
}

function productOf(value: string): string {
  const name = value.trim().toLowerCase();
  return name === '*' ? '*' : (/^[a-z_-]+/.exec(name)?.[0] ?? '');
}

/** The normal form of a path: decodes unreserved characters, upper-cases other percent-encodings. */
function normalise(path: string): string {
  const short = path.slice(0, PATTERN_CHARS_MAX);
  return short.replace(/%[0-9a-f]{2}/gi, (code) => {
    const unit = Number.parseInt(code.slice(1), 16);
    const plain = /[A-Za-z0-9._~-]/.test(String.fromCharCode(unit));
    return plain ? String.fromCharCode(unit) : code.toUpperCase();
  });
}

/** Matches a pattern: `*` is any text, a final `$` the end. Takes linear time: each piece is searched once. */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const [head = '', ...rest] = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(head)) return false;
  if (rest.length === 0) return !anchored || path.length === head.length;
  let at = head.length;
  const last = rest.pop() ?? '';
  for (const piece of rest) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return anchored
    ? path.length - last.length >= at && path.endsWith(last)
    : path.includes(last, at);
}
