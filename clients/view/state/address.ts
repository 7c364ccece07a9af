/** @module address: the state of the page as the fragment of its address, and back. */
import type { Moment } from '../../../servers/view/protocol/moment.ts';
import { COLOURINGS, type Colouring } from '../../../servers/view/protocol/scene.ts';
import type { CameraState, Section } from '../scene/scene-view.ts';

/** Everything that a link restores. */
export type Address = {
  readonly moment: Moment;
  /** The earlier moment of a comparison; null without one. */
  readonly compared: Moment | null;
  readonly selection: readonly string[];
  /** Ids of open panels; null: as the person left them. */
  readonly panels: readonly string[] | null;
  /** Id of the level whose plan is shown; null: the first one. */
  readonly storey: string | null;
  readonly camera: CameraState | null;
  readonly section: Section;
  readonly hidden: readonly string[];
  readonly isolated: readonly string[] | null;
  readonly xray: boolean;
  readonly spaces: boolean;
  readonly explode: number;
  readonly colouring: Colouring | null;
  /** Id of the run of a check that is shown. */
  readonly run: string | null;
  /** Id of the run with which it is compared; null: the one before it. */
  readonly run_from: string | null;
  /** Ids of the run and of the finding that is shown, with a space between them. */
  readonly finding: string | null;
};

/** The branch that is shown without an address. */
const MAIN = 'main';

/** Maximum number of ids in an address, so that other programs accept the link. */
export const IDS_MAX = 100;

/** The state that an empty address means. */
export const START: Address = {
  moment: { branch: MAIN },
  compared: null,
  selection: [],
  panels: null,
  storey: null,
  camera: null,
  section: { kind: 'none' },
  hidden: [],
  isolated: null,
  xray: false,
  spaces: false,
  explode: 0,
  colouring: null,
  run: null,
  run_from: null,
  finding: null,
};

/** The fragment without `#`. Ids above `IDS_MAX` are left out. */
export function fragmentOf(address: Address): string {
  const { compared, selection, panels, storey, camera, section, hidden, isolated } = address;
  const pairs: [string, string][] = momentPairs(address.moment, '');
  if (compared !== null) pairs.push(...momentPairs(compared, 'from'));
  if (selection.length > 0) pairs.push(['element', listOf(selection)]);
  if (panels !== null) pairs.push(['panel', listOf(panels)]);
  if (storey !== null) pairs.push(['storey', storey]);
  if (camera !== null) {
    const { position, target, fov, height } = camera;
    const view = [...position, ...target, height].map((value) => value.toFixed(3));
    pairs.push(['camera', [...view, fov === null ? '-' : fov.toFixed(2)].join(',')]);
  }
  if (section.kind === 'box') pairs.push(['section', `box,${numbers(section.box)}`]);
  if (section.kind === 'plane') {
    pairs.push(['section', `plane,${numbers([...section.normal, section.offset])}`]);
  }
  if (hidden.length > 0) pairs.push(['hide', listOf(hidden)]);
  if (isolated !== null) pairs.push(['only', listOf(isolated)]);
  if (address.xray) pairs.push(['xray', '1']);
  if (address.spaces) pairs.push(['spaces', '1']);
  if (address.explode > 0) pairs.push(['explode', address.explode.toFixed(2)]);
  if (address.colouring !== null) pairs.push(['colour', address.colouring]);
  const { run, run_from, finding } = address;
  if (run !== null) pairs.push(['run', run]);
  if (run_from !== null) pairs.push(['run_from', run_from]);
  if (finding !== null) pairs.push(['finding', finding]);
  return pairs.map(([name, value]) => `${name}=${escaped(value)}`).join('&');
}

