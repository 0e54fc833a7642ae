import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { chatServices } from '@bitacora/core/domain/chat/chat';
import type { Person } from '@bitacora/core/domain/people/person';
import { nameChatEntrances } from '@bitacora/core/use-cases/chat/chat-links';
import { remindDeadlines } from '@bitacora/core/use-cases/notifications/scheduled-notifications';
import Koa from 'koa';
import { pino } from 'pino';
import { mailJob } from '../../../../api/test/mail-job.ts';
import { deep } from '../../../../core/test/deep.ts';
import { NOW } from '../../../../core/test/factories.ts';
import { stage } from '../../../../core/test/stage.ts';
import type { CardForm } from '../../../src/card.ts';
import { slackChannel } from '../../../src/channels/slack/slack-channel.ts';
import { RESPONSE_LIMITS } from '../../../src/channels/teams/receiver.ts';
import { teamsChannel } from '../../../src/channels/teams/teams-channel.ts';
import { whatsappChannel } from '../../../src/channels/whatsapp/whatsapp-channel.ts';
import type { ChatAnswer, ChatRequest } from '../../../src/request.ts';
import { company } from '../../company.ts';
import { startSlackDouble } from '../../doubles/slack/slack-double.ts';
import { teamsDouble } from '../../doubles/teams/teams-double.ts';
import { startWhatsAppDouble } from '../../doubles/whatsapp/whatsapp-double.ts';
import type { Seat } from './seats.ts';

const publicUrl = 'http://bitacora.demo.mx';

interface Options {
  /** Gets each answer of the flows. */
  overhear?(request: ChatRequest, answer: ChatAnswer): void;
  /** Every call of the bot to the API waits for it. */
  delay?(): Promise<void>;
}

/** Everything at once: the application on a real database, its jobs, the bot with its channels over signed HTTP, and the doubles. */
export async function wholeBot({ overhear = () => {}, delay }: Options = {}) {
  let now = NOW;
  const clock = () => now.getTime();
  const [firm, slack, teams, whatsapp] = await Promise.all([
    company({ delay }),
    startSlackDouble(),
    teamsDouble(),
    startWhatsAppDouble({ now: clock }),
  ]);
  const log = pino({ level: 'silent' });
  const { answer, ...others } = firm.bot.forChannels;
  const forms = new Map<string, CardForm>();
  const inner = {
    ...others,
    async answer(request: ChatRequest) {
      const reply = await answer(request);
      if (reply.kind === 'form') forms.set(request.asker.chatUserId, reply.form);
      else forms.delete(request.asker.chatUserId);
      overhear(request, reply);
      return reply;
    },
  };
  const { appToken: _, ...overHttp } = slack.settings;
  // A busy machine would refuse a request whose token it cannot verify in time, or count a message as posted before its refusal comes.
  const limits = { ...RESPONSE_LIMITS, responseMs: deep(RESPONSE_LIMITS.responseMs, 60_000) };
  const channels = {
    slack: slackChannel({ settings: { ...overHttp, publicUrl }, ...inner, log }),
    teams: teamsChannel({ settings: { ...teams.settings, publicUrl }, env: {}, ...inner, log, limits }),
    whatsapp: whatsappChannel({ settings: { ...whatsapp.settings, publicUrl }, ...inner, log, now: clock, statusMs: 60_000 }),
  };
  const app = new Koa();
  for (const service of chatServices) app.use(channels[service].middleware);
  const server = http.createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  whatsapp.botAt(url);
  for (const service of chatServices) {
    await channels[service].start();
    firm.bot.join(service, channels[service]);
  }
  slack.deliverTo(`${url}/slack/events`);
  teams.botAt(url);

  const { core, setClock } = stage(firm.app.db);
  const { mails, deliver } = mailJob(core);
  const entrances = [{ service: 'whatsapp', url: channels.whatsapp.entrance() }] as const;
  await core.perform({ useCase: nameChatEntrances, actor: null, channel: 'system', input: { entrances }, effect: 'writes' });

  return {
    firm,
    slack,
    teams,
    whatsapp,
    forms,
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
    /**
     * A stranger writes, opens the link in the web where they are logged in, and confirms it there as the dialog stands. For WhatsApp the web
     * shows a code, and they send it.
     */
    async link(person: Person, seat: Seat): Promise<void> {
      const { client } = await firm.app.as(person);
      if (seat.service === 'whatsapp') {
        const { code } = await client.createChatLinkCode({ isNotifiedHere: true });
        return void (await seat.writes(`VINCULAR ${code}`));
      }
      await seat.writes('actividades');
      await seat.sees('Vincula tu cuenta');
      const [code = ''] = /(?<=chat_link=)[\w-]+/.exec(seat.raw()) ?? [];
      await client.confirmChatLink({ code, isNotifiedHere: true });
    },
    async stop() {
      await Promise.all(chatServices.map((service) => channels[service].stop()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([slack.stop(), teams.stop(), whatsapp.stop()]);
      await firm.close();
    },
  };
}
export type WholeBot = Awaited<ReturnType<typeof wholeBot>>;
