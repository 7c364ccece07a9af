/** @module answer-lines: the answer of a tool as lines for a person. */
import * as z from 'zod';

import { hangingLines } from '../../../kernel/base/text/printable.ts';
import { valueText } from '../../../servers/approvals/element-text.ts';
import { labelled } from '../../../servers/approvals/labelled.ts';
import { resultTexts } from '../../../servers/approvals/result-text.ts';
import { triggerWords } from '../../../servers/approvals/trigger-words.ts';
import type { Paint } from '../terminal.ts';
import { dataLines } from './data-lines.ts';
import { personWords } from './person-words.ts';
import type { Answer } from './server-connection.ts';

const Params = z.record(z.string(), z.unknown());
const Row = { id: z.string(), kind: z.string(), level_id: z.string().nullable() };
const Side = z.object({ from: z.number().exactOptional(), to: z.number() });

const Diff = z.looseObject({
  counts: z.object({ created: z.number(), modified: z.number(), deleted: z.number() }),
  created: z.array(z.looseObject({ ...Row, params: Params })),
  modified: z.array(
    z.looseObject({
      ...Row,
      name: z.string().exactOptional(),
      params: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
    }),
  ),
  deleted: z.array(
    z.looseObject({ ...Row, name: z.string().nullish(), cascade_of: z.string().nullish() }),
  ),
  results: z
    .array(
      z.looseObject({
        id: z.string(),
        kind: z.string(),
        name: z.string().nullable().default(null),
        change: z.enum(['created', 'modified', 'follows']),
        length_mm: Side.exactOptional(),
        area_mm2: Side.exactOptional(),
        volume_mm3: Side.exactOptional(),
        moved: z.object({ x: z.number(), y: z.number(), z: z.number() }).exactOptional(),
      }),
    )
    .default([]),
  next_cursor: z.string().nullable(),
});
type Diff = z.output<typeof Diff>;

const Needed = z.looseObject({
  needed: z.boolean(),
  because: z.array(z.string()),
  approvers_required: z.number(),
});

/** Width and colours of the lines. */
export type Style = {
  readonly width: number;
  readonly paint: Paint;
  /** Whether all pages of a preview are printed if the answer has them. */
  readonly all: boolean;
  /** The options with which a printed command reaches the same workspace as the same agent, each with a space before it. */
  readonly options: string;
};

/** The page of a preview; null for an answer without one. */
export function diffOf({ data }: Pick<Answer, 'data'>): Diff | null {
  return Diff.safeParse(data['diff']).data ?? null;
}

/** Members of the data that have lines of their own, or that only help a program. */
const APART: ReadonlySet<string> = new Set(['diff', 'approval', 'not_created']);
/** The same of the pages after the first, which repeat the warnings. */
const FOLLOWING: ReadonlySet<string> = new Set([...APART, 'warnings']);
/** Members of a pending answer that are shown in other words. */
const PENDING: ReadonlySet<string> = new Set([...APART, 'approval_id', 'triggers', 'repeated']);

/**
 * A successful answer: for a preview its effect and what to do next, else the result.
 *
 * @param pages the answer, followed by further pages of its preview
 * @param style with the command that executes a preview, and whether the tool takes a `cursor`
 */
export function answerLines(
  tool: string,
  pages: readonly [Answer, ...Answer[]],
  style: Style & { readonly commit: string; readonly pages: boolean },
): readonly string[] {
  const [answer] = pages;
  const { width, paint, commit } = style;
  const head =
    answer.dry_run === true
      ? labelled('preview', `${tool}: nothing is changed yet`, width)
      : answer.event_id === null
        ? []
        : labelled('done', `${tool}: event ${answer.event_id}`, width);
  const then = answer.dry_run === true ? commit : nextPage(answer, style);
  const next = then === null ? [] : labelled('next', then, width);
  return [
    ...head.map((line) => paint(line, 'strong')),
    ...effectLines(pages, style),
    ...approvalLines(answer, width),
    ...runOrDataLines(dataOf(pages), width),
    ...(isBrief(pages, style)
      ? labelled('cut', 'the elements are counted; --all lists them', width)
      : cutLines(pages, style)),
    ...warningLines(answer, width),
    ...next,
  ];
}

