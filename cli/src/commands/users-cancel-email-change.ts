import { fullName } from '@bitacora/core/domain/people/person';
import { sentenceOf } from '@bitacora/core/messages/refusals';
import { terminal } from '@bitacora/core/messages/terminal';
import { userTexts } from '@bitacora/core/messages/users';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { command } from '../command.ts';
import { requireConfirmation } from '../confirmed.ts';
import { yes } from '../flags.ts';
import { terminalCommands } from '../messages/commands.ts';
import { readPassword } from '../password.ts';
import { findPerson } from '../people.ts';

const { usersCancelEmailChange: texts } = terminalCommands;

export const usersCancelEmailChange = command({
  name: 'users cancel-email-change',
  summary: texts.summary,
  details: texts.details,
  words: [{ name: '<persona>', summary: texts.person }],
  confirms: true,
  flags: { passwordStdin: yes(terminalCommands.passwordStdin) },
  async run(call) {
    const { flags, common } = call;
    const { client, withPassword } = await call.connect();
    const { id, email, pendingEmail, ...name } = findPerson(await client.listUsers(), call.words[0] ?? '');
    if (pendingEmail === null) throw new Stopped(exits.refused, sentenceOf({ code: 'emailChange.unknown' }));
    const { email: own } = await client.readOwnData();
    await requireConfirmation(call, common.yes, texts.question(fullName(name), email, pendingEmail));
    const password = await readPassword(call, flags.passwordStdin, terminal.passwordOf(own));
    await withPassword({ email: own, password }, (session) => session.cancelEmailChange({ id }));
    return {
      kind: 'done',
      lines: [userTexts.emailChangeCanceled(email)],
      value: { success: true, id, email, canceledEmail: pendingEmail },
    };
  },
});
