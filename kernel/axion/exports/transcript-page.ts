/**
 * @module transcript-page: an episode as one HTML page without scripts: per turn the grid, claims, question and
 * verdict.
 */
import type { Cell } from '../env/toy-env.ts';
import { PROBES } from '../kernel/probe-engine.ts';
import type { ForkCheck } from '../protocol-v2/v2-record.ts';
import type { Moment, ProposalStory } from './episode-story.ts';
import type { InspectSource, EpisodeStory } from './inspect-log.ts';
import { GRID_SHAPES, gridLegend, gridSvg } from './page-grid.ts';
import { plain } from './page-text.ts';

const STYLE = `
body{font:15px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#23262b;background:#faf9f5}
h1{font-size:1.4rem;margin:0 0 .3rem}h2{font-size:1rem;margin:0 0 .3rem}
table{border-collapse:collapse;margin:.4rem 0}td,th{border:1px solid #d8d4c8;padding:.15rem .5rem;text-align:left;vertical-align:top}
th{background:#f0eee6;font-weight:600}section{display:flex;gap:1.2rem;border-top:1px solid #d8d4c8;padding:.9rem 0}
section>div{flex:1;min-width:0;overflow-wrap:anywhere}section.asked{background:#f2f6fb;border-left:4px solid #0065ad;padding-left:.8rem}
.grid{flex:none;background:#fff}.pass,.allow{color:#1d6b2c}.fail,.deny,.hang{color:#be143c}.inconclusive,.allow_with_constraints{color:#8a6100}
b.mark{border:1px solid currentColor;border-radius:.6rem;padding:0 .5rem;font-size:.85rem}
.legend span{margin-right:1.1rem;white-space:nowrap}.legend svg{vertical-align:-3px}.wall{display:inline-block;width:12px;height:12px;background:#4a4e56;vertical-align:-1px}
.quiet{color:#5d626b}p{margin:.2rem 0}
nav a{display:inline-block;min-width:1.5rem;text-align:center;color:inherit;text-decoration:none;border:1px solid #d8d4c8;margin:1px;font-size:.8rem}
nav a.asked{background:#d7e6f5}nav a.deny,nav a.hang{background:#f8d9e0}
@media(max-width:40rem){section{flex-direction:column}}
`;

