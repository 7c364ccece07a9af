/** @module person-words: texts of tools in the words of the command line, which sets `dry_run` and `reasoning` itself. */

/** A hint or warning for a person: `--commit` for `dry_run` false, and no arguments that a person does not type. */
export function personWords(text: string): string {
  return text
    .replaceAll(/\bwith `?dry_run`?:? false\b/gu, 'with --commit')
    .replaceAll(/`?\bdry_run`?:? false\b/gu, '--commit')
    .replaceAll(/(?<=`[\w.]+` takes .*), (?:dry_run|reasoning)\b/gu, '');
}
