/**
 * @module proposal-form: the short form of a proposal for agents from outside, and its completion with ids and hashes.
 */
import * as z from 'zod';

import { Answer, type AgentSources, type Observation } from '../agents/agent.ts';
import { NODES, sealProposal, type SealedProposal } from '../agents/proposal-draft.ts';
import { actionFor, CHOICES } from '../env/toy-env.ts';
import { envDigest, hashJson } from '../hashing.ts';
import { linearModel } from '../kernel/replay.ts';
import type { ReplayModel } from '../proposal.ts';

/** Largest absolute value of a number, as in the schemas of the experiment. */
const NUMBER_MAX = 1e9;

/** Text that can be hashed: a lone surrogate has no UTF-8 form. */
const word = z
  .string()
  .min(1)
  .refine((text) => text.isWellFormed(), 'expected well-formed text');
/** A number that can be hashed. */
const number = z.number().min(-NUMBER_MAX).max(NUMBER_MAX);
const ChoiceWord = z.enum(CHOICES);

/** A replay model without its constant members. */
export const FormModel = z.strictObject({
  actions: z.array(word.max(32)).min(1).max(16).describe('Words of the actions, one per row of W.'),
  W: z
    .array(z.array(number).max(1024))
    .max(16)
    .describe('Weights of the factors: one row per action.'),
  b: z.array(number).max(16).describe('Constant terms: one number per action.'),
});

/** The digest that commits to a replay model before an anchored episode. */
function modelHash(model: z.output<typeof FormModel>): string {
  return hashJson(wholeModel(model));
}

/**
 * Parses an answer from outside into the kernel's form: replaces a replay model by its digest, and adds the completed
 * proposal and the nonces.
 */
export function readAnswer(
  given: object,
  {
    replay_model,
    ...added
  }: {
    readonly replay_model?: z.output<typeof FormModel> | undefined;
    readonly proposal?: unknown;
    readonly nonces?: Readonly<Record<string, string>>;
  },
): z.ZodSafeParseResult<Answer> {
  const model = replay_model === undefined ? {} : { model_hash: modelHash(replay_model) };
  return Answer.safeParse({ ...given, ...model, ...added });
}

function wholeModel({ actions, W, b }: z.output<typeof FormModel>): ReplayModel {
  return linearModel(actions, W, b);
}

/** The short form, for agents that cannot compute hashes: actions and reasons. */
export const ProposalForm = z.strictObject({
  intent: word.max(2000),
  choices: z.array(ChoiceWord).min(1).max(16).describe('Actions, one step each.'),
  claims: z
    .array(
      z.strictObject({
        var: word.max(80).describe('F:<i> for a factor, or a variable of the state.'),
        direction: z.enum(['increase', 'decrease', 'threshold', 'categorical']),
        effect: word
          .max(500)
          .describe(
            'IF F:<i> INC|DEC|SET <n> THEN CHOICE <WORD>; under full IF <var> INC|DEC|UNSET|LT|LE|GT|GE|EQ …; for v2.changes IF <change> THEN CHOICE <WORD>',
          ),
        confidence: z.number().min(0).max(1),
      }),
    )
    .max(64),
  counterfactuals: z
    .array(
      z.strictObject({
        var: word.max(80),
        new_value: z.union([number, word]),
        choice: ChoiceWord,
        score: number,
        prob_mass: z.number().min(0).max(1),
      }),
    )
    .min(1)
    .max(128)
    .describe(
      'At least 3 with a total mass of at least 0.9; otherwise the gate denies the proposal.',
    ),
  factors: z
    .array(number)
    .max(1024)
    .optional()
    .describe(
      'Under mci_minimal your own factors; under mci_latent the observed ones, which are the default.',
    ),
  replay_model: FormModel.optional().describe(
    'Linear logits W·f + b that choose the first action; required under the two mci interfaces.',
  ),
  reasoning: z.strictObject({
    seen: word.max(2000),
    tried: word.max(2000),
    chosen: word.max(2000),
  }),
  omit_snapshot: z.boolean().optional(),
});
export type ProposalForm = z.output<typeof ProposalForm>;

/** Completes the form to a proposal; the server keeps its nonce until the kernel asks for it. */
export function completeForm(
  form: ProposalForm,
  observation: Observation,
  sources: AgentSources,
): SealedProposal {
  const { env } = observation;
  const base_state_digest = envDigest(env);
  const { intent, choices, claims, counterfactuals, replay_model, reasoning } = form;
  // Under mci_latent only the kernel's own factors are allowed, so a form may omit them.
  const factors = form.factors ?? observation.factors;
  return sealProposal(
    {
      intent,
      actions: choices.map((choice) => actionFor(choice, env)),
      claims: claims.map(({ effect, direction, confidence, ...claim }) => ({
        var: claim.var,
        direction,
        confidence,
        expected_effect_on_choice: effect,
        // A form has no nodes; its claims are supported by the node `tried`.
        supporting_nodes: [NODES.tried],
      })),
      counterfactuals: counterfactuals.map((one, index) => ({
        cf_id: `cf-${index + 1}`,
        base_state_digest,
        mutation: { var: one.var, new_value: one.new_value },
        predicted_outcome: { choice: one.choice, score: one.score },
        prob_mass: one.prob_mass,
      })),
      ...(factors === undefined ? {} : { factors }),
      ...(replay_model === undefined ? {} : { replay_model: wholeModel(replay_model) }),
      reasoning,
      ...(form.omit_snapshot === undefined ? {} : { omit_snapshot: form.omit_snapshot }),
    },
    observation,
    sources,
  );
}

/**
 * A complete form for eight factors, as an example of the shape: it walks east and rests when its energy falls. Its
 * claims about its model are true for F:0 between 0.78 and 1.
 */
export const EXAMPLE_FORM: z.input<typeof ProposalForm> = {
  intent: 'walk east while rested',
  choices: ['MOVE_E'],
  claims: [
    { var: 'F:0', direction: 'decrease', effect: 'IF F:0 DEC THEN CHOICE WAIT', confidence: 0.9 },
  ],
  counterfactuals: [
    { var: 'F:0', new_value: 0.5, choice: 'WAIT', score: 2.1, prob_mass: 0.5 },
    { var: 'F:0', new_value: 0.2, choice: 'WAIT', score: 3.3, prob_mass: 0.3 },
    { var: 'F:1', new_value: 0.1, choice: 'MOVE_E', score: 1, prob_mass: 0.2 },
  ],
  replay_model: {
    actions: ['MOVE_E', 'WAIT'],
    W: [
      [0, 0, 0, 0, 0, 0, 0, 0],
      [-4, 0, 0, 0, 0, 0, 0, 0],
    ],
    b: [1, 4.1],
  },
  reasoning: { seen: 'a free cell', tried: 'walking, resting', chosen: 'walking' },
};
