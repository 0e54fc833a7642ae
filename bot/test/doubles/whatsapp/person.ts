import { randomUUID } from 'node:crypto';
import type { CloudState, Contact, SentMessage } from './cloud-api.ts';

/** An answer that a message offers, as it goes back to the bot. */
interface OfferedReply {
  label: string;
  reply: object;
}

/** Lists what a message offers to touch: reply buttons, rows of its list, or the quick reply of the template. */
export function listReplies({ body }: SentMessage, templateLabel = 'Ver mis actividades'): OfferedReply[] {
  if (body.type === 'template') {
    const button = body.template.components?.find(({ type }) => type === 'button');
    const [parameter] = button?.parameters ?? [];
    const payload = parameter?.type === 'payload' ? parameter.payload : templateLabel;
    return [{ label: templateLabel, reply: { type: 'button', button: { payload, text: templateLabel } } }];
  }
  if (body.type !== 'interactive') return [];
  const interactive = (type: string, content: { title: string }) => ({
    label: content.title,
    reply: { type: 'interactive', interactive: { type, [type]: content } },
  });
  if (body.interactive.type === 'button') return body.interactive.action.buttons.map(({ reply }) => interactive('button_reply', reply));
  if (body.interactive.type === 'list')
    return body.interactive.action.sections.flatMap(({ rows }) => rows.map((row) => interactive('list_reply', row)));
  return [];
}

/** Returns all words of a message, one line each, as a person reads them. */
export function readMessage(message: SentMessage): string {
  const { body } = message;
  if (body.type === 'text') return body.text.body;
  if (body.type === 'image') return `(imagen) ${body.image.caption ?? ''}`;
  if (body.type === 'document') return `(documento) ${body.document.filename ?? ''} ${body.document.caption ?? ''}`;
  if (body.type === 'template') return `(plantilla ${body.template.name})\n[${listReplies(message)[0]?.label}]`;
  const { interactive } = body;
  const header = interactive.header?.type === 'text' ? interactive.header.text : interactive.header && '(imagen)';
  const sections = interactive.type === 'list' ? interactive.action.sections : [];
  const link = interactive.type === 'cta_url' ? interactive.action.parameters : undefined;
  return [
    header,
    interactive.body.text,
    interactive.footer?.text,
    ...(interactive.type === 'button' ? listReplies(message).map(({ label }) => `[${label}]`) : []),
    ...sections.flatMap(({ title, rows }) => [title, ...rows.map((row) => `[${row.title}] ${row.description ?? ''}`)]),
    link && `[${link.display_text}] ${link.url}`,
  ]
    .filter(Boolean)
    .join('\n');
}

interface Options {
  /** The message that they answer. */
  to?: SentMessage | undefined;
  /** WhatsApp delivers it this many times, all at once; once by default. */
  times?: number | undefined;
}
export type Deliver = (value: object) => Promise<{ status: number }>;

/** A text that a chat shortens ends in an ellipsis. */
const isLabel = (shown: string, label: string) => shown === label || (shown.endsWith('…') && label.startsWith(shown.slice(0, -1)));

/** Plays a person with WhatsApp: what they do reaches the bot as a webhook, and they see what the bot sent them. */
export function createPerson(contact: Contact, state: CloudState, deliver: Deliver) {
  /** An identity as webhooks name it: a hidden number is missing. */
  const sender = () => ({ ...(contact.isPhoneHidden ? {} : { from: contact.phone }), from_user_id: contact.userId });
  const messages = () => state.sent.filter((each) => each.contact === contact && each.failedWith === undefined);

  async function send(content: object, { to, times = 1 }: Options = {}) {
    contact.wroteAt = state.now();
    const message = {
      ...sender(),
      id: `wamid.${randomUUID()}`,
      timestamp: String(Math.floor(state.now() / 1_000)),
      ...(to && { context: { id: to.id } }),
      ...content,
    };
    const profile = { profile: { name: contact.name }, user_id: contact.userId };
    const value = { contacts: [{ ...profile, ...(contact.isPhoneHidden ? {} : { wa_id: contact.phone }) }], messages: [message] };
    return Promise.all(Array.from({ length: times }, () => deliver(value)));
  }

  function sendFile(type: 'image' | 'document' | 'audio' | 'video' | 'sticker', bytes: Buffer, more: object, options?: Options) {
    const id = String(5_000_000 + state.media.size);
    const { mime_type = 'application/octet-stream' } = more as { mime_type?: string };
    state.media.set(id, { bytes, type: mime_type });
    return send({ type, [type]: { id, ...more } }, options);
  }

  return {
    contact,
    messages,
    says: (words: string, options?: Options) => send({ type: 'text', text: { body: words } }, options),
    sendsImage(bytes: Buffer, { words, ...options }: Options & { words?: string | undefined } = {}) {
      return sendFile('image', bytes, { mime_type: 'image/png', ...(words && { caption: words }) }, options);
    },
    sendsDocument(bytes: Buffer, filename: string, options?: Options) {
      return sendFile('document', bytes, { mime_type: 'application/pdf', filename }, options);
    },
    /** Sends a message of a type that has no words and no picture. */
    sendsOther: (type: 'audio' | 'video' | 'sticker', options?: Options) => sendFile(type, Buffer.from('x'), {}, options),
    /** Sends a message that the reference knows and the bot has no use for, such as a location or a reaction. */
    sendsContent: (content: object, options?: Options) => send(content, options),
    /** Touches a button, a row or the quick reply of a template; `on` may be a message of somebody else. */
    presses(label: string, on: SentMessage, { times }: Pick<Options, 'times'> = {}) {
      const offered = listReplies(on).find(({ label: shown }) => isLabel(shown, label));
      if (!offered) throw new Error(`No «${label}» in:\n${readMessage(on)}`);
      return send(offered.reply, { to: on, times });
    },
    offered: (label: string) => messages().findLast((each) => listReplies(each).some(({ label: shown }) => isLabel(shown, label))),
    reads: () => messages().map(readMessage).join('\n'),
    /** Chooses a username that hides the number from companies. */
    hidesPhone() {
      contact.isPhoneHidden = true;
    },
    /** Takes another number, which brings another business-scoped id; the old ones are named once. */
    changesNumber(phone: string) {
      const earlier = sender();
      const previousId = contact.userId;
      Object.assign(contact, { phone, userId: newUserId() });
      const system = {
        body: `User ${contact.name} changed`,
        type: 'user_changed_number',
        wa_id: phone,
        user_id: contact.userId,
        previous_user_id: previousId,
      };
      const at = String(Math.floor(state.now() / 1_000));
      return deliver({ messages: [{ ...earlier, id: `wamid.${randomUUID()}`, timestamp: at, type: 'system', system }] });
    },
  };
}
export type WhatsAppPerson = ReturnType<typeof createPerson>;

export const newUserId = () => `MX.${BigInt(`0x${randomUUID().replaceAll('-', '')}`)}`;
