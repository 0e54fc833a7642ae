import { randomUUID } from 'node:crypto';
import type { LeftOutRows } from '../../domain/activities/activity-import.ts';
import { EMPLOYEE, isPrivileged, type Person } from '../../domain/people/person.ts';
import {
  type CellProblem,
  findRepeats,
  gainsPrivilege,
  type IdentifiedRow,
  type IdentityColumn,
  type IdentityProblem,
  type ImportedPerson,
  identities,
  type ManagerProblem,
  makeRowFinder,
  managerCycles,
} from '../../domain/people/user-import.ts';
import { Refused } from '../../domain/refusal.ts';
import { normalise } from '../../domain/text.ts';
import { hashSecret } from '../../secrets/secrets.ts';
import { registrationActs } from '../account/record-person.ts';
import { INVITATION_MS } from '../account/reset-password.ts';
import { type AdminContext, recordAdminActs } from '../record-admin-act.ts';
import { spellDepartment } from '../spell-department.ts';
import type { Context, UseCase } from '../use-case.ts';

/** Invites people who were registered just now, as `sendToken` invites one. */
async function inviteAll(
  { repos, now, resetToken }: Pick<Context<unknown, unknown>, 'repos' | 'now' | 'resetToken'>,
  userIds: readonly number[],
): Promise<void> {
  const expiresAt = new Date(now.getTime() + INVITATION_MS);
  const invitations = userIds.map((userId) => {
    const id = randomUUID();
    return { id, userId, tokenHash: hashSecret(resetToken(id)) };
  });
  await repos.importedPeople.invite(invitations, expiresAt, now);
}

const PREVIEW = 200;

export interface ImportRequest {
  people: readonly ImportedPerson[];
  /** Every row of the file, also of those with mistakes: repetitions are reported together with them. */
  identified: readonly IdentifiedRow[];
  wrong: readonly CellProblem[];
  /** The heading that the file gives each column. */
  headings: Record<IdentityColumn | 'manager' | 'position', string>;
  leftOut?: LeftOutRows[];
  /** A dry run checks everything and stores nothing. */
  isDryRun: boolean;
  /** A script registers nobody who would gain privilege. */
  isByScript?: boolean;
}

interface ImportPreview
  extends Pick<ImportedPerson['person'], 'employeeNumber' | 'firstName' | 'lastName' | 'email' | 'department' | 'position'> {
  row: number;
  isPrivileged: boolean;
}
interface UserImportResult {
  count: number;
  isDryRun: boolean;
  rows: ImportPreview[];
  privileged: ImportPreview[];
  privilegedTotal: number;
  leftOut?: LeftOutRows[] | undefined;
}

type ImportContext = Pick<Context<ImportRequest, unknown>, 'input' | 'repos' | 'now'>;
const identityNames = Object.keys(identities) as IdentityColumn[];
const knownProblems = { employeeNumber: { problem: 'numberKnown' }, email: { problem: 'emailKnown' } } as const;

const wrongCell = (
  { headings }: ImportRequest,
  { row, ...managerKeys }: IdentifiedRow,
  identity: IdentityColumn,
  error: IdentityProblem,
): CellProblem => ({
  row,
  column: headings[identity],
  value: managerKeys[identity] ?? '',
  error,
});

const findRepeatedCells = (input: ImportRequest): CellProblem[] =>
  identityNames.flatMap((identity) =>
    findRepeats(input.identified, identity).map(({ repeat, firstRow }) =>
      wrongCell(input, repeat, identity, { problem: 'repeated', firstRow }),
    ),
  );

async function knownBy(
  rows: readonly IdentifiedRow[],
  { repos }: Pick<ImportContext, 'repos'>,
): Promise<Map<IdentifiedRow, IdentityColumn[]>> {
  const accounts = await repos.importedPeople.known(rows);
  const existing = {
    employeeNumber: new Set(accounts.map(({ employeeNumber }) => employeeNumber)),
    email: new Set(accounts.map(({ email }) => email.toLowerCase())),
  };
  const isTaken = (row: IdentifiedRow, identity: IdentityColumn) => existing[identity].has(identities[identity](row[identity] ?? ''));
  return new Map(rows.map((row) => [row, identityNames.filter((identity) => isTaken(row, identity))]));
}

