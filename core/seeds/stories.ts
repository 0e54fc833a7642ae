import { crowd } from './crowd.ts';
import { lately, staged, together } from './facts/staged.ts';
import type { Story } from './story.ts';

const EVERYDAY = 236;

const usual = { lastAgo: 1, isExtended: false, repeats: null } as const;

function stagedStory(row: (typeof staged)[number]): Story {
  const [owner, assignee, topic, description, priority, fate, deadlineIn, registeredAgo, rest = {}] = row;
  const { resolution = 'Trabajo terminado y revisado en piso.', picture, ...given } = rest;
  const piece = [description, resolution, picture] as const;
  return { owner, assignee, topic, piece, priority, fate, deadlineIn, registeredAgo, ...usual, ...given };
}

/** One story for each person of a batch. */
function batchStories({ description, resolution, members, ...given }: typeof together): Story[] {
  const batch = { assignees: members.map(([assignee]) => assignee) };
  const piece = [description, resolution, undefined] as const;
  return members.map(([assignee, fate]) => ({ ...usual, ...given, piece, assignee, fate, batch }));
}

/** Some three hundred activities: what the demo logins see, and everybody's everyday work around it. */
export const stories = (): Story[] => [
  ...staged.map(stagedStory),
  ...crowd(EVERYDAY),
  ...lately.map(stagedStory),
  ...batchStories(together),
];
