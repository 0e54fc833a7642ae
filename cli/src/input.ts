import { createReadStream } from 'node:fs';
import path from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { activityEndpoints } from '@bitacora/core/contract/activities/activity-endpoints';
import { activityImportEndpoints, readImportMapping } from '@bitacora/core/contract/activities/activity-import-endpoints';
import type { SheetUpload } from '@bitacora/core/contract/endpoint';
import { userEndpoints } from '@bitacora/core/contract/people/user-endpoints';
import { type ImportMapping, LEFT_OUT } from '@bitacora/core/domain/activities/activity-import';
import { normalise } from '@bitacora/core/domain/text';
import { activityImportTexts, importStateLabels } from '@bitacora/core/messages/activities/activity-import';
import { priorityLabels } from '@bitacora/core/messages/activities/labels';
import { refusalSentence } from '@bitacora/core/messages/refusals';
import { terminal } from '@bitacora/core/messages/terminal';
import { validation } from '@bitacora/core/messages/validation';
import { ask, exits, Stopped } from '@bitacora/core/terminal/terminal';
import type { CommonOptions, Dependencies } from './command.ts';
import { terminalActivities } from './messages/activities.ts';
import { terminalCommands } from './messages/commands.ts';
import { describeCause } from './output/output-file.ts';

/** Every password with its line end is shorter. */
const SECRET_MAX_BYTES = 1_024;

/** Reads until the end of `input`. Past `maxBytes` it stops and throws `tooMuch`. */
async function readBytes(input: Readable, signal: AbortSignal, maxBytes: number, tooMuch: Stopped): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of addAbortSignal(signal, input)) {
    chunks.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooMuch;
  }
  return Buffer.concat(chunks);
}

/** Reads one line without its line end. */
async function readSecret(stdin: Readable, signal: AbortSignal): Promise<string> {
  const tooMuch = new Stopped(exits.usage, terminal.tooMuchForPassword);
  return (await readBytes(stdin, signal, SECRET_MAX_BYTES, tooMuch)).toString('utf8').replace(/\r?\n$/, '');
}

type Prompter = Pick<Dependencies, 'stdin' | 'stderr' | 'signal'>;

/** Questions go to standard error, because standard output holds only the outcome. */
export const mayAsk = ({ stdin, stderr }: Pick<Dependencies, 'stdin' | 'stderr'>): boolean => Boolean(stdin.isTTY && stderr.isTTY);

/** Passes if --yes is set or the person agrees. Throws `Stopped` otherwise, and without a terminal. */
export async function requireConfirmation(prompter: Prompter & { common: Pick<CommonOptions, 'yes'> }, question: string): Promise<void> {
  if (prompter.common.yes) return;
  if (!mayAsk(prompter)) throw new Stopped(exits.usage, terminal.needsYes, terminal.addYes);
  const answer = await ask(prompter, `${question} ${terminal.yesOrNo} `);
  if (!/^(s|sí|si|y|yes)$/i.test(answer.trim())) throw new Stopped(exits.refused, terminal.nothingDone);
}

/** Asks for a code of the second factor; undefined without a terminal. */
export const codeAsker = (prompter: Prompter): (() => Promise<string>) | undefined =>
  mayAsk(prompter) ? () => ask(prompter, `${terminalCommands.code} `) : undefined;

/** Reads standard input if a flag says so, else BITACORA_PASSWORD, else asks. The command line never holds a password. */
export async function readPassword(
  prompter: Prompter & Pick<Dependencies, 'settings'>,
  isOnStandardInput: boolean,
  question: string,
): Promise<string> {
  const { settings, stdin, signal } = prompter;
  if (isOnStandardInput) return readSecret(stdin, signal);
  if (settings.password) return settings.password;
  if (!mayAsk(prompter)) throw new Stopped(exits.usage, terminal.needsPassword, terminal.givePassword);
  return ask(prompter, `${question} `, { isHidden: true });
}

const { sheet } = userEndpoints.importUsers;
const { sheet: activitySheet } = activityImportEndpoints.importActivities;
const { uploads } = activityEndpoints.assignToMany;