/** Reads the boss of each row that names one, another row of the file or an account, and what is wrong with the cells that do. */
async function readManagers(input: ImportRequest, { repos }: Pick<ImportContext, 'repos'>) {
  const naming = input.identified.filter((row): row is IdentifiedRow & { manager: string } => row.manager !== undefined);
  const managerKeys = naming.map(({ manager }) => ({ employeeNumber: manager, email: manager }));
  const accounts = naming.length > 0 ? await repos.importedPeople.known(managerKeys) : [];
  const find = makeRowFinder(input.identified);
  const findAccount = makeRowFinder(accounts.map((account) => ({ ...account, row: account.id })));
  const rows = new Map<number, number>();
  const ids = new Map<number, number>();
  const problems = new Map<number, ManagerProblem>();
  for (const { row, manager } of naming) {
    const other = find(manager)?.row;
    const accountId = findAccount(manager)?.row;
    if (other === row) problems.set(row, { problem: 'managerSelf' });
    else if (other !== undefined) rows.set(row, other);
    else if (accountId === undefined) problems.set(row, { problem: 'managerUnknown' });
    else if (!accounts.find(({ id }) => id === accountId)?.isActive) problems.set(row, { problem: 'managerInactive' });
    else ids.set(row, accountId);
  }
  for (const [row, cycle] of managerCycles(rows)) problems.set(row, { problem: 'managerCycle', rows: cycle });
  const column = input.headings.manager;
  const wrong = naming.flatMap(({ row, manager }): CellProblem[] => {
    const error = problems.get(row);
    return error ? [{ row, column, value: manager, error }] : [];
  });
  return { rows, ids, wrong };
}

const knownCells = (input: ImportRequest, knownIdentities: ReadonlyMap<IdentifiedRow, readonly IdentityColumn[]>): CellProblem[] =>
  [...knownIdentities].flatMap(([row, duplicates]) =>
    duplicates.map((identity) => wrongCell(input, row, identity, knownProblems[identity])),
  );

const privilegedCells = ({ people, headings }: ImportRequest): CellProblem[] =>
  people.filter(gainsPrivilege).map(({ row, person: { position } }) => ({
    row,
    column: headings.position,
    value: position,
    error: { problem: 'positionPrivileged' },
  }));

type Bosses = Awaited<ReturnType<typeof readManagers>>;

/**
 * Refuses the whole file when any row is wrong, and names every wrong cell (docs/product.md, 5). Returns the bosses that the file names.
 */
async function demandRight(context: ImportContext): Promise<Bosses> {
  const { input } = context;
  const knownIdentities = await knownBy(input.identified, context);
  const bosses = await readManagers(input, context);
  const { wrong: wrongManagers } = bosses;
  const wrongPositions = input.isByScript ? privilegedCells(input) : [];
  const wrong = [
    ...input.wrong,
    ...findRepeatedCells(input),
    ...knownCells(input, knownIdentities),
    ...wrongManagers,
    ...wrongPositions,
  ].sort((a, b) => a.row - b.row);
  if (wrong.length === 0) return bosses;
  const areAllKnown =
    input.wrong.length === 0 &&
    wrongManagers.length + wrongPositions.length === 0 &&
    [...knownIdentities.values()].every((duplicates) => duplicates.length === identityNames.length);
  throw new Refused({ code: 'import.wrongRows', wrong, areAllKnown });
}

