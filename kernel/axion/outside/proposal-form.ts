/** @module proposal-form: a proposal in short form, completed here with ids, hashes and commitments for an agent outside. */
import * as z from 'zod';

import type { AgentSources, Observation } from '../agents/agent.ts';
import { NODES, sealProposal } from '../agents/proposal-draft.ts';
import type { SealedProposal } from '../agents/proposal-draft.ts';
import { actionFor, CHOICES } from '../env/toy-env.ts';
import { envDigest, hashJson } from '../hashing.ts';
import type { ReplayModel } from '../proposal.ts';

/** As in the schemas of the experiment. */
const NUMBER_MAX = 1e9;

/** Text that can be hashed: half a surrogate pair has no UTF-8. */
const word = z
  .string()
  .min(1)
  .refine((text) => text.isWellFormed(), 'expected well-formed text');
/** A number that can be hashed. */
const number = z.number().min(-NUMBER_MAX).max(NUMBER_MAX);
const ChoiceWord = z.enum(CHOICES);

/** A replay model without what is the same for all. */
export const FormModel = z.strictObject({
  actions: z.array(word.max(32)).min(1).max(16),
  W: z.array(z.array(number).max(1024)).max(16).describe('A row per action.'),
  b: z.array(number).max(16),
});

/** The digest by which a replay model is named before an anchored episode. */
export function modelHash(model: z.output<typeof FormModel>): string {
  return hashJson(wholeModel(model));
}

function wholeModel({ actions, W, b }: z.output<typeof FormModel>): ReplayModel {
  return { model_type: 'linear_logits', actions, params: { W, b } };
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
            'IF F:<i> INC|DEC|SET <n> THEN CHOICE <WORD>; under full IF <var> INC|DEC|UNSET|LT|LE|GT|GE|EQ …; of v2.changes IF <change> THEN CHOICE <WORD>',
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
    .describe('At least 3 with a mass of at least 0.9 together, or the gate denies.'),
  factors: z
    .array(number)
    .max(1024)
    .optional()
    .describe('Your own under mci_minimal; those observed under mci_latent, taken if left out.'),
  replay_model: FormModel.optional().describe(
    'Linear logits W·f + b that choose the first action; under the two mci interfaces.',
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
        // A form has no nodes; its claims are supported by the node of what was tried.
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
 * A whole form for eight factors, as an example of the shape: it walks east and rests when its energy falls. What it says
 * of its model is true where F:0 is between 0.78 and 1.
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
