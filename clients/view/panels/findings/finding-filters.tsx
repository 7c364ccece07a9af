/** @module finding-filters: which findings of a run are listed, and how they are shown in the views. */
import type { JSX } from 'preact';

import type { FindingRow } from '../../../../servers/view/protocol/findings.ts';
import { Segments } from '../../components/segments.tsx';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';
import { chosen, isGhostedNow, setGhosted, SEVERITIES, STATES } from './findings-state.ts';

const { findings: words } = STRINGS;
const GROUPED_BY = ['rule', 'level'] as const;

/** `hasStates`: whether the run is compared with another one. */
export function FindingFilters({
  findings,
  hasStates,
}: {
  readonly findings: readonly FindingRow[];
  readonly hasStates: boolean;
}): JSX.Element {
  return (
    <div class="finding-filters">
      <Segments
        title={words.groupedBy.title}
        values={GROUPED_BY}
        labels={words.groupedBy}
        value={chosen.by.value}
        onChange={(by) => (chosen.by.value = by)}
      />
      <div class="filter-row">
        <Choice
          label={words.severity}
          all={words.allSeverities}
          values={SEVERITIES}
          labels={words.severities}
          signal={chosen.severity}
        />
        {hasStates ? (
          <Choice
            label={words.state}
            all={words.allStates}
            values={STATES}
            labels={words.states}
            signal={chosen.state}
          />
        ) : null}
      </div>
      <div class="filter-row">
        <Check
          label={words.onlySelected}
          isOn={chosen.onlySelected.value}
          onChange={(isOn) => (chosen.onlySelected.value = isOn)}
        />
        {store.hasSpace.value === true ? (
          <>
            <Check
              label={words.colours}
              isOn={chosen.isColoured.value && store.colouring.value === null}
              onChange={(isOn) => {
                if (isOn) store.colouring.value = null;
                chosen.isColoured.value = isOn;
              }}
            />
            <Check
              label={words.ghosts}
              isOn={isGhostedNow()}
              onChange={(isOn) => setGhosted(isOn, findings)}
            />
          </>
        ) : null}
      </div>
    </div>
  );
}

function Choice<V extends string>({
  label,
  all,
  values,
  labels,
  signal,
}: {
  readonly label: string;
  readonly all: string;
  readonly values: readonly V[];
  readonly labels: Readonly<Record<V, string>>;
  readonly signal: { value: V | null };
}): JSX.Element {
  return (
    <select
      aria-label={label}
      value={signal.value ?? ''}
      onChange={({ currentTarget }) => {
        signal.value = values.find((one) => one === currentTarget.value) ?? null;
      }}
    >
      <option value="">{all}</option>
      {values.map((one) => (
        <option key={one} value={one}>
          {labels[one]}
        </option>
      ))}
    </select>
  );
}

function Check({
  label,
  isOn,
  onChange,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}): JSX.Element {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}
