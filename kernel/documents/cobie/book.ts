/** @module book: the state of a COBie workbook while its sheets are filled, in the order of their references. */
import type { FileFacts } from '../../building/model/file-source.ts';
import type { Assets, FactsOf } from './assets.ts';
import type { RowNames } from './cell-text.ts';
import type { CobieRow } from './check.ts';
import { Contacts } from './contacts.ts';
import type { SheetName } from './sheet.ts';
import type { CobieSource } from './source.ts';
import type { StatedValue } from './stated.ts';

/** An element that has a row, with what is written about it in other sheets. */
export type Listed = {
  readonly sheet: 'Floor' | 'Space' | 'Type' | 'Component';
  readonly name: string;
  /** Null for types. */
  readonly element_id: string | null;
  readonly created: { readonly CreatedBy: string; readonly CreatedOn: string };
  readonly values: ReadonlyMap<string, StatedValue>;
};

export type Book = {
  readonly source: CobieSource;
  readonly contacts: Contacts;
  readonly assets: Assets;
  readonly factsOf: FactsOf;
  readonly rows: Map<SheetName, readonly CobieRow[]>;
  /** Names of rows by element id, and for types by their keys. */
  readonly floors: Map<string, string>;
  readonly spaces: Map<string, string>;
  readonly types: Map<string, string>;
  readonly components: Map<string, string>;
  readonly listed: Listed[];
  /** Why a sheet is empty. */
  readonly reasons: Map<SheetName, string>;
  /** What a reader needs to know about the workbook. */
  readonly notes: string[];
};

/** An empty workbook. */
export function openBook(source: CobieSource, assets: Assets, factsOf: FactsOf): Book {
  return {
    source,
    contacts: new Contacts(source),
    assets,
    factsOf,
    rows: new Map(),
    floors: new Map(),
    spaces: new Map(),
    types: new Map(),
    components: new Map(),
    listed: [],
    reasons: new Map(),
    notes: [],
  };
}

/** A reader of facts that reports a file that cannot be read once, in `notes`, and then states nothing. */
export function factsReader(source: CobieSource, notes: string[]): FactsOf {
  let failed = false;
  return (id): FileFacts | null => {
    if (failed) return null;
    try {
      return source.view.fileFacts(id);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      failed = true;
      notes.push(`what the imported file states is left out: ${error.message}`);
      return null;
    }
  };
}

/** Fills a sheet; an empty one has a reason. */
export function fill(
  { rows, reasons }: Book,
  sheet: SheetName,
  made: readonly CobieRow[],
  because: string,
): void {
  rows.set(sheet, made);
  if (made.length === 0) reasons.set(sheet, because);
}

/** Reports names that are written differently, if there are any. */
export function noteNames({ notes }: Book, sheet: SheetName, names: RowNames): void {
  const { repeated, withComma } = names;
  if (repeated > 0) {
    const are = repeated === 1 ? '1 name occurs' : `${repeated} names occur`;
    notes.push(`${sheet}: ${are} more than once and got a number, because names are keys`);
  }
  if (withComma > 0) {
    const have = withComma === 1 ? '1 name has' : `${withComma} names have`;
    notes.push(`${sheet}: ${have} a semicolon for a comma, which separates names in COBie`);
  }
}
