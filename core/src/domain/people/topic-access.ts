import { GENERAL } from '../activity/activity.ts';
import { isPrivileged, type Person } from './person.ts';

interface OfDepartment {
  department: string;
}
/** Where somebody stands towards one topic. */
export interface TopicMembership extends OfDepartment {
  /** Assigned to it from outside its department. */
  isAssigned: boolean;
}

/** Whether a topic's work can be given to somebody active: its department's, everybody's for GENERAL, and those assigned to it. */
export const isEligibleAssignee = (topic: OfDepartment, { department, isAssigned }: TopicMembership): boolean =>
  topic.department === GENERAL || topic.department === department || isAssigned;

/** Whether a topic is ever assigned: one that is open to everybody is not. */
export const isAssignable = (topic: OfDepartment): boolean => topic.department !== GENERAL;

/** Whether a topic can be assigned to somebody: people of its own department have it already. */
export const isExternal = (topic: OfDepartment, person: OfDepartment): boolean => topic.department !== person.department;

/** Whether somebody may register work under a topic. */
export const mayRegisterUnder = (topic: OfDepartment, actor: Pick<Person, 'kind' | 'position'>, belonging: TopicMembership): boolean =>
  isPrivileged(actor) || isEligibleAssignee(topic, belonging);
