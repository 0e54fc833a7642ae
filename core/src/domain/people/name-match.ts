import { isNearWord, nameWords } from '../near-names.ts';

/** The names by which people are recognised in a list that somebody wrote by hand. */
export interface NameBearer {
  id: number;
  employeeNumber: string;
  firstName: string;
  lastName: string;
  email: string;
  alias: string | null;
}

/**
 * The people that a text names. The match is sure for their number or email, or for their names with the first name and the first surname,
 * in any order. Otherwise the person who imports confirms `suggestion`, or takes one of `candidates`, at most eight.
 */
export interface NameMatch {
  isSure: boolean;
  suggestion: number[];
  candidates: number[];
}

export const CANDIDATES_MAX = 8;
/** Shorter words are no beginning of a name on their own: 'No', 'X', 'P. D.'. */
const LETTERS_MIN = 3;
const isShort = (word: string) => word.length < LETTERS_MIN;
const titles = new Set('ing lic sr sra srta dr dra arq cp mtro mtra prof tec don dona q qfb c p'.split(' '));

const withoutTitles = (tokens: readonly string[]) => {
  const rest = tokens.filter((token, at) => !(titles.has(token) && at < 2 && tokens.length > 1));
  return rest.length > 0 ? rest : [...tokens];
};

interface IndexedPerson {
  person: NameBearer;
  tokens: readonly string[];
}

function indexByInitial(people: readonly NameBearer[]): ReadonlyMap<string, readonly IndexedPerson[]> {
  const byInitial = new Map<string, IndexedPerson[]>();
  for (const person of people) {
    const entry = { person, tokens: nameWords(`${person.firstName} ${person.lastName} ${person.alias ?? ''}`) };
    for (const initial of new Set(entry.tokens.map((name) => name.slice(0, 1)))) {
      const sameInitial = byInitial.get(initial);
      if (sameInitial) sameInitial.push(entry);
      else byInitial.set(initial, [entry]);
    }
  }
  return byInitial;
}

/** Tells whether the words hold the first name and the first surname. Two first names or surnames, or an alias, may be others' too. */
function hasFirstOfBoth(words: readonly string[], { firstName, lastName }: NameBearer): boolean {
  const [firsts, lasts] = [nameWords(firstName), nameWords(lastName)];
  return words.length > 1 && [firsts[0], lasts[0]].every((name) => name === undefined || words.includes(name));
}

/** Tells whether each word of the text is a different name of the person, or its beginning: 'Ma Jose' and 'J. Pérez' match too. */
function isNamed(words: readonly string[], names: readonly string[], isWhole: boolean): boolean {
  const free = [...names];
  return words.every((word) => {
    const at = free.findIndex((name) => name.startsWith(word) && (name === word || !isWhole));
    if (at >= 0) free.splice(at, 1);
    return at >= 0;
  });
}

/** Separates several people in one cell: 'Ana y Luis', 'Ana / Luis'. A comma may also follow a surname: 'López, Ana'. */
const separators = /[/;+&|\n,]|\s[ye]\s|\s[-–]\s/iu;

const isWholeName = (words: string, name: string) => isNamed(nameWords(words), nameWords(name), true);

/** Finds those who have most of the names in a text, although a name is short or has a wrong letter. It looks at every name, so it is for questions. */
export function nearPeopleFinder(people: readonly NameBearer[]): (text: string) => number[] {
  const named = people.flatMap(({ id, firstName, lastName, alias }) =>
    nameWords(`${firstName} ${lastName} ${alias ?? ''}`).map((name) => ({ id, name })),
  );
  const bearers = Map.groupBy(named, ({ name }) => name);
  return (text) => {
    const near = new Map<number, number>();
    for (const word of withoutTitles(nameWords(text)).filter((each) => !isShort(each)))
      for (const [name, some] of bearers) if (isNearWord(word, name)) for (const { id } of some) near.set(id, (near.get(id) ?? 0) + 1);
    return [...near].sort(([, a], [, b]) => b - a).map(([id]) => id);
  };
}

