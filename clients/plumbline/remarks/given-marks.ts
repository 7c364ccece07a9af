/** @module given-marks: the marks of `--mark`, with the names of elements and levels resolved before or after a plan. */
import { printable } from '../../../kernel/base/text/printable.ts';
import type { ProjectedView } from '../../../kernel/building/model/projection/projected-view.ts';
import { type MarkOption, readMarkOption } from '../../../schemas/command-line/mark-option.ts';
import { Mark, MARK_TEXT_MAX, MARKS_MAX, type PlanDocument } from '../../../schemas/governance.ts';
import { effectOf } from '../../../servers/approvals/effect.ts';
import type { Desk } from '../approvals/desk.ts';
import { type Call, textsOf } from '../command.ts';
import { CliFailure, misuse } from '../failure.ts';
import { elementNamed } from '../model/element-named.ts';

/** The parsed marks of `--mark`. @throws CliFailure with exit code 2 for a malformed mark, and for too many */
export function markOptions(call: Call): readonly MarkOption[] {
  const words = textsOf(call, 'mark');
  if (words.length > MARKS_MAX) {
    throw misuse(`got ${words.length} marks, expected at most ${MARKS_MAX}`, 'give fewer marks');
  }
  if (words.length > 0 && call.positionals.length > 1) {
    throw misuse(
      `got marks for ${call.positionals.length} approvals, expected one approval`,
      'run the command once for each approval',
    );
  }
  return words.map((word) => {
    const option = readMarkOption(word);
    if (option !== null && option.text.length <= MARK_TEXT_MAX) return option;
    throw misuse(
      option === null
        ? `invalid --mark \`${printable(word)}\`, expected ELEMENT=TEXT or X,Y,Z@LEVEL=TEXT with X, Y and Z in mm`
        : `the text of a mark has ${option.text.length} characters, expected 1 to ${MARK_TEXT_MAX}`,
      'for example --mark "south wall=keep this one" or --mark "1200,3400@Ground floor=too narrow"; Z may be left out if a level is given',
    );
  });
}

/**
 * The marks with ids; undefined if there are none. The height of a place without one is that of its level.
 *
 * @throws CliFailure for a name that names nothing before and after the plan, or several elements
 */
export async function marksOn(
  desk: Desk,
  plan: PlanDocument,
  options: readonly MarkOption[],
): Promise<Mark[] | undefined> {
  if (options.length === 0) return undefined;
  const { before, after, given_up } = await effectOf(desk, plan);
  const lost = given_up.flatMap((branch) => [branch.after, branch.before]);
  const views = [after, before, ...lost];
  return options.map((option) => markOn(views, option));
}

function markOn(views: readonly ProjectedView[], { text, element, place }: MarkOption): Mark {
  const element_id = element === null ? {} : { element_id: elementNamed(views, element).id };
  return Mark.parse({ text, ...element_id, ...(place === null ? {} : placeOn(views, place)) });
}

function placeOn(
  views: readonly ProjectedView[],
  { x, y, z, level: word }: NonNullable<MarkOption['place']>,
): Pick<Mark, 'at' | 'level_id'> {
  if (word === null) return { at: { x, y, z: z ?? 0 } };
  const { id } = elementNamed(views, word);
  const [level] = views.flatMap(({ model }) => model.elementOf(id, 'level') ?? []);
  if (level === undefined) {
    const names = new Set(
      views.flatMap(({ model }) => model.levels().map(({ params }) => printable(params.name))),
    );
    throw new CliFailure(
      `\`${printable(word)}\` is not a level, expected one of ${[...names].join(', ')}`,
      'give the name or id of a level after the @',
    );
  }
  return { at: { x, y, z: z ?? level.params.elevation }, level_id: id };
}
