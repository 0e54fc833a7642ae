import { peopleEndpoints } from '../contract/people-endpoints.ts';
import { type Client, createClientOf, type Transport } from './client.ts';

/** The client of web and terminal; the bot's has more calls and is `createBotClient`. */
export const createClient = (transport: Transport): Client => createClientOf(peopleEndpoints, transport);
