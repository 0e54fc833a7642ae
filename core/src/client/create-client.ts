import { type Endpoints, endpoints, peopleCalls } from '../contract/endpoints.ts';
import { type ClientOf, createClientOf, type DecodedListener, type Transport } from './client.ts';

/** The client of the terminal. The web fetches its calls in parts; the bot's client has more of them. */
export type WholeClient = ClientOf<typeof peopleCalls>;
export const createClient = (transport: Transport, onDecoded?: DecodedListener): WholeClient =>
  createClientOf(peopleCalls, transport, onDecoded);

export type BotClient = ClientOf<Endpoints>;

/** The client of the bot: every call there is. Which of them its token opens is the API's to say. */
export const createBotClient = (transport: Transport): BotClient => createClientOf(endpoints, transport);
