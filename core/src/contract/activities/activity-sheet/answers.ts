import type { Priority } from '../../../domain/activities/activity.ts';
import {
  type ImportAnswers,
  type ImportKnowledge,
  type ImportMapping,
  type ImportQuestion,
  type ImportState,
  LEFT_OUT,
} from '../../../domain/activities/activity-import.ts';
import type { CalendarDate } from '../../../domain/calendar.ts';
import { nameDistance, nameWords } from '../../../domain/near-names.ts';
import { CANDIDATES_MAX, nearPeopleFinder, personFinder } from '../../../domain/people/name-match.ts';
import { plainName, sheetKey } from '../../../domain/text.ts';
import { guessWords, progressWords } from '../../../messages/activities/spreadsheet-words.ts';
import { writtenDay, writtenWeekday } from '../../../messages/dates.ts';
import { priorities, states } from './find-tables.ts';

/** Reads only what a person answered, because a cell may say 'constructor', which every object has. */
export const readAnswer = <Answer>(answers: Readonly<Record<string, Answer>>, key: string): Answer | undefined =>
  Object.hasOwn(answers, key) ? answers[key] : undefined;

/** Nobody answers more questions than these, so the names of further ones are compared with no other. */
const COMPARED_MAX = 500;

const nobody = new Set(guessWords.nobody.map(sheetKey));

/** 'true', 'Sí' and '✓' say that it is done. */
export const saysYes = (text: string): boolean => states.get(sheetKey(text)) === 'finished';

export const saysProgress = (heading: string): boolean =>
  sheetKey(heading)
    .split(' ')
    .some((word) => progressWords.some((beginning) => word.startsWith(beginning)));

function readNumber(text: string): { number: number; isPercent: boolean } | null {
  const [, digits, sign] = /^(\d*[.,]?\d+)\s*(%?)$/.exec(text.trim()) ?? [];
  return digits === undefined ? null : { number: Number(digits.replace(',', '.')), isPercent: sign === '%' };
}

/**
 * Finds how a column writes its statuses: in words, in percent or in shares of the work. Where a number is larger than 1, all are percent: 1
 * beside 25 has hardly begun. Beside '50 %' a bare 1 may be either. Numbers mean something only under a heading that says so.
 */
export function stateReader(heading: string, texts: readonly string[]): (text: string) => ImportState | undefined {
  const numbers = texts.flatMap((text) => readNumber(text) ?? []);
  const bare = numbers.flatMap(({ number, isPercent }) => (isPercent ? [] : number));
  const most = Math.max(0, ...bare);
  const areShares = bare.length === numbers.length || bare.some((number) => !Number.isInteger(number));
  const full = !saysProgress(heading) || most > 100 ? undefined : most > 1 ? 100 : areShares ? 1 : undefined;
  return (text) => {
    const value = readNumber(text);
    if (!value) return states.get(sheetKey(text));
    const whole = value.isPercent ? 100 : full;
    if (whole === undefined) return undefined;
    return value.number >= whole ? 'finished' : value.number > 0 ? 'in_progress' : 'not_started';
  };
}

