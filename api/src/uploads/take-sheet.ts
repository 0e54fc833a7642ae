import { readFile } from 'node:fs/promises';
import type { SheetUpload } from '@bitacora/core/contract/endpoint';
import type { SheetRow } from '@bitacora/core/domain/people/user-import';
import { invalidOnWire, type Refusal, Refused } from '@bitacora/core/domain/refusal';
import { importTexts } from '@bitacora/core/messages/import';
import { validation } from '@bitacora/core/messages/validation';
import type { UploadedFile } from '../http/read-body.ts';
import { readSheet } from './read-sheet.ts';
import { SHEET_LIMITS, type SheetProblem, SheetRefusal } from './sheet-limits.ts';

const { maxRows, maxColumns } = SHEET_LIMITS;

const refusalFor: Record<SheetProblem, (field: string) => Refusal> = {
  wrongType: (field) => ({ code: 'sheet.wrongType', field }),
  unreadable: (field) => ({ code: 'sheet.unreadable', field }),
  locked: (field) => ({ code: 'sheet.locked', field }),
  tooMuch: (field) => ({ code: 'sheet.tooMuch', field, maxRows, maxColumns }),
};

/** The rows of the one workbook that came along. */
export async function takeSheet(files: readonly UploadedFile[], { field, missing }: SheetUpload): Promise<SheetRow[]> {
  const stranger = files.find((file) => file.field !== field);
  if (stranger) throw invalidOnWire(stranger.field.slice(0, 100), validation.unexpectedFile);
  const [file, second] = files;
  if (!file || (file.sizeBytes === 0 && file.name === '')) throw invalidOnWire(field, missing);
  if (second) throw invalidOnWire(field, importTexts.oneFile);
  try {
    return await readSheet(await readFile(file.path));
  } catch (error) {
    throw error instanceof SheetRefusal ? new Refused(refusalFor[error.problem](field)) : error;
  }
}
