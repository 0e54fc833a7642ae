import { anonymousPerson, redactAdminRow, redactFacts, withoutPerson } from '../../domain/people/anonymity.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import { personSubject, recordAdminAct } from '../admin/record-admin-act.ts';
import type { OpenUseCase } from '../use-case.ts';

/** `busy`: the history is being sealed at this moment. */
export type Anonymised = { outcome: 'unknown' | 'active' | 'busy' } | { outcome: 'done'; id: number; rows: number };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Rewrites the rows of both histories that name the person, and keeps what became of the sealed ones. Answers how many rows there were. */
async function rewriteHistories(
  { anonymisation, historySeals, historyBaselines }: Repositories,
  id: number,
  employeeNumber: string,
): Promise<number> {
  const identity = await anonymisation.identityOf(id);
  const admin = (await anonymisation.adminRows(identity)).flatMap((row) => {
    const redacted = { id: row.id, ...redactAdminRow(row, identity) };
    return isSame({ ...row, ...redacted }, row) ? [] : [redacted];
  });
  const history = (await anonymisation.historyRows(identity)).flatMap((row) => {
    const { meansPerson } = row;
    const note = row.facts === null && row.note !== null ? withoutPerson(row.note, identity, meansPerson) : row.note;
    const redacted = { ...row, note, facts: row.facts && { ...row.facts, ...redactFacts(row.facts, identity, meansPerson) } };
    return isSame(redacted, row) ? [] : [redacted];
  });
  const rows = { activity_history: history.map(({ id }) => id), admin_history: admin.map(({ id }) => id) };
  const seals = [
    ...(await historySeals.covering('activity_history', rows.activity_history)),
    ...(await historySeals.covering('admin_history', rows.admin_history)),
  ];
  await anonymisation.rewrite({ admin, history });
  await historyBaselines.noteRedaction({ personId: id, rows, seals: await historySeals.redactionOf(seals) });
  await anonymisation.forget(identity, employeeNumber);
  return admin.length + history.length;
}

/**
 * For the operator of the database: forgets who a deactivated person was, for good. Their acts, comments and activities stay under a
 * pseudonym, and seals over rewritten rows hold by the record of the rewriting (decision 29).
 */
export const anonymisePerson: OpenUseCase<{ employeeNumber: string; operator: string }, Anonymised> = async (context) => {
  const { repos, input, now } = context;
  await repos.anonymisation.lockHistories();
  const person = await repos.anonymisation.find(input.employeeNumber);
  if (!person) return { outcome: 'unknown' };
  if (person.isActive) return { outcome: 'active' };
  if (!(await repos.historySeals.lock())) return { outcome: 'busy' };

  const { id } = person;
  const photo = await repos.photos.remove(id);
  if (photo) context.discardImage(photo);
  const rows = await rewriteHistories(repos, id, input.employeeNumber);
  await repos.anonymisation.replacePerson(id, now);
  const subject = personSubject({ id, ...anonymousPerson(id) });
  await recordAdminAct(context, { act: 'person.anonymise', subject, after: { rows }, operator: input.operator });
  return { outcome: 'done', id, rows };
};
