import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Person } from '@bitacora/core/domain/people/person';
import { remindDeadlines } from '@bitacora/core/use-cases/notifications/scheduled-notifications';
import Koa from 'koa';
import { pino } from 'pino';
import { mailJob } from '../../../../api/test/mail-job.ts';
import { NOW } from '../../../../core/test/factories.ts';
import { stage } from '../../../../core/test/stage.ts';
import { slackChannel } from '../../../src/channels/slack/slack-channel.ts';
import { teamsChannel } from '../../../src/channels/teams/teams-channel.ts';
import type { ChatAnswer, ChatRequest } from '../../../src/request.ts';
import { company } from '../../company.ts';
import { startSlackDouble } from '../../doubles/slack/slack-double.ts';
import { teamsDouble } from '../../doubles/teams/teams-double.ts';
import type { Seat } from './seats.ts';

const publicUrl = 'http://bitacora.demo.mx';

interface Options {
  /** Gets each answer of the flows. */
  overhear?(request: ChatRequest, answer: ChatAnswer): void;
  /** Every call of the bot to the API waits for it. */
  delay?(): Promise<void>;
}

/** Everything at once: the application on a real database, its jobs, the bot with both channels over signed HTTP, and both doubles. */
export async function wholeBot({ overhear = () => {}, delay }: Options = {}) {
  const [firm, slack, teams] = await Promise.all([company({ delay }), startSlackDouble(), teamsDouble()]);
  const log = pino({ level: 'silent' });
  const { answer, keep, suggest, readImage } = firm.bot.forChannels;
  const inner = {
    keep,
    suggest,
    readImage,
    async answer(request: ChatRequest) {
      const reply = await answer(request);
      overhear(request, reply);
      return reply;
    },
  };
  const { appToken: _, ...overHttp } = slack.settings;
  const channels = {
    slack: slackChannel({ settings: { ...overHttp, publicUrl }, ...inner, log }),
    teams: teamsChannel({ settings: { ...teams.settings, publicUrl }, env: {}, ...inner, log }),
  };
  const app = new Koa().use(channels.slack.middleware).use(channels.teams.middleware);
  const server = http.createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const service of ['slack', 'teams'] as const) {
    await channels[service].start();
    firm.bot.join(service, channels[service]);
  }
  slack.deliverTo(`${url}/slack/events`);
  teams.botAt(url);

  const { core, setClock } = stage(firm.app.db);
  let now = NOW;
  const { mails, deliver } = mailJob(core);

  return {
    firm,
    slack,
    teams,
    channels,
    url,
    mails,
    /** So much later, by the clocks of the API and of its jobs. */
    later(seconds: number) {
      now = new Date(now.getTime() + seconds * 1_000);
      setClock(now);
      firm.app.setClock(now);
    },
    /** What the job of the morning does. */
    remind: () => core.perform({ useCase: remindDeadlines, actor: null, channel: 'system', input: { dueAt: now }, effect: 'writes' }),
    /** What the job of the mails does. */
    deliver,
    /** A stranger writes, opens the link in the web where they are logged in, and confirms it there as the dialog stands. */
    async link(person: Person, seat: Seat): Promise<void> {
      await seat.writes('actividades');
      await seat.sees('Vincula tu cuenta');
      const [code = ''] = /(?<=chat_link=)[\w-]+/.exec(seat.raw()) ?? [];
      const { client } = await firm.app.as(person);
      await client.confirmChatLink({ code, isNotifiedHere: true });
    },
    async stop() {
      await Promise.all([channels.slack.stop(), channels.teams.stop()]);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([slack.stop(), teams.stop()]);
      await firm.close();
    },
  };
}
export type WholeBot = Awaited<ReturnType<typeof wholeBot>>;
