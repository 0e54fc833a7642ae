import * as z from 'zod/mini';
import { chatServices, topicNewsKinds } from '../../domain/chat/chat.ts';
import { chosenKinds, requestKinds } from '../../domain/notifications/notification.ts';
import { isPlainText } from '../../domain/text.ts';
import { validation } from '../../messages/validation.ts';
import { substitutesFor } from '../account/session-endpoints.ts';
import { activity, workRequest } from '../activities/activity-shapes.ts';
import { adminCommand, type Endpoint, get, post, success } from '../endpoint.ts';
import {
  atMost,
  day,
  exactText,
  id,
  instant,
  listError,
  maybe,
  optionalText,
  orOther,
  requiredName,
  requiredText,
  typeError,
} from '../wire.ts';
import { renamed } from '../wire-names.ts';
import { chatService } from './chat-link-endpoints.ts';

const ID_MAX = 200;
const CONVERSATION_MAX = 1_000;
const MESSAGE_MAX = 500;
const PHONE_MAX = 30;
const CODE_MAX = 100;
const BUTTON_ACTION_MAX = 1_000;
const URL_MAX = 500;
const ACTIVITIES_MAX = 100;

/** The services of a bot. */
const chatServiceList = z
  .array(chatService, { error: listError })
  .check(atMost(chatServices.length, { error: validation.tooManyValues(chatServices.length) }));

/** The place where people open the bot; the bot names it once a day for each service. */
const entrance = renamed({
  service: ['service', chatService],
  url: ['url', requiredText(URL_MAX).check(z.refine((text) => text.startsWith('https://'), { error: validation.unknown }))],
});
const entrances = z
  .array(entrance, { error: listError })
  .check(atMost(chatServices.length, { error: validation.tooManyValues(chatServices.length) }));

/** The person a chat vouches for, and where it writes to them alone: the chat's own reference, which nobody else reads. */
const conversation = requiredText(CONVERSATION_MAX);
const account = {
  service: ['service', chatService],
  workspace: ['workspace', requiredText(ID_MAX)],
  chatUserId: ['chat_user_id', requiredText(ID_MAX)],
} as const;
const identity = { ...account, conversation: ['conversation', conversation] } as const;
/** The number of a WhatsApp account; absent where it is hidden. */
const phone = ['phone', maybe(requiredText(PHONE_MAX))] as const;
const message = requiredText(MESSAGE_MAX);
const activityIds = z.array(id, { error: listError }).check(atMost(ACTIVITIES_MAX, { error: validation.tooManyValues(ACTIVITIES_MAX) }));

const detail = z.union(
  [z.string().check(z.refine<string>(isPlainText, { error: validation.oddCharacters })), z.number(), z.boolean(), z.null()],
  {
    error: validation.notText,
  },
);
/** The action that draws a card again; the bot alone understands it. */
const press = z
  .catchall(
    z.object(
      { flow: requiredText(ID_MAX) },
      { error: ({ input }) => (input === undefined || input === null ? validation.required : validation.unknown) },
    ),
    detail,
  )
  .check(
    z.refine((given) => JSON.stringify(given).length <= BUTTON_ACTION_MAX, { error: validation.tooLong(BUTTON_ACTION_MAX) }),
    z.refine((given) => Object.keys(given).every(isPlainText), { error: validation.oddCharacters }),
  );
export type CardButtonAction = z.output<typeof press>;

const NAME_MAX = 100;
const CLAIM_MAX = 200;
const ERROR_MAX = 500;
const notification = renamed({
  kind: ['kind', z.enum(chosenKinds)],
  activityId: ['activity_id', z.int()],
  /** Null where the recipient may no longer see it. */
  activity: ['activity', z.nullable(activity)],
  /** Its text, as the recipient knew it. */
  description: ['objetive_project', z.optional(z.nullable(z.string()))],
  /** The act that caused it; null for deadlines. */
  historyId: ['history_id', z.nullable(z.int())],
  /** Null when the system did it, and for deadlines. */
  actorName: ['actor', z.nullable(z.string())],
  note: ['note', z.nullable(z.string())],
  /** The number of open activities that an import gave the person. */
  imported: ['imported', z.optional(z.int())],
});
const recipient = renamed({
  id: ['id', z.int()],
  kind: ['type_user', z.string()],
  position: ['position', z.string()],
  firstName: ['name_user', z.string()],
  substitutesFor: ['substitutes_for', substitutesFor],
});
const figures = renamed({
  total: ['total', z.int()],
  pending: ['pending', z.int()],
  finished: ['finished', z.int()],
  compliance: ['compliance', z.int()],
});