/** Writes the bosses, once everybody of the file has an id. A boss who was deactivated since then is a wrong cell. */
async function writeManagers(context: ImportContext, bosses: Bosses, ids: ReadonlyMap<string, number>): Promise<Map<number, number>> {
  const { input, repos } = context;
  const { rows, ids: accountIds } = bosses;
  if (accountIds.size > 0 && !(await repos.users.hold(...accountIds.values()))) {
    const { wrong } = await readManagers(input, context);
    throw new Refused({ code: 'import.wrongRows', wrong, areAllKnown: false });
  }
  const idOfRow = new Map(input.people.map(({ row, person }) => [row, ids.get(person.employeeNumber) as number]));
  const managers = new Map<number, number>();
  for (const [row, accountId] of accountIds) managers.set(idOfRow.get(row) as number, accountId);
  for (const [row, manager] of rows) managers.set(idOfRow.get(row) as number, idOfRow.get(manager) as number);
  await repos.importedPeople.setManagers(managers);
  return managers;
}

/** Stores everybody. A person who was registered by somebody else after the check is refused like one that the check found. */
async function added(context: ImportContext, bosses: Bosses): Promise<(Person & { manager: string | null })[]> {
  const { input, repos, now } = context;
  const spellings = new Map<string, string>();
  for (const { person } of input.people) {
    const key = normalise(person.department);
    if (!spellings.has(key)) spellings.set(key, await spellDepartment(repos, person.department));
  }
  const people = input.people.map(({ person: { manager: _, ...person } }) => ({
    ...person,
    department: spellings.get(normalise(person.department)) ?? person.department,
    kind: EMPLOYEE,
  }));
  const accounts = await repos.importedPeople.add(people, now);
  const ids = new Map(accounts.map(({ id, employeeNumber }) => [employeeNumber, id]));
  if (accounts.length === people.length) {
    const managers = await writeManagers(context, bosses, ids);
    const labels = await repos.users.readLabels([...new Set(managers.values())]);
    return people.map((person) => {
      const id = ids.get(person.employeeNumber) as number;
      return { ...person, id, isActive: true, manager: labels.get(managers.get(id) ?? 0) ?? null };
    });
  }

  const late = input.identified.filter(({ employeeNumber = '' }) => !ids.has(employeeNumber));
  throw new Refused({ code: 'import.wrongRows', wrong: knownCells(input, await knownBy(late, context)), areAllKnown: false });
}

const previewRow = (imported: ImportedPerson): ImportPreview => {
  const { employeeNumber, firstName, lastName, email, department, position } = imported.person;
  return { row: imported.row, employeeNumber, firstName, lastName, email, department, position, isPrivileged: gainsPrivilege(imported) };
};

function dryRun(people: readonly ImportedPerson[]): UserImportResult {
  const privileged = people.filter(gainsPrivilege);
  return {
    count: people.length,
    isDryRun: true,
    rows: people.slice(0, PREVIEW).map(previewRow),
    privileged: privileged.slice(0, PREVIEW).map(previewRow),
    privilegedTotal: privileged.length,
  };
}

async function recordImport(context: AdminContext, imported: readonly Person[]): Promise<void> {
  const privileged = imported.filter(isPrivileged).length;
  const whole = { act: 'person.import', subject: { kind: 'person' }, after: { count: imported.length, privileged } } as const;
  await recordAdminActs(context, [whole, ...imported.flatMap(registrationActs)]);
}

/** Registers and invites everybody a workbook names, or nobody. */
export const importUsers: UseCase<ImportRequest, UserImportResult> = async (context) => {
  const { people, isDryRun } = context.input;
  const bosses = await demandRight(context);
  const leftOut = context.input.leftOut?.length ? { leftOut: context.input.leftOut } : {};
  if (isDryRun) return { ...dryRun(people), ...leftOut };

  const imported = await added(context, bosses);
  await recordImport(context, imported);
  await inviteAll(
    context,
    imported.map(({ id }) => id),
  );
  return {
    count: imported.length,
    isDryRun: false,
    rows: [],
    privileged: [],
    privilegedTotal: people.filter(gainsPrivilege).length,
    ...leftOut,
  };
};
