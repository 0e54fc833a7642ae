import type { Topic } from '@bitacora/core/contract/topic';
import { theOne } from './matching.ts';

/** A topic by its name or id. */
export const topicMeant = (all: readonly Topic[], typed: string): Topic =>
  theOne(all, typed, { id: ({ id }) => id, names: ({ name }) => [name], label: ({ id, name }) => `${id}  ${name}` });
