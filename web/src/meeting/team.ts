import type { Endpoints, Reply } from '@bitacora/core/contract';

export type Team = Reply<Endpoints['readStandUp']>;
export type TeamMember = Team['people'][number];

export interface Meeting {
  /** The row of the history from which acts belong to the meeting. */
  since: number;
  /** Undefined for those to whom the reader assigned work. */
  department: string | undefined;
}
