/** @module run-sheet: one run: what it is compared with, filters, its findings, and its file. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import type { FindingRow, RunAnswer, RunRow } from '../../../../servers/view/protocol/findings.ts';
import type { ColourGroup } from '../../../../servers/view/protocol/scene.ts';
import { askBytes } from '../../api/ask.ts';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { shown } from '../../components/shown.ts';
import { needSeconds, timeWords } from '../../components/time.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { saveFile } from '../../space/screenshot.ts';
import { announce } from '../../state/actions.ts';
import { problemOf } from '../../state/loader.ts';
import { model } from '../../state/model.ts';
import { kindWords } from '../../state/naming.ts';
import { planMarks } from '../../state/plan-marks.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';
import { FindingFilters } from './finding-filters.tsx';
import { FindingList } from './finding-list.tsx';
import {
  chosen,
  coloursOf,
  endGhosts,
  keepGhosts,
  keyOf,
  listedOf,
  marksOf,
  openRun,
  showFinding,
} from './findings-state.ts';
import { Counts, RunFacts } from './run-facts.tsx';

const { findings: words } = STRINGS;

/** `runs`: the runs of the branch, for the choice of another one. */
export function RunSheet({
  run_id,
  branch,
  runs,
}: {
  readonly run_id: string;
  readonly branch: string;
  readonly runs: readonly RunRow[];
}): JSX.Element {
  const { value: compared_with } = chosen.compared_with;
  const asked = { branch, run_id, ...(compared_with === null ? {} : { compared_with }) };
  const { answer, problem } = useAnswer('run', asked);
  return (
    <>
      <p class="panel-tools">
        <button type="button" class="link" onClick={() => openRun(null)}>
          {words.back}
        </button>
      </p>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {answer === null && problem === null ? <p class="status-line">{STRINGS.loading}</p> : null}
      {answer === null ? null : <Sheet answer={answer} branch={branch} runs={runs} />}
    </>
  );
}

function Sheet({
  answer,
  branch,
  runs,
}: {
  readonly answer: RunAnswer;
  readonly branch: string;
  readonly runs: readonly RunRow[];
}): JSX.Element {
  const { run, findings } = answer;
  // Names and storeys of elements arrive with the model.
  void model.version.value;
  const listed = listedOf(answer);
  const kept = findings.filter(({ state }) => state !== 'resolved').length;
  useColours(listed);
  useMarks(answer.of_file ? [] : listed);
  const isLoaded = store.loading.value.kind === 'ready';
  useEffect(() => {
    if (isLoaded) keepGhosts(findings);
  }, [isLoaded]);
  useEffect(() => endGhosts, []);
  return (
    <>
      <div class="run-head">
        <h3>{kindWords(run.check)}</h3>
        <p class="run-line">
          <Counts counts={run.counts} />
        </p>
        <RunFacts run={run} branch={branch} />
        {run.findings > kept ? <p class="warning">{words.kept(kept, run.findings)}</p> : null}
        {answer.of_file ? <p class="quiet">{words.ofFile}</p> : null}
        <CompareChoice run={run} runs={runs} />
      </div>
      {findings.length === 0 ? null : (
        <>
          <FindingFilters findings={findings} hasStates={run.compared !== null} />
          <p class="status-line" role="status">
            {words.listed(listed.length, findings.length, findings.length - kept)}
          </p>
          <FindingList
            findings={listed}
            branch={branch}
            hasStates={run.compared !== null}
            ofFile={answer.of_file}
          />
        </>
      )}
      {kept === 0 ? null : (
        <p class="actions run-files">
          <button
            type="button"
            class="button"
            onClick={() => {
              save(run).catch((error: unknown) => announce(problemOf(error).message));
            }}
          >
            {words.bcf}
          </button>
        </p>
      )}
    </>
  );
}

/** The other runs of the same check. */
function CompareChoice({
  run,
  runs,
}: {
  readonly run: RunRow;
  readonly runs: readonly RunRow[];
}): JSX.Element | null {
  const others = runs.filter(({ check, run_id }) => check === run.check && run_id !== run.run_id);
  if (others.length === 0) return null;
  const isExact = needSeconds(others.map(({ at }) => at));
  return (
    <label class="field">
      <span>{words.compareWith}</span>
      <select
        value={chosen.compared_with.value ?? ''}
        onChange={({ currentTarget }) => {
          chosen.compared_with.value = currentTarget.value === '' ? null : currentTarget.value;
        }}
      >
        <option value="">{words.runBefore}</option>
        {others.map(({ run_id, at, findings, who }) => (
          <option key={run_id} value={run_id}>
            {words.otherRun(timeWords(at, isExact), shown(who), findings)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The colours that this panel has set; null if it has set none. */
let own: readonly ColourGroup[] | null = null;

/** Colours the elements of the listed findings, until the person chooses other colours or leaves the run. */
function useColours(findings: readonly FindingRow[]): void {
  const { value: isColoured } = chosen.isColoured;
  const { value: colouring } = store.colouring;
  const { value: current } = store.colours;
  const key = JSON.stringify(coloursOf(findings));
  const isOn = isColoured && colouring === null;
  useEffect(() => {
    if (isOn) {
      if (own !== null && store.colours.peek() === own && JSON.stringify(own) === key) return;
      own = coloursOf(findings);
      store.colours.value = own;
    } else {
      dropColours();
    }
  }, [isOn, key, current]);
  useEffect(() => dropColours, []);
}

/** Marks the places of the listed findings in the plan; a click on one shows it. */
function useMarks(findings: readonly FindingRow[]): void {
  const { value: active } = chosen.active;
  useEffect(() => {
    planMarks.marks.value = marksOf(findings);
    planMarks.onMark.value = (key) => {
      const finding = findings.find((one) => keyOf(one) === key);
      if (finding !== undefined) showFinding(finding);
    };
  }, [findings.map(keyOf).join(' '), active]);
  useEffect(() => () => void (planMarks.marks.value = []), []);
}

function dropColours(): void {
  if (own !== null && store.colours.peek() === own) store.colours.value = null;
  own = null;
}

async function save({ branch, run_id, check }: RunRow): Promise<void> {
  const bytes = await askBytes('run_bcf', { branch, run_id });
  saveFile(new Blob([bytes]), `${check}.bcf`);
  announce(words.saved);
}
