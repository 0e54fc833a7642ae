import { type Endpoints, endpoints } from '../contract/endpoints.ts';
import { type ClientOf, createClientOf, type Transport } from './client.ts';

export type BotClient = ClientOf<Endpoints>;

/** The client of the bot: every call there is. Which of them its token opens is the API's to say. */
export const createBotClient = (transport: Transport): BotClient => createClientOf(endpoints, transport);
