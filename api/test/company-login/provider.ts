import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export const CLIENT_ID = 'bitacora';
export const CLIENT_SECRET = 'a secret of the provider and its client';

/** Who logs in next, and what is wrong with the answers. */
export interface Orders {
  publicUrl: string;
  subject: string;
  email: string | null;
  /** Unset: the provider does not say. */
  isVerified?: boolean;
  /** Claims of the ID token that differ from the right ones; undefined cannot be sent, null is. */
  claims?: Record<string, unknown>;
  signature?: 'none' | 'HS256' | 'altered' | 'stranger';
  withoutIdToken?: boolean;
  isCanceled?: boolean;
  away?: boolean;
  rotatesKey?: boolean;
  /** The email comes from the UserInfo endpoint alone, as from many providers. */
  hasUserInfo?: boolean;
  /** The provider asks who logs in: `subject` and `email` are what the person types. */
  asksWho?: boolean;
  hasNoLogout?: boolean;
}

export const usual: Orders = { publicUrl: 'http://bitacora.demo.mx', subject: 'sujeto-1', email: 'ana@demo.mx', isVerified: true };

export async function startProvider(port = 0) {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'provider-process.ts'), [String(port)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [issuer] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (typeof issuer !== 'string') throw new Error(`The provider did not start: is port ${port} taken?`);
  return {
    issuer,
    /** What the provider does from now on. */
    async order(orders: Partial<Orders> = {}): Promise<void> {
      child.send({ ...usual, ...orders });
      await once(child, 'message');
    },
    async close(): Promise<void> {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
