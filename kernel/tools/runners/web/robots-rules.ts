/** @module robots-rules: parses robots.txt into the rules for one user agent, and applies them to a path (RFC 9309). */

/** The rules for one user agent; without rules everything is allowed. */
export type RobotsGroup = readonly RobotsRule[];

type RobotsRule = { readonly allow: boolean; readonly pattern: string };

const RULES_MAX = 5000;
const PATTERN_CHARS_MAX = 2000;

/** The combined rules of the groups for the user agent, else those of `*`. Unknown lines are ignored. */
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
      const rule = { allow: field === 'allow', pattern: normal(value.trim()) };
      if (rule.pattern === '' || own.length + anyone.length >= RULES_MAX) continue;
      if (agents.includes(agentName.toLowerCase())) own.push(rule);
      else if (agents.includes('*')) anyone.push(rule);
    }
  }
  return named ? own : anyone;
}

/** Applies the rule with the longest matching pattern; `allow` for a tie and without a match. */
export function allows(group: RobotsGroup, pathAndQuery: string): boolean {
  const path = normal(pathAndQuery);
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

/** A normal form of a path, which may be percent-encoded or not. */
function normal(path: string): string {
  const short = path.slice(0, PATTERN_CHARS_MAX);
  return short.replace(/%[0-9a-f]{2}/gi, (code) => {
    const unit = Number.parseInt(code.slice(1), 16);
    const plain = /[A-Za-z0-9._~-]/.test(String.fromCharCode(unit));
    return plain ? String.fromCharCode(unit) : code.toUpperCase();
  });
}

/** `*` matches any characters, a final `$` the end; each piece is searched once, from left to right. */
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
