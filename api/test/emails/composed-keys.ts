import type { DeliveryContext } from '../../src/jobs/deliver-digest.ts';

/** A letter that says no more than the keys it announces, for counting them at the sink. */
export const composeKeys: NonNullable<DeliveryContext['compose']> = async (_core, { letter, recipient, notifications }) => {
  const keys = notifications.map(({ key }) => key).join(' ');
  const mail = { to: recipient.email, messageId: `<${letter}@empresa.mx>`, subject: 'Avisos', text: keys, html: `<p>${keys}</p>` };
  return { mail: { ...mail, headers: { 'X-Keys': keys } }, omitted: [] };
};
