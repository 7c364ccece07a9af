/** @module records: the sheets Document and Issue, and Contact, which names all authors. */
import type { FindingRecord } from '../../../../schemas/events.ts';
import { type Book, fill } from '../book.ts';
import { keyCell, RowNames, textCell } from '../cell-text.ts';
import type { CobieRow } from '../check.ts';
import { SYSTEM } from '../source.ts';
import { STAGE } from './details.ts';

/** The tools that write files, with the value of the pick list DocumentType. */
const DOCUMENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['export_drawing', 'Contract Drawings'],
]);
/** Models, tables and other files (pick list DocumentType). */
const DESIGN_DATA = 'Design Data';

/** The files that tools wrote, by path. */
export function fillDocuments(book: Book): void {
  const names = new RowNames();
  const facility = facilityName(book);
  const rows = book.source.documents.map(({ path, tool, sha256, origin }): CobieRow => {
    const at = path.lastIndexOf('/');
    return {
      Name: names.take(path),
      ...book.contacts.created(origin),
      Category: DOCUMENT_TYPES.get(tool) ?? DESIGN_DATA,
      ApprovalBy: 'Information Only',
      Stage: STAGE,
      SheetName: 'Facility',
      RowName: facility,
      Directory: textCell(`artifacts/${path.slice(0, Math.max(0, at))}`),
      File: textCell(path.slice(at + 1)),
      ExtSystem: SYSTEM,
      Description: textCell(`written by ${tool}`),
      Reference: `sha256 ${sha256}`,
    };
  });
  fill(book, 'Document', rows, 'no drawing, schedule or export of this branch is on record');
}

const RISKS: { readonly [severity in FindingRecord['severity']]: string } = {
  error: 'High',
  warning: 'Moderate',
  advisory: 'Low',
};

/** The findings of the given run. The rows of an issue are those of its first two elements that have one. */
export function fillIssues(book: Book): void {
  const { issues } = book.source;
  if (issues === null) {
    fill(book, 'Issue', [], 'no run of a check was given (`validation_run_id`)');
    return;
  }
  const created = book.contacts.created(issues.origin);
  const facility = { sheet: 'Facility', name: facilityName(book) };
  const rows = issues.findings.map((finding): CobieRow => {
    const places = finding.element_ids.flatMap((id) => placeOf(book, id) ?? []);
    const [first = facility, second] = places;
    return {
      Name: keyCell(`${finding.check} ${finding.finding_id}`),
      ...created,
      Type: 'Coordination',
      Risk: RISKS[finding.severity],
      Chance: 'Has Occurred',
      Impact: 'Unknown',
      SheetName1: first.sheet,
      RowName1: first.name,
      ...(second === undefined ? {} : { SheetName2: second.sheet, RowName2: second.name }),
      Description: textCell(finding.message),
      Owner: created.CreatedBy,
      ExtSystem: SYSTEM,
      ExtObject: textCell(issues.tool),
      ExtIdentifier: finding.finding_id,
    };
  });
  fill(book, 'Issue', rows, `the run of ${issues.tool} found nothing`);
}

function placeOf(book: Book, id: string): { readonly sheet: string; readonly name: string } | null {
  const component = book.components.get(id);
  if (component !== undefined) return { sheet: 'Component', name: component };
  const space = book.spaces.get(id);
  if (space !== undefined) return { sheet: 'Space', name: space };
  const floor = book.floors.get(id);
  return floor === undefined ? null : { sheet: 'Floor', name: floor };
}

function facilityName({ rows }: Book): string {
  return String(rows.get('Facility')?.[0]?.['Name'] ?? '');
}

/** Everyone that another row names; to be filled last. */
export function fillContacts(book: Book): void {
  fill(book, 'Contact', book.contacts.rows(), '');
}
