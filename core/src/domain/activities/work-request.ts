import type { CalendarDate } from '../calendar.ts';
import { isPrivileged, type Person } from '../people/person.ts';
import { GENERAL, type ReadStatus } from './activity.ts';

export const requestStates = ['open', 'accepted', 'declined', 'withdrawn'] as const;
export type RequestState = (typeof requestStates)[number];

/** Work that a person asks for ('solicitud'), until somebody who may assign it answers. */
export interface WorkRequest {
  id: number;
  topicId: number;
  topicName: string;
  department: string;
  text: string;
  wantedOn: CalendarDate;
  requesterId: number;
  requesterName: string;
  createdAt: Date;
  state: RequestState;
  /** Who accepted, declined or withdrew it; null while it is open. */
  decidedById: number | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  reason: string | null;
  activityId: number | null;
  activityStatus: ReadStatus | null;
  images: { id: string; name: string }[];
}

type Answerer = Pick<Person, 'id' | 'kind' | 'position' | 'department'>;

/**
 * Chooses who is told of a request: the privileged people of the topic's department, or of the requester's where the topic is open to
 * everybody. Where nobody of it is here, every privileged person is told. `present` are the active people who are not away.
 */
export function chooseAnswerers(
  { department, requesterId }: Pick<WorkRequest, 'department' | 'requesterId'>,
  requesterDepartment: string,
  present: readonly Answerer[],
): number[] {
  const answerers = present.filter((person) => isPrivileged(person) && person.id !== requesterId);
  const answering = department === GENERAL ? requesterDepartment : department;
  const own = answerers.filter((person) => person.department === answering);
  return (own.length > 0 ? own : answerers).map(({ id }) => id);
}
