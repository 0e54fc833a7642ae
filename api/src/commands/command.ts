import os from 'node:os';
import type { Readable, Writable } from 'node:stream';
import type { ParseArgsConfig } from 'node:util';
import type { AdminAct, AdminFacts } from '@bitacora/core/domain/admin/admin-act';
import { ownerOf } from '@bitacora/core/embedded-postgres/claim';
import { findCluster, findRunning } from '@bitacora/core/embedded-postgres/cluster';
import { changeEntriesOwner, prepareDataFolder } from '@bitacora/core/embedded-postgres/data-folder-owner';
import { startPostgres, startPostgresAs } from '@bitacora/core/embedded-postgres/start-postgres';
import { dataFolderOwner, isRoot } from '@bitacora/core/embedded-postgres/system-user';
import {
  type Core,
  connect,
  createCore,
  type Database,
  isBefore120,
  mayMigrate,
  migrate,
  newSecret,
  readSchema,
  repositoriesOn,
} from '@bitacora/core/server';
import type { Env } from '@bitacora/core/settings/environment';
import { ask, type Exit, exits, Stopped } from '@bitacora/core/terminal/terminal';
import { schemaTexts } from '../messages/start.ts';
import type { Settings } from '../settings/settings.ts';
import { demandDataFolder } from '../startup/data-folder.ts';
import { explainDatabaseProblem } from '../startup/open-database.ts';
import { administration as texts } from './messages.ts';

/** What a command may touch: nothing is read from `process` elsewhere. */
export interface AdminDependencies {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean };
  now(): Date;
  /** Read once a command is known: help needs none. */
  settings(): Settings;
  /** What the settings are read from. */
  env: Env;
  /** Names whose values came from `.env`. */
  fileNames: readonly string[];
  /** A file named on the command line counts from the folder one stands in. */
  place(name: string): string;
}

export type TypedValues = Readonly<Record<string, string | boolean | undefined>>;
export interface AdminCall extends Omit<AdminDependencies, 'settings'> {
  settings: Settings;
  typed: TypedValues;
  /** What was typed without an option, as many as the command names. */
  words: readonly string[];
  /** Reports progress on standard error. */
  report(sentence: string): void;
}
export interface AdminOutcome {
  /** Lines for people; with --json `value` takes their place. */
  lines: readonly string[];
  value: object;
  exit?: Exit;
}
export interface AdminCommand {
  options: NonNullable<ParseArgsConfig['options']>;
  /** What it takes without an option, all of it mandatory. */
  words?: readonly string[];
  run(call: AdminCall): Promise<AdminOutcome>;
}

export const text = { type: 'string' } as const;
export const yes = { type: 'boolean' } as const;

/** What was typed after an option that has to be there. */
export function demandOption(typed: TypedValues, option: string): string {
  const value = typed[option];
  if (typeof value !== 'string' || value === '') throw new Stopped(exits.usage, texts.needs(option), texts.seeHelp);
  return value;
}

/** Refuses the command unless its person answers yes, now or by an option. */
export async function confirm(call: AdminCall, question: string): Promise<void> {
  if (call.typed.yes) return;
  if (!call.stdin.isTTY || !call.stderr.isTTY) throw new Stopped(exits.usage, texts.needsTerminal, texts.giveYes);
  if (!/^(s|sí|si)$/i.test((await ask(call, question)).trim())) throw new Stopped(exits.refused, texts.nothingDone);
}