/** `digest` is the mark a chat finds the message by again. */
const notify = renamed({
  kind: ['kind', z.literal('notify')],
  digest: ['digest', z.uuid()],
  recipient: ['recipient', recipient],
  notifications: ['notifications', z.array(notification)],
});
/** News of requests for work, of one kind or several. */
const notifyRequests = renamed({
  kind: ['kind', z.literal('notifyRequests')],
  digest: ['digest', z.uuid()],
  recipient: ['recipient', recipient],
  requests: ['requests', z.array(renamed({ kind: ['kind', z.enum(requestKinds)], request: ['request', workRequest] }))],
});
const redraw = renamed({ kind: ['kind', z.literal('redraw')], message: ['message', message], press: ['press', press] });
/** `week` is of what was registered from one day to the other. The rest is what the cards of the home and the assigned report say today. */
const summarize = renamed({
  kind: ['kind', z.literal('summarize')],
  from: ['from', day],
  to: ['to', day],
  week: ['week', figures],
  company: ['company', figures],
  late: ['late', z.int()],
  assigned: ['assigned', figures],
});
/**
 * A greeting that is said once to the person who has just linked the account. `isNotifiedHere`: nothing that could come by chat comes by
 * email.
 */
const greet = renamed({
  kind: ['kind', z.literal('greet')],
  firstName: ['name_user', z.string()],
  isNotifiedHere: ['notify', z.boolean()],
});
/**
 * A notice that is said once to the person who chose the conversation of that name, because a weekly summary could not go there. `id` is
 * the mark by which a chat finds it again.
 */
const unsent = renamed({ kind: ['kind', z.literal('unsent')], id: ['id', z.int()], displayName: ['display_name', z.string()] });
/** A notice that is said once to each Desarrollador while the mail server refuses everything; `answer` is its answer. `id` is the mark. */
const mailStopped = renamed({
  kind: ['kind', z.literal('mailStopped')],
  id: ['id', z.int()],
  answer: ['answer', z.nullable(z.string())],
  adminCommand: ['admin_command', adminCommand()],
});

/** What happened to the work of a topic, for a channel: folios alone, because its readers may not see the work. `id` is the mark. */
const topicNews = renamed({
  kind: ['kind', z.literal('topicNews')],
  id: ['id', z.int()],
  channelId: ['channel_id', z.int()],
  topic: ['name_project', z.string()],
  subscriber: ['user', z.string()],
  news: ['news', z.array(renamed({ activityId: ['activity_id', z.int()], kind: ['kind', orOther(z.enum(topicNewsKinds))] }))],
});

/** One task in a chat. It belongs to its holder alone until `claimedUntil`; `isUncertain` means that somebody may have done it already. */
export const chatWork = renamed({
  claim: ['claim', z.string()],
  claimedUntil: ['claimed_until', instant],
  service: ['service', chatService],
  workspace: ['workspace', z.string()],
  chatUserId: ['chat_user_id', z.string()],
  conversation: ['conversation', z.string()],
  isUncertain: ['uncertain', z.boolean()],
  task: ['task', z.discriminatedUnion('kind', [notify, notifyRequests, redraw, summarize, greet, unsent, mailStopped, topicNews])],
});
export type ChatWork = z.output<typeof chatWork>;

const outcomes = ['done', 'failed', 'unknown'] as const;

