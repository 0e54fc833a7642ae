import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { type ChatService, chatServices } from '@bitacora/core/domain/notifications/chat';
import { pino } from 'pino';
import { startSlackDouble } from '../doubles/slack/slack-double.ts';
import { teamsDouble } from '../doubles/teams/teams.ts';
import { botDemo } from '../src/messages/bot.ts';
import { startBot } from '../src/start-bot.ts';
import type { ChatSession, Role } from './chat-sessions.ts';
import { createSlackSession, createTeamsSession } from './chat-sessions.ts';
import { assignWork, linkPeople, sessionsOf, type WebSessions } from './seat-people.ts';
import { type DemoPage, servePage } from './serve-page.ts';

/** Short, because a person watches the page. */
const IDLE_MS = 300;

interface DemoOptions {
  apiUrl: string;
  publicUrl: string;
  token: string;
  logFile: string;
  tomorrow: CalendarDate;
  /** Sends all due reminders, also those sent before, and returns their number. */
  remind(): Promise<number>;
}

const namesOf = ({ worker, boss }: WebSessions): Record<Role, string> => ({
  worker: worker.name,
  boss: boss.name,
  stranger: botDemo.stranger,
});

/** Both doubles, the bot against them, and a page where one plays the people of the demo company. */
export async function startDemo({ apiUrl, publicUrl, token, logFile, tomorrow, remind }: DemoOptions) {
  const [slack, teams] = await Promise.all([startSlackDouble(), teamsDouble()]);
  const { appToken: _, ...http } = slack.settings;
  const settings = { isProduction: false, host: '127.0.0.1', port: 0, apiUrl, publicUrl, token };
  const chats = { slack: { ...http, publicUrl }, teams: { ...teams.settings, publicUrl } };
  const bot = await startBot({ ...settings, ...chats }, {}, pino(pino.destination(logFile)), IDLE_MS);
  slack.deliverTo(`http://127.0.0.1:${bot.port}/slack/events`);
  teams.botAt(`http://127.0.0.1:${bot.port}`);

  const sessions = { slack: await sessionsOf(apiUrl, 'slack'), teams: await sessionsOf(apiUrl, 'teams') };
  const names = { slack: namesOf(sessions.slack), teams: namesOf(sessions.teams) };
  const chatSessions: Record<ChatService, ChatSession> = {
    slack: createSlackSession(slack, names.slack),
    teams: createTeamsSession(teams, names.teams),
  };
  for (const service of chatServices) {
    await assignWork(sessions[service], service, tomorrow);
    await linkPeople(sessions[service], chatSessions[service]);
  }
  const page: DemoPage = await servePage({ sessions: chatSessions, names, publicUrl, remind });
  return {
    url: page.url,
    async stop() {
      await page.close();
      await bot.stop();
      await Promise.all([slack.stop(), teams.stop()]);
    },
  };
}
