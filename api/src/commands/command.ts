import os from 'node:os';
import type { Readable, Writable } from 'node:stream';
import type { ParseArgsConfig } from 'node:util';
import type { AdminAct, AdminFacts } from '@bitacora/core/domain/admin/admin-act';
import { readOwner } from '@bitacora/core/embedded-postgres/claim';
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
import { administration as texts } from '../messages/administration.ts';
import { schemaTexts } from '../messages/start.ts';
import type { Settings } from '../settings/settings.ts';
import { demandDataFolder } from '../startup/data-folder.ts';
import { explainDatabaseProblem } from '../startup/open-database.ts';

/** The surroundings of a command. Nothing else is read from `process`. */
export interface AdminDependencies {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean };
  now(): Date;
  /** Called once a command is known, because help must work without settings. */
  settings(): Settings;
  env: Env;
  fileNames: readonly string[];
  /** Resolves a path of the command line against the current folder. */
  place(name: string): string;
}

export type TypedValues = Readonly<Record<string, string | boolean | undefined>>;
export interface AdminCall extends Omit<AdminDependencies, 'settings'> {
  settings: Settings;
  typed: TypedValues;
  /** The positional arguments, as many as the command names. */
  words: readonly string[];
  report(sentence: string): void;
}
export interface AdminOutcome {
  /** Lines for people. With --json `value` is written instead. */
  lines: readonly string[];
  value: object;
  exit?: Exit;
}
export interface AdminCommand {
  options: NonNullable<ParseArgsConfig['options']>;
  /** Names of the positional arguments, all of them mandatory. */
  words?: readonly string[];
  run(call: AdminCall): Promise<AdminOutcome>;
}

export const text = { type: 'string' } as const;
export const yes = { type: 'boolean' } as const;

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

export function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`; // a container's user may have no name
  }
}

/** Names the person at this server, as far as the operating system knows. */
export const operator = (): string => `${userName()}@${os.hostname()}`;

export async function recordCommand({ db, zone }: Pick<Core, 'db' | 'zone'>, act: AdminAct, after: AdminFacts): Promise<void> {
  const command = { actorId: null, actorName: operator(), act, subjectKind: 'system', subjectId: null, subject: null } as const;
  await repositoriesOn(db, zone).adminHistory.add([{ ...command, before: null, after, address: null, channel: 'admin' }]);
}

export type OpenedDatabase = Pick<AdminCall, 'settings' | 'now' | 'report'>;
interface OpeningOptions {
  mayMake?: boolean;
  /** Refuses while Bitácora runs on it, and keeps it from starting. */
  isAlone?: boolean;
  /** Connects with the role that owns the tables, where that is not the working role. */
  asOwner?: boolean;
  /** The schema that the database must have. Unset, it may have any or none. */
  schema?: WantedSchema;
  /** The setting that holds the address, for error messages. Unset for the usual ones. */
  setting?: string | undefined;
}

const OWNER = 'npm run admin, proceso';

/** Refuses the database that another command has started, because it ends with that command. */
async function demandLasting(url: string): Promise<void> {
  const owner = await readOwner(url);
  if (owner?.startsWith(OWNER)) throw new Stopped(exits.refused, texts.othersDatabase(owner));
}

/** Reaches the database of the settings. The embedded one is shared with a Bitácora that runs on it, or started for the time of the command. */
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

/** Gives files that root made back to the API's user, because the API could not read them. `isDeep` also covers folders that a restore writes into. */
function returnToOwner(dataDir: string, isDeep: boolean): void {
  const user = isRoot() ? dataFolderOwner(dataDir) : null;
  if (user) changeEntriesOwner(user, dataDir, { isDeep });
}

/** `own` is this build's schema. `earlier` also allows older ones. `made` creates this build's in an empty database. */
type WantedSchema = 'own' | 'earlier' | 'made';

export function demandNoOther(unknown: readonly string[]): void {
  if (isBefore120(unknown)) throw new Stopped(exits.refused, schemaTexts.olderSchema);
  if (unknown.length > 0) throw new Stopped(exits.refused, schemaTexts.newerSchema(unknown));
}

export async function demandSchema(db: Database, schema: WantedSchema): Promise<void> {
  const { applied, pending, unknown } = await readSchema(db);
  demandNoOther(unknown);
  if (pending.length === 0 || (schema === 'earlier' && applied.length > 0)) return;
  if (schema !== 'made' || applied.length > 0) throw new Stopped(exits.refused, texts.notMigrated(pending.length));
  await demandOwner(db);
  await migrate(db);
}

export async function demandOwner(db: Database): Promise<void> {
  if (!(await mayMigrate(db))) throw new Stopped(exits.refused, schemaTexts.notOwner);
}

/** Calls `work` with the product's core on the database. The core has a random secret, because commands compute no token. */
export async function onDatabase<Result>(
  opening: OpenedDatabase,
  wish: OpeningOptions,
  work: (core: ReturnType<typeof createCore>) => Promise<Result>,
): Promise<Result> {
  const server = await reach(opening, wish);
  const usual = server.url === opening.settings.databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL';
  const db = connect(server.url, opening.settings);
  try {
    const { businessTimeZone: zone, workTime } = opening.settings;
    const { serverStatus } = repositoriesOn(db, zone);
    await serverStatus.now().catch((error) => explainDatabaseProblem(error, server.url, wish.setting ?? usual));
    if (wish.schema) await demandSchema(db, wish.schema);
    return await work(createCore({ db, clock: opening.now, zone, workTime, secret: newSecret() }));
  } finally {
    await db.destroy();
    await server.stop();
    returnToOwner(opening.settings.dataDir, Boolean(wish.isAlone));
  }
}