/** The state that a fragment means; invalid values mean the same as absent ones. */
export function addressOf(fragment: string): Address {
  const pairs = new URLSearchParams(fragment.replace(/^#/, ''));
  const explode = Number(pairs.get('explode') ?? 0);
  const colour = pairs.get('colour');
  return {
    moment: momentIn(pairs, '') ?? START.moment,
    compared: momentIn(pairs, 'from'),
    selection: idsIn(pairs.get('element')),
    panels: pairs.has('panel') ? idsIn(pairs.get('panel')) : null,
    storey: pairs.get('storey'),
    camera: cameraIn(pairs.get('camera')),
    section: sectionIn(pairs.get('section')),
    hidden: idsIn(pairs.get('hide')),
    isolated: pairs.has('only') ? idsIn(pairs.get('only')) : null,
    xray: pairs.get('xray') === '1',
    spaces: pairs.get('spaces') === '1',
    explode: explode > 0 && explode <= 10 ? explode : 0,
    colouring: COLOURINGS.find((one) => one === colour) ?? null,
    run: pairs.get('run') || null,
    run_from: pairs.get('run_from') || null,
    finding: pairs.get('finding') || null,
  };
}

/** Whether two moments are the same. */
export function isSameMoment(one: Moment | null, other: Moment | null): boolean {
  if (one === null || other === null) return one === other;
  return momentText(one) === momentText(other);
}

/** A text that is equal for equal moments. */
export function momentText(moment: Moment): string {
  return momentPairs(moment, '')
    .map(([name, value]) => `${name}=${escaped(value)}`)
    .join('&');
}

function momentPairs(moment: Moment, prefix: '' | 'from'): [string, string][] {
  const named = (name: string): string => (prefix === '' ? name : `${prefix}_${name}`);
  if ('plan' in moment) {
    const before: [string, string][] = moment.before === true ? [[named('before'), '1']] : [];
    return [[named('plan'), moment.plan], ...before];
  }
  const { branch, seq, event } = moment;
  const pairs: [string, string][] = [[prefix === '' ? 'branch' : prefix, branch]];
  if (seq !== undefined) pairs.push([named('seq'), String(seq)]);
  if (event !== undefined) pairs.push([named('event'), event]);
  return pairs;
}

function momentIn(pairs: URLSearchParams, prefix: '' | 'from'): Moment | null {
  const named = (name: string): string | null =>
    pairs.get(prefix === '' ? name : `${prefix}_${name}`) || null;
  const plan = named('plan');
  if (plan !== null) return named('before') === '1' ? { plan, before: true } : { plan };
  const branch = pairs.get(prefix === '' ? 'branch' : prefix) || null;
  const seq = Number(named('seq') ?? Number.NaN);
  const event = named('event');
  if (branch === null && prefix === 'from') return null;
  return {
    branch: branch ?? MAIN,
    ...(Number.isSafeInteger(seq) && seq >= 1 ? { seq } : {}),
    ...(event === null ? {} : { event }),
  };
}

function cameraIn(text: string | null): CameraState | null {
  const [view = '', fov] = text === null ? [] : [text.split(',').slice(0, 7), text.split(',')[7]];
  const values = Array.from(view, Number);
  const [x, y, z, to_x, to_y, to_z, height] = values;
  if (x === undefined || y === undefined || z === undefined) return null;
  if (to_x === undefined || to_y === undefined || to_z === undefined) return null;
  const angle = fov === '-' ? null : Number(fov ?? 45);
  const isValid = values.every(isModest) && (angle === null || (angle >= 1 && angle <= 150));
  if (!isValid || height === undefined || height <= 0) return null;
  if (Math.hypot(x - to_x, y - to_y, z - to_z) === 0) return null;
  return { position: [x, y, z], target: [to_x, to_y, to_z], fov: angle, height };
}

function sectionIn(text: string | null): Section {
  const [kind, ...rest] = (text ?? '').split(',');
  const values = rest.map(Number);
  const [a, b, c, d, e, f] = values;
  if (!values.every(isModest) || a === undefined || b === undefined || c === undefined) {
    return START.section;
  }
  if (kind === 'plane' && d !== undefined && Math.hypot(a, b, c) > 0) {
    return { kind, normal: [a, b, c], offset: d };
  }
  if (kind === 'box' && d !== undefined && e !== undefined && f !== undefined) {
    if (a < d && b < e && c < f) return { kind, box: [a, b, c, d, e, f] };
  }
  return START.section;
}

/** Whether a coordinate in metres is finite and within the scene. */
function isModest(value: number): boolean {
  return Math.abs(value) < 1e7;
}

/** Ids are separated by commas, which ids do not contain unescaped. */
function listOf(ids: readonly string[]): string {
  return ids.slice(0, IDS_MAX).map(encodeURIComponent).join(',');
}

function idsIn(text: string | null): readonly string[] {
  const ids = (text ?? '').split(',').filter((id) => id !== '' && id.length <= 600);
  return [...new Set(ids.slice(0, IDS_MAX).map(decoded))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function numbers(values: readonly number[]): string {
  return values.map((value) => String(Number(value.toFixed(3)))).join(',');
}

/** Keeps commas, so that people can read a link. */
function escaped(value: string): string {
  return encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':');
}
