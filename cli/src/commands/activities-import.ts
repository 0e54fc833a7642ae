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

const mappingParts = { person: 'people', topic: 'topics', state: 'states', priority: 'priorities', date: 'dates' } as const;

/** A person picks one of these by its number. */
const listChoices = ({ kind, said, candidates, options }: Question): readonly Choice[] => {
  if (options.length > 0) return options;
  if (kind === 'state') return importStates.map((value) => ({ value, label: importStateLabels[value] }));
  if (kind === 'priority') return priorityOptions;
  const people = candidates.map(({ id, name }) => ({ value: id, label: name }));
  return [...people, ...(kind === 'topic' ? [{ value: 'new', label: texts.newTopic(said) }] : []), { value: LEFT_OUT, label: texts.omit }];
};

/** Writes earlier answers and suggestions in words. */
const writeMeaning = (question: Question): string => {
  const labels = new Map(listChoices(question).map(({ value, label }) => [value, label]));
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
  const readMeaning = (question: Question, choices: readonly Choice[], typed: string): string | number => {
    const choice = /^\d{1,2}$/.test(typed) ? choices[Number(typed) - 1] : undefined;
    if (choice) return choice.value;
    return (question.kind === 'topic' ? findNamed(topics, typed) : findPerson(people, typed)).id;
  };

  let answers = mapping;
  for (const [questionIndex, question] of questions.entries()) {
    const { kind, key } = question;
    const choices = listChoices(question);
    const isNamed = kind === 'person' || kind === 'topic';
    warn(call, texts.whatIs(kind, question.said, question.rows, questionIndex + 1, questions.length));
    for (const [index, { value, label }] of choices.entries())
      warn(call, texts.choice(index + 1, label, question.suggestion.includes(value)));
    for (;;) {
      const typed = (await ask(call, `${texts.answer(kind)} `)).trim();
      const parts = kind === 'person' ? typed.split(/[;,]/).filter((part) => part.trim() !== '') : [typed];
      try {
        const values = typed === '' ? question.suggestion : parts.map((part) => readMeaning(question, choices, part.trim()));
        const [first] = values;
        const isKnown = first !== undefined && (isNamed || choices.some(({ value }) => value === first));
        if (isKnown) {
          const value = kind === 'person' && first !== LEFT_OUT ? values.filter((id) => id !== LEFT_OUT).map(Number) : first;
          if (kind === 'column') {
            const chosen = question.options.map((option) => [option.value, option.value === value ? key : null]);
            answers = { ...answers, columns: { ...answers.columns, ...Object.fromEntries(chosen) } };
          } else answers = { ...answers, [mappingParts[kind]]: { ...answers[mappingParts[kind]], [key]: value } };
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

/** Writes the possible meanings of a text: names with their ids, or words. */
const writeSuggestion = ({ suggestion, candidates, options }: Question): string =>
  [...options.map(({ value, label }) => `${value} ${label}`), ...candidates.map(({ id, name }) => `${id} ${name}`)].join(', ') ||
  suggestion.join(', ');

const summaryLines = (plan: ActivityImportReply): string[] => [
  texts.would(plan.added, plan.unchanged),
  ...noteLines(plan),
  ...(plan.remembered.length > 0
    ? [texts.remembered, ...plan.remembered.map((text) => texts.recalled(text.said, text.rows, writeMeaning(text)))]
    : []),
  ...doubtLines(plan),
];

const noteLines = ({ skipped, leftOut }: ActivityImportReply): string[] => [
  ...sheetsSkipped(skipped),
  ...(leftOut.length > 0 ? [leftOutSentence(leftOut)] : []),
];

const doubtLines = ({ waiting, questions, isOrderDoubtful }: ActivityImportReply): string[] => [
  ...(isOrderDoubtful ? [texts.doubtfulOrder] : []),
  ...(questions.length > 0
    ? [texts.waiting(waiting), ...questions.map((question) => texts.questionLine(question.said, question.rows, writeSuggestion(question)))]
    : []),
];

async function importFile(
  file: File,
  initialMapping: ImportMapping,
  client: Client,
  call: CommandCall<typeof flags>,
): Promise<CommandOutcome> {
  const { dryRun, folios } = call.flags;
  const checkAnswers = (answers: ImportMapping) =>
    whileBusy(call, texts.checking, client.importActivities({ file, mapping: answers, isDryRun: true }));
  let mapping = initialMapping;
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
    const annotatedFile = await client.importActivities({ file, mapping, isDryRun: true, isAnnotated: true });
    await writeFileWhole(folios, (sink) => writeBlob(annotatedFile, sink));
    warn(call, terminal.written(folios));
  }
  const result = reply.added > 0 ? texts.imported(reply.added, reply.people.length) : texts.nothing;
  return { kind: 'done', lines: [result, ...noteLines(reply)], value: reply };
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
