/** @module author_house: builds a small building from a brief and checks it. */
import { BRANCH_ARGUMENT, type Prompt } from './prompt.ts';

export const authorHouse: Prompt = {
  name: 'author_house',
  title: 'Author a house',
  description: 'Builds a small building from a brief on a separate branch, previewed and checked.',
  arguments: [
    { name: 'brief', description: 'What to build: rooms, sizes, storeys, site.', required: true },
    { ...BRANCH_ARGUMENT, description: 'Branch to create for it. Default: house.' },
  ],
  text: ({ brief = '', branch = 'house' }) => `Build what this brief asks for:

${brief}

1. Call \`get_model_summary\` and summarise what exists.
2. Create the branch \`${branch}\` with \`create_branch\` and work only on it.
3. Read the resource plumbline://script/grammar and write the building as one script. Call \`run_script\` as a dry run (the default), read the diff and every warning, and correct the script until every remaining warning is intended.
4. Commit it with \`dry_run\` false. If a person must approve, report the approval id and wait with \`get_operation\`.
5. Check it: \`room_analysis\`, \`circulation_check\` and \`code_compliance\`. Fix problems with further changes, each previewed first.
6. Report the rooms with their areas, the findings of the checks, and your decisions on points that the brief leaves open. Leave the merge into main to a person.`,
};
