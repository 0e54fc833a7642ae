import path from 'node:path';
import type { Client } from '@bitacora/core/client';
import type { ActivityImportReply } from '@bitacora/core/contract/activities/activity-import-endpoints';
import { type DayOrder, type ImportMapping, importStates, LEFT_OUT } from '@bitacora/core/domain/activities/activity-import';
import { cutSentences, importStateLabels, leftOutSentence } from '@bitacora/core/messages/activities/activity-import';
import { priorityOptions } from '@bitacora/core/messages/activities/labels';
import { terminal } from '@bitacora/core/messages/terminal';
import { ask, exits, Stopped } from '@bitacora/core/terminal/terminal';
import { type CommandCall, type CommandOutcome, command, type ListingColumn } from '../command.ts';
import { choiceFlag, type FlagValues, text, typedName, yes } from '../flags.ts';
import { answerWords, mayAsk, readActivitySheet, readAnswers, requireConfirmation } from '../input.ts';
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

const orderWords = { 'dia-mes': 'dmy', 'mes-dia': 'mdy' } as const satisfies Record<string, DayOrder>;

const flags = {
  mapping: text('archivo', texts.mapping),
  finished: yes(texts.finished),
  dryRun: yes(texts.dryRun),
  folios: text('archivo', texts.folios),
  onlyGood: yes(texts.onlyGood),
  rest: text('archivo', texts.rest),
  hiddenRows: yes(texts.hiddenRows),
  dayOrder: choiceFlag<DayOrder>('orden', texts.dayOrder, orderWords),
};

type WrongRow = ActivityImportReply['wrong'][number];
const columns: readonly ListingColumn<WrongRow>[] = [{ title: texts.sheet, of: ({ sheet }) => sheet }, ...wrongCellColumns];

/** Writes the possible meanings of a text: with the ids and days that an answer names, or in words. */
const writeSuggestion = (question: Question): string => {
  const { candidates, options } = question;
  const named = [...options.map(({ value, label }) => `${value} ${label}`), ...candidates.map(({ id, name }) => `${id} ${name}`)];
  return named.join(', ') || writeMeaning(question);
};

const noteLines = (plan: ActivityImportReply): string[] => [
  // An earlier server does not count rows.
  ...(plan.rowsRead > 0 ? [texts.sums(plan)] : []),
  ...(plan.leftOut.length > 0 ? [leftOutSentence(plan.leftOut)] : []),
  ...cutSentences(plan.cut),
];

const summaryLines = (plan: ActivityImportReply): string[] => [
  texts.would(plan.added, plan.unchanged),
  ...noteLines(plan),
  ...plan.leftOut.flatMap(({ reason }) => (reason === 'finished' ? texts.takeFinished : reason === 'hiddenRow' ? texts.takeHidden : [])),
  ...(plan.remembered.length > 0
    ? [texts.remembered, ...plan.remembered.map((text) => texts.recalled(text.said, text.rows, writeMeaning(text)))]
    : []),
  ...plan.grants.flatMap(({ topic, rows, people }) => [
    texts.grant(topic, rows),
    ...people.map(({ name }) => `  bitacora assignments create ${shellWord(topic)} ${shellWord(name)}`),
  ]),
  ...(plan.isOrderDoubtful ? [texts.doubtfulOrder] : []),
  ...(plan.questions.length > 0 ? [texts.waiting(plan.questions.length)] : []),
  ...plan.questions.map((question) => texts.questionLine(question.said, question.rows, writeSuggestion(question))),
];

