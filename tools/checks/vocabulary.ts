import { importCircles } from './import-rules.ts';
import { linesThat, type Source } from './repository.ts';

const ODD = /\b(objetive_project|activitie_id|num_employe|motive_extension)\b/;
/** The contract itself, recorded JSON, loads that weigh no client of ours, and what speaks about the wire without speaking it. */
const ALLOWED = /^core\/src\/contract\/|^api\/src\/openapi\/examples\.json$|(^|\/)test\/|^tools\/(checks|bench|load)\/|\.md$/;

/** A row of the contract that renames: `dueOn: ['due_date', day]`. */
const RENAMED = /\b(\w+): \['(\w+)',/g;
/** A row that renames a value: `'Not started': 'not_started'`; the right side is ours. */
const RENAMED_VALUE = /^ +['\w ]+: '(\w+)',$/gm;

/** Every wire name in the contract that differs from our name and is not our name for another field. */
function renamedFields(sources: Source[]): string[] {
  const contract = sources.filter(({ path }) => path.startsWith('core/src/contract/'));
  const rows = contract.flatMap(({ text }) => [...text.matchAll(RENAMED)]);
  const values = contract.flatMap(({ text }) => [...text.matchAll(RENAMED_VALUE)]);
  const ours = new Set([...rows, ...values].map(([, name]) => name));
  return [...new Set(rows.map(([, , wireName = '']) => wireName))].filter((name) => !ours.has(name));
}

/** The wire's odd names stay in the contract, and use cases hold none of its names as a text. */
export function wireNames(sources: Source[]): string[] {
  const elsewhere = sources.filter(({ path }) => !ALLOWED.test(path));
  const useCases = sources.filter(({ path }) => path.startsWith('core/src/use-cases/'));
  const names = renamedFields(sources);
  // An ordinary word such as 'actor' has other meanings in a use case, so that it counts only as the name of a refused field.
  const asText = new RegExp(`invalid\\('(${names.join('|')})'|'(${names.filter((name) => name.includes('_')).join('|')})'`);
  return [
    ...linesThat(ODD, elsewhere, 'nombre del contrato fuera de core/src/contract'),
    ...(names.length > 0 ? linesThat(asText, useCases, 'nombre del contrato en un caso de uso') : []),
  ];
}

/** Segments of identifiers and of file names that the vocabulary of the project replaces, each with what to say (docs/glossary.md). */
const bannedNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['tell', 'tells', 'telling', 'told', 'hear', 'hears'].map((word) => [word, 'notify, report, handle'])),
  ...Object.fromEntries(['announce', 'announced', 'announcement', 'announcements'].map((word) => [word, 'notification, notify'])),
  ...Object.fromEntries(['sweep', 'sweeps', 'sweeping', 'sweeper', 'swept'].map((word) => [word, 'reminder job'])),
  ...Object.fromEntries(['rehearsal', 'rehearse', 'rehearsed'].map((word) => [word, 'dryRun'])),
  ...Object.fromEntries(['surroundings', 'plumbing'].map((word) => [word, 'dependencies, context'])),
  ...Object.fromEntries(['reckon', 'reckons'].map((word) => [word, 'compute'])),
  ...Object.fromEntries(['shown', 'asked', 'scene'].map((word) => [word, 'the noun it is; React props are XProps'])),
  ...Object.fromEntries(['tidy', 'tidied', 'tidying'].map((word) => [word, 'cleanUp'])),
  ...Object.fromEntries(['recognise', 'recognize', 'identify'].map((word) => [word, 'authenticate'])),
  whoever: 'the role of the person',
  ears: 'listeners',
  whisper: 'ephemeral',
  patiently: 'retryAfterRateLimit',
  aside: 'quarantine',
  apart: 'savepoint, or what differs',
  grounds: 'preconditions',
  turns: 'advisoryLock, interactions, or what comes one after the other',
  letter: 'digest, mail or character',
  ...Object.fromEntries(['office', 'offices'].map((word) => [word, 'admin'])),
  standby: 'readReplica',
  desk: 'session',
  converse: 'interact',
};

