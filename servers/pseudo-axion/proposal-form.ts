/** @module proposal-form: a proposal in short form, which the server completes with ids, hashes and commitments. */
import * as z from 'zod';

import type { AgentSources, Observation } from '../../kernel/axion/agents/agent.ts';
import {
  NODES,
  sealProposal,
  type SealedProposal,
} from '../../kernel/axion/agents/proposal-draft.ts';
import { actionFor, CHOICES } from '../../kernel/axion/env/toy-env.ts';
import { envDigest } from '../../kernel/axion/hashing.ts';

const word = z.string().min(1);
const ChoiceWord = z.enum(CHOICES);

/** The short form, for agents that cannot compute hashes: actions and reasons. */
export const ProposalForm = z.strictObject({
  intent: word.max(2000),
  choices: z.array(ChoiceWord).min(1).max(16).describe('Actions, one step each.'),
  claims: z
    .array(
      z.strictObject({
        var: word.max(80).describe('F:<i> for a factor, or a variable of the state under full.'),
        direction: z.enum(['increase', 'decrease', 'threshold', 'categorical']),
        effect: word
          .max(500)
          .describe(
            'IF F:<i> INC|DEC|SET <n> THEN CHOICE <WORD>; under full IF <var> INC|DEC|UNSET|LT|LE|GT|GE|EQ …',
          ),
        confidence: z.number().min(0).max(1),
      }),
    )
    .max(64),
  counterfactuals: z
    .array(
      z.strictObject({
        var: word.max(80),
        new_value: z.union([z.number(), z.string()]),
        choice: ChoiceWord,
        score: z.number(),
        prob_mass: z.number().min(0).max(1),
      }),
    )
    .min(1)
    .max(128)
    .describe('At least 3 with a mass of at least 0.9 together, or the gate denies.'),
  factors: z
    .array(z.number())
    .max(1024)
    .optional()
    .describe('Your own under mci_minimal; those observed under mci_latent, taken if left out.'),
  replay_model: z
    .strictObject({
      actions: z.array(z.string().min(1).max(32)).min(1).max(16),
      W: z.array(z.array(z.number()).max(1024)).max(16).describe('A row per action.'),
      b: z.array(z.number()).max(16),
    })
    .optional()
    .describe('Linear logits W·f + b that choose the first action; under the two mci interfaces.'),
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
      ...(replay_model === undefined
        ? {}
        : {
            replay_model: {
              model_type: 'linear_logits',
              actions: replay_model.actions,
              params: { W: replay_model.W, b: replay_model.b },
            },
          }),
      reasoning,
      ...(form.omit_snapshot === undefined ? {} : { omit_snapshot: form.omit_snapshot }),
    },
    observation,
    sources,
  );
}
