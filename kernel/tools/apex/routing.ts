/** @module routing: maps an intent to one route and its plane, determined by intent and manifest alone. */
import { narrowBudgets } from './budgets.ts';
import type { Budgets } from './budgets.ts';
import type { Manifest } from './manifest.ts';

/** The route of an intent: `plane` is the first part of `route`; Apex calls only planes. */
export type RouteChoice =
  | { readonly ok: true; readonly route: string; readonly plane: string }
  | { readonly ok: false; readonly route: string; readonly code: string; readonly cause: string };

function refused(code: string, cause: string): RouteChoice {
  return { ok: false, route: 'mpt', code, cause };
}

const TOOL_INTENT = /^tool(\.[a-z0-9_]+){2,}$/;

/**
 * The route of an intent. Rules in order: the prefix `tool.`; an intent that is the name of a route; the first row of
 * the intent map with a term that occurs in the intent as whole words; the default.
 */
export function routeOf(manifest: Manifest, intent: string): RouteChoice {
  const name = intent.trim();
  if (name.startsWith('tool.')) return toolRoute(manifest, name);
  const route = isNamedRoute(manifest, name)
    ? name
    : (rowOf(manifest, name) ?? manifest.default_route);
  return { ok: true, route, plane: planeOf(route) };
}

function toolRoute(manifest: Manifest, intent: string): RouteChoice {
  if (!TOOL_INTENT.test(intent)) {
    return refused(
      'TOOL_SCHEMA_MISS',
      `expected an intent of the form \`tool.<class>.<tool>\`, received \`${intent.slice(0, 100)}\``,
    );
  }
  const [, toolClass = ''] = intent.split('.');
  const namespace = `tool.${toolClass}`;
  if (manifest.tool_namespaces?.includes(namespace) === false) {
    return refused('TOOL_UNSAFE', `no namespace \`${namespace}\` in the registry of the manifest`);
  }
  return { ok: true, route: `mpt${intent.slice('tool'.length)}`, plane: 'mpt' };
}

function planeOf(route: string): string {
  const [plane = route] = route.split('.');
  return plane;
}

function isNamedRoute(manifest: Manifest, name: string): boolean {
  const routes = [
    manifest.default_route,
    ...manifest.intent_map.map(({ route }) => route),
    ...Object.keys(manifest.route_budgets).map((route) => route.replace(/\.\*$/, '')),
  ];
  return routes.some((route) => route === name || planeOf(route) === name);
}

/** The route of the first row of the intent map with a term that occurs in the intent as whole words. */
function rowOf(manifest: Manifest, intent: string): string | undefined {
  const words = wordsOf(intent);
  return manifest.intent_map.find(({ terms }) =>
    terms.some((term) => containsPhrase(words, wordsOf(term))),
  )?.route;
}

/** The lower-case words of a text, separated by anything but letters, digits and `_`. */
export function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word !== '');
}

function containsPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  if (phrase.length === 0) return false;
  return words.some((_, at) => phrase.every((word, offset) => words[at + offset] === word));
}

/** The bounds of a route: the tightest of all profiles for it or a prefix of it (`mpt.*` includes `mpt`). */
export function profileOf(manifest: Manifest, route: string): Budgets {
  const matching = Object.entries(manifest.route_budgets).filter(([pattern]) => {
    if (!pattern.endsWith('.*')) return pattern === route;
    const prefix = pattern.slice(0, -'.*'.length);
    return route === prefix || route.startsWith(`${prefix}.`);
  });
  return narrowBudgets(...matching.map(([, budgets]) => budgets));
}

/** The public code for a code of a plane, else FRAGILITY; the pattern `BOUND_*` matches every code with this prefix. */
export function aliasOf(aliases: Readonly<Record<string, string>>, code: string): string {
  const exact = Object.hasOwn(aliases, code) ? aliases[code] : undefined;
  if (exact !== undefined) return exact.endsWith('*') ? code : exact;
  for (const [pattern, alias] of Object.entries(aliases)) {
    if (pattern.endsWith('*') && code.startsWith(pattern.slice(0, -1))) {
      return alias.endsWith('*') ? alias.slice(0, -1) + code.slice(pattern.length - 1) : alias;
    }
  }
  return 'FRAGILITY';
}
