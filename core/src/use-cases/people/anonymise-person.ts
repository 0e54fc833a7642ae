import { anonymousPerson, type Identity, redactAdminRow, redactHistory } from '../../domain/admin/anonymity.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import { personSubject, recordAdminAct } from '../record-admin-act.ts';
import type { OpenUseCase } from '../use-case.ts';

/** `busy` means that the history is being sealed at this moment. */
export type Anonymisation = { outcome: 'unknown' | 'active' | 'busy' } | { outcome: 'done'; id: number; rows: number };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the rows of both histories that name the person, in their rewritten form. */
async function redactedRows({ anonymisation }: Repositories, identity: Identity) {
  const changed = <Row>(rows: Row[], redact: (row: Row) => Row) =>
    rows.flatMap((row) => {
      const redacted = redact(row);
      return isSame(redacted, row) ? [] : [redacted];
    });
  const admin = changed(await anonymisation.adminRows(identity), (row) => ({ ...row, ...redactAdminRow(row, identity) }));
  const history = changed(await anonymisation.historyRows(identity), (row) => redactHistory(row, identity));
  const ids = { activity_history: history.map(({ id }) => id), admin_history: admin.map(({ id }) => id) };
  return { admin, history, ids };
}
type RowIds = Awaited<ReturnType<typeof redactedRows>>['ids'];

/** Returns the seals that hold over these rows, beside those over rows that were read before. */
async function sealsOver({ historySeals }: Repositories, ids: RowIds, knownRows: RowIds = { activity_history: [], admin_history: [] }) {
  const fresh = (table: keyof RowIds) => {
    const knownIds = new Set(knownRows[table]);
    return ids[table].filter((id) => !knownIds.has(id));
  };
  return [
    ...(await historySeals.covering('activity_history', fresh('activity_history'))),
    ...(await historySeals.covering('admin_history', fresh('admin_history'))),
  ];
}

/**
 * Forgets for good who a deactivated person was, for the operator of the database. Their acts, comments and activities stay under a
 * pseudonym, and seals over rewritten rows hold by the record of the rewriting (decision 29).
 */
export const anonymisePerson: OpenUseCase<{ employeeNumber: string; operator: string }, Anonymisation> = async (context) => {
  const { repos, input, now } = context;
  const { anonymisation } = repos;
  const refusal = (person: { isActive: boolean } | null) => (person ? ('active' as const) : ('unknown' as const));
  const candidate = await anonymisation.find(input.employeeNumber, { isLocked: false });
  if (!candidate || candidate.isActive) return { outcome: refusal(candidate) };
  if (!(await repos.historySeals.lock())) return { outcome: 'busy' };
  // The history is read before the lock, because a long one takes minutes. From here on nobody seals, so later rows have no seal.
  const { ids: knownRows } = await redactedRows(repos, await anonymisation.readIdentity(candidate.id));
  const checked = await sealsOver(repos, knownRows);

  await anonymisation.lockHistories();
  const person = await anonymisation.find(input.employeeNumber, { isLocked: true });
  if (!person || person.isActive) return { outcome: refusal(person) };
  const { id } = person;
  const identity = await anonymisation.readIdentity(id);
  const { admin, history, ids } = await redactedRows(repos, identity);
  const seals = new Map([...checked, ...(await sealsOver(repos, ids, knownRows))].map((seal) => [seal.id, seal]));
  const photo = await repos.photos.remove(id);
  if (photo) context.discardImage(photo);
  await anonymisation.rewrite({ admin, history });
  const digests = await repos.historySeals.digestRows([...seals.values()]);
  await repos.historyBaselines.noteRedaction({ personId: id, rows: ids, seals: digests });
  await anonymisation.forget(identity);
  await anonymisation.replacePerson(id, now);
  const rows = admin.length + history.length;
  const subject = personSubject({ id, ...anonymousPerson(id) });
  await recordAdminAct(context, { act: 'person.anonymise', subject, after: { rows }, operator: input.operator });
  return { outcome: 'done', id, rows };
};
