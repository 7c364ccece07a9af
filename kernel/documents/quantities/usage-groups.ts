/**
 * @module usage groups: the group of a room in DIN 277 by its `usage`, from the examples of Table 1 and 2 of the standard
 * as commentaries quote them. A usage that could be in two groups is in none.
 */
import { foldName } from '../../base/text/fold-name.ts';

/** Groups of DIN 277: usable areas 1 to 7, technical areas and circulation areas. */
export const GROUPS = [
  'NUF 1',
  'NUF 2',
  'NUF 3',
  'NUF 4',
  'NUF 5',
  'NUF 6',
  'NUF 7',
  'TF',
  'VF',
] as const;
export type UsageGroup = (typeof GROUPS)[number];

/** Usages by group, in lower case; words in English and German. */
const USAGES: { readonly [group in UsageGroup]: string } = {
  'NUF 1':
    'living bedroom dining dwelling residential lounge waiting canteen cafeteria restaurant break_room hotel_room guest_room wohnen schlafen essen aufenthalt pausenraum warteraum',
  'NUF 2':
    'office open_office study business meeting conference reception büro besprechung konferenz empfang',
  'NUF 3':
    'production workshop laboratory commercial_kitchen utility laundry werkstatt labor produktion hauswirtschaft waschküche',
  'NUF 4':
    'storage store warehouse archive cold_room shop retail sales lager archiv verkauf laden kühlraum',
  'NUF 5':
    'classroom lecture auditorium assembly library gym exercise exhibition museum unterricht hörsaal bibliothek sporthalle ausstellung',
  'NUF 6': 'treatment examination operating ward therapy behandlung untersuchung pflege',
  'NUF 7':
    'toilet bathroom shower washroom wc changing cloakroom locker_room garage parking bicycle abstellraum bad dusche umkleide garderobe stellplatz',
  TF: 'plant mechanical technical electrical boiler_room technik heizung lüftung hausanschluss',
  VF: 'circulation corridor hallway passage lobby vestibule foyer stair stairs staircase stairwell lift elevator flur treppe treppenhaus aufzug diele windfang',
};

const GROUP_OF: ReadonlyMap<string, UsageGroup> = new Map(
  GROUPS.flatMap((group) => USAGES[group].split(' ').map((usage) => [usage, group] as const)),
);

/** Usages of rooms in which people live. */
const OF_DWELLINGS = new Set([
  'living',
  'bedroom',
  'dwelling',
  'residential',
  'wohnen',
  'schlafen',
]);
/** Rooms for cooking, whose group depends on the building. */
const KITCHENS = new Set(['kitchen', 'küche']);

function folded(usage: string): string {
  return foldName(usage).replaceAll(/[\s-]+/gu, '_');
}

/** Whether any of these usages is one of a dwelling. */
export function isDwelling(usages: readonly (string | null)[]): boolean {
  return usages.some((usage) => usage !== null && OF_DWELLINGS.has(folded(usage)));
}

/** The group of a usage; null if it is unknown. A kitchen is NUF 1 in a dwelling, NUF 3 elsewhere. */
export function groupOf(usage: string | null, inDwelling: boolean): UsageGroup | null {
  if (usage === null) return null;
  const word = folded(usage);
  if (KITCHENS.has(word)) return inDwelling ? 'NUF 1' : 'NUF 3';
  return GROUP_OF.get(word) ?? null;
}
