import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command, type ListingColumn, wholeList } from '../command.ts';
import {
  type PreferenceName,
  preferenceNames,
  preferences,
  readConfiguration,
  readPreferences,
  saveProfileFile,
  wrongPreference,
} from '../configuration.ts';
import { terminalCommands } from '../messages/commands.ts';
import type { TerminalSettings } from '../settings.ts';

const { config: texts } = terminalCommands;

interface ConfigRow {
  key: string;
  value: string | null;
  source: keyof typeof texts.sources;
  meaning: string;
}

const isFact = (key: string): key is keyof typeof texts.facts => Object.hasOwn(texts.facts, key);
const isPreference = (key: string): key is PreferenceName => Object.hasOwn(preferences, key);

/** Lists what the login of the profile fixed, then what may be set. */
async function readRows(settings: TerminalSettings): Promise<ConfigRow[]> {
  const login = await readConfiguration(settings);
  const facts = { url: login?.url, email: login?.email, scope: login?.scope, expires: login?.expiresOn };
  const ownValues = await readPreferences(settings);
  return [
    ...Object.entries(texts.facts).map(
      ([key, meaning]): ConfigRow => ({ key, value: facts[key as keyof typeof facts] ?? null, source: 'login', meaning }),
    ),
    ...preferenceNames.map((key): ConfigRow => {
      const value = ownValues[key];
      return {
        key,
        value: value ?? preferences[key].usual,
        source: value === undefined ? 'usual' : 'profile',
        meaning: preferences[key].meaning,
      };
    }),
  ];
}

const columns: readonly ListingColumn<ConfigRow>[] = [
  { title: texts.columns.key, of: ({ key }) => key },
  { title: texts.columns.value, of: ({ value }) => value },
  { title: texts.columns.source, of: ({ source }) => texts.sources[source] },
  { title: texts.columns.meaning, of: ({ meaning }) => meaning, isLong: true },
];

const unknown = (key: string) => new Stopped(exits.usage, texts.unknown(key), [...Object.keys(texts.facts), ...preferenceNames].join(', '));

export const configList = command({
  name: 'config list',
  summary: texts.list,
  details: texts.details,
  lists: true,
  async run({ settings }) {
    return wholeList(columns, await readRows(settings), { empty: '' });
  },
});

export const configGet = command({
  name: 'config get',
  summary: texts.get,
  words: [{ name: '<ajuste>', summary: texts.key }],
  completes: [...Object.keys(texts.facts), ...preferenceNames],
  async run({ settings, words: [key = ''] }) {
    const row = (await readRows(settings)).find((entry) => entry.key === key);
    if (!row) throw unknown(key);
    return { kind: 'done', lines: row.value === null ? [] : [row.value], value: { key, value: row.value, source: row.source } };
  },
});

export const configSet = command({
  name: 'config set',
  summary: texts.set,
  details: texts.details,
  words: [
    { name: '<ajuste>', summary: texts.key },
    { name: '<valor>', summary: texts.value },
  ],
  completes: preferenceNames,
  async run({ settings, words: [key = '', typed = ''] }) {
    if (isFact(key)) throw new Stopped(exits.usage, texts.fixed(key), texts.howFixed);
    if (!isPreference(key)) throw unknown(key);
    const value = typed.trim();
    const wrong = wrongPreference(key, value);
    if (wrong) throw new Stopped(exits.usage, `${key}: ${wrong}`);
    await saveProfileFile(settings, 'ajustes', { ...(await readPreferences(settings)), [key]: value });
    return { kind: 'done', lines: [texts.done(key, value)], value: { key, value, source: 'profile' } };
  },
});