/** How to see the next page: in a further call, or, of a check that takes no cursor, in its run; null on the last page. */
function nextPage(
  { data }: Pick<Answer, 'data'>,
  { pages, options }: Pick<Style, 'options'> & { readonly pages: boolean },
): string | null {
  const { next_cursor: cursor, validation_run_id: run_id } = data;
  if (typeof cursor !== 'string') return null;
  if (pages) return `add \`--arg cursor=${cursor}\` for the next page`;
  if (typeof run_id !== 'string') return null;
  return `\`plumbline call get_validation_run --arg validation_run_id=${run_id} --arg cursor=${cursor}${options}\` for the next page`;
}

/** The data of all pages: single values of the first one, and lists with their parts on all pages. */
function dataOf([first, ...others]: readonly [Answer, ...Answer[]]): object {
  const data = new Map<string, unknown>(Object.entries(without(first.data, APART)));
  for (const page of others) {
    for (const [name, part] of Object.entries(without(page.data, FOLLOWING))) {
      const list = data.get(name);
      if (Array.isArray(part)) data.set(name, Array.isArray(list) ? [...list, ...part] : part);
      else if (!data.has(name)) data.set(name, part);
    }
  }
  return Object.fromEntries(data);
}

const Run = z.looseObject({
  output: z.looseObject({}),
  termination: z.string(),
  audit: z.looseObject({
    budgets: z.looseObject({
      granted: z.looseObject({ time_ms: z.number(), mem_mb: z.number() }),
      consumed: z.looseObject({ time_ms: z.number(), mem_mb: z.number() }),
    }),
  }),
});

/** The output of a tool that runs in a budget and what it used; for any other tool all data. */
function runOrDataLines(data: object, width: number): readonly string[] {
  const run = Run.safeParse(data).data;
  if (run === undefined) return dataLines(data, '', width);
  const { granted, consumed } = run.audit.budgets;
  const used = `${consumed.time_ms} ms of ${granted.time_ms} ms, ${consumed.mem_mb} MB of ${granted.mem_mb} MB; --json has all budgets and the record of the run`;
  const ended =
    run.termination === 'BOUNDED_OUTPUT' ? [] : labelled('ended', run.termination, width);
  const filled = Object.entries(run.output).filter(([, value]) => value !== '');
  return [
    ...dataLines(Object.fromEntries(filled), '', width),
    ...ended,
    ...labelled('used', used, width),
  ];
}

/**
 * A pending request: its effect, who decides, and how the caller waits. An agent may be the reader, so the command that
 * approves is not printed here; `approvals show` prints it.
 */
export function pendingLines(
  tool: string,
  { approval_id = '', ...answer }: Pick<Answer, 'approval_id' | 'warnings' | 'error'>,
  style: Style,
): readonly string[] {
  const { width, paint } = style;
  const data = answer.error?.data ?? {};
  return [
    ...labelled('pending', `${tool}: approval ${approval_id}; nothing is changed yet`, width).map(
      (line) => paint(line, 'strong'),
    ),
    ...effectLines([{ data }], style),
    ...approvalLines({ data }, width),
    ...dataLines(without(data, PENDING), '', width),
    ...(isBrief([{ data }], style) ? [] : cutLines([answer], style)),
    ...warningLines(answer, width),
    ...labelled(
      'next',
      `a person decides, in \`plumbline approvals show ${approval_id}\`; until then wait with`,
      width,
    ),
    ...hangingLines(
      `\`plumbline call get_operation --arg approval_id=${approval_id} --arg wait_s=25${style.options}\``,
      ' '.repeat(10),
      width,
    ),
  ];
}

function without(data: object, names: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.has(name)));
}

/** The warning of a preview that does not show all entries, with its counts, and how a program gets the next page. */
const CUT = /^the preview is cut: it (shows .*); call preview_operation /u;

