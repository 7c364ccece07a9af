/** @module decisions: what a person decided about products that could be several earlier ones. */
import type { ElementRecord, ImportMatches } from '../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../schemas/imports.ts';
import type { Decisions } from './match.ts';
import type { Adopted } from './own-elements.ts';

/** One decision: a product of the file, and the element that it is; null for a new one. */
export type MatchChoice = {
  readonly guid: string;
  /** Number of the product in the file (`#n`); null if no other product has the GlobalId. */
  readonly record: number | null;
  readonly element_id: string | null;
};

/** A revision that cannot be matched as asked: what was received and what was expected. */
export class RevisionFault extends Error {}

/** Decisions about products that were in the earlier file or are new, and about those that are elements of the branch. */
export type GivenDecisions = { readonly decisions: Decisions; readonly chosen: Adopted };

/** What a decision may name: rows of the superseded import, and elements of the branch that no import brought. */
export type Choosable = {
  readonly old: readonly ManifestRow[];
  readonly own: readonly ElementRecord[];
};

/**
 * The decisions by row.
 *
 * @throws {RevisionFault} for a GlobalId that no element of the file or several have, for an element that neither the
 * superseded import nor the branch has or that is chosen twice, and for one of another kind
 */
export function decisionsOf(
  choices: readonly MatchChoice[],
  fresh: readonly ManifestRow[],
  { old, own }: Choosable,
): GivenDecisions {
  const chosenOwn = new Map<ManifestRow, ElementRecord>();
  if (choices.length === 0) return { decisions: new Map(), chosen: chosenOwn };
  const owns = new Map(own.map((one) => [one.id, one]));
  const elements = new Map(
    old.flatMap((row) => (row.element === null ? [] : [[row.element.id, row]])),
  );
  const byGuid = new Map<string, ManifestRow[]>();
  for (const row of fresh) {
    if (row.guid === null || row.element === null) continue;
    const known = byGuid.get(row.guid);
    if (known === undefined) byGuid.set(row.guid, [row]);
    else known.push(row);
  }
  const decisions = new Map<ManifestRow, ManifestRow | null>();
  const used = new Set<string>();
  for (const choice of choices) {
    const row = chosen(choice, byGuid.get(choice.guid) ?? []);
    if (decisions.has(row) || chosenOwn.has(row)) {
      throw new RevisionFault(
        `received two \`matches\` for the product \`${choice.guid}\`, expected one`,
      );
    }
    const { element_id } = choice;
    const ofBranch = element_id === null ? undefined : owns.get(element_id);
    if (ofBranch === undefined || elements.has(ofBranch.id)) {
      decisions.set(row, element_id === null ? null : before(element_id, row, elements));
    } else {
      assertKind(ofBranch, row);
      chosenOwn.set(row, ofBranch);
    }
    if (element_id === null) continue;
    if (used.has(element_id)) {
      throw new RevisionFault(`received two \`matches\` with \`${element_id}\`, expected one`);
    }
    used.add(element_id);
  }
  return { decisions, chosen: chosenOwn };
}

function chosen({ guid, record }: MatchChoice, rows: readonly ManifestRow[]): ManifestRow {
  const found = rows.filter((row) => record === null || row.record === record);
  const [row, another] = found;
  if (row === undefined) {
    const where = record === null ? '' : ` as #${record}`;
    throw new RevisionFault(
      `received \`matches\` for the product \`${guid}\`${where}, expected the GlobalId of an element of the file`,
    );
  }
  if (another === undefined) return row;
  const records = found.slice(0, 8).map((one) => one.record);
  throw new RevisionFault(
    `received \`matches\` for the GlobalId \`${guid}\`, which ${found.length} products have; expected \`record\`, one of ${records.join(', ')}`,
  );
}

function assertKind({ id, kind }: ElementRecord, { element }: ManifestRow): void {
  if (kind === element?.kind) return;
  throw new RevisionFault(
    `received \`matches\` with \`${id}\`, which is a ${kind}, expected a ${element?.kind} like the product`,
  );
}

function before(
  id: string,
  fresh: ManifestRow,
  elements: ReadonlyMap<string, ManifestRow>,
): ManifestRow {
  const row = elements.get(id);
  if (row === undefined) {
    throw new RevisionFault(
      `received \`matches\` with the element \`${id}\`, expected one of the superseded import, or one of the branch that no import brought`,
    );
  }
  if (row.element !== null) assertKind(row.element, fresh);
  return row;
}

/** The decisions as the event of the revision has them; those about new products are left out. */
export function matchesOf(decisions: Decisions): ImportMatches['matches'] {
  return [...decisions].flatMap(([{ guid, record }, row]) =>
    row === null || row.element === null ? [] : [{ element_id: row.element.id, guid, record }],
  );
}
