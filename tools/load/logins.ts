import { hashPassword } from '../../core/src/secrets/password-hash.ts';
import type { Sample } from './open-loop.ts';
import type { RunningCompany } from './running-company.ts';

const PASSWORD = 'demo1234';
/** The cookie that a token is bound to before anybody is logged in. */
const STRANGER = { Cookie: 'csrf=the-load-of-logins' };

/** Everybody of the company coming in, one after the other; they all get the same password. */
export async function logins({ db, ask }: RunningCompany) {
  await db('users').update({ passwordHash: await hashPassword(PASSWORD) });
  const emails: string[] = await db('users').where('isActive', true).orderBy('id').pluck('email');
  const { csrf_token: token } = JSON.parse((await ask({ path: '/api/csrf-token', headers: STRANGER })).body.toString());
  const headers = { ...STRANGER, 'X-CSRF-Token': token, 'Content-Type': 'application/json' };
  return {
    async send(turn: number): Promise<Pick<Sample, 'kind' | 'status'>> {
      const body = JSON.stringify({ email: emails[turn % emails.length], password: PASSWORD });
      const status = await ask({ method: 'POST', path: '/api/login', headers, body }).then(
        (answer) => answer.status,
        () => 0,
      );
      return { kind: 'login', status };
    },
  };
}
