import * as z from 'zod/mini';
import { chatServices } from '../domain/notifications/chat.ts';
import { validation } from '../messages/validation.ts';
import { typeError } from './wire.ts';

export const chatService = z.enum(chatServices, { error: typeError(validation.notAnOption(chatServices.join(', '))) });
