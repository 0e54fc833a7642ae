import { accountActs, isKnownFromStart } from '../../domain/admin/account-replay.ts';
import { factsOfPerson } from '../account/record-person.ts';
import { personSubject, recordAdminActs } from '../record-admin-act.ts';
import type { OpenUseCase } from '../use-case.ts';

/**
 * Records once, in the administration's history, every account of which it does not say everything: those of earlier releases and of the
 * demo company. From then on an account that no act made is a fault (`compareAccounts`).
 */
export const noteAccounts: OpenUseCase<unknown, void> = async (context) => {
  const { repos } = context;
  if (!(await repos.historySeals.lock()) || (await repos.adminHistory.hasAct('system.noteAccounts'))) return;
  const entries = Map.groupBy(await repos.adminHistory.readAboutPeople(accountActs), ({ subjectId }) => Number(subjectId));
  const accounts = await repos.users.all();
  const labels = await repos.users.readLabels(accounts.flatMap(({ managerId }) => managerId ?? []));
  const unknown = accounts.filter(({ id }) => !isKnownFromStart(entries.get(id) ?? []));
  await recordAdminActs(context, [
    ...unknown.map((person) => ({
      act: 'person.note' as const,
      subject: personSubject(person),
      after: factsOfPerson({ ...person, manager: labels.get(person.managerId ?? 0) ?? null }),
    })),
    { act: 'system.noteAccounts', subject: { kind: 'system' }, after: { count: unknown.length } },
  ]);
};
