import type { Command } from '../command.ts';
import { assignmentsCreate, assignmentsDelete, assignmentsList } from './assignments.ts';
import { audit } from './audit.ts';
import { completionOf } from './completion.ts';
import { doctor } from './doctor.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { outboxList, outboxResend } from './outbox.ts';
import { reportAssigned, reportFinished, reportPending } from './reports.ts';
import { topicsCreate, topicsList, topicsUpdate } from './topics.ts';
import { usersCancelEmailChange } from './users-cancel-email-change.ts';
import { usersDeactivate } from './users-deactivate.ts';
import { usersImport } from './users-import.ts';
import { usersList } from './users-list.ts';
import { whoAmI } from './who-am-i.ts';

/** Every command, in the order help shows them. */
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
