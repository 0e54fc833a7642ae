declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
  import type { Middleware } from 'koa';

  /** What the tests use of it; it has no types of its own. */
  export default class Provider {
    constructor(issuer: string, configuration: object);
    use(middleware: Middleware): void;
    callback(): RequestListener;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    Grant: new (facts: {
      accountId: string;
      clientId: string;
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  }
}
