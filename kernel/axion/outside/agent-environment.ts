/** @module agent-environment: selects the environment variables that are passed to an agent started as a command. */

/** Variables that programs need to find commands and to run; none is a secret. */
const PASSED: ReadonlySet<string> = new Set([
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

/** A variable that names further variables to pass on, separated by commas. */
const EXTRA_NAMES = 'AXION_AGENT_ENV';

/**
 * The listed variables, the locale, and the variables that the operator names. SECURITY: an environment also contains
 * passwords, tokens and the addresses of databases, which an agent must not get.
 */
export function agentEnvironment(from: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const more = new Set((from[EXTRA_NAMES] ?? '').split(',').map((name) => name.trim()));
  const isPassed = (name: string): boolean => {
    // Windows spells `PATH` as `Path`.
    const known = name.toUpperCase();
    return PASSED.has(known) || known.startsWith('LC_') || more.has(name);
  };
  return Object.fromEntries(Object.entries(from).filter(([name]) => isPassed(name)));
}
