import type { topicEndpoints } from '@bitacora/core/contract/topics/topic-endpoints';
import {
  assignTopic,
  createTopic,
  listAssignments,
  listDepartments,
  listEligibleAssignees,
  listMyTopics,
  listTopics,
  updateTopic,
  withdrawTopic,
} from '@bitacora/core/use-cases/topics/topics';
import type { Handlers } from '../calls/handlers.ts';

export const topicHandlers: Handlers<keyof typeof topicEndpoints> = {
  listTopics,
  listMyTopics,
  listEligibleAssignees,
  createTopic,
  updateTopic,
  listDepartments,
  listAssignments,
  assignTopic,
  withdrawTopic,
};