/** Its lists have the banned words as keys. */
const LISTS = 'tools/checks/vocabulary.ts';
/** Members with a banned word that stay, because columns of the database, posted cards and log lines have these names. */
const STORED_MEMBERS = ['letter', 'sweptAt', 'announcedCount', 'toldUnsentAt'];

/** Words of comments and documents that name no subject or no fact. */
const bannedProse =
  /\b(told|tells|reckon\w*|whoever|whatever|whom|meanwhile|no more|is no|nobody's|goes on|takes? the place of|hears|whispers?|by turns|at rest|out of breath|letting go)\b/gi;

/** Participles that say nothing when they stand alone as a name. */
const participles = [
  ...['told', 'said', 'asked', 'known', 'shown', 'kept', 'found', 'chosen', 'drawn', 'given', 'taken', 'seen', 'held', 'written'],
  ...['sent', 'made', 'done', 'heard', 'meant', 'wanted', 'recorded', 'answered', 'carried', 'listed', 'named', 'opened', 'passed'],
  ...['built', 'spoken', 'spent', 'lent', 'risen', 'withdrawn'],
];

export const isTest = (path: string): boolean => /(^|\/)test\/|\.test\.|^e2e\//.test(path);
const isCode = (path: string) => /\.(ts|tsx|mts|mjs)$/.test(path);
/** Code of the product and its tools, without tests and their helpers. */
export const productCode = (files: readonly Source[]): Source[] => files.filter(({ path }) => isCode(path) && !isTest(path));
const allCode = (files: readonly Source[]): Source[] => files.filter(({ path }) => isCode(path));

const SENTENCE_WORDS_MAX = 25;

/** A finding at a place of a file. */
export interface Finding {
  place: string;
  what: string;
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;
const segmentsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[_\s-]/)
    .map((segment) => segment.toLowerCase());

/**
 * Names that a file declares, and its own. Names of the database and of its migrations stay, because every installation has stored them.
 */
function namesOf({ path, text }: Source): { name: string; place: string }[] {
  const isMigration = path.startsWith('core/migrations/');
  const file = (path.split('/').at(-1) ?? '').replace(/\..*$/, '');
  const declared = [...text.matchAll(/\b(?:const|let|function|class|interface|type)\s+(\w+)/g)].map((match) => ({
    name: match[1] as string,
    place: `${path}:${lineAt(text, match.index)}`,
  }));
  return isMigration ? declared.filter(({ name }) => !name.includes('_')) : [{ name: file, place: path }, ...declared];
}

/** A comment, or a text in quotes within a line. Each is read whole, so that neither begins inside the other. */
const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|\/\/ .*|(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g;
/** A field, a property or a parameter with its type: `name: …`, `name?: …`. */
const TYPED_MEMBER = /(?<=[{(,;] ?|^ *(?:readonly |#)*)(\w+)\??:(?= )/gm;
/** A method: `tell(id) {`, `async tell<T>(id): void;`. */
const METHOD = /^ +(?:async |static |readonly |\*|#)*(\w+)(?:<[^()]*>)?\([^;]*(?:\{|\): [^;]*;)$/gm;

/** Fields, properties, methods and typed parameters of a file. Its texts and comments are read by other checks. */
function membersOf({ path, text }: Source): { name: string; place: string }[] {
  if (path.startsWith('core/migrations/') || path === LISTS) return [];
  const code = text.replace(COMMENT_OR_TEXT, (match) => match.replace(/[^\n]/g, '·'));
  return [TYPED_MEMBER, METHOD].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(({ 1: name = '', index }) => ({ name, place: `${path}:${lineAt(code, index)}` })),
  );
}

/** Folders and files of tests. */
const testFileNames = ({ path }: Source) => path.split('/').map((name) => ({ name: name.replace(/\..*$/, ''), place: path }));

export const bannedNameFindings = (files: readonly Source[]): Finding[] => {
  const product = files.filter(({ path }) => !isTest(path));
  const members = product.flatMap(membersOf).filter(({ name }) => !STORED_MEMBERS.includes(name));
  const ofTests = files.filter(({ path }) => isTest(path)).flatMap(testFileNames);
  return [...product.flatMap(namesOf), ...members, ...ofTests].flatMap(({ name, place }) => {
    const word = segmentsOf(name).find((segment) => Object.hasOwn(bannedNames, segment));
    return word ? [{ place, what: `${name}: instead of '${word}' say ${bannedNames[word]}` }] : [];
  });
};

export const participleFindings = (files: readonly Source[]): Finding[] =>
  files
    .flatMap(namesOf)
    .filter(({ name }) => participles.includes(name.toLowerCase()))
    .map(({ name, place }) => ({ place, what: `${name}: name the thing itself, with a noun` }));

/** A declared type whose name is one word in -ed. The names in -eed are nouns: feed, seed. */
const PARTICIPLE_TYPE = /^ *(?:export )?(?:interface|type) ([A-Z][a-z]*[^e\W]ed)\b/gm;
/** A type is a thing: 'ComposedMail', not 'Composed'. A class of errors may be a participle: `throw new Refused(…)`. */
export const participleTypeFindings = (files: readonly Source[]): Finding[] =>
  files
    .filter(({ path }) => isCode(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(PARTICIPLE_TYPE)].map(({ 1: name = '', index }) => ({
        place: `${path}:${lineAt(text, index)}`,
        what: `${name}: a type is named by a noun`,
      })),
    );

/** Its texts hold what the checks refuse. */
const TEST_OF_CHECKS = 'tools/test/checks.test.ts';
/** Usual words of tests and of iterators. */
const ORDINARY = ['given', 'done'];
/** The parameters of a function, as far as no parenthesis stands among them. */
const PARAMETERS = /(?<!\b(?:if|while|switch))\s?\(([^()]*)\)(?:: [^=(){};]+)? (?:=>|\{)/g;
/** What `const` and `let` take out of an object or an array. */
const TAKEN_OUT = /\b(?:const|let) (\{[^{}]*\}|\[[^[\]]*\])/g;
/** A parameter without parentheses, the element of a tuple or a field of a type. */
const OTHER_LOCALS =
  /(?<=[\s(])(\w+) =>|(?<=[[,] ?)(\w+): (?=(?:[A-Z(]|string|number|boolean|unknown|object)[^'";}]*\])|^ +(\w+)\??: [^,]*;$/gm;

/** Names of parameters, fields and what is taken out of a value. `{ seen }` has the name of a field of the product, and says nothing new. */
function localsOf(file: Source): { name: string; place: string }[] {
  const lists = [...file.text.matchAll(PARAMETERS), ...file.text.matchAll(TAKEN_OUT)].flatMap(({ 1: list = '', index }) => {
    const inBraces = [...list.matchAll(/\{[^{}]*\}/g)].flatMap(([fields]) => [...fields.matchAll(/(?:\w: |\.\.\.)(\w+)(?= ?[,}=])/g)]);
    const others = list.replace(/\{[^{}]*\}/g, '').matchAll(/(?:^|[,[])\s*(?:\.\.\.)?(\w+)/g);
    return [...inBraces, ...others].map(([, name = '']) => ({ name, index }));
  });
  const others = [...file.text.matchAll(OTHER_LOCALS)].map(({ 1: alone, 2: element, 3: field, index }) => ({
    name: alone ?? element ?? field ?? '',
    index,
  }));
  return [...lists, ...others].map(({ name, index }) => ({ name, place: `${file.path}:${lineAt(file.text, index)}` }));
}

/** What a product file declares by name, `participleFindings` reads. */
export const localNameFindings = (files: readonly Source[]): Finding[] =>
  files
    .filter(({ path }) => isCode(path) && path !== TEST_OF_CHECKS)
    .flatMap((file) => (isTest(file.path) ? [...namesOf(file), ...localsOf(file)] : localsOf(file)))
    .filter(({ name }) => [...participles, 'tell', 'scene'].includes(name.toLowerCase()) && !ORDINARY.includes(name.toLowerCase()))
    .map(({ name, place }) => ({ place, what: `${name}: name the thing itself, with a noun` }));

/** Type names that several files declare. */
export function sharedTypeFindings(files: readonly Source[]): Finding[] {
  const places = new Map<string, Set<string>>();
  for (const { path, text } of files)
    for (const [, name = ''] of text.matchAll(/^(?:export )?(?:interface|type|class) (\w+)/gm))
      places.set(name, (places.get(name) ?? new Set()).add(path));
  return [...places].filter(([, paths]) => paths.size > 1).map(([name, paths]) => ({ place: [...paths].join(' '), what: name }));
}

/** Block and line comments, without their marks. A `/*` inside a word is a glob. */
export function commentsOf({ path, text }: Source): Finding[] {
  const blocks = [...text.matchAll(/(?<![\w/'*])\/\*\*?([\s\S]*?)\*\//g)].map((match) => ({
    place: `${path}:${lineAt(text, match.index)}`,
    what: (match[1] ?? '').replace(/^\s*\*\s?/gm, ''),
  }));
  const lines = [...text.matchAll(/(?:^|[\s;{}),])\/\/ ([^\n]*)/g)].map((match) => ({
    place: `${path}:${lineAt(text, match.index + 1)}`,
    what: match[1] ?? '',
  }));
  return [...blocks, ...lines];
}

const wordsIn = (sentence: string) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
export const longSentenceFindings = (files: readonly Source[]): Finding[] =>
  files.flatMap(commentsOf).flatMap(({ place, what }) =>
    what
      .split(/[.!?]\s+|\n\s*\n|^- /m)
      .filter((sentence) => wordsIn(sentence) > SENTENCE_WORDS_MAX)
      .map((sentence) => ({ place, what: `${wordsIn(sentence)} words: ${sentence.trim().slice(0, 60)}…` })),
  );

const proseFindings = (texts: readonly Finding[]): Finding[] =>
  texts.flatMap(({ place, what }) =>
    [...what.matchAll(bannedProse)].map(([word]) => ({ place, what: `'${word}': name the subject and the fact` })),
  );
/** A comment that begins so has no subject. */
const NO_SUBJECT = /^\s*(Of|Whose) /;
const subjectFindings = (comments: readonly Finding[]): Finding[] =>
  comments.flatMap(({ place, what }) => {
    const [, word] = NO_SUBJECT.exec(what) ?? [];
    return word ? [{ place, what: `a comment that begins with '${word}': name its subject and its verb` }] : [];
  });
export const commentWordFindings = (files: readonly Source[]): Finding[] => {
  const comments = files.flatMap(commentsOf);
  return [...proseFindings(comments), ...subjectFindings(comments)];
};
/** The glossary lists the banned words itself. */
export const documentWordFindings = (files: readonly Source[]): Finding[] =>
  proseFindings(
    files
      .filter(({ path }) => path.endsWith('.md') && path !== 'docs/glossary.md')
      .flatMap(({ path, text }) => text.split('\n').map((line, index) => ({ place: `${path}:${index + 1}`, what: line }))),
  );

/** Through these files every statement of a `*.sql.ts` file runs. */
const STATEMENT_RUNNERS = ['core/src/persistence/statement.ts'];
/** A cluster is claimed and made before there is a pool, so its few statements stand where they run. */
const IS_SERVER = /^(core|api|bot|cli)\/src\/(?!embedded-postgres\/)/;
/** `db.raw(…)`, a text on a connection, and a table that no model describes: `db('users')`. */
const OTHER_SQL = /\.raw\(|\.query\(\w*\(?['"`]|\b(?:db|trx|knex)\(['"]/g;
export const rawSqlFindings = (files: readonly Source[]): Finding[] =>
  files
    .filter(({ path }) => IS_SERVER.test(path) && !path.endsWith('.sql.ts') && !STATEMENT_RUNNERS.includes(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(OTHER_SQL)].map(({ index }) => ({
        place: `${path}:${lineAt(text, index)}`,
        what: 'raw SQL: use a model, or move the statement to a *.sql.ts file and run it with `statement`',
      })),
    );

/** A literal object that is spread says the same as its keys, and hides a key that is written twice from the compiler. */
export const literalSpreadFindings = (files: readonly Source[]): Finding[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(/\.\.\.\{/g)].map(({ index }) => ({
      place: `${path}:${lineAt(text, index)}`,
      what: 'a spread of a literal object: write its keys in place',
    })),
  );

/** Where Spanish may stand: texts of people, summaries of calls, names of holidays, titles of exported columns. */
const HAS_SPANISH = /\/messages(\/|\.ts$)|\/(contract|openapi|demo)\/|\/(holidays|search|exported-columns)\.ts$/;
/** A Spanish letter or sign, or a word that English and SQL do not have. */
const SPANISH = /[áéíóúñ¿¡«]| (?:el|los|las|una|de|del|que|para) /i;
export const spanishFindings = (files: readonly Source[]): Finding[] =>
  files
    .filter(({ path }) => IS_SERVER.test(path) && !HAS_SPANISH.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(COMMENT_OR_TEXT)]
        .filter(({ 2: words = '' }) => words.trim().includes(' ') && SPANISH.test(words))
        .map(({ index }) => ({ place: `${path}:${lineAt(text, index)}`, what: 'a Spanish sentence: move it to a `messages` folder' })),
    );

export const circleFindings = (files: readonly Source[]): Finding[] =>
  importCircles(files).map((circle) => ({
    place: circle.join(' → '),
    what: 'these files import each other, types included: move what they share to a file of its own',
  }));

/** Class names that several sheets of one package style; a module's classes are its own. */
export function sharedClassFindings(files: readonly Source[]): Finding[] {
  const styledBy = new Map<string, Set<string>>();
  const addTo = (name: string, sheet: string) => styledBy.set(name, (styledBy.get(name) ?? new Set()).add(sheet));
  for (const file of files.filter(({ path }) => path.endsWith('.css') && !path.endsWith('.module.css')))
    for (const [, name = ''] of file.text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/\.(-?[a-z_][\w-]*)(?=[^{}]*\{)/gi))
      addTo(`${file.path.split('/')[0]} .${name}`, file.path);
  return [...styledBy].filter(([, sheets]) => sheets.size > 1).map(([name, sheets]) => ({ place: [...sheets].join(' '), what: name }));
}

/** `place: complaint` for each figure that must stay at its limit (`tools/code-figures.ts` prints them). */
export function vocabularyComplaints(files: readonly Source[]): string[] {
  const product = productCode(files);
  return [
    ...bannedNameFindings(allCode(files)),
    ...[participleFindings, rawSqlFindings, spanishFindings, circleFindings].flatMap((find) => find(product)),
    ...[longSentenceFindings, commentWordFindings].flatMap((find) => find(allCode(files))),
    ...literalSpreadFindings(allCode(files)).filter(({ place }) => !place.startsWith(TEST_OF_CHECKS)),
    ...documentWordFindings(files),
    ...localNameFindings(files),
    ...participleTypeFindings(files).filter(({ place }) => !place.startsWith(TEST_OF_CHECKS)),
    ...sharedClassFindings(files).map(({ place, what }) => ({
      place,
      what: `${what}: one sheet styles a class; the others set a property that it reads`,
    })),
    ...sharedTypeFindings(product).map(({ place, what }) => ({
      place,
      what: `${what}: one type name has one meaning; give one of them its own noun`,
    })),
  ].map(({ place, what }) => `${place}: ${what}`);
}