/** Collects texts by kind, each once with the number of its rows; those of most rows come first. */
class Texts<Entry extends { kind: string; said: string; rows: number }> {
  readonly #all = new Map<string, Entry>();
  /** `make` is called for the first row that has the text. */
  count(kind: Entry['kind'], spelling: string, make: () => Entry, rows = 1): void {
    const key = `${kind} ${sheetKey(spelling)}`;
    const earlierAnswer = this.#all.get(key);
    if (earlierAnswer) earlierAnswer.rows += rows;
    else this.#all.set(key, make());
  }
  get size(): number {
    return this.#all.size;
  }
  get all(): Entry[] {
    return [...this.#all.values()].sort((a, b) => b.rows - a.rows);
  }
}

type Details<Kind extends ImportQuestion['kind']> = Omit<Extract<ImportQuestion, { kind: Kind }>, 'kind' | 'said' | 'key' | 'rows'>;

/** Questions that are asked now, or were asked about an earlier file. */
class Questions extends Texts<ImportQuestion> {
  ask<Kind extends ImportQuestion['kind']>(kind: Kind, spelling: string, details: () => Details<Kind>): undefined {
    this.count(kind, spelling, () => ({ kind, said: spelling, key: sheetKey(spelling), rows: 1, ...details() }) as ImportQuestion);
  }
}

/**
 * Finds what the texts of a file mean: first by the present answers, then by the company's own words where they leave no doubt. Answers
 * about earlier files come last. The rest is asked. An answer that names nobody active or no topic does not count.
 */
export function textMeanings(mapping: ImportMapping, { people, formerPeople, topics, remembered: earlierAnswers }: ImportKnowledge) {
  const findNamed = personFinder(people, formerPeople);
  const findNearPeople = nearPeopleFinder(people);
  const nameIn = (text: string) => (nobody.has(sheetKey(text)) ? '' : text);
  const findPerson = (text: string) => findNamed(nameIn(text));
  const activeIds = new Set(people.map(({ id }) => id));
  const assignerIds = new Set(people.filter(({ mayAssign }) => mayAssign).map(({ id }) => id));
  const topicKeys = topics.map(({ id, name }) => ({ id, key: sheetKey(name), words: nameWords(name) }));
  const topicIds = new Map(topicKeys.map(({ id, key }) => [key, id]));
  const knownTopics = new Set(topicIds.values());
  const spellings = new Map<string, string>();
  const questions = new Questions();
  const remembered = new Questions();
  /** Lists the topics whose name may be another spelling of a text, the nearest first. */
  const findNearTopics = (text: string) => {
    const said = nameWords(text);
    const topicsByDistance = topicKeys.map(({ id, words }) => ({ id, distance: nameDistance(said, words) }));
    return topicsByDistance.filter(({ distance }) => distance < Number.POSITIVE_INFINITY).sort((a, b) => a.distance - b.distance);
  };
  const isComparable = () => questions.size < COMPARED_MAX;
  const answerNow = <Kind extends keyof ImportAnswers>(kind: Kind, key: string) =>
    readAnswer<ImportAnswers[Kind][string]>(mapping[kind] as never, key);
  const earlier = <Kind extends keyof ImportAnswers>(kind: Kind, key: string) =>
    readAnswer<ImportAnswers[Kind][string]>(earlierAnswers[kind] as never, key);

  /** 'Ventas-Norte' and 'Ventas Norte' are one new topic. */
  const firstSpelling = (key: string, spelling: string): string => {
    if (!spellings.has(key)) spellings.set(key, plainName(spelling));
    return spellings.get(key) as string;
  };
  const areActive = (ids: readonly number[] | undefined) => ids?.every((id) => activeIds.has(id)) && ids;
  const personAnswer = (answer: ImportAnswers['people'][string] | undefined) => (answer === LEFT_OUT ? LEFT_OUT : areActive(answer));
  const isTopicAnswer = (answer: ImportAnswers['topics'][string] | undefined): answer is number | typeof LEFT_OUT =>
    answer === LEFT_OUT || (typeof answer === 'number' && knownTopics.has(answer));

  const chosenDay = (spelling: string, days: readonly CalendarDate[]): CalendarDate | undefined => {
    const answer = answerNow('dates', sheetKey(spelling));
    return answer && days.includes(answer) ? answer : undefined;
  };

  return {
    questions,
    remembered,
    findPeople: (text: string) => findPerson(text).suggestion,
    isTopic: (text: string) => topicIds.has(sheetKey(text)) || (/\p{L}{3}/u.test(text) && findNearTopics(text)[0]?.distance === 0),
    defaults: {
      topicId: knownTopics.has(mapping.defaults.topicId ?? 0) ? mapping.defaults.topicId : undefined,
      assigneeIds: areActive(mapping.defaults.assigneeIds) || undefined,
    },

    person(spelling: string): ImportAnswers['people'][string] | undefined {
      const key = sheetKey(spelling);
      const answer = personAnswer(answerNow('people', key));
      if (answer) return answer;
      const { isSure, suggestion, candidates } = findPerson(spelling);
      if (isSure) return suggestion;
      const before = personAnswer(earlier('people', key));
      const near = (first: readonly number[]) =>
        [...new Set([...first, ...candidates, ...(isComparable() ? findNearPeople(nameIn(spelling)) : [])])].slice(0, CANDIDATES_MAX);
      if (!before) return questions.ask('person', spelling, () => ({ suggestion, candidates: near([]) }));
      remembered.ask('person', spelling, () => ({ suggestion: before, candidates: near(before === LEFT_OUT ? [] : before) }));
      return before;
    },

    /** Returns who assigned it, where the text names without doubt somebody who may. */
    owner(spelling: string): number | null {
      const { isSure, suggestion } = findPerson(spelling);
      const [id] = suggestion;
      return isSure && id !== undefined && suggestion.length === 1 && assignerIds.has(id) ? id : null;
    },

    /** Returns the topic of work that is there already. An unknown name stays a name, because the topic may have another one by now. */
    topicOfFolio(spelling: string): number | string {
      const key = sheetKey(spelling);
      return topicIds.get(key) ?? firstSpelling(key, spelling);
    },

    /** Returns the id of a topic, the name of one to be made, or null where its rows are left out. */
    topic(spelling: string): number | string | null | undefined {
      const key = sheetKey(spelling);
      const answer = answerNow('topics', key);
      if (isTopicAnswer(answer)) return answer === LEFT_OUT ? null : answer;
      const exact = topicIds.get(key);
      if (exact !== undefined) return exact;
      if (answer === 'new') return firstSpelling(key, spelling);
      const before = earlier('topics', key);
      const near = () => (isComparable() ? findNearTopics(spelling).map(({ id }) => id) : []);
      if (isTopicAnswer(before)) {
        const ids = before === LEFT_OUT ? [] : [before];
        remembered.ask('topic', spelling, () => ({ suggestion: before, candidates: [...new Set([...ids, ...near()])] }));
        return before === LEFT_OUT ? null : before;
      }
      return questions.ask('topic', spelling, () => {
        const candidates = near();
        return { suggestion: candidates[0] ?? 'new', candidates };
      });
    },

    chosenDay,
    day(spelling: string, days: readonly CalendarDate[]): CalendarDate | undefined {
      const chosen = chosenDay(spelling, days);
      if (chosen) return chosen;
      const label = (day: CalendarDate) => `${writtenDay(day)} (${writtenWeekday(day).split(' ')[0]})`;
      const options = () => days.map((day) => ({ value: day, label: label(day) }));
      return questions.ask('date', spelling, () => ({ suggestion: days[0] ?? null, options: options() }));
    },

    /** `readState` reads the words of the column. `light` is the meaning of a colour, used where no text names a state. */
    state(
      spelling: string,
      readState: (text: string) => ImportState | undefined,
      light: { said: string; state: ImportState } | undefined,
    ): ImportState | undefined {
      const text = spelling || (light?.said ?? '');
      if (text === '') return 'not_started';
      const key = sheetKey(text);
      const isColour = spelling === '';
      const answer = answerNow('states', key) ?? (isColour ? undefined : readState(text));
      if (answer) return answer;
      const before = earlier('states', key);
      (before ? remembered : questions).ask('state', text, () => ({ suggestion: before ?? ((isColour && light?.state) || null) }));
      return before;
    },

    priority(spelling: string): Priority | undefined {
      if (spelling === '') return 'normal';
      const key = sheetKey(spelling);
      const answer = answerNow('priorities', key) ?? priorities.get(key);
      if (answer) return answer;
      const before = earlier('priorities', key);
      (before ? remembered : questions).ask('priority', spelling, () => ({ suggestion: before ?? null }));
      return before;
    },
  };
}
export type TextMeanings = ReturnType<typeof textMeanings>;
