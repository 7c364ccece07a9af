/** @module classification systems: systems whose codes have a known form, and which names of systems are the same. */
import { foldName } from '../../../base/text/fold-name.ts';

/** A system whose codes have a known form. */
type KnownSystem = {
  readonly name: string;
  /** Further spellings, as `sameSystem` compares them. */
  readonly others: readonly string[];
  /** The publisher; null if each dictionary of the system has its own. */
  readonly source: string | null;
  readonly form: RegExp;
  /** The form in words, with an example. */
  readonly expected: string;
};

/** The name under which classes of bSDD dictionaries are given by their URI. */
export const BSDD = 'bSDD';

/** `…/uri/ORGANISATION/DICTIONARY[/VERSION]/class/CODE`. Each part is read once: the form has no ambiguous repetition. */
const BSDD_CLASS =
  /^(https?:\/\/identifier\.buildingsmart\.org\/uri\/([^/\s?#]+)\/([^/\s?#]+)(?:\/([^/\s?#]+))?)\/class\/([^/\s?#]+)$/u;

/**
 * Systems with their forms: Uniclass as NBS publishes its tables (two letters and pairs of digits), OmniClass (table,
 * then pairs of digits), cost groups of DIN 276:2018-12 (three digits, the first 1 to 8), eBKP-H of CRB (main group,
 * group, element), and classes of bSDD.
 */
const KNOWN_SYSTEMS: readonly KnownSystem[] = [
  {
    name: 'Uniclass 2015',
    others: ['uniclass'],
    source: 'NBS',
    form: /^[A-Z][A-Za-z](?:_\d\d){1,5}$/u,
    expected: 'a table of two letters and pairs of digits such as `Ss_25_10_30`',
  },
  {
    name: 'OmniClass',
    others: [],
    source: 'CSI',
    form: /^\d\d-\d\d(?: \d\d){0,6}(?:\.\d\d){0,2}$/u,
    expected: 'a table and pairs of digits such as `21-02 20`',
  },
  {
    name: 'DIN 276',
    others: ['din2762018', 'din276201812'],
    source: 'DIN',
    form: /^[1-8]\d\d$/u,
    expected: 'a cost group of DIN 276:2018 with three digits such as `334`',
  },
  {
    name: 'eBKP-H',
    others: ['ebkp'],
    source: 'CRB',
    form: /^[A-Z](?:(?: \d{1,2}|\d\d)(?:\.\d{1,3}){0,2})?$/u,
    expected: 'a main group, group and element such as `C 2.1` or `C02.01`',
  },
  {
    name: BSDD,
    others: [],
    source: null,
    form: BSDD_CLASS,
    expected:
      'the URI of a class such as `https://identifier.buildingsmart.org/uri/buildingsmart/ifc/4.3/class/IfcWall`',
  },
];

/** The name without differences of case, spaces and punctuation. */
function plainName(name: string): string {
  return foldName(name).replaceAll(/[\s_:–-]+/gu, '');
}

const BY_NAME: ReadonlyMap<string, KnownSystem> = new Map(
  KNOWN_SYSTEMS.flatMap((system) =>
    [plainName(system.name), ...system.others].map((name) => [name, system] as const),
  ),
);

/** The system of this name, in any spelling; undefined for a system whose form is not known. */
export function knownSystem(name: string): KnownSystem | undefined {
  return BY_NAME.get(plainName(name));
}

/** Edition that spellings with a year name. */
const EDITIONS: Readonly<Record<string, string>> = {
  din2762018: '2018-12',
  din276201812: '2018-12',
};

/** The one name under which a system is written, and the edition that this spelling names; other names as they are. */
export function canonicalSystem(name: string): {
  readonly system: string;
  readonly edition: string | null;
} {
  const known = knownSystem(name);
  return known === undefined
    ? { system: name, edition: null }
    : { system: known.name, edition: EDITIONS[plainName(name)] ?? null };
}

/** A text that is equal for names of the same system: `Uniclass`, `uniclass 2015` and `Uniclass2015`. */
export function systemKey(name: string): string {
  const known = knownSystem(name);
  return known === undefined ? plainName(name) || name : plainName(known.name);
}

/** The parts of the URI of a class of bSDD. */
type BsddClass = {
  readonly organisation: string;
  readonly dictionary: string;
  readonly version: string | null;
  readonly code: string;
  /** URI of the dictionary. */
  readonly dictionary_uri: string;
};

/** The parts of a URI of a class; null for any other text. */
export function bsddClass(uri: string): BsddClass | null {
  const [, dictionary_uri, organisation, dictionary, version, code] = BSDD_CLASS.exec(uri) ?? [];
  if (dictionary_uri === undefined || organisation === undefined) return null;
  if (dictionary === undefined || code === undefined) return null;
  return { organisation, dictionary, version: version ?? null, code, dictionary_uri };
}
