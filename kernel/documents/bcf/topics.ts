/** @module topics: converts findings to topics: one for each group of clashes and one for each other finding. */
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../../checks/findings/finding.ts';
import type { Grouping } from '../../checks/findings/groups.ts';
import { groupFindings } from '../../checks/findings/groups.ts';
import { DepthBuffers } from '../drawings/camera/depth-buffer.ts';
import type { BcfComment, BcfTopic, BcfViewpoint } from './topic.ts';
import { viewpointOf } from './viewpoints.ts';

/** A finding and its state after the last run. */
export type TopicFinding = {
  readonly finding: Finding;
  /** Whether an earlier run reported the finding and the last run no longer did. */
  readonly resolved: boolean;
  /** Why it is accepted, and by whom: runs no longer report it, whether or not it still exists. */
  readonly excluded?: { readonly because: string; readonly by: string };
  /** Longer description, which replaces the message in the description of the topic. */
  readonly description?: string;
};

export type TopicOptions = {
  /** Grouping of clashes; by element if omitted. */
  readonly grouping?: Grouping;
  /** Time of the run, ISO 8601 in UTC. */
  readonly at: string;
  readonly author: string;
  /** Maximum number of viewpoints that get a picture, in order; 100 if omitted. */
  readonly snapshots?: number;
};

/** Maximum number of viewpoints of one topic. Only its first findings have one; the others are only in its comments. */
const MAX_VIEWPOINTS = 10;
/** Default limit of pictures: drawing one takes some tenths of a second. */
const SNAPSHOTS = 100;
const TITLE_CHARS = 200;

const PRIORITIES = {
  error: 'High',
  warning: 'Medium',
  advisory: 'Low',
} as const satisfies Record<Finding['severity'], string>;

/** Findings that share one topic. */
type Issue = {
  readonly key: string;
  readonly title: string;
  readonly members: readonly TopicFinding[];
};

/**
 * Converts findings to topics, in the order of their first findings. GUIDs are derived from the ids of findings and
 * groups, so they are the same in every export. Viewpoints show the model in the state of the view.
 */
export function topicsOf(
  view: ModelView,
  findings: readonly TopicFinding[],
  options: TopicOptions,
): readonly BcfTopic[] {
  const topics: BcfTopic[] = [];
  let pictures = options.snapshots ?? SNAPSHOTS;
  const buffers = new DepthBuffers();
  const issues = issuesOf(findings, options.grouping ?? { by: 'element' }, view);
  for (const [done, issue] of issues.entries()) {
    checkpoint({ done, total: issues.length, doing: 'topics' });
    const topic = topicOf(issue, { ...options, snapshots: pictures, buffers }, view);
    pictures -= topic.viewpoints.filter(({ snapshot }) => snapshot !== null).length;
    topics.push(topic);
  }
  return topics;
}

function issuesOf(
  findings: readonly TopicFinding[],
  grouping: Grouping,
  view: ModelView,
): readonly Issue[] {
  const byId = new Map(findings.map((one) => [one.finding.finding_id, one]));
  const clashes = [...byId.values()].map(({ finding }) => finding).filter(isClash);
  const groupOf = new Map<string, Issue>();
  for (const { group_id, of, finding_ids } of groupFindings(clashes, grouping)) {
    const members = finding_ids.flatMap((id) => byId.get(id) ?? []);
    const issue = { key: `group ${group_id}`, title: groupTitle(of, members, view), members };
    for (const id of finding_ids) groupOf.set(id, issue);
  }
  const issues = [...byId.values()].map((one): Issue => {
    const { finding_id, message } = one.finding;
    const alone = { key: `finding ${finding_id}`, title: message, members: [one] };
    return groupOf.get(finding_id) ?? alone;
  });
  return [...new Set(issues)];
}

function isClash({ check }: Finding): boolean {
  return check.startsWith('clash.');
}

/** Title of a group: the name of its element, or the message of its clash if it has only one. */
function groupTitle(of: string | null, members: readonly TopicFinding[], view: ModelView): string {
  const [first, ...others] = members;
  if (others.length === 0 && first !== undefined) return first.finding.message;
  if (of === null) return 'Clashes';
  const element = view.element(of);
  if (element === undefined) return `Clashes of ${of}`;
  const name = 'name' in element.params ? element.params.name : null;
  return `Clashes of ${element.kind} ${name === null ? of : `${name} (${of})`}`;
}

/** How many pictures a topic may have, and the buffers for them. */
type Drawn = { readonly snapshots: number; readonly buffers: DepthBuffers };

function topicOf(
  { key, title, members }: Issue,
  { at, author, snapshots, buffers }: TopicOptions & Drawn,
  view: ModelView,
): BcfTopic {
  const viewpoints: BcfViewpoint[] = [];
  const comments: BcfComment[] = [];
  for (const member of members) {
    const { finding } = member;
    const drawn = { snapshots: viewpoints.length < snapshots ? buffers : null };
    const viewpoint = viewpoints.length < MAX_VIEWPOINTS ? viewpointOf(finding, drawn, view) : null;
    if (viewpoint !== null) viewpoints.push(viewpoint);
    comments.push({
      key: `comment ${key} ${finding.finding_id}`,
      text: textOf(member),
      viewpoint: viewpoint?.key ?? null,
    });
  }
  const labels = [...new Set(members.map(({ finding }) => finding.check))];
  return {
    key,
    title: title.length > TITLE_CHARS ? `${title.slice(0, TITLE_CHARS - 1)}…` : title,
    description: descriptionOf(members),
    type: members.some(({ finding }) => isClash(finding)) ? 'Clash' : 'Issue',
    status: members.every(({ resolved }) => resolved) ? 'Closed' : 'Active',
    priority: priorityOf(members),
    labels,
    at,
    author,
    comments,
    viewpoints,
  };
}

/** What was found, and what became of it. */
function textOf({ finding: { message }, resolved, excluded }: TopicFinding): string {
  if (resolved) return `${message} (resolved)`;
  return excluded === undefined ? message : `${message} (${exclusionText(excluded)})`;
}

function exclusionText({ because, by }: NonNullable<TopicFinding['excluded']>): string {
  return `excluded by ${by}: ${because}`;
}

/** Priority of the most severe finding. */
function priorityOf(members: readonly TopicFinding[]): string {
  const found = new Set(members.map(({ finding }) => finding.severity));
  const most_severe = (['error', 'warning'] as const).find((severity) => found.has(severity));
  return PRIORITIES[most_severe ?? 'advisory'];
}

function descriptionOf(members: readonly TopicFinding[]): string {
  const elements = [...new Set(members.flatMap(({ finding }) => finding.element_ids))];
  const left = members.filter(({ resolved }) => !resolved);
  const excluded = left.flatMap((one) => one.excluded ?? []);
  const states = [
    `${left.length - excluded.length} open`,
    ...(excluded.length === 0 ? [] : [`${excluded.length} excluded`]),
  ];
  const counted =
    members.length === 1 ? [] : [`${[`${members.length} findings`, ...states].join(', ')}.`];
  const first = elements.slice(0, MAX_ELEMENTS).join(', ');
  const rest = elements.length - MAX_ELEMENTS;
  return [
    ...counted,
    ...members.slice(0, 1).map(({ finding, description }) => description ?? `${finding.message}.`),
    ...(members.length === 1 ? excluded.map((one) => `It is ${exclusionText(one)}`) : []),
    ...(first === '' ? [] : [`Elements: ${rest > 0 ? `${first} and ${rest} more` : first}.`]),
  ].join('\n');
}

/** Maximum number of elements listed in a description. */
const MAX_ELEMENTS = 20;
