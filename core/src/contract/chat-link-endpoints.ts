import * as z from 'zod/mini';
import { validation } from '../messages/validation.ts';
import { chatService } from './chat-service.ts';
import type { Endpoint } from './endpoint.ts';
import { done } from './replies.ts';
import { exactText, id, instant } from './wire.ts';
import { renamed } from './wire-names.ts';

const CODE_MAX = 100;
const success = ['success', z.literal(true)] as const;
const code = renamed({ code: ['code', exactText(CODE_MAX, validation.required)] });

const shown = {
  service: ['service', chatService],
  workspace: ['workspace', z.string()],
  displayName: ['display_name', z.string()],
} as const;
/** A linked chat account as its person sees it. */
export const chatLink = renamed({ id: ['id', z.int()], ...shown, linkedAt: ['linked_at', instant] });

/** Whose chat accounts are whose, as people say it in the web (docs/product.md, 8). */
export const chatLinkEndpoints = {
  readChatLinkOffer: {
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
  listChatLinks: {
    method: 'GET',
    path: '/api/get_chat_links',
    who: 'person',
    effect: 'reads',
    summary: 'Mis cuentas de chat vinculadas',
    reply: z.array(chatLink),
  },
  unlinkChat: {
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
