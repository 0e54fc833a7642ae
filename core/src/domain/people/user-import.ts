import { fold } from '../text.ts';
import { isPrivileged, type Person } from './person.ts';

/** A row of a sheet that says something, numbered as spreadsheets do; cells from column A on, as they read. */
export interface SheetRow {
  row: number;
  cells: readonly string[];
}

/** Somebody a workbook asks to register, and the row that asks for it, as spreadsheets number rows. */
export interface ImportedPerson {
  row: number;
  /** `manager` names the boss by employee number or email: an account, or a row of the same file in any order. */
  person: Omit<Person, 'id' | 'isActive' | 'kind'> & { manager: string | null };
}

/** What a column of a list may hold: a field, a part of the name or the whole, and whether and until when somebody works there. */
export type SheetColumn = keyof ImportedPerson['person'] | 'secondName' | 'secondLastName' | 'fullName' | 'standing' | 'leftOn' | 'taxId';

export type NameOrder = 'given' | 'surnames';
/** 'De la Cruz' is one word of a name. */
const NAME_WORD = /(?:(?:de|del|la|las|los|da|das|do|dos|van|von|y)\s+)*\S+/giu;
const readNameWords = (name: string): readonly string[] => name.match(NAME_WORD) ?? [];

/**
 * Returns the order that an RFC or a CURP proves: it begins with two letters of the first surname, one of the second and one of the given
 * name. Null where none does, or where they contradict each other.
 */
export function findNameOrder(rows: readonly { name: string; taxId: string }[]): NameOrder | null {
  const orders = rows.flatMap(({ name, taxId }): NameOrder[] => {
    const initials = readNameWords(fold(name)).map((word) => word.split(' ').at(-1)?.[0] ?? '');
    const [surname, , secondSurname, given] = fold(taxId);
    const proves = (...letters: (string | undefined)[]) => letters.join() === [surname, secondSurname, given].join();
    const isSurnamesFirst = proves(...initials.slice(0, 3));
    const isGivenFirst = initials.length > 2 && proves(...initials.slice(-2), initials[0]);
    return isSurnamesFirst === isGivenFirst ? [] : [isSurnamesFirst ? 'surnames' : 'given'];
  });
  const [order = null] = orders;
  return orders.every((other) => other === order) ? order : null;
}

/** Splits a whole name at its comma, or else into two surnames and the rest. Null where that is a guess. */
export function splitName(name: string, order: NameOrder | null): { firstName: string; lastName: string } | null {
  const [lastName = '', firstName, ...more] = name.split(/\s*,\s*/);
  if (firstName !== undefined) return lastName && firstName && more.length === 0 ? { firstName, lastName } : null;
  const words = readNameWords(name);
  if (!order || words.length < 2) return null;
  const surnames = words.length > 2 ? 2 : 1;
  const place = order === 'surnames' ? surnames : words.length - surnames;
  const [before, after] = [words.slice(0, place).join(' '), words.slice(place).join(' ')];
  return order === 'surnames' ? { firstName: after, lastName: before } : { firstName: before, lastName: after };
}

/** One cell that cannot be taken: `column` is the heading it stands under, `error` a Spanish sentence. */
export interface WrongCell {
  row: number;
  column: string;
  value: string;
  error: string;
}
/** The reasons why an identity is wrong in the company: an account has it already, or an earlier row of the file. */
export type IdentityProblem = { problem: 'numberKnown' | 'emailKnown' } | { problem: 'repeated'; firstRow: number };
/** The reasons why a boss is wrong. `rows` of a cycle are in the order of the reporting line. */
export type ManagerProblem =
  | { problem: 'managerUnknown' | 'managerInactive' | 'managerSelf' }
  | { problem: 'managerCycle'; rows: number[] };
/** The reason why a position is wrong: a person, not a script, registers people who gain privilege. */
export interface PositionProblem {
  problem: 'positionPrivileged';
}
/** A wrong cell before its sentence is made; a schema has made some of them already. */
export type CellProblem = Omit<WrongCell, 'error'> & { error: string | IdentityProblem | ManagerProblem | PositionProblem };

/** The fields that identify a person: emails are compared without regard to case, employee numbers as written. */
export const identities = {
  employeeNumber: (key: string) => key,
  email: (email: string) => email.toLowerCase(),
} as const;
export type IdentityColumn = keyof typeof identities;

/** A row and the identities in those of its cells that are right; its other cells may be wrong. */
export interface IdentifiedRow extends Partial<Record<IdentityColumn, string>> {
  row: number;
  manager?: string;
}

export function findRepeats(rows: readonly IdentifiedRow[], identity: IdentityColumn): { repeat: IdentifiedRow; firstRow: number }[] {
  const firstRows = new Map<string, number>();
  return rows.flatMap((repeat) => {
    const value = repeat[identity];
    if (value === undefined) return [];
    const key = identities[identity](value);
    const firstRow = firstRows.get(key);
    if (firstRow === undefined) firstRows.set(key, repeat.row);
    return firstRow === undefined ? [] : [{ repeat, firstRow }];
  });
}

export function makeRowFinder(rows: readonly IdentifiedRow[]): (identity: string) => IdentifiedRow | undefined {
  const firstRows = (identity: IdentityColumn) =>
    new Map(rows.toReversed().flatMap((row) => (row[identity] === undefined ? [] : [[identities[identity](row[identity]), row] as const])));
  const [byNumber, byEmail] = [firstRows('employeeNumber'), firstRows('email')];
  return (identity) => byNumber.get(identities.employeeNumber(identity)) ?? byEmail.get(identities.email(identity));
}

/** The sentence about a cycle names at most this many rows. */
const CYCLE_MAX = 10;

/**
 * Returns the rows that are above themselves, each with the rows from it on, back to itself where they are few. Every row is visited once.
 */
export function managerCycles(managerRows: ReadonlyMap<number, number>): Map<number, number[]> {
  const visited = new Set<number>();
  const cycles = new Map<number, number[]>();
  for (const start of managerRows.keys()) {
    const path: number[] = [];
    const places = new Map<number, number>();
    let row: number | undefined = start;
    while (row !== undefined && !visited.has(row)) {
      visited.add(row);
      places.set(row, path.length);
      path.push(row);
      row = managerRows.get(row);
    }
    const first = row === undefined ? undefined : places.get(row);
    const cycle = first === undefined ? [] : path.slice(first);
    const twice = [...cycle, ...cycle];
    for (const [at, member] of cycle.entries()) cycles.set(member, twice.slice(at, at + Math.min(cycle.length + 1, CYCLE_MAX)));
  }
  return cycles;
}

/** Tells whether the registration gives privilege, which the importer must see first. */
export const gainsPrivilege = ({ person }: ImportedPerson): boolean => isPrivileged({ kind: '', position: person.position });
