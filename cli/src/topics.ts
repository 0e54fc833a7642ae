import type { Topic } from '@bitacora/core/contract/topic';
import { findOne } from './matching.ts';

/** A topic by its name or id. */
export const findTopic = <T extends Topic>(all: readonly T[], typed: string): T =>
  findOne(all, typed, { id: ({ id }) => id, names: ({ name }) => [name], label: ({ id, name }) => `${id}  ${name}` });
