import type { Client } from '@bitacora/core/client';
import { isOpen, statuses } from '@bitacora/core/domain/activities/activity';
import { fullName } from '@bitacora/core/domain/people/person';
import type { Option } from 'commander';
import type { Command, Dependencies } from './command.ts';
import { listProfiles, readProfileFile, saveProfileFile } from './configuration.ts';
import { type Flag, typedName } from './flags.ts';
import { terminalHelp } from './messages/commands.ts';
import { commonOptions, programOptions } from './program.ts';

/** A word that may stand at the cursor. */
export interface Candidate {
  value: string;
  summary?: string;
}

/** Reads the values for a placeholder of the help, such as 'tema' of `--topic <tema>`. */
type ValueReader = (placeholder: string) => Promise<readonly Candidate[]>;

const WORD = /(?:\\.|'[^']*(?:'|$)|"(?:\\.|[^"\\])*(?:"|$)|[^\s'"\\]|\\$)+/gs;
const QUOTED = /\\(.)|'([^']*)'?|"((?:\\.|[^"\\])*)"?/gs;
const removeQuotes = (word: string) =>
  word.replace(
    QUOTED,
    (_, escaped?: string, single?: string, double?: string) => escaped ?? single ?? double?.replace(/\\(.)/gs, '$1') ?? '',
  );

/** Splits a line up to the cursor as a shell does. `typed` is the last word as it was typed; it is empty after a blank. */
export function splitLine(line: string): { words: string[]; typed: string } {
  const words = line.match(WORD) ?? [];
  const last = words.at(-1);
  const typed = last !== undefined && line.endsWith(last) ? last : '';
  return { words: [...words, ...(typed === '' ? [''] : [])].map(removeQuotes), typed };
}

interface TypedOption {
  names: readonly string[];
  summary: string;
  /** Null for a switch. */
  takes: string | null;
  choices: readonly string[];
  isRepeatable: boolean;
}

const flagOption = ([name, { takes, summary, choices = [], isRepeatable = false }]: [string, Flag<unknown>]): TypedOption => ({
  names: [typedName(name)],
  summary,
  choices,
  isRepeatable,
  takes: takes ?? null,
});
const commanderOption = ({ long, short, flags, description }: Option): TypedOption => ({
  names: [long ?? '', ...(short ? [short] : [])],
  summary: description,
  choices: [],
  isRepeatable: false,
  takes: /<(.+)>/.exec(flags)?.[1] ?? null,
});
const help: TypedOption = { names: ['--help'], summary: terminalHelp.common.help, takes: null, choices: [], isRepeatable: false };
const commandOptions = (command: Command): TypedOption[] => [
  ...Object.entries(command.flags).map(flagOption),
  ...commonOptions(command).map(commanderOption),
  help,
];

const findOption = (options: readonly TypedOption[], word: string | undefined) =>
  options.find(({ names }) => word !== undefined && names.includes(word));

/** Returns the words that are no options, and the option whose value is still missing at the end. */
function readWords(words: readonly string[], options: readonly TypedOption[]): { positions: string[]; open: TypedOption | null } {
  const positions: string[] = [];
  let open: TypedOption | null = null;
  for (const word of words) {
    if (open) open = null;
    else if (word.startsWith('-')) open = findOption(options, word) ?? null;
    else positions.push(word);
    if (open?.takes === null) open = null;
  }
  return { positions, open };
}

const asCandidates = (words: readonly string[]): Candidate[] => words.map((value) => ({ value }));
const placeholderName = (placeholder: string) => placeholder.replace(/[<>[\].]/g, '');

/** Returns what begins with the word. Without regard to case and accents it returns one value only, because a shell replaces what was typed. */
function matchBeginning(all: readonly Candidate[], word: string): readonly Candidate[] {
  const exact = all.filter(({ value }) => value.startsWith(word));
  if (exact.length > 0) return exact;
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const alike = all.filter(({ value }) => plain(value).startsWith(plain(word)));
  return alike.length === 1 ? alike : [];
}

/** Lists the next words of the commands' names. */
function nameCandidates(commands: readonly Command[], parts: readonly string[]): Candidate[] {
  const summaries = new Map<string, string>();
  for (const { name, summary, isHidden } of commands) {
    const words = name.split(' ');
    const next = words[parts.length];
    if (isHidden || next === undefined || parts.some((part, index) => part !== words[index])) continue;
    const isGroup = words.length > parts.length + 1;
    summaries.set(next, isGroup ? terminalHelp.groups[next as keyof typeof terminalHelp.groups] : summary);
  }
  return [...summaries].map(([value, summary]) => ({ value, summary }));
}

