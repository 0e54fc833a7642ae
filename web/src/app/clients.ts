import { type Client, createEndpointClient } from '@bitacora/core/client';
import { peopleEndpoints } from '@bitacora/core/contract/people-endpoints';
import { type App, getApp, useApp } from './app.ts';

export interface Clients {
  /** For what the person does. */
  client: Client;
  /** For calls that the page makes on its own. */
  backgroundClient: Client;
}

const clientsByApp = new WeakMap<App, Clients>();

/** Finds the clients of every call. They are not in `app.ts`, because the login is drawn without the schemas of all calls. */
function findClients(app: App): Clients {
  const clients = clientsByApp.get(app) ?? {
    client: createEndpointClient(peopleEndpoints, app.transport),
    backgroundClient: createEndpointClient(peopleEndpoints, (request) => app.transport({ ...request, isBackground: true })),
  };
  clientsByApp.set(app, clients);
  return clients;
}

/** For components. */
export const useClients = (): Clients => findClients(useApp());
/** For loaders. */
export const getClients = (args: { context: unknown }): Clients => findClients(getApp(args));
