import { PAGE_SIZE_MAX } from '@bitacora/core/domain/reports/report';
import { readKept } from './configuration.ts';
import { terminalCommands } from './messages/commands.ts';
import type { TerminalSettings } from './settings.ts';

const { config: texts } = terminalCommands;

type NumberLimits = { min: number; max: number };
interface ProfilePreference {
  usual: string;
  takes: readonly string[] | NumberLimits;
  meaning: string;
}

/** Seconds between two readings of --watch. */
export const USUAL_EVERY = 10;
export const everyRange: NumberLimits = { min: 2, max: 3_600 };
/** Rows of a page of a report. */
export const USUAL_PAGE_SIZE = 20;

/** What a profile keeps besides its login. Those with a flag are named as it is, and the flag counts more. */
export const preferences = {
  color: { usual: 'auto', takes: ['auto', 'no'], meaning: texts.meanings.color },
  browser: { usual: 'auto', takes: ['auto', 'no'], meaning: texts.meanings.browser },
  every: { usual: String(USUAL_EVERY), takes: everyRange, meaning: texts.meanings.every(everyRange) },
  'page-size': {
    usual: String(USUAL_PAGE_SIZE),
    takes: { min: 1, max: PAGE_SIZE_MAX },
    meaning: texts.meanings['page-size'](PAGE_SIZE_MAX),
  },
} as const satisfies Record<string, ProfilePreference>;
export type PreferenceName = keyof typeof preferences;
export const preferenceNames = Object.keys(preferences) as PreferenceName[];

/** A sentence about a value that the preference does not take; null for a right one. */
export function wrongPreference(name: PreferenceName, typed: string): string | null {
  const { takes }: ProfilePreference = preferences[name];
  if (!('min' in takes)) return takes.includes(typed) ? null : texts.wrongWord(typed, takes);
  const isRight = /^\d{1,9}$/.test(typed) && Number(typed) >= takes.min && Number(typed) <= takes.max;
  return isRight ? null : texts.wrongNumber(typed, takes.min, takes.max);
}

/** The values that a profile sets. One that is not right counts as not set, because a person may edit the file. */
export async function readPreferences(
  place: Pick<TerminalSettings, 'folder' | 'profile'>,
): Promise<Partial<Record<PreferenceName, string>>> {
  const values = await readKept(place, 'ajustes');
  return Object.fromEntries(
    preferenceNames.flatMap((name) => {
      const value = values[name];
      return typeof value === 'string' && wrongPreference(name, value) === null ? [[name, value]] : [];
    }),
  );
}

/** The settings with those of the profile, where the environment does not say otherwise. The name of a profile that is none is refused later. */
export async function withPreferences(settings: TerminalSettings): Promise<TerminalSettings> {
  const {
    color,
    browser,
    every,
    'page-size': pageSize,
  } = await readPreferences(settings).catch((): Awaited<ReturnType<typeof readPreferences>> => ({}));
  return {
    ...settings,
    hasColour: settings.hasColour && color !== 'no',
    browser: browser === 'no' ? null : settings.browser,
    every: every ? Number(every) : null,
    pageSize: pageSize ? Number(pageSize) : null,
  };
}
