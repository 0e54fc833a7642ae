import { ApiError, type Client } from '@bitacora/core/client';
import type { ImportReply } from '@bitacora/core/contract/people/user-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import type { WrongCell } from '@bitacora/core/domain/people/user-import';
import { leftOutSentence } from '@bitacora/core/messages/activities/activity-import';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { type CommandCall, type CommandOutcome, command, type ListingColumn, wholeList } from '../command.ts';
import { text, yes } from '../flags.ts';
import { readWorkbookOrInput, requireConfirmation } from '../input.ts';
import { inOwnSession, passwordFlag } from '../log-in.ts';
import { terminalCommands } from '../messages/commands.ts';
import { requireFree, requireOther, writeBlob, writeFileWhole } from '../output/output-file.ts';
import { warn, whileBusy } from '../output/write-outcome.ts';

const { usersImport: texts } = terminalCommands;

const flags = {
  dryRun: yes(texts.dryRun),
  annotated: text('archivo', texts.annotated),
  ...passwordFlag,
};

export const wrongCellColumns: readonly ListingColumn<WrongCell>[] = [
  { title: texts.row, of: ({ row }) => row },
  { title: texts.column, of: ({ column }) => column },
  { title: texts.value, of: ({ value }) => value, isLong: true },
  { title: texts.error, of: ({ error }) => error, isLong: true },
];

/** The sentence is repeated below more rows than this, because the first one is off the screen. */
const SCREENFUL = 20;

/** Lists the wrong cells, and marks them in a copy of the workbook if --annotated names one. */
async function reportMistakes(error: ApiError, file: File, client: Client, call: CommandCall<typeof flags>): Promise<CommandOutcome> {
  const { annotated } = call.flags;
  if (annotated !== undefined) {
    const annotatedFile = await client.importUsers({ file, isAnnotated: true });
    await writeFileWhole(annotated, (sink) => writeBlob(annotatedFile, sink));
    warn(call, terminal.written(annotated));
  }
  warn(call, error.message);
  const { message, rows } = error;
  return wholeList(wrongCellColumns, rows, { empty: message, foot: rows.length > SCREENFUL ? message : undefined, exit: exits.refused });
}

/** Names the people who would gain privilege. */
function privilegeLines({ privileged, privilegedTotal }: ImportReply): string[] {
  if (privilegedTotal === 0) return [];
  const names = privileged.map((person) => texts.privilegedRow(person.row, fullName(person), person.position));
  const unnamed = privilegedTotal - privileged.length;
  return [texts.privileged(privilegedTotal), ...names, ...(unnamed > 0 ? [texts.privilegedMore(unnamed)] : [])];
}
const leftOutLines = ({ leftOut = [] }: ImportReply): string[] => (leftOut.length > 0 ? [leftOutSentence(leftOut)] : []);
const dryRunLines = (dryRun: ImportReply): string[] => [
  texts.wouldRegister(dryRun.count),
  ...leftOutLines(dryRun),
  ...privilegeLines(dryRun),
];

/** True if the API refuses the token, because the call needs a session. */
const needsSession = (error: unknown) => error instanceof ApiError && ['token.sessionOnly', 'token.readOnly'].includes(error.code ?? '');

/** `register` stores what the dry run found right. */
async function importWorkbook(
  file: File,
  client: Client,
  call: CommandCall<typeof flags>,
  register: (count: number) => Promise<ImportReply>,
): Promise<CommandOutcome> {
  const { common } = call;
  const dryRun = await whileBusy(call, texts.checking, client.importUsers({ file, isDryRun: true })).catch((error: unknown) => {
    if (error instanceof ApiError && error.rows.length > 0) return error;
    throw error;
  });
  if (dryRun instanceof ApiError) return reportMistakes(dryRun, file, client, call);
  if (call.flags.dryRun) return { kind: 'done', lines: dryRunLines(dryRun), value: dryRun };
  for (const line of common.yes ? privilegeLines(dryRun) : dryRunLines(dryRun)) warn(call, line);
  await requireConfirmation(call, texts.question(dryRun.count));
  const { privileged, privilegedTotal } = dryRun;
  const reply = await register(dryRun.count);
  const { count, leftOut } = reply;
  const value = { success: true, count, privileged, privilegedTotal, leftOut };
  return { kind: 'done', lines: [texts.registered(count), ...leftOutLines(reply)], value };
}

export const usersImport = command({
  name: 'users import',
  summary: texts.summary,
  details: texts.details,
  words: [{ name: '<archivo>', summary: texts.file }],
  lists: true,
  confirms: true,
  flags,
  async run(call) {
    const [source = ''] = call.words;
    const { passwordStdin, annotated } = call.flags;
    if (source === '-' && passwordStdin) throw new Stopped(exits.usage, texts.oneStandardInput, terminal.givePassword);
    if (annotated !== undefined) await requireFree(annotated, call.common.yes);
    for (const file of [annotated, call.common.output]) if (file) await requireOther(file, source);
    const connection = await call.connect();
    const { client } = connection;
    // A token that only imports people does not say whose it is, and needs no password.
    const isForImport = await client.readOwnData().then(
      () => false,
      (error: unknown) => {
        if (error instanceof ApiError && error.code === 'token.importOnly') return true;
        throw error;
      },
    );
    const file = await readWorkbookOrInput(source, call);
    const inSession = <Result>(use: (session: Client) => Promise<Result>) => inOwnSession(call, connection, use);
    const registerBy = (importer: Client, count: number) => whileBusy(call, texts.registering(count), importer.importUsers({ file }));
    const wholeInSession = () => inSession((session) => importWorkbook(file, session, call, (count) => registerBy(session, count)));
    if (!isForImport && (passwordStdin || call.settings.password)) return wholeInSession();
    const otherwise =
      <Result>(use: () => Promise<Result>) =>
      (error: unknown) => {
        if (!isForImport && needsSession(error)) return use();
        throw error;
      };
    const register = (count: number) =>
      registerBy(client, count).catch(otherwise(() => inSession((session) => registerBy(session, count))));
    return importWorkbook(file, client, call, register).catch(otherwise(wholeInSession));
  },
});
