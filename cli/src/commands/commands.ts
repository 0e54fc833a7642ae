import type { Command } from '../command.ts';
import { open } from '../open-page.ts';
import { absenceCancel, absenceList, absenceSet } from './absence.ts';
import { activitiesAmend, activitiesAssign, activitiesComment, activitiesShow, activitiesWithdrawImage } from './activities.ts';
import { activitiesImport } from './activities-import.ts';
import { activitiesReassign, activitiesRemind, activitiesVerify } from './activities-many.ts';
import { api } from './api.ts';
import { assignmentsCreate, assignmentsDelete, assignmentsList } from './assignments.ts';
import { audit } from './audit.ts';
import { authList, authSwitch } from './auth.ts';
import { chatsChannels, chatsRemove } from './chats.ts';
import { activitiesComplete, activitiesStart, activitiesTick } from './checklists.ts';
import { completeOf, completion } from './completion.ts';
import { configGet, configList, configSet } from './config.ts';
import { doctor } from './doctor.ts';
import { notifications } from './notifications.ts';
import { outboxList, outboxResend } from './outbox.ts';
import { profileExport } from './profile.ts';
import { reportAssigned, reportFinished, reportLoad, reportPending, reportPunctuality } from './reports.ts';
import { schema } from './schema.ts';
import { search } from './search.ts';
import { logIn, logOut, whoAmI } from './session.ts';
import { templatesCreate, templatesList, templatesRetire, templatesUpdate } from './templates.ts';
import { topicsCreate, topicsList, topicsUpdate } from './topics.ts';
import { usersCancelEmailChange, usersDeactivate, usersList } from './users.ts';
import { usersActivate, usersCreate, usersInvite, usersUpdate } from './users-edit.ts';
import { usersImport } from './users-import.ts';
import { webhooksDeliveries } from './webhook-deliveries.ts';
import { webhooksAdd, webhooksList, webhooksRemove, webhooksResend, webhooksRotate, webhooksTest, webhooksUpdate } from './webhooks.ts';

/** Every command, in the order of the help. */
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
  webhooksList,
  webhooksAdd,
  webhooksUpdate,
  webhooksRotate,
  webhooksRemove,
  webhooksTest,
  webhooksDeliveries,
  webhooksResend,
  audit,
  doctor,
  api,
  schema,
  completion,
  completeOf(() => commands),
];
