/** @module trigger-words: the reasons for which an approval is needed, in words. */

/** Reasons by the name that the log and permission files use. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['bulk', 'many elements are affected at once or a building is imported'],
  ['element.created', 'elements are created'],
  ['element.modified', 'elements are modified'],
  ['element.deleted', 'elements are deleted'],
  ['element.diminished', 'elements lose much of their size, their place or a value'],
  ['elements.joined', 'walls are joined in another way'],
  ['level.created', 'a level is created'],
  ['view.created', 'a view is created'],
  ['sheet.created', 'a sheet is created'],
  ['schedule.generated', 'a schedule is generated'],
  ['export.created', 'a file is exported'],
  ['model.imported', 'a building is imported'],
  ['import.reverted', 'the import of a building is undone'],
  ['branch.created', 'a branch is created'],
  ['branch.discarded', 'a branch is discarded'],
  ['branch.merged', 'a branch is merged'],
  ['branch.restored', 'a branch is returned to an earlier state'],
  ['event.reverted', 'an operation is undone'],
  ['tool.run', 'a tool runs'],
  ['experiment.run', 'an experiment runs'],
  ['validation.run', 'a check runs'],
  ['clash.excluded', 'a clash is excluded'],
  ['topic.created', 'a topic is created'],
  ['topic.updated', 'a topic is changed'],
]);

/** The reasons in words; an unknown one is named as it is. */
export function triggerWords(triggers: readonly string[]): string {
  return triggers.map((trigger) => WORDS.get(trigger) ?? trigger).join(', ');
}
