import { APP_ROLE } from './cluster.ts';
import { reach } from './reach.ts';

/** No such role, or another password: PostgreSQL does not say which. */
const WRONG_PASSWORD = '28P01';
/** Of two starts at once one makes the role. */
const ROLE_LOCK = 7_215_064;

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
 * gives it this password where it has another. What it may do with the tables is the owner's to grant (`roles.ts`).
 */
export async function openAppRole(ownerUrl: string, password: string): Promise<string> {
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
