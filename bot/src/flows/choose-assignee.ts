import { ApiError } from '@bitacora/core/client';
import type { ActivityView } from '@bitacora/core/contract/activity';
import { fullName, labelOf } from '@bitacora/core/domain/people/person';
import { normalise } from '@bitacora/core/domain/text';
import type { FlowContext } from '../flow.ts';
import { botFlows } from '../messages/flows.ts';
import type { PersonField } from './act.ts';

/** What one form of Teams has room for. */
const MAX_PEOPLE = 48;

/** Null for askers who may not reassign it; the API then refuses the act in its own words. */
async function readEligible({ id: activityId, assigneeId, topicId }: ActivityView, { client }: FlowContext) {
  try {
    return (await client.listEligibleAssignees({ topicId, activityId })).filter(({ id }) => id !== assigneeId);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return null;
    throw error;
  }
}

/** The people who may have the work. Of very many, those whose name or number holds every word that was typed. */
export async function chooseAssignee(activity: ActivityView, context: FlowContext, typed = ''): Promise<PersonField> {
  const eligible = await readEligible(activity, context);
  if (!eligible) return { kind: 'text', hint: botFlows.assigneesHidden };
  const words = /^\d+$/.test(typed) && eligible.some(({ id }) => id === Number(typed)) ? [] : normalise(typed).split(' ').filter(Boolean);
  const matches = eligible.filter((person) => {
    const text = normalise(`${fullName(person)} ${person.employeeNumber}`);
    return words.every((word) => text.includes(word));
  });
  if (matches.length === 0) return { kind: 'text', hint: botFlows.assigneeSearch, error: botFlows.assigneeNone };
  if (matches.length > MAX_PEOPLE)
    return { kind: 'text', hint: botFlows.assigneeSearch, ...(typed && { error: botFlows.assigneeMany(matches.length) }) };
  const options = matches.map((person) => ({ value: String(person.id), label: labelOf(person) }));
  return { kind: 'choice', options, ...(words.length > 0 && { error: botFlows.assigneeChoose }) };
}
