/** @module author_house: from a brief to a building that was checked. */
import { BRANCH_ARGUMENT, type Prompt } from './prompt.ts';

export const authorHouse: Prompt = {
  name: 'author_house',
  title: 'Author a house',
  description: 'From a brief to a small building on a branch of its own, previewed and checked.',
  arguments: [
    { name: 'brief', description: 'What to build: rooms, sizes, storeys, site.', required: true },
    { ...BRANCH_ARGUMENT, description: 'Branch to make for it; house by default.' },
  ],
  text: ({ brief = '', branch = 'house' }) => `Build what this brief asks for:

${brief}

1. Call \`get_model_summary\` and say what is there already.
2. Make the branch \`${branch}\` with \`create_branch\`, and work on it alone.
3. Read the resource plumbline://script/grammar and write the building as one script. Call \`run_script\` as a dry run (the default), read the diff and every warning, and correct the script until what is left is meant.
4. Commit it with \`dry_run\` false. Where a person must approve, say so with the approval id and wait with \`get_operation\`.
5. Check it: \`room_analysis\`, \`circulation_check\` and \`code_compliance\`. Correct what is wrong by further changes, each previewed first.
6. Answer with the rooms and their areas, what the checks found, and what you decided where the brief was silent. Leave the merge into main to a person.`,
};
