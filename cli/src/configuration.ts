import { chmod, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PAGE_SIZE_MAX } from '@bitacora/core/domain/reports/report';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { terminalCommands } from './messages/commands.ts';
import { describeCause } from './output/output-file.ts';
import { type TerminalSettings, USUAL_EVERY, USUAL_PAGE_SIZE } from './settings.ts';

/** A login saves it on this machine: a token, its person and the only server it is for. */
export interface Configuration {
  url: string;
  token: string;
  email: string;
  /** The token's last day, YYYY-MM-DD. */
  expiresOn: string;
  scope: 'read' | 'write';
}

/** The profile of a first login. */
const FIRST_PROFILE = 'principal';
const PROFILE_NAME = /^[\w.-]{1,80}$/;

type Place = Pick<TerminalSettings, 'folder' | 'profile'>;
/** A login, the settings of `bitacora config`, and the values that a shell completed. */
type ProfileFile = 'sesion' | 'ajustes' | 'valores';

/** Each profile has its files, so that two logins at once do not write the same one. */
function filePath(folder: string, profile: string, kind: ProfileFile): string {
  if (!PROFILE_NAME.test(profile)) throw new Stopped(exits.usage, terminal.wrongProfile(profile), terminal.profileExample);
  return path.join(folder, profile === FIRST_PROFILE ? `${kind}.json` : `${kind}.${profile}.json`);
}

const currentFile = (folder: string) => path.join(folder, 'perfil');
/** Reads the profile of the last login or `auth switch`. */
export async function currentProfile(folder: string): Promise<string> {
  const name = await readFile(currentFile(folder), 'utf8').catch(() => '');
  return PROFILE_NAME.test(name.trim()) ? name.trim() : FIRST_PROFILE;
}
export const switchProfile = (folder: string, profile: string): Promise<void> =>
  writeFile(currentFile(folder), `${profile}\n`, { mode: 0o600 });

const profilePath = async ({ folder, profile }: Place, kind: ProfileFile) =>
  filePath(folder, profile ?? (await currentProfile(folder)), kind);

/** Lists the profiles with a login, in alphabetical order. */
export async function listProfiles(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  return files.flatMap((file) => (file === 'sesion.json' ? FIRST_PROFILE : (/^sesion\.(.+)\.json$/.exec(file)?.[1] ?? []))).sort();
}

/** Chooses the profile of a login that names none: the one of its server, else a new one. It never replaces that of another server. */
export async function chooseProfile(folder: string, url: string): Promise<string> {
  const profiles = await listProfiles(folder);
  for (const profile of profiles) {
    const configuration = await readConfiguration({ folder, profile }, { mayBeReadByOthers: true }).catch(() => null);
    if (configuration?.url === url) return profile;
  }
  return profiles.includes(FIRST_PROFILE) ? new URL(url).host.replace(/[^\w.-]/g, '-') : FIRST_PROFILE;
}

/** Null for a file that is missing or is not JSON. */
const readJson = (file: string): Promise<unknown> =>
  readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => null);

/** Permission bits of other users. Windows has none: there the folder of the user protects the file. */
const OTHERS = 0o077;
const hasBits = process.platform !== 'win32';

/** Null without a login. Refuses a file that others can read, because they may know its token; a logout accepts it. */
export async function readConfiguration(place: Place, { mayBeReadByOthers = false } = {}): Promise<Configuration | null> {
  const file = await profilePath(place, 'sesion');
  const stats = await stat(file).catch(returnNullIfMissing);
  if (!stats) return null;
  if (hasBits && stats.mode & OTHERS && !mayBeReadByOthers)
    throw new Stopped(exits.notLoggedIn, terminal.othersCanRead(file), terminal.protectFile(file));
  const content = await readJson(file);
  if (isConfiguration(content)) return content;
  throw new Stopped(exits.notLoggedIn, terminal.damagedSession(file), terminal.logInAgain);
}

