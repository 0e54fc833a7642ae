import { crowd } from './crowd.ts';
import { staged } from './facts/staged.ts';
import type { Story } from './story.ts';

const EVERYDAY = 236;

function stagedStory(row: (typeof staged)[number]): Story {
  const [owner, assignee, topic, description, priority, fate, deadlineIn, registeredAgo, rest = {}] = row;
  const { resolution = 'Trabajo terminado y revisado en piso.', picture, ...given } = rest;
  const piece = [description, resolution, picture] as const;
  const usual = { lastAgo: 1, isExtended: false, repeats: null };
  return { owner, assignee, topic, piece, priority, fate, deadlineIn, registeredAgo, ...usual, ...given };
}

/** Some three hundred activities: what the demo logins see, and everybody's everyday work around it. */
export const stories = (): Story[] => [...staged.map(stagedStory), ...crowd(EVERYDAY)];
