import * as z from 'zod/mini';
import { chatServices } from '../../domain/chat/chat.ts';
import { validation } from '../../messages/validation.ts';
import { ask, type Endpoint, get, post, remove, success } from '../endpoint.ts';
import { exactText, id, instant, maybe, orOther, typeError } from '../wire.ts';
import { renamed } from '../wire-names.ts';

export const chatService = z.enum(chatServices, { error: typeError(validation.notAnOption(chatServices.join(', '))) });

const CODE_MAX = 100;
const codeField = ['code', exactText(CODE_MAX, validation.required)] as const;
const code = renamed({ code: codeField });

const chatAccount = {
  service: ['service', orOther(chatService)],
  workspace: ['workspace', z.string()],
  displayName: ['display_name', z.string()],
} as const;
/** A linked chat account as its person sees it. */
export const chatLink = renamed({ id: ['id', z.int()], ...chatAccount, linkedAt: ['linked_at', instant] });

const isNotifiedHere = ['notify', maybe(z.boolean({ error: typeError(validation.notYesNo) }))] as const;

/** A person links their chat accounts in the web (docs/product.md, 8). */
export const chatLinkEndpoints = {
  readChatLinkOffer: ask('/api/get_chat_link_request', 'person', 'Qué cuenta de chat vincularía el enlace', {
    credential: 'session',
    body: code,
    reply: renamed({ success, ...chatAccount, expiresAt: ['expires_at', instant] }),
  }),
  confirmChatLink: post(
    '/api/confirm_chat_link',
    'person',
    'Vincula la cuenta de chat del enlace conmigo; con notify, mis avisos llegan ahí en vez de por correo',
    { credential: 'session', recentLogin: 'always', body: renamed({ code: codeField, isNotifiedHere }) },
  ),
  createChatLinkCode: post(
    '/api/create_chat_link_code',
    'person',
    'Un código de 15 minutos y un solo uso: el WhatsApp desde el que lo envío queda vinculado conmigo; notify, como arriba',
    {
      credential: 'session',
      recentLogin: 'always',
      secret: 'answered',
      body: renamed({ isNotifiedHere }),
      reply: renamed({ success, code: ['code', z.string()], expiresAt: ['expires_at', instant], url: ['url', z.string()] }),
    },
  ),
  listChatLinks: get('/api/get_chat_links', 'person', 'Mis cuentas de chat vinculadas', { reply: z.array(chatLink) }),
  listChatEntrances: get(
    '/api/get_chat_entrances',
    'person',
    'Dónde se abre el bot en cada chat en el que está, para vincular una cuenta',
    { reply: z.array(renamed({ service: ['service', orOther(chatService)], url: ['url', z.string()] })) },
  ),
  unlinkChat: remove('/api/delete_chat_link/:id', 'person', 'Desvincula una de mis cuentas de chat', {
    credential: 'session',
    params: renamed({ linkId: ['id', id] }),
  }),
} as const satisfies Record<string, Endpoint>;
