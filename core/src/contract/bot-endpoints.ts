import * as z from 'zod/mini';
import { chatServices } from '../domain/chat.ts';
import { validation } from '../messages/validation.ts';
import type { Endpoint } from './endpoint.ts';
import { renamed } from './renamed.ts';
import { done } from './replies.ts';
import { exactText, id, instant, requiredText, typeError } from './wire.ts';

const ID_MAX = 200;
const NAME_MAX = 100;
const CODE_MAX = 100;
const service = z.enum(chatServices, { error: typeError(validation.notAnOption(chatServices.join(', '))) });
const success = ['success', z.literal(true)] as const;

const identity = {
  service: ['service', service],
  workspace: ['workspace', requiredText(ID_MAX)],
  chatUserId: ['chat_user_id', requiredText(ID_MAX)],
} as const;
const code = renamed({ code: ['code', exactText(CODE_MAX, validation.required)] });

const shown = { service: ['service', service], workspace: ['workspace', z.string()], displayName: ['display_name', z.string()] } as const;
/** A linked chat account as its person sees it. */
export const chatLink = renamed({ id: ['id', z.int()], ...shown, linkedAt: ['linked_at', instant] });

/** Who is who in the chats: what the bot asks with its service token, and what the person says in the web (decisions, section 8). */
export const botEndpoints = {
  botLinkRequest: {
    method: 'POST',
    path: '/api/bot/link_request',
    who: 'service',
    effect: 'writes',
    summary: 'Pide el enlace de un solo uso con el que una persona vincula su cuenta de chat',
    body: renamed({ ...identity, displayName: ['display_name', requiredText(NAME_MAX)] }),
    reply: renamed({ success, url: ['url', z.string()], expiresAt: ['expires_at', instant] }),
  },
  botExchange: {
    method: 'POST',
    path: '/api/bot/exchange',
    who: 'service',
    effect: 'writes',
    summary: 'Cambia una cuenta de chat vinculada por un token de esa persona, de 15 minutos',
    body: renamed(identity),
    reply: renamed({ success, secret: ['token', z.string()], expiresAt: ['expires_at', instant], name: ['user', z.string()] }),
  },
  getChatLinkRequest: {
    method: 'POST',
    path: '/api/get_chat_link_request',
    who: 'person',
    effect: 'reads',
    credential: 'session',
    summary: 'Qué cuenta de chat vincularía el enlace',
    body: code,
    reply: renamed({ success, ...shown, expiresAt: ['expires_at', instant] }),
  },
  confirmChatLink: {
    method: 'POST',
    path: '/api/confirm_chat_link',
    who: 'person',
    effect: 'writes',
    credential: 'session',
    summary: 'Vincula la cuenta de chat del enlace conmigo',
    body: code,
    reply: done,
  },
  getChatLinks: {
    method: 'GET',
    path: '/api/get_chat_links',
    who: 'person',
    effect: 'reads',
    summary: 'Mis cuentas de chat vinculadas',
    reply: z.array(chatLink),
  },
  deleteChatLink: {
    method: 'DELETE',
    path: '/api/delete_chat_link/:id',
    who: 'person',
    effect: 'writes',
    credential: 'session',
    summary: 'Desvincula una de mis cuentas de chat',
    params: renamed({ linkId: ['id', id] }),
    reply: done,
  },
} as const satisfies Record<string, Endpoint>;
