import * as z from 'zod/mini';
import {
  type IdentifiedRow,
  type IdentityColumn,
  type ImportedPerson,
  identities,
  type SheetRow,
  type WrongCell,
} from '../../domain/people/user-import.ts';
import { Refused } from '../../domain/refusal.ts';
import { normalise, plainName } from '../../domain/text.ts';
import { importTexts, templateTexts } from '../../messages/people/user-import.ts';
import { userTexts } from '../../messages/people/users.ts';
import { fieldErrors, readOwnNames } from '../wire-names.ts';
import { importedUser } from './user-endpoints.ts';

type Field = keyof ImportedPerson['person'];
export interface ReadSheet {
  /** The people whose every cell is right. */
  people: ImportedPerson[];
  /** Every row that is not empty. */
  identified: IdentifiedRow[];
  wrong: WrongCell[];
  /** The headings of the file for the columns that must differ from person to person. */
  headings: Record<IdentityColumn | 'manager' | 'position', string>;
}

const FILE = 'file';
const ownNames = readOwnNames(importedUser) as Readonly<Record<string, Field>>;
export const importFields = Object.values(ownNames);
export const optionalFields: readonly Field[] = ['alias', 'phone', 'manager'];

/** Headings are compared without case, accents, blanks and signs: 'Núm. de empleado' is 'num_de_empleado'. */
const headingKey = (heading: string) => normalise(heading).replace(/[^\p{L}\p{N}]/gu, '');

const wireNameByWord = new Map<string, string>(
  Object.entries(ownNames).flatMap(([wireName, field]) =>
    [wireName, field, userTexts.fields[field], ...importTexts.alsoCalled[field]].map((heading) => [headingKey(heading), wireName] as const),
  ),
);

interface ImportColumn {
  at: number;
  wireName: string;
  heading: string;
}

/** Reads the columns that mean something and ignores the others. Refuses a file that lacks one or has one twice. */
function readColumns({ cells }: SheetRow): ImportColumn[] {
  const columns = cells.flatMap((cell, at) => {
    const wireName = wireNameByWord.get(headingKey(cell));
    return wireName ? [{ at, wireName, heading: plainName(cell) }] : [];
  });
  const timesNamed = (name: string) => columns.filter(({ wireName }) => wireName === name).length;
  const titles = (names: string[]) => names.map((name) => userTexts.fields[ownNames[name] as Field]);
  const missing = Object.keys(ownNames).filter((name) => timesNamed(name) === 0 && !optionalFields.includes(ownNames[name] as Field));
  const doubled = Object.keys(ownNames).filter((name) => timesNamed(name) > 1);
  if (missing.length + doubled.length > 0)
    throw new Refused({ code: 'import.headings', field: FILE, missing: titles(missing), doubled: titles(doubled) });
  return columns;
}

/** Recognises the row that the template brings to show what each column takes. */
const isExample = (columns: readonly ImportColumn[], cells: SheetRow['cells']): boolean =>
  columns.some(
    ({ at, wireName }) => ownNames[wireName] === 'employeeNumber' && normalise(cells[at] ?? '') === normalise(templateTexts.example),
  );

/**
 * Reads people from the rows of a sheet, each by the rules of `create_user`, with the boss named in a cell. The first row holds the
 * headings.
 */
export function readUserSheet([first, ...rest]: readonly SheetRow[]): ReadSheet {
  if (!first) throw new Refused({ code: 'import.empty', field: FILE });
  const columns = readColumns(first);
  const rows = rest.filter(({ cells }) => columns.some(({ at }) => plainName(cells[at] ?? '') !== '') && !isExample(columns, cells));
  if (rows.length === 0) throw new Refused({ code: 'import.empty', field: FILE });

  const people: ImportedPerson[] = [];
  const identified: IdentifiedRow[] = [];
  const wrong: WrongCell[] = [];
  for (const { row, cells } of rows) {
    const values = Object.fromEntries(columns.map(({ at, wireName }) => [wireName, plainName(cells[at] ?? '')]));
    const result = z.safeDecode(importedUser, values as never);
    const errors = result.success ? {} : fieldErrors(result.error);
    if (result.success) people.push({ row, person: result.data });
    else wrong.push(...listWrongCells(row, columns, values, errors));
    identified.push({ row, ...readIdentity(values, errors) });
  }
  const findHeading = (field: Field) => columns.find(({ wireName }) => ownNames[wireName] === field)?.heading ?? '';
  return {
    people,
    identified,
    wrong,
    headings: {
      employeeNumber: findHeading('employeeNumber'),
      email: findHeading('email'),
      manager: findHeading('manager'),
      position: findHeading('position'),
    },
  };
}

const readIdentity = (given: Record<string, string>, errors: Record<string, string>): Omit<IdentifiedRow, 'row'> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([wireName, text]) => {
      const field = ownNames[wireName] as Field;
      const isKept = field in identities || (field === 'manager' && text !== '');
      return isKept && !(wireName in errors) ? [[field, text]] : [];
    }),
  );

const listWrongCells = (
  row: number,
  columns: readonly ImportColumn[],
  given: Record<string, string>,
  errors: Record<string, string>,
): WrongCell[] =>
  columns.flatMap(({ wireName, heading }) =>
    errors[wireName] === undefined ? [] : [{ row, column: heading, value: given[wireName] ?? '', error: errors[wireName] }],
  );
