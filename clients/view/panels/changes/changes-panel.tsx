/** @module changes-panel: what differs between two moments. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import type { ChangeRow, ChangesAnswer } from '../../../../servers/view/protocol/changes.ts';
import { askBytes } from '../../api/ask.ts';
import { EmptyNotice, ProblemNotice } from '../../components/problem-notice.tsx';
import { Segments } from '../../components/segments.tsx';
import { saveFile } from '../../space/screenshot.ts';
import { announce } from '../../state/actions.ts';
import { comparison } from '../../state/comparison.ts';
import { problemOf } from '../../state/loader.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';
import { ChangeList } from './change-list.tsx';
import { CompareTool } from './compare-tool.tsx';
import { Counts } from './counts.tsx';
import { MomentChoice } from './moment-choice.tsx';

const { changes: words } = STRINGS;

/** Which changes are listed. */
type Filter = 'all' | 'geometry' | 'data' | 'own';
const FILTERS: readonly Filter[] = ['all', 'geometry', 'data', 'own'];

/** The panel. */
export function ChangesPanel(): JSX.Element {
  const { value: answer } = comparison.answer;
  const { value: problem } = comparison.problem;
  return (
    <div class="panel-body scroll" tabIndex={0} role="group" aria-label={words.title}>
      <div class="panel-tools">
        <MomentChoice />
      </div>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {store.compared.value === null ? (
        <EmptyNotice title={words.none}>
          <p>{words.noneText}</p>
        </EmptyNotice>
      ) : answer === null && problem === null ? (
        <p class="status-line">{STRINGS.loading}</p>
      ) : null}
      {answer === null ? null : <Changes answer={answer} />}
    </div>
  );
}

/** Counts, how they are shown, and the rows. */
function Changes({ answer }: { readonly answer: ChangesAnswer }): JSX.Element {
  const filter = useSignal<Filter>('all');
  const rows = answer.rows.filter((row) => isListed(row, filter.value));
  return (
    <>
      <Counts counts={answer.counts} />
      <CompareTool />
      <Segments
        title={words.filters.title}
        values={FILTERS}
        labels={words.filters}
        value={filter.value}
        onChange={(one) => (filter.value = one)}
      />
      {answer.total > answer.rows.length ? (
        <p class="warning">{words.cut(answer.rows.length, answer.total)}</p>
      ) : null}
      {answer.total === 0 ? <p class="status-line">{words.same}</p> : <ChangeList rows={rows} />}
      {answer.total === 0 ? null : <Files />}
    </>
  );
}

function isListed({ geometry, data, cause }: ChangeRow, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'geometry':
      return geometry;
    case 'data':
      return data;
    case 'own':
      return cause === null;
    default:
      return filter satisfies never;
  }
}

function Files(): JSX.Element {
  return (
    <p class="actions">
      <button type="button" class="button" onClick={() => start('csv')}>
        {words.csv}
      </button>
      <button type="button" class="button" onClick={() => start('bcf')}>
        {words.bcf}
      </button>
    </p>
  );
}

function start(format: 'csv' | 'bcf'): void {
  save(format).catch((error: unknown) => announce(problemOf(error).message));
}

async function save(format: 'csv' | 'bcf'): Promise<void> {
  const from = store.compared.peek();
  if (from === null) return;
  const bytes = await askBytes('changes_file', { from, to: store.moment.peek(), format });
  saveFile(new Blob([bytes]), `changes.${format === 'csv' ? 'csv' : 'bcfzip'}`);
}
