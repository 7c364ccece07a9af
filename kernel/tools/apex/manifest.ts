/** @module manifest: reads the configuration of Apex and validates it against the published schema. */
import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';

import { digestOf } from '../../base/canonical/hash.ts';
import { BUDGET_DIMENSIONS } from './budgets.ts';
import type { BudgetDimension, Budgets } from './budgets.ts';

/** Kinds of text that are masked before an entry is written. */
export type MaskKind = 'email' | 'phone' | 'secret';

/** One row of the intent map; its terms are lower-case words. */
export type IntentRow = { readonly terms: readonly string[]; readonly route: string };

/** A manifest, normalised from any supported version of the file format. */
export type Manifest = {
  readonly name: string;
  readonly version: string;
  /** SHA-256 of the canonical JSON of the file. */
  readonly sha256: string;
  readonly budgets_defaults: Budgets;
  readonly refusal_aliases: Readonly<Record<string, string>>;
  readonly route_budgets: Readonly<Record<string, Budgets>>;
  /** Namespaces of tools, `tool.web`; undefined in manifests without a registry: then every namespace is allowed. */
  readonly tool_namespaces: readonly string[] | undefined;
  readonly default_route: string;
  readonly intent_map: readonly IntentRow[];
  readonly max_hops: number;
  readonly mask: readonly MaskKind[];
};

/** A manifest, or the message of its first fault. */
export type ManifestVerdict =
  | { readonly ok: true; readonly manifest: Manifest }
  | { readonly ok: false; readonly message: string };

type BudgetsOnFile = { readonly [dimension: string]: unknown };

type ManifestFile = {
  readonly name: string;
  readonly version: string;
  readonly config: {
    readonly budgets_defaults: BudgetsOnFile;
    readonly refusal_aliases?: Readonly<Record<string, string>>;
  };
  readonly route_budgets?: Readonly<Record<string, BudgetsOnFile>>;
  readonly registry?: { readonly mptool?: Readonly<Record<string, string>> };
  readonly routing: {
    readonly default?: string;
    readonly intent_map?: readonly IntentRow[] | Readonly<Record<string, string>>;
    readonly hop_bounds: { readonly max_hops: number };
  };
  readonly audit?: { readonly provenance?: { readonly mask?: readonly MaskKind[] } };
};

const ajv = new Ajv2020({ strict: true, strictTypes: false });
const isManifest = ajv.compile<ManifestFile>(
  readJson('../../../schemas/apex/manifest.schema.json'),
);

function readJson(path: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  if (typeof value !== 'object' || value === null) {
    throw new Error(`expected an object in \`${path}\``);
  }
  return { ...value };
}

/** Validates a manifest against the published schema and normalises it. */
export function readManifest(value: unknown): ManifestVerdict {
  if (!isManifest(value)) {
    const [first] = isManifest.errors ?? [];
    const where = first?.instancePath === '' ? '/' : (first?.instancePath ?? '/');
    const named: unknown = first?.params['additionalProperty'] ?? first?.params['allowedValue'];
    const detail = typeof named === 'string' ? ` (\`${named}\`)` : '';
    return { ok: false, message: `manifest \`${where}\` ${first?.message ?? 'is wrong'}${detail}` };
  }
  return { ok: true, manifest: normalise(value) };
}

/** The manifest that is shipped with Plumbline. Throws if it is invalid. */
export function ownManifest(): Manifest {
  const verdict = readManifest(readJson('../../../manifest.json'));
  if (!verdict.ok) throw new Error(verdict.message);
  return verdict.manifest;
}

function normalise(file: ManifestFile): Manifest {
  const registry = file.registry?.mptool;
  const rows = file.routing.intent_map ?? [];
  return {
    name: file.name,
    version: file.version,
    sha256: digestOf(file),
    budgets_defaults: budgetsOf(file.config.budgets_defaults),
    refusal_aliases: file.config.refusal_aliases ?? {},
    route_budgets: Object.fromEntries(
      Object.entries(file.route_budgets ?? {}).map(([route, budgets]) => [
        route,
        budgetsOf(budgets),
      ]),
    ),
    tool_namespaces: registry === undefined ? undefined : Object.keys(registry),
    default_route: file.routing.default ?? legacyDefault(rows),
    intent_map: isRows(rows) ? rows : legacyRows(rows),
    max_hops: file.routing.hop_bounds.max_hops,
    mask: file.audit?.provenance?.mask ?? ['email', 'phone', 'secret'],
  };
}

type IntentMap = readonly IntentRow[] | Readonly<Record<string, string>>;

function isRows(rows: IntentMap): rows is readonly IntentRow[] {
  return Array.isArray(rows);
}

function legacyDefault(rows: IntentMap): string {
  return (isRows(rows) ? undefined : rows['default']) ?? 'mpa';
}

/** The rows of an older map in file order, without its `tool.*` row, which repeats the built-in rule for `tool.`. */
function legacyRows(rows: Readonly<Record<string, string>>): readonly IntentRow[] {
  return Object.entries(rows)
    .filter(([terms]) => terms !== 'default' && !terms.startsWith('tool.'))
    .map(([terms, route]) => ({ terms: terms.split('|'), route }));
}

/** The known dimensions of a budget on file. Older files call `depth` `depth_max`; the tighter bound applies. */
function budgetsOf(file: BudgetsOnFile): Budgets {
  const budgets: { [dimension in BudgetDimension]?: number } = {};
  for (const dimension of BUDGET_DIMENSIONS) {
    const bounds = [file[dimension], dimension === 'depth' ? file['depth_max'] : undefined].filter(
      (bound) => typeof bound === 'number',
    );
    if (bounds.length > 0) budgets[dimension] = Math.min(...bounds);
  }
  return budgets;
}
