import { assignTopic, withdrawTopic } from '@bitacora/core/use-cases/assign-topic';
import { createTopic } from '@bitacora/core/use-cases/create-topic';
import { createUser } from '@bitacora/core/use-cases/create-user';
import { cancelEmailChange } from '@bitacora/core/use-cases/email-change';
import { listFailedAnnouncements, resendAnnouncements } from '@bitacora/core/use-cases/failed-announcements';
import { listHolidays, removeHoliday, saveHoliday } from '@bitacora/core/use-cases/holidays';
import { inviteUser } from '@bitacora/core/use-cases/invite-user';
import { listAdminHistory } from '@bitacora/core/use-cases/read-admin-history';
import { listAssignments, listCandidates, listDepartments, listMyTopics, listTopics } from '@bitacora/core/use-cases/read-topics';
import { listUsers } from '@bitacora/core/use-cases/read-users';
import { setUserStatus } from '@bitacora/core/use-cases/set-user-status';
import { updateTopic } from '@bitacora/core/use-cases/update-topic';
import { updateUser } from '@bitacora/core/use-cases/update-user';

/** People, topics, holidays and what did not reach people. */
export const officeHandlers = {
  getUsers: listUsers,
  createUser,
  updateUser,
  updateUserStatus: setUserStatus,
  inviteUser,
  cancelEmailChange,

  getProjects: listTopics,
  getProjectsByUsers: listMyTopics,
  getEmployeesForProject: listCandidates,
  createProject: createTopic,
  updateProject: updateTopic,
  getDepartments: listDepartments,
  getAssignments: listAssignments,
  createAssignment: assignTopic,
  deleteAssignment: withdrawTopic,

  getHolidays: listHolidays,
  saveHoliday,
  deleteHoliday: removeHoliday,

  getAdminHistory: listAdminHistory,

  getFailedAnnouncements: listFailedAnnouncements,
  resendAnnouncements,
};