/** Forgets the completed values, because they are those of the earlier login. Throws `Stopped` on failure. */
export async function saveConfiguration(place: Place, configuration: Configuration): Promise<void> {
  await saveProfileFile(place, 'sesion', configuration);
  await rm(await profilePath(place, 'valores'), { force: true });
}

/** Writes the file whole or not at all, readable by the user only. Throws `Stopped` on failure. */
export async function saveProfileFile(place: Place, kind: ProfileFile, content: unknown): Promise<void> {
  const { folder } = place;
  const file = await profilePath(place, kind);
  const draft = `${file}.${process.pid}.part`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await writeDraft(draft, content);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw new Stopped(exits.usage, terminal.cannotWrite(file, describeCause(error as NodeJS.ErrnoException)));
  }
}

/** Reads an object that `saveProfileFile` wrote; empty where there is none that can be read. */
export async function readProfileFile(place: Place, kind: Exclude<ProfileFile, 'sesion'>): Promise<Record<string, unknown>> {
  const content = await readJson(await profilePath(place, kind));
  return typeof content === 'object' && content !== null && !Array.isArray(content) ? (content as Record<string, unknown>) : {};
}

async function writeDraft(draft: string, content: unknown): Promise<void> {
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The settings stay, because a later login shall find them. */
export async function deleteConfiguration(place: Place): Promise<void> {
  for (const kind of ['sesion', 'valores'] as const) await rm(await profilePath(place, kind), { force: true });
}

function returnNullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

function isConfiguration(content: unknown): content is Configuration {
  const { url, token, email } = (content ?? {}) as Partial<Record<keyof Configuration, unknown>>;
  return [url, token, email].every((value) => typeof value === 'string' && value !== '');
}

const { config: configTexts } = terminalCommands;

type NumberLimits = { min: number; max: number };
interface ProfilePreference {
  usual: string;
  takes: readonly string[] | NumberLimits;
  meaning: string;
}

export const everyRange: NumberLimits = { min: 2, max: 3_600 };

/** A profile stores these besides its login. A flag of the same name has priority. */
export const preferences = {
  color: { usual: 'auto', takes: ['auto', 'no'], meaning: configTexts.meanings.color },
  browser: { usual: 'auto', takes: ['auto', 'no'], meaning: configTexts.meanings.browser },
  every: { usual: String(USUAL_EVERY), takes: everyRange, meaning: configTexts.meanings.every(everyRange) },
  'page-size': {
    usual: String(USUAL_PAGE_SIZE),
    takes: { min: 1, max: PAGE_SIZE_MAX },
    meaning: configTexts.meanings['page-size'](PAGE_SIZE_MAX),
  },
} as const satisfies Record<string, ProfilePreference>;
export type PreferenceName = keyof typeof preferences;
export const preferenceNames = Object.keys(preferences) as PreferenceName[];

/** Explains why the preference does not take a value; null for a right one. */
export function wrongPreference(name: PreferenceName, typed: string): string | null {
  const { takes }: ProfilePreference = preferences[name];
  if (!('min' in takes)) return takes.includes(typed) ? null : configTexts.wrongWord(typed, takes);
  const isRight = /^\d{1,9}$/.test(typed) && Number(typed) >= takes.min && Number(typed) <= takes.max;
  return isRight ? null : configTexts.wrongNumber(typed, takes.min, takes.max);
}

/** Reads the values that a profile sets. A wrong one counts as not set, because a person may edit the file. */
export async function readPreferences(place: Place): Promise<Partial<Record<PreferenceName, string>>> {
  const values = await readProfileFile(place, 'ajustes');
  return Object.fromEntries(
    preferenceNames.flatMap((name) => {
      const value = values[name];
      return typeof value === 'string' && wrongPreference(name, value) === null ? [[name, value]] : [];
    }),
  );
}

/** Adds the settings of the profile, where the environment does not say otherwise. A wrong name of a profile is refused later. */
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
    every: Number(every ?? settings.every),
    pageSize: Number(pageSize ?? settings.pageSize),
  };
}
