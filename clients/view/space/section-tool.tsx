/** @module section-tool: cuts the building open by a plane or a box. */
import type { JSX } from 'preact';

import type { BoxNumbers } from '../../../servers/view/protocol/scene.ts';
import { EmptyNotice } from '../components/problem-notice.tsx';
import type { Section } from '../scene/scene-view.ts';
import { model } from '../state/model.ts';
import { levelName } from '../state/naming.ts';
import { store } from '../state/store.ts';
import { STRINGS } from '../strings.ts';

/** Height above a floor at which a storey is cut, as in a plan, metres. */
const CUT = 1.2;
/** Distance of a box from the elements that it was made for, metres. */
const AROUND = 0.3;

const { section: words } = STRINGS;

/** Directions of planes: what is cut away. */
const NORMALS = {
  above: [0, 0, 1],
  below: [0, 0, -1],
  east: [1, 0, 0],
  west: [-1, 0, 0],
  north: [0, 1, 0],
  south: [0, -1, 0],
} as const;
const SIDES = ['above', 'below', 'east', 'west', 'north', 'south'] as const;
type Side = (typeof SIDES)[number];

/** The choice of the kind, and its sliders. */
export function SectionTool(): JSX.Element {
  const { value: section } = store.section;
  const box = store.index.value?.box ?? null;
  if (box === null) return <EmptyNotice title={STRINGS.tree.nothing('ready')} />;
  const choose = (kind: Section['kind']): void => {
    if (kind === 'none') store.section.value = { kind };
    else if (kind === 'box') store.section.value = { kind, box };
    else store.section.value = planeAt('above', (box[2] + box[5]) / 2);
  };
  return (
    <>
      <fieldset class="segments">
        <legend class="visually-hidden">{words.kind}</legend>
        {(['none', 'plane', 'box'] as const).map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              name="section"
              checked={section.kind === kind}
              onChange={() => choose(kind)}
            />
            <span>{words.kinds[kind]}</span>
          </label>
        ))}
      </fieldset>
      {section.kind === 'plane' ? <PlaneSliders section={section} box={box} /> : null}
      {section.kind === 'box' ? <BoxSliders section={section} box={box} /> : null}
    </>
  );
}

function PlaneSliders({
  section,
  box,
}: {
  readonly section: Extract<Section, { kind: 'plane' }>;
  readonly box: BoxNumbers;
}): JSX.Element {
  const side = sideOf(section);
  const { axis, sign } = axisOf(side);
  return (
    <>
      <label class="field">
        <span>{words.side}</span>
        <select
          value={side}
          onChange={({ currentTarget }) => {
            const next = SIDES.find((one) => one === currentTarget.value) ?? 'above';
            const at = axisOf(next).axis;
            store.section.value = planeAt(next, ((box[at] ?? 0) + (box[at + 3] ?? 0)) / 2);
          }}
        >
          {SIDES.map((one) => (
            <option key={one} value={one}>
              {words.sides[one]}
            </option>
          ))}
        </select>
      </label>
      <MetreSlider
        label={words.position}
        range={[box[axis] ?? 0, box[axis + 3] ?? 0]}
        value={section.offset * sign}
        axis={axis}
        onValue={(value) => (store.section.value = planeAt(side, value))}
      />
      {side === 'above' ? <StoreyCuts /> : null}
    </>
  );
}

/** Buttons that cut each storey above its floor. */
function StoreyCuts(): JSX.Element {
  const { value: index } = store.index;
  const [, , origin = 0] = index?.origin_mm ?? [];
  return (
    <div class="chips" role="group" aria-label={words.storeys}>
      {index?.storeys.map(({ level_id, elevation_mm }) =>
        level_id === null || elevation_mm === null ? null : (
          <button
            key={level_id}
            type="button"
            class="chip"
            onClick={() => {
              store.section.value = planeAt('above', (elevation_mm - origin) / 1000 + CUT);
            }}
          >
            {levelName(level_id)}
          </button>
        ),
      )}
    </div>
  );
}

function BoxSliders({
  section,
  box,
}: {
  readonly section: Extract<Section, { kind: 'box' }>;
  readonly box: BoxNumbers;
}): JSX.Element {
  const { value: selection } = store.selection;
  const set = (at: number, value: number): void => {
    const next = [...section.box];
    next[at] = value;
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = next;
    if (a < d && b < e && c < f) store.section.value = { kind: 'box', box: [a, b, c, d, e, f] };
  };
  return (
    <>
      {[0, 3, 1, 4, 2, 5].map((at) => (
        <MetreSlider
          key={at}
          label={words.faces[at] ?? ''}
          range={[box[at % 3] ?? 0, box[(at % 3) + 3] ?? 0]}
          value={section.box[at] ?? 0}
          axis={at % 3}
          onValue={(value) => set(at, value)}
        />
      ))}
      <button
        type="button"
        class="button"
        disabled={selection.size === 0}
        onClick={() => {
          const around = boxAround(selection);
          if (around !== null) store.section.value = { kind: 'box', box: around };
        }}
      >
        {words.aroundSelection}
      </button>
    </>
  );
}

/** A position in metres of the world; the scene has another origin. */
function MetreSlider({
  label,
  range,
  value,
  axis,
  onValue,
}: {
  readonly label: string;
  readonly range: readonly [number, number];
  readonly value: number;
  readonly axis: number;
  readonly onValue: (value: number) => void;
}): JSX.Element {
  const origin = store.index.value?.origin_mm[axis] ?? 0;
  return (
    <label class="slider">
      <span>{label}</span>
      <input
        type="range"
        min={range[0] - 0.05}
        max={range[1] + 0.05}
        step="0.01"
        value={value}
        aria-valuetext={STRINGS.common.metres(value + origin / 1000)}
        onInput={({ currentTarget }) => onValue(Number(currentTarget.value))}
      />
      <output>{STRINGS.common.metres(value + origin / 1000)}</output>
    </label>
  );
}

function axisOf(side: Side): { readonly axis: number; readonly sign: number } {
  const axis = NORMALS[side].findIndex((one) => one !== 0);
  return { axis, sign: NORMALS[side][axis] ?? 1 };
}

function planeAt(side: Side, position: number): Section {
  return { kind: 'plane', normal: NORMALS[side], offset: position * axisOf(side).sign };
}

/** The side that a plane cuts away; an oblique one, from a link, counts as its largest component. */
function sideOf({ normal }: Extract<Section, { kind: 'plane' }>): Side {
  const dot = (side: Side): number =>
    NORMALS[side].reduce<number>((sum, one, axis) => sum + one * (normal[axis] ?? 0), 0);
  return SIDES.reduce((best, side) => (dot(side) > dot(best) ? side : best));
}

function boxAround(ids: Iterable<string>): BoxNumbers | null {
  let around: BoxNumbers | null = null;
  for (const id of ids) {
    const box = model.rows.get(id)?.box;
    if (box === undefined) continue;
    const [a, b, c, d, e, f]: BoxNumbers = around ?? box;
    around = [
      Math.min(a, box[0]),
      Math.min(b, box[1]),
      Math.min(c, box[2]),
      Math.max(d, box[3]),
      Math.max(e, box[4]),
      Math.max(f, box[5]),
    ];
  }
  if (around === null) return null;
  const [a, b, c, d, e, f] = around;
  return [a - AROUND, b - AROUND, c - AROUND, d + AROUND, e + AROUND, f + AROUND];
}
