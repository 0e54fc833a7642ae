import { describe, expect, it } from 'vitest';
import type { HistoryFacts } from '../../src/domain/activities/history-proof.ts';
import { type AdminTexts, type Identity, redactAdminRow, redactHistory } from '../../src/domain/admin/anonymity.ts';

/** Somebody else is an Ana López too; nobody else was an Ana Ruiz. */
const ana: Identity = {
  id: 5,
  names: ['Ana López', 'Ana Ruiz'],
  ownNames: ['Ana Ruiz'],
  labels: ['Ana López (A-10)'],
  emails: ['ana@x.mx'],
};
const NAMESAKE = 6;
const pseudonym = 'Persona anonimizada 5';

const unknown = { note: null, formerOwnerId: null, formerAssigneeId: null };
const reassigned = (from: string, to: string, formerAssigneeId: number | null, assigneeId?: number) => {
  const facts: HistoryFacts = { reassigned: { from, to }, ...(assigneeId && { assigneeId }) };
  return redactHistory({ ...unknown, formerAssigneeId, facts }, ana).facts?.reassigned;
};

describe('a reassignment', () => {
  it('means the person that its ids say, where two people have the name', () => {
    expect(reassigned('Ana López', 'Ana López', 5, NAMESAKE)).toEqual({ from: pseudonym, to: 'Ana López' });
    expect(reassigned('Ana López', 'Ana López', NAMESAKE, 5)).toEqual({ from: 'Ana López', to: pseudonym });
  });

  it('without ids means the person only by a name that nobody else has', () => {
    expect(reassigned('Ana López', 'Ana Ruiz', null)).toEqual({ from: 'Ana López', to: pseudonym });
    expect(reassigned('Ana Ruiz García', 'Mariana Ruiz', null)).toEqual({ from: 'Ana Ruiz García', to: 'Mariana Ruiz' });
  });

  it('of several roles goes by the first of them', () => {
    const handover = { from: 'Ana López', to: 'Ana López', roles: ['owner' as const] };
    const row = { ...unknown, formerOwnerId: 5, formerAssigneeId: NAMESAKE, facts: { handover, ownerId: NAMESAKE, assigneeId: NAMESAKE } };
    expect(redactHistory(row, ana).facts?.handover).toEqual({ ...handover, from: pseudonym });
  });

  it.each([
    ['Ana Ruiz → Beto Díaz: Lo pidió Ana Ruiz', `${pseudonym} → Beto Díaz: Lo pidió Ana Ruiz`],
    ['Beto Díaz → Ana Ruiz (dueño)', `Beto Díaz → ${pseudonym} (dueño)`],
    ['Beto Díaz → Ana Ruiz', `Beto Díaz → ${pseudonym}`],
    ['Ana Ruiz García → Ana Ruiz Gil: Vacaciones', 'Ana Ruiz García → Ana Ruiz Gil: Vacaciones'],
    ['Ana López → Beto Díaz', 'Ana López → Beto Díaz'],
  ])('of an early release, «%s», changes whole names only', (note, redacted) => {
    expect(redactHistory({ ...unknown, facts: null, note }, ana).note).toBe(redacted);
  });
});

describe('a row of the administration', () => {
  const row: AdminTexts = {
    act: 'person.edit',
    actorId: NAMESAKE,
    actorName: 'Ana López',
    subjectKind: 'person',
    subjectId: '7',
    subject: 'Ana Ruiz',
    before: { manager: 'Ana López (A-10)' },
    after: { manager: 'Ana López (A-102)', email: 'ana@x.mx' },
    address: '10.0.0.1',
  };

  it('keeps actor and subject where ids name somebody else, with any names', () => {
    expect(redactAdminRow(row, ana)).toEqual({ ...row, before: { manager: `${pseudonym} (ANON-5)` } });
  });

  it('loses the actor and the address, and keeps the subject, where the person did it to somebody else', () => {
    const own = { ...row, actorId: 5, before: null };
    expect(redactAdminRow(own, ana)).toEqual({ ...own, actorName: pseudonym, address: null });
  });

  it('loses the name of a chat account or token only where the person did it', () => {
    const linked = {
      ...row,
      act: 'chatLink.add',
      subjectKind: 'chatLink',
      subject: 'Maria',
      before: null,
      after: { displayName: 'Maria' },
    };
    expect(redactAdminRow(linked, ana)).toEqual(linked);
    expect(redactAdminRow({ ...linked, actorId: 5 }, ana)).toMatchObject({ subject: '—', after: { displayName: '—' } });
  });
});
