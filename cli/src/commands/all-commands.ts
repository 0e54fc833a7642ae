import type { Command } from '../command.ts';
import { absenceCancel, absenceList, absenceSet } from './absence.ts';
import { authList, authSwitch, logIn, logOut, profileExport, whoAmI } from './account.ts';
import { activitiesAmend, activitiesAssign, activitiesComment, activitiesShow, activitiesWithdrawImage, record } from './activities.ts';
import { activitiesImport } from './activities-import.ts';
import {
  activitiesComplete,
  activitiesReassign,
  activitiesRemind,
  activitiesStart,
  activitiesTick,
  activitiesVerify,
} from './activity-acts.ts';
import { api, open, schema } from './api.ts';
import { assignmentsCreate, assignmentsDelete, assignmentsList } from './assignments.ts';
import { audit } from './audit.ts';
import { completion, createCompleteCommand } from './completion.ts';
import { configGet, configList, configSet } from './config.ts';
import { doctor } from './doctor.ts';
import { notifications, outboxList, outboxResend } from './notifications.ts';
import { reportAssigned, reportFinished, reportLoad, reportPending, reportPunctuality, search } from './reports.ts';
import { templatesCreate, templatesList, templatesRetire, templatesUpdate } from './templates.ts';
import { chatsChannels, chatsRemove, topicsCreate, topicsList, topicsUpdate } from './topics.ts';
import { usersActivate, usersCancelEmailChange, usersCreate, usersDeactivate, usersInvite, usersList, usersUpdate } from './users.ts';
import { usersImport } from './users-import.ts';

/** The help has the same order. */
export const commands: readonly Command[] = [
  logIn,
  logOut,
  whoAmI,
  authList,
  authSwitch,
  configList,
  configGet,
  configSet,
  activitiesShow,
  record,
  activitiesComment,
  activitiesStart,
  activitiesTick,
  activitiesComplete,
  activitiesAssign,
  activitiesRemind,
  activitiesAmend,
  activitiesReassign,
  activitiesVerify,
  activitiesWithdrawImage,
  activitiesImport,
  notifications,
  profileExport,
  search,
  open,
  usersList,
  usersCreate,
  usersUpdate,
  usersInvite,
  usersImport,
  usersActivate,
  usersDeactivate,
  usersCancelEmailChange,
  absenceList,
  absenceSet,
  absenceCancel,
  topicsList,
  topicsCreate,
  topicsUpdate,
  templatesList,
  templatesCreate,
  templatesUpdate,
  templatesRetire,
  assignmentsList,
  assignmentsCreate,
  assignmentsDelete,
  reportPending,
  reportFinished,
  reportAssigned,
  reportPunctuality,
  reportLoad,
  chatsChannels,
  chatsRemove,
  outboxList,
  outboxResend,
  audit,
  doctor,
  api,
  schema,
  completion,
  createCompleteCommand(() => commands),
];
