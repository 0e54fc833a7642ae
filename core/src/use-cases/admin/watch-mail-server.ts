import type { MailServerFault } from '../../domain/notifications/delivery-retry.ts';
import type { OpenUseCase } from '../use-case.ts';

/**
 * Notes what keeps every mail from the mail server, and notifies every active Desarrollador: once, until a mail got through. The web and
 * their chat say it at once; their mail leaves with the first that do. Answers how many were notified; null where nothing was to be sent.
 */
export const watchMailServer: OpenUseCase<{ fault: MailServerFault | null }, number | null> = async ({ repos, input: { fault }, now }) => {
  if (!fault) {
    if (await repos.installation.mailStop()) await repos.installation.endMailStop();
    return null;
  }
  if (!(await repos.installation.beginMailStop({ ...fault, since: now }))) return null;
  const developers = await repos.users.activeDevelopers();
  for (const recipientId of developers) {
    const key = `mailStopped:${now.toISOString()}:${recipientId}`;
    await repos.outbox.add({ key, kind: 'mailStopped', recipientId, facts: { ...fault, since: now.toISOString() } }, now);
  }
  await repos.chatTasks.planMailStop(developers, now);
  return developers.length;
};
