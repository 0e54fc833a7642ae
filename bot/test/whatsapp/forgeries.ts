import { createHmac } from 'node:crypto';
import { installation } from '../doubles/whatsapp/cloud-api.ts';
import { type WhatsAppDouble, webhook } from '../doubles/whatsapp/whatsapp-double.ts';

/** A webhook with a message, as WhatsApp would send it for anybody. */
export const honestBody = (text = 'hola') =>
  webhook({
    contacts: [{ profile: { name: 'Ana' }, wa_id: '5215512345678', user_id: 'MX.1' }],
    messages: [
      {
        from: '5215512345678',
        from_user_id: 'MX.1',
        id: 'wamid.1',
        timestamp: String(Math.floor(Date.now() / 1_000)),
        type: 'text',
        text: { body: text },
      },
    ],
  });

const header = 'X-Hub-Signature-256';
const raw = JSON.stringify(honestBody());
const hash = (algorithm: string, text: string, secret = installation.appSecret) => createHmac(algorithm, secret).update(text).digest('hex');
type Forgery = () => Promise<{ status: number }>;

/** Lists requests that only claim to be of WhatsApp, with the status that refuses each. */
export function listForgeries(whatsapp: () => WhatsAppDouble): Record<string, [number, Forgery]> {
  const post = (...args: Parameters<WhatsAppDouble['post']>) => whatsapp().post(...args);
  const signed =
    (signature: string): Forgery =>
    () =>
      post(raw, { headers: { [header]: signature } });
  return {
    'an empty signature': [401, signed('')],
    'a signature of another secret': [401, () => post(raw, { secret: 'guessed' })],
    'a signature of an empty secret': [401, signed(`sha256=${hash('sha256', raw, '')}`)],
    'a signature one digit off': [401, signed(`sha256=${'0'.repeat(64)}`)],
    'a cut signature': [401, signed(`sha256=${hash('sha256', raw).slice(0, 32)}`)],
    'a signature with more after it': [401, signed(`sha256=${hash('sha256', raw)}00`)],
    'a signature without its kind': [401, signed(hash('sha256', raw))],
    'an older kind of signature': [401, signed(`sha1=${hash('sha1', raw)}`)],
    'two signatures': [401, signed(`sha256=${'0'.repeat(64)}, sha256=${hash('sha256', raw)}`)],
    'an altered body': [401, () => post(raw, { altered: JSON.stringify(honestBody('317 listo')) })],
    'a body with a space more': [401, () => post(raw, { altered: `${raw} ` })],
    'a body signed as JSON would be written again': [401, () => post(raw, { altered: JSON.stringify(JSON.parse(raw), null, 1) })],
    'more than three megabytes': [413, () => post(JSON.stringify({ ...honestBody(), filler: 'x'.repeat(3 * 1024 * 1024) }))],
  };
}