/** The calls that only the bot may make, with its service token (docs/product.md, 8). */
export const botEndpoints = {
  offerChatLink: post(
    '/api/bot/link_request',
    'service',
    'Pide el enlace de un solo uso con el que una persona vincula su cuenta de chat',
    {
      body: renamed({ ...identity, displayName: ['display_name', requiredName(NAME_MAX)] }),
      reply: renamed({ success, url: ['url', z.string()], expiresAt: ['expires_at', instant] }),
    },
  ),
  linkChatByCode: post(
    '/api/bot/link_by_code',
    'service',
    'Vincula la cuenta de chat desde la que llegó el código que una persona pidió en su perfil',
    {
      needs: 'request',
      secret: 'given',
      body: renamed({
        ...identity,
        displayName: ['display_name', requiredName(NAME_MAX)],
        phone,
        code: ['code', exactText(CODE_MAX, validation.required)],
      }),
      reply: renamed({ success, name: ['user', z.string()] }),
    },
  ),
  takeChatTemplate: post(
    '/api/bot/take_template',
    'service',
    'Dice si hoy falta la única plantilla del día para esa cuenta, y la da por enviada',
    { body: renamed(account), reply: renamed({ success, isFirst: ['is_first', z.boolean()] }) },
  ),
  exchangeChatIdentity: post(
    '/api/bot/exchange',
    'service',
    'Cambia una cuenta de chat vinculada por un token de esa persona, de 15 minutos; otro phone que el de antes la desvincula',
    {
      needs: 'request',
      /** Without a conversation the person stays written to where they are. */ body: renamed({
        ...identity,
        conversation: ['conversation', maybe(conversation)],
        phone,
      }),
      reply: renamed({ success, secret: ['token', z.string()], expiresAt: ['expires_at', instant], name: ['user', z.string()] }),
    },
  ),
  claimWork: post(
    '/api/bot/claim_work',
    'service',
    'Toma por dos minutos lo siguiente que hay que hacer en un chat, o nada; con `entrances` dice dónde se abre el bot',
    {
      needs: 'request',
      body: renamed({ services: ['services', chatServiceList], entrances: ['entrances', maybe(entrances)] }),
      reply: renamed({ success, work: ['work', z.nullable(chatWork)] }),
    },
  ),
  acknowledgeWork: post(
    '/api/bot/acknowledge_work',
    'service',
    'Dice cómo salió lo que se tomó; con message y press, la tarjeta se vuelve a dibujar cuando cambie lo que muestra',
    {
      body: renamed({
        claim: ['claim', requiredText(CLAIM_MAX)],
        outcome: ['outcome', z.enum(outcomes, { error: typeError(validation.notAnOption(outcomes.join(', '))) })],
        isFinal: ['final', maybe(z.boolean({ error: typeError(validation.notYesNo) }))],
        error: ['error', optionalText(ERROR_MAX)],
        message: ['message', maybe(message)],
        press: ['press', maybe(press)],
        activityIds: ['activity_ids', maybe(activityIds)],
      }),
    },
  ),
  returnChatDigest: post('/api/bot/return_digest', 'service', 'Dice que un aviso que se mandó por chat no llegó: sale por correo', {
    body: renamed({ digest: ['digest', z.uuid({ error: typeError(validation.unknown) })] }),
  }),
} as const satisfies Record<string, Endpoint>;

/** The calls of a person from a chat, about that chat, with the token that the bot got for them; no other token opens them. */
export const chatEndpoints = {
  keepChatCard: post(
    '/api/keep_chat_card',
    'person',
    'Recuerda una tarjeta que se mandó por chat, para volver a dibujarla cuando cambie lo que muestra',
    {
      credential: 'token',
      body: renamed({
        conversation: ['conversation', conversation],
        message: ['message', message],
        press: ['press', press],
        activityIds: ['activity_ids', activityIds],
      }),
    },
  ),
  snoozeReminders: post(
    '/api/snooze_reminders',
    'person',
    'Vuelve a recordarme por chat, el siguiente día con recordatorios, las actividades nombradas; dice cuántas y qué día',
    {
      body: renamed({ activityIds: ['activity_ids', activityIds] }),
      reply: renamed({ success, count: ['count', z.int()], remindOn: ['remind_on', day] }),
    },
  ),
  signEvidence: get(
    '/api/get_signed_evidence/:id',
    'person',
    'Sus evidencias con direcciones firmadas, que por un día se abren sin sesión, para las tarjetas de un chat',
    {
      needs: 'request',
      credential: 'token',
      params: renamed({ activityId: ['id', id] }),
      reply: z.array(renamed({ id: ['id', z.string()], name: ['image_name', z.string()], url: ['path', z.string()] })),
    },
  ),
  readSummaryChoice: get('/api/get_summary', 'readGlobalReports', 'A qué conversación mando el resumen semanal, o a ninguna', {
    credential: 'token',
    reply: renamed({ success, displayName: ['display_name', z.nullable(z.string())] }),
  }),
  chooseSummary: post(
    '/api/choose_summary_conversation',
    'readGlobalReports',
    'Elige la conversación que recibe cada lunes el resumen de cifras',
    {
      credential: 'token',
      body: renamed({ conversation: ['conversation', conversation], displayName: ['display_name', requiredName(NAME_MAX)] }),
    },
  ),
  stopSummary: post('/api/stop_summary', 'person', 'Deja de mandar mi resumen semanal', { credential: 'token' }),
  unlinkOwnChat: post('/api/end_own_chat_link', 'person', 'Desvincula la cuenta de chat desde la que lo pido', { credential: 'token' }),
} as const satisfies Record<string, Endpoint>;
