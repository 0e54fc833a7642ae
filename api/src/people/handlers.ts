import type { absenceEndpoints } from '@bitacora/core/contract/people/absence-endpoints';
import { readUserSheet } from '@bitacora/core/contract/people/import-sheet';
import type { userEndpoints } from '@bitacora/core/contract/people/user-endpoints';
import type { Actor } from '@bitacora/core/domain/people/person';
import type { WrongCell } from '@bitacora/core/domain/people/user-import';
import { isRefusedWith } from '@bitacora/core/domain/refusal';
import { wrongCells } from '@bitacora/core/messages/people/user-import';
import type { Core } from '@bitacora/core/server';
import { addAbsence, cancelAbsence, listAbsences, listSubstitutes } from '@bitacora/core/use-cases/people/absences';
import { type ImportRequest, importUsers } from '@bitacora/core/use-cases/people/import-users';
import { setUserStatus } from '@bitacora/core/use-cases/people/set-user-status';
import { createUser, inviteUser, listUsers, updateUser } from '@bitacora/core/use-cases/people/users';
import { listDepartments } from '@bitacora/core/use-cases/topics/topics';
import type { CalledBy, Handlers } from '../calls/handlers.ts';
import { Download } from '../http/answer.ts';
import { annotatedWorkbook, templateWorkbook } from './people-workbooks.ts';

async function findWrongCells(core: Core, by: CalledBy<Actor>, input: ImportRequest): Promise<readonly WrongCell[]> {
  try {
    await core.perform({ ...by, useCase: importUsers, input: { ...input, isDryRun: true }, effect: 'reads' });
    return [];
  } catch (error) {
    if (isRefusedWith(error, 'import.wrongRows')) return wrongCells(error.refusal.wrong);
    throw error;
  }
}

export const peopleHandlers = (core: Core): Handlers<keyof typeof userEndpoints | keyof typeof absenceEndpoints> => ({
  listUsers,
  createUser,
  updateUser,
  setUserStatus,
  inviteUser,

  async importUsers({ sheet, isDryRun = false, isAnnotated }, { by, scope, once }) {
    const { source, ...read } = readUserSheet(sheet.contents);
    const input = { ...read, isDryRun, isByScript: scope === 'import_people' };
    if (isAnnotated) return new Download(annotatedWorkbook(source, await findWrongCells(core, by, input)));
    return (await core.perform({ useCase: importUsers, ...by, input, effect: 'writes', once })).result;
  },
  async downloadImportTemplate(_, { by }) {
    const { result } = await core.perform({ ...by, useCase: listDepartments, input: {}, effect: 'reads' });
    return new Download(templateWorkbook(result.map(({ department }) => department)));
  },

  listAbsences,
  listSubstitutes,
  addAbsence,
  cancelAbsence,
});
