import type { WholeClient } from '@bitacora/core/client/create-client';
import { terminal } from '@bitacora/core/messages/terminal';
import type { ServerConnection } from './connection.ts';
import type { Dependencies } from './dependencies.ts';
import { readPassword } from './prompts.ts';

type OwnSessionCall = Dependencies & { flags: { passwordStdin: boolean } };

/** Does `use` in a session of the person at the terminal, for calls that no token may make. Reads the password only then. */
export async function inOwnSession<Result>(
  call: OwnSessionCall,
  { client, withPassword }: ServerConnection,
  use: (session: WholeClient) => Promise<Result>,
): Promise<Result> {
  const { email } = await client.readOwnData();
  const password = await readPassword(call, call.flags.passwordStdin, terminal.passwordOf(email));
  return withPassword({ email, password }, use);
}