/** Lists what can replace the last word, which may be empty. `words` follow the program's name. */
export async function findCandidates(
  words: readonly string[],
  commands: readonly Command[],
  values: ValueReader,
): Promise<readonly Candidate[]> {
  const word = words.at(-1) ?? '';
  const program = programOptions().map(commanderOption);
  const before = words.slice(0, -1);
  const { positions } = readWords(before, program);
  const isHelp = positions[0] === terminalHelp.helpCommand.name;
  const parts = positions.slice(isHelp ? 1 : 0);
  const command = commands.find(({ name }) => `${parts.join(' ')} `.startsWith(`${name} `));
  if (isHelp) return command ? [] : matchBeginning(nameCandidates(commands, parts), word);

  const options = command ? commandOptions(command) : [...program, help];
  const { positions: all, open } = readWords(before, options);
  if (open) return matchBeginning(open.choices.length > 0 ? asCandidates(open.choices) : await values(open.takes ?? ''), word);
  const [, name, beginning = ''] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
  if (name) {
    const { choices = [], takes } = findOption(options, name) ?? {};
    const candidates = matchBeginning(choices.length > 0 ? asCandidates(choices) : takes ? await values(takes) : [], beginning);
    return candidates.map(({ value, ...rest }) => ({ value: `${name}=${value}`, ...rest }));
  }
  const unused = options.filter(({ names, isRepeatable }) => isRepeatable || !names.some((name) => before.includes(name)));
  const flags = unused.map(({ names: [value = ''], summary }) => ({ value, summary }));
  if (word.startsWith('-')) return matchBeginning(flags, word);
  if (!command) return matchBeginning([...nameCandidates(commands, parts), ...(parts.length === 0 ? [helpCandidate] : [])], word);

  const count = all.length - command.name.split(' ').length;
  const places = command.words ?? [];
  const place = places[count] ?? (places.at(-1)?.name.includes('...') ? places.at(-1) : undefined);
  if (!place) return matchBeginning(word === '' ? flags : [], word);
  return matchBeginning(
    command.completes && count === 0 ? asCandidates(command.completes) : await values(placeholderName(place.name)),
    word,
  );
}

const helpCandidate: Candidate = { value: terminalHelp.helpCommand.name, summary: terminalHelp.helpCommand.summary };

/** A person waits at the Tab key, so a slow server completes nothing. */
const ANSWER_MAX_MS = 2_000;
const CACHE_MS = 5 * 60_000;
const FOLIOS_MAX = 100;

type ValueKind = 'folios' | 'topics' | 'departments' | 'people' | 'absences';

/** The server knows the values of these placeholders of the help. */
const kinds: Readonly<Record<string, ValueKind>> = {
  folio: 'folios',
  folios: 'folios',
  tema: 'topics',
  departamento: 'departments',
  persona: 'people',
  ausencia: 'absences',
};

const readers: Readonly<Record<ValueKind, (client: Client) => Promise<Candidate[]>>> = {
  async folios(client) {
    const reportStatuses = statuses.filter(isOpen);
    const [own, { rows }] = await Promise.all([
      client.listMyPending(),
      client.listAssignedByMe({ reportStatuses, page: 1, pageSize: FOLIOS_MAX }).catch(() => ({ rows: [] })),
    ]);
    const all = new Map([...own, ...rows].map(({ id, description }) => [id, description]));
    return [...all].map(([id, summary]) => ({ value: String(id), summary }));
  },
  topics: async (client) => (await client.listMyTopics()).map(({ name, department }) => ({ value: name, summary: department })),
  departments: async (client) => (await client.listDepartments()).map(({ department }) => ({ value: department })),
  people: async (client) => (await client.listUsers()).map((person) => ({ value: fullName(person), summary: person.position })),
  absences: async (client) => (await client.listAbsences()).map(({ id, name }) => ({ value: String(id), summary: name })),
};

interface CachedValues {
  readAt: number;
  values: Candidate[];
}

/**
 * Reads the values of a placeholder, and caches them for five minutes beside the login. It never fails and never asks, because the shell
 * waits for it. It does not cache those of BITACORA_TOKEN, because that token has no profile.
 */
export async function readValues(
  placeholder: string,
  call: Pick<Dependencies, 'settings' | 'connect' | 'now'>,
): Promise<readonly Candidate[]> {
  const { settings, connect, now } = call;
  if (placeholder === 'perfil') return (await listProfiles(settings.folder)).map((value) => ({ value }));
  const kind = kinds[placeholder];
  if (!kind) return [];
  const at = now().getTime();
  try {
    const cache = settings.token ? {} : ((await readProfileFile(settings, 'valores')) as Partial<Record<ValueKind, CachedValues>>);
    const cached = cache[kind];
    if (cached && at - cached.readAt >= 0 && at - cached.readAt < CACHE_MS) return cached.values;
    const { client } = await connect(settings, AbortSignal.timeout(ANSWER_MAX_MS));
    const values = await readers[kind](client);
    if (!settings.token) await saveProfileFile(settings, 'valores', { ...cache, [kind]: { readAt: at, values } });
    return values;
  } catch {
    return [];
  }
}