// The terminal says the sentences of the server before the upload.
const sheetTooLarge = ({ field, maxBytes }: SheetUpload = sheet) =>
  new Stopped(exits.refused, refusalSentence({ code: 'sheet.tooLarge', field, maxBytes }));
const imageTooLarge = (file: string) =>
  new Stopped(exits.refused, `${file}: ${refusalSentence({ code: 'image.tooLarge', field: uploads.field, maxBytes: uploads.maxBytes })}`);

async function readFileBytes(file: string, signal: AbortSignal, maxBytes: number, tooLarge: Stopped): Promise<Buffer> {
  try {
    return await readBytes(createReadStream(file), signal, maxBytes, tooLarge);
  } catch (error) {
    if (error instanceof Stopped || signal.aborted) throw error;
    throw new Stopped(exits.usage, terminal.cannotRead(file, describeCause(error as NodeJS.ErrnoException)));
  }
}

async function readFile(file: string, signal: AbortSignal, maxBytes: number, tooLarge: Stopped): Promise<File> {
  return new File([new Uint8Array(await readFileBytes(file, signal, maxBytes, tooLarge))], path.basename(file));
}

/** Reads the file once, because what is registered must be what was checked. */
export const readWorkbook = (file: string, signal: AbortSignal, upload: SheetUpload = sheet): Promise<File> =>
  readFile(file, signal, upload.maxBytes, sheetTooLarge(upload));

export const readActivitySheet = (file: string, signal: AbortSignal): Promise<File> => readWorkbook(file, signal, activitySheet);

const ANSWERS_MAX_BYTES = 1_000_000;

const answerParts = ['columns', 'people', 'topics', 'states', 'priorities'];
/** The words for the answers on the wire, in a file of answers. */
export const answerWords: Readonly<Record<string, string>> = {
  ...{ ...activityImportTexts.labels, ...importStateLabels, ...priorityLabels },
  ...{ [LEFT_OUT]: terminalActivities.import.omitWord, new: terminalActivities.import.createWord },
};
const answersByWord = new Map(Object.entries(answerWords).map(([answer, word]) => [normalise(word), answer]));

/** Reads answers that are written in words. */
function readWords(part: string, value: unknown): unknown {
  const translate = (answer: unknown) => (typeof answer === 'string' ? (answersByWord.get(normalise(answer)) ?? answer) : answer);
  if (!answerParts.includes(part) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([said, answer]) => [said, translate(answer)]));
}

/** Reads the answers of `--mapping`; without a file the server guesses everything. */
export async function readAnswers(file: string | undefined, signal: AbortSignal): Promise<ImportMapping> {
  const tooLarge = new Stopped(exits.usage, validation.answersUnreadable);
  const json = file === undefined ? '{}' : (await readFileBytes(file, signal, ANSWERS_MAX_BYTES, tooLarge)).toString('utf8');
  let given: unknown = json;
  try {
    given = JSON.parse(json, readWords);
  } catch {} // it is refused below
  const mapping = readImportMapping(given);
  if (typeof mapping === 'string') throw new Stopped(exits.usage, `${file}: ${mapping}`);
  return mapping;
}

/** Reads one after the other, so that the error names the first file that cannot be read. */
export async function readImages(files: readonly string[], signal: AbortSignal): Promise<File[]> {
  const images: File[] = [];
  for (const file of files) images.push(await readFile(file, signal, uploads.maxBytes, imageTooLarge(file)));
  return images;
}

/** Reads a file of any kind for `bitacora api`. */
export const readAnyFile = (file: string, signal: AbortSignal, maxBytes: number): Promise<File> =>
  readFile(file, signal, maxBytes, new Stopped(exits.refused, terminal.fileTooLarge(file, maxBytes)));

/** '-' is standard input. */
export async function readWorkbookOrInput(file: string, { stdin, signal }: Pick<Dependencies, 'stdin' | 'signal'>): Promise<File> {
  if (file !== '-') return readWorkbook(file, signal);
  return new File([new Uint8Array(await readBytes(stdin, signal, sheet.maxBytes, sheetTooLarge()))], 'entrada.xlsx');
}
