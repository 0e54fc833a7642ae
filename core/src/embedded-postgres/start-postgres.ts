import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { embeddedDatabase } from '../messages/start-problems.ts';
import { COMPILE_NOTHING } from '../persistence/database/server.sql.ts';
import { keptSecret, StartProblem } from '../settings/environment.ts';
import { ClaimRefused, claim, reach } from './claim.ts';
import { APP_ROLE, connectionUrl, DATABASE, findPackage, homeName, initialise, prepareBinaries } from './cluster.ts';
import { changeStoppedOwner } from './data-folder-owner.ts';
import { guard } from './guard.ts';
import { chooseSystemUser, type Home, isReachableBy, isRoot, type SystemUser } from './system-user.ts';

const SHARED = '/var/lib/bitacora';

/**
 * The folder of the cluster: `dataDir/name`. PostgreSQL refuses root, so root runs it as a system user. Where
 * that user cannot reach the place (root's own folder), the name is a link to one that it can.
 */
export function openHome(dataDir: string, name: string, log: (sentence: string) => void): Home {
  const homePath = path.join(dataDir, name);
  fs.mkdirSync(dataDir, { recursive: true });
  const user = isRoot() ? chooseSystemUser(dataDir) : null;

  const entry = fs.lstatSync(homePath, { throwIfNoEntry: false });
  if (entry?.isSymbolicLink() && !fs.existsSync(homePath)) {
    throw new StartProblem(embeddedDatabase.lostLink(homePath, fs.readlinkSync(homePath)));
  }
  if (!entry && user && !isReachableBy(user.uid, dataDir)) linkElsewhere(homePath, name, log);
  else if (!entry) fs.mkdirSync(homePath, { recursive: true, mode: 0o755 });

  const dir = fs.realpathSync(homePath);
  if (!user) {
    // Earlier versions made it 0755.
    if (fs.statSync(dir).uid === process.getuid?.()) fs.chmodSync(dir, 0o700);
    return { dir, as: {} };
  }
  if (!isReachableBy(user.uid, path.dirname(dir))) {
    throw new StartProblem(embeddedDatabase.cannotEnter(dir));
  }
  fs.chmodSync(dir, 0o755);
  return { dir, as: clusterUser(user, dataDir, path.join(dir, 'data')) };
}

/** Returns who runs the cluster. A server that runs as another user keeps it. */
function clusterUser(user: SystemUser, dataDir: string, data: string): SystemUser {
  const owner = fs.statSync(data, { throwIfNoEntry: false });
  if (!owner || owner.uid === user.uid || changeStoppedOwner(user, dataDir, data)) return user;
  return { uid: owner.uid, gid: owner.gid };
}

function linkElsewhere(named: string, name: string, log: (sentence: string) => void) {
  fs.mkdirSync(SHARED, { recursive: true, mode: 0o755 });
  const dir = fs.mkdtempSync(path.join(SHARED, `${name}-`));
  fs.chmodSync(dir, 0o755);
  fs.symlinkSync(dir, named, 'dir');
  log(embeddedDatabase.livesElsewhere(dir, path.dirname(named), named));
}

/** No such role, or another password: PostgreSQL does not say which. */
const WRONG_PASSWORD = '28P01';
/** One of two starts at once makes the role. */
const ROLE_LOCK = 7_215_065;

/** The same database as seen by the role that only works with rows. */
function addressFor(ownerUrl: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = APP_ROLE;
  url.password = password;
  return url.href;
}

async function mayConnect(url: string): Promise<boolean> {
  try {
    await (await reach({ connectionString: url })).end();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === WRONG_PASSWORD) return false;
    throw error;
  }
}

/**
 * The address of the database for the role that the product works with. Makes the role where it is missing, as in a cluster of before, and
 * gives it this password where it has another. What it may do with the tables is the owner's to grant (`server.ts`).
 */
async function openAppRole(ownerUrl: string, password: string): Promise<string> {
  const url = addressFor(ownerUrl, password);
  if (await mayConnect(url)) return url;
  const owner = await reach({ connectionString: ownerUrl });
  try {
    await owner.query('select pg_advisory_lock($1)', [ROLE_LOCK]);
    const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [APP_ROLE]);
    if (!rowCount) await owner.query(`create role ${APP_ROLE} login`);
    await owner.query(`alter role ${APP_ROLE} login nosuperuser password ${owner.escapeLiteral(password)}`);
  } finally {
    await owner.end();
  }
  return url;
}

