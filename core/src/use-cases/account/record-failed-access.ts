import type { AdminAct } from '../../domain/people/admin-act.ts';
import type { CompanyLoginProblem } from '../../domain/people/company-login.ts';
import { fullName } from '../../domain/people/person.ts';
import { recordFailedAct } from '../admin/record-bounded-act.ts';
import type { OpenUseCase } from '../use-case.ts';

export interface FailedAccess {
  act: Extract<AdminAct, 'session.failLogIn' | 'password.failReset'>;
  /** As it was typed. What was typed as the password or token is not kept in any form. */
  email: string;
  reason: 'wrongPassword' | 'unknownEmail' | 'wrongToken' | 'wrongCode' | CompanyLoginProblem;
  /** Of the client: failures are counted for each account and network. */
  network: string;
}

/** An attempt to get access that failed. It has no actor, because nobody has proved who they are. */
export const recordFailedAccess: OpenUseCase<FailedAccess, void> = async (context) => {
  const { act, email, reason, network } = context.input;
  const account = await context.repos.users.credentialsOf(email);
  const subject = { kind: 'person', id: account?.id ?? null, name: account ? fullName(account) : email } as const;
  await recordFailedAct({ ...context, actor: null }, { act, subject, after: { reason }, account: email, network });
};
