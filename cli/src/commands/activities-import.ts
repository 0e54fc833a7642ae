import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { WholeClient } from '@bitacora/core/client/create-client';
import type { ActivityImportReply } from '@bitacora/core/contract/activity-import-endpoints';
import type { ImportMapping } from '@bitacora/core/domain/activity/activity-import';
import { leftOutSentence, sheetsSkipped } from '@bitacora/core/messages/activity-import';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, printable } from '@bitacora/core/terminal/terminal';
import { type CommandCall, command } from '../command.ts';
import { text, yes } from '../flags.ts';
import { answerQuestions, meaningOf, type Question } from '../import-questions.ts';
import { readActivitySheet, readAnswers } from '../input-files.ts';
import { terminalActivities } from '../messages/activities.ts';
import type { CommandOutcome, ListingColumn } from '../outcome.ts';
import { requireFree, requireOther, writeFileWhole } from '../output/output-file.ts';
import { whileBusy } from '../output/write-outcome.ts';
import { mayAsk, requireConfirmation } from '../prompts.ts';

const { import: texts } = terminalActivities;

const flags = {
  mapping: text('archivo', texts.mapping),
  finished: yes(texts.finished),
  dryRun: yes(texts.dryRun),
  folios: text('archivo', texts.folios),
};

type WrongRow = ActivityImportReply['wrong'][number];
const columns: readonly ListingColumn<WrongRow>[] = [
  { title: texts.sheet, of: ({ sheet }) => sheet },
  { title: texts.row, of: ({ row }) => row },
  { title: texts.column, of: ({ column }) => column },
  { title: texts.value, of: ({ value }) => value, isLong: true },
  { title: texts.error, of: ({ error }) => error, isLong: true },
];

/** What a text may mean: names with their ids, or the words that are taken. */
const suggestionOf = ({ suggestion, candidates }: Question): string =>
  candidates.length > 0 ? candidates.map(({ id, name }) => `${id} ${name}`).join(', ') : suggestion.join(', ');

const summaryLines = (plan: ActivityImportReply): string[] => [
  texts.would(plan.added, plan.unchanged),
  ...notesOf(plan),
  ...(plan.remembered.length > 0
    ? [texts.remembered, ...plan.remembered.map((text) => texts.recalled(text.said, text.rows, meaningOf(text)))]
    : []),
  ...doubtsOf(plan),
];

const notesOf = ({ skipped, leftOut }: ActivityImportReply): string[] => [
  ...sheetsSkipped(skipped),
  ...(leftOut.length > 0 ? [leftOutSentence(leftOut)] : []),
];

const doubtsOf = ({ waiting, questions, isOrderDoubtful }: ActivityImportReply): string[] => [
  ...(isOrderDoubtful ? [texts.doubtfulOrder] : []),
  ...(questions.length > 0
    ? [texts.waiting(waiting), ...questions.map((question) => texts.asked(question.said, question.rows, suggestionOf(question)))]
    : []),
];

async function importFile(file: File, given: ImportMapping, client: WholeClient, call: CommandCall<typeof flags>): Promise<CommandOutcome> {
  const { dryRun, folios } = call.flags;
  const warn = (line: string) => call.stderr.write(`${printable(line)}\n`);
  const rehearse = (answers: ImportMapping) =>
    whileBusy(call, texts.checking, client.importActivities({ file, mapping: answers, isRehearsal: true }));
  let mapping = given;
  let plan = await rehearse(mapping);
  // An answer may lead to texts that nobody asked about before.
  while (plan.questions.length > 0 && plan.wrong.length === 0 && !dryRun && !call.common.yes && mayAsk(call)) {
    mapping = await answerQuestions(plan.questions, mapping, client, call);
    plan = await rehearse(mapping);
  }
  const isReady = plan.wrong.length === 0 && plan.questions.length === 0;
  if (plan.wrong.length > 0) {
    for (const line of summaryLines(plan)) warn(line);
    return { kind: 'rows', columns, rows: plan.wrong, total: plan.wrongTotal, empty: texts.nothing, exit: exits.refused } as CommandOutcome;
  }
  if (dryRun || !isReady) {
    const lines = [...summaryLines(plan), ...(dryRun ? [] : [texts.unresolved])];
    return { kind: 'done', lines, value: plan, ...(isReady ? {} : { exit: exits.refused }) } as CommandOutcome;
  }
  if (plan.added > 0) {
    for (const line of summaryLines(plan)) warn(line);
    await requireConfirmation(call, call.common.yes, texts.question(plan.added));
  }
  const reply = await whileBusy(call, texts.importing(plan.added), client.importActivities({ file, mapping }));
  if (folios !== undefined) {
    const marked = await client.importActivities({ file, mapping, isRehearsal: true, isAnnotated: true });
    await writeFileWhole(folios, (sink) => pipeline(Readable.fromWeb(marked.stream() as never), sink));
    warn(terminal.written(folios));
  }
  const result = reply.added > 0 ? texts.imported(reply.added, reply.people.length) : texts.nothing;
  return { kind: 'done', lines: [result, ...notesOf(reply)], value: reply };
}

export const activitiesImport = command({
  name: 'activities import',
  summary: texts.summary,
  details: texts.details,
  words: [{ name: '<archivo>', summary: texts.file }],
  lists: true,
  confirms: true,
  flags,
  async run(call) {
    const [source = ''] = call.words;
    const { mapping, finished, folios } = call.flags;
    if (folios !== undefined) await requireFree(folios, call.common.yes);
    for (const output of [folios, call.common.output]) if (output) await requireOther(output, source);
    const answers = await readAnswers(mapping, call.signal);
    const file = await readActivitySheet(source, call.signal);
    const { client } = await call.connect();
    return importFile(file, { ...answers, takesFinished: answers.takesFinished || finished }, client, call);
  },
});
