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

/** One cell that cannot be taken: `column` is the heading it stands under, `error` a Spanish sentence. */
export interface WrongCell {
  row: number;
  column: string;
  value: string;
  error: string;
}
/** Why an identity is wrong in the company: an account has it already, or an earlier row of the file. */
export type IdentityProblem = { problem: 'numberKnown' | 'emailKnown' } | { problem: 'repeated'; firstRow: number };
/** Why a boss is wrong. `rows` of a cycle are in the order of the reporting line. */
export type ManagerProblem =
  | { problem: 'managerUnknown' | 'managerInactive' | 'managerSelf' }
  | { problem: 'managerCycle'; rows: number[] };
/** Why a position is wrong: who gains privilege is registered by a person, not by a script. */
export interface PositionProblem {
  problem: 'positionPrivileged';
}
/** A wrong cell before its sentence is made; a schema has made some of them already. */
export type CellProblem = Omit<WrongCell, 'error'> & { error: string | IdentityProblem | ManagerProblem | PositionProblem };

/** What makes a person one and the same: emails without regard to case, employee numbers as written. */
export const identities = {
  employeeNumber: (key: string) => key,
  email: (email: string) => email.toLowerCase(),
} as const;
export type IdentityColumn = keyof typeof identities;

/** A row and who it says it is about, as far as those cells can be taken; what else is in it may be wrong. */
export interface IdentifiedRow extends Partial<Record<IdentityColumn, string>> {
  row: number;
  /** Who their boss is to be, by number or email. */
  manager?: string;
}

/** Those whose number or email an earlier row has already, with that row. */
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

/** Finds the first row that a number, or else an email, names. */
export function makeRowFinder(rows: readonly IdentifiedRow[]): (identity: string) => IdentifiedRow | undefined {
  const firstRows = (identity: IdentityColumn) =>
    new Map(rows.toReversed().flatMap((row) => (row[identity] === undefined ? [] : [[identities[identity](row[identity]), row] as const])));
  const [byNumber, byEmail] = [firstRows('employeeNumber'), firstRows('email')];
  return (identity) => byNumber.get(identities.employeeNumber(identity)) ?? byEmail.get(identities.email(identity));
}

/** As many rows of a cycle as its sentence names. */
const CYCLE_MAX = 10;

/** The rows that are above themselves, each with the rows from it on, back to itself where they are few. Every row is looked at once. */
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

/** Whether registering them hands out privilege, which the importer must see first. */
export const gainsPrivilege = ({ person }: ImportedPerson): boolean => isPrivileged({ kind: '', position: person.position });