/** Quotes a word where a shell would take it apart. */
const shellWord = (word: string): string => {
  if (/^[\w./:@%+=,][\w./:@%+=,-]*$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
};

type ImportFlags = FlagValues<typeof flags>;

/** Writes this command with other flags. */
function writeCommand(
  { words: [given = ''], flags: givenFlags, common }: CommandCall<typeof flags>,
  other: Partial<ImportFlags>,
  source = given,
): string {
  const { dayOrder, ...rest } = { ...givenFlags, dryRun: false, ...other };
  const order = Object.entries(orderWords).find(([, value]) => value === dayOrder)?.[0];
  const named = Object.entries({ ...rest, dayOrder: order, profile: common.profile ?? undefined });
  const typed = named.flatMap(([name, value]) => (value ? [typedName(name), ...(value === true ? [] : [shellWord(value)])] : []));
  return ['bitacora activities import', shellWord(source.replace(/^-/, './-')), ...typed].join(' ');
}

/** The answers that give rows what they lack. */
const defaultAnswers = { topicMissing: 'default_topic', assigneeMissing: 'default_people', dueMissing: 'default_due_date' } as const;

/** Returns the suggestions as a file of answers has them. */
function draftAnswers({ questions, wrong }: ActivityImportReply): string {
  const answers = questions.flatMap(({ kind, said, suggestion, options }): { part: string; said: string; answer: unknown }[] => {
    const [first = ''] = suggestion;
    if (kind === 'column')
      return options.map(({ value, label }) => ({ part: 'columns', said: label, answer: value === first ? said : null }));
    return [
      {
        part: mappingParts[kind],
        said,
        answer: typeof first === 'number' && kind === 'person' ? suggestion : (answerWords[first] ?? first),
      },
    ];
  });
  const answersTo = (wanted: string) => answers.flatMap(({ part, said, answer }) => (part === wanted ? [[said, answer] as const] : []));
  const gaps = Object.entries(defaultAnswers).filter(([lack]) => wrong.some(({ problem }) => problem === lack));
  return JSON.stringify({
    ...Object.fromEntries(answers.map(({ part }) => [part, Object.fromEntries(answersTo(part))])),
    ...Object.fromEntries(gaps.map(([, answer]) => [answer, null])),
  });
}

/** Says how to go on: with answers, without the wrong rows, or with a mended sheet. */
function nextLines(plan: ActivityImportReply, call: CommandCall<typeof flags>): string[] {
  const { questions, isOrderDoubtful, wrong, wrongRows, importedRows, waiting } = plan;
  const { mapping = texts.answersFile, dayOrder } = call.flags;
  const doubts = { ...(questions.length > 0 && { mapping }), ...(isOrderDoubtful && !dayOrder && { dayOrder: 'dmy' as const }) };
  const lines = questions.length > 0 ? [texts.draft(mapping), `  ${draftAnswers(plan)}`] : [];
  const isGood = importedRows + waiting > 0;
  const how = wrong.length === 0 ? texts.next : isGood ? texts.takeGood(wrongRows) : texts.mend;
  return [...lines, how, `  ${writeCommand(call, { ...doubts, ...(wrong.length > 0 && isGood && { onlyGood: true }) })}`];
}

const askOrder = async (call: CommandCall<typeof flags>): Promise<DayOrder> => {
  for (;;) {
    const typed = (await ask(call, `${texts.whichOrder} `)).trim();
    if (typed === '1' || typed === '2') return typed === '1' ? 'dmy' : 'mdy';
    warn(call, texts.chooseOne(2));
  }
};

async function importFile(
  file: File,
  initialMapping: ImportMapping,
  restFile: string,
  client: Client,
  call: CommandCall<typeof flags>,
): Promise<CommandOutcome> {
  const { dryRun, folios, onlyGood } = call.flags;
  const checkAnswers = (answers: ImportMapping) =>
    whileBusy(call, texts.checking, client.importActivities({ file, mapping: answers, isDryRun: true }));
  let mapping = initialMapping;
  let plan = await checkAnswers(mapping);
  const isDoubtful = () => plan.questions.length > 0 || plan.isOrderDoubtful;
  const hasWrong = () => plan.wrong.length > 0 && !onlyGood;
  // An answer may lead to texts that nobody asked about before.
  while (isDoubtful() && !hasWrong() && !dryRun && !call.common.yes && mayAsk(call)) {
    if (plan.isOrderDoubtful) mapping = { ...mapping, dayOrder: await askOrder(call) };
    mapping = await answerQuestions(plan.questions, mapping, client, call);
    plan = await checkAnswers(mapping);
  }
  if (hasWrong() || (plan.wrong.length > 0 && (dryRun || isDoubtful()))) {
    for (const line of [...summaryLines(plan), ...nextLines(plan, call)]) warn(call, line);
    return { kind: 'rows', columns, rows: plan.wrong, total: plan.wrongTotal, empty: texts.nothing, exit: exits.refused };
  }
  if (dryRun || isDoubtful()) {
    const lines = [...summaryLines(plan), ...(dryRun ? [] : [texts.unresolved]), ...nextLines(plan, call)];
    return { kind: 'done', lines, value: plan, exit: isDoubtful() ? exits.refused : exits.done };
  }
  if (plan.added > 0) {
    for (const line of summaryLines(plan)) warn(call, line);
    await requireConfirmation(call, texts.question(plan.added));
  }
  const input = { file, mapping, isOnlyGood: onlyGood };
  const reply = await whileBusy(call, texts.importing(plan.added), client.importActivities(input));
  const save = async (target: string, isOnlyGood: boolean) => {
    const annotatedFile = await client.importActivities({ ...input, isOnlyGood, isDryRun: true, isAnnotated: true });
    await writeFileWhole(target, (sink) => writeBlob(annotatedFile, sink));
    warn(call, terminal.written(target));
  };
  if (folios !== undefined) await save(folios, false);
  if (reply.wrong.length > 0) await save(restFile, true);
  const result = reply.added > 0 ? texts.imported(reply.added, reply.people.length) : texts.nothing;
  const goOn = { onlyGood: false, folios: undefined, rest: undefined };
  const rest = reply.wrong.length > 0 ? [texts.mendRest(restFile), `  ${writeCommand(call, goOn, restFile)}`] : [];
  return { kind: 'done', lines: [result, ...noteLines(reply), ...rest], value: reply };
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
    const { mapping, finished, folios, onlyGood, hiddenRows, dayOrder } = call.flags;
    const { dir, name } = path.parse(source);
    const rest = call.flags.rest ?? path.join(dir, texts.restName(name));
    for (const output of [folios, onlyGood && !call.flags.dryRun ? rest : undefined])
      if (output) await requireFree(output, call.common.yes);
    for (const output of [folios, rest, call.common.output]) if (output) await requireOther(output, source);
    const answers = await readAnswers(mapping, call.signal);
    const file = await readActivitySheet(source, call.signal);
    const { client } = await call.connect();
    const chosen = {
      ...answers,
      takesFinished: answers.takesFinished || finished,
      takesHidden: answers.takesHidden || hiddenRows,
      dayOrder: dayOrder ?? answers.dayOrder,
    };
    return importFile(file, chosen, rest, client, call);
  },
});
