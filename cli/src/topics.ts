import type { Topic } from '@bitacora/core/contract/topic';
import { theOne } from './matching.ts';

/** A topic by its name or id. */
export const topicMeant = <T extends Topic>(all: readonly T[], typed: string): T =>
  theOne(all, typed, { id: ({ id }) => id, names: ({ name }) => [name], label: ({ id, name }) => `${id}  ${name}` });
