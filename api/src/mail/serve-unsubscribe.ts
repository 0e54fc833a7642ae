import type { ChosenKind } from '@bitacora/core/domain/notifications/preference';
import { Refused } from '@bitacora/core/domain/refusal';
import { type Core, repositoriesOn } from '@bitacora/core/server';
import { unsubscribe } from '@bitacora/core/use-cases/notifications/preferences';
import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { clientAddress, limitedAddress } from '../http/client-network.ts';
import { answerPage } from '../http/html-page.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import { unsubscribeTexts as texts } from '../messages/answers.ts';
import { escaped } from './html.ts';
import { preferencesUrl } from './links.ts';
import { readUnsubscribeToken, type Unsubscription } from './unsubscribe-token.ts';

const FORM_MAX = 10_000;

interface UnsubscribeDependencies {
  core: Core;
  limits: RateLimits;
  publicUrl: string;
}

/**
 * Where the link of a mail leads, without a login. GET asks, because mail scanners open every link. POST acts: a mail program sends it at
 * one click (RFC 8058), and so does the form of the page.
 */
export function unsubscribeRoutes({ core, limits, publicUrl }: UnsubscribeDependencies): Middleware {
  const { installation } = repositoriesOn(core.db, core.zone);
  const links = `<p><a href="${escaped(preferencesUrl(publicUrl))}">${texts.preferences}</a></p>`;

  async function subscriptionOf(ctx: Context): Promise<Unsubscription | null> {
    ctx.state.endpoint = 'unsubscribe';
    const subscription = readUnsubscribeToken(String(ctx.params.token), await installation.unsubscribeKey());
    if (subscription && subscription.kinds.length > 0) return subscription;
    await limits.spend('unsubscribeGuesses', limitedAddress(ctx.ip));
    answerPage(ctx, 404, texts.unknownTitle, `<p>${texts.unknown}</p>${links}`);
    return null;
  }
  const ask = (ctx: Context, { kinds }: Unsubscription, status = 200) =>
    answerPage(ctx, status, texts.title, `<p>${status === 200 ? texts.lead : texts.none}</p>${formOf(kinds)}${links}`);

  const routes = new Router({ sensitive: true, strict: true });
  routes.get('/unsubscribe/:token', async (ctx) => {
    const subscription = await subscriptionOf(ctx);
    if (subscription) ask(ctx, subscription);
  });
  routes.post('/unsubscribe/:token', async (ctx) => {
    const subscription = await subscriptionOf(ctx);
    if (!subscription) return;
    const form = await readForm(ctx);
    // A mail program sends no choice.
    const kinds = form.has('form') ? subscription.kinds.filter((kind) => form.getAll('kind').includes(kind)) : subscription.kinds;
    if (kinds.length === 0) return ask(ctx, subscription, 400);
    const input = { personId: subscription.personId, kinds };
    const by = { actor: null, channel: 'web', address: clientAddress(ctx), effect: 'writes' } as const;
    await core.perform({ ...by, useCase: unsubscribe, input });
    answerPage(
      ctx,
      200,
      texts.doneTitle,
      `<ul>${kinds.map((kind) => `<li>${texts.kinds[kind]}</li>`).join('')}</ul><p>${texts.done}</p>${links}`,
    );
  });
  return routes.routes() as Middleware;
}

/** As a form sends it. A mail program may also send multipart, which has nothing that is not in the address. */
async function readForm(ctx: Context): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of ctx.req) {
    text += chunk;
    if (text.length > FORM_MAX) throw new Refused({ code: 'input.tooLarge' });
  }
  return new URLSearchParams(ctx.is('application/x-www-form-urlencoded') ? text : '');
}

const formOf = (kinds: readonly ChosenKind[]) => `<form method="post"><input type="hidden" name="form" value="1">
${kinds.map((kind) => `<label><input type="checkbox" name="kind" value="${kind}" checked> ${texts.kinds[kind]}</label>`).join('\n')}
<button>${texts.submit}</button></form>`;
