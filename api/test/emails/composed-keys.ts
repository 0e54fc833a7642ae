import type { DeliveryContext } from '../../src/jobs/deliver-outbox.ts';

/** A mail that holds only the keys of its notifications, because a test counts them at the sink. */
export const composeKeys: NonNullable<DeliveryContext['compose']> = async (_core, { letter, recipient, notifications }) => {
  const keys = notifications.map(({ key }) => key).join(' ');
  const mail = { to: recipient.email, messageId: `<${letter}@empresa.mx>`, subject: 'Avisos', text: keys, html: `<p>${keys}</p>` };
  return { mail: { ...mail, headers: { 'X-Keys': keys } }, omitted: [] };
};
