import type { Command } from '../command.ts';
import { assignmentsCreate, assignmentsDelete, assignmentsList } from './assignments.ts';
import { audit } from './audit.ts';
import { completionOf } from './completion.ts';
import { doctor } from './doctor.ts';
import { outboxList, outboxResend } from './outbox.ts';
import { reportAssigned, reportFinished, reportPending } from './reports.ts';
import { logIn, logOut, whoAmI } from './session.ts';
import { topicsCreate, topicsList, topicsUpdate } from './topics.ts';
import { usersCancelEmailChange, usersDeactivate, usersList } from './users.ts';
import { usersImport } from './users-import.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  logIn,
  logOut,
  whoAmI,
  usersList,
  usersImport,
  usersDeactivate,
  usersCancelEmailChange,
  topicsList,
  topicsCreate,
  topicsUpdate,
  assignmentsList,
  assignmentsCreate,
  assignmentsDelete,
  reportPending,
  reportFinished,
  reportAssigned,
  outboxList,
  outboxResend,
  audit,
  doctor,
  completionOf(() => commands),
];
