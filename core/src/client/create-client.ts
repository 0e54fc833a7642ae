import { absenceEndpoints } from '../contract/absence-endpoints.ts';
import { activityImportEndpoints } from '../contract/activity-import-endpoints.ts';
import { deviceEndpoints, pushEndpoints } from '../contract/device-endpoints.ts';
import { type Endpoints, endpoints } from '../contract/endpoints.ts';
import { exportEndpoints } from '../contract/export-endpoints.ts';
import { peopleEndpoints } from '../contract/people-endpoints.ts';
import { templateEndpoints } from '../contract/template-endpoints.ts';
import { topicChannelEndpoints } from '../contract/topic-channel-endpoints.ts';
import { webhookEndpoints } from '../contract/webhook-endpoints.ts';
import { type ClientOf, createClientOf, type DecodedListener, type Transport } from './client.ts';

/** Every call of the contract but those of a bot. */
export const peopleCalls = {
  ...peopleEndpoints,
  ...absenceEndpoints,
  ...deviceEndpoints,
  ...activityImportEndpoints,
  ...templateEndpoints,
  ...topicChannelEndpoints,
  ...exportEndpoints,
  ...pushEndpoints,
  ...webhookEndpoints,
};
/** The client of the terminal. The web fetches its calls in parts; the bot's client has more of them. */
export type WholeClient = ClientOf<typeof peopleCalls>;
export const createClient = (transport: Transport, seen?: DecodedListener): WholeClient => createClientOf(peopleCalls, transport, seen);

export type BotClient = ClientOf<Endpoints>;

/** The client of the bot: every call there is. Which of them its token opens is the API's to say. */
export const createBotClient = (transport: Transport): BotClient => createClientOf(endpoints, transport);