/**
 * Recognises people by the names in a hand-written list. `people` are those who may be given work. A text that names one of `formerPeople`
 * suggests nobody, because old rows may mean them.
 */
export function personFinder(people: readonly NameBearer[], formerPeople: readonly NameBearer[]): (text: string) => NameMatch {
  const byKey = new Map<string, number>();
  for (const { id, employeeNumber, email } of people) byKey.set(employeeNumber.toLowerCase(), id).set(email.toLowerCase(), id);
  const active = indexByInitial(people);
  const former = indexByInitial(formerPeople);
  const personById = new Map(people.map((person) => [person.id, person]));

  function byNumberOrEmail(text: string): NameMatch | undefined {
    const id = byKey.get(text.trim().toLowerCase());
    return id === undefined ? undefined : { isSure: true, suggestion: [id], candidates: [id] };
  }

  function matchOne(text: string): NameMatch {
    const exact = byNumberOrEmail(text);
    if (exact) return exact;
    const words = withoutTitles(nameWords(text));
    const nobody = { isSure: false, suggestion: [], candidates: [] };
    if (words.join('').length < LETTERS_MIN) return nobody;
    const initial = words[0]?.slice(0, 1) ?? '';
    const near = active.get(initial) ?? [];
    const isFormer = (former.get(initial) ?? []).some(({ tokens }) => isNamed(words, tokens, true));
    const whole = near.filter(({ tokens }) => isNamed(words, tokens, true)).map(({ person }) => person.id);
    const matches =
      whole.length > 0 || words.every(isShort)
        ? whole
        : near.filter(({ tokens }) => isNamed(words, tokens, false)).map(({ person }) => person.id);
    const [only] = matches;
    if (only !== undefined && matches.length === 1) {
      const person = personById.get(only);
      const isSure = !isFormer && whole.length === 1 && person !== undefined && hasFirstOfBoth(words, person);
      return { isSure, suggestion: isFormer ? [] : [only], candidates: [only] };
    }
    if (matches.length > 1) return { isSure: false, suggestion: [], candidates: matches.slice(0, CANDIDATES_MAX) };
    return nobody;
  }

  /** Returns true for 'López, Ana', and false for 'María, José', which may be two people. */
  function isSurnameFirst(parts: readonly string[], { suggestion }: NameMatch): boolean {
    const [surname = '', firstName = ''] = parts;
    const person = personById.get(suggestion[0] ?? 0);
    return parts.length === 2 && person !== undefined && isWholeName(surname, person.lastName) && isWholeName(firstName, person.firstName);
  }

  function matchText(written: string): NameMatch {
    // Project writes 'Ana Ruiz[50%]', and Todoist 'Ana Ruiz (1234)'.
    const text = written.replace(/[[(]\d+\s*%?[\])]/g, '');
    // Azure DevOps and Outlook write 'Ana Ruiz <ana@empresa.mx>'.
    const exact = byNumberOrEmail(/<([^<>]+@[^<>]+)>\s*$/.exec(text)?.[1] ?? text);
    if (exact) return exact;
    const whole = matchOne(text);
    const parts = text.split(separators).filter((part) => part.trim() !== '');
    if (parts.length < 2 || (text.includes(',') && isSurnameFirst(parts, whole))) return whole;
    const ofParts = parts.map(matchOne);
    const candidates = [...new Set([...ofParts, whole].flatMap((part) => part.candidates))].slice(0, CANDIDATES_MAX);
    const isEachKnown = ofParts.every(({ suggestion }) => suggestion.length > 0);
    const suggestion = isEachKnown ? [...new Set(ofParts.flatMap((part) => part.suggestion))] : whole.suggestion;
    return { isSure: false, suggestion, candidates };
  }

  const matches = new Map<string, NameMatch>();
  return (text) => {
    const match = matches.get(text) ?? matchText(text);
    matches.set(text, match);
    return match;
  };
}