/** Which entries of which lists are shown, if not all. */
function cutLines(
  pages: readonly Pick<Answer, 'warnings'>[],
  { width, all }: Style,
): readonly string[] {
  const shown = (pages.at(-1)?.warnings ?? []).flatMap((text) => CUT.exec(text)?.[1] ?? []);
  return shown.flatMap((text) =>
    labelled(
      'cut',
      `${text.replace(' results', ' measures').replaceAll('data.', '')}${all ? '' : '; --all lists everything'}`,
      width,
    ),
  );
}

/** The warning of a check with more findings, whose next page has a line of its own. */
const MORE = /^more findings: get_validation_run /u;

/** Warnings, without those that the lines say in other words. */
function warningLines({ warnings }: Pick<Answer, 'warnings'>, width: number): readonly string[] {
  return warnings
    .filter((warning) => !CUT.test(warning) && !MORE.test(warning))
    .flatMap((warning) => labelled('warning', personWords(warning), width));
}

function approvalLines({ data }: Pick<Answer, 'data'>, width: number): readonly string[] {
  const approval = Needed.safeParse(data['approval']).data;
  if (approval === undefined) return [];
  const { needed, because, approvers_required, ...losses } = approval;
  const people = approvers_required === 1 ? 'a person' : `${approvers_required} people`;
  const text = needed
    ? `${people} must approve this, because ${triggerWords(because)}`
    : 'not needed';
  return [...labelled('approval', text, width), ...dataLines(losses, '  ', width)];
}

/**
 * Whether elements are only counted: the first of an imported building, in the order of their ids, tell a person less
 * than its scorecard. A revision lists what changes.
 */
function isBrief(pages: readonly Pick<Answer, 'data'>[], { all }: Style): boolean {
  const { scorecard, revision } = pages[0]?.data ?? {};
  return !all && scorecard !== undefined && revision === null;
}

/** The effect on elements: counts, then each listed element with its parameters. */
function effectLines(pages: readonly Pick<Answer, 'data'>[], style: Style): readonly string[] {
  const { width, paint } = style;
  const diffs = pages.flatMap((page) => diffOf(page) ?? []);
  const [first] = diffs;
  if (first === undefined) return [];
  const { created, modified, deleted } = first.counts;
  const lines = (text: string, change: 'created' | 'modified' | 'deleted'): readonly string[] =>
    hangingLines(text, '  ', width).map((line) => paint(line, change));
  const listed = diffs.flatMap((diff) => [
    ...diff.deleted.flatMap((row) => lines(`- ${deletedText(row)}`, 'deleted')),
    ...diff.modified.flatMap((row) => lines(`~ ${modifiedText(row)}`, 'modified')),
    ...diff.created.flatMap((row) => lines(`+ ${createdText(row)}`, 'created')),
  ]);
  const results = diffs.flatMap((diff) => resultTexts(diff.results));
  const counts = `${created} created, ${modified} modified, ${deleted} deleted`;
  if (isBrief(pages, style)) return labelled('effect', counts, width);
  return [
    ...labelled('effect', counts, width),
    ...listed,
    ...results.flatMap((text) => hangingLines(`= ${text}`, '  ', width)),
  ];
}

function nameText(name: unknown): string {
  return typeof name === 'string' ? ` ${JSON.stringify(name)}` : '';
}

function createdText({ kind, id, params }: Diff['created'][number]): string {
  const set = Object.entries(params).flatMap(([name, value]) =>
    name === 'name' || value === null ? [] : [`${name} ${valueText(value)}`],
  );
  return `${kind} ${id}${nameText(params['name'])}${set.length === 0 ? '' : `: ${set.join(', ')}`}`;
}

function modifiedText({ kind, id, name, params }: Diff['modified'][number]): string {
  const changes = Object.entries(params).map(
    ([param, { from, to }]) => `${param} ${valueText(from)} → ${valueText(to)}`,
  );
  return `${kind} ${id}${nameText(name)}: ${changes.join(', ')}`;
}

function deletedText({ kind, id, name, cascade_of }: Diff['deleted'][number]): string {
  const cause = typeof cascade_of === 'string' ? `, with ${cascade_of}` : '';
  return `${kind} ${id}${nameText(name)}${cause}`;
}
