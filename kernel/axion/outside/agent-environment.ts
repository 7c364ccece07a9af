/** @module agent-environment: what of this process's environment an agent that runs as a command is given. */

/** What programs need to be found and to run; nothing of it is a secret. */
const GIVEN: ReadonlySet<string> = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TERM',
  'TMPDIR',
  'TEMP',
  'TMP',
  'VIRTUAL_ENV',
  // Windows.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'COMSPEC',
  'PATHEXT',
  'APPDATA',
  'LOCALAPPDATA',
  'USERPROFILE',
  'USERNAME',
]);

/** Names of further variables that the operator lets through, separated by commas. */
const MORE = 'AXION_AGENT_ENV';

/**
 * The variables of a list, those of the language, and those that the operator names: an environment holds passwords and
 * tokens, such as the address of a database, that are no agent's business.
 */
export function agentEnvironment(from: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const more = new Set((from[MORE] ?? '').split(',').map((name) => name.trim()));
  const isGiven = (name: string): boolean => {
    // Windows spells `Path`.
    const known = name.toUpperCase();
    return GIVEN.has(known) || known.startsWith('LC_') || more.has(name);
  };
  return Object.fromEntries(Object.entries(from).filter(([name]) => isGiven(name)));
}
