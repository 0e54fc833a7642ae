import { readFileSync } from 'node:fs';
import path from 'node:path';
import { frame } from '@bitacora/core/messages/layout';
import { zipSync } from 'fflate';
import { bot } from '../src/messages/bot.ts';
import { botTeams } from '../src/messages/chats.ts';
import { botWords } from '../src/messages/words.ts';

export interface TeamsApp {
  clientId: string;
  /** https: Teams takes no other. */
  publicUrl: string;
  version: string;
  /** The personal tab that draws a card. Microsoft's newer clients show nothing in it. */
  hasTab: boolean;
}

type ListedWord = keyof typeof bot.helps & keyof typeof botWords;
const listCommands = (names: readonly ListedWord[]) =>
  names.map((name) => ({ title: botWords[name][0], description: bot.helps[name].does }));

/** Teams offers these while somebody types to the bot, alone and in a channel. */
const commandLists = [
  { scopes: ['personal'], commands: listCommands(['activities', 'verify', 'preferences', 'help']) },
  { scopes: ['team'], commands: listCommands(['topic', 'summary']) },
];

/** The app takes messages, can be added to a team, and unfurls links to the product. */
function createManifest({ clientId, publicUrl, version, hasTab }: TeamsApp) {
  const home = { entityId: 'home', name: botTeams.app.tab, contentBotId: clientId, scopes: ['personal'] };
  return {
    $schema: 'https://developer.microsoft.com/json-schemas/teams/v1.17/MicrosoftTeams.schema.json',
    manifestVersion: '1.17',
    version,
    id: clientId,
    developer: { name: frame.product, websiteUrl: publicUrl, privacyUrl: publicUrl, termsOfUseUrl: publicUrl },
    name: { short: frame.product, full: frame.product },
    description: { short: botTeams.app.short, full: botTeams.app.full },
    icons: { color: 'color.png', outline: 'outline.png' },
    accentColor: '#0E5A6B',
    staticTabs: [{ entityId: 'conversations', scopes: ['personal'] }, ...(hasTab ? [home] : [])],
    bots: [
      {
        botId: clientId,
        scopes: ['personal', 'team'],
        supportsFiles: true,
        isNotificationOnly: false,
        commandLists,
      },
    ],
    composeExtensions: [
      {
        botId: clientId,
        commands: [{ id: 'newActivity', type: 'action', context: ['message'], fetchTask: true, ...botTeams.app.newActivity }],
        messageHandlers: [{ type: 'link', value: { domains: [new URL(publicUrl).hostname] } }],
      },
    ],
    permissions: ['identity', 'messageTeamMembers'],
    validDomains: [new URL(publicUrl).hostname],
  };
}

/** Every entry has this time, so that the same app makes the same bytes. */
const MADE_AT = new Date(2026, 0, 1);

/** The product's own sign (web/public/icon.svg) in the sizes that Teams asks for; the small one is white on nothing. */
const icon = (name: string) => readFileSync(path.join(import.meta.dirname, name));

/** Makes the file that an administrator uploads to Teams. */
export function teamsPackage(app: TeamsApp): Uint8Array {
  const manifest = Buffer.from(`${JSON.stringify(createManifest(app), null, 2)}\n`);
  return zipSync({ 'manifest.json': manifest, 'color.png': icon('color.png'), 'outline.png': icon('outline.png') }, { mtime: MADE_AT });
}
