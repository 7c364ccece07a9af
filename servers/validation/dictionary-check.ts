/** @module dictionary-check: data dictionaries below `artifacts/`, and checks of a branch against them. */
import type { Element } from '../../kernel/building/kinds/elements.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import { checkDictionary } from '../../kernel/checks/screening/dictionary/check-dictionary.ts';
import {
  type Dictionary,
  DictionaryFault,
} from '../../kernel/checks/screening/dictionary/dictionary.ts';
import { readDictionary } from '../../kernel/checks/screening/dictionary/read-dictionary.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { Refuse } from '../../schemas/plan.ts';
import { fileDigest } from '../files/file-digest.ts';
import type { IfcFiles } from '../files/ifc-files.ts';
import type { Checked } from './checked-run.ts';

/** Maximum number of classes in a summary. */
const MAX_CLASSES = 100;

/** A dictionary with the file that has it. */
type DictionaryFile = {
  readonly path: string;
  readonly sha256: string;
  readonly read: Dictionary;
};

/**
 * The dictionary in a file that the caller may read. Refuses INVALID_ARGUMENT for a file that is no dictionary; the message says
 * where and why.
 */
export async function dictionaryAt(
  given: string,
  files: IfcFiles,
  context: { readonly principal: Principal; readonly refuse: Refuse<'INVALID_ARGUMENT'> },
): Promise<DictionaryFile> {
  const path = await files.pathOf({ path: given }, context);
  const bytes = await files.read(path, context);
  try {
    return { path, sha256: fileDigest(bytes), read: readDictionary(path, bytes) };
  } catch (error) {
    if (!(error instanceof DictionaryFault)) throw error;
    return context.refuse(
      'INVALID_ARGUMENT',
      `\`${path}\` is no data dictionary: ${error.message}`,
      { path },
    );
  }
}

/** The check of a branch against a dictionary. */
export function checkedDictionary(
  view: BuildingView,
  dictionary: Dictionary,
  applies_to: (element: Element) => boolean,
): Checked {
  const { findings, elements, complete, classes } = checkDictionary(view, dictionary, applies_to);
  const { system, edition, source } = dictionary;
  return {
    findings,
    summary: {
      status: elements === 0 ? 'nothing_to_check' : findings.length === 0 ? 'complete' : 'missing',
      elements,
      complete_elements: complete,
      dictionary: {
        system,
        edition,
        source,
        classes: dictionary.classes.size,
        classified: elements,
        complete,
        used: classes.slice(0, MAX_CLASSES),
      },
    },
  };
}
