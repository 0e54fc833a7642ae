import { type Person, personLabel } from '../people/person.ts';
import type { AdminAct, AdminFacts } from './admin-act.ts';
import { anonymousPerson } from './anonymity.ts';

export const accountActs = [
  ...(['person.register', 'person.note', 'person.edit', 'person.gainPrivilege', 'person.losePrivilege'] as const),
  ...(['person.activate', 'person.deactivate', 'person.anonymise', 'email.confirm', 'email.disown'] as const),
] satisfies AdminAct[];

/** The facts of an account that the history proves. It writes the boss by name and number. */
export const provenFacts = ['kind', 'position', 'email', 'isActive', 'manager'] as const;
export type ProvenFact = (typeof provenFacts)[number];
type ProvenFacts = { [Fact in ProvenFact]?: AdminFacts[string] };

export interface AccountEntry {
  act: AdminAct;
  subjectId: string | null;
  before: AdminFacts | null;
  after: AdminFacts | null;
}
export type ReplayableAccount = Pick<
  Person,
  'id' | 'firstName' | 'lastName' | 'employeeNumber' | 'kind' | 'position' | 'email' | 'isActive'
> & {
  managerId: number | null;
};

const isFirst = ({ act }: AccountEntry) => act === 'person.register' || act === 'person.note';
/** Tells whether the history states everything of an account from its beginning. Earlier releases did not write every boss. */
export const isKnownFromStart = (entries: readonly AccountEntry[]): boolean =>
  entries.some((entry) => isFirst(entry) && entry.after !== null && 'manager' in entry.after);

const pickProven = (facts: AdminFacts | null): ProvenFacts =>
  Object.fromEntries(provenFacts.flatMap((fact) => (facts && fact in facts ? [[fact, facts[fact]]] : [])));

/** Follows the acts on one account, the oldest first. A note is newer than what it notes, so it adds what no act has said. */
function replayAccount(id: number, entries: readonly AccountEntry[]): ProvenFacts {
  let known: ProvenFacts = {};
  for (const { act, after } of entries) {
    const facts = pickProven(after);
    known = act === 'person.note' ? { ...facts, ...known } : { ...known, ...facts };
    if (act === 'person.activate' || act === 'person.deactivate') known.isActive = act === 'person.activate';
    const { email, position } = anonymousPerson(id);
    if (act === 'person.anonymise') Object.assign(known, { email, position });
  }
  return known;
}

/** Lists every name with number that a person has or had, by undoing their edits. */
function listLabels(account: ReplayableAccount, entries: readonly AccountEntry[]): string[] {
  const { firstName, lastName, employeeNumber } = account;
  let names = { firstName, lastName, employeeNumber };
  return [
    personLabel(names),
    ...entries.toReversed().map(({ before }) => {
      names = { ...names, ...before };
      return personLabel(names);
    }),
  ];
}

export interface AccountDifference {
  account: ReplayableAccount;
  /** The facts that differ, as the history proves them; empty for an account that the history does not know. */
  proven: ProvenFacts;
}

/**
 * Compares accounts with what the administration's history says of them. `isComplete` means that every earlier account was noted, so that
 * an account without a beginning is one that no act made.
 */
export function compareAccounts(
  accounts: readonly ReplayableAccount[],
  entries: readonly AccountEntry[],
  isComplete: boolean,
): AccountDifference[] {
  const entriesById = Map.groupBy(entries, ({ subjectId }) => Number(subjectId));
  const idsByLabel = new Map<string, Set<number>>();
  for (const account of accounts)
    for (const label of listLabels(account, entriesById.get(account.id) ?? []))
      idsByLabel.set(label, (idsByLabel.get(label) ?? new Set()).add(account.id));

  /** A boss whom nobody's label names proves nothing. */
  const differs = (account: ReplayableAccount, fact: ProvenFact, value: AdminFacts[string] | undefined) => {
    if (fact !== 'manager') return account[fact] !== value;
    if (value === null) return account.managerId !== null;
    const ids = idsByLabel.get(String(value));
    return ids !== undefined && !(account.managerId !== null && ids.has(account.managerId));
  };
  return accounts.flatMap((account) => {
    const own = entriesById.get(account.id) ?? [];
    if (isComplete && !own.some(isFirst)) return [{ account, proven: {} }];
    const wrong = Object.entries(replayAccount(account.id, own)).filter(([fact, value]) => differs(account, fact as ProvenFact, value));
    return wrong.length > 0 ? [{ account, proven: Object.fromEntries(wrong) }] : [];
  });
}
