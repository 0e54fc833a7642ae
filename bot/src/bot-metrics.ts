import { createHash, timingSafeEqual } from 'node:crypto';
import type { ChatWork } from '@bitacora/core/contract/chat/bot-endpoints';
import { type ChatService, chatServices } from '@bitacora/core/domain/chat/chat';
import { countLostLines } from '@bitacora/core/processes/log-output';
import { isFromThisMachine } from '@bitacora/core/settings/local-caller';
import type { Middleware } from 'koa';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AnswerTo } from './request.ts';
import type { WorkOutcome } from './work/do-work.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Measures the bot for operations. Labels are words of the code, never data of people. */
export function createBotMetrics({ isAccepted, isReady }: { isAccepted(): boolean; isReady(chat: ChatService): boolean }) {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  new Gauge({
    name: 'bitacora_bot_token_accepted',
    help: '1 while the API accepts the token of the bot.',
    registers,
    collect() {
      this.set(isAccepted() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'bitacora_bot_chat_ready',
    help: '1 for a chat that has accepted the bot.',
    labelNames: ['chat'],
    registers,
    collect() {
      for (const chat of chatServices) this.set({ chat }, isReady(chat) ? 1 : 0);
    },
  });
  new Counter({
    name: 'bitacora_log_lines_dropped_total',
    help: 'Lines of the log that were dropped, because there was no room for them.',
    registers,
    collect() {
      this.reset();
      this.inc(countLostLines());
    },
  });
  const answers = new Histogram({
    name: 'bitacora_bot_answer_seconds',
    help: 'Duration of answers to people, by chat and by what they did.',
    labelNames: ['chat', 'request'],
    buckets: [0.1, 0.2, 0.5, 1, 3, 10],
    registers,
  });
  const work = new Counter({
    name: 'bitacora_bot_work_total',
    help: 'Work of the API that was done in a chat, by its kind and outcome.',
    labelNames: ['chat', 'task', 'outcome'],
    registers,
  });

  const measureAnswers =
    (answer: AnswerTo): AnswerTo =>
    async (request) => {
      const stop = answers.startTimer({ chat: request.asker.service, request: request.kind });
      try {
        return await answer(request);
      } finally {
        stop();
      }
    };
  const countWork = ({ service, task }: ChatWork, { outcome }: WorkOutcome) => work.inc({ chat: service, task: task.kind, outcome });

  /** Answers this machine and holders of METRICS_TOKEN, as the API does. */
  const routes =
    (metricsToken: string | undefined): Middleware =>
    async (ctx, next) => {
      if (ctx.path !== '/metrics' || ctx.method !== 'GET') return next();
      const bearer = /^Bearer +(.+)$/i.exec(ctx.get('Authorization'))?.[1] ?? '';
      const hasToken = metricsToken !== undefined && timingSafeEqual(sha256(bearer), sha256(metricsToken));
      if (!hasToken && !isFromThisMachine(ctx.req)) return next();
      ctx.body = await register.metrics();
      ctx.type = register.contentType;
    };
  return { measureAnswers, countWork, routes };
}