/** Unique violation, duplicate database: of two starts at once the other was quicker. */
const MADE_BY_ANOTHER = ['23505', '42P04'];
const LOG_KEPT_BYTES = 5_000_000;

type Options = {
  dataDir: string;
  log?: (sentence: string) => void;
  /** Who we are, for the sentence that refuses a second start on the same folder. */
  owner?: string;
  /** Server settings, for tests only: the product runs with PostgreSQL's own, durable ones. */
  settings?: Record<string, string>;
  /** The folder of another PostgreSQL's programs, for tests only. */
  programs?: string | undefined;
  /** How long PostgreSQL may take until it accepts connections, in ms; for tests only. */
  readyWithinMs?: number;
};

/**
 * Starts the PostgreSQL that comes with the product, on loopback and a free port, and makes this process its only owner. Throws
 * `StartProblem` with what to do. `stop` may be called twice; should this process die without it, the guardian does the same. `url` is of
 * the role that owns everything, for migrations and administration; `appUrl` of the one that the product works with.
 */
export async function startPostgres({
  dataDir,
  log = () => {},
  owner = `proceso ${process.pid}`,
  settings = {},
  programs,
  readyWithinMs,
}: Options) {
  const folder = path.resolve(dataDir);
  const pgPackage = findPackage();
  const home = openHome(folder, homeName(pgPackage.version), log);
  const program = programs ? (name: string) => path.join(programs, name) : prepareBinaries(pgPackage, home);
  const data = initialise(home, program('initdb'));
  const logFile = path.join(home.dir, 'postgres.log');
  if ((fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_KEPT_BYTES) fs.truncateSync(logFile);

  const watch = { dataDir: folder, data, postgres: program('postgres'), pgCtl: program('pg_ctl'), as: home.as, logFile, settings };
  const guardian = await guard(watch, log, readyWithinMs);
  const address = connectionUrl(data, guardian.port);
  try {
    await createDatabase(address);
    const appUrl = await openAppRole(`${address}/${DATABASE}`, keptSecret(folder, 'app-role-password'));
    const release = await claim(appUrl, owner, folder, log);
    guardian.claimed();
    const stop = async () => {
      await release();
      await guardian.stop();
    };
    return { url: `${address}/${DATABASE}`, appUrl, folder: data, stop };
  } catch (error) {
    // Somebody else's server is left alone; one that we started and cannot use is stopped.
    if (error instanceof ClaimRefused) guardian.leave();
    else await guardian.stop();
    throw error;
  }
}

type Server = Awaited<ReturnType<typeof startPostgres>>;

async function createDatabase(address: string) {
  const client = await reach({ connectionString: `${address}/postgres` });
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    if (!MADE_BY_ANOTHER.includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}

const PROGRAM = fileURLToPath(new URL('./server-process.ts', import.meta.url));

export type ServerReport = { addresses: Omit<Server, 'stop'> } | { problem: string } | { notice: string };

/** `startPostgres` in a process of that user, for a command that has to stay root: root itself writes nothing into the data folder. */
export function startPostgresAs({ uid, gid }: SystemUser, { log = () => {}, ...options }: Options): Promise<Server> {
  const child = fork(PROGRAM, [JSON.stringify(options)], { uid, gid, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exitPromise = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    if (child.connected) child.disconnect();
    await exitPromise;
  };
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      const report = message as ServerReport;
      if ('notice' in report) log(report.notice);
      else if ('problem' in report) reject(new StartProblem(report.problem));
      else resolve({ ...report.addresses, stop });
    });
    child.once('error', reject);
    void exitPromise.then(() => reject(new Error('The process of PostgreSQL ended')));
  });
}

/** Without any of these, work that was acknowledged can be lost when the power goes. */
const NEEDED = ['fsync', 'full_page_writes', 'synchronous_commit'];
/** `remote_apply` promises more than `on`. */
const SAFE = ['on', 'remote_apply'];

export async function assertDurable(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(COMPILE_NOTHING);
    const { rows } = await client.query('SELECT name, setting FROM pg_settings WHERE name = ANY($1) AND setting <> ALL($2)', [
      NEEDED,
      SAFE,
    ]);
    if (!rows.length) return;
    const wrong = rows.map(({ name, setting }) => `${name} = ${setting}`).join(', ');
    throw new StartProblem(embeddedDatabase.notDurable(wrong));
  } finally {
    await client.end();
  }
}
