import { Refused } from '../../domain/refusal.ts';
import { sendToken } from '../account/reset-password.ts';
import { personSubject, recordAdminAct } from '../admin/admin-history.ts';
import type { UseCase } from '../use-case.ts';
import { lockAccount } from './lock-account.ts';

/** Sends the invitation again; the earlier one no longer holds. */
export const inviteUser: UseCase<{ id: number }, void> = async (context) => {
  const account = await lockAccount(context, context.input.id);
  if (account.hasPassword) throw new Refused({ code: 'user.hasPassword' });
  if (!account.isActive) throw new Refused({ code: 'user.notActive' });
  await sendToken(context, 'invitation', account.id);
  await recordAdminAct(context, { act: 'person.invite', subject: personSubject(account), after: { email: account.email } });
};
