import type { WireResponse } from '@bitacora/core/client';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Asker, ChatRequest } from '../src/request.ts';
import { createBot } from '../src/start-bot.ts';
import { type Send, Unanswered } from '../src/transport.ts';
import { readCard, readSentence } from './company.ts';

const asker: Asker = { service: 'slack', workspace: 'T1', chatUserId: 'U1', displayName: 'Ana', conversation: 'D1' };
const expires_at = new Date(Date.now() + 900_000).toISOString();
const token = { status: 200, body: { success: true, token: 'secret-1', expires_at, user: 'Ana Paz' } };

/** A bot whose API answers by path; `asked` is every call with the token it came with. */
function botBefore(replies: Record<string, (token: string) => WireResponse>, previousToken?: string) {
  const requests: string[] = [];
  const logged: string[] = [];
  const send: Send = async ({ path }, credential) => {
    requests.push(`${path} ${credential.token}`);
    const reply = replies[path];
    if (!reply) throw new Unanswered('nobody there');
    return reply(credential.token);
  };
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const bot = createBot({ apiUrl: '', publicUrl: 'http://bitacora.demo.mx', token: 'service', previousToken, log, send });
  const ask = (request: Partial<ChatRequest> = {}) =>
    bot.forChannels.answer({ kind: 'command', words: 'actividades', asker, deliveryId: 'Ev1', ...request } as ChatRequest);
  return { ask, requests, logged, isAccepted: bot.isAccepted };
}
const refused = (status: number, code: string, error: string) => () => ({ status, body: { success: false, error, code } });

it('says politely that the server is away', async () => {
  const { ask } = botBefore({});
  expect(readSentence(await ask())).toBe('Bitácora no está disponible por el momento. Inténtalo de nuevo en unos minutos.');
});

it('says on the home page that the server is away', async () => {
  const { ask } = botBefore({});
  expect(readCard(await ask({ kind: 'home' })).intro).toMatch(/^Bitácora no está disponible/);
});

it('repeats what the API says of a database that is away', async () => {
  const { ask } = botBefore({ '/api/bot/exchange': refused(503, 'database.away', 'El sistema no está disponible por el momento.') });
  expect(readSentence(await ask())).toBe('El sistema no está disponible por el momento.');
});

it('reports to nobody but the log that its own token is wrong', async () => {
  const { ask, logged } = botBefore({ '/api/bot/exchange': refused(401, 'token.invalid', 'El token no es válido.') });
  expect(readSentence(await ask())).toBe('Bitácora no está disponible por el momento. Inténtalo de nuevo en unos minutos.');
  expect(logged.join()).toContain('the bot failed to answer');
});

it('asks with the token of before where the API does not know the new one yet', async () => {
  const wrong = refused(401, 'token.invalid', 'El token no es válido.')();
  const replies = { '/api/bot/exchange': (given: string) => (given === 'before' ? token : wrong) };
  const { ask, requests, logged, isAccepted } = botBefore(replies, 'before');
  await ask();
  expect(requests.slice(0, 3)).toEqual(['/api/bot/exchange service', '/api/bot/exchange before', expect.stringMatching(/ secret-1$/)]);
  expect([isAccepted(), logged.join()]).toEqual([true, expect.not.stringContaining('BOT_TOKEN')]);
});

it('says once what to set where the API refuses its own token, and again only after it was taken', async () => {
  const wrong = refused(401, 'token.invalid', 'El token no es válido.');
  const away = refused(503, 'database.away', 'El sistema no está disponible por el momento.');
  let reply: () => WireResponse = wrong;
  const { ask, logged, isAccepted } = botBefore({ '/api/bot/exchange': () => reply() });
  const warningCount = () => logged.filter((line) => line.includes('BOT_TOKEN') && line.includes('DATA_DIR')).length;
  expect(isAccepted()).toBe(true);
  for (reply of [wrong, wrong, away, wrong]) await ask();
  expect([warningCount(), isAccepted()]).toEqual([1, false]);
  reply = () => token;
  await ask();
  expect(isAccepted()).toBe(true);
});

it('logs what nobody foresaw, and says nothing of it', async () => {
  const { ask, logged } = botBefore({ '/api/bot/exchange': () => token, '/api/get-session': () => ({ status: 200, body: { odd: true } }) });
  expect(readSentence(await ask())).toMatch(/^Algo salió mal y ya quedó registrado/);
  expect(logged).toHaveLength(1);
  expect(logged.join()).not.toContain('secret-1');
});

it('keeps a token for the next request, and renews one that no longer counts once, not for ever', async () => {
  const { ask, requests } = botBefore({
    '/api/bot/exchange': () => token,
    '/api/get-session': refused(401, 'token.invalid', 'El token no es válido.'),
  });
  await ask();
  expect(requests).toEqual([
    '/api/bot/exchange service',
    '/api/get-session secret-1',
    '/api/bot/exchange service',
    '/api/get-session secret-1',
  ]);
});
