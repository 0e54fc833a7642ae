import type { Client } from '@bitacora/core/client';
import type { ActivityImportReply } from '@bitacora/core/contract/activities/activity-import-endpoints';
import { type ImportMapping, importStates, LEFT_OUT } from '@bitacora/core/domain/activities/activity-import';
import { importStateLabels, leftOutSentence, sheetsSkipped } from '@bitacora/core/messages/activities/activity-import';
import { priorityOptions } from '@bitacora/core/messages/activities/labels';
import { terminal } from '@bitacora/core/messages/terminal';
import { ask, exits, Stopped } from '@bitacora/core/terminal/terminal';
import { type CommandCall, type CommandOutcome, command, type ListingColumn } from '../command.ts';
import { text, yes } from '../flags.ts';
import { mayAsk, readActivitySheet, readAnswers, requireConfirmation } from '../input.ts';
import { findNamed, findPerson } from '../matching.ts';
import { terminalActivities } from '../messages/activities.ts';
import { requireFree, requireOther, writeBlob, writeFileWhole } from '../output/output-file.ts';
import { warn, whileBusy } from '../output/write-outcome.ts';
import { wrongCellColumns } from './users-import.ts';

type Question = ActivityImportReply['questions'][number];
interface Choice {
  value: string | number;
  label: string;
}

const partOf = { person: 'people', topic: 'topics', state: 'states', priority: 'priorities' } as const;

/** What a question offers by number. */
const choicesOf = ({ kind, said, candidates }: Question): readonly Choice[] => {
  if (kind === 'state') return importStates.map((value) => ({ value, label: importStateLabels[value] }));
  if (kind === 'priority') return priorityOptions;
  const people = candidates.map(({ id, name }) => ({ value: id, label: name }));
  return [...people, ...(kind === 'topic' ? [{ value: 'new', label: texts.newTopic(said) }] : []), { value: LEFT_OUT, label: texts.omit }];
};

/** What earlier answers and suggestions mean, in words. */
const meaningOf = (question: Question): string => {
  const labels = new Map(choicesOf(question).map(({ value, label }) => [value, label]));
  return question.suggestion.map((value) => labels.get(value) ?? String(value)).join(', ');
};

/** Asks each question until it has an answer. Enter takes the suggestion. */
async function answerQuestions(
  questions: readonly Question[],
  mapping: ImportMapping,
  client: Client,
  call: Pick<CommandCall<never>, 'stdin' | 'stderr' | 'signal'>,
): Promise<ImportMapping> {
  const people = questions.some(({ kind }) => kind === 'person') ? (await client.listUsers()).filter(({ isActive }) => isActive) : [];
  const topics = questions.some(({ kind }) => kind === 'topic') ? await client.listTopics() : [];
  const meaning = (question: Question, choices: readonly Choice[], typed: string): string | number => {
    const choice = /^\d{1,2}$/.test(typed) ? choices[Number(typed) - 1] : undefined;
    if (choice) return choice.value;
    return (question.kind === 'topic' ? findNamed(topics, typed) : findPerson(people, typed)).id;
  };

  let answers = mapping;
  for (const [at, question] of questions.entries()) {
    const { kind, key } = question;
    const choices = choicesOf(question);
    const isNamed = kind === 'person' || kind === 'topic';
    warn(call, texts.whatIs(kind, question.said, question.rows, at + 1, questions.length));
    for (const [index, { value, label }] of choices.entries())
      warn(call, texts.choice(index + 1, label, question.suggestion.includes(value)));
    for (;;) {
      const typed = (await ask(call, `${texts.answer(kind)} `)).trim();
      const parts = kind === 'person' ? typed.split(/[;,]/).filter((part) => part.trim() !== '') : [typed];
      try {
        const values = typed === '' ? question.suggestion : parts.map((part) => meaning(question, choices, part.trim()));
        const [first] = values;
        const isKnown = first !== undefined && (isNamed || choices.some(({ value }) => value === first));
        if (isKnown) {
          const value = kind === 'person' && first !== LEFT_OUT ? values.filter((one) => one !== LEFT_OUT).map(Number) : first;
          answers = { ...answers, [partOf[kind]]: { ...answers[partOf[kind]], [key]: value } };
          break;
        }
        warn(call, texts.chooseOne(choices.length));
      } catch (error) {
        if (!(error instanceof Stopped)) throw error;
        warn(call, isNamed ? error.message : texts.chooseOne(choices.length));
      }
    }
  }
  return answers;
}

const { import: texts } = terminalActivities;

const flags = {
  mapping: text('archivo', texts.mapping),
  finished: yes(texts.finished),
  dryRun: yes(texts.dryRun),
  folios: text('archivo', texts.folios),
};

type WrongRow = ActivityImportReply['wrong'][number];
const columns: readonly ListingColumn<WrongRow>[] = [{ title: texts.sheet, of: ({ sheet }) => sheet }, ...wrongCellColumns];

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
    ? [texts.waiting(waiting), ...questions.map((question) => texts.questionLine(question.said, question.rows, suggestionOf(question)))]
    : []),
];

async function importFile(file: File, given: ImportMapping, client: Client, call: CommandCall<typeof flags>): Promise<CommandOutcome> {
  const { dryRun, folios } = call.flags;
  const checkAnswers = (answers: ImportMapping) =>
    whileBusy(call, texts.checking, client.importActivities({ file, mapping: answers, isDryRun: true }));
  let mapping = given;
  let plan = await checkAnswers(mapping);
  // An answer may lead to texts that nobody asked about before.
  while (plan.questions.length > 0 && plan.wrong.length === 0 && !dryRun && !call.common.yes && mayAsk(call)) {
    mapping = await answerQuestions(plan.questions, mapping, client, call);
    plan = await checkAnswers(mapping);
  }
  const isReady = plan.wrong.length === 0 && plan.questions.length === 0;
  if (plan.wrong.length > 0) {
    for (const line of summaryLines(plan)) warn(call, line);
    return { kind: 'rows', columns, rows: plan.wrong, total: plan.wrongTotal, empty: texts.nothing, exit: exits.refused };
  }
  if (dryRun || !isReady) {
    const lines = [...summaryLines(plan), ...(dryRun ? [] : [texts.unresolved])];
    return { kind: 'done', lines, value: plan, exit: isReady ? exits.done : exits.refused };
  }
  if (plan.added > 0) {
    for (const line of summaryLines(plan)) warn(call, line);
    await requireConfirmation(call, texts.question(plan.added));
  }
  const reply = await whileBusy(call, texts.importing(plan.added), client.importActivities({ file, mapping }));
  if (folios !== undefined) {
    const marked = await client.importActivities({ file, mapping, isDryRun: true, isAnnotated: true });
    await writeFileWhole(folios, (sink) => writeBlob(marked, sink));
    warn(call, terminal.written(folios));
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
