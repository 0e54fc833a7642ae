import type { WholeClient } from '@bitacora/core/client/create-client';
import type { ActivityImportReply } from '@bitacora/core/contract/activity-import-endpoints';
import { priorities } from '@bitacora/core/domain/activity/activity';
import { type ImportMapping, importStates, LEFT_OUT } from '@bitacora/core/domain/activity/activity-import';
import { importStateLabels } from '@bitacora/core/messages/activity-import';
import { priorityLabels } from '@bitacora/core/messages/labels';
import { ask, printable, Stopped } from '@bitacora/core/terminal/terminal';
import type { CommandCall } from './command.ts';
import { findPerson, findTopic } from './matching.ts';
import { terminalActivities } from './messages/activities.ts';

const { import: texts } = terminalActivities;

export type Question = ActivityImportReply['questions'][number];
interface Choice {
  value: string | number;
  label: string;
}

const partOf = { person: 'people', topic: 'topics', state: 'states', priority: 'priorities' } as const;

/** What a question offers by number. */
const choicesOf = ({ kind, said, candidates }: Question): readonly Choice[] => {
  if (kind === 'state') return importStates.map((value) => ({ value, label: importStateLabels[value] }));
  if (kind === 'priority') return priorities.map((value) => ({ value, label: priorityLabels[value] }));
  const people = candidates.map(({ id, name }) => ({ value: id, label: name }));
  return [...people, ...(kind === 'topic' ? [{ value: 'new', label: texts.newTopic(said) }] : []), { value: LEFT_OUT, label: texts.omit }];
};

/** What earlier answers and suggestions mean, in words. */
export const meaningOf = (question: Question): string => {
  const labels = new Map(choicesOf(question).map(({ value, label }) => [value, label]));
  return question.suggestion.map((value) => labels.get(value) ?? String(value)).join(', ');
};

/** Asks each question until it has an answer. Enter takes the suggestion. */
export async function answerQuestions(
  questions: readonly Question[],
  mapping: ImportMapping,
  client: WholeClient,
  call: Pick<CommandCall<never>, 'stdin' | 'stderr' | 'signal'>,
): Promise<ImportMapping> {
  const people = questions.some(({ kind }) => kind === 'person') ? (await client.listUsers()).filter(({ isActive }) => isActive) : [];
  const topics = questions.some(({ kind }) => kind === 'topic') ? await client.listTopics() : [];
  const meaning = (question: Question, choices: readonly Choice[], typed: string): string | number => {
    const choice = /^\d{1,2}$/.test(typed) ? choices[Number(typed) - 1] : undefined;
    if (choice) return choice.value;
    return (question.kind === 'topic' ? findTopic(topics, typed) : findPerson(people, typed)).id;
  };

  let answers = mapping;
  for (const [at, question] of questions.entries()) {
    const { kind, key } = question;
    const choices = choicesOf(question);
    const isNamed = kind === 'person' || kind === 'topic';
    const write = (line: string) => call.stderr.write(`${printable(line)}\n`);
    write(texts.whatIs(kind, question.said, question.rows, at + 1, questions.length));
    for (const [index, { value, label }] of choices.entries()) write(texts.choice(index + 1, label, question.suggestion.includes(value)));
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
        write(texts.chooseOne(choices.length));
      } catch (error) {
        if (!(error instanceof Stopped)) throw error;
        write(isNamed ? error.message : texts.chooseOne(choices.length));
      }
    }
  }
  return answers;
}