/** The operating system's user that runs this. */
export function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`; // a container's user may have no name
  }
}

/** Who gives a command on this server, as far as the operating system knows. */
export const operator = (): string => `${userName()}@${os.hostname()}`;

/** Adds a command on the server to the administration's history. */
export async function recordCommand({ db, zone }: Pick<Core, 'db' | 'zone'>, act: AdminAct, after: AdminFacts): Promise<void> {
  const command = { actorId: null, actorName: operator(), act, subjectKind: 'system', subjectId: null, subject: null } as const;
  await repositoriesOn(db, zone).adminHistory.add([{ ...command, before: null, after, address: null, channel: 'admin' }]);
}

export type OpenedDatabase = Pick<AdminCall, 'settings' | 'now' | 'report'>;
interface OpeningOptions {
  /** Makes the embedded database where there is none. */
  mayMake?: boolean;
  /** Refuses while Bitácora runs on it, and keeps it from starting. */
  isAlone?: boolean;
  /** With the role that owns the tables, where it is another than the one that works with them. */
  asOwner?: boolean;
  /** The schema that it must have; unset, any or none. */
  schema?: WantedSchema;
  /** Where the address stands; unset: in the usual settings. */
  setting?: string | undefined;
}

const OWNER = 'npm run admin, proceso';

/** Refuses the database that another command has started: it goes when that command ends. */
async function demandLasting(url: string): Promise<void> {
  const owner = await ownerOf(url);
  if (owner?.startsWith(OWNER)) throw new Stopped(exits.refused, texts.othersDatabase(owner));
}

/** The database that the settings name: as a guest of the Bitácora that runs on it, else started for as long as the command takes. */
async function reach({ settings, report }: OpenedDatabase, { mayMake = false, isAlone = false, asOwner = false }: OpeningOptions) {
  const { databaseUrl, databaseOwnerUrl, dataDir } = settings;
  if (databaseUrl) return { url: (asOwner && databaseOwnerUrl) || databaseUrl, stop: async () => {} };
  if (!mayMake && !findCluster(dataDir)) throw new Stopped(exits.refused, texts.noDatabase(dataDir));
  const running = isAlone ? null : await findRunning(dataDir);
  if (running) {
    await demandLasting(running);
    return { url: running, stop: async () => {} };
  }
  await demandDataFolder(dataDir);
  const options = { dataDir, owner: `${OWNER} ${process.pid}`, log: report };
  const user = prepareDataFolder(dataDir, { isEmbedded: true });
  return user ? startPostgresAs(user, options) : startPostgres(options);
}

/** A command as root leaves nothing behind that the API, which is not root, cannot read. A restore writes into folders of the API's user. */
function returnToOwner(dataDir: string, isDeep: boolean): void {
  const user = isRoot() ? dataFolderOwner(dataDir) : null;
  if (user) changeEntriesOwner(user, dataDir, { isDeep });
}

/** `own` is this build's. `earlier` may also be one of before. `made` is this build's, and is made where nothing has been made yet. */
type WantedSchema = 'own' | 'earlier' | 'made';

/** Refuses a database that has migrations of another version. */
export function demandNoOther(unknown: readonly string[]): void {
  if (isBefore120(unknown)) throw new Stopped(exits.refused, schemaTexts.olderSchema);
  if (unknown.length > 0) throw new Stopped(exits.refused, schemaTexts.newerSchema(unknown));
}

/** Refuses another schema. */
export async function demandSchema(db: Database, schema: WantedSchema): Promise<void> {
  const { applied, pending, unknown } = await readSchema(db);
  demandNoOther(unknown);
  if (pending.length === 0 || (schema === 'earlier' && applied.length > 0)) return;
  if (schema !== 'made' || applied.length > 0) throw new Stopped(exits.refused, texts.notMigrated(pending.length));
  await demandOwner(db);
  await migrate(db);
}

/** Refuses a role that may not change the tables. */
export async function demandOwner(db: Database): Promise<void> {
  if (!(await mayMigrate(db))) throw new Stopped(exits.refused, schemaTexts.notOwner);
}

/** Calls `work` with the product's core on that database. Any secret will do, because no token is computed here. */
export async function onDatabase<Result>(
  opening: OpenedDatabase,
  wish: OpeningOptions,
  work: (core: ReturnType<typeof createCore>) => Promise<Result>,
): Promise<Result> {
  const server = await reach(opening, wish);
  const usual = server.url === opening.settings.databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL';
  const db = connect(server.url, opening.settings);
  try {
    const zone = opening.settings.businessTimeZone;
    const { serverStatus } = repositoriesOn(db, zone);
    await serverStatus.now().catch((error) => explainDatabaseProblem(error, server.url, wish.setting ?? usual));
    if (wish.schema) await demandSchema(db, wish.schema);
    return await work(createCore({ db, clock: opening.now, zone, secret: newSecret() }));
  } finally {
    await db.destroy();
    await server.stop();
    returnToOwner(opening.settings.dataDir, Boolean(wish.isAlone));
  }
}
