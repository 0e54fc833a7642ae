import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { EVENTS_PATH } from '../../src/channels/slack/settings.ts';

const bot = path.resolve(import.meta.dirname, '../..');
const channel = path.join(bot, 'src/channels/slack');
const source = fs
  .readdirSync(channel, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => fs.readFileSync(path.join(channel, name), 'utf8'))
  .join('\n');
const manifest = JSON.parse(fs.readFileSync(path.join(bot, 'slack-manifest.json'), 'utf8'));
const overSocket = JSON.parse(fs.readFileSync(path.join(bot, 'slack-manifest.socket.json'), 'utf8'));
const guide = fs.readFileSync(path.resolve(bot, '../docs/slack.md'), 'utf8');

/** What each method of the Web API asks for, in a conversation of two (docs.slack.dev/reference/methods); none: any token will do. */
const requiredScopes: Record<string, string | null | string[]> = {
  'auth.test': null,
  'bots.info': 'users:read',
  'chat.postEphemeral': 'chat:write',
  'chat.postMessage': 'chat:write',
  'chat.unfurl': 'links:write',
  'chat.update': 'chat:write',
  'conversations.history': 'im:history',
  // Public channels need the first scope, private ones the second.
  'conversations.info': ['channels:read', 'groups:read'],
  'conversations.open': 'im:write',
  'files.completeUploadExternal': 'files:write',
  'files.getUploadURLExternal': 'files:write',
  'files.info': 'files:read',
  'users.info': 'users:read',
  'views.open': null,
  'views.publish': null,
  'views.update': null,
};
const scopeOfEvent: Record<string, string | null> = { app_home_opened: null, link_shared: 'links:read', message: 'im:history' };

const calls = [...source.matchAll(/client\s*\.([a-z]+)\s*\.([a-zA-Z]+)\(/g)].map(([, family, method]) => `${family}.${method}`);
const events = [...source.matchAll(/app\.(?:event\('(\w+)'|(message)\()/g)].map(([, event, message]) => event ?? (message as string));

it('asks for the scopes of what the code calls and handles, and for no other', () => {
  const unknown = [...calls.filter((method) => !(method in requiredScopes)), ...events.filter((event) => !(event in scopeOfEvent))];
  expect(unknown).toEqual([]);
  const scopes = [
    ...calls.flatMap((method) => requiredScopes[method] ?? []),
    ...events.map((event) => scopeOfEvent[event]),
    'commands',
  ].filter(Boolean);
  expect(manifest.oauth_config.scopes.bot).toEqual([...new Set(scopes)].sort());
});

it('subscribes to what the code handles: events, the command, presses, on the path where it listens', () => {
  const { event_subscriptions, interactivity } = manifest.settings;
  expect(event_subscriptions.bot_events).toEqual(events.map((event) => (event === 'message' ? 'message.im' : event)).sort());
  const [command] = manifest.features.slash_commands;
  expect(source).toContain(`const COMMAND = '${command.command}'`);
  for (const url of [event_subscriptions.request_url, interactivity.request_url, interactivity.message_menu_options_url, command.url])
    expect(url).toBe(`https://bot.example.com${EVENTS_PATH}`);
});

it('is the same over Socket Mode, without addresses', () => {
  const { url: _, ...command } = manifest.features.slash_commands[0];
  expect(overSocket).toEqual({
    ...manifest,
    features: { ...manifest.features, slash_commands: [command] },
    settings: {
      ...manifest.settings,
      event_subscriptions: { bot_events: manifest.settings.event_subscriptions.bot_events },
      interactivity: { is_enabled: true },
      socket_mode_enabled: true,
    },
  });
});

it('keeps to what Slack takes for names and descriptions', () => {
  const { name, description, long_description } = manifest.display_information;
  expect(name.length).toBeLessThanOrEqual(35);
  expect(description.length).toBeLessThanOrEqual(140);
  expect(long_description.length).toBeGreaterThanOrEqual(174);
  expect(long_description.length).toBeLessThanOrEqual(4_000);
});

it('has each scope explained in the guide', () => {
  for (const scope of manifest.oauth_config.scopes.bot) expect(guide).toContain(`| \`${scope}\` |`);
});
