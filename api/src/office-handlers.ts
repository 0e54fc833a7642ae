import { cancelEmailChange } from '@bitacora/core/use-cases/account/email-change';
import { listHolidays, removeHoliday, saveHoliday } from '@bitacora/core/use-cases/admin/holidays';
import { listAdminHistory } from '@bitacora/core/use-cases/admin/read-admin-history';
import { listFailedNotifications, resendNotifications } from '@bitacora/core/use-cases/notifications/failed-notifications';
import { createUser } from '@bitacora/core/use-cases/people/create-user';
import { inviteUser } from '@bitacora/core/use-cases/people/invite-user';
import { listUsers } from '@bitacora/core/use-cases/people/read-users';
import { setUserStatus } from '@bitacora/core/use-cases/people/set-user-status';
import { updateUser } from '@bitacora/core/use-cases/people/update-user';
import { assignTopic, withdrawTopic } from '@bitacora/core/use-cases/topics/assign-topic';
import { createTopic } from '@bitacora/core/use-cases/topics/create-topic';
import {
  listAssignments,
  listDepartments,
  listEligibleAssignees,
  listMyTopics,
  listTopics,
} from '@bitacora/core/use-cases/topics/read-topics';
import { updateTopic } from '@bitacora/core/use-cases/topics/update-topic';

/** People, topics, holidays and what did not reach people. */
export const officeHandlers = {
  listUsers,
  createUser,
  updateUser,
  setUserStatus,
  inviteUser,
  cancelEmailChange,

  listTopics,
  listMyTopics,
  listEligibleAssignees,
  createTopic,
  updateTopic,
  listDepartments,
  listAssignments,
  assignTopic,
  withdrawTopic,

  listHolidays,
  saveHoliday,
  removeHoliday,

  listAdminHistory,

  listFailedNotifications,
  resendNotifications,
};
