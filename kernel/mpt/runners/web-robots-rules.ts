/** @module web-robots-rules: robots.txt as rules for one program, and what they say of a path (RFC 9309). */

/** The rules for one program; none means that all is allowed. */
export type RobotsGroup = readonly RobotsRule[];

type RobotsRule = { readonly allow: boolean; readonly pattern: string };

const RULES_MAX = 5000;
const PATTERN_CHARS_MAX = 2000;

/** Rules of the groups that name the program, joined; else those of `*`. Lines that mean nothing are passed over. */
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
      // A group begins with all the names that follow one another
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

/** What the rule with the longest matching pattern says; `allow` where two are as long, and where none matches. */
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

/** The same path may be written with and without percent signs. */
function normal(path: string): string {
  const short = path.slice(0, PATTERN_CHARS_MAX);
  return short.replace(/%[0-9a-f]{2}/gi, (code) => {
    const unit = Number.parseInt(code.slice(1), 16);
    const plain = /[A-Za-z0-9._~-]/.test(String.fromCharCode(unit));
    return plain ? String.fromCharCode(unit) : code.toUpperCase();
  });
}

/** `*` is any run of characters, `$` at the end is the end; each piece is looked for once, from left to right. */
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
