import type { Priority } from '../../domain/activity/activity.ts';
import type { ImportAnswers, ImportKnowledge, ImportMapping, ImportQuestion, ImportState } from '../../domain/activity/activity-import.ts';
import { personFinder } from '../../domain/people/name-match.ts';
import { plainName } from '../../domain/text.ts';
import { priorityWords, stateWords } from '../../messages/activity-import.ts';
import { wordsOf } from './find-tables.ts';

/** Only what a person answered: a cell may say 'constructor', which every object has. */
export const answerIn = <Answer>(answers: Readonly<Record<string, Answer>>, key: string): Answer | undefined =>
  Object.hasOwn(answers, key) ? answers[key] : undefined;

const lookUp = <T extends string>(words: Readonly<Record<T, readonly string[]>>): ReadonlyMap<string, T> =>
  new Map(
    Object.entries(words).flatMap(([meaning, texts]) => (texts as readonly string[]).map((text) => [wordsOf(text), meaning as T] as const)),
  );
const states = lookUp<ImportState>(stateWords);
const priorities = lookUp<Priority>(priorityWords);

/** What a status says: a word of the list, or a share of the work. */
function stateOf(key: string, text: string): ImportState | undefined {
  const share = /^(\d{1,3})\s*%$/.exec(text.trim())?.[1] ?? (/^0\.\d+$/.test(text) ? String(Number(text) * 100) : undefined);
  if (share === undefined) return states.get(key);
  return Number(share) >= 100 ? 'finished' : Number(share) > 0 ? 'in_progress' : 'not_started';
}

/** Questions by kind and text, each once. */
class Questions {
  readonly #all = new Map<string, ImportQuestion>();
  /** `details` are made for the first row that has the text. */
  ask<Kind extends ImportQuestion['kind']>(
    kind: Kind,
    said: string,
    details: () => Omit<Extract<ImportQuestion, { kind: Kind }>, 'kind' | 'said' | 'key' | 'rows'>,
  ): undefined {
    const key = wordsOf(said);
    const earlier = this.#all.get(`${kind} ${key}`);
    if (earlier) earlier.rows++;
    else this.#all.set(`${kind} ${key}`, { kind, said, key, rows: 1, ...details() } as ImportQuestion);
  }
  get all(): ImportQuestion[] {
    return [...this.#all.values()].sort((a, b) => b.rows - a.rows);
  }
}

/**
 * What the texts of a file mean: first by the answers of now, then by the company's own words where they leave no doubt. Answers about
 * earlier files come last. The rest is asked. An answer that names nobody active or no topic is none.
 */
export function textMeanings(mapping: ImportMapping, { people, formerPeople, topics, remembered }: ImportKnowledge) {
  const findPerson = personFinder(people, formerPeople);
  const activeIds = new Set(people.map(({ id }) => id));
  const assignerIds = new Set(people.filter(({ mayAssign }) => mayAssign).map(({ id }) => id));
  const topicKeys = topics.map(({ id, name }) => ({ id, key: wordsOf(name) }));
  const topicIds = new Map(topicKeys.map(({ id, key }) => [key, id]));
  const knownTopics = new Set(topicIds.values());
  const spellings = new Map<string, string>();
  const questions = new Questions();
  const answerNow = <Kind extends keyof ImportAnswers>(kind: Kind, key: string) =>
    answerIn<ImportAnswers[Kind][string]>(mapping[kind] as never, key);
  const earlier = <Kind extends keyof ImportAnswers>(kind: Kind, key: string) =>
    answerIn<ImportAnswers[Kind][string]>(remembered[kind] as never, key);

  /** 'Ventas-Norte' and 'Ventas Norte' are one new topic. */
  const firstSpelling = (key: string, said: string): string => {
    if (!spellings.has(key)) spellings.set(key, plainName(said));
    return spellings.get(key) as string;
  };
  const areActive = (ids: readonly number[] | undefined) => ids?.every((id) => activeIds.has(id)) && ids;

  return {
    questions,
    isPerson: (text: string) => findPerson(text).suggestion.length > 0,
    isTopic: (text: string) => topicIds.has(wordsOf(text)),
    defaults: {
      topicId: knownTopics.has(mapping.defaults.topicId ?? 0) ? mapping.defaults.topicId : undefined,
      assigneeIds: areActive(mapping.defaults.assigneeIds) || undefined,
    },

    person(said: string): readonly number[] | undefined {
      const key = wordsOf(said);
      const answer = areActive(answerNow('people', key));
      if (answer) return answer;
      const { isSure, suggestion, candidates } = findPerson(said);
      if (isSure) return suggestion;
      return areActive(earlier('people', key)) || questions.ask('person', said, () => ({ suggestion, candidates }));
    },

    /** Who assigned it, where the text names without doubt somebody who may. */
    owner(said: string): number | null {
      const { isSure, suggestion } = findPerson(said);
      const [id] = suggestion;
      return isSure && id !== undefined && suggestion.length === 1 && assignerIds.has(id) ? id : null;
    },

    /** The topic of work that is there already: an unknown name stays a name, because the topic may have another one by now. */
    topicOfFolio(said: string): number | string {
      const key = wordsOf(said);
      return topicIds.get(key) ?? firstSpelling(key, said);
    },

    /** The id of a topic, or the name of one to be made. */
    topic(said: string): number | string | undefined {
      const key = wordsOf(said);
      const answer = answerNow('topics', key);
      if (typeof answer === 'number' && knownTopics.has(answer)) return answer;
      const exact = topicIds.get(key);
      if (exact !== undefined) return exact;
      if (answer === 'new') return firstSpelling(key, said);
      const before = earlier('topics', key);
      if (typeof before === 'number' && knownTopics.has(before)) return before;
      return questions.ask('topic', said, () => {
        const near = topicKeys.filter((topic) => topic.key.includes(key) || key.includes(topic.key)).map(({ id }) => id);
        return { suggestion: near[0] ?? 'new', candidates: near };
      });
    },

    /** `light` is what a colour says where no text does. */
    state(said: string, light: { said: string; state: ImportState } | undefined): ImportState | undefined {
      const text = said || (light?.said ?? '');
      if (text === '') return 'not_started';
      const key = wordsOf(text);
      const isColour = said === '';
      const answer = answerNow('states', key) ?? (isColour ? undefined : stateOf(key, text)) ?? earlier('states', key);
      return answer ?? questions.ask('state', text, () => ({ suggestion: (isColour && light?.state) || null }));
    },

    priority(said: string): Priority | undefined {
      if (said === '') return 'normal';
      const key = wordsOf(said);
      const answer = answerNow('priorities', key) ?? priorities.get(key) ?? earlier('priorities', key);
      return answer ?? questions.ask('priority', said, () => ({ suggestion: null }));
    },
  };
}
export type TextMeanings = ReturnType<typeof textMeanings>;