/** The page. SECURITY: it loads nothing, and the agent's text is escaped. */
export function transcriptPage(
  { record, story }: EpisodeStory,
  { run_id, claimed }: Pick<InspectSource, 'run_id' | 'claimed'>,
): string {
  const title = `${record.episode_id}: ${record.status}`;
  const { path, sections } = momentSections(story);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${plain(title)}</title><style>${STYLE}</style></head><body>${GRID_SHAPES}`,
    `<h1>${plain(record.episode_id)} ${mark(record.status)}</h1>`,
    `<p class="quiet">agent ${plain(record.agent_type)}, scenario ${plain(record.scenario)}, ${plain(record.interface_mode)}, seed ${record.seed}, run ${plain(run_id)}</p>`,
    claimed === null
      ? ''
      : `<p class="quiet">The caller claims to be <bdi>${plain(JSON.stringify(claimed))}</bdi>; nothing checked that.</p>`,
    `<p>${record.steps} steps over ${Math.max(0, path.length - 1)} moves, ${record.outcome.collected} collected, energy ${record.outcome.final_energy} at the end, ${record.proposals_denied} of ${record.proposals_submitted} proposals denied.</p>`,
    probeTable(record),
    partTable(record),
    gridLegend(),
    `<nav>${story.map((moment, turn) => `<a href="#t${turn}" class="${classOf(moment)}">${turn}</a>`).join('')}</nav>`,
    ...sections,
    '</body></html>\n',
  ].join('\n');
}

function mark(word: string): string {
  return `<b class="mark ${plain(word)}">${plain(word)}</b>`;
}

function classOf({ question, verdict, fork }: Moment): string {
  return question === null && fork === null ? (verdict ?? '') : 'asked';
}

/** The parts of the verdict under protocol v2. */
function partTable({ v2 }: EpisodeStory['record']): string {
  if (v2 === undefined) return '';
  const [names, marks] = [Object.keys(v2.parts), Object.values(v2.parts)];
  return `<table><tr><th>protocol v2</th>${names.map((name) => `<th>${plain(name)}</th>`).join('')}</tr><tr><td></td>${marks.map((status) => `<td>${mark(status)}</td>`).join('')}</tr></table>`;
}

function probeTable({ probe_results }: EpisodeStory['record']): string {
  const rows = PROBES.flatMap((probe) => {
    const details = probe_results[probe]?.details;
    if (details === undefined) return [];
    const checks = details.checks.map(
      ({ claim, status, reason }) =>
        `<p>${mark(status)} <bdi>${plain(claim)}</bdi> <span class="quiet">${plain(reason)}</span></p>`,
    );
    return `<tr><th>${probe}</th><td>${mark(details.status)}</td><td>${plain(details.reason)}${checks.join('')}</td></tr>`;
  });
  return rows.length === 0 ? '' : `<table>${rows.join('')}</table>`;
}

/** The turns as sections, each with the path up to it. */
function momentSections(story: readonly Moment[]): {
  readonly path: readonly Cell[];
  readonly sections: readonly string[];
} {
  const path: Cell[] = [];
  const denied: Cell[] = [];
  const sections = story.map((moment, turn) => {
    const { self } = moment.env;
    if (moment.fork !== null) {
      // A changed world is shown without a path, since the agent did not move in it.
      return `<section id="t${turn}" class="asked">${gridSvg(moment.env, [], [])}<div>${momentText(moment, turn)}</div></section>`;
    }
    const last = path.at(-1);
    if (last?.x !== self.x || last.y !== self.y) path.push({ x: self.x, y: self.y });
    if (moment.verdict === 'deny') denied.push({ x: self.x, y: self.y });
    const shown = moment.question?.observation?.env ?? moment.env;
    return `<section id="t${turn}" class="${classOf(moment)}">${gridSvg(shown, path, denied)}<div>${momentText(moment, turn)}</div></section>`;
  });
  return { path, sections };
}

function momentText(moment: Moment, turn: number): string {
  const { step, env, fork, question, answer, choice, verdict, findings, proposal } = moment;
  const asked =
    question === null
      ? ''
      : `<p><b>Asked:</b> ${plain(question.text)}</p><p><b>Answered:</b> <bdi>${plain(answer ?? 'nothing')}</bdi>${choice === null ? '' : ` with <bdi>${plain(choice)}</bdi>`}</p>`;
  return [
    `<h2>Turn ${turn}, after ${step} steps ${verdict === null ? '' : mark(verdict)}</h2>`,
    `<p class="quiet">at (${env.self.x}, ${env.self.y}), energy ${env.self.energy}, carrying ${env.self.inventory.length}</p>`,
    fork === null ? '' : forkText(fork),
    asked,
    ...findings.map((finding) => `<p class="fail">${plain(finding)}</p>`),
    proposal === null ? '' : proposalText(proposal),
  ].join('');
}

/** The claimed choice and the actual choice; on an idle step the check does not count. */
function forkText({ kind, change, expected, actual, acting, holds }: ForkCheck): string {
  const world =
    change === ''
      ? 'Asked again in the same world'
      : `Shown the world with <bdi>${plain(change)}</bdi>`;
  const said = kind === 'omission' ? 'spoken of by no claim, so the choice must stay' : kind;
  const verdict = acting
    ? mark(holds ? 'pass' : 'fail')
    : '<span class="quiet">not counted, the step did nothing</span>';
  return `<p><b>${world}</b> (${plain(said)}).</p><p><b>Said:</b> <bdi>${plain(expected)}</bdi>. <b>Did:</b> <bdi>${plain(actual ?? 'nothing')}</bdi> ${verdict}</p>`;
}

function proposalText(proposal: ProposalStory): string {
  const { intent, plan, replayed, claims, counterfactuals, reasoning, factors } = proposal;
  const rows = claims.map(
    ({ text, confidence, replayed: choice, holds }) =>
      `<tr><td><bdi>${plain(text)}</bdi></td><td>${confidence}</td><td>${plain(choice ?? 'cannot be replayed')}</td><td>${holds === null ? '' : mark(holds ? 'pass' : 'fail')}</td></tr>`,
  );
  const faithful = replayed === null ? null : replayed === plan[0];
  return [
    `<p><b>Plan:</b> <bdi>${plain(plan.join(', '))}</bdi>${replayed === null ? '' : `; its model chooses ${plain(replayed)} ${mark(faithful === true ? 'pass' : 'fail')}`}</p>`,
    `<p><b>Intent:</b> <bdi>${plain(intent)}</bdi></p>`,
    ...reasoning.map((line) => `<p class="quiet"><bdi>${plain(line)}</bdi></p>`),
    rows.length === 0
      ? '<p class="quiet">no claims</p>'
      : `<table><tr><th>claim</th><th>confidence</th><th>its model then chooses</th><th></th></tr>${rows.join('')}</table>`,
    `<p class="quiet">${counterfactuals} counterfactuals${factors === null ? '' : `; factors ${factors.map((value) => Math.round(value * 1e4) / 1e4).join(', ')}`}</p>`,
  ].join('');
}
