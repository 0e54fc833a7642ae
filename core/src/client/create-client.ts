import { type Endpoints, endpoints } from '../contract/endpoints.ts';
import { peopleEndpoints } from '../contract/people-endpoints.ts';
import { type Client, createEndpointClient, type DecodedListener, type EndpointClient, type Transport } from './client.ts';

export const createClient = (transport: Transport, onDecoded?: DecodedListener): Client =>
  createEndpointClient(peopleEndpoints, transport, onDecoded);

export type BotClient = EndpointClient<Endpoints>;

/** The client of the bot: every call there is. Which of them its token opens is the API's to say. */
export const createBotClient = (transport: Transport): BotClient => createEndpointClient(endpoints, transport);
