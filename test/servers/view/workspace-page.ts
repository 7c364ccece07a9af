/** @module workspace-page: asks the questions of the page about a real workspace. */
import type { ActingAgent } from '../../../governance/access/principal.ts';
import { loadSolidKernel } from '../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { BuildingDomain } from '../../../servers/building/domain.ts';
import type { Answered } from '../../../servers/view/answers/answer.ts';
import { ANSWERS } from '../../../servers/view/answers/answers.ts';
import { lookingOf } from '../../../servers/view/looking/looking.ts';
import { Marks } from '../../../servers/view/looking/marks.ts';
import { Moments } from '../../../servers/view/looking/moments.ts';
import type { BytesAsk, JsonAsk, PageAnswers } from '../../../servers/view/protocol/answers.ts';
import type { AskName } from '../../../servers/view/protocol/asks.ts';
import type { Harness } from '../../governance/gate/harness.ts';

/** The page of one sign-in to the workspace of a gate. */
export class WorkspacePage {
  readonly #harness: Harness;
  readonly #viewer: ActingAgent;
  readonly #domain: BuildingDomain;
  readonly #marks = new Marks();
  readonly #moments: Moments;

  private constructor(harness: Harness, viewer: ActingAgent, domain: BuildingDomain) {
    this.#harness = harness;
    this.#viewer = viewer;
    this.#domain = domain;
    this.#moments = new Moments(domain);
  }

  static async open(harness: Harness, viewer: ActingAgent): Promise<WorkspacePage> {
    const solids = await loadSolidKernel();
    return new WorkspacePage(harness, viewer, new BuildingDomain(harness.reader, solids));
  }

  /** The answer in JSON, as the page reads it. */
  async json<N extends JsonAsk>(name: N, input: unknown): Promise<PageAnswers[N]> {
    const answered = await this.#answer(name, input);
    if (!('json' in answered)) throw new Error(`no JSON for ${name}`);
    return JSON.parse(JSON.stringify(answered.json)) as PageAnswers[N];
  }

  /** The answer in bytes. */
  async bytes(name: BytesAsk, input: unknown): Promise<Uint8Array<ArrayBuffer>> {
    const answered = await this.#answer(name, input);
    if (!('bytes' in answered)) throw new Error(`no bytes for ${name}`);
    return answered.bytes.bytes;
  }

  async #answer(name: AskName, input: unknown): Promise<Answered> {
    await this.#harness.recorder.flush();
    await this.#domain.catchUp();
    const { reader } = this.#harness;
    const looking = lookingOf({
      viewer: this.#viewer,
      domain: this.#domain,
      reader,
      workspace: 'workspace',
      now: () => new Date(0),
      marks: this.#marks,
      moments: this.#moments,
      approval: async (id) => await Promise.resolve(reader.approval(id)),
    });
    const answer = ANSWERS.get(name);
    if (answer === undefined) throw new Error(`no answer ${name}`);
    return await answer.answer(input, looking);
  }
}
