/** @module thatopen: a process that reads a BCF file with @thatopen/components and prints what it found as JSON. */
import { readFileSync } from 'node:fs';
import process from 'node:process';

import { BCFTopics, Components } from '@thatopen/components';

const [, , path = ''] = process.argv;
const { topics, viewpoints } = await new Components()
  .get(BCFTopics)
  .load(new Uint8Array(readFileSync(path)));
const found = {
  topics: topics.map(
    ({
      guid,
      title,
      status,
      type,
      labels,
      description,
      creationAuthor,
      comments,
      viewpoints: own,
    }) => ({
      guid,
      title,
      status,
      type,
      labels: [...labels],
      description,
      author: creationAuthor,
      comments: [...comments.values()].map(({ comment, viewpoint }) => ({ comment, viewpoint })),
      viewpoints: [...own],
    }),
  ),
  viewpoints: viewpoints.map(({ guid, selectionComponents, camera, snapshot }) => ({
    guid,
    selected: [...selectionComponents],
    camera,
    snapshot,
  })),
};
process.stdout.write(JSON.stringify(found), () => process.exit(0));
