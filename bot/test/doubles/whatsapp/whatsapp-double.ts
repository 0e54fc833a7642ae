import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CloudState, type Contact, type Failure, handle, installation, type SentMessage, type StatusName } from './cloud-api.ts';
import { createPerson, newUserId } from './person.ts';

const EVENTS_PATH = '/whatsapp/events';

/** A forger may change these parts of an honest delivery. */
export interface Signing {
  secret?: string;
  headers?: Record<string, string>;
  /** Replaces what was signed. */
  altered?: string;
}

/** Wraps the part of a webhook that differs. */
export const webhook = (value: object, phoneId = installation.phoneId, field = 'messages') => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: installation.accountId,
      changes: [
        {
          field,
          value: {
            ...value,
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: installation.displayNumber.replace(/\D/g, ''), phone_number_id: phoneId },
          },
        },
      ],
    },
  ],
});

/** Plays WhatsApp's Cloud API on a local port, and people who write to the number of the company. */
export async function startWhatsAppDouble({ now = Date.now }: { now?: () => number } = {}) {
  let botUrl = '';
  let statuses: StatusName[] = ['sent', 'delivered'];
  /** Deliveries that the bot did not take; WhatsApp brings them again for days. */
  const undelivered: object[] = [];
  const running = new Set<Promise<unknown>>();

  async function post(body: object | string, { secret = installation.appSecret, headers = {}, altered }: Signing = {}) {
    const raw = typeof body === 'string' ? body : JSON.stringify(body);
    const signature = `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
    const start = performance.now();
    const response = await fetch(botUrl + EVENTS_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Hub-Signature-256': signature, ...headers },
      body: altered ?? raw,
    });
    return { status: response.status, body: await response.text(), ms: performance.now() - start };
  }

  async function deliver(value: object) {
    const body = webhook(value);
    const reply = await post(body).catch(() => ({ status: 0 }));
    if (reply.status !== 200) undelivered.push(body);
    return reply;
  }

  function makeStatus({ id, contact, failedWith, at }: SentMessage, status: StatusName, data?: string) {
    return {
      id,
      status,
      timestamp: String(Math.floor(at / 1_000)),
      ...(contact.isPhoneHidden ? {} : { recipient_id: contact.phone }),
      recipient_user_id: contact.userId,
      ...(data && { biz_opaque_callback_data: data }),
      ...(status === 'failed' && { errors: [{ code: failedWith, title: 'As the reference says', error_data: { details: '' } }] }),
    };
  }

  const state: CloudState = {
    url: '',
    now,
    contacts: [],
    sent: [],
    calls: [],
    media: new Map(),
    addressMs: 5 * 60_000,
    addresses: new Map(),
    failures: [],
    templateRefusal: null,
    announce(message, data) {
      const names = message.failedWith === undefined ? statuses : (['failed'] as const);
      const work = (async () => {
        // The answer to the call comes first, and no order is promised for the rest.
        await new Promise((resolve) => setTimeout(resolve, 5));
        for (const name of names) await deliver({ statuses: [makeStatus(message, name, data)] });
      })();
      running.add(work);
      void work.finally(() => running.delete(work));
    },
  };
  const server = createServer((request, response) => {
    handle(request, response, state).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    state,
    /** The values of `WHATSAPP_*` with which the bot talks to the double. */
    settings: {
      phoneId: installation.phoneId,
      token: installation.token,
      appSecret: installation.appSecret,
      verifyToken: installation.verifyToken,
      template: installation.template,
      apiUrl: state.url,
    },
    /** Delivers to the bot at this address from now on. */
    botAt(url: string) {
      botUrl = url;
    },
    /** Sends what the page of the app at Meta sends, to learn that the address is ours. */
    async verify({ mode = 'subscribe', token = installation.verifyToken, challenge = '1158201444' } = {}) {
      const query = new URLSearchParams({ 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge });
      const response = await fetch(`${botUrl}${EVENTS_PATH}?${query}`);
      return { status: response.status, body: await response.text() };
    },
    post,
    deliver,
    makeStatus,
    person(name: string) {
      const contact: Contact = {
        userId: newUserId(),
        name,
        phone: `5255${String(10_000_000 + state.contacts.length)}`,
        isPhoneHidden: false,
        wroteAt: Number.NEGATIVE_INFINITY,
      };
      state.contacts.push(contact);
      return createPerson(contact, state, deliver);
    },
    /** Makes the next sent messages fail, one failure each. */
    fail: (...failures: Failure[]) => void state.failures.push(...failures),
    /** The states of each message that follows come in this order. */
    announces(next: StatusName[]) {
      statuses = next;
    },
    templates: () => state.sent.filter(({ body }) => body.type === 'template'),
    undelivered,
    /** Brings again what the bot did not take. */
    redeliver: () => Promise.all(undelivered.splice(0).map((body) => post(body))),
    /** Resolves once every state has been delivered. */
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
    async stop() {
      await Promise.all(running);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type WhatsAppDouble = Awaited<ReturnType<typeof startWhatsAppDouble>>;
